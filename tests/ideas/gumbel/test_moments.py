"""Means and variances by quadrature are those of the estimators' samples."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from ideas.gumbel import estimators as es
from ideas.gumbel.moments import Problem, best_weight, moments

PROBLEMS = [Problem(0.1), Problem(0.5, 0.45, 1.5), Problem(0.9, 0.2, 3.0)]


@pytest.mark.parametrize("problem", PROBLEMS)
@pytest.mark.parametrize("tau", [0.05, 0.5, 3.0])
def test_the_quadrature_agrees_with_samples(problem, tau):
    sampled = es.ALL | {"REBAR, tuned": partial(es.rebar, eta=best_weight(problem, tau))}
    for name, pair in moments(problem, tau).items():
        m = es.bias_and_variance(problem.value, problem.p, sampled[name], tau, samples=100_000)
        assert abs(m.mean - pair.mean) < 4.5 * m.error + 1e-9, name
        assert m.variance == pytest.approx(pair.variance, rel=0.08, abs=1e-9), name


@pytest.mark.parametrize("problem", PROBLEMS)
@pytest.mark.parametrize("tau", [0.05, 0.5, 5.0])
def test_the_quadrature_agrees_with_the_midpoint_rule(problem, tau):
    for name in ("Gumbel-Softmax", "ST-Gumbel-Softmax"):
        by_midpoints = es.expected_gradient(
            problem.value, problem.p, es.ALL[name], tau, nodes=1_000_000
        )
        assert moments(problem, tau)[name].mean == pytest.approx(by_midpoints, abs=2e-8)


@pytest.mark.parametrize("tau", [0.05, 0.5, 1.0, 5.0])
def test_the_unbiased_ones_have_the_exact_mean(tau):
    for problem in PROBLEMS:
        found = moments(problem, tau)
        for name in ("REINFORCE", "REINFORCE + baseline", "RLOO-2", "REBAR", "REBAR, tuned"):
            assert found[name].mean == pytest.approx(problem.gradient(), abs=1e-7)


def test_a_tuned_weight_gains_over_reinforce_and_over_weight_one():
    problem = Problem(0.9, 0.2, 1.5)
    found = moments(problem, 3.0)
    assert found["REBAR, tuned"].variance < 0.25 * found["REINFORCE"].variance
    assert found["REBAR, tuned"].variance < 0.75 * found["REBAR"].variance
    for problem in PROBLEMS:
        for tau in np.geomspace(0.05, 5, 7):
            pair = moments(problem, tau)
            least = min(pair["REINFORCE"].variance, pair["REBAR"].variance)
            assert pair["REBAR, tuned"].variance <= least + 1e-12


@pytest.mark.parametrize("bad", [Problem(0.0), Problem(0.1, 1.0), Problem(0.1, 0.5, 0.5)])
def test_impossible_problems_are_refused(bad):
    with pytest.raises(ValueError, match="inside 0 to 1"):
        moments(bad, 0.5)
    with pytest.raises(ValueError, match="tau must be positive"):
        moments(Problem(), 0.0)
