"""The race, the estimators and the training runs as widgets: state, words, shared vectors."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from ideas import gumbel
from ideas.gumbel import Estimators, Race, TrainingRuns, race_widget
from ideas.widgets import TraitError

HERE = Path(__file__).parent
RUN = {
    "name": "short",
    "step": [0, 20],
    "tau": [1.0, 0.5],
    "soft": [0.07, 0.02],
    "sampled": [0.08, 0.03],
    "argmax": [0.075, 0.025],
    "usage": [[10, 0], [5, 5]],
}


@pytest.mark.parametrize("name", ["race", "estimators", "runs"])
def test_the_shared_vectors_are_what_the_library_computes(assert_same_vectors, name):
    module = import_module(f"ideas.gumbel.{name}_widget")
    kept = json.loads((HERE / f"{name}_vectors.json").read_text())
    assert_same_vectors(kept, json.loads(json.dumps(module.vectors())))


@pytest.mark.parametrize("name", gumbel.WIDGETS)
def test_each_widget_has_a_script_and_a_style_beside_it(name):
    widget = getattr(gumbel, name)
    assert widget.script.exists()
    assert widget.script.with_suffix(".css").exists()


def test_a_name_that_is_no_widget_is_refused():
    with pytest.raises(AttributeError, match="no attribute 'Square'"):
        gumbel.Square  # noqa: B018


def test_the_race_is_won_in_proportion_to_the_weights():
    wins = np.array(race_widget.wins([2, 3, 5], 3, 20_000))
    expected = 2000 * np.array([2, 3, 5])
    assert ((wins - expected) ** 2 / expected).sum() < 27.6  # chi-square, 2 d.o.f., 1e-6
    first = race_widget.times([2, 3, 5], 3, 20_000).min(1)
    assert abs(first.mean() - 0.1) < 5 * 0.1 / 20_000**0.5


@pytest.mark.parametrize(
    ("widget", "bad"),
    [
        (Race, {"weights": [0, 3, 5]}),
        (Race, {"weights": 3}),
        (Race, {"rounds": 0}),
        (Race, {"scale": "space"}),
        (Estimators, {"p": 0.0}),
        (Estimators, {"tau": 9}),
        (Estimators, {"estimator": "best"}),
        (TrainingRuns, {"runs": []}),
        (TrainingRuns, {"runs": [RUN | {"tau": [1.0]}]}),
        (TrainingRuns, {"runs": [{"name": "empty"}]}),
    ],
)
def test_what_is_no_state_is_refused(widget, bad):
    with pytest.raises(TraitError):
        widget(**bad)


def test_words_and_pictures_tell_the_state():
    assert "the wrong sign" in Estimators(p=0.1, tau=0.5).alt()
    assert "the right sign" in Estimators(p=0.1, tau=0.05).alt()
    assert "<polyline" in Estimators().picture()
    assert "of 500 rounds" in Race(rounds=500).alt()
    assert Race().picture().count("<circle") == 3
    runs = TrainingRuns(runs=[RUN], at=1)
    assert "at step 20" in runs.alt()
    assert "2.0 of 2 codes" in runs.alt()
    assert runs.picture().count("<rect") == 2
