r"""Ten estimators of one gradient, each a short function of the same four arguments.

The problem is the smallest there is: b is Bernoulli with probability p, f is any function, and
we want the gradient of E[f(b)] with respect to the *logit* a = log(p / (1 - p)).  It is exactly
(f(1) - f(0)) p (1 - p), so bias and variance can be measured instead of discussed.

Every estimator is called ``estimator(f, p, tau, u)``.  ``u`` is an array of shape (n, m) of
uniform numbers, and row r makes sample r: column 0 decides the draw, the other columns are spare
randomness for estimators that want more.  The result has shape (n,), one gradient a row.
Because the randomness comes in from outside, the same code gives Monte-Carlo estimates (random u)
and quadrature (u on a grid), and all estimators can be compared on the same draws.

f must take and return NumPy arrays.  Where an estimator needs the slope of f it takes a central
difference, so f must also be defined a little outside [0, 1].

>>> f = lambda b: (b - 0.45) ** 2
>>> round(float(exact(f, 0.5, 1.0, np.zeros((1, 1)))[0]), 6)
0.025
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np

from ._arrays import check_temperature

Objective: TypeAlias = Callable[[np.ndarray], np.ndarray]
"""f, elementwise on arrays."""

Estimator: TypeAlias = Callable[[Objective, float, float, np.ndarray], np.ndarray]
"""(f, p, tau, u) to one gradient a row of u."""

COLUMNS = 11
"""How many uniform numbers :func:`bias_and_variance` draws for a sample."""


def exact(f: Objective, p: float, tau: float, u: np.ndarray) -> np.ndarray:
    """Return the gradient by enumeration, the same in every row: the yardstick."""
    return np.full(len(u), float(f(np.array(1.0)) - f(np.array(0.0))) * p * (1 - p))


def reinforce(f: Objective, p: float, tau: float, u: np.ndarray) -> np.ndarray:
    """Return f(b) times the score b - p: unbiased, needs no slope of f, noisy.

    Source: Williams (1992), the case of one Bernoulli unit.
    """
    b = _draw(p, u)
    return f(b) * (b - p)


def reinforce_baseline(f: Objective, p: float, tau: float, u: np.ndarray) -> np.ndarray:
    """Return REINFORCE after subtracting from f its own mean, as a converged running mean would.

    Source: Williams (1992), reinforcement baseline.
    """
    b = _draw(p, u)
    baseline = p * f(np.array(1.0)) + (1 - p) * f(np.array(0.0))
    return (f(b) - baseline) * (b - p)


def rloo(f: Objective, p: float, tau: float, u: np.ndarray) -> np.ndarray:
    """Return REINFORCE with leave-one-out baselines from two draws (columns 0 and 1).

    Source: Kool, van Hoof and Welling (2019).
    """
    first, second = _draw(p, u), _draw(p, u[:, 1:])
    return 0.5 * (f(first) - f(second)) * (first - second)


def rebar(f: Objective, p: float, tau: float, u: np.ndarray, *, eta: float = 1.0) -> np.ndarray:
    """Return REINFORCE with the relaxation as a control variate: unbiased at any temperature.

    ``eta`` is the weight of the control variate; :func:`ideas.gumbel.moments.best_weight` finds
    the one with the least variance. Column 1 is the conditional draw.

    Source: Tucker et al. (2017), equation 4.
    """
    b, relaxed = _draw(p, u), _relax(p, tau, u)
    again, rate = _conditional(p, b, u[:, 1])
    conditional = _logistic(again / tau)
    pathwise = _slope(f, relaxed) * relaxed * (1 - relaxed) / tau
    correction = _slope(f, conditional) * conditional * (1 - conditional) / tau * rate
    return f(b) * (b - p) + eta * (pathwise - correction - f(conditional) * (b - p))


def soft(f: Objective, p: float, tau: float, u: np.ndarray) -> np.ndarray:
    """Return the pathwise gradient of f at the relaxed sample, Gumbel-Softmax for two classes.

    It is unbiased for the *relaxed* objective E[f(X)] and biased for E[f(b)].

    Source: Jang, Gu and Poole (2017); Maddison, Mnih and Teh (2017), section 3.
    """
    x = _relax(p, tau, u)
    return _slope(f, x) * x * (1 - x) / tau


def straight_through(f: Objective, p: float, tau: float, u: np.ndarray) -> np.ndarray:
    """Return the slope of f at the hard sample times the derivative of p.

    Source: Bengio, Léonard and Courville (2013), section 4.
    """
    return _slope(f, _draw(p, u)) * p * (1 - p)


def st_gumbel_softmax(f: Objective, p: float, tau: float, u: np.ndarray) -> np.ndarray:
    """Return the slope of f at the hard sample times the derivative of the relaxed one.

    Source: Jang, Gu and Poole (2017), section 2.2.
    """
    x = _relax(p, tau, u)
    return _slope(f, _draw(p, u)) * x * (1 - x) / tau


def gumbel_rao(f: Objective, p: float, tau: float, u: np.ndarray) -> np.ndarray:
    """Return ST-Gumbel-Softmax averaged over noise that leads to the same hard sample.

    The same mean and never more variance; columns 1 and on are the conditional draws.

    Source: Paulus, Maddison and Krause (2021).
    """
    b = _draw(p, u)
    x = _logistic(_conditional(p, b[:, None], u[:, 1:])[0] / tau)
    return _slope(f, b) * (x * (1 - x) / tau).mean(axis=1)


def reinmax(f: Objective, p: float, tau: float, u: np.ndarray) -> np.ndarray:
    """Return the ReinMax gradient: Heun's rule where straight-through uses Euler's.

    At tau = 1 its mean is the trapezoidal rule for f(1) - f(0), so it is unbiased for
    quadratic f and not beyond.

    Source: Liu, Dong, Liu, Yu and Gao (2023), algorithm 2.
    """
    b = _draw(p, u)
    q = (b + _logistic(_logit(p) / tau)) / 2
    return _slope(f, b) * (2 * q * (1 - q) - 0.5 * p * (1 - p))


ALL: dict[str, Estimator] = {
    "exact": exact,
    "REINFORCE": reinforce,
    "REINFORCE + baseline": reinforce_baseline,
    "RLOO-2": rloo,
    "REBAR": rebar,
    "Gumbel-Softmax": soft,
    "straight-through": straight_through,
    "ST-Gumbel-Softmax": st_gumbel_softmax,
    "Gumbel-Rao": gumbel_rao,
    "ReinMax": reinmax,
}
"""All ten, under the names used in tables."""


class Moments(NamedTuple):
    """What :func:`bias_and_variance` measures: all are about one gradient sample."""

    mean: float
    """The average of the samples."""
    bias: float
    """The mean minus the exact gradient."""
    variance: float
    """The variance of one sample."""
    error: float
    """The standard error of the mean, hence of the bias."""


def bias_and_variance(
    f: Objective,
    p: float,
    estimator: Estimator,
    tau: float = 1.0,
    *,
    samples: int = 400_000,
    seed: int = 0,
) -> Moments:
    """Return the bias and the variance of an estimator, measured on seeded draws.

    Raises:
        ValueError: if ``p`` is not strictly between 0 and 1, or ``tau`` not positive and finite.

    >>> f = lambda b: (b - 0.45) ** 2
    >>> m = bias_and_variance(f, 0.5, rloo)
    >>> abs(m.bias) < 4 * m.error, round(m.variance, 5)
    (True, 0.00062)

    """
    _check_probability(p)
    check_temperature(tau)
    u = np.random.default_rng(seed).random((samples, COLUMNS))
    gradients = estimator(f, p, tau, u)
    mean, variance = float(gradients.mean()), float(gradients.var())
    truth = float(exact(f, p, tau, u[:1])[0])
    return Moments(mean, mean - truth, variance, (variance / samples) ** 0.5)


def expected_gradient(
    f: Objective, p: float, estimator: Estimator, tau: float = 1.0, *, nodes: int = 100_000
) -> float:
    """Return the mean of an estimator that uses one uniform number, by the midpoint rule.

    No noise, so it can be drawn as a curve. Right for ``exact``, ``reinforce``, ``soft``,
    ``straight_through``, ``st_gumbel_softmax`` and ``reinmax``.

    Raises:
        ValueError: if ``p`` or ``tau`` is out of range, or the estimator needs a second column.

    >>> f = lambda b: (b - 0.45) ** 2
    >>> round(expected_gradient(f, 0.1, soft, tau=1.0), 4)  # the exact gradient is +0.009
    -0.0318

    """
    _check_probability(p)
    check_temperature(tau)
    if estimator in (rloo, rebar, gumbel_rao):
        raise ValueError(f"{estimator.__name__} uses more than one uniform number a sample")
    grid = ((np.arange(nodes) + 0.5) / nodes)[:, None]
    return float(estimator(f, p, tau, grid).mean())


def _draw(p: float, u: np.ndarray) -> np.ndarray:
    """Return the hard sample, 1 with probability p: the relaxed one is above 1/2."""
    return (u[:, 0] > 1 - p).astype(float)


def _relax(p: float, tau: float, u: np.ndarray) -> np.ndarray:
    """Return the relaxed sample; a difference of two Gumbel variables is logistic noise."""
    return _logistic((_logit(p) + _logit(u[:, 0])) / tau)


def _conditional(p: float, b: np.ndarray, v: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the perturbed logit given b, made from a fresh uniform v, and its derivative in a."""
    u = np.where(b == 1, 1 - p + v * p, v * (1 - p))
    rate = np.where(b == 1, 1 - (1 - p) / u, 1 - p / (1 - u))
    return _logit(p) + _logit(u), rate


def _slope(f: Objective, x: np.ndarray, step: float = 1e-6) -> np.ndarray:
    return (f(x + step) - f(x - step)) / (2 * step)


def _logit(u: np.ndarray | float) -> np.ndarray:
    return np.log(u) - np.log1p(-np.asarray(u))


def _logistic(z: np.ndarray) -> np.ndarray:
    return 0.5 * (1 + np.tanh(0.5 * z))


def _check_probability(p: float) -> None:
    if not 0 < p < 1:
        raise ValueError(f"p must be strictly between 0 and 1, not {p}")
