"""The same inputs through Python, TypeScript and Haskell, run where their tools are found.

Python always runs.  TypeScript runs where Node and the compiler ``tsc`` of this course's checkout
are found, and Haskell where GHC is; for the others stands what ``listings/parity.json`` recorded,
and the table says so.  ``python -m ideas.monads.parity`` writes that file anew.
"""

from __future__ import annotations

import json
import math
import shutil
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ideas.monads.examples import compute, parity, three_names
from ideas.monads.maybe import Just

__all__ = ["Column", "columns", "haskell", "python", "typescript"]

LISTINGS = Path(__file__).with_name("listings")


@dataclass(frozen=True, slots=True)
class Column:
    """A language's answers: the number each text is read as, and what ``compute`` gives.

    ``ran`` says whether they were computed just now, or are from the record.
    """

    language: str
    parse: dict[str, float | str | None]
    compute: dict[str, float | None]
    ran: bool


def _number(text: str) -> float | str:
    """A number, or the text where JSON has no number for it."""
    return text if text in ("NaN", "Infinity") else float(text)


def python(texts: Iterable[str], inputs: Iterable[str]) -> Column:
    """Python's answers.

    >>> python(["", ".5", "NaN"], ["4", "0"])
    Column(language='Python', parse={'': None, '.5': 0.5, 'NaN': 'NaN'}, \
compute={'4': 0.5, '0': None}, ran=True)
    """

    def parse(text: str) -> float | str | None:
        try:
            number = float(text)
        except ValueError:
            return None
        return number if math.isfinite(number) else "NaN" if math.isnan(number) else "Infinity"

    def answer(text: str) -> float | None:
        m = compute(text)
        return m.value if isinstance(m, Just) else None

    return Column("Python", {t: parse(t) for t in texts}, {t: answer(t) for t in inputs}, ran=True)


def _run(*command: object, stdin: str = "") -> str:
    import subprocess

    done = subprocess.run(
        [str(part) for part in command], input=stdin, capture_output=True, text=True, timeout=120
    )
    if done.returncode:
        raise RuntimeError(f"{command[0]} failed: {done.stdout}{done.stderr}")
    return done.stdout


def _compiler() -> Path | None:
    """The checkout's own ``tsc``, if this package stands in a checkout with its node packages."""
    found = [p / "node_modules" / ".bin" / "tsc" for p in (*LISTINGS.parents, *Path.cwd().parents)]
    return next((path for path in found if path.exists()), None)


def typescript(texts: Iterable[str], inputs: Iterable[str]) -> Column | None:
    """TypeScript's answers, or None where Node or the compiler is missing."""
    node, compiler = shutil.which("node"), _compiler()
    if node is None or compiler is None:
        return None
    texts, inputs = [*texts], [*inputs]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for source in LISTINGS.glob("*.ts"):
            shutil.copy(source, folder)
        (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
        options = ["--strict", "--target", "ES2020", "--module", "nodenext", "--outDir"]
        _run(node, compiler.resolve(), *options, folder, folder / "parity.ts")
        given = json.loads(_run(node, folder / "parity.js", *texts, *inputs))
    parsed = map(_number, given["parse"][: len(texts)])
    computed = given["compute"][len(texts) :]
    return Column(
        "TypeScript",
        dict(zip(texts, parsed, strict=True)),
        dict(zip(inputs, computed, strict=True)),
        ran=True,
    )


def haskell(texts: Iterable[str], inputs: Iterable[str]) -> Column | None:
    """Haskell's answers, or None where GHC is missing."""
    ghc = shutil.which("ghc")
    if ghc is None:
        return None
    texts, inputs = [*texts], [*inputs]
    source = (LISTINGS / "Maybe.hs").read_text("utf-8").split("main :: IO ()")[0]
    source = source.replace("import Control.Monad (unless)\n", "")
    source += 'main :: IO ()\nmain = interact (unlines . map (maybe "null" show . both) . lines)\n'
    source += "  where both t = if desugared t == compute t then compute t else error t\n"

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "Compute.hs").write_text(source, encoding="utf-8")

        def lines(program: Path, given: list[str]) -> list[str]:
            built = folder / program.stem
            _run(ghc, "-v0", "-outputdir", folder / f"{program.stem}-build", "-o", built, program)
            return _run(built, stdin="\n".join(given) + "\n").splitlines()

        parsed = lines(LISTINGS / "Parity.hs", texts)
        computed = lines(folder / "Compute.hs", inputs)
    return Column(
        "Haskell",
        {t: None if a == "null" else _number(a) for t, a in zip(texts, parsed, strict=True)},
        {t: None if a == "null" else float(a) for t, a in zip(inputs, computed, strict=True)},
        ran=True,
    )


def _recorded(language: str) -> Column:
    record = parity()
    parsed = {text: row[language] for text, row in record["parse"].items()}
    return Column(language, parsed, record["compute"], ran=False)


def columns() -> list[Column]:
    """The three columns of the table on the inputs of the record, run now where they can be.

    >>> [column.language for column in columns()]
    ['Python', 'TypeScript', 'Haskell']
    """
    texts, inputs = [*parity()["parse"]], [*parity()["compute"]]
    runs: dict[str, Callable[[Iterable[str], Iterable[str]], Column | None]] = {
        "Python": python,
        "TypeScript": typescript,
        "Haskell": haskell,
    }
    return [run(texts, inputs) or _recorded(language) for language, run in runs.items()]


def main() -> None:
    """Write the record, if all three languages are here."""
    found = columns()
    if not all(column.ran for column in found):
        missing = ", ".join(column.language for column in found if not column.ran)
        raise SystemExit(f"the record was not written, for there is no {missing} here")
    if any(column.compute != found[0].compute for column in found):
        raise SystemExit("the record was not written, for the languages disagree on compute")
    record: dict[str, Any] = {
        "parse": {t: {c.language: c.parse[t] for c in found} for t in found[0].parse},
        "compute": found[0].compute,
        "three_names": json.loads(json.dumps(three_names().run(0))),
    }
    rows = [f'"{key}": {json.dumps(value)}' for key, value in record.items()]
    (LISTINGS / "parity.json").write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
