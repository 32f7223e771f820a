"""Floating-point arithmetic to the last bit, in every rounding mode that PTX has.

numpy rounds to the nearest even.  The rest is built from two ideas.  *Error-free transformation*:
the rounding error of a sum or product of doubles is itself a double, found by a few operations.
*Rounding to odd*: a double whose last bit tells that something was cut off rounds a second time,
to float32 or smaller, as if it were exact.
Sources: S. Boldo and G. Melquiond, "Emulation of a FMA and correctly rounded sums: proved
algorithms using rounding to odd", IEEE Trans. Computers 57 (2008); PTX ISA, section 9.7.3.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

Array = NDArray
F32, F64 = np.float32, np.float64
CANONICAL_NAN = np.uint32(0x7FFFFFFF)
"""The bits of every float32 NaN that arithmetic returns (PTX ISA, 9.7.3)."""
DIRECTIONS = ("rz", "rm", "rp")


def two_sum(a: Array, b: Array) -> tuple[Array, Array]:
    """Sum rounded to nearest, and the exact rounding error (no overflow)."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def two_product(a: Array, b: Array) -> tuple[Array, Array]:
    """Product rounded to nearest, and the exact error, where exponents stay far from the ends."""
    product = a * b
    a_high, b_high = _high_half(a), _high_half(b)
    a_low, b_low = a - a_high, b - b_high
    error = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low
    return product, error


def _high_half(a: Array) -> Array:
    scaled = a * 134217729.0
    return scaled - (scaled - a)


def to_odd(rounded: Array, error: Array) -> Array:
    """Turn a double rounded to nearest into the same value rounded to odd.

    >>> odd = to_odd(np.array([1.0]), np.array([2.0**-60]))
    >>> bool(odd[0] == 1 + 2.0**-52)
    True
    """
    rounded = np.ascontiguousarray(rounded, dtype=F64)
    bits = rounded.view(np.int64)
    inexact = (error != 0) & np.isfinite(rounded) & (bits & 1 == 0)
    outward = (error > 0) == (rounded > 0)
    return np.where(inexact, bits + np.where(outward, 1, -1), bits).view(F64)


def narrow(x: Array, mode: str, dtype: type = F32) -> Array:
    """Round doubles (exact, or rounded to odd) to float32 or float16 in a mode.

    >>> narrow(np.array([1 + 2.0**-30]), "rp").item() == 1 + 2.0**-23
    True
    """
    near = x.astype(dtype)
    if mode not in DIRECTIONS:
        return near
    back = near.astype(F64)
    if mode == "rz":
        wrong, towards = np.abs(back) > np.abs(x), 0.0
    elif mode == "rm":
        wrong, towards = back > x, -np.inf
    else:
        wrong, towards = back < x, np.inf
    return np.where(wrong, np.nextafter(near, dtype(towards)), near)


def add32(a: Array, b: Array, mode: str = "rn") -> Array:
    """Sum of float32 arrays."""
    if mode not in DIRECTIONS:
        return a + b
    total, error = two_sum(a.astype(F64), b.astype(F64))
    result = narrow(to_odd(total, np.nan_to_num(error)), mode)
    return _zero_sum(result, total, a, b, mode)


def mul32(a: Array, b: Array, mode: str = "rn") -> Array:
    """Product of float32 arrays."""
    if mode not in DIRECTIONS:
        return a * b
    return narrow(a.astype(F64) * b.astype(F64), mode)


def fma32(a: Array, b: Array, c: Array, mode: str = "rn") -> Array:
    """Return ``a * b + c`` of float32 arrays with one rounding.

    >>> x = np.array([1 + 2.0**-12], np.float32)
    >>> fma32(x, x, np.array([-1 - 2.0**-11], np.float32)).item() == 2.0**-24
    True
    """
    product = a.astype(F64) * b
    if mode not in DIRECTIONS:
        # Rounding twice goes wrong only if the first result looks like a tie of the second, or
        # below the normal range, where float32 keeps fewer bits.
        total = product + c
        result = total.astype(F32)
        doubtful = total.view(np.uint64) << np.uint64(35) == np.uint64(1 << 63)
        doubtful |= _tiny(result)
        if not doubtful.any():
            return result
        some = np.flatnonzero(doubtful)
        if some.size < result.size:
            few = [x if x.size == 1 else x[some] for x in (a, b, c)]
            result[some] = fma32(*(np.broadcast_to(x, some.shape) for x in few))
            return result
    total, error = two_sum(product, np.asarray(c, F64))
    result = narrow(to_odd(total, np.nan_to_num(error)), mode)
    return _zero_sum(result, total, product, c, mode)


