"""The widget's tables are those of the model, and its state is checked."""

from __future__ import annotations

import json
import random
import xml.etree.ElementTree as ET
from itertools import product
from pathlib import Path

import pytest

from ideas.ptx.litmuslab import SCOPES, SHAPES, LitmusLab, read_tables, row, vectors

VECTORS = Path(__file__).with_name("litmuslab_vectors.json")
TABLES = read_tables()


def test_vectors_are_those_of_the_search():
    assert json.loads(VECTORS.read_text(encoding="utf-8")) == vectors()


@pytest.mark.parametrize("name", SHAPES)
def test_table_is_what_the_model_gives(name):
    """Every program of the small tests, and a sample of the large ones."""
    shape, table = SHAPES[name], TABLES[name]
    assert [tuple(v) for v in table["outcomes"]] == shape.outcomes()
    assert table["slots"] == [[s.thread, s.kind, s.rest, list(s.levels)] for s in shape.slots]
    programs = list(product(*(range(len(slot.levels)) for slot in shape.slots)))
    assert len(programs) == len(table["programs"])
    random.seed(name)
    chosen = (
        range(len(programs)) if len(programs) < 100 else random.sample(range(len(programs)), 25)
    )
    for n in chosen:
        said = [table["reasons"][r] for r in table["rows"][table["programs"][n]]]
        assert said == row(shape, programs[n])


def test_every_test_can_be_made_to_forbid_what_is_asked():
    for table in TABLES.values():
        reasons = [table["reasons"][table["rows"][p][table["asked"]]] for p in table["programs"]]
        axioms = {reason.split("|")[0] for reason in reasons}
        assert "" in axioms
        assert axioms - {""}
        assert reasons[0].split("|")[0] == "", "the weakest allows what is asked"


def test_words_and_picture_follow_the_state():
    weak = LitmusLab(test="SB", apart="cta")
    assert weak.alt().endswith("is allowed.")
    fenced = "weak fence weak weak fence weak".replace("fence", "sc.cta")
    strong = LitmusLab(test="SB", apart="cta", choices=fenced)
    assert strong.alt().endswith("is forbidden.")
    assert LitmusLab(test="SB", apart="gpu", choices=fenced).alt().endswith("is allowed.")
    for lab in (weak, strong):
        svg = ET.fromstring(lab.picture())
        assert svg.tag.endswith("svg")


@pytest.mark.parametrize("values", [{"test": "XX"}, {"apart": "warp"}, {"choices": "weak"},
                                    {"choices": "weak none weak weak none strong"},
                                    {"outcome": 16}])  # fmt: skip
def test_a_bad_state_is_refused(values):
    with pytest.raises((ValueError, Exception), match="cannot be|expected"):
        LitmusLab(**values)


def test_all_scopes_are_on_the_menu():
    for shape in SHAPES.values():
        for slot in shape.slots:
            offered = list(slot.choices())
            assert len(set(offered)) == len(offered)
            assert all(any(word.endswith(scope) for word in offered) for scope in SCOPES)


def test_each_menu_begins_with_what_does_not_reach():
    """A scope that reaches no one is worth the first level, which must then be weak or none."""
    for shape in SHAPES.values():
        assert {slot.levels[0] for slot in shape.slots} <= {"weak", "none"}
