"""What ``cvt`` means: one number, another type.

Source: PTX ISA, section 9.7.9.20 "cvt".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from . import rounding as r
from .scalars import Scalar
from .syntax import Operation

Array = np.ndarray
TO_INTEGER = ("rni", "rzi", "rmi", "rpi")


def cvt(operation: Operation) -> Callable[..., Any]:
    """Return the conversion that the operation names.

    Raises ValueError for a pair of types, or a rounding, that ``cvt`` does not have.
    """
    if len(operation.types) < 2 or operation.has("e4m3x2", "e5m2x2"):
        raise ValueError(f"{operation.opcode}: this conversion is not supported")
    target, source = operation.types
    if target.kind == "packed":
        return _packed(operation, target, source)
    if target.kind == "tf":
        return _to_tf32(operation, source)
    if len(operation.operands) != 2:
        raise ValueError(f"{operation.opcode} has two operands")
    if source.kind in ("packed", "tf"):
        raise ValueError(f"{operation.opcode}: cvt cannot read .{source.name}")
    if target.is_integer and source.is_integer:
        return _integers(operation, target, source)
    if target.is_integer:
        return _float_to_integer(operation, target, source)
    if source.is_integer:
        return _integer_to_float(operation, target)
    return _floats(operation, target, source)


def _integers(operation: Operation, target: Scalar, source: Scalar) -> Callable[..., Any]:
    if operation.has(*TO_INTEGER, "rn", "rz", "rm", "rp", "ftz"):
        raise ValueError(f"{operation.opcode}: integers need no rounding")
    if not operation.has("sat"):
        return lambda a: a.astype(target.dtype)
    limits = np.iinfo(target.dtype)
    source_limits = np.iinfo(source.dtype)
    low, high = max(limits.min, source_limits.min), min(limits.max, source_limits.max)
    return lambda a: np.clip(a, source.dtype.type(low), source.dtype.type(high)).astype(
        target.dtype
    )


def _widened(source: Scalar, ftz: bool) -> Callable[[Array], Array]:
    """How a float type is read as float32 or float64."""
    if source.kind == "bf":
        return r.widen_bf16
    if source.bits == 16:
        return lambda a: a.astype(np.float32)
    if ftz and source.bits == 32:
        return r.flush
    return lambda a: a


def _float_to_integer(operation: Operation, target: Scalar, source: Scalar) -> Callable[..., Any]:
    mode = operation.one_of(*TO_INTEGER)
    if not mode:
        raise ValueError(f"{operation.opcode} needs .rni, .rzi, .rmi or .rpi")
    widen = _widened(source, operation.has("ftz"))
    return lambda a: r.to_integer(widen(a), target.dtype, mode)


def _integer_to_float(operation: Operation, target: Scalar) -> Callable[..., Any]:
    mode = operation.one_of("rn", "rz", "rm", "rp")
    if not mode:
        raise ValueError(f"{operation.opcode} needs a rounding such as .rn")
    sat = operation.has("sat")
    if target.kind == "bf":
        if mode != "rn":
            raise ValueError(f"{operation.opcode}: to .bf16 only .rn is supported")

        def to_brain(a: Array) -> Array:
            near = a.astype(np.float64)
            error = np.array([float(int(x) - int(y)) for x, y in zip(a, near, strict=True)])
            return r.narrow_bf16_from_odd(r.to_odd(near, error))

        return to_brain

    def function(a: Array) -> Array:
        result = r.from_integer(a, target.dtype, mode)
        return r.saturate(result) if sat else result

    return function


def _floats(operation: Operation, target: Scalar, source: Scalar) -> Callable[..., Any]:
    whole = operation.one_of(*TO_INTEGER)
    mode = operation.one_of("rn", "rz", "rm", "rp")
    ftz, sat = operation.has("ftz"), operation.has("sat")
    narrowing = target.bits < source.bits or (target.bits == source.bits and target != source)
    if narrowing and not mode:
        raise ValueError(f"{operation.opcode} loses bits: it needs a rounding such as .rn")
    if not narrowing and mode:
        raise ValueError(f"{operation.opcode} loses no bits: expected no rounding")
    if target.bits == 16 and mode in ("rm", "rp"):
        raise ValueError(f"{operation.opcode}: to 16 bits expected .rn or .rz")
    widen = _widened(source, ftz)

    def function(a: Array) -> Array:
        x = widen(a)
        if whole:
            x = r.ROUND_TO_INTEGER[whole](x)
        if target.bits == 64:
            result = x.astype(np.float64)
        elif target.bits == 32:
            result = r.narrow(x, mode) if x.dtype == np.float64 else x
            result = r.canonical(r.flush(result) if ftz else result)
        elif target.kind == "bf":
            x = np.maximum(x, 0) if operation.has("relu") else x
            if x.dtype == np.float64:
                return r.narrow_bf16_from_odd(x)
            return r.narrow_bf16(x, mode)
        else:
            x = np.maximum(x, 0) if operation.has("relu") else x
            result = r.narrow(x.astype(np.float64), mode, np.float16)
            result = np.where(np.isnan(result), np.uint16(0x7FFF).view(np.float16), result)
        return r.saturate(result) if sat else result

    return function


def _packed(operation: Operation, target: Scalar, source: Scalar) -> Callable[..., Any]:
    """Two floats into one register: the first becomes the upper half."""
    if source.name != "f32" or target.name not in ("f16x2", "bf16x2"):
        raise ValueError(f"{operation.opcode}: this conversion is not supported")
    if len(operation.operands) != 3:
        raise ValueError(f"{operation.opcode} has two sources")
    mode = operation.one_of("rn", "rz")
    if not mode:
        raise ValueError(f"{operation.opcode} needs .rn or .rz")
    relu = operation.has("relu")

    def half(x: Array) -> Array:
        if relu:
            x = np.maximum(x, np.float32(0))
        if target.name == "bf16x2":
            return r.narrow_bf16(x, mode)
        result = r.narrow(x.astype(np.float64), mode, np.float16)
        return np.where(np.isnan(result), np.uint16(0x7FFF), result.view(np.uint16))

    return lambda a, b: half(a).astype(np.uint32) << 16 | half(b)


def _to_tf32(operation: Operation, source: Scalar) -> Callable[..., Any]:
    """Float32 with 10 bits of fraction; the other bits of the register are zero."""
    if source.name != "f32" or not operation.has("rna", "rn", "rz"):
        raise ValueError(f"{operation.opcode}: expected cvt.rna.tf32.f32")

    def function(a: Array) -> Array:
        bits = np.ascontiguousarray(a).view(np.uint32)
        if operation.has("rna"):
            rounded = bits + np.uint32(0x1000)
        elif operation.has("rz"):
            rounded = bits
        else:
            rounded = bits + np.uint32(0x0FFF) + (bits >> 13 & 1)
        rounded = rounded & np.uint32(0xFFFFE000)
        special = (bits & 0x7F800000) == 0x7F800000
        return np.where(special, np.where(np.isnan(a), np.uint32(0x7FFFFFFF), bits), rounded)

    return function