def _tiny(x: Array) -> Array:
    """Which float32 are subnormal or the smallest normal number."""
    magnitude = x.view(np.uint32) << np.uint32(1)
    magnitude -= np.uint32(2)
    return magnitude < np.uint32(0x00FFFFFF)


def _zero_sum(result: Array, total: Array, a: Array, b: Array, mode: str) -> Array:
    """Mind that an exact zero of unlike terms is -0 when rounding down (IEEE 754, 6.3)."""
    if mode != "rm":
        return result
    unlike = (total == 0) & (np.signbit(a) != np.signbit(b))
    return np.where(unlike, result.dtype.type(-0.0), result)


def div32(a: Array, b: Array, mode: str = "rn") -> Array:
    """Quotient of float32 arrays."""
    near = a / b
    if mode not in DIRECTIONS:
        return near
    # a - near * b is a double without error; its sign says on which side the quotient lies.
    rest = (a.astype(F64) - near.astype(F64) * b.astype(F64)) * np.sign(b)
    return _step(near, rest, mode, np.isfinite(a) & (b != 0) & np.isfinite(b))


def sqrt32(a: Array, mode: str = "rn") -> Array:
    """Square root of a float32 array."""
    near = np.sqrt(a)
    if mode not in DIRECTIONS:
        return near
    rest = a.astype(F64) - near.astype(F64) ** 2
    return _step(near, rest, mode, np.isfinite(near) & (a > 0))


def _step(near: Array, rest: Array, mode: str, usable: Array) -> Array:
    """Move a rounded value by one place if the exact one, on the side of `rest`, asks for it."""
    if mode == "rz":
        wrong, towards = np.where(near > 0, rest < 0, rest > 0), 0.0
    elif mode == "rm":
        wrong, towards = rest < 0, -np.inf
    else:
        wrong, towards = rest > 0, np.inf
    overflowed = np.isinf(near) & usable
    if mode == "rz":
        wrong = wrong | overflowed
    elif mode == "rm":
        wrong = (wrong & ~np.isinf(near)) | (overflowed & (near > 0))
    else:
        wrong = (wrong & ~np.isinf(near)) | (overflowed & (near < 0))
    moved = np.nextafter(near, near.dtype.type(towards))
    # 0 * inf and the like leave no sign: an underflow to zero must still move away from zero.
    return np.where(wrong & usable, moved, near)


def fma64(a: Array, b: Array, c: Array) -> Array:
    """Return ``a * b + c`` of float64 arrays with one rounding, to nearest.

    >>> x = np.array([1 + 2.0**-30])
    >>> fma64(x, x, -x * x).item() == 2.0**-60
    True
    """
    a, b, c = np.broadcast_arrays(a, b, c)
    product, low = two_product(a, b)
    upper, lower = two_sum(c, low)
    high, rest = two_sum(product, upper)
    result = high + to_odd(*two_sum(rest, lower))
    size_a, size_b, size_c = np.abs(a), np.abs(b), np.abs(c)
    size = size_a * size_b
    safe = (
        (size > 1e-200) & (size < 1e200) & (size_a < 1e280) & (size_b < 1e280)
        & ((size_c > 1e-250) | (c == 0)) & (size_c < 1e280)
    )  # fmt: skip
    if not safe.all():
        result = np.array(result)
        plain = ~safe & (~np.isfinite(size_a + size_b + size_c) | (a == 0) | (b == 0))
        result[plain] = (a * b + c)[plain]
        for i in np.flatnonzero(~safe & ~plain):
            result.flat[i] = _fma_exact(a.flat[i], b.flat[i], c.flat[i], "rn")
    return result


