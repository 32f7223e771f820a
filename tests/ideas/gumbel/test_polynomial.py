"""Polynomial programming: the unbiased and the second-order ones arrive, the relaxed ones rest."""

from __future__ import annotations

import numpy as np
import pytest

from ideas.gumbel import polynomial
from ideas.gumbel.moments import Problem, moments

TOY = {"RLOO": "RLOO-2"}


def ones_left(name: str, exponent: float, **options: float) -> float:
    paid = polynomial.descend(polynomial.ALL[name], exponent, **options)
    low, high = 0.45**exponent, 0.55**exponent
    return float((paid[-1] - low) / (high - low))


@pytest.mark.parametrize("name", polynomial.ALL)
def test_the_mean_gradient_of_a_coin_is_that_of_the_toy(name):
    problem, p, rng = Problem(0.3, 0.45, 1.5), np.full(4, 0.3), np.random.default_rng(0)
    found = polynomial.ALL[name](problem, p, 0.7, rng, 200_000) * len(p)
    if name == "exact":
        assert np.allclose(found, problem.gradient())
        return
    wanted = moments(problem, 1.0 if name == "ReinMax" else 0.7)[TOY.get(name, name)]
    assert np.allclose(found, wanted.mean, atol=6e-3 if name == "REINFORCE" else 3e-3)


@pytest.mark.parametrize("exponent", [1.5, 2.0, 3.0])
def test_what_relaxes_rests_away_from_the_optimum(exponent):
    assert ones_left("exact", exponent) < 0.02
    assert ones_left("RLOO", exponent) < 0.05
    assert ones_left("ReinMax", exponent) < 0.1
    for name in ("Gumbel-Softmax", "straight-through", "ST-Gumbel-Softmax"):
        assert ones_left(name, exponent) > 0.3


def test_an_impossible_temperature_is_refused():
    with pytest.raises(ValueError, match="tau must be positive"):
        polynomial.descend(polynomial.exact, tau=0.0)
