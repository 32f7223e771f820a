"""One code for two array libraries: which one is in use, and what may come through the door.

NumPy 2 and torch agree on the names ``exp``, ``log``, ``where``, ``amax`` and ``isfinite``, and
both take ``axis=`` and ``keepdims=``.  So most functions here are written once, with the module
that :func:`namespace` returns.  torch is never imported: it is looked up, and if nobody has
imported it then nobody can have passed a tensor.
"""

from __future__ import annotations

import math
import sys
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = Any
"""A ``numpy.ndarray`` or a ``torch.Tensor``; what goes in decides what comes out."""


def loaded_torch() -> Any:
    """Return the torch module if somebody has imported it, and ``None`` otherwise."""
    module = sys.modules.get("torch")
    return module if hasattr(module, "Tensor") else None


def is_tensor(x: object) -> bool:
    """Whether ``x`` is a torch tensor.

    >>> is_tensor([1.0, 2.0])
    False
    """
    torch = loaded_torch()
    return torch is not None and isinstance(x, torch.Tensor)


def namespace(x: Array) -> Any:
    """Return the library, numpy or torch, that ``x`` belongs to.

    >>> namespace(np.zeros(3)).__name__
    'numpy'
    """
    return loaded_torch() if is_tensor(x) else np


def as_floating(x: object, name: str) -> Array:
    """Return ``x`` as a floating-point array, keeping its dtype if it has a floating one.

    Raises:
        TypeError: for booleans, complex numbers and things that are not numbers.

    >>> as_floating([1, 2], "logits")
    array([1., 2.])

    """
    if is_tensor(x):
        if x.is_floating_point():
            return x
        if x.is_complex() or x.dtype == loaded_torch().bool:
            raise TypeError(f"{name} must hold real numbers, and its dtype is {x.dtype}")
        return x.to(loaded_torch().get_default_dtype())
    array = np.asarray(x)
    if array.dtype.kind in "iu":
        return array.astype(np.float64)
    if array.dtype.kind != "f":
        raise TypeError(f"{name} must hold real numbers, and its dtype is {array.dtype}")
    return array


def widen(x: Array) -> Array:
    """Return float16 and bfloat16 as float32, and everything wider as it is.

    >>> widen(np.zeros(1, np.float16)).dtype.name, widen(np.zeros(1)).dtype.name
    ('float32', 'float64')
    """
    if is_tensor(x):
        torch = loaded_torch()
        return x.float() if x.dtype in (torch.float16, torch.bfloat16) else x
    return x.astype(np.float32) if x.dtype == np.float16 else x


def as_double(x: Array) -> Array:
    """Return ``x`` in float64."""
    return x.double() if is_tensor(x) else np.asarray(x, np.float64)


def cast_like(x: Array, model: Array) -> Array:
    """Return ``x`` in the dtype of ``model``."""
    return x.to(model.dtype) if is_tensor(x) else x.astype(model.dtype, copy=False)


def detached(x: Array) -> Array:
    """Return ``x`` cut off from the graph; a NumPy array has none."""
    return x.detach() if is_tensor(x) else x


def check_dim(x: Array, dim: int, name: str) -> int:
    """Return ``dim`` counted from the end, after checking that ``x`` has such an axis.

    Raises:
        ValueError: if there is no axis ``dim``, or no class along it.

    >>> check_dim(np.zeros((2, 3)), 0, "logits")
    -2
    >>> check_dim(np.zeros(3), 1, "logits")
    Traceback (most recent call last):
    ...
    ValueError: dim must be between -1 and 0 for logits of shape (3,), not 1

    """
    shape = tuple(x.shape)
    if not shape:
        raise ValueError(f"{name} must have at least one axis, one entry a class")
    if not isinstance(dim, (int, np.integer)) or not -len(shape) <= dim < len(shape):
        limits = f"between {-len(shape)} and {len(shape) - 1}"
        raise ValueError(f"dim must be {limits} for {name} of shape {shape}, not {dim!r}")
    if shape[dim] == 0:
        raise ValueError(f"{name} must hold at least one class along dim {dim}: shape {shape}")
    return int(dim) - len(shape) if dim >= 0 else int(dim)


def check_logits(logits: Array, dim: int) -> None:
    """Refuse logits that give no distribution along ``dim``.

    Raises:
        ValueError: if a logit is NaN or ``+inf``, or a whole row is ``-inf``.

    >>> check_logits(np.array([0.0, -np.inf]), -1)
    >>> check_logits(np.array([-np.inf, -np.inf]), -1)
    Traceback (most recent call last):
    ...
    ValueError: logits must have a finite entry in each row along dim -1, and one is all -inf

    """
    xp = namespace(logits)
    top = xp.amax(detached(logits), axis=dim)
    if bool(xp.isfinite(top).all()):
        return
    if bool(xp.isnan(top).any()):
        raise ValueError("logits must be numbers, and at least one is NaN")
    if bool((top > 0).any()) and bool((top == math.inf).any()):
        raise ValueError("logits must be finite or -inf, and at least one is +inf")
    raise ValueError(
        f"logits must have a finite entry in each row along dim {dim}, and one is all -inf"
    )


