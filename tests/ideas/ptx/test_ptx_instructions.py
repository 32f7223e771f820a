"""Each instruction against an independent source: Python integers, Fraction, the manual's text."""

from __future__ import annotations

import math
import struct
from fractions import Fraction

import numpy as np
import pytest

from ideas.ptx import Fault, PtxError, load, run
from ideas.ptx.instructions import TABLE, describe

RNG = np.random.default_rng(11)
LETTER = {"u": "u", "s": "i", "b": "u", "f": "f"}
N = 256


def dtype_of(name: str) -> np.dtype:
    return np.dtype("u4") if name == "pred" else np.dtype(f"{LETTER[name[0]]}{int(name[1:]) // 8}")


def apply(opcode: str, result: str, *inputs: tuple[str, np.ndarray], extra: str = "") -> np.ndarray:
    """Run one instruction with a lane an element; predicates travel as 0 and 1."""
    count = len(inputs[0][1])
    lines, registers, names = [], [], []
    for index, (kind, _) in enumerate(inputs):
        held = "b32" if kind == "pred" else kind
        registers.append(f".reg .{held} %v{index};")
        size = dtype_of(kind).itemsize
        lines += [f"ld.param.u64 %a, [p{index}];", f"mad.wide.u32 %a, %i, {size}, %a;",
                  f"ld.global.{held} %v{index}, [%a];"]  # fmt: skip
        names.append(f"%v{index}")
        if kind == "pred":
            registers.append(f".reg .pred %q{index};")
            lines.append(f"setp.ne.u32 %q{index}, %v{index}, 0;")
            names[-1] = f"%q{index}"
    size = dtype_of(result).itemsize
    registers.append(f".reg .{result} %d;")
    lines.append(f"{opcode} {', '.join(['%d', *names])}{extra};")
    stored, kind = "%d", result
    if result == "pred":
        registers.append(".reg .b32 %e;")
        lines.append("selp.u32 %e, 1, 0, %d;")
        stored, kind = "%e", "u32"
    lines += ["ld.param.u64 %a, [out];", f"mad.wide.u32 %a, %i, {size}, %a;",
              f"st.global.{kind} [%a], {stored};", "ret;"]  # fmt: skip
    parameters = ", ".join(
        f".param .u64 {n}" for n in [*(f"p{i}" for i in range(len(inputs))), "out"]
    )
    text = "\n".join([".version 8.0", ".target sm_90", ".address_size 64",
                      f".visible .entry one({parameters}) {{", ".reg .b64 %a;", ".reg .b32 %i;",
                      *registers, "mov.u32 %i, %tid.x;", *lines, "}"])  # fmt: skip
    out = np.zeros(count, dtype_of(result))
    arrays = [np.ascontiguousarray(a.astype(dtype_of(k), copy=False)) for k, a in inputs]
    run(text, "one", 1, count, [*arrays, out], backend="interpreter")
    return out


def samples(kind: str) -> np.ndarray:
    """Random bits and the values where things go wrong."""
    dtype = dtype_of(kind)
    if kind == "pred":
        return RNG.integers(0, 2, N).astype("u4")
    if dtype.kind == "f":
        info = np.finfo(dtype)
        bits = RNG.integers(0, 256, N * dtype.itemsize, dtype=np.uint8).view(dtype)
        edges = [0.0, -0.0, 1.0, -1.0, info.max, -info.max, info.tiny, info.smallest_subnormal,
                 np.inf, -np.inf, np.nan, 0.5, 1.5, 2.5, -2.5, 1 + info.eps]  # fmt: skip
        near = (RNG.standard_normal(N) * 2.0 ** RNG.integers(-4, 5, N)).astype(dtype)
        bits[::2] = near[::2]
        bits[RNG.choice(N, 4 * len(edges), replace=False)] = edges * 4
        return bits
    bits = RNG.integers(0, 256, N * dtype.itemsize, dtype=np.uint8).view(dtype)
    edges = np.array([0, 1, 2, 31, 32, 33, 63, 64, 255, -1, -2, 1 << (8 * dtype.itemsize - 1)],
                     dtype=object) % (1 << 8 * dtype.itemsize)  # fmt: skip
    wide = edges.astype(f"u{dtype.itemsize}").view(dtype)
    bits[RNG.choice(N, 4 * wide.size, replace=False)] = np.tile(wide, 4)
    return bits


def wrap(value: int, kind: str) -> int:
    bits = int(kind[1:])
    value %= 1 << bits
    return value - (1 << bits) if kind[0] == "s" and value >> (bits - 1) else value


def bits(value: int, kind: str) -> int:
    return value % (1 << int(kind[1:]))


