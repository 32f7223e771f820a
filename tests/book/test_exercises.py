"""Exercises checked in the page: starters fail, right answers pass, wrong ones are told why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from myst_nb.core.read import read_myst_markdown_notebook

from bookkit.contents import pages
from bookkit.extension.live_code import pair_exercises
from bookkit.live.needs import cells_needed

ROOT = Path(__file__).resolve().parents[2]
ANSWERS = json.loads(Path(__file__).with_name("exercise_answers.json").read_text(encoding="utf-8"))


def cells_of(name: str) -> list[dict]:
    notebook = read_myst_markdown_notebook((ROOT / f"{name}.md").read_text(encoding="utf-8"))
    return [
        {
            "source": cell.source,
            "tags": cell.metadata.get("tags", []),
            "name": cell.metadata.get("name", ""),
        }
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


CELLS = {name: cells_of(name) for name in pages(ROOT)}
EXERCISES = {
    cells[place]["name"]: (cells, place, check)
    for name, cells in CELLS.items()
    for place, check in pair_exercises(cells, name).items()
}


def check(exercise: str, answer: str | None = None) -> None:
    """Run what the check needs, with an answer in place of the starter, then the check."""
    cells, place, last = EXERCISES[exercise]
    sources = [cell["source"] for cell in cells]
    if answer is not None:
        sources[place] = answer
    needed = cells_needed(sources, last)
    assert place in needed, "the check does not look at the answer"
    space: dict = {"__name__": "__main__"}
    for one in (*needed, last):
        exec(compile(sources[one], f"<cell {one + 1}>", "exec", dont_inherit=True), space)


def test_every_exercise_has_answers_and_enough_can_be_checked() -> None:
    assert set(ANSWERS) == set(EXERCISES)
    assert len(EXERCISES) >= 8
    for answers in ANSWERS.values():
        assert len(answers["right"]) >= 1
        assert len(answers["wrong"]) >= 3


@pytest.mark.parametrize("exercise", EXERCISES)
def test_the_starter_alone_is_not_enough(exercise: str) -> None:
    with pytest.raises(AssertionError) as failure:
        check(exercise)
    assert len(str(failure.value)) > 20


@pytest.mark.parametrize(
    ("exercise", "answer"), [(name, text) for name in ANSWERS for text in ANSWERS[name]["right"]]
)
def test_a_right_answer_passes(exercise: str, answer: str) -> None:
    check(exercise, answer)


@pytest.mark.parametrize(
    ("exercise", "answer", "words"),
    [(name, *pair) for name in ANSWERS for pair in ANSWERS[name]["wrong"]],
)
def test_a_wrong_answer_is_told_what_to_look_at(exercise: str, answer: str, words: str) -> None:
    with pytest.raises(AssertionError) as failure:
        check(exercise, answer)
    assert words in str(failure.value)
