"""Ten gradients of one expectation: their means, their variances, and the wrong sign."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from ideas.gumbel import Concrete, gumbel_softmax
from ideas.gumbel import estimators as es

UNBIASED = [es.exact, es.reinforce, es.reinforce_baseline, es.rloo, es.rebar]


def quadratic(b):
    return (b - 0.45) ** 2


def power(exponent):
    return lambda b: abs(b - 0.45) ** exponent


@pytest.mark.parametrize("p", [0.5, 0.1, 0.8])
@pytest.mark.parametrize("estimator", UNBIASED, ids=lambda e: e.__name__)
def test_the_unbiased_ones_are_unbiased_for_any_function(estimator, p):
    for f in (quadratic, power(3), np.exp):
        for tau in (0.3, 1.0):
            m = es.bias_and_variance(f, p, estimator, tau, samples=100_000)
            assert abs(m.bias) <= 4.5 * m.error + 1e-9


TABLE = [
    # estimator, tau, mean and variance at p = .5, then at p = .1
    (es.reinforce, 1.0, 0.0252, 1.6e-2, 0.0088, 7.7e-3),
    (es.rloo, 1.0, 0.0250, 6.2e-4, 0.0089, 3.7e-4),
    (es.soft, 0.1, 0.0241, 8.6e-2, 0.0017, 3.0e-2),
    (es.soft, 0.5, 0.0213, 1.4e-2, -0.0220, 5.6e-3),
    (es.soft, 1.0, 0.0168, 4.8e-3, -0.0318, 2.0e-3),
    (es.st_gumbel_softmax, 0.1, 0.0226, 0.42, -0.0015, 0.15),
    (es.st_gumbel_softmax, 0.5, 0.0209, 7.8e-2, -0.0356, 2.9e-2),
    (es.st_gumbel_softmax, 1.0, 0.0168, 3.3e-2, -0.0566, 1.3e-2),
    (es.reinmax, 1.0, 0.0255, 6.3e-2, 0.0086, 2.6e-2),
]


@pytest.mark.parametrize("row", TABLE, ids=lambda r: f"{r[0].__name__}-{r[1]}")
def test_the_published_table_holds_within_its_noise(row):
    estimator, tau, *expected = row
    for p, mean, variance in ((0.5, *expected[:2]), (0.1, *expected[2:])):
        m = es.bias_and_variance(quadratic, p, estimator, tau)
        assert abs(m.mean - mean) < 4.5 * 2**0.5 * m.error + 5e-5
        assert m.variance == pytest.approx(variance, rel=0.06)


@pytest.mark.parametrize("tau", [0.5, 1.0])
def test_at_p_one_tenth_the_relaxed_gradient_has_the_wrong_sign(tau):
    assert es.exact(quadratic, 0.1, tau, np.zeros((1, 1)))[0] > 0
    assert es.expected_gradient(quadratic, 0.1, es.soft, tau) < -0.02
    assert es.expected_gradient(quadratic, 0.1, es.st_gumbel_softmax, tau) < -0.03


def test_reinmax_is_exact_for_quadratics_and_not_beyond():
    truth = lambda f, p: float(es.exact(f, p, 1.0, np.zeros((1, 1)))[0])  # noqa: E731
    for p in (0.1, 0.3, 0.7):
        mean = es.expected_gradient(quadratic, p, es.reinmax)
        assert mean == pytest.approx(truth(quadratic, p), abs=2e-5)
        for exponent in (1.5, 3.0):
            f = power(exponent)
            trapezoid = (es._slope(f, np.array(0.0)) + es._slope(f, np.array(1.0))) / 2
            mean = es.expected_gradient(f, p, es.reinmax)
            assert mean == pytest.approx(p * (1 - p) * float(trapezoid), abs=2e-5)
            assert abs(mean - truth(f, p)) > 1e-3


def test_gumbel_rao_has_the_mean_of_st_gumbel_softmax_and_less_variance():
    for p, tau in ((0.5, 0.5), (0.1, 0.3), (0.7, 1.0)):
        plain = es.bias_and_variance(quadratic, p, es.st_gumbel_softmax, tau)
        rao = es.bias_and_variance(quadratic, p, es.gumbel_rao, tau)
        assert abs(plain.mean - rao.mean) < 5 * (plain.error + rao.error)
        assert rao.variance < plain.variance


def test_one_baseline_leaves_a_bernoulli_gradient_no_variance():
    p = 0.1
    u = np.random.default_rng(0).random((1000, 1))
    baseline = (1 - p) * quadratic(1.0) + p * quadratic(0.0)
    gradients = es.reinforce(lambda b: quadratic(b) - baseline, p, 1.0, u)
    assert np.allclose(gradients, es.exact(quadratic, p, 1.0, u))


def test_the_soft_gradient_is_that_of_gumbel_softmax_itself():
    a = torch.tensor(-1.2, dtype=torch.float64, requires_grad=True)
    rows = torch.stack([a, torch.zeros((), dtype=torch.float64)]).expand(200_000, 2)
    x = gumbel_softmax(rows, 0.5, generator=torch.Generator().manual_seed(0))[:, 0]
    quadratic(x).mean().backward()
    p = float(torch.sigmoid(a.detach()))
    wanted = es.expected_gradient(quadratic, p, es.soft, 0.5)
    error = (es.bias_and_variance(quadratic, p, es.soft, 0.5).variance / 200_000) ** 0.5
    assert abs(float(a.grad) - wanted) < 4.5 * error


def test_the_straight_through_gradient_is_that_of_hard_gumbel_softmax():
    a = torch.tensor(0.4, dtype=torch.float64, requires_grad=True)
    rows = torch.stack([a, torch.zeros((), dtype=torch.float64)]).expand(200_000, 2)
    x = gumbel_softmax(rows, 1.0, hard=True, generator=torch.Generator().manual_seed(0))[:, 0]
    quadratic(x).mean().backward()
    p = float(torch.sigmoid(a.detach()))
    wanted = es.expected_gradient(quadratic, p, es.st_gumbel_softmax, 1.0)
    error = (es.bias_and_variance(quadratic, p, es.st_gumbel_softmax, 1.0).variance / 2e5) ** 0.5
    assert abs(float(a.grad) - wanted) < 4.5 * error


def test_for_a_linear_function_the_relaxed_gradient_is_the_slope_of_the_mean():
    for tau in (0.3, 1.0, 2.0):
        p, h = 0.2, 1e-5
        logit = np.log(p / (1 - p))
        up, down = (float(Concrete(np.array([logit + s, 0.0]), tau).mean()[0]) for s in (h, -h))
        wanted = es.expected_gradient(lambda b: b, p, es.soft, tau)
        assert (up - down) / (2 * h) == pytest.approx(wanted, abs=1e-6)


def test_variance_grows_like_one_over_the_temperature():
    ratio = [
        tau * es.bias_and_variance(quadratic, 0.5, es.soft, tau).variance
        for tau in (0.02, 0.05, 0.1)
    ]
    assert max(ratio) / min(ratio) < 1.15


def test_rebars_conditional_noise_leads_back_to_the_same_draw():
    rng = np.random.default_rng(0)
    b = (rng.random(10_000) < 0.3).astype(float)
    z, rate = es._conditional(0.3, b, rng.random(10_000))
    assert np.array_equal(z > 0, b == 1)
    assert ((rate >= 0) & (rate <= 1)).all()


def test_impossible_settings_are_refused():
    with pytest.raises(ValueError, match="strictly between 0 and 1"):
        es.bias_and_variance(quadratic, 1.0, es.soft)
    with pytest.raises(ValueError, match="tau must be positive"):
        es.bias_and_variance(quadratic, 0.5, es.soft, tau=0.0)
    with pytest.raises(ValueError, match="more than one uniform"):
        es.expected_gradient(quadratic, 0.5, es.rloo)
