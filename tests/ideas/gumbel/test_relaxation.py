"""Gumbel-Softmax samples: their law, their limits, their gradients, and bad input."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from hypothesis import given, settings
from hypothesis import strategies as st

from ideas.gumbel import gumbel_softmax
from ideas.gumbel._arrays import softmax

LOGITS = np.log([0.5, 0.3, 0.15, 0.05])


def seeded(seed: int = 0) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def test_importing_the_package_imports_neither_torch_nor_scipy():
    code = "import sys, ideas.gumbel; print('torch' in sys.modules, 'scipy' in sys.modules)"
    command = [sys.executable, "-c", code]
    result = subprocess.run(command, capture_output=True, text=True, check=True)
    assert result.stdout.split() == ["False", "False"]


@pytest.mark.parametrize("tau", [0.1, 1.0, 10.0])
def test_the_argmax_is_categorical_at_every_temperature(tau):
    rows = np.broadcast_to(LOGITS, (200_000, 4))
    x = gumbel_softmax(rows, tau, generator=np.random.default_rng(3))
    expected = 200_000 * np.exp(LOGITS)
    counts = np.bincount(x.argmax(1), minlength=4)
    assert ((counts - expected) ** 2 / expected).sum() < 30.7  # chi-square, 3 d.o.f., 1e-6


@pytest.mark.parametrize("tau", [0.3, 1.0, 3.0])
def test_samples_have_the_law_of_torchs_own_function(tau):
    torch.manual_seed(0)
    rows = torch.tensor(LOGITS).expand(100_000, 4)
    ours = gumbel_softmax(rows, tau, generator=seeded())
    theirs = F.gumbel_softmax(rows, tau)
    for i in range(4):
        both = torch.cat([ours[:, i], theirs[:, i]]).sort().values
        first = torch.searchsorted(ours[:, i].sort().values, both, right=True)
        second = torch.searchsorted(theirs[:, i].sort().values, both, right=True)
        gap = float((first - second).abs().max()) / 100_000
        assert gap < 2.7 * (2 / 100_000) ** 0.5  # Kolmogorov-Smirnov at 1e-6


@given(st.lists(st.floats(-30, 30), min_size=2, max_size=6), st.floats(-50, 50), st.integers(0, 9))
@settings(max_examples=60, deadline=None)
def test_adding_a_constant_to_the_logits_changes_nothing(logits, shift, seed):
    logits = np.array(logits)
    first = gumbel_softmax(logits, 0.7, generator=np.random.default_rng(seed))
    second = gumbel_softmax(logits + shift, 0.7, generator=np.random.default_rng(seed))
    assert np.allclose(first, second, atol=1e-10)
    assert abs(first.sum() - 1) < 1e-12


def test_probabilities_in_any_scale_are_the_exponentials_of_logits():
    first = gumbel_softmax(LOGITS, 0.5, generator=np.random.default_rng(1))
    second = gumbel_softmax(probs=40 * np.exp(LOGITS), tau=0.5, generator=np.random.default_rng(1))
    assert np.allclose(first, second)


def test_the_temperature_limits_are_one_hot_and_uniform():
    rows = np.broadcast_to(LOGITS, (1000, 4))
    cold = gumbel_softmax(rows, 1e-9, generator=np.random.default_rng(1))
    hard = gumbel_softmax(rows, 1e-9, hard=True, generator=np.random.default_rng(1))
    hot = gumbel_softmax(rows, 1e6, generator=np.random.default_rng(1))
    assert np.allclose(cold, hard, atol=1e-6)
    assert np.allclose(hot, 0.25, atol=1e-4)


def test_a_temperature_outside_the_exponential_cancels():
    z = np.array([0.2, -1.0, 0.5])
    wrong = [np.exp(z) / tau / (np.exp(z) / tau).sum() for tau in (0.1, 10.0)]
    assert np.allclose(*wrong)
    assert not np.allclose(softmax(z, 0.1, -1), softmax(z, 10.0, -1))


@pytest.mark.parametrize("tau", [0.2, 1.0, 5.0])
def test_the_gradient_agrees_with_finite_differences(tau):
    logits = torch.randn(3, 4, dtype=torch.float64, generator=seeded(1), requires_grad=True)
    temperature = torch.tensor(tau, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(
        lambda x, t: gumbel_softmax(x, t, dim=0, generator=seeded(2)), (logits, temperature)
    )


def test_hard_samples_are_exactly_one_hot_and_have_the_soft_gradient():
    weights = torch.randn(5, 8, generator=seeded(4))
    gradients = []
    for hard in (False, True):
        logits = torch.zeros(5, 8, requires_grad=True)
        x = gumbel_softmax(logits, 0.5, hard, generator=seeded(5))
        (x * weights).sum().backward()
        gradients.append(logits.grad)
    assert set(x.unique().tolist()) == {0.0, 1.0}
    assert (x.sum(1) == 1).all()
    assert torch.equal(*gradients)
    assert gradients[0].abs().max() > 0


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_narrow_types_give_finite_unbiased_choices(dtype):
    logits = torch.zeros(100_000, 4, dtype=dtype)
    x = gumbel_softmax(logits, 0.5, hard=True, generator=seeded())
    assert x.dtype == dtype
    assert torch.isfinite(x).all()
    counts = x.double().sum(0)
    assert float(((counts - 25_000) ** 2 / 25_000).sum()) < 30.7


def test_float16_arrays_agree_with_float32_ones():
    logits = LOGITS.astype(np.float16)
    narrow = gumbel_softmax(logits, 0.5, generator=np.random.default_rng(0))
    wide = gumbel_softmax(logits.astype(np.float32), 0.5, generator=np.random.default_rng(0))
    assert narrow.dtype == np.float16
    assert np.array_equal(narrow, wide.astype(np.float16))


def test_a_very_low_temperature_gives_neither_nan_samples_nor_nan_gradients():
    logits = torch.tensor([100.0, -3.0, 0.0], requires_grad=True)
    x = gumbel_softmax(logits, 1.2e-38, generator=seeded())
    (x * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
    assert torch.isfinite(x).all()
    assert torch.isfinite(logits.grad).all()


def test_an_excluded_class_gets_zero_and_no_nan_gradient():
    probs = torch.tensor([0.0, 0.4, 0.6], requires_grad=True)
    x = gumbel_softmax(probs=probs, tau=0.5, generator=seeded())
    (x * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
    assert x[0] == 0
    assert torch.isfinite(probs.grad).all()
    assert probs.grad[0] == 0
    naive = torch.tensor([0.0, 0.4, 0.6], requires_grad=True)
    (gumbel_softmax(naive.log(), 0.5, generator=seeded())[1] * 2).backward()
    assert torch.isnan(naive.grad[0])


@pytest.mark.parametrize("make", [np.array, torch.tensor])
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"logits": [0.0, 1.0], "tau": 0.0}, "tau must be positive"),
        ({"logits": [0.0, 1.0], "tau": -1.0}, "tau must be positive"),
        ({"logits": [0.0, 1.0], "tau": float("nan")}, "tau must be positive"),
        ({"logits": [0.0, 1.0], "tau": float("inf")}, "tau must be positive"),
        ({"logits": [0.0, 1.0], "tau": 1e-50}, "tau must be positive"),
        ({"logits": [0.0, float("nan")]}, "at least one is NaN"),
        ({"logits": [0.0, float("inf")]}, r"\+inf"),
        ({"logits": [-float("inf")] * 2}, "all -inf"),
        ({"logits": [0.0, 1.0], "dim": 1}, "dim must be between -1 and 0"),
        ({"logits": [0.0, 1.0], "dim": -2}, "dim must be between -1 and 0"),
        ({"logits": [[], []]}, "at least one class"),
        ({"logits": 1.0}, "at least one axis"),
        ({"probs": [0.5, -0.1]}, "smallest is -0\\.1"),
        ({"probs": [0.5, float("inf")]}, "not finite"),
        ({"probs": [0.0, 0.0]}, "positive entry"),
        ({"probs": [1.0], "logits": [1.0]}, "exactly one"),
        ({}, "exactly one"),
    ],
)
def test_bad_input_is_refused_with_what_was_expected(make, arguments, message):
    ready = {k: make(v) if k in ("logits", "probs") else v for k, v in arguments.items()}
    with pytest.raises(ValueError, match=message):
        gumbel_softmax(**ready)


def test_a_learnable_temperature_is_checked_too():
    with pytest.raises(ValueError, match="tau must be positive"):
        gumbel_softmax(torch.zeros(2), torch.tensor(-0.5))


def test_what_is_not_a_real_number_is_refused():
    with pytest.raises(TypeError, match="real numbers"):
        gumbel_softmax(np.array([True, False]))
    with pytest.raises(TypeError, match="real numbers"):
        gumbel_softmax(torch.tensor([1j, 2j]))