def cut(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def field(a, start, length, kind):
    """The manual's own pseudocode of bfe."""
    width = int(kind[1:])
    pos, size = start & 255, length & 255
    a = bits(a, kind)
    sign = 0 if kind[0] == "u" or size == 0 else a >> min(pos + size - 1, width - 1) & 1
    result = 0
    for i in range(width):
        bit = a >> pos + i & 1 if i < size and pos + i < width else sign
        result |= bit << i
    return wrap(result, kind)


def insert(a, b, start, length, kind):
    pos, size = start & 255, length & 255
    for i in range(size):
        if pos + i < int(kind[1:]):
            b = b & ~(1 << pos + i) | (a >> i & 1) << pos + i
    return b


def highest(a, kind):
    a = bits(~a if a < 0 else a, kind)
    return a.bit_length() - 1 if a else 0xFFFFFFFF


def signed_byte(word, index, signed):
    byte = word >> 8 * index & 255
    return byte - 256 if signed and byte > 127 else byte


def truth(a, b, c, table, width=32):
    return sum((table >> ((a >> i & 1) << 2 | (b >> i & 1) << 1 | (c >> i & 1)) & 1) << i
               for i in range(width))  # fmt: skip


def permute(a, b, selector):
    pool = (b << 32 | a).to_bytes(8, "little")
    result = 0
    for i in range(4):
        nibble = selector >> 4 * i & 15
        byte = pool[nibble & 7]
        result |= (255 * (byte >> 7) if nibble & 8 else byte) << 8 * i
    return result


K32, K64 = ("u32", "s32"), ("u64", "s64")
INTEGER_CASES = []


def case(opcode, result, inputs, function, extra=""):
    INTEGER_CASES.append(pytest.param(opcode, result, inputs, function, extra, id=opcode))


for k in ("u16", "s16", *K32, *K64):
    w = int(k[1:])
    case(f"add.{k}", k, [k, k], lambda a, b: a + b)
    case(f"sub.{k}", k, [k, k], lambda a, b: a - b)
    case(f"mul.lo.{k}", k, [k, k], lambda a, b: a * b)
    case(f"mul.hi.{k}", k, [k, k], lambda a, b, w=w: a * b >> w)
    case(f"mad.lo.{k}", k, [k, k, k], lambda a, b, c: a * b + c)
    case(f"mad.hi.{k}", k, [k, k, k], lambda a, b, c, w=w: (a * b >> w) + c)
    case(f"min.{k}", k, [k, k], min)
    case(f"max.{k}", k, [k, k], max)
    case(f"sad.{k}", k, [k, k, k], lambda a, b, c: c + abs(a - b))
    case(f"div.{k}", k, [k, k], lambda a, b: cut(a, b) if b else -1)
    case(f"rem.{k}", k, [k, k], lambda a, b: a - cut(a, b) * b if b else a)
    case(f"shr.{k}", k, [k, "u32"], lambda a, n: a >> min(n, 64))
    if w < 64:
        case(f"mul.wide.{k}", f"{k[0]}{2 * w}", [k, k], lambda a, b: a * b)
        case(f"mad.wide.{k}", f"{k[0]}{2 * w}", [k, k, f"{k[0]}{2 * w}"], lambda a, b, c: a * b + c)
    if k[0] == "s":
        case(f"abs.{k}", k, [k], abs)
        case(f"neg.{k}", k, [k], lambda a: -a)
    case(f"selp.{k}", k, [k, k, "pred"], lambda a, b, p: a if p else b)
    case(f"slct.{k}.s32", k, [k, k, "s32"], lambda a, b, c: a if c >= 0 else b)
    for name, holds in {"eq": "__eq__", "ne": "__ne__", "lt": "__lt__", "le": "__le__",
                        "gt": "__gt__", "ge": "__ge__"}.items():  # fmt: skip
        case(f"setp.{name}.{k}", "pred", [k, k], lambda a, b, h=holds: int(getattr(a, h)(b)))
for k in ("u32", "u64"):
    for name, holds in {"lo": "__lt__", "ls": "__le__", "hi": "__gt__", "hs": "__ge__"}.items():
        case(f"setp.{name}.{k}", "pred", [k, k], lambda a, b, h=holds: int(getattr(a, h)(b)))
for k in ("b16", "b32", "b64"):
    w = int(k[1:])
    case(f"and.{k}", k, [k, k], lambda a, b: a & b)
    case(f"or.{k}", k, [k, k], lambda a, b: a | b)
    case(f"xor.{k}", k, [k, k], lambda a, b: a ^ b)
    case(f"not.{k}", k, [k], lambda a: ~a)
    case(f"cnot.{k}", k, [k], lambda a: int(a == 0))
    case(f"shl.{k}", k, [k, "u32"], lambda a, n: a << min(n, 64))
    case(f"mov.{k}", k, [k], lambda a: a)
for k in ("b32", "b64"):
    w = int(k[1:])
    case(f"popc.{k}", "u32", [k], lambda a: bin(a).count("1"))
    case(f"clz.{k}", "u32", [k], lambda a, w=w: w - a.bit_length())
    case(f"brev.{k}", k, [k], lambda a, w=w: int(f"{a:0{w}b}"[::-1], 2))
    case(f"bfi.{k}", k, [k, k, "u32", "u32"], lambda a, b, c, d, k=k: insert(a, b, c, d, k))
for k in (*K32, *K64):
    w = int(k[1:])
    case(f"bfe.{k}", k, [k, "u32", "u32"], lambda a, b, c, k=k: field(a, b, c, k))
    case(f"bfind.{k}", "u32", [k], lambda a, k=k: highest(a, k))
    case(f"bfind.shiftamt.{k}", "u32", [k],
         lambda a, k=k, w=w: w - 1 - highest(a, k) if highest(a, k) < 64 else 0xFFFFFFFF)  # fmt: skip  # noqa: E501
for k in K32:
    s = k == "s32"
    case(f"mul24.lo.{k}", k, [k, k],
         lambda a, b, s=s: wrap(a, "s24" if s else "u24") * wrap(b, "s24" if s else "u24"))  # fmt: skip  # noqa: E501
    case(f"mul24.hi.{k}", k, [k, k],
         lambda a, b, s=s: wrap(a, "s24" if s else "u24") * wrap(b, "s24" if s else "u24") >> 16)  # fmt: skip  # noqa: E501
    case(f"mad24.lo.{k}", k, [k, k, k],
         lambda a, b, c, s=s: wrap(a, "s24" if s else "u24") * wrap(b, "s24" if s else "u24") + c)  # fmt: skip  # noqa: E501
    case(f"dp4a.{k}.{k}", k, ["b32", "b32", k],
         lambda a, b, c, s=s: c + sum(signed_byte(a, i, s) * signed_byte(b, i, s) for i in range(4)))  # fmt: skip  # noqa: E501
    case(f"dp2a.lo.{k}.{k}", k, ["b32", "b32", k],
         lambda a, b, c, s=s: c + sum(wrap(a >> 16 * i, "s16" if s else "u16")
                                      * signed_byte(b, i, s) for i in range(2)))  # fmt: skip
    case(f"dp2a.hi.{k}.{k}", k, ["b32", "b32", k],
         lambda a, b, c, s=s: c + sum(wrap(a >> 16 * i, "s16" if s else "u16")
                                      * signed_byte(b, i + 2, s) for i in range(2)))  # fmt: skip
    case(f"szext.wrap.{k}", k, [k, "u32"], lambda a, n, s=s: (
        0 if n % 32 == 0 else wrap(a, f"{'s' if s else 'u'}{n % 32}")))  # fmt: skip
    case(f"szext.clamp.{k}", k, [k, "u32"], lambda a, n, s=s: (
        0 if n == 0 else wrap(a, f"{'s' if s else 'u'}{min(n, 32)}")))  # fmt: skip
case("add.sat.s32", "s32", ["s32", "s32"], lambda a, b: max(-(2**31), min(2**31 - 1, a + b)))
case("sub.sat.s32", "s32", ["s32", "s32"], lambda a, b: max(-(2**31), min(2**31 - 1, a - b)))
case("bmsk.clamp.b32", "b32", ["u32", "u32"],
     lambda a, b: ((1 << min(b, 32)) - 1) << min(a, 32))  # fmt: skip
case("bmsk.wrap.b32", "b32", ["u32", "u32"], lambda a, b: ((1 << b % 32) - 1) << a % 32)
case(
    "shf.l.wrap.b32", "b32", ["b32", "b32", "u32"], lambda a, b, n: ((b << 32 | a) << n % 32) >> 32
)
case("shf.r.wrap.b32", "b32", ["b32", "b32", "u32"], lambda a, b, n: (b << 32 | a) >> n % 32)
case("shf.l.clamp.b32", "b32", ["b32", "b32", "u32"],
     lambda a, b, n: ((b << 32 | a) << min(n, 32)) >> 32)  # fmt: skip
case("shf.r.clamp.b32", "b32", ["b32", "b32", "u32"], lambda a, b, n: (b << 32 | a) >> min(n, 32))
case("prmt.b32", "b32", ["b32", "b32", "b32"], permute)
for table in (0x80, 0xE8, 0x96, 0x1B, 0xFF, 0x00):
    case("lop3.b32", "b32", ["b32", "b32", "b32"],
         lambda a, b, c, t=table: truth(a, b, c, t), f", {table}")  # fmt: skip
case("and.pred", "pred", ["pred", "pred"], lambda a, b: a & b)
case("or.pred", "pred", ["pred", "pred"], lambda a, b: a | b)
case("xor.pred", "pred", ["pred", "pred"], lambda a, b: a ^ b)
case("not.pred", "pred", ["pred"], lambda a: 1 - a)
case("set.lt.u32.s32", "u32", ["s32", "s32"], lambda a, b: -(a < b))
case("setp.lt.and.s32", "pred", ["s32", "s32", "pred"], lambda a, b, p: int(a < b and p))
for low, high in (("u8", "s32"), ("s8", "u32"), ("u16", "s64"), ("s32", "u64")):
    if low[1:] != "8":
        case(f"cvt.{high}.{low}", high, [low], lambda a: a)
        case(f"cvt.sat.{low}.{high}", low, [high], lambda a, k=low: (
            max(-(1 << int(k[1:]) - 1), min((1 << int(k[1:]) - 1) - 1, a)) if k[0] == "s"
            else max(0, min((1 << int(k[1:])) - 1, a))))  # fmt: skip


@pytest.mark.parametrize(("opcode", "result", "inputs", "function", "extra"), INTEGER_CASES)
def test_integers_and_bits(opcode, result, inputs, function, extra):
    arrays = [samples(kind) for kind in inputs]
    if "bfe" in opcode or "bfi" in opcode:
        arrays[-2:] = [a % 80 for a in arrays[-2:]]
    got = apply(opcode, result, *zip(inputs, arrays, strict=True), extra=extra)
    for index, given in enumerate(zip(*(a.tolist() for a in arrays), strict=True)):
        wanted = function(*given)
        wanted = wanted if result == "pred" else wrap(wanted, result)
        assert got[index].item() == wanted, given


def exact_round(exact: Fraction, kind: str, mode: str) -> float:
    """Round a fraction to float32 or float64 by counting in units of the last place."""
    precision, lowest, top = (24, -149, 128) if kind == "f32" else (53, -1074, 1024)
    if exact == 0:
        return 0.0
    sign, size = (1 if exact > 0 else -1), abs(exact)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    exponent -= size < Fraction(2) ** exponent
    unit = Fraction(2) ** max(exponent - precision + 1, lowest)
    whole, rest = divmod(size, unit)
    away = {"rn": rest * 2 > unit or (rest * 2 == unit and whole % 2), "rz": False,
            "rm": rest and sign < 0, "rp": rest and sign > 0}[mode]  # fmt: skip
    size = (whole + bool(away)) * unit
    if size >= Fraction(2) ** top:
        stays = mode == "rz" or (mode == "rm" and sign > 0) or (mode == "rp" and sign < 0)
        largest = Fraction(2) ** top - Fraction(2) ** (top - precision)
        return sign * (float(largest) if stays else math.inf)
    return sign * float(size)


EXACT = {
    "add": (2, lambda a, b: a + b), "sub": (2, lambda a, b: a - b), "mul": (2, lambda a, b: a * b),
    "fma": (3, lambda a, b, c: a * b + c), "div": (2, lambda a, b: a / b),
    "rcp": (1, lambda a: 1 / a), "mad": (3, lambda a, b, c: a * b + c),
}  # fmt: skip


@pytest.mark.parametrize("kind", ["f32", "f64"])
@pytest.mark.parametrize("mode", ["rn", "rz", "rm", "rp"])
@pytest.mark.parametrize("name", EXACT)
def test_float_arithmetic_rounds_the_exact_result(name, mode, kind):
    count, function = EXACT[name]
    arrays = [samples(kind) for _ in range(count)]
    got = apply(f"{name}.{mode}.{kind}", kind, *((kind, a) for a in arrays))
    tested = 0
    for index, given in enumerate(zip(*(a.tolist() for a in arrays), strict=True)):
        if not all(map(math.isfinite, given)) or (name in ("div", "rcp") and given[-1] == 0):
            continue
        exact = function(*map(Fraction, given))
        assert float(got[index]) == exact_round(exact, kind, mode), given
        tested += 1
    assert tested > N // 2


@pytest.mark.parametrize("kind", ["f32", "f64"])
@pytest.mark.parametrize("mode", ["rn", "rz", "rm", "rp"])
def test_the_square_of_a_root_is_as_near_as_can_be(mode, kind):
    values = np.abs(samples(kind))
    got = apply(f"sqrt.{mode}.{kind}", kind, (kind, values))
    for value, root in zip(values.tolist(), got, strict=True):
        if not 0 < value < math.inf:
            continue
        exact, below = Fraction(value), np.nextafter(root, root.dtype.type(0))
        above = np.nextafter(root, root.dtype.type(np.inf))
        at, low, high = (Fraction(float(x)) for x in (root, below, above))
        if mode in ("rz", "rm"):
            assert at**2 <= exact < high**2
        elif mode == "rp":
            assert low**2 < exact <= at**2
        else:
            assert ((at + low) / 2) ** 2 <= exact <= ((at + high) / 2) ** 2


@pytest.mark.parametrize("mode", ["rn", "rz", "rm", "rp"])
@pytest.mark.parametrize(("target", "source"), [("f32", "f64"), ("f32", "s64"), ("f32", "u32"),
                                                ("f64", "u64"), ("f64", "s64")])  # fmt: skip
def test_conversions_to_floats_round_the_exact_value(target, source, mode):
    values = samples(source)
    got = apply(f"cvt.{mode}.{target}.{source}", target, (source, values))
    for value, result in zip(values.tolist(), got.tolist(), strict=True):
        if math.isfinite(value):
            assert result == exact_round(Fraction(value), target, mode)


@pytest.mark.parametrize(("mode", "function"), [
    ("rni", lambda x: round(x)), ("rzi", math.trunc), ("rmi", math.floor), ("rpi", math.ceil),
])  # fmt: skip
@pytest.mark.parametrize("target", ["s32", "u32", "s64", "u64", "s16", "u16"])
@pytest.mark.parametrize("source", ["f32", "f64"])
def test_conversions_to_integers_clamp(target, source, mode, function):
    values = samples(source)
    got = apply(f"cvt.{mode}.{target}.{source}", target, (source, values))
    low, high = np.iinfo(dtype_of(target)).min, np.iinfo(dtype_of(target)).max
    for value, result in zip(values.tolist(), got.tolist(), strict=True):
        if math.isnan(value):
            assert result == 0
        elif math.isinf(value):
            assert result == (high if value > 0 else low)
        else:
            assert result == max(low, min(high, function(value)))


def test_halves_convert_as_struct_packs_them():
    values = RNG.standard_normal(N).astype(np.float32)
    got = apply("cvt.rn.f16.f32", "b16", ("f32", values))
    assert [struct.pack("<H", b) for b in got.tolist()] == [struct.pack("<e", v) for v in values]
    back = apply("cvt.f32.f16", "f32", ("b16", got))
    assert back.tolist() == [struct.unpack("<e", struct.pack("<H", b))[0] for b in got.tolist()]


def test_bfloat16_is_the_upper_half_of_a_float():
    values = RNG.standard_normal(N).astype(np.float32)
    got = apply("cvt.rn.bf16.f32", "b16", ("f32", values))
    for value, half in zip(values.tolist(), got.tolist(), strict=True):
        back = struct.unpack(">f", struct.pack(">HH", half, 0))[0]
        unit = 2.0 ** (math.frexp(value)[1] - 8)
        assert abs(Fraction(back) - Fraction(value)) <= Fraction(unit) / 2
    assert (apply("cvt.f32.bf16", "f32", ("b16", got)).view("u4") == got.astype("u4") << 16).all()


@pytest.mark.parametrize("kind", ["f16x2", "f16"])
@pytest.mark.parametrize(("name", "function"), [
    ("add", lambda a, b: a + b), ("sub", lambda a, b: a - b), ("mul", lambda a, b: a * b)])  # fmt: skip  # noqa: E501
def test_half_arithmetic_rounds_the_exact_result(name, function, kind):
    held = "b32" if kind == "f16x2" else "b16"
    size = 2 * N if kind == "f16x2" else N
    a, b = (RNG.standard_normal(size).astype(np.float16) for _ in range(2))
    words = [x.view(dtype_of(held)) for x in (a, b)]
    got = apply(f"{name}.{kind}", held, (held, words[0]), (held, words[1])).view(np.float16)
    exact = [function(Fraction(float(x)), Fraction(float(y))) for x, y in zip(a, b, strict=True)]
    wanted = [struct.unpack("<e", struct.pack("<e", float(e)))[0] for e in exact]
    assert got.tolist() == wanted


def test_nan_is_skipped_and_minus_zero_is_the_smaller():
    a = np.array([np.nan, 1, np.nan, 0.0, -0.0], "f4")
    b = np.array([2, np.nan, np.nan, -0.0, 0.0], "f4")
    low, high = (apply(f"{n}.f32", "f32", ("f32", a), ("f32", b)) for n in ("min", "max"))
    assert low[:2].tolist() == high[:2].tolist() == [2, 1]
    assert low.view("u4")[2:].tolist() == [0x7FFFFFFF, 0x80000000, 0x80000000]
    assert high.view("u4")[2:].tolist() == [0x7FFFFFFF, 0, 0]


def test_every_nan_of_float32_arithmetic_has_the_canonical_bits():
    a, b = np.array([np.inf, np.nan, 0], "f4"), np.array([-np.inf, 1, np.nan], "f4")
    assert set(apply("add.f32", "f32", ("f32", a), ("f32", b)).view("u4").tolist()) == {0x7FFFFFFF}


def test_ftz_flushes_what_goes_in_and_what_comes_out():
    tiny = np.float32(2.0**-126)
    a, b = np.array([tiny / 2, tiny, -tiny], "f4"), np.array([tiny, -tiny / 4, tiny * 0.75], "f4")
    got = apply("add.ftz.f32", "f32", ("f32", a), ("f32", b))
    assert got.tolist() == [tiny, tiny, -tiny]
    product = apply("mul.ftz.f32", "f32", ("f32", a), ("f32", np.full(3, -0.5, "f4")))
    assert product.view("u4").tolist() == [0x80000000, 0x80000000, 0]


def test_sat_clamps_to_the_unit_interval_and_sends_nan_to_zero():
    a = np.array([0.25, 3, -1, np.nan], "f4")
    got = apply("add.sat.f32", "f32", ("f32", a), ("f32", np.zeros(4, "f4")))
    assert got.tolist() == [0.25, 1, 0, 0]


@pytest.mark.parametrize(("name", "holds"), [
    ("eq", lambda a, b: a == b), ("ne", lambda a, b: a < b or a > b), ("lt", lambda a, b: a < b),
    ("ge", lambda a, b: a >= b), ("equ", lambda a, b: not (a < b or a > b)),
    ("neu", lambda a, b: a != b), ("ltu", lambda a, b: not a >= b),
    ("gtu", lambda a, b: not a <= b), ("leu", lambda a, b: not a > b),
    ("num", lambda a, b: a == a and b == b), ("nan", lambda a, b: a != a or b != b),
])  # fmt: skip
def test_comparisons_of_floats_know_nan(name, holds):
    a, b = samples("f32"), samples("f32")
    b[::3] = a[::3]
    got = apply(f"setp.{name}.f32", "pred", ("f32", a), ("f32", b))
    assert [bool(g) for g in got] == [bool(holds(x, y)) for x, y in zip(a, b, strict=True)]


APPROXIMATE = {
    "ex2.approx.f32": (lambda x: 2.0**x, 2.0**-22, -20, 20),
    "lg2.approx.f32": (math.log2, 2.0**-22, 0.001, 1000),
    "sin.approx.f32": (math.sin, 2.0**-20.5, -3.14, 3.14),
    "cos.approx.f32": (math.cos, 2.0**-20.5, -3.14, 3.14),
    "rcp.approx.f32": (lambda x: 1 / x, 2.0**-23, 0.01, 100),
    "rsqrt.approx.f32": (lambda x: x**-0.5, 2.0**-22.9, 0.01, 100),
    "sqrt.approx.f32": (math.sqrt, 2.0**-23, 0.01, 100),
    "tanh.approx.f32": (math.tanh, 2.0**-11, -4, 4),
}
"""The function, the manual's error (absolute for lg2, sin and cos, else relative), the range."""


@pytest.mark.parametrize("opcode", APPROXIMATE)
def test_approximations_keep_within_the_stated_error(opcode):
    function, bound, low, high = APPROXIMATE[opcode]
    values = RNG.uniform(low, high, N).astype(np.float32)
    got = apply(opcode, "f32", ("f32", values))
    for value, result in zip(values.tolist(), got.tolist(), strict=True):
        exact = function(value)
        scale = abs(exact)
        if opcode[:3] in ("lg2", "sin", "cos"):
            scale = max(1, scale) if opcode[:3] == "lg2" else 1
        assert abs(result - exact) <= bound * max(scale, 1e-9)


def test_division_approximate_and_full():
    a, b = (RNG.uniform(0.5, 8, N).astype(np.float32) for _ in range(2))
    for opcode in ("div.approx.f32", "div.full.f32"):
        got = apply(opcode, "f32", ("f32", a), ("f32", b)).astype(float)
        exact = a.astype(float) / b.astype(float)
        assert (np.abs(got - exact) <= 2 * np.spacing(exact.astype(np.float32))).all()


def test_classes_of_floats():
    values = np.array([0, 1, 2.0**-130, np.inf, np.nan], "f4")
    table = {"finite": [1, 1, 1, 0, 0], "infinite": [0, 0, 0, 1, 0], "number": [1, 1, 1, 1, 0],
             "notanumber": [0, 0, 0, 0, 1], "normal": [1, 1, 0, 0, 0],
             "subnormal": [0, 0, 1, 0, 0]}  # fmt: skip
    for name, wanted in table.items():
        assert apply(f"testp.{name}.f32", "pred", ("f32", values)).tolist() == wanted
    signs = np.array([-1, 1, -0.0, 2, 3], "f4")
    got = apply("copysign.f32", "f32", ("f32", signs), ("f32", np.full(5, 7, "f4")))
    assert got.tolist() == [-7, 7, -7, 7, 7]


def kernel(body: str, registers: str = "", parameters: str = ".param .u64 out") -> str:
    return f""".version 8.0
.target sm_90
.address_size 64
.visible .entry one({parameters}) {{
.reg .pred %p<8>; .reg .b32 %r<20>; .reg .b64 %rd<8>; .reg .f32 %f<8>;
{registers}
ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x; mad.wide.u32 %rd1, %r1, 4, %rd1;
{body}
ret;
}}"""


def warp(body: str, threads: int = 32) -> list[int]:
    """Run a body that leaves a word in %r2 of every thread."""
    out = np.zeros(threads, np.uint32)
    run(kernel(body + "\nst.global.u32 [%rd1], %r2;"), "one", 1, threads, [out],
        backend="interpreter")  # fmt: skip
    return out.tolist()


def test_128_bit_sums_carry():
    text = kernel("""ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%rd1];
        add.cc.u32 %r6, %r2, %r4; addc.cc.u32 %r7, %r3, %r5; addc.u32 %r8, 0, 0;
        st.global.v4.u32 [%rd1], {%r6, %r7, %r8, 0};""")
    for a, b in ((2**64 - 1, 1), (2**32 - 1, 1), (2**63, 2**63), (5, 6)):
        words = [a % 2**32, a >> 32, b % 2**32, b >> 32]
        out = np.array(words, np.uint32)
        run(text, "one", 1, 1, [out], backend="interpreter")
        assert sum(int(w) << 32 * i for i, w in enumerate(out[:3])) == a + b


def test_wide_differences_borrow_and_products_carry():
    text = kernel("""ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%rd1];
        sub.cc.u32 %r6, %r2, %r4; subc.u32 %r7, %r3, %r5;
        mad.lo.cc.u32 %r8, %r2, %r4, 5; madc.hi.u32 %r9, %r2, %r4, 7;
        st.global.v4.u32 [%rd1], {%r6, %r7, %r8, %r9};""")
    for a, b in ((1, 2), (2**40, 2**32 + 1), (2**64 - 1, 2**64 - 2)):
        out = np.array([a % 2**32, a >> 32, b % 2**32, b >> 32], np.uint32)
        run(text, "one", 1, 1, [out], backend="interpreter")
        low, high, first, second = map(int, out)
        assert high << 32 | low == (a - b) % 2**64
        product = (a % 2**32) * (b % 2**32) + 5 + (7 << 32)
        assert second << 32 | first == product % 2**64


def test_find_nth_set():
    assert warp("fns.b32 %r2, 0xAAAAAAAA, 3, 1;")[0] == 3
    assert warp("fns.b32 %r2, 0xAAAAAAAA, 3, 2;")[0] == 5
    assert warp("fns.b32 %r2, 0xAAAAAAAA, 3, -2;")[0] == 1
    assert warp("fns.b32 %r2, 0xAAAAAAAA, 3, -4;")[0] == 2**32 - 1


@pytest.mark.parametrize(("mode", "source"), [
    ("up", lambda i: i - 3 if i >= 3 else i), ("down", lambda i: i + 3 if i + 3 < 32 else i),
    ("bfly", lambda i: i ^ 3), ("idx", lambda i: 3)])  # fmt: skip
def test_shuffles_read_another_lane(mode, source):
    clamp = 0 if mode == "up" else 31
    got = warp(f"shfl.sync.{mode}.b32 %r2|%p1, %r1, 3, {clamp}, -1; @!%p1 mov.u32 %r2, %r1;")
    assert got == [source(i) for i in range(32)]


def test_shuffles_within_segments_of_eight():
    got = warp("shfl.sync.down.b32 %r2|%p1, %r1, 1, 0x181F, -1;")
    assert got == [i + 1 if i % 8 != 7 else i for i in range(32)]


def test_votes():
    odd = "and.b32 %r3, %r1, 1; setp.ne.u32 %p1, %r3, 0;"
    assert warp(f"{odd} vote.sync.ballot.b32 %r2, %p1, -1;") == [0xAAAAAAAA] * 32
    for mode, wanted in (("all", 0), ("any", 1), ("uni", 0)):
        got = warp(f"{odd} vote.sync.{mode}.pred %p2, %p1, -1; selp.u32 %r2, 1, 0, %p2;")
        assert got == [wanted] * 32


def test_match_reduce_elect_and_active_mask():
    by_three = "rem.u32 %r3, %r1, 3;"
    groups = [sum(1 << j for j in range(32) if j % 3 == k) for k in range(3)]
    assert warp(f"{by_three} match.any.sync.b32 %r2, %r3, -1;") == [
        groups[i % 3] for i in range(32)
    ]
    assert warp("match.all.sync.b32 %r2|%p1, 7, -1;") == [2**32 - 1] * 32
    assert warp("redux.sync.add.s32 %r2, %r1, -1;") == [496] * 32
    assert warp("redux.sync.max.u32 %r2, %r1, -1;") == [31] * 32
    assert warp("redux.sync.xor.b32 %r2, %r1, -1;") == [0] * 32
    assert warp("elect.sync %r2|%p1, -1; selp.u32 %r2, 1, 0, %p1;") == [1] + [0] * 31
    got = warp("""setp.lt.u32 %p1, %r1, 5; mov.u32 %r2, 0;
        @%p1 bra A; activemask.b32 %r2; bra B; A: activemask.b32 %r2; B: bar.warp.sync -1;""")
    assert got == [0x1F] * 5 + [0xFFFFFFE0] * 27


def test_diverged_lanes_meet_at_the_post_dominator():
    got = warp("""and.b32 %r3, %r1, 1; setp.eq.u32 %p1, %r3, 0;
        @%p1 bra A; mov.u32 %r4, 1; bra B; A: mov.u32 %r4, 2; B: activemask.b32 %r2;""")
    assert got == [2**32 - 1] * 32


@pytest.mark.parametrize(("opcode", "wanted"), [
    ("add.u32", 5 + 32), ("min.u32", 1), ("max.u32", 5), ("exch.b32", 1), ("or.b32", 5),
    ("and.b32", 1), ("xor.b32", 5)])  # fmt: skip
def test_atomics_of_a_warp_on_one_word(opcode, wanted):
    out = np.array([5], np.uint32)
    text = kernel(f"ld.param.u64 %rd1, [out]; atom.global.{opcode} %r2, [%rd1], 1;")
    run(text, "one", 1, 32, [out], backend="interpreter")
    assert out[0] == wanted
    out[0] = 5
    if opcode != "exch.b32":
        run(text.replace("atom", "red").replace("%r2, [", "["), "one", 1, 32, [out],
            backend="interpreter")  # fmt: skip
        assert out[0] == wanted


def test_inc_wraps_and_dec_restarts():
    out = np.zeros(1, np.uint32)
    run(kernel("ld.param.u64 %rd1, [out]; atom.global.inc.u32 %r2, [%rd1], 4;"), "one", 1, 32,
        [out], backend="interpreter")  # fmt: skip
    assert out[0] == 32 % 5
    run(kernel("ld.param.u64 %rd1, [out]; atom.global.dec.u32 %r2, [%rd1], 4;"), "one", 1, 3,
        [out], backend="interpreter")  # fmt: skip
    assert out[0] == (2 - 3) % 5


def test_barrier_reductions_and_named_barriers():
    body = "setp.lt.u32 %p1, %r1, 40; bar.red.popc.u32 %r2, 0, %p1;"
    assert warp(body, 96) == [40] * 96
    got = warp(
        """setp.lt.u32 %p1, %r1, 32; mov.u32 %r2, 0; @%p1 bra A;
        bar.arrive 1, 64; bra B; A: bar.sync 1, 64; mov.u32 %r2, 9; B:""",
        64,
    )
    assert got == [9] * 32 + [0] * 32


def test_packing_and_unpacking_are_little_endian():
    got = warp("""mov.b64 %rd2, {%r1, 7}; shr.u64 %rd3, %rd2, 32; cvt.u32.u64 %r3, %rd3;
        mov.b64 {%r4, %r5}, %rd2; mad.lo.u32 %r2, %r3, 100, %r4;""")
    assert got == [700 + i for i in range(32)]


def test_indexed_branches_and_calls():
    text = """.version 8.0
.target sm_80
.address_size 64
.func (.param .b32 result) twice(.param .b32 value) {
  .reg .b32 %r<3>;
  ld.param.b32 %r1, [value]; add.s32 %r2, %r1, %r1; st.param.b32 [result], %r2; ret;
}
.visible .entry one(.param .u64 out) {
  .reg .b32 %r<9>; .reg .b64 %rd<3>;
  mov.u32 %r1, %tid.x; and.b32 %r2, %r1, 3;
  T: .branchtargets A, B, A, C;
  brx.idx %r2, T;
  A: mov.u32 %r3, 10; bra D;
  B: mov.u32 %r3, 20; bra D;
  C: mov.u32 %r3, 30;
  D: { .param .b32 a; .param .b32 b; st.param.b32 [a], %r3;
       call.uni (b), twice, (a); ld.param.b32 %r3, [b]; }
  ld.param.u64 %rd1, [out]; mad.wide.u32 %rd1, %r1, 4, %rd1; st.global.u32 [%rd1], %r3; exit;
}"""
    out = np.zeros(8, np.uint32)
    run(text, "one", 1, 8, [out], backend="interpreter")
    assert out.tolist() == [20, 40, 20, 60] * 2


def test_trap_stops_the_kernel():
    with pytest.raises(Fault, match="trap: thread"):
        warp("trap; mov.u32 %r2, 0;")


def test_the_table_describes_every_instruction():
    for name, row in TABLE.items():
        assert row.text.endswith(".")
        assert describe(name).startswith(f"{name}: ")


def test_an_unknown_instruction_is_refused_with_its_line():
    with pytest.raises(PtxError, match="unknown instruction 'frobnicate'") as caught:
        load(kernel("\nfrobnicate.u32 %r1, %r2;"))
    assert caught.value.line == 9
    assert caught.value.column == 1
