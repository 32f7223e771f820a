r"""The Gumbel-Softmax: replace the argmax of Gumbel-max by a softmax with a temperature.

.. math:: X_i = \frac{\exp\bigl((\log \pi_i + g_i)/\tau\bigr)}
                     {\sum_j \exp\bigl((\log \pi_j + g_j)/\tau\bigr)}

The temperature divides *inside* the exponential.  The largest entry of X is the class that
Gumbel-max would have drawn, whatever the temperature; the temperature only says how close X
comes to that class's one-hot vector.

Source: Jang, Gu and Poole, ICLR 2017, equation 2; Maddison, Mnih and Teh, ICLR 2017, equation 10.
"""

from __future__ import annotations

from typing import Any

from ._arrays import (
    Array,
    as_floating,
    cast_like,
    check_dim,
    check_logits,
    check_temperature,
    check_weights,
    detached,
    namespace,
    one_hot,
    safe_log,
    softmax,
    widen,
)
from .noise import log_exponential_like


def gumbel_softmax(
    logits: Array | None = None,
    tau: Any = 1.0,
    hard: bool = False,
    dim: int = -1,
    *,
    probs: Array | None = None,
    generator: Any = None,
) -> Array:
    """Return Gumbel-Softmax samples, one for each row of ``logits`` along ``dim``.

    Args:
        logits: unnormalised log-probabilities, any shape; ``-inf`` excludes a class.
        tau: the temperature, a positive number (or a torch scalar, if you want its gradient).
        hard: if true, the result is exactly one-hot. For tensors the gradient is still that of
            the soft sample: the straight-through Gumbel-Softmax.
        dim: the axis of classes.
        probs: instead of ``logits``, unnormalised probabilities; zeros get a gradient of zero.
        generator: NumPy's or torch's, like the logits.

    Returns:
        An array of the shape and dtype of the input. float16 and bfloat16 are computed in float32.

    Raises:
        ValueError: if both or neither of ``logits`` and ``probs`` are given, or for a ``tau``
            that is not positive and finite, a ``dim`` that is no axis, logits that give no
            distribution along it, or probabilities that are negative or not finite.

    >>> import numpy as np
    >>> rng = np.random.default_rng(0)
    >>> gumbel_softmax([0.0, 1.0, 2.0], 0.5, hard=True, generator=rng)
    array([0., 0., 1.])
    >>> gumbel_softmax([0.0, 1.0, 2.0], tau=-1)
    Traceback (most recent call last):
    ...
    ValueError: tau must be positive and finite (at least 1.2e-38), not -1

    """
    given, dim = _logits(logits, probs, dim)
    tau = check_temperature(tau)
    wide = widen(given)
    perturbed = wide - log_exponential_like(wide, tuple(wide.shape), generator)
    soft = cast_like(softmax(perturbed, tau, dim), given)
    if not hard:
        return soft
    winner = namespace(soft).argmax(detached(perturbed), axis=dim)
    return one_hot(winner, soft, dim) + (soft - detached(soft))


def _logits(logits: Array | None, probs: Array | None, dim: int) -> tuple[Array, int]:
    """Return checked logits and the axis of classes, from whichever of the two was given."""
    if (logits is None) == (probs is None):
        raise ValueError("give either logits or probs=, exactly one of the two")
    if probs is None:
        given = as_floating(logits, "logits")
        dim = check_dim(given, dim, "logits")
        check_logits(given, dim)
        return given, dim
    weights = as_floating(probs, "probs")
    dim = check_dim(weights, dim, "probs")
    check_weights(weights, dim, "probs")
    return safe_log(weights), dim
