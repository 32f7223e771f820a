"""Gumbel-max and the race draw from the categorical distribution, exactly."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from ideas.gumbel import gumbel_max, race

PROBS = np.array([0.5, 0.3, 0.15, 0.05])
CHI_SQUARE_3_AT_1E_6 = 30.7


def chi_square(draws, probs=PROBS) -> float:
    counts = np.bincount(np.asarray(draws).ravel(), minlength=len(probs))
    expected = counts.sum() * probs
    return float(((counts - expected) ** 2 / expected).sum())


@pytest.mark.parametrize("make", [np.array, torch.tensor])
def test_both_samplers_pass_the_chi_square_test(make):
    torch_input = make is torch.tensor
    seed = torch.Generator().manual_seed(1) if torch_input else np.random.default_rng(1)
    by_max = gumbel_max(make(np.log(PROBS)) + 7, shape=(200_000,), generator=seed)
    by_race = race(make(PROBS * 100), shape=(200_000,), generator=seed)
    assert chi_square(by_max) < CHI_SQUARE_3_AT_1E_6
    assert chi_square(by_race) < CHI_SQUARE_3_AT_1E_6


def test_the_two_are_the_same_function_of_the_same_noise():
    logits = np.random.default_rng(0).normal(size=(50, 7))
    first = gumbel_max(logits, generator=np.random.default_rng(5))
    second = race(np.exp(logits), generator=np.random.default_rng(5))
    assert np.array_equal(first, second)


def test_narrow_types_do_not_tie():
    logits = torch.zeros(4, dtype=torch.bfloat16)
    draws = gumbel_max(logits, shape=(200_000,), generator=torch.Generator().manual_seed(0))
    assert chi_square(draws, np.full(4, 0.25)) < CHI_SQUARE_3_AT_1E_6


def test_the_winning_time_does_not_say_who_won():
    rng = np.random.default_rng(0)
    times = rng.standard_exponential((400_000, 4)) / PROBS
    winner, first = times.argmin(1), times.min(1)
    for i in range(4):
        mine = first[winner == i]
        assert abs(mine.mean() - 1) < 5 / np.sqrt(len(mine))


@given(
    st.lists(st.floats(0.01, 100), min_size=2, max_size=5), st.integers(0, 4), st.integers(0, 99)
)
@settings(max_examples=50, deadline=None)
def test_a_class_of_weight_zero_never_wins(weights, position, seed):
    weights.insert(min(position, len(weights)), 0.0)
    generator = np.random.default_rng(seed)
    draws = race(weights, shape=(50,), generator=generator)
    with np.errstate(divide="ignore"):
        also = gumbel_max(np.log(weights), shape=(50,), generator=generator)
    assert all(weights[i] > 0 for i in np.concatenate([draws, also]))


def test_the_axis_of_classes_can_be_any_axis():
    logits = np.full((3, 2), -np.inf)
    logits[1, 0] = logits[2, 1] = 0.0
    assert gumbel_max(logits, dim=0).tolist() == [1, 2]
    assert gumbel_max(logits.T, dim=1, shape=(4,)).tolist() == [[1, 2]] * 4


@pytest.mark.parametrize(
    ("weights", "message"),
    [([1.0, -1.0], "smallest is -1"), ([0.0, 0.0], "positive entry"), ([1, np.nan], "not finite")],
)
def test_weights_that_give_no_distribution_are_refused(weights, message):
    with pytest.raises(ValueError, match=message):
        race(weights)


def test_a_generator_of_the_other_library_is_refused():
    with pytest.raises(TypeError, match="numpy.random.Generator"):
        race([1.0, 1.0], generator=torch.Generator())
    with pytest.raises(TypeError, match="torch.Generator"):
        race(torch.ones(2), generator=np.random.default_rng())
