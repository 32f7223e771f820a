r"""The first of k exponential clocks to ring is a categorical sample, exactly.

Give class i a clock that rings after a time :math:`E_i / w_i`, exponential with rate
:math:`w_i`.  Class i rings first with probability :math:`w_i / \sum_j w_j`.  Minus the logarithm
turns each clock into :math:`\log w_i + g_i` with Gumbel noise :math:`g_i`, and *first* into
*largest*: that is the Gumbel-max trick.  Both functions compute in float64, so that narrow
types do not tie.

Source: Luce, *Individual Choice Behavior* (1959); Yellott (1977); Maddison, Tarlow and Minka,
*A\* Sampling*, NeurIPS 2014, section 2.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ._arrays import (
    Array,
    as_double,
    as_floating,
    check_dim,
    check_logits,
    check_weights,
    detached,
    is_tensor,
    namespace,
)
from .noise import exponential_like


def gumbel_max(
    logits: Array, *, dim: int = -1, shape: tuple[int, ...] = (), generator: Any = None
) -> Array:
    """Return samples of the categorical distribution softmax(logits), by Gumbel-max.

    Args:
        logits: any shape; ``dim`` is the axis of classes. ``-inf`` marks a class that never wins.
        dim: the axis of classes.
        shape: leading axes for more draws from the same logits.
        generator: NumPy's or torch's, like the logits.

    Returns:
        Indices (int64) of shape ``shape`` + the shape of ``logits`` without ``dim``.

    Raises:
        ValueError: if ``dim`` is no axis, or the logits give no distribution along it.

    >>> draws = gumbel_max(np.log([0.1, 0.9]), shape=(9999,), generator=np.random.default_rng(1))
    >>> round(float(draws.mean()), 2)
    0.9

    """
    logits = as_floating(logits, "logits")
    dim = check_dim(logits, dim, "logits")
    check_logits(logits, dim)
    values = as_double(detached(logits))
    times = exponential_like(values, (*shape, *values.shape), generator)
    xp = namespace(values)
    return xp.argmax(values - xp.log(times), axis=dim)


def race(
    weights: Array, *, dim: int = -1, shape: tuple[int, ...] = (), generator: Any = None
) -> Array:
    """Return samples of the categorical distribution proportional to ``weights``, by a race.

    One division and no logarithm, so it is the cheaper of the two when you hold weights.

    Args:
        weights: finite and not negative, in any scale; a class of weight 0 never wins.
        dim: the axis of classes.
        shape: leading axes for more draws from the same weights.
        generator: NumPy's or torch's, like the weights.

    Returns:
        Indices (int64) of shape ``shape`` + the shape of ``weights`` without ``dim``.

    Raises:
        ValueError: if ``dim`` is no axis, a weight is negative or not finite, or all are zero.

    >>> race([3.0, 1.0], shape=(4,), generator=np.random.default_rng(2)).shape
    (4,)

    """
    weights = as_floating(weights, "weights")
    dim = check_dim(weights, dim, "weights")
    check_weights(weights, dim, "weights")
    values = as_double(detached(weights))
    times = exponential_like(values, (*shape, *values.shape), generator)
    if is_tensor(values):
        return (times / values).argmin(dim)
    with np.errstate(divide="ignore"):
        return np.argmin(times / values, axis=dim)
