"""The sources of the pages keep the rules of the house."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bookkit.contents import pages
from bookkit.imports import code_cells

ROOT = Path(__file__).resolve().parents[2]
PAGES = pages(ROOT)
LONGEST_CELL = 40


def text_of(name: str) -> str:
    return (ROOT / f"{name}.md").read_text(encoding="utf-8")


def test_every_page_under_book_is_in_the_contents() -> None:
    on_disk = {
        path.relative_to(ROOT).with_suffix("").as_posix() for path in (ROOT / "book").rglob("*.md")
    }
    assert on_disk == set(PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_page_has_one_title(name: str) -> None:
    prose = re.sub(r"^(`{3,}|~{3,}).*?^\1", "", text_of(name), flags=re.DOTALL | re.MULTILINE)
    assert len(re.findall(r"^# ", prose, flags=re.MULTILINE)) == 1


@pytest.mark.parametrize("name", PAGES)
def test_no_cell_is_longer_than_a_screen(name: str) -> None:
    for number, cell in enumerate(code_cells(text_of(name)), start=1):
        lines = cell.strip().count("\n") + 1
        assert lines <= LONGEST_CELL, f"cell {number} of {name} has {lines} lines"


@pytest.mark.parametrize("name", PAGES)
def test_no_machine_path_in_page(name: str) -> None:
    assert not re.search(r"(?<![\w.])/(?:home|root|Users|tmp)/", text_of(name))
