"""What the arithmetic, comparison and logic instructions mean, as functions of numpy arrays.

Each function here takes an operation and returns the function that does it: arrays in, one
element a lane, arrays out.  It raises ValueError for a combination that PTX does not have.
Source: PTX ISA, sections 9.7.1 to 9.7.8.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from . import rounding as r
from .scalars import SCALARS, Scalar
from .syntax import Operation

Array = np.ndarray
Function = Callable[..., Any]
U32, U64, S32, S64 = np.uint32, np.uint64, np.int32, np.int64


def _mode(operation: Operation) -> str:
    return operation.one_of("rn", "rz", "rm", "rp", default="rn")


def _finished(operation: Operation, function: Function) -> Function:
    """Wrap float32 or float64 arithmetic in flushing, clamping and the canonical NaN."""
    if operation.types[0].bits == 64:
        if operation.has("ftz", "sat"):
            raise ValueError(f"{operation.opcode}: .ftz and .sat are for .f32")
        return function
    ftz, sat = operation.has("ftz"), operation.has("sat")
    if not ftz and not sat:
        return lambda *values: r.canonical(function(*values))

    def finished(*values: Array) -> Array:
        if ftz:
            values = tuple(map(r.flush, values))
        result = function(*values)
        if ftz:
            result = r.flush(result)
        return r.saturate(result) if sat else r.canonical(result)

    return finished


def _halves(operation: Operation, function: Function) -> Function:
    """Lift a function of doubles to f16 or bf16, alone or in pairs.

    The function returns a double rounded to odd, so the second rounding is exact.
    """
    type_ = operation.types[0]
    brain, packed = type_.name.startswith("b"), type_.kind == "packed"
    sat, relu, ftz = operation.has("sat"), operation.has("relu"), operation.has("ftz")
    if _mode(operation) != "rn":
        raise ValueError(f"{operation.opcode}: halves round to nearest; expected .rn")

    def widen(x: Array) -> Array:
        x = np.ascontiguousarray(x)
        if brain:
            return r.widen_bf16(x.view(np.uint16)).astype(np.float64)
        return _flush16(x.view(np.float16), ftz).astype(np.float64)

    def lifted(*values: Array) -> Array:
        result = function(*np.broadcast_arrays(*map(widen, values)))
        if sat:
            result = r.saturate(result)
        if relu:
            result = np.where(result > 0, result, np.where(np.isnan(result), result, 0.0))
        if brain:
            bits = r.narrow_bf16_from_odd(result)
        else:
            half = _flush16(result.astype(np.float16), ftz)
            bits = np.where(np.isnan(half), U32(0x7FFF), half.view(np.uint16)).astype(np.uint16)
        return bits.view(U32) if packed else bits.view(type_.dtype)

    return lifted


def _flush16(x: Array, ftz: bool) -> Array:
    if not ftz:
        return x
    tiny = np.abs(x) < np.finfo(np.float16).tiny
    return np.where(tiny, np.copysign(np.float16(0), x), x)


def _is_half(type_: Scalar) -> bool:
    return type_.name in ("f16", "f16x2", "bf16", "bf16x2")


def _packed_integers(operation: Operation, function: Function) -> Function:
    dtype = np.dtype("i2" if operation.types[0].name == "s16x2" else "u2")

    def packed(*values: Array) -> Array:
        halves = np.broadcast_arrays(*(np.ascontiguousarray(v).view(dtype) for v in values))
        return np.ascontiguousarray(function(*halves)).view(U32)

    return packed


def add(operation: Operation) -> Function:
    """Add, with carry if asked."""
    type_ = operation.types[0]
    if type_.is_integer:
        if operation.has("cc") or operation.name == "addc":
            return _carrying(operation, lambda a, b: (a + b, a + b < a), borrow=False)
        return _clamped(operation, np.add)
    if operation.name == "addc" or operation.has("cc"):
        raise ValueError(f"{operation.opcode}: a carry needs an integer type")
    if type_.kind == "packed" and type_.name[0] in "us":
        return _packed_integers(operation, np.add)
    if _is_half(type_):
        return _halves(operation, lambda a, b: r.to_odd(*r.two_sum(a, b)))
    mode, function = _mode(operation), r.add32 if type_.bits == 32 else r.add64
    if mode == "rn":
        return _finished(operation, np.add)
    return _finished(operation, lambda a, b: function(a, b, mode))


def sub(operation: Operation) -> Function:
    """Subtract, with borrow if asked."""
    type_ = operation.types[0]
    if type_.is_integer:
        if operation.has("cc") or operation.name == "subc":
            return _carrying(operation, lambda a, b: (a - b, a < b), borrow=True)
        return _clamped(operation, np.subtract)
    if operation.has("cc"):
        raise ValueError(f"{operation.opcode}: a borrow needs an integer type")
    if type_.kind == "packed" and type_.name[0] in "us":
        return _packed_integers(operation, np.subtract)
    if _is_half(type_):
        return _halves(operation, lambda a, b: r.to_odd(*r.two_sum(a, -b)))
    mode, function = _mode(operation), r.add32 if type_.bits == 32 else r.add64
    if mode == "rn":
        return _finished(operation, np.subtract)
    return _finished(operation, lambda a, b: function(a, -b, mode))


def _clamped(operation: Operation, function: Function) -> Function:
    if operation.has(*("rn", "rz", "rm", "rp", "ftz")):
        raise ValueError(f"{operation.opcode}: rounding is for floating-point types")
    if not operation.has("sat"):
        return function
    if operation.types[0].name != "s32":
        raise ValueError(f"{operation.opcode}: .sat is for .s32 and floats")
    return lambda a, b: _to_s32(function(a.astype(S64), b.astype(S64)))


def _to_s32(wide: Array) -> Array:
    return np.clip(wide, -(1 << 31), (1 << 31) - 1).astype(S32)


def _carrying(operation: Operation, function: Function, borrow: bool) -> Function:
    """Integer sum or difference that reads a carry (addc), writes one (.cc), or both."""
    unsigned = operation.types[0].storage
    reads, writes = operation.name.endswith("c"), operation.has("cc")
    if operation.types[0].bits < 32:
        raise ValueError(f"{operation.opcode}: a carry needs 32 or 64 bits")

    def carrying(a: Array, b: Array, carry: Array | None = None) -> Any:
        a, b = a.view(unsigned), b.view(unsigned)
        result, out = function(a, b)
        if reads:
            one = carry.astype(unsigned)
            if borrow:
                out, result = out | (result < one), result - one
            else:
                result = result + one
                out = out | (result < one)
        return (result, out) if writes else result

    return carrying


def _product(type_: Scalar, which: str) -> Function:
    """Low half, high half or all bits of an integer product."""
    if which == "lo":
        return np.multiply
    if which == "wide":
        if type_.bits == 64:
            raise ValueError(".wide is for 16 and 32 bits")
        wide = SCALARS[f"{type_.kind}{type_.bits * 2}"].dtype
        return lambda a, b: np.multiply(a, b, dtype=wide)
    if which != "hi":
        raise ValueError(f"an integer product of {type_} needs .lo, .hi or .wide")
    if type_.bits < 64:
        wide = np.dtype(S64 if type_.kind == "s" else U64)
        shift = wide.type(type_.bits)
        return lambda a, b: (np.multiply(a, b, dtype=wide) >> shift).astype(type_.dtype)
    if type_.kind == "u":
        return _high64
    # A negative factor counts 2**64 too much when read as unsigned.
    return lambda a, b: (
        _high64(a.view(U64), b.view(U64)).view(S64) - np.where(a < 0, b, 0) - np.where(b < 0, a, 0)
    )


def _high64(a: Array, b: Array) -> Array:
    low, half = U64(0xFFFFFFFF), U64(32)
    a_low, a_high, b_low, b_high = a & low, a >> half, b & low, b >> half
    middle = a_high * b_low + (a_low * b_low >> half)
    other = a_low * b_high + (middle & low)
    return a_high * b_high + (middle >> half) + (other >> half)


def _which(operation: Operation) -> str:
    return operation.one_of("lo", "hi", "wide")


def mul(operation: Operation) -> Function:
    """Multiply."""
    type_ = operation.types[0]
    if type_.is_integer:
        return _product(type_, _which(operation))
    if _which(operation):
        raise ValueError(f"{operation.opcode}: .lo, .hi and .wide are for integers")
    if _is_half(type_):
        return _halves(operation, np.multiply)
    mode, function = _mode(operation), r.mul32 if type_.bits == 32 else r.mul64
    if mode == "rn":
        return _finished(operation, np.multiply)
    return _finished(operation, lambda a, b: function(a, b, mode))


def mad(operation: Operation) -> Function:
    """Multiply and add; for floats the same as fma."""
    type_ = operation.types[0]
    if type_.is_float:
        return fma(operation)
    which = _which(operation)
    product = _product(type_, which)
    if operation.has("cc") or operation.name == "madc":
        if which not in ("lo", "hi"):
            raise ValueError(f"{operation.opcode}: a carry needs .lo or .hi")
        total = _carrying(operation, lambda a, b: (a + b, a + b < a), borrow=False)
        return lambda a, b, c, *carry: total(*np.broadcast_arrays(product(a, b), c), *carry)
    if operation.has("sat"):
        if which != "hi" or type_.name != "s32":
            raise ValueError(f"{operation.opcode}: .sat is for mad.hi.s32")
        return lambda a, b, c: _to_s32(product(a, b).astype(S64) + c)
    return lambda a, b, c: product(a, b) + c


def fma(operation: Operation) -> Function:
    """Multiply and add with one rounding."""
    type_, mode = operation.types[0], _mode(operation)
    if operation.has("oob"):
        raise ValueError(f"{operation.opcode}: .oob is not supported")
    if _is_half(type_):

        def exact(a: Array, b: Array, c: Array) -> Array:
            # bfloat16 products span too many bits for the sum to be exact: hence the odd bit.
            return r.to_odd(*r.two_sum(a * b, c))

        return _halves(operation, exact)
    if operation.has("relu"):
        raise ValueError(f"{operation.opcode}: .relu is for halves")
    if type_.bits == 32:
        return _finished(operation, lambda a, b, c: r.fma32(a, b, c, mode))
    if mode == "rn":
        return _finished(operation, r.fma64)
    return _finished(operation, lambda a, b, c: r.fma64_directed(a, b, c, mode))


def mul24(operation: Operation) -> Function:
    """Product of the low 24 bits: its low 32 of 48 bits, or its high 32."""
    signed, high = operation.types[0].kind == "s", operation.has("hi")
    if not operation.has("lo", "hi"):
        raise ValueError(f"{operation.opcode} needs .lo or .hi")

    def cut(x: Array) -> Array:
        return x.astype(S64) << 40 >> 40 if signed else x.astype(S64) & 0xFFFFFF

    def function(a: Array, b: Array) -> Array:
        product = cut(a) * cut(b)
        return (product >> 16 if high else product).astype(operation.types[0].dtype)

    return function


def mad24(operation: Operation) -> Function:
    """:func:`mul24`, then an addition."""
    product = mul24(operation)
    if operation.has("sat"):
        if not operation.has("hi") or operation.types[0].name != "s32":
            raise ValueError(f"{operation.opcode}: .sat is for mad24.hi.s32")
        return lambda a, b, c: _to_s32(product(a, b).astype(S64) + c)
    return lambda a, b, c: product(a, b) + c


def sad(operation: Operation) -> Function:
    """``c + |a - b|``."""
    unsigned, dtype = operation.types[0].storage, operation.types[0].dtype

    def function(a: Array, b: Array, c: Array) -> Array:
        low, high = np.minimum(a, b), np.maximum(a, b)
        return c + (high.view(unsigned) - low.view(unsigned)).view(dtype)

    return function


def _divmod(a: Array, b: Array, signed: bool) -> tuple[Array, Array]:
    """Quotient cut towards zero, and remainder; by zero: all ones, and the dividend."""
    a, b = np.broadcast_arrays(a, b)
    zero = b == 0
    b = np.where(zero, b.dtype.type(1), b)
    if signed:
        unsigned = np.dtype(f"u{a.dtype.itemsize}")
        size_a = np.abs(a).view(unsigned)
        size_b = np.abs(b).view(unsigned)
        quotient, rest = (size_a // size_b).view(a.dtype), (size_a % size_b).view(a.dtype)
        quotient = np.where((a < 0) != (b < 0), -quotient, quotient)
        rest = np.where(a < 0, -rest, rest)
    else:
        quotient, rest = a // b, a % b
    if zero.any():
        quotient = np.where(zero, ~quotient.dtype.type(0), quotient)
        rest = np.where(zero, a, rest)
    return quotient, rest


def div(operation: Operation) -> Function:
    """Divide."""
    type_, mode = operation.types[0], _mode(operation)
    if type_.is_integer:
        signed = type_.kind == "s"
        return lambda a, b: _divmod(a, b, signed)[0]
    if not operation.has("rn", "rz", "rm", "rp", "approx", "full"):
        raise ValueError(f"{operation.opcode} needs .approx, .full or a rounding mode")
    if operation.has("approx"):
        # Past 2**126 the reciprocal is subnormal, and the quotient is 0 (9.7.3.8).
        def approximate(a: Array, b: Array) -> Array:
            result, size = a / b, np.abs(b)
            large = (size > 2.0**126) & (size < np.inf) & np.isfinite(a)
            return np.where(large, np.copysign(np.float32(0), result), result)

        return _finished(operation, approximate)
    if mode == "rn":
        return _finished(operation, np.divide)
    function = r.div32 if type_.bits == 32 else r.div64
    return _finished(operation, lambda a, b: function(a, b, mode))


def rem(operation: Operation) -> Function:
    """Remainder."""
    signed = operation.types[0].kind == "s"
    return lambda a, b: _divmod(a, b, signed)[1]


def _on_sign(operation: Operation, function: Callable[[Array, Any], Array]) -> Function:
    """Apply a function of bits and a mask of the sign bits: abs and neg of floats."""
    type_ = operation.types[0]
    storage = type_.storage
    width = 16 if _is_half(type_) else type_.bits
    mask = sum(1 << bit for bit in range(width - 1, type_.bits, width))
    sign = storage.type(mask)

    def on_bits(x: Array) -> Array:
        return function(np.ascontiguousarray(x).view(storage), sign).view(type_.dtype)

    if type_.name == "f32":
        return _finished(operation, on_bits)
    return on_bits


def absolute(operation: Operation) -> Function:
    """Absolute value."""
    if operation.types[0].is_integer:
        return np.abs
    return _on_sign(operation, lambda bits, sign: bits & ~sign)


def negate(operation: Operation) -> Function:
    """Negate."""
    if operation.types[0].is_integer:
        return np.negative
    return _on_sign(operation, lambda bits, sign: bits ^ sign)


def minimum(operation: Operation) -> Function:
    """Return the smaller one."""
    return _extreme(operation, np.minimum, np.fmin, smaller=True)


def maximum(operation: Operation) -> Function:
    """Return the larger one."""
    return _extreme(operation, np.maximum, np.fmax, smaller=False)


def _extreme(operation: Operation, plain: Function, skip_nan: Function, smaller: bool) -> Function:
    type_ = operation.types[0]
    relu = operation.has("relu")
    if type_.is_integer:
        if relu:
            return lambda a, b: np.maximum(plain(a, b), type_.dtype.type(0))
        return plain
    if type_.name in ("u16x2", "s16x2"):
        return _packed_integers(operation, plain)
    choose = plain if operation.has("NaN") else skip_nan
    xorsign = operation.has("xorsign")

    def function(a: Array, b: Array) -> Array:
        sign = np.signbit(a) ^ np.signbit(b)
        if xorsign:
            a, b = np.abs(a), np.abs(b)
        result = choose(a, b)
        zeros = (a == 0) & (b == 0)
        if zeros.any():
            minus = np.signbit(a) | np.signbit(b) if smaller else np.signbit(a) & np.signbit(b)
            zero = np.where(minus, result.dtype.type(-0.0), result.dtype.type(0.0))
            result = np.where(zeros, zero, result)
        return np.where(sign, -np.abs(result), np.abs(result)) if xorsign else result

    if _is_half(type_):
        return _halves(operation, function)
    return _finished(operation, function)


def popc(operation: Operation) -> Function:
    """Count ones."""
    return lambda a: np.bitwise_count(a).astype(U32)


def _log2(x: Array) -> Array:
    """Position of the highest one of unsigned integers; -1 for 0."""
    high = (x >> x.dtype.type(32)).astype(U64) if x.dtype.itemsize == 8 else np.zeros(1, U64)
    low = x.astype(U64) & U64(0xFFFFFFFF)
    exponent = np.frexp(np.where(high > 0, high, low).astype(np.float64))[1]
    return (exponent - 1 + np.where(high > 0, 32, 0)).astype(S32)


def clz(operation: Operation) -> Function:
    """Count leading zeros."""
    width = operation.types[0].bits
    return lambda a: (width - 1 - _log2(a)).astype(U32)


def bfind(operation: Operation) -> Function:
    """Highest bit unlike the sign."""
    type_ = operation.types[0]
    shift = operation.has("shiftamt")

    def function(a: Array) -> Array:
        bits = np.where(a < 0, ~a, a) if type_.kind == "s" else a
        place = _log2(bits.view(type_.storage))
        if shift:
            place = np.where(place < 0, place, type_.bits - 1 - place)
        return place.astype(S32).view(U32)

    return function


def fns(operation: Operation) -> Function:
    """Find the n-th set bit from a base, upwards for n > 0, downwards for n < 0."""

    def one(mask: int, base: int, offset: int) -> int:
        if offset == 0:
            return base if base < 32 and mask >> base & 1 else 0xFFFFFFFF
        step, left, place = (1 if offset > 0 else -1), abs(offset), base
        while 0 <= place < 32:
            left -= mask >> place & 1
            if left == 0:
                return place
            place += step
        return 0xFFFFFFFF

    def function(mask: Array, base: Array, offset: Array) -> Array:
        lanes = zip(*(x.tolist() for x in np.broadcast_arrays(mask, base, offset)), strict=True)
        return np.array([one(*lane) for lane in lanes], U32)

    return function


def brev(operation: Operation) -> Function:
    """Reverse bits."""
    dtype = operation.types[0].storage

    def function(a: Array) -> Array:
        a = np.ascontiguousarray(a).byteswap()
        for shift, mask in ((4, 0x0F), (2, 0x33), (1, 0x55)):
            wide = dtype.type(int.from_bytes(bytes([mask]) * dtype.itemsize, "little"))
            by = dtype.type(shift)
            a = (a >> by & wide) | (a & wide) << by
        return a

    return function


def bfe(operation: Operation) -> Function:
    """Extract a field; bits beyond the top copy the sign of the value, or are zero."""
    type_ = operation.types[0]
    top = type_.bits - 1
    signed = type_.kind == "s"
    unsigned = type_.storage

    def function(a: Array, start: Array, length: Array) -> Array:
        start, length = (start & 0xFF).astype(S64), (length & 0xFF).astype(S64)
        last = np.minimum(start + length - 1, top)
        kept = np.clip(np.minimum(start + length, top + 1) - start, 0, None)
        inside = np.minimum(start, top).astype(unsigned)
        field = np.where(start > top, 0, a.view(unsigned) >> inside)
        mask = _ones(kept, unsigned)
        field = field & mask
        if signed:
            sign_bit = (a.view(unsigned) >> np.maximum(last, 0).astype(unsigned)) & unsigned.type(1)
            negative = (sign_bit != 0) & (length > 0)
            field = np.where(negative, field | ~mask, field)
        return field.astype(unsigned).view(type_.dtype)

    return function


def _ones(count: Array, dtype: np.dtype) -> Array:
    """Masks of the lowest `count` bits, at most all of them."""
    width = dtype.itemsize * 8
    count = np.minimum(count, width)
    shift = np.where(count > 0, width - count, 0).astype(dtype)
    return np.where(count > 0, ~dtype.type(0) >> shift, dtype.type(0))


def bfi(operation: Operation) -> Function:
    """Insert a field of `a` into `b`."""
    dtype = operation.types[0].storage
    width = operation.types[0].bits

    def function(a: Array, b: Array, start: Array, length: Array) -> Array:
        start, length = start & 0xFF, length & 0xFF
        inside = np.minimum(start, width - 1).astype(dtype)
        mask = np.where(start < width, _ones(length, dtype) << inside, dtype.type(0))
        return (b & ~mask) | ((a << inside) & mask)

    return function


def szext(operation: Operation) -> Function:
    """Keep the low bits and extend them."""
    type_ = operation.types[0]
    wrap = operation.has("wrap")
    if not operation.has("wrap", "clamp"):
        raise ValueError(f"{operation.opcode} needs .clamp or .wrap")

    def function(a: Array, length: Array) -> Array:
        bits = length & 31 if wrap else np.minimum(length, 32)
        shift = (32 - bits.astype(S64)).astype(S64)
        wide = a.astype(S64)
        if type_.kind == "s":
            kept = wide << (32 + shift) >> (32 + shift)
            kept = np.where(shift >= 32, 0, kept)
        else:
            kept = wide & ((S64(1) << bits.astype(S64)) - 1)
        return kept.astype(type_.dtype)

    return function


def bmsk(operation: Operation) -> Function:
    """Make a mask."""
    wrap = operation.has("wrap")
    if not operation.has("wrap", "clamp"):
        raise ValueError(f"{operation.opcode} needs .clamp or .wrap")

    def function(start: Array, length: Array) -> Array:
        start = start & 31 if wrap else np.minimum(start, 32)
        length = length & 31 if wrap else np.minimum(length, 32)
        mask = _ones(length, np.dtype(U32)).astype(U64) << start.astype(U64)
        return mask.astype(U32)

    return function


def _bytes(x: Array, signed: bool) -> Array:
    parts = np.ascontiguousarray(x).view(np.uint8).reshape(-1, 4)
    return (parts.view(np.int8) if signed else parts).astype(S64)


def dp4a(operation: Operation) -> Function:
    """Four products of bytes and their sum."""
    first, second = (t.kind == "s" for t in operation.types)

    def function(a: Array, b: Array, c: Array) -> Array:
        total = (_bytes(a, first) * _bytes(b, second)).sum(axis=1)
        return (total + c.astype(S64)).astype(U32).view(c.dtype)

    return function


def dp2a(operation: Operation) -> Function:
    """Two products of a half with a byte and their sum."""
    first, second = (t.kind == "s" for t in operation.types)
    if not operation.has("lo", "hi"):
        raise ValueError(f"{operation.opcode} needs .lo or .hi")
    chosen = slice(2, 4) if operation.has("hi") else slice(0, 2)

    def function(a: Array, b: Array, c: Array) -> Array:
        halves = np.ascontiguousarray(a).view(np.int16 if first else np.uint16).reshape(-1, 2)
        total = (halves.astype(S64) * _bytes(b, second)[:, chosen]).sum(axis=1)
        return (total + c.astype(S64)).astype(U32).view(c.dtype)

    return function


def testp(operation: Operation) -> Function:
    """Classify a float."""
    tiny = np.finfo(operation.types[0].dtype).tiny
    tests = {
        "finite": np.isfinite,
        "infinite": np.isinf,
        "number": lambda x: ~np.isnan(x),
        "notanumber": np.isnan,
        # The manual counts both zeros as normal.
        "normal": lambda x: np.isfinite(x) & ((np.abs(x) >= tiny) | (x == 0)),
        "subnormal": lambda x: (np.abs(x) < tiny) & (x != 0),
    }
    which = operation.one_of(*tests)
    if not which:
        raise ValueError(f"{operation.opcode} needs a property such as .finite")
    return tests[which]


def copysign(operation: Operation) -> Function:
    """Sign of the first, magnitude of the second."""
    return lambda a, b: np.copysign(b, a)


def _needs_mode(operation: Operation) -> None:
    if not operation.has("rn", "rz", "rm", "rp", "approx"):
        raise ValueError(f"{operation.opcode} needs .approx or a rounding mode")


def rcp(operation: Operation) -> Function:
    """Reciprocal."""
    _needs_mode(operation)
    type_, mode = operation.types[0], _mode(operation)
    if type_.bits == 64:
        if operation.has("approx"):
            return lambda a: _gross64(1 / _flush64(a))
        return lambda a: r.div64(np.ones_like(a), a, mode)
    return _finished(operation, lambda a: r.div32(np.ones_like(a), a, mode))


def _flush64(a: Array) -> Array:
    return np.where(np.abs(a) < np.finfo(np.float64).tiny, np.copysign(0.0, a), a)


def _gross64(a: Array) -> Array:
    """Keep the upper 32 bits, as rcp and rsqrt.approx.ftz.f64 do (9.7.3.15)."""
    return (_flush64(a).view(U64) & U64(0xFFFFFFFF00000000)).view(np.float64)


def sqrt(operation: Operation) -> Function:
    """Square root."""
    _needs_mode(operation)
    mode = _mode(operation)
    if operation.types[0].bits == 64:
        return lambda a: r.sqrt64(a, mode)
    return _finished(operation, lambda a: r.sqrt32(a, mode))


def _approximate(operation: Operation, function: Function) -> Function:
    """Compute in double, round to the type: well within the manual's error for .approx."""
    if _is_half(operation.types[0]):
        return _halves(operation, function)
    return _finished(operation, lambda a: function(a.astype(np.float64)).astype(np.float32))


