"""The listings in other languages compile cleanly, run, and agree with Python."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import ideas.monads
from ideas.monads import Just
from ideas.monads.examples import compute, parity, three_names
from ideas.monads.parity import columns

LISTINGS = Path(ideas.monads.__file__).with_name("listings")
Tool = Callable[[str], str]


def _run(*command: object, stdin: str = "") -> str:
    done = subprocess.run([str(c) for c in command], input=stdin, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr == ""
    return done.stdout


def _haskell(ghc: str, source: Path, folder: Path) -> Path:
    program = folder / source.stem
    _run(ghc, "-v0", "-Wall", "-Werror", "-outputdir", folder / "build", "-o", program, source)
    return program


@pytest.fixture(scope="module")
def typescript(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Type-check the listings with --strict and compile them, once."""
    folder = tmp_path_factory.mktemp("typescript")
    for source in LISTINGS.glob("*.ts"):
        shutil.copy(source, folder)
    (folder / "package.json").write_text('{"type": "module"}')
    built = folder / "built"

    def compiled(tsc: str) -> Path:
        if not built.exists():
            options = ["--strict", "--target", "ES2020", "--module", "nodenext", "--outDir"]
            _run(tsc, *options, built, *sorted(folder.glob("*.ts")))
        return built

    return compiled


@pytest.mark.parametrize("name", ["Maybe", "State", "OwnMonad"])
def test_a_haskell_listing_is_clean_and_its_assertions_hold(
    name: str, tool: Tool, tmp_path: Path
) -> None:
    assert _run(_haskell(tool("ghc"), LISTINGS / f"{name}.hs", tmp_path)) == ""


def test_the_haskell_greeting_greets(tool: Tool, tmp_path: Path) -> None:
    hello = _haskell(tool("ghc"), LISTINGS / "Hello.hs", tmp_path)
    assert _run(hello, stdin="Ada\n") == "what's your name?\nhello, Ada\n"


@pytest.mark.parametrize("name", ["maybe", "state", "promise", "hkt"])
def test_a_typescript_listing_is_strict_and_its_assertions_hold(
    name: str, tool: Tool, typescript: Callable[[str], Path]
) -> None:
    assert _run(tool("node"), typescript(tool("tsc")) / f"{name}.js") == ""


def test_python_gives_the_answers_of_the_parity_table() -> None:
    for text, answer in parity()["compute"].items():
        m = compute(text)
        assert (m.value if isinstance(m, Just) else None) == answer
    for text, row in parity()["parse"].items():
        assert _python(text) == row["Python"]
    assert json.loads(json.dumps(three_names().run(0))) == parity()["three_names"]


def test_typescript_gives_the_answers_of_the_parity_table(
    tool: Tool, typescript: Callable[[str], Path]
) -> None:
    built = typescript(tool("tsc"))
    inputs = list(parity()["parse"]) + list(parity()["compute"])
    given = json.loads(_run(tool("node"), built / "parity.js", *inputs))
    parsed = dict(zip(inputs, given["parse"], strict=True))
    computed = dict(zip(inputs, given["compute"], strict=True))
    for text, row in parity()["parse"].items():
        assert _number(parsed[text]) == row["TypeScript"]
    for text, answer in parity()["compute"].items():
        assert computed[text] == answer
    assert given["threeNames"] == parity()["three_names"]


def test_haskell_gives_the_answers_of_the_parity_table(tool: Tool, tmp_path: Path) -> None:
    ghc = tool("ghc")
    rows = parity()["parse"]
    printed = _run(_haskell(ghc, LISTINGS / "Parity.hs", tmp_path), stdin="\n".join(rows) + "\n")
    for (text, row), line in zip(rows.items(), printed.splitlines(), strict=True):
        assert (None if line == "null" else _number(line)) == row["Haskell"], text

    source = (LISTINGS / "Maybe.hs").read_text("utf-8").split("main :: IO ()")[0]
    source = source.replace("import Control.Monad (unless)\n", "")
    source += 'main :: IO ()\nmain = interact (unlines . map (maybe "null" show . both) . lines)\n'
    source += "  where both t = if desugared t == compute t then compute t else error t\n"
    (tmp_path / "Compute.hs").write_text(source, "utf-8")
    answers = parity()["compute"]
    program = _haskell(ghc, tmp_path / "Compute.hs", tmp_path)
    printed = _run(program, stdin="\n".join(answers) + "\n")
    for (text, answer), line in zip(answers.items(), printed.splitlines(), strict=True):
        assert (None if line == "null" else float(line)) == answer, text


def test_the_table_of_the_page_is_the_record_where_the_languages_run() -> None:
    for column in columns():
        assert column.compute == parity()["compute"], column.language
        for text, row in parity()["parse"].items():
            assert column.parse[text] == row[column.language], (text, column.language)


def test_a_missing_compiler_leaves_the_record_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert [column.ran for column in columns()] == [True, False, False]


def _number(text: str) -> float | str:
    return text if text in ("NaN", "Infinity") else float(text)


def _python(text: str) -> float | str | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return {"nan": "NaN", "inf": "Infinity"}.get(str(number), number)
