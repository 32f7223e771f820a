"""Each question of a master has what it needs, and no master gets into the site."""

from __future__ import annotations

import re
from pathlib import Path

import jupytext
import pytest

ROOT = Path(__file__).resolve().parents[2]
MASTERS = sorted((ROOT / "coursework").glob("*.md"))
HEADER = re.compile(r"^# %% (\w+): (wrong|right), \S", re.MULTILINE)


def questions(master: Path) -> list[str]:
    cells = jupytext.read(master).cells
    raw = [cell.source for cell in cells if cell.cell_type == "raw"]
    return [
        re.search(r"^name: (\w+)$", text, re.MULTILINE).group(1)
        for text in raw
        if text.startswith("# BEGIN QUESTION")
    ]


@pytest.mark.parametrize("master", MASTERS, ids=lambda path: path.stem)
def test_every_question_has_right_and_wrong_answers(master: Path) -> None:
    answers = ROOT / "tests" / "coursework" / "answers" / f"{master.stem}.py"
    kinds = HEADER.findall(answers.read_text(encoding="utf-8"))
    assert len(questions(master)) >= 8
    assert {name for name, _ in kinds} == set(questions(master))
    for name in questions(master):
        assert kinds.count((name, "wrong")) >= 3, name
        assert kinds.count((name, "right")) >= 1, name


@pytest.mark.parametrize("master", MASTERS, ids=lambda path: path.stem)
def test_hidden_tests_are_in_two_halves(master: Path) -> None:
    hidden = [
        cell.source for cell in jupytext.read(master).cells if "\nhidden: true" in cell.source
    ]
    assert len(hidden) >= len(questions(master))
    for source in hidden:
        probe, _, marker = source.partition("# --- the marker's side\n")
        assert "answer =" in probe
        assert "assert" in marker
        assert "failure_message: " in probe


def test_no_master_is_in_the_site() -> None:
    site = ROOT / "_build" / "html"
    assert not list(site.rglob("coursework*"))
    solution = "# BEGIN SOLUTION"
    for page in (*site.glob("**/*.html"), *site.glob("**/*.ipynb"), *site.glob("_static/search/*")):
        assert solution not in page.read_text(encoding="utf-8"), page.name
