r"""Polynomial programming: the estimators on 128 coins at once.

Minimise the mean of :math:`\frac1n \sum_i |b_i - t|^e` over the logits of n independent coins.
With t = 0.45 the best is to show 0 everywhere, by a small margin.  Against one coin this adds
what makes the score-function estimators suffer: the payment of each coin is drowned in the
payments of the others.

Source: Liu, Dong, Liu, Yu and Gao (2023), section 5.1, after Tucker et al. (2017).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np

from ._arrays import check_temperature
from .moments import Problem

Gradient: TypeAlias = Callable[[Problem, np.ndarray, float, np.random.Generator, int], np.ndarray]
"""(problem, probabilities, tau, generator, batch) to one gradient a coin."""


def exact(
    problem: Problem, p: np.ndarray, tau: float, rng: np.random.Generator, batch: int
) -> np.ndarray:
    """Return the gradient by enumeration, one coin at a time, since the payment is a sum."""
    return (problem.value(1.0) - problem.value(0.0)) * p * (1 - p) / len(p)


def reinforce(
    problem: Problem, p: np.ndarray, tau: float, rng: np.random.Generator, batch: int
) -> np.ndarray:
    """Return the payment of a whole row times each coin's score."""
    b, _ = _draw(p, tau, rng, batch)
    return (problem.value(b).mean(1, keepdims=True) * (b - p)).mean(0)


def rloo(
    problem: Problem, p: np.ndarray, tau: float, rng: np.random.Generator, batch: int
) -> np.ndarray:
    """Return REINFORCE with the mean payment of the *other* rows as baseline."""
    b, _ = _draw(p, tau, rng, batch)
    paid = problem.value(b).mean(1, keepdims=True)
    return ((paid - paid.mean()) * (b - p)).sum(0) / (batch - 1)


def soft(
    problem: Problem, p: np.ndarray, tau: float, rng: np.random.Generator, batch: int
) -> np.ndarray:
    """Return the pathwise gradient at relaxed coins."""
    _, x = _draw(p, tau, rng, batch)
    return (problem.slope(x) * x * (1 - x) / tau).mean(0) / len(p)


def straight_through(
    problem: Problem, p: np.ndarray, tau: float, rng: np.random.Generator, batch: int
) -> np.ndarray:
    """Return the slope at hard coins times the derivative of p."""
    b, _ = _draw(p, tau, rng, batch)
    return (problem.slope(b) * p * (1 - p)).mean(0) / len(p)


def st_gumbel_softmax(
    problem: Problem, p: np.ndarray, tau: float, rng: np.random.Generator, batch: int
) -> np.ndarray:
    """Return the slope at hard coins times the derivative of the relaxed ones."""
    b, x = _draw(p, tau, rng, batch)
    return (problem.slope(b) * x * (1 - x) / tau).mean(0) / len(p)


def reinmax(
    problem: Problem, p: np.ndarray, tau: float, rng: np.random.Generator, batch: int
) -> np.ndarray:
    """Return the ReinMax gradient at temperature 1."""
    b, _ = _draw(p, tau, rng, batch)
    q = (b + p) / 2
    return (problem.slope(b) * (2 * q * (1 - q) - 0.5 * p * (1 - p))).mean(0) / len(p)


ALL: dict[str, Gradient] = {
    "exact": exact,
    "REINFORCE": reinforce,
    "RLOO": rloo,
    "Gumbel-Softmax": soft,
    "straight-through": straight_through,
    "ST-Gumbel-Softmax": st_gumbel_softmax,
    "ReinMax": reinmax,
}
"""The contestants, under the names used in tables."""


def descend(
    gradient: Gradient,
    exponent: float = 2.0,
    *,
    tau: float = 1.0,
    coins: int = 128,
    steps: int = 800,
    batch: int = 32,
    rate: float = 0.02,
    seed: int = 0,
) -> np.ndarray:
    """Return the exact mean payment after each step of Adam, from even coins, shape (steps,).

    Raises:
        ValueError: if ``tau`` is not positive and finite.

    >>> paid = descend(exact, steps=300)
    >>> bool(paid[-1] < paid[0])
    True

    """
    check_temperature(tau)
    problem, rng = Problem(0.5, 0.45, exponent), np.random.default_rng(seed)
    logits, first, second = np.zeros((3, coins))
    zero, one = float(problem.value(0.0)), float(problem.value(1.0))
    paid = np.empty(steps)
    for step in range(steps):
        p = 1 / (1 + np.exp(-logits))
        g = gradient(problem, p, tau, rng, batch)
        first, second = 0.9 * first + 0.1 * g, 0.999 * second + 0.001 * g**2
        scale = np.sqrt(second / (1 - 0.999 ** (step + 1))) + 1e-12
        logits = logits - rate * first / (1 - 0.9 ** (step + 1)) / scale
        paid[step] = zero + (one - zero) * (1 / (1 + np.exp(-logits))).mean()
    return paid


def _draw(
    p: np.ndarray, tau: float, rng: np.random.Generator, batch: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return hard coins and the relaxed ones of the same noise, (batch, coins)."""
    noise = rng.logistic(size=(batch, len(p)))
    z = np.log(p) - np.log1p(-p) + noise
    return (z > 0).astype(float), 0.5 * (1 + np.tanh(0.5 * z / tau))
