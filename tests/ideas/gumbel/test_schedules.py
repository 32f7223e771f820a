"""Schedules anneal, end where they say, and refuse to stand still."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ideas.gumbel import schedules

FALLING = [schedules.cosine, schedules.exponential]


@pytest.mark.parametrize("make", FALLING)
@given(start=st.floats(0.5, 10), ratio=st.floats(0.01, 0.99), steps=st.integers(2, 200))
def test_a_falling_schedule_goes_from_start_to_end_and_never_rises(make, start, ratio, steps):
    tau = make(start, start * ratio, steps)
    values = [tau(step) for step in range(steps + 5)]
    assert values[0] == pytest.approx(start)
    assert values[steps] == pytest.approx(start * ratio)
    assert all(a >= b for a, b in itertools.pairwise(values))
    assert values[steps:] == [values[steps]] * 5


@pytest.mark.parametrize("make", FALLING)
def test_asking_twice_does_not_compound(make):
    tau = make(1.0, 0.1, 10)
    assert tau(5) == tau(5)


@pytest.mark.parametrize("make", FALLING)
@pytest.mark.parametrize(("start", "end"), [(0.5, 0.5), (0.1, 1.0)])
def test_a_schedule_that_never_anneals_is_refused(make, start, end):
    with pytest.raises(ValueError, match="nothing is annealed"):
        make(start, end, 10)


@pytest.mark.parametrize("make", FALLING)
def test_impossible_numbers_are_refused(make):
    with pytest.raises(ValueError, match="steps must be a positive integer"):
        make(1.0, 0.5, 0)
    with pytest.raises(ValueError, match="tau must be positive"):
        make(1.0, 0.0, 10)
    with pytest.raises(ValueError, match="step must be 0 or more"):
        make(1.0, 0.5, 10)(-1)


def test_a_constant_is_constant_and_checked():
    assert {schedules.constant(0.7)(step) for step in range(5)} == {0.7}
    with pytest.raises(ValueError, match="tau must be positive"):
        schedules.constant(-0.7)
