"""The Concrete density: it integrates to one, agrees with torch, and has the shapes it should."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch.distributions import RelaxedOneHotCategorical

from ideas.gumbel import Concrete


def integral_in_log_ratios(d: Concrete, reach: float = 60.0, cells: int = 900) -> float:
    """Integrate over u = (log x1/x3, log x2/x3); the Jacobian is x1 x2 x3."""
    u = np.linspace(-reach, reach, cells)
    grid = np.stack([*np.meshgrid(u, u), np.zeros((cells, cells))], -1)
    log_x = grid - np.logaddexp(np.logaddexp(grid[..., 0], grid[..., 1]), 0)[..., None]
    return float(np.exp(d.log_prob_of_log(log_x) + log_x.sum(-1)).sum() * (u[1] - u[0]) ** 2)


@pytest.mark.parametrize("tau", [0.3, 0.5, 1.0, 2.0, 3.0])
def test_the_density_integrates_to_one(tau):
    d = Concrete(np.log([0.2, 0.3, 0.5]), tau)
    assert abs(integral_in_log_ratios(d, reach=40 / min(tau, 1) + 10) - 1) < 1e-9


@given(st.lists(st.floats(-5, 5), min_size=2, max_size=6), st.floats(0.1, 5), st.integers(0, 1000))
@settings(max_examples=100, deadline=None)
def test_log_prob_agrees_with_torch(logits, tau, seed):
    logits = torch.tensor(logits, dtype=torch.float64)
    u = np.random.default_rng(seed).dirichlet(np.ones(len(logits)), size=3)
    x = torch.tensor(u / u.sum(1, keepdims=True))
    theirs = RelaxedOneHotCategorical(torch.tensor(tau, dtype=torch.float64), logits=logits)
    wanted = theirs.log_prob(x)
    ours = Concrete(logits, tau).log_prob(x)
    in_numpy = Concrete(logits.numpy(), tau).log_prob(x.numpy())
    for value in (ours, in_numpy):
        assert np.allclose(value, wanted, rtol=1e-12, atol=1e-12)


def test_batches_of_logits_and_temperatures_broadcast_without_an_outer_product():
    rng = np.random.default_rng(0)
    logits, tau = rng.normal(size=(4, 3)), np.array([0.5, 1.0, 2.0, 3.0])
    d = Concrete(logits, tau)
    x = d.sample((7,), generator=rng)
    assert x.shape == (7, 4, 3)
    assert d.log_prob(x).shape == (7, 4)
    for i in range(4):
        alone = Concrete(logits[i], tau[i]).log_prob(x[:, i])
        assert np.allclose(d.log_prob(x)[:, i], alone)
    assert d.log_prob(x[0]).shape == (4,)
    assert Concrete(np.zeros(3), tau).sample(generator=rng).shape == (4, 3)


def test_the_log_route_survives_where_samples_underflow():
    d = Concrete(torch.zeros(3), 0.005)
    log_x = d.sample_log((100,), generator=torch.Generator().manual_seed(0))
    assert (log_x.exp() == 0).any()
    assert torch.isfinite(d.log_prob_of_log(log_x)).all()
    with pytest.raises(ValueError, match="underflow"):
        d.log_prob(log_x.exp())


@pytest.mark.parametrize("tau", [0.05, 0.5, 0.999, 1.0, 2.0, 50.0])
def test_the_mean_agrees_with_an_independent_integral_and_with_samples(tau):
    d = Concrete(np.log([0.2, 0.8]), tau)
    u = (np.arange(2_000_000) + 0.5) / 2_000_000
    z = (math.log(0.25) + np.log(u) - np.log1p(-u)) / tau
    by_midpoints = float((0.5 * (1 + np.tanh(z / 2))).mean())
    assert abs(float(d.mean()[0]) - by_midpoints) < 1e-6
    x = d.sample((100_000,), generator=np.random.default_rng(0))[:, 0]
    assert abs(x.mean() - by_midpoints) < 5 * x.std() / 100_000**0.5


def test_at_temperature_one_two_equal_classes_are_uniform():
    x = np.linspace(0.01, 0.99, 50)
    d = Concrete(np.zeros(2), 1.0)
    assert np.allclose(d.log_prob(np.stack([x, 1 - x], -1)), 0)


@given(st.integers(2, 5), st.floats(0.05, 1.0), st.integers(0, 10_000))
@settings(max_examples=100, deadline=None)
def test_the_density_is_log_convex_up_to_temperature_one_over_k_minus_one(k, fraction, seed):
    rng = np.random.default_rng(seed)
    d = Concrete(rng.normal(size=k), fraction / (k - 1))
    x, y = rng.dirichlet(np.ones(k), size=2)
    middle = (x + y) / 2
    if min(x.min(), y.min()) < 1e-12:
        return
    normal = [v / v.sum() for v in (x, y, middle)]
    ends = (d.log_prob(normal[0]) + d.log_prob(normal[1])) / 2
    assert d.log_prob(normal[2]) <= ends + 1e-9


def test_the_centre_at_temperature_one_is_flat_and_the_vertices_rise():
    d = Concrete(np.zeros(3), 1.0)
    h = 1e-3
    towards = np.array([1 - 1 / 3, -1 / 3, -1 / 3])
    centre = np.full(3, 1 / 3)
    second = (
        d.log_prob(centre + h * towards) - 2 * d.log_prob(centre) + d.log_prob(centre - h * towards)
    ) / h**2
    assert abs(second) < 1e-2
    rise = [float(d.log_prob(centre + t * towards)) for t in (0.0, 0.3, 0.6, 0.9, 0.99)]
    assert rise == sorted(rise)
    hot = Concrete(np.zeros(3), 2.0)
    assert hot.log_prob(centre) > hot.log_prob(centre + 0.3 * towards)


def test_pathwise_gradients_agree_with_finite_differences():
    logits = torch.tensor([0.1, -0.4, 0.7], dtype=torch.float64, requires_grad=True)
    tau = torch.tensor(0.6, dtype=torch.float64, requires_grad=True)

    def f(a, t):
        d = Concrete(a, t)
        x = d.sample((4,), generator=torch.Generator().manual_seed(0))
        point = torch.tensor([0.2, 0.3, 0.5], dtype=torch.float64)
        return x, d.log_prob(point), Concrete(a[:2], t).mean()

    assert torch.autograd.gradcheck(f, (logits, tau))


def test_half_precision_is_computed_in_float32():
    d = Concrete(torch.zeros(3, dtype=torch.bfloat16), 0.5)
    x = d.sample((1000,), generator=torch.Generator().manual_seed(0))
    assert x.dtype == torch.bfloat16
    centre = torch.full((3,), 1 / 3, dtype=torch.float16)
    wanted = Concrete(np.zeros(3), 0.5).log_prob(np.full(3, 1 / 3))
    assert abs(float(d.log_prob(centre)) - float(wanted)) < 0.01


@pytest.mark.parametrize("x", [[0.5, 0.6, -0.1], [0.2, 0.2, 0.2], [1.0, 0.0, 0.0], [np.nan] * 3])
def test_points_outside_the_simplex_are_refused(x):
    with pytest.raises(ValueError, match="inside the simplex"):
        Concrete(np.zeros(3), 1.0).log_prob(x)


def test_parameters_without_a_density_are_refused():
    with pytest.raises(ValueError, match="finite"):
        Concrete(np.array([0.0, -np.inf]), 1.0)
    with pytest.raises(ValueError, match="tau must be positive"):
        Concrete(np.zeros(2), 0.0)
    with pytest.raises(ValueError, match="broadcast"):
        Concrete(np.zeros((4, 2)), np.ones(3))
    with pytest.raises(ValueError, match="2 classes only"):
        Concrete(np.zeros(3), 1.0).mean()
    with pytest.raises(ValueError, match="3 classes"):
        Concrete(np.zeros(3), 1.0).log_prob([0.5, 0.5])
