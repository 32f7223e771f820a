r"""The mean and the variance of each estimator, without noise: sums and one-dimensional integrals.

For one coin every estimator of :mod:`ideas.gumbel.estimators` depends on one logistic variable,
or on the coin and one such variable given the coin.  In the coordinate s = (a + L) / tau, in
which the relaxed sample is the logistic function of s, the integrands are smooth but for s = 0,
where the coin turns, and the place where the relaxed sample passes t, where the slope of
:math:`|x - t|^e` has a kink.  So the line is cut there, and each piece is integrated by the
tanh-sinh rule, which does not mind what happens at the ends.

Source: Takahasi and Mori, *Double exponential formulas for numerical integration* (1974).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ._arrays import check_temperature

NAMES = (
    "REINFORCE",
    "REINFORCE + baseline",
    "RLOO-2",
    "REBAR",
    "REBAR, tuned",
    "Gumbel-Softmax",
    "straight-through",
    "ST-Gumbel-Softmax",
    "Gumbel-Rao",
    "ReinMax",
)
"""The estimators, in the order of their table."""

RAO = 10
"""How many conditional draws Gumbel-Rao averages."""

STEPS = 40
"""Nodes of the tanh-sinh rule on each side of a piece's middle."""


class Problem(NamedTuple):
    """Minimise the mean of :math:`|b - t|^e`, b a coin that shows 1 with probability p."""

    p: float = 0.1
    t: float = 0.45
    exponent: float = 2.0

    def value(self, x: np.ndarray | float) -> np.ndarray:
        """Return |x - t| to the exponent."""
        return np.abs(np.asarray(x, float) - self.t) ** self.exponent

    def slope(self, x: np.ndarray | float) -> np.ndarray:
        """Return its derivative."""
        away = np.asarray(x, float) - self.t
        return self.exponent * np.sign(away) * np.abs(away) ** (self.exponent - 1)

    def gradient(self) -> float:
        """Return the exact derivative of the mean in the logit of p."""
        return float((self.value(1.0) - self.value(0.0)) * self.p * (1 - self.p))


class Pair(NamedTuple):
    """The mean and the variance of one gradient sample."""

    mean: float
    variance: float


def moments(problem: Problem, tau: float) -> dict[str, Pair]:
    """Return the mean and the variance of every estimator, by name.

    Raises:
        ValueError: if p or t is not strictly between 0 and 1, the exponent is not at least 1, or
            ``tau`` is not positive and finite.

    >>> found = moments(Problem(p=0.1), tau=0.5)
    >>> round(found["RLOO-2"].mean, 4), round(found["Gumbel-Softmax"].mean, 4)
    (0.009, -0.022)

    """
    p, t, exponent = problem
    if not (0 < p < 1 and 0 < t < 1 and exponent >= 1):
        raise ValueError(f"p and t must be inside 0 to 1 and the exponent at least 1: {problem}")
    check_temperature(tau)
    chance, coin = np.array([1 - p, p]), np.array([0.0, 1.0])
    f, slope, spread = problem.value(coin), problem.slope(coin), p * (1 - p)
    centred = f - chance @ f

    def of_coin(values: np.ndarray) -> Pair:
        mean = chance @ values
        return Pair(float(mean), float(chance @ (values - mean) ** 2))

    q = (coin + 1 / (1 + np.exp(-np.log(p / (1 - p)) / tau))) / 2
    rebar = _Relaxed(problem, tau)
    half = 0.5 * (f[1] - f[0])
    pulled = of_coin(slope * rebar.mean_width)
    within = float(chance @ (slope**2 * (rebar.mean_square_width - rebar.mean_width**2)))
    return {
        "REINFORCE": of_coin(f * (coin - p)),
        "REINFORCE + baseline": of_coin(centred * (coin - p)),
        "RLOO-2": Pair(float(2 * spread * half), float(2 * spread * half**2 * (1 - 2 * spread))),
        "REBAR": rebar.controlled(1.0),
        "REBAR, tuned": rebar.controlled(rebar.best_weight()),
        "Gumbel-Softmax": rebar.soft(),
        "straight-through": of_coin(slope * spread),
        "ST-Gumbel-Softmax": Pair(pulled.mean, pulled.variance + within),
        "Gumbel-Rao": Pair(pulled.mean, pulled.variance + within / RAO),
        "ReinMax": of_coin(slope * (2 * q * (1 - q) - 0.5 * spread)),
    }