def _fma_exact(a: float, b: float, c: float, mode: str) -> float:
    if not all(map(math.isfinite, (a, b, c))):
        return float(F64(a) * F64(b) + F64(c))
    exact = Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))
    if exact == 0:
        product = float(F64(a) * F64(b))
        if math.copysign(1, product) == math.copysign(1, c):
            return math.copysign(0.0, c)
        return -0.0 if mode == "rm" else 0.0
    return round_fraction(exact, mode)


def round_fraction(exact: Fraction, mode: str) -> float:
    """Round a fraction to a double.

    >>> round_fraction(Fraction(1, 3), "rp") - 1 / 3 == 2.0**-54
    True
    """
    try:
        near = exact.numerator / exact.denominator
    except OverflowError:
        near = math.inf if exact > 0 else -math.inf
    if near == 0:
        near = math.copysign(0.0, exact)
    if mode not in DIRECTIONS:
        return near
    above = near == math.inf or (near != -math.inf and Fraction(near) > exact)
    below = near == -math.inf or (near != math.inf and Fraction(near) < exact)
    if mode == "rm":
        return math.nextafter(near, -math.inf) if above else near
    if mode == "rp":
        return math.nextafter(near, math.inf) if below else near
    if exact > 0:
        return math.nextafter(near, -math.inf) if above else near
    return math.nextafter(near, math.inf) if below else near


def exactly(
    function: Callable[..., Fraction], plain: Callable[..., Array], mode: str, *arrays: Array
) -> Array:
    """Apply an exact function lane by lane and round; `plain` answers where numbers end.

    This is slow; it serves the directed modes of float64, which kernels seldom use.
    """
    arrays = np.broadcast_arrays(*arrays)
    result = np.array(plain(*arrays), dtype=F64)
    for i in np.ndindex(result.shape):
        values = [float(a[i]) for a in arrays]
        if not all(map(math.isfinite, values)):
            continue
        try:
            exact = function(*map(Fraction, values))
        except ZeroDivisionError:
            continue
        if exact == 0:
            unlike = math.copysign(1, values[0]) != math.copysign(1, values[-1])
            if mode == "rm" and plain is np.add and unlike:
                result[i] = -0.0
            continue
        result[i] = round_fraction(exact, mode)
    return result


def add64(a: Array, b: Array, mode: str = "rn") -> Array:
    """Sum of float64 arrays."""
    return a + b if mode not in DIRECTIONS else exactly(lambda x, y: x + y, np.add, mode, a, b)


def mul64(a: Array, b: Array, mode: str = "rn") -> Array:
    """Product of float64 arrays."""
    if mode not in DIRECTIONS:
        return a * b
    return exactly(lambda x, y: x * y, np.multiply, mode, a, b)


def div64(a: Array, b: Array, mode: str = "rn") -> Array:
    """Quotient of float64 arrays."""
    if mode not in DIRECTIONS:
        return a / b
    return exactly(lambda x, y: x / y, np.divide, mode, a, b)


def fma64_directed(a: Array, b: Array, c: Array, mode: str) -> Array:
    """Return ``a * b + c`` of float64 arrays in a directed mode."""
    a, b, c = np.broadcast_arrays(a, b, c)
    return np.array(
        [_fma_exact(*map(float, t), mode) for t in zip(a.flat, b.flat, c.flat, strict=True)]
    ).reshape(a.shape)


def sqrt64(a: Array, mode: str = "rn") -> Array:
    """Square root of a float64 array."""
    near = np.sqrt(a)
    if mode not in DIRECTIONS:
        return near
    result = np.array(near)
    for i in np.ndindex(near.shape):
        if a[i] > 0 and math.isfinite(a[i]):
            square, exact = Fraction(float(near[i])) ** 2, Fraction(float(a[i]))
            if square > exact and mode in ("rz", "rm"):
                result[i] = math.nextafter(near[i], 0)
            elif square < exact and mode == "rp":
                result[i] = math.nextafter(near[i], math.inf)
    return result


