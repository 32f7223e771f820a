r"""The Concrete distribution: what Gumbel-Softmax samples are distributed as, with its density.

.. math:: p(x) = (k-1)!\, \tau^{k-1} \prod_{i=1}^k
                 \frac{\pi_i x_i^{-\tau-1}}{\sum_j \pi_j x_j^{-\tau}}

The density is with respect to Lebesgue measure on the first k-1 coordinates.  Everything here is
computed from logarithms, because at a low temperature the coordinates of a sample underflow.

Source: Maddison, Mnih and Teh, *The Concrete Distribution*, ICLR 2017, definition 1.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ._arrays import (
    Array,
    as_floating,
    cast_like,
    check_dim,
    check_temperature,
    detached,
    is_tensor,
    loaded_torch,
    log_softmax,
    logsumexp,
    namespace,
    widen,
)
from .noise import log_exponential_like


class Concrete:
    """The Concrete (Gumbel-Softmax) distribution on the simplex, batched.

    Args:
        logits: finite log-weights of shape ``(*batch, k)``; their scale does not matter.
        tau: the temperature, a number or an array that broadcasts with ``batch``.

    Raises:
        ValueError: if a logit is not finite (a class of probability 0 puts the distribution on
            a face of the simplex, where it has no density), or ``tau`` is not positive and
            finite, or does not broadcast with the batch.

    >>> d = Concrete(np.zeros(3), tau=1.0)
    >>> centre = np.full(3, 1 / 3)
    >>> round(float(np.exp(d.log_prob(centre))), 12)  # uniform at the centre: 2! times 1
    2.0

    """

    def __init__(self, logits: Array, tau: Any) -> None:
        given = as_floating(logits, "logits")
        check_dim(given, -1, "logits")
        if not bool(namespace(given).isfinite(detached(given)).all()):
            raise ValueError("logits must be finite, for on a face of the simplex is no density")
        self._model = given
        self.logits = widen(given)
        self.classes = int(given.shape[-1])
        self.tau = _batched(check_temperature(tau), self.logits)
        try:
            batch = np.broadcast_shapes(tuple(self.logits.shape[:-1]), tuple(self.tau.shape[:-1]))
        except ValueError:
            raise ValueError(
                f"tau must broadcast with the batch shape {tuple(given.shape[:-1])}, "
                f"and its shape is {tuple(self.tau.shape[:-1])}"
            ) from None
        self.batch_shape = tuple(batch)

    def sample_log(self, shape: tuple[int, ...] = (), *, generator: Any = None) -> Array:
        """Return the logarithms of samples, of shape ``(*shape, *batch, k)``.

        Differentiable in the logits and the temperature. At a low temperature ask for these:
        a coordinate that would underflow to 0 keeps its logarithm.
        """
        full = (*shape, *self.batch_shape, self.classes)
        perturbed = self.logits - log_exponential_like(self.logits, full, generator)
        return log_softmax(perturbed, self.tau, -1)

    def sample(self, shape: tuple[int, ...] = (), *, generator: Any = None) -> Array:
        """Return samples of shape ``(*shape, *batch, k)`` and the dtype of the logits."""
        log_x = self.sample_log(shape, generator=generator)
        return cast_like(namespace(log_x).exp(log_x), self._model)

    def log_prob(self, x: Array) -> Array:
        """Return the log-density at points ``x`` of shape ``(..., k)``.

        Raises:
            ValueError: if a point is not inside the simplex (positive coordinates, sum 1).

        >>> Concrete(np.zeros(2), 1.0).log_prob([0.0, 1.0])
        Traceback (most recent call last):
        ...
        ValueError: x must be inside the simplex; for samples that underflow use log_prob_of_log

        """
        x = as_floating(x, "x")
        _check_classes(x, self.classes)
        tolerance = 1e-6 + 8 * self.classes * float(namespace(x).finfo(x.dtype).eps)
        x = widen(x)
        inside = (x > 0).all() and (abs(x.sum(-1) - 1) <= tolerance).all()
        if not bool(inside):
            raise ValueError(
                "x must be inside the simplex; for samples that underflow use log_prob_of_log"
            )
        return self.log_prob_of_log(namespace(x).log(x))

    def log_prob_of_log(self, log_x: Array) -> Array:
        """Return the log-density at the points whose logarithms are ``log_x``.

        The same density as :meth:`log_prob`, with respect to x, reached without exponentials.
        """
        log_x = widen(as_floating(log_x, "log_x"))
        _check_classes(log_x, self.classes)
        tau, k = self.tau, self.classes
        log_tau = namespace(tau).log(tau)[..., 0]
        terms = (self.logits - (tau + 1) * log_x).sum(-1)
        normaliser = k * logsumexp(self.logits - tau * log_x, -1)
        return math.lgamma(k) + (k - 1) * log_tau + terms - normaliser

    def mean(self) -> Array:
        """Return the mean of the distribution for k = 2, by quadrature, shape ``(*batch, 2)``.

        The first coordinate is the logistic function of (a + L) / tau, where a is the difference
        of the logits and L is standard logistic noise. For tau below 1 the same integral by
        parts, the logistic function of a - tau L, is the smooth one. The trapezoidal rule then
        converges geometrically; the error is below 1e-12.

        Raises:
            ValueError: if k is not 2.

        >>> Concrete(np.log([0.3, 0.7]), 1e-6).mean().round(6)  # at 0: the probabilities
        array([0.3, 0.7])

        """
        if self.classes != 2:
            raise ValueError(f"mean is implemented for 2 classes only, not {self.classes}")
        xp = namespace(self.logits)
        nodes = np.linspace(-45.0, 45.0, 1801)
        weights = np.exp(-abs(nodes)) / (1 + np.exp(-abs(nodes))) ** 2 * (nodes[1] - nodes[0])
        if is_tensor(self.logits):
            nodes, weights = (self.logits.new_tensor(v) for v in (nodes, weights))
        else:
            nodes, weights = (v.astype(self.logits.dtype) for v in (nodes, weights))
        a = self.logits[..., :1] - self.logits[..., 1:]
        inner = xp.where(self.tau < 1, a - self.tau * nodes, (a + nodes) / self.tau)
        first = (_logistic(inner) * weights).sum(-1)
        return xp.stack([first, 1 - first], -1)


def _batched(tau: Any, logits: Array) -> Array:
    """Return ``tau`` as an array of the logits' library, with a last axis of length 1."""
    if is_tensor(logits):
        torch = loaded_torch()
        tau = torch.as_tensor(tau, dtype=logits.dtype, device=logits.device)
    else:
        tau = np.asarray(tau, logits.dtype)
    return tau[..., None]


def _check_classes(x: Array, classes: int) -> None:
    if not x.shape or x.shape[-1] != classes:
        raise ValueError(f"x must have {classes} classes on its last axis: shape {tuple(x.shape)}")


def _logistic(z: Array) -> Array:
    """Return 1 / (1 + exp(-z)) without overflow, in either library."""
    xp = namespace(z)
    return 0.5 * (1 + xp.tanh(0.5 * z))
