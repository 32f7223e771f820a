"""The repository keeps the rules of the house."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bookkit.commands import COMMANDS

ROOT = Path(__file__).resolve().parents[1]
CHAPTERS = ("monads", "gf2", "gumbel", "ptx")
IDEAS = sorted((ROOT / "code" / "ideas").rglob("*.py"))


def imports_of(path: Path) -> set[str]:
    """The dotted names that a module imports, relative ones made whole."""
    package = path.relative_to(ROOT / "code").parent.parts
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*base, *((node.module,) if node.module else ())))
            found |= {module, *(f"{module}.{alias.name}" for alias in node.names)}
    return found


@pytest.mark.parametrize("folder", ["code", "tests"])
def test_folder_is_no_package(folder: str) -> None:
    assert not (ROOT / folder / "__init__.py").exists()


def test_no_test_folder_is_a_package() -> None:
    assert list((ROOT / "tests").rglob("__init__.py")) == []


@pytest.mark.parametrize("path", IDEAS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_module_imports_no_other_chapter_and_no_build_tool(path: Path) -> None:
    names = imports_of(path)
    assert not {name for name in names if name.split(".")[0] == "bookkit"}
    parts = path.relative_to(ROOT / "code" / "ideas").parts
    others = {f"ideas.{chapter}" for chapter in CHAPTERS if chapter != parts[0]}
    assert not {name for name in names if ".".join(name.split(".")[:2]) in others}


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_importing_a_chapter_is_light(chapter: str) -> None:
    heavy = {"torch", "numba", "matplotlib", "sklearn", "llvmlite", "anywidget", "ipywidgets"}
    program = (
        f"import sys, ideas.{chapter}\n"
        f"print(' '.join(sorted({heavy!r} & {{name.split('.')[0] for name in sys.modules}})))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == ""


def test_locks_and_requirements_name_no_address() -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    assert not [name for name, entry in lock["packages"].items() if "resolved" in entry]
    for path in (
        ROOT / "requirements.txt",
        ROOT / "tests" / "requirements.txt",
        ROOT / "code" / "bookkit" / "constraints.txt",
        ROOT / "binder" / "requirements.txt",
        ROOT / "tests" / "elsewhere" / "colab.txt",
    ):
        text = path.read_text(encoding="utf-8")
        assert "://" not in text, path
        assert "index-url" not in text, path


def test_everything_required_is_pinned() -> None:
    pinned = r"[\w.\[\]-]+==[\w.+]+(; .+)?"
    for path in (ROOT / "requirements.txt", ROOT / "tests" / "requirements.txt"):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith(("#", "-")):
                assert re.fullmatch(pinned, line), line


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "book/how-to/run.md"])
def test_commands_in_prose_exist(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    named = set(re.findall(r"(?:\$ |`)make ([a-z]+)", text))
    named |= set(re.findall(r"python code/bookkit ([a-z]+)", text))
    assert named
    assert named <= set(COMMANDS)


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_links_in_prose_lead_somewhere(name: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", (ROOT / name).read_text(encoding="utf-8"))
    assert [link for link in links if not (ROOT / link).exists()] == []


@pytest.mark.parametrize("command", [["check", "--quiet"], ["format", "--check", "--quiet"]])
def test_style_is_settled(command: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "ruff", *command, "."], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