def from_integer(x: Array, dtype: np.dtype, mode: str = "rn") -> Array:
    """Integers to floats of `dtype`.

    >>> from_integer(np.array([2**24 + 1]), np.dtype("f4"), "rz").item() == 2**24
    True
    """
    if dtype.itemsize == 2:
        # Beyond 2**53 every integer is infinite as a half; below it a double is exact.
        return narrow(x.astype(F64), mode, np.float16)
    near = x.astype(dtype)
    exact = x.dtype.itemsize < 4 or (x.dtype.itemsize == 4 and dtype.itemsize == 8)
    if mode not in DIRECTIONS or exact:
        return near
    result = near.copy()
    for i in np.ndindex(near.shape):
        back, value = int(near[i]), int(x[i])
        if back > value and (mode == "rm" or (mode == "rz" and value > 0)):
            result[i] = np.nextafter(near[i], dtype.type(-np.inf))
        elif back < value and (mode == "rp" or (mode == "rz" and value < 0)):
            result[i] = np.nextafter(near[i], dtype.type(np.inf))
    return result


def to_integer(x: Array, dtype: np.dtype, mode: str = "rzi") -> Array:
    """Floats to integers of `dtype`: NaN becomes 0, what is out of range the nearest end.

    >>> to_integer(np.array([2.5, -1.0, 1e10, np.nan]), np.dtype("u4"), "rni").tolist()
    [2, 0, 4294967295, 0]
    """
    whole = ROUND_TO_INTEGER[mode](x.astype(F64) if x.dtype.itemsize == 2 else x)
    limits = np.iinfo(dtype)
    top = whole.dtype.type(2.0 ** (limits.max.bit_length()))
    low = whole < limits.min
    high = whole >= top
    inside = np.where(low | high | np.isnan(whole), whole.dtype.type(0), whole).astype(dtype)
    inside[np.broadcast_to(low, inside.shape)] = limits.min
    inside[np.broadcast_to(high, inside.shape)] = limits.max
    return inside


ROUND_TO_INTEGER = {"rni": np.rint, "rzi": np.trunc, "rmi": np.floor, "rpi": np.ceil}


def widen_bf16(bits: Array) -> Array:
    """Bfloat16 bits to float32."""
    return (bits.astype(np.uint32) << 16).view(F32)


def narrow_bf16(x: Array, mode: str = "rn") -> Array:
    """Float32 to bfloat16 bits.

    >>> [hex(b) for b in narrow_bf16(np.array([1.0, 1.00390625, np.nan], np.float32)).tolist()]
    ['0x3f80', '0x3f80', '0x7fff']
    """
    bits = np.ascontiguousarray(x, F32).view(np.uint32)
    if mode != "rz":
        bits = bits + (0x7FFF + (bits >> 16 & 1))
    return np.where(np.isnan(x), 0x7FFF, bits >> 16).astype(np.uint16)


def narrow_bf16_from_odd(x: Array) -> Array:
    """Doubles rounded to odd to bfloat16 bits, to nearest."""
    near = x.astype(F32)
    error = np.where(np.isfinite(near), x - near.astype(F64), 0)
    bits = near.view(np.int32)
    inexact = (error != 0) & (bits & 1 == 0)
    outward = (error > 0) == (near > 0)
    odd = np.where(inexact, bits + np.where(outward, 1, -1), bits).astype(np.int32).view(F32)
    return narrow_bf16(odd)


def flush(x: Array) -> Array:
    """Float32 with subnormal numbers replaced by zero of the same sign."""
    tiny = (np.abs(x) < np.finfo(F32).tiny) & (x != 0)
    return np.where(tiny, np.copysign(F32(0), x), x) if tiny.any() else x


def saturate(x: Array) -> Array:
    """Clamp to [0, 1]; NaN becomes 0."""
    one = x.dtype.type(1)
    return np.where(x > 0, np.minimum(x, one), x.dtype.type(0))


def canonical(x: Array) -> Array:
    """Float32 with every NaN in its canonical bits."""
    if np.isfinite(np.add.reduce(x, axis=None)):
        return x
    missing = np.isnan(x)
    if missing.any():
        x = np.array(x)
        x.view(np.uint32)[missing] = CANONICAL_NAN
    return x
