"""The simplex widget: what it draws is what the library samples, and its script agrees."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from ideas.gumbel import Simplex, simplex_widget
from ideas.widgets import TraitError

VECTORS = Path(__file__).with_name("simplex_vectors.json")


def test_the_shared_vectors_are_what_the_library_computes(assert_same_vectors):
    assert_same_vectors(json.loads(VECTORS.read_text()), simplex_widget.vectors())


def test_the_hashed_exponentials_are_exponential_and_independent():
    e = simplex_widget.exponentials(5, 100_000)
    for level in (0.01, 0.1, 1.0, 3.0):
        share = (e <= level).mean()
        wanted = 1 - np.exp(-level)
        assert abs(share - wanted) < 5 * (wanted * (1 - wanted) / e.size) ** 0.5
    u = np.exp(-e)
    assert np.abs(np.corrcoef(u.T) - np.eye(3)).max() < 5 / 100_000**0.5
    assert abs(np.corrcoef(u[1:, 0], u[:-1, 0])[0, 1]) < 5 / 100_000**0.5


@pytest.mark.parametrize("seed", range(4))
def test_the_tally_is_that_of_the_samples_at_every_temperature(seed):
    percent = [20, 30, 50]
    counts = simplex_widget.tally(percent, seed)
    expected = 10 * np.array(percent)
    assert ((counts - expected) ** 2 / expected).sum() < 27.6  # chi-square, 2 d.o.f., 1e-6
    for tau in (0.05, 1.0, 10.0):
        x = simplex_widget.samples(percent, tau, seed)
        assert np.bincount(x.argmax(1), minlength=3).tolist() == counts


@pytest.mark.parametrize(
    "bad",
    [
        {"percent": [20, 30, 51]},
        {"percent": [0, 50, 50]},
        {"percent": [20.0, 30, 50]},
        {"percent": "abc"},
        {"percent": 7},
        {"tau": 0},
        {"frozen": "maybe"},
    ],
)
def test_what_is_no_state_is_refused(bad):
    with pytest.raises(TraitError):
        Simplex(**bad)


def test_words_and_picture_tell_the_state():
    shown = Simplex(percent=[60, 30, 10], tau=0.1, seed=3)
    counts = simplex_widget.tally([60, 30, 10], 3)
    assert "60, 30 and 10 %" in shown.alt()
    assert f"{counts[0]}, {counts[1]} and {counts[2]}" in shown.alt()
    assert shown.picture().count("h0") == 1000
