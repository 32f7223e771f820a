"""Which files a page uses is told from its imports, through packages and relative imports."""

from __future__ import annotations

from pathlib import Path

import pytest

from bookkit.imports import code_cells, files_used, fingerprint


@pytest.fixture
def code(tmp_path: Path) -> Path:
    files = {
        "ideas/__init__.py": "",
        "ideas/figures.py": "import math\n",
        "ideas/one/__init__.py": "from ideas.one.core import f\n",
        "ideas/one/core.py": "from . import helper\n",
        "ideas/one/helper.py": "",
        "ideas/one/helper.js": "",
        "ideas/one/listings/a.hs": "",
        "ideas/one/unused.py": "",
        "ideas/two/__init__.py": "",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def page(*cells: str) -> str:
    return "# Title\n\n" + "\n".join(f"```{{code-cell}} ipython3\n{cell}\n```\n" for cell in cells)


def names(files: set[Path], code: Path) -> set[str]:
    return {path.relative_to(code / "ideas").as_posix() for path in files}


def test_a_package_brings_what_it_imports_and_its_data(code: Path) -> None:
    used = names(files_used(page("from ideas import one"), code), code)
    assert used == {
        "__init__.py",
        "one/__init__.py",
        "one/core.py",
        "one/helper.py",
        "one/helper.js",
        "one/listings/a.hs",
    }


def test_a_module_brings_only_itself(code: Path) -> None:
    used = files_used(page("from ideas import figures"), code)
    assert names(used, code) == {"__init__.py", "figures.py"}


def test_cells_with_magics_or_options_or_errors_are_read(code: Path) -> None:
    cells = page(
        "---\ntags: [a]\n---\n%time import ideas.two", "def f(:", ":tags: [b]\nimport math"
    )
    assert names(files_used(cells, code), code) <= {"__init__.py", "two/__init__.py"}
    assert list(code_cells(cells))[2] == "import math\n"


def test_fingerprint_follows_the_contents(code: Path) -> None:
    files = files_used(page("import ideas.one"), code)
    before = fingerprint(files)
    assert fingerprint(sorted(files, reverse=True)) == before
    (code / "ideas/one/helper.py").write_text("x = 1\n")
    assert fingerprint(files) != before
