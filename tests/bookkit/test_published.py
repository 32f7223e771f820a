"""What the workflow pushes for Colab and Binder, and that Binder's pins are the book's."""

from __future__ import annotations

import re
import venv
from pathlib import Path

import pytest

from bookkit.elsewhere import differences, main
from bookkit.extension.run_buttons import BRANCH
from bookkit.published import RECIPE, write_branch

ROOT = Path(__file__).resolve().parents[2]
BINDER = ROOT / "binder" / "requirements.txt"
CONSTRAINTS = ROOT / "code" / "bookkit" / "constraints.txt"
WORKFLOW = (ROOT / ".github" / "workflows" / "publish.yml").read_text(encoding="utf-8")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    for name in ("book/one/a.ipynb", "book/one/a.html", "book/two/b.ipynb"):
        path = tmp_path / "site" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name)
    return tmp_path / "site"


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_with_an_image_the_branch_is_notebooks_and_one_line(site: Path, tmp_path: Path) -> None:
    names = write_branch(site, ROOT, tmp_path / "branch", "host.example/ada/notes:abc")
    assert names == ["book/one/a.ipynb", "book/two/b.ipynb"]
    assert files(tmp_path / "branch") == {*names, "README.md", "binder/Dockerfile"}
    recipe = (tmp_path / "branch" / "binder" / "Dockerfile").read_text()
    assert "FROM host.example/ada/notes:abc\n" in recipe


def test_without_one_the_branch_holds_all_that_the_recipe_copies(
    site: Path, tmp_path: Path
) -> None:
    branch = tmp_path / "branch"
    write_branch(site, ROOT, branch)
    recipe = (branch / "binder" / "Dockerfile").read_text()
    copied = [
        name
        for line in re.findall(r"^COPY (.+)$", recipe, re.MULTILINE)
        for name in line.split()[:-1]
        if not name.startswith("--")
    ]
    assert "book" in copied
    assert [name for name in copied if not (branch / name).exists()] == []
    assert recipe.index("COPY --chown=${NB_UID} book") < recipe.index("USER ${NB_USER}\nWORKDIR")


def test_the_recipe_copies_nothing_else() -> None:
    recipe = (ROOT / "binder" / "Dockerfile").read_text()
    copied = set(re.findall(r"(?<= )(?!-)[\w./]+(?= )", " ".join(re.findall(r"COPY.+", recipe))))
    named = {name for name in copied if (ROOT / name).exists()}
    assert all(any(name == top or name.startswith(f"{top}/") for top in RECIPE) for name in named)


def test_a_site_without_notebooks_is_told(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="run make book first"):
        write_branch(tmp_path, ROOT, tmp_path / "branch")
    assert not (tmp_path / "branch").exists()


def test_the_workflow_pushes_the_branch_that_buttons_open() -> None:
    assert f"--initial-branch {BRANCH}" in WORKFLOW
    assert f'.git" {BRANCH}' in WORKFLOW
    assert "BOOK_REFERENCE: ${{ github.sha }}" in WORKFLOW


def pins(path: Path) -> dict[str, str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    found = [line.split("==") for line in lines if re.fullmatch(r"[\w.-]+==[\w.]+", line)]
    return {re.sub("[-_.]+", "-", name).lower(): version for name, version in found}


def test_binder_has_the_versions_of_the_book() -> None:
    binder, book = pins(BINDER), pins(CONSTRAINTS) | pins(ROOT / "requirements.txt")
    shared = set(binder) & set(book)
    assert {"torch", "numpy", "numba", "anywidget", "ipykernel"} <= shared
    assert [name for name in sorted(shared) if binder[name] != book[name]] == []
    assert "jupyterlab" in binder


def test_every_line_of_binder_is_a_pin() -> None:
    lines = BINDER.read_text(encoding="utf-8").splitlines()
    assert len(pins(BINDER)) == len([line for line in lines if line and not line.startswith("#")])


def test_what_changed_is_told_apart_from_what_came() -> None:
    assert differences({"a": "1"}, {"a": "1", "b": "1"}) == (["b 1"], [])
    assert differences({"a": "1"}, {"a": "2"}) == ([], ["a 1 became 2"])
    assert differences({"a": "1"}, {}) == ([], ["a 1 is gone"])


def test_a_python_that_runs_no_notebooks_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    venv.create(tmp_path / "bare", with_pip=False)
    places = (tmp_path / "bare" / "bin/python", tmp_path / "bare" / "Scripts/python.exe")
    python = next(path for path in places if path.exists())
    assert main([str(python), "book/monads/laws"]) == 2
    assert "has no ipykernel" in capsys.readouterr().err