class _Relaxed:
    """Integrals over the relaxed sample, given each face of the coin.

    Only functions that vanish away from s = 0 are integrated: ``tied`` is the conditional part of
    the control variate plus REINFORCE, so that it vanishes where the relaxed sample is the coin.
    """

    def __init__(self, problem: Problem, tau: float) -> None:
        p, self.chance = problem.p, np.array([1 - problem.p, problem.p])
        s, weight = nodes(problem, tau)
        noise = tau * s - np.log(p / (1 - p))
        u, rest = _logistic(noise), _logistic(-noise)
        x = _logistic(s)
        width = x * _logistic(-s) / tau
        self.pathwise = problem.slope(x) * width
        self.face = (s > 0).astype(int)
        self.density = weight * tau * u * rest / self.chance[self.face]
        other = np.where(self.face == 1, 1 - p, p) / np.where(self.face == 1, u, rest)
        coin = np.array([0.0, 1.0])
        ends = problem.value(coin)
        self.reinforce = ends * (coin - p)
        score = (ends[self.face] - problem.value(x)) * (self.face - p)
        self.tied = score - self.pathwise * (1 - other)
        self.mean_width, self.mean_square_width = self._given(width), self._given(width**2)

    def _given(self, values: np.ndarray) -> np.ndarray:
        """Return the two means given that the coin shows 0, and given that it shows 1."""
        return np.bincount(self.face, self.density * values, 2)

    def _split(self, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        mean = self._given(values)
        return mean, self._given(values**2) - mean**2

    def soft(self) -> Pair:
        """Return the moments of the pathwise gradient."""
        mean, variance = self._split(self.pathwise)
        total = self.chance @ mean
        return Pair(float(total), float(self.chance @ (variance + (mean - total) ** 2)))

    def _parts(self) -> tuple[float, float, float]:
        """Return the variances of REINFORCE and of the control variate, and their covariance.

        Given the coin, the pathwise part and the conditional part are independent.
        """
        free, free_variance = self._split(self.pathwise)
        tied, tied_variance = self._split(self.tied)
        control = free + tied - self.reinforce
        about_control = control - self.chance @ control
        about_score = self.reinforce - self.chance @ self.reinforce
        own = self.chance @ (free_variance + tied_variance + about_control**2)
        return (
            float(self.chance @ about_score**2),
            float(own),
            float(self.chance @ (about_score * about_control)),
        )

    def best_weight(self) -> float:
        """Return the weight of the control variate that leaves the least variance."""
        _, own, shared = self._parts()
        return -shared / own

    def controlled(self, eta: float) -> Pair:
        """Return the moments of REINFORCE plus ``eta`` times the control variate."""
        score, own, shared = self._parts()
        control = self._given(self.pathwise) + self._given(self.tied) - self.reinforce
        mean = float(self.chance @ (self.reinforce + eta * control))
        return Pair(mean, score + 2 * eta * shared + eta**2 * own)


def best_weight(problem: Problem, tau: float) -> float:
    """Return the weight eta of REBAR's control variate that leaves the least variance.

    >>> 0 < best_weight(Problem(p=0.1), tau=0.5) < 1
    True
    """
    return _Relaxed(problem, tau).best_weight()


def nodes(problem: Problem, tau: float) -> tuple[np.ndarray, np.ndarray]:
    """Return where to evaluate an integrand in s, and with what weights."""
    far = min(36.0, 36.0 / tau + abs(np.log(problem.p / (1 - problem.p))) / tau)
    kink = np.log(problem.t / (1 - problem.t))
    cuts = np.sort([-far, 0.0, min(max(kink, -far), far), far])
    k = np.arange(-STEPS, STEPS + 1) * (3.2 / STEPS)
    inner = np.tanh(0.5 * np.pi * np.sinh(k))
    weight = 0.5 * np.pi * np.cosh(k) / np.cosh(0.5 * np.pi * np.sinh(k)) ** 2 * (3.2 / STEPS)
    middle, half = (cuts[1:] + cuts[:-1]) / 2, (cuts[1:] - cuts[:-1]) / 2
    points = middle[:, None] + half[:, None] * inner
    return points.ravel(), (half[:, None] * weight).ravel()


def _logistic(z: np.ndarray) -> np.ndarray:
    return 0.5 * (1 + np.tanh(0.5 * z))