def rsqrt(operation: Operation) -> Function:
    """Reciprocal square root."""
    if operation.types[0].bits == 64:
        return lambda a: _gross64(1 / np.sqrt(_flush64(a)))
    return _approximate(operation, lambda a: 1 / np.sqrt(a))


def sin(operation: Operation) -> Function:
    """Sine."""
    return _approximate(operation, np.sin)


def cos(operation: Operation) -> Function:
    """Cosine."""
    return _approximate(operation, np.cos)


def lg2(operation: Operation) -> Function:
    """Logarithm to base 2."""
    return _approximate(operation, np.log2)


def ex2(operation: Operation) -> Function:
    """Power of 2."""
    return _approximate(operation, np.exp2)


def tanh(operation: Operation) -> Function:
    """Hyperbolic tangent."""
    return _approximate(operation, np.tanh)


def _compare(operation: Operation, type_: Scalar) -> Function:
    """Comparison of two arrays of a type."""
    name = operation.modifiers[0]
    ordered = {"eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal,
               "gt": np.greater, "ge": np.greater_equal}  # fmt: skip
    if type_.name == "bf16":
        inner = _compare(operation, SCALARS["f32"])
        return lambda a, b: inner(r.widen_bf16(a), r.widen_bf16(b))
    if type_.is_integer:
        unsigned = {"lo": np.less, "ls": np.less_equal, "hi": np.greater, "hs": np.greater_equal}
        if name in unsigned and type_.kind != "s":
            return unsigned[name]
        if name in ordered and (type_.kind != "b" or name in ("eq", "ne")):
            return ordered[name]
        raise ValueError(f"no comparison .{name} of .{type_.name}")
    if name == "num":
        function = lambda a, b: ~(np.isnan(a) | np.isnan(b))  # noqa: E731
    elif name == "nan":
        function = lambda a, b: np.isnan(a) | np.isnan(b)  # noqa: E731
    elif name == "ne":
        function = lambda a, b: (a < b) | (a > b)  # noqa: E731
    elif name in ordered:
        function = ordered[name]
    elif name.endswith("u") and name[:-1] in ordered:
        # "or unordered" is the opposite of the opposite comparison.
        opposite = {"eq": "ne", "ne": "eq", "lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}
        if name == "neu":
            function = np.not_equal
        elif name == "equ":
            function = lambda a, b: ~((a < b) | (a > b))  # noqa: E731
        else:
            reverse = ordered[opposite[name[:-1]]]
            function = lambda a, b: ~reverse(a, b)  # noqa: E731
    else:
        raise ValueError(f"no comparison .{name} of .{type_.name}")
    if operation.has("ftz"):
        if type_.bits == 32:
            return lambda a, b: function(r.flush(a), r.flush(b))
        return lambda a, b: function(_flush16(a, True), _flush16(b, True))
    return function


def _combine(operation: Operation) -> Function | None:
    which = operation.one_of("and", "or", "xor")
    if bool(which) != (len(operation.operands) == 4):
        raise ValueError(f"{operation.opcode}: .and, .or and .xor go with a predicate at the end")
    return {"and": np.logical_and, "or": np.logical_or, "xor": np.logical_xor}.get(which)


def setp(operation: Operation) -> Function:
    """Compare; one or two predicates."""
    from .syntax import Pair

    type_ = operation.types[0]
    combine = _combine(operation)
    if type_.kind == "packed":
        raise ValueError(f"{operation.opcode} is not supported; expected one value a register")
    compare = _compare(operation, type_)
    both = isinstance(operation.operands[0], Pair)
    if combine is None and not both:
        return compare

    def function(a: Array, b: Array, c: Array | None = None) -> Any:
        first = compare(a, b)
        if combine is None:
            return first, ~first
        return (combine(first, c), combine(~first, c)) if both else combine(first, c)

    return function


def set_(operation: Operation) -> Function:
    """Compare; ones or 1.0."""
    target, source = operation.types
    combine, packed = _combine(operation), source.kind == "packed"
    if packed:
        half = SCALARS[source.name[:-2]]
        compare = _compare(operation, half)
    else:
        compare = _compare(operation, source)
    if target.name not in ("u32", "s32", "f32", "f16", "bf16", "u16", "s16", "f16x2", "bf16x2"):
        raise ValueError(f"{operation.opcode} cannot set .{target.name}; expected .u32 or .f32")

    def function(a: Array, b: Array, c: Array | None = None) -> Array:
        if packed:
            a, b = (np.ascontiguousarray(x).view(half.dtype) for x in (a, b))
        truth = compare(*np.broadcast_arrays(a, b))
        if combine is not None:
            truth = combine(truth, np.repeat(c, 2) if packed else c)
        if packed:
            ones = {"f16x2": 0x3C00, "bf16x2": 0x3F80}.get(target.name, 0xFFFF)
            return np.where(truth, np.uint16(ones), np.uint16(0)).view(target.dtype)
        if target.name == "bf16":
            return np.where(truth, np.uint16(0x3F80), np.uint16(0))
        return truth.astype(target.dtype) * target.dtype.type(1 if target.is_float else -1 if
                            target.kind == "s" else np.iinfo(target.dtype).max)  # fmt: skip

    return function


def selp(operation: Operation) -> Function:
    """Choose by a predicate."""
    return lambda a, b, p: np.where(p, a, b)


def slct(operation: Operation) -> Function:
    """Choose by a sign."""
    if operation.types[1].name not in ("s32", "f32"):
        raise ValueError(f"{operation.opcode} chooses by .s32 or .f32")
    if operation.has("ftz"):
        return lambda a, b, c: np.where(r.flush(c) >= 0, a, b)
    return lambda a, b, c: np.where(c >= 0, a, b)


def and_(operation: Operation) -> Function:
    """Bitwise and."""
    return np.bitwise_and


def or_(operation: Operation) -> Function:
    """Bitwise or."""
    return np.bitwise_or


def xor(operation: Operation) -> Function:
    """Bitwise exclusive or."""
    return np.bitwise_xor


def not_(operation: Operation) -> Function:
    """Invert."""
    return np.invert


def cnot(operation: Operation) -> Function:
    """C's ``!``."""
    return lambda a: (a == 0).astype(a.dtype)


def lop3(operation: Operation) -> Function:
    """Apply a truth table of eight bits."""

    def function(a: Array, b: Array, c: Array, table: Array) -> Array:
        code, result = int(table[0]), np.zeros(1, U32)
        if code > 255:
            raise ValueError(f"the truth table {code}; expected 0 to 255")
        for index in range(8):
            if code >> index & 1:
                x = a if index & 4 else ~a
                y = b if index & 2 else ~b
                z = c if index & 1 else ~c
                result = result | (x & y & z)
        return result

    return function


def shf(operation: Operation) -> Function:
    """Shift a 64-bit pair; left keeps the upper half, right the lower."""
    if not operation.has("l", "r") or not operation.has("wrap", "clamp"):
        raise ValueError(f"{operation.opcode} needs .l or .r, and .clamp or .wrap")
    left, wrap = operation.has("l"), operation.has("wrap")

    def function(low: Array, high: Array, count: Array) -> Array:
        by = (count & 31 if wrap else np.minimum(count, 32)).astype(U64)
        pair = high.astype(U64) << U64(32) | low
        return (pair << by >> U64(32) if left else pair >> by).astype(U32)

    return function


def shl(operation: Operation) -> Function:
    """Shift left; a count of the width or more gives 0."""
    dtype, width = operation.types[0].storage, operation.types[0].bits

    def function(a: Array, count: Array) -> Array:
        if count.size == 1:
            by = int(count[0])
            return a << dtype.type(by) if by < width else np.zeros_like(a)
        moved = a << np.minimum(count, width - 1).astype(dtype)
        return np.where(count < width, moved, dtype.type(0))

    return function


def shr(operation: Operation) -> Function:
    """Shift right; a count of the width or more leaves only the sign."""
    type_ = operation.types[0]
    dtype, width = type_.dtype, type_.bits

    def function(a: Array, count: Array) -> Array:
        if count.size == 1 and int(count[0]) < width:
            return a >> dtype.type(int(count[0]))
        moved = a >> np.minimum(count, width - 1).astype(dtype)
        if type_.kind == "s":
            return moved
        return np.where(count < width, moved, dtype.type(0))

    return function


def prmt(operation: Operation) -> Function:
    """Permute bytes."""
    mode = operation.one_of("f4e", "b4e", "rc8", "ecl", "ecr", "rc16")
    fixed = {
        "f4e": ((0, 1, 2, 3), (1, 2, 3, 4), (2, 3, 4, 5), (3, 4, 5, 6)),
        "b4e": ((0, 7, 6, 5), (1, 0, 7, 6), (2, 1, 0, 7), (3, 2, 1, 0)),
        "rc8": ((0,) * 4, (1,) * 4, (2,) * 4, (3,) * 4),
        "ecl": ((0, 1, 2, 3), (1, 1, 2, 3), (2, 2, 2, 3), (3, 3, 3, 3)),
        "ecr": ((0, 0, 0, 0), (0, 1, 1, 1), (0, 1, 2, 2), (0, 1, 2, 3)),
        "rc16": ((0, 1, 0, 1), (2, 3, 2, 3), (0, 1, 0, 1), (2, 3, 2, 3)),
    }

    def function(a: Array, b: Array, selector: Array) -> Array:
        a, b, selector = np.broadcast_arrays(a, b, selector)
        pool = np.concatenate(
            [np.ascontiguousarray(x).view(np.uint8).reshape(-1, 4) for x in (a, b)], axis=1
        )
        if mode:
            chosen = np.array(fixed[mode])[selector & 3]
            return np.take_along_axis(pool, chosen, axis=1).view(U32)[:, 0]
        nibbles = selector[:, None] >> np.array([0, 4, 8, 12], U32) & U32(15)
        picked = np.take_along_axis(pool, (nibbles & 7).astype(np.int64), axis=1)
        sign = np.where(picked & 0x80, np.uint8(0xFF), np.uint8(0))
        return np.ascontiguousarray(np.where(nibbles & 8, sign, picked)).view(U32)[:, 0]

    return function
