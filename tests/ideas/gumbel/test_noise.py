"""Gumbel noise: its tails, its dtypes and what it refuses."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch

from ideas.gumbel import sample_gumbel

CAP = 16.64
"""Just above the largest value of -log(-log(u)) for a 24-bit u."""


def hits_above_the_cap(draw, chunks: int = 10, size: int = 10_000_000) -> int:
    return sum(int((draw(size) > CAP).sum()) for _ in range(chunks))


def test_the_common_recipe_in_float32_has_no_mass_above_the_cap():
    largest = torch.tensor(1 - 2.0**-24, dtype=torch.float32)
    assert float(-torch.log(-torch.log(largest))) < CAP
    generator = torch.Generator().manual_seed(0)
    draw = lambda n: -torch.log(-torch.log(torch.rand(n, generator=generator)))  # noqa: E731
    noise = draw(10_000_000)
    assert not (noise[torch.isfinite(noise)] > CAP).any()


@pytest.mark.parametrize("library", ["numpy", "torch"])
def test_our_tail_has_the_mass_it_should(library):
    if library == "numpy":
        generator, dtype = np.random.default_rng(1), np.float32
    else:
        generator, dtype = torch.Generator().manual_seed(1), torch.float32
    hits = hits_above_the_cap(lambda n: sample_gumbel(n, generator=generator, dtype=dtype))
    expected = 1e8 * -math.expm1(-math.exp(-CAP))
    assert 5.8 < expected < 6.0
    # Poisson with mean 5.9: outside 1..17 with probability below 0.003
    assert 1 <= hits <= 17


@pytest.mark.parametrize("dtype", [np.float16, np.float32, np.float64])
def test_numpy_noise_has_the_moments_of_a_gumbel_variable(dtype):
    noise = sample_gumbel(200_000, generator=np.random.default_rng(0), dtype=dtype)
    assert noise.dtype == dtype
    values = noise.astype(float)
    assert abs(values.mean() - np.euler_gamma) < 5 * math.pi / math.sqrt(6 * 200_000)
    assert abs(values.var() - math.pi**2 / 6) < 0.05


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64])
def test_torch_noise_follows_the_distribution_function(dtype):
    noise = sample_gumbel((200, 500), generator=torch.Generator().manual_seed(2), dtype=dtype)
    assert noise.dtype == dtype
    assert torch.isfinite(noise).all()
    for x in (-1.0, 0.0, 1.0, 4.0):
        below = float((noise.double() <= x).double().mean())
        slack = 0.02 if dtype in (torch.float16, torch.bfloat16) else 0.01
        assert abs(below - math.exp(-math.exp(-x))) < slack


def test_the_same_seed_gives_the_same_noise():
    first = sample_gumbel(5, generator=torch.Generator().manual_seed(3))
    second = sample_gumbel(5, generator=torch.Generator().manual_seed(3))
    assert torch.equal(first, second)


def test_a_zero_from_the_exponential_generator_does_not_become_infinite():
    class Zeros(np.random.Generator):
        def standard_exponential(self, size=None):
            return np.zeros(size)

    noise = sample_gumbel(3, generator=Zeros(np.random.PCG64(0)))
    assert np.isfinite(noise).all()
    assert (noise > 700).all()


def test_what_is_not_a_generator_or_a_float_type_is_refused():
    with pytest.raises(TypeError, match="numpy.random.Generator or None, not int"):
        sample_gumbel(3, generator=7)
    with pytest.raises(TypeError, match="torch.Generator or None"):
        sample_gumbel(3, generator=np.random.default_rng(0), dtype=torch.float32)
    with pytest.raises(ValueError, match="floating-point"):
        sample_gumbel(3, dtype=np.int64)
    with pytest.raises(ValueError, match="floating-point"):
        sample_gumbel(3, dtype=torch.int64)