def check_weights(weights: Array, dim: int, name: str) -> None:
    """Refuse weights that are negative or not finite, and rows without a positive one.

    Raises:
        ValueError: as just said.

    >>> check_weights(np.array([0.5, -0.5]), -1, "probs")
    Traceback (most recent call last):
    ...
    ValueError: probs must be finite and not negative, and the smallest is -0.5

    """
    xp = namespace(weights)
    flat = detached(weights)
    if not bool(xp.isfinite(flat).all()):
        raise ValueError(f"{name} must be finite and not negative, and at least one is not finite")
    if float(flat.min()) < 0:
        smallest = float(flat.min())
        raise ValueError(f"{name} must be finite and not negative, and the smallest is {smallest}")
    if not bool((xp.amax(flat, axis=dim) > 0).all()):
        raise ValueError(f"{name} must have a positive entry in each row along dim {dim}")


def check_temperature(tau: object) -> Any:
    """Return ``tau``, a positive finite number or an array of them.

    A temperature below 1.2e-38, float32's smallest normal number, is refused too: dividing by
    it overflows.

    Raises:
        ValueError: if it is not positive and finite.

    >>> check_temperature(0)
    Traceback (most recent call last):
    ...
    ValueError: tau must be positive and finite (at least 1.2e-38), not 0

    """
    least = float(np.finfo(np.float32).tiny)
    if not is_tensor(tau):
        try:
            values = np.asarray(tau, np.float64)
        except (TypeError, ValueError):
            raise ValueError(f"tau must be a positive finite number, not {tau!r}") from None
        if not bool(np.all((values >= least) & (values < np.inf))):
            raise ValueError(f"tau must be positive and finite (at least 1.2e-38), not {tau!r}")
        return values if values.ndim else float(values)
    values = tau.detach()
    if not bool(((values >= least) & (values < math.inf)).all()):
        raise ValueError(f"tau must be positive and finite (at least 1.2e-38), not {tau!r}")
    return tau


def safe_log(weights: Array) -> Array:
    """Return the logarithm, with ``-inf`` for zero and a gradient of zero there, never NaN.

    >>> safe_log(np.array([1.0, 0.0]))
    array([  0., -inf])
    """
    xp = namespace(weights)
    positive = weights > 0
    inside = xp.log(xp.where(positive, weights, xp.ones_like(weights)))
    return xp.where(positive, inside, xp.full_like(inside, -math.inf))


def logsumexp(x: Array, dim: int, keepdims: bool = False) -> Array:
    """Return log of the sum of exponentials along ``dim``, without overflow.

    >>> round(float(logsumexp(np.array([1000.0, 1000.0]), -1)), 3)
    1000.693
    """
    if is_tensor(x):
        return loaded_torch().logsumexp(x, dim, keepdim=keepdims)
    top = np.max(x, axis=dim, keepdims=True)
    total = np.log(np.sum(np.exp(x - top), axis=dim, keepdims=True)) + top
    return total if keepdims else np.squeeze(total, axis=dim)


def log_softmax(x: Array, tau: Any, dim: int) -> Array:
    """Return the log of the tempered softmax, ``x / tau`` minus its log-sum-exp.

    The largest entry is subtracted first, so no temperature, however low, overflows.
    """
    xp = namespace(x)
    z = (x - detached(xp.amax(x, axis=dim, keepdims=True))) / tau
    return z - logsumexp(z, dim, keepdims=True)


def softmax(x: Array, tau: Any, dim: int) -> Array:
    """Return the tempered softmax, ``exp(x / tau)`` over its sum.

    >>> softmax(np.array([0.0, np.log(3.0)]), 1.0, -1)
    array([0.25, 0.75])
    """
    xp = namespace(x)
    if is_tensor(x) and isinstance(tau, float) and tau > 1e-6:
        return xp.softmax(x / tau, dim)  # torch subtracts the largest itself
    z = (x - detached(xp.amax(x, axis=dim, keepdims=True))) / tau
    if is_tensor(x):
        return xp.softmax(z, dim)
    z = np.exp(z)
    return z / z.sum(axis=dim, keepdims=True)


def one_hot(index: Array, model: Array, dim: int) -> Array:
    """Return an array like ``model`` with 1 at ``index`` along ``dim`` and 0 elsewhere."""
    if is_tensor(model):
        zeros = loaded_torch().zeros_like(model)
        return zeros.scatter(dim, index.unsqueeze(dim), 1.0)
    zeros = np.zeros_like(model)
    np.put_along_axis(zeros, np.expand_dims(index, dim), 1, axis=dim)
    return zeros
