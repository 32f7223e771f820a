"""One table of the instructions: name, types, meaning, a line of description, manual section.

The interpreter, hover texts and the documentation read this table and nothing else.  A row's
``meaning`` takes an :class:`~ideas.ptx.syntax.Operation` (its type, its modifiers) and returns
a function of numpy arrays, a lane an element.  Rows without a meaning change memory, the flow of
control or other lanes; :mod:`ideas.ptx.machine` carries those out.
Source: PTX ISA, chapter 9 "Instruction Set".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import arithmetic as a
from . import conversion
from .scalars import SCALARS, Scalar
from .syntax import (
    Address,
    Immediate,
    Label,
    Module,
    Operand,
    Operation,
    Pair,
    Register,
    Sink,
    Special,
    Symbol,
    Vector,
)

Meaning = Callable[[Operation], Callable[..., Any]]

INTEGERS = ("u16", "s16", "u32", "s32", "u64", "s64")
BITS = ("b16", "b32", "b64")
FLOATS = ("f32", "f64")
HALVES = ("f16", "f16x2", "bf16", "bf16x2")
PACKED = ("u16x2", "s16x2")
MEMORY = ("b8", "u8", "s8", *BITS, *INTEGERS, *FLOATS)
ROUNDING = ("rn", "rz", "rm", "rp")
SCOPES = ("cta", "cluster", "gpu", "sys")
SPACES = ("global", "shared", "shared::cta", "local", "const", "param", "param::entry",
          "param::func")  # fmt: skip
CACHE = ("ca", "cg", "cs", "lu", "cv", "wb", "wt", "L1::no_allocate", "L1::evict_first",
         "L1::evict_last", "L1::evict_normal", "L1::evict_unchanged", "L2::64B", "L2::128B",
         "L2::256B", "L2::evict_first", "L2::evict_last", "L2::evict_normal")  # fmt: skip
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge", "lo", "ls", "hi", "hs",
               "equ", "neu", "ltu", "leu", "gtu", "geu", "num", "nan")  # fmt: skip
RMW = ("and", "or", "xor", "cas", "exch", "add", "inc", "dec", "min", "max")


@dataclass(frozen=True)
class Row:
    """An instruction of the table.

    ``operands`` lists the types of the operands, results first: ``T`` the instruction's type,
    ``U`` its second type, ``W`` twice as wide as ``T``, a type's own name, ``?`` at the end for
    one that may be left out, ``*`` for operands that the machine reads in its own way.
    """

    name: str
    operands: str
    types: tuple[str, ...]
    modifiers: tuple[str, ...]
    section: str
    text: str
    meaning: Meaning | None = None
    results: int = 1
    type_count: tuple[int, ...] = (1,)

    def __str__(self) -> str:
        return f"{self.name}: {self.text} (PTX ISA, {self.section})"


TABLE: dict[str, Row] = {}
"""Every instruction that the machine knows, by the name before the first dot."""


def _row(
    name: str, operands: str, types: tuple[str, ...], section: str, text: str,
    modifiers: tuple[str, ...] = (), meaning: Meaning | None = None, results: int = 1,
    type_count: tuple[int, ...] = (1,),
) -> None:  # fmt: skip
    TABLE[name] = Row(name, operands, types, modifiers, section, text, meaning, results, type_count)


ARITHMETIC = (*ROUNDING, "ftz", "sat")
NUMBERS = (*INTEGERS, *FLOATS, *HALVES, *PACKED)

_row("add", "T T T", NUMBERS, "9.7.1.1", "Add two values.", (*ARITHMETIC, "cc"), a.add)
_row("sub", "T T T", NUMBERS, "9.7.1.2", "Subtract the second value from the first.",
     (*ARITHMETIC, "cc"), a.sub)  # fmt: skip
_row("mul", "W T T", (*INTEGERS, *FLOATS, *HALVES), "9.7.1.3",
     "Multiply; .lo keeps the low half, .hi the high half, .wide all bits.",
     (*ARITHMETIC, "lo", "hi", "wide"), a.mul)  # fmt: skip
_row("mad", "W T T W", (*INTEGERS, *FLOATS), "9.7.1.4", "Multiply, then add a third value.",
     (*ARITHMETIC, "lo", "hi", "wide", "cc"), a.mad)  # fmt: skip
_row("fma", "T T T T", (*FLOATS, *HALVES), "9.7.3.6",
     "Multiply and add with one rounding at the end.",
     (*ARITHMETIC, "relu", "oob"), a.fma)  # fmt: skip
_row("mul24", "T T T", ("u32", "s32"), "9.7.1.5", "Multiply the low 24 bits.",
     ("lo", "hi"), a.mul24)  # fmt: skip
_row("mad24", "T T T T", ("u32", "s32"), "9.7.1.6", "Multiply the low 24 bits, then add.",
     ("lo", "hi", "sat"), a.mad24)  # fmt: skip
_row("sad", "T T T T", INTEGERS, "9.7.1.7",
     "Add the absolute difference of two values to a third.", (), a.sad)  # fmt: skip
_row("div", "T T T", (*INTEGERS, *FLOATS), "9.7.1.8", "Divide; integers are cut towards zero.",
     (*ROUNDING, "ftz", "approx", "full"), a.div)  # fmt: skip
_row("rem", "T T T", INTEGERS, "9.7.1.9",
     "Remainder of a division, with the sign of the dividend.", (), a.rem)  # fmt: skip
_row("abs", "T T", ("s16", "s32", "s64", *FLOATS, *HALVES), "9.7.1.10", "Absolute value.",
     ("ftz",), a.absolute)  # fmt: skip
_row("neg", "T T", ("s16", "s32", "s64", *FLOATS, *HALVES), "9.7.1.11", "Negate.",
     ("ftz",), a.negate)  # fmt: skip
_row("min", "T T T", NUMBERS, "9.7.1.12", "The smaller of two values.",
     ("ftz", "NaN", "xorsign", "abs", "relu"), a.minimum)  # fmt: skip
_row("max", "T T T", NUMBERS, "9.7.1.13", "The larger of two values.",
     ("ftz", "NaN", "xorsign", "abs", "relu"), a.maximum)  # fmt: skip
_row("popc", "u32 T", ("b32", "b64"), "9.7.1.14", "Count the bits that are 1.", (), a.popc)
_row("clz", "u32 T", ("b32", "b64"), "9.7.1.15", "Count the leading zeros.", (), a.clz)
_row("bfind", "u32 T", ("u32", "s32", "u64", "s64"), "9.7.1.16",
     "Position of the highest bit that differs from the sign; -1 if there is none.",
     ("shiftamt",), a.bfind)  # fmt: skip
_row("fns", "b32 b32 b32 s32", ("b32",), "9.7.1.17",
     "Position of the n-th bit set, counted from a base.", (), a.fns)  # fmt: skip
_row("brev", "T T", ("b32", "b64"), "9.7.1.18", "Reverse the order of the bits.", (), a.brev)
_row("bfe", "T T u32 u32", ("u32", "s32", "u64", "s64"), "9.7.1.19",
     "Extract a field of bits, given its position and length.", (), a.bfe)  # fmt: skip
_row("bfi", "T T T u32 u32", ("b32", "b64"), "9.7.1.20",
     "Insert a field of bits at a position.", (), a.bfi)  # fmt: skip
_row("szext", "T T u32", ("u32", "s32"), "9.7.1.21", "Extend the sign, or zeros, from a bit.",
     ("clamp", "wrap"), a.szext)  # fmt: skip
_row("bmsk", "T u32 u32", ("b32",), "9.7.1.22", "A mask of ones from a position and a length.",
     ("clamp", "wrap"), a.bmsk)  # fmt: skip
_row("dp4a", "s32 b32 b32 s32", ("u32", "s32"), "9.7.1.23",
     "Dot product of four bytes, added to a third value.", (), a.dp4a,
     type_count=(2,))  # fmt: skip
_row("dp2a", "s32 b32 b32 s32", ("u32", "s32"), "9.7.1.24",
     "Dot product of two halves with two bytes, added to a third value.", ("lo", "hi"), a.dp2a,
     type_count=(2,))  # fmt: skip
_row("addc", "T T T", ("u32", "s32", "u64", "s64"), "9.7.2.2", "Add with the carry bit.",
     ("cc",), a.add)  # fmt: skip
_row("subc", "T T T", ("u32", "s32", "u64", "s64"), "9.7.2.4", "Subtract with the borrow bit.",
     ("cc",), a.sub)  # fmt: skip
_row("madc", "T T T T", ("u32", "s32", "u64", "s64"), "9.7.2.6",
     "Multiply and add with the carry bit.", ("lo", "hi", "cc"), a.mad)  # fmt: skip

_row("testp", "pred T", FLOATS, "9.7.3.1", "Test a float: finite, infinite, number, notanumber, "
     "normal, subnormal.", ("finite", "infinite", "number", "notanumber", "normal", "subnormal"),
     a.testp)  # fmt: skip
_row("copysign", "T T T", FLOATS, "9.7.3.2",
     "The second value with the sign of the first.", (), a.copysign)  # fmt: skip
_row("rcp", "T T", FLOATS, "9.7.3.14", "Reciprocal.", (*ROUNDING, "ftz", "approx"), a.rcp)
_row("sqrt", "T T", FLOATS, "9.7.3.16", "Square root.", (*ROUNDING, "ftz", "approx"), a.sqrt)
_row("rsqrt", "T T", FLOATS, "9.7.3.17", "Reciprocal of the square root.",
     ("ftz", "approx"), a.rsqrt)  # fmt: skip
_row("sin", "T T", ("f32",), "9.7.3.19", "Sine, approximate.", ("ftz", "approx"), a.sin)
_row("cos", "T T", ("f32",), "9.7.3.20", "Cosine, approximate.", ("ftz", "approx"), a.cos)
_row("lg2", "T T", ("f32",), "9.7.3.21", "Logarithm to base 2, approximate.",
     ("ftz", "approx"), a.lg2)  # fmt: skip
_row("ex2", "T T", ("f32", *HALVES), "9.7.3.22", "Power of 2, approximate.",
     ("ftz", "approx"), a.ex2)  # fmt: skip
_row("tanh", "T T", ("f32", *HALVES), "9.7.3.23", "Hyperbolic tangent, approximate.",
     ("approx",), a.tanh)  # fmt: skip

COMPARED = (*INTEGERS, *BITS, *FLOATS, "f16", "bf16")
_row("set", "T U U pred?", (*COMPARED, "f16x2", "bf16x2"), "9.7.6.1",
     "Compare; all ones (or 1.0) if true.", (*COMPARISONS, "and", "or", "xor", "ftz"), a.set_,
     type_count=(2,))  # fmt: skip
_row("setp", "pred T T pred?", (*COMPARED, "f16x2", "bf16x2"), "9.7.6.2",
     "Compare and set a predicate (and, after |, its opposite).",
     (*COMPARISONS, "and", "or", "xor", "ftz"), a.setp)  # fmt: skip
_row("selp", "T T T pred", (*INTEGERS, *BITS, *FLOATS), "9.7.6.3",
     "The first value where the predicate holds, else the second.", (), a.selp)  # fmt: skip
_row("slct", "T T T U", (*INTEGERS, *BITS, *FLOATS), "9.7.6.4",
     "The first value where the third is not negative, else the second.", ("ftz",), a.slct,
     type_count=(2,))  # fmt: skip

LOGICAL = ("pred", *BITS)
_row("and", "T T T", LOGICAL, "9.7.8.1", "Bitwise and.", (), a.and_)
_row("or", "T T T", LOGICAL, "9.7.8.2", "Bitwise or.", (), a.or_)
_row("xor", "T T T", LOGICAL, "9.7.8.3", "Bitwise exclusive or.", (), a.xor)
_row("not", "T T", LOGICAL, "9.7.8.4", "Invert every bit.", (), a.not_)
_row("cnot", "T T", BITS, "9.7.8.5", "1 if the value is 0, else 0.", (), a.cnot)
_row("lop3", "T T T T b32", ("b32",), "9.7.8.6", "Any logical function of three inputs, "
     "by its truth table.", (), a.lop3)  # fmt: skip
_row("shf", "T T T u32", ("b32",), "9.7.8.7", "Shift a pair of registers, keep one half.",
     ("l", "r", "clamp", "wrap"), a.shf)  # fmt: skip
_row("shl", "T T u32", BITS, "9.7.8.8", "Shift left, zeros come in.", (), a.shl)
_row("shr", "T T u32", (*BITS, *INTEGERS), "9.7.8.9",
     "Shift right; signed types copy the sign.", (), a.shr)  # fmt: skip

_row("mov", "*", ("pred", *BITS, *INTEGERS, *FLOATS, "f16", "bf16"), "9.7.9.3",
     "Copy a register, a constant or an address; braces pack and unpack.")  # fmt: skip
_row("shfl", "*", ("b32",), "9.7.9.6", "Read a register of another lane of the warp.",
     ("sync", "up", "down", "bfly", "idx"), results=1)  # fmt: skip
_row("prmt", "T T T T", ("b32",), "9.7.9.7", "Choose four bytes out of eight.",
     ("f4e", "b4e", "rc8", "ecl", "ecr", "rc16"), a.prmt)  # fmt: skip
_row("ld", "*", (*MEMORY, "f16"), "9.7.9.8", "Load from memory.",
     (*SPACES, *SCOPES, *CACHE, "weak", "relaxed", "acquire", "volatile", "v2", "v4", "nc",
      "unified", "mmio"))  # fmt: skip
_row("ldu", "*", MEMORY, "9.7.9.10", "Load data that is the same for all lanes, read-only.",
     ("global", "v2", "v4"))  # fmt: skip
_row("st", "*", (*MEMORY, "f16"), "9.7.9.11", "Store to memory.",
     (*SPACES, *SCOPES, *CACHE, "weak", "relaxed", "release", "volatile", "v2", "v4", "mmio"),
     results=0)  # fmt: skip
_row("prefetch", "*", (), "9.7.9.15", "Bring a line into a cache; changes nothing.",
     ("global", "local", "L1", "L2", "L2::evict_last", "L2::evict_normal"), results=0,
     type_count=(0,))  # fmt: skip
_row("prefetchu", "*", (), "9.7.9.15", "Bring a line into the uniform cache; changes nothing.",
     ("L1",), results=0, type_count=(0,))  # fmt: skip
_row("isspacep", "*", (), "9.7.9.18", "Whether a generic address lies in a state space.",
     ("global", "shared", "shared::cta", "local", "const", "param"), type_count=(0,))  # fmt: skip
_row("cvta", "*", ("u32", "u64"), "9.7.9.19", "Convert an address to generic, or back with .to.",
     ("to", "global", "shared", "shared::cta", "local", "const", "param"))  # fmt: skip
_row("cvt", "T U U?", tuple(n for n in SCALARS if n not in ("pred", "b8", *BITS, *PACKED)),
     "9.7.9.20", "Convert a value from one type to another.",
     (*ROUNDING, "rni", "rzi", "rmi", "rpi", "rna", "ftz", "sat", "relu", "satfinite", "e4m3x2",
      "e5m2x2"), conversion.cvt, type_count=(1, 2))  # fmt: skip

_row("bra", "*", (), "9.7.12.3", "Continue at a label.", ("uni",), results=0, type_count=(0,))
_row("brx", "*", (), "9.7.12.4", "Continue at a label chosen from a list.", ("idx", "uni"),
     results=0, type_count=(0,))  # fmt: skip
_row("call", "*", (), "9.7.12.5", "Call a function.", ("uni",), results=0, type_count=(0,))
_row("ret", "", (), "9.7.12.6", "Return from a function; in a kernel, end the thread.",
     ("uni",), results=0, type_count=(0,))  # fmt: skip
_row("exit", "", (), "9.7.12.7", "End the thread.", (), results=0, type_count=(0,))

_row("bar", "*", ("u32", "pred", "b32"), "9.7.13.1", "Wait for the threads of the block.",
     ("cta", "sync", "arrive", "red", "popc", "and", "or", "warp"), results=0,
     type_count=(0, 1))  # fmt: skip
_row("barrier", "*", ("u32", "pred"), "9.7.13.1", "Wait for the threads of the block.",
     ("cta", "sync", "arrive", "red", "popc", "and", "or", "aligned"), results=0,
     type_count=(0, 1))  # fmt: skip
_row("membar", "", (), "9.7.13.4", "Fence: fence.sc of a scope under its older name.",
     ("cta", "gl", "sys"), results=0, type_count=(0,))  # fmt: skip
_row("fence", "", (), "9.7.13.4",
     "Order this thread's memory accesses before and after it, within a scope.",
     (*SCOPES, "acq_rel", "sc", "acquire", "release"), results=0, type_count=(0,))  # fmt: skip
_row("atom", "*", (*BITS, *INTEGERS, *FLOATS, "f16", "bf16", "f16x2", "bf16x2"), "9.7.13.5",
     "Read, change and write memory as one act; returns the old value.",
     (*RMW, *SCOPES, "global", "shared", "shared::cta", "relaxed", "acquire", "release",
      "acq_rel", "noftz"))  # fmt: skip
_row("red", "*", (*BITS, *INTEGERS, *FLOATS, "f16", "bf16", "f16x2", "bf16x2"), "9.7.13.6",
     "Change memory as one act; returns nothing.",
     (*RMW[:3], *RMW[5:], *SCOPES, "global", "shared", "shared::cta", "relaxed", "release",
      "noftz"), results=0)  # fmt: skip
_row("vote", "*", ("pred", "b32"), "9.7.13.8", "Combine a predicate over the lanes of a warp.",
     ("sync", "all", "any", "uni", "ballot"))  # fmt: skip
_row("match", "*", ("b32", "b64"), "9.7.13.9", "Which lanes of the warp hold the same value.",
     ("sync", "any", "all"))  # fmt: skip
_row("activemask", "b32", ("b32",), "9.7.13.10", "The lanes that execute this together.")
_row("redux", "*", ("b32", "u32", "s32"), "9.7.13.11", "Reduce a value over lanes of the warp.",
     ("sync", "add", "min", "max", "and", "or", "xor"))  # fmt: skip
_row("elect", "*", (), "9.7.13.15", "Choose one lane of the warp.", ("sync",), type_count=(0,))

_row("nanosleep", "u32", ("u32",), "9.7.19.2", "Let other threads run for a while.", (),
     results=0)  # fmt: skip
_row("pmevent", "*", (), "9.7.19.3", "Trigger a performance-monitor event; changes nothing.",
     ("mask",), results=0, type_count=(0,))  # fmt: skip
_row("trap", "", (), "9.7.19.4", "Stop the kernel with an error.", (), results=0,
     type_count=(0,))  # fmt: skip
_row("brkpt", "", (), "9.7.19.1", "Stop for a debugger.", (), results=0, type_count=(0,))


def describe(opcode: str) -> str:
    """One line on an instruction, by its opcode with or without modifiers.

    Raises ValueError for a name that the table has not.

    >>> print(describe("popc.b32"))
    popc: Count the bits that are 1. (PTX ISA, 9.7.1.14)
    """
    name = opcode.split(".")[0]
    if name not in TABLE:
        raise ValueError(f"unknown instruction {name!r}; expected one of the table")
    return str(TABLE[name])


def immediate_bits(operand: Immediate, type_: Scalar) -> int:
    """Bits of a constant as a value of a type."""
    array = immediate_array(operand, type_)
    return int(array.view(f"u{array.dtype.itemsize}")[0])


def immediate_array(operand: Immediate, type_: Scalar) -> np.ndarray:
    """Return a constant as an array of one element of the type's dtype."""
    value, bits = operand.value, operand.bits
    if type_.kind == "pred":
        return np.array([bool(value)])
    if type_.kind == "f":
        if bits:
            held = np.array([value], f"u{bits // 8}").view(f"f{bits // 8}")
            return held if held.dtype == type_.dtype else held.astype(type_.dtype)
        if isinstance(value, int) and type_.bits == 16:
            return np.array([value % 65536], np.uint16).view(np.float16)
        return np.array([value], np.float64).astype(type_.dtype)
    if bits and type_.bits < bits:
        raise ValueError(f"a constant of {bits} bits; expected {type_.bits} for .{type_.name}")
    if isinstance(value, float):
        raise ValueError(f"the constant {value}; expected an integer for .{type_.name}")
    held = np.array([value % (1 << type_.storage.itemsize * 8)], type_.storage)
    return held.view(type_.dtype)


def operand_types(operation: Operation) -> list[Scalar | None]:
    """Types of the operands of an operation, results first; None where any will do.

    Operands that a row marks with ``?`` are counted only if the operation has them.
    """
    row = TABLE[operation.name]
    words = row.operands.split()
    first = operation.types[0] if operation.types else None
    second = operation.types[1] if len(operation.types) > 1 else first
    if operation.name in ("dp4a", "dp2a"):
        kind = "s32" if "s32" in (first.name, second.name) else "u32"
        words = [word.replace("s32", kind) for word in words]
    found: list[Scalar | None] = []
    for index, word in enumerate(words):
        if word.endswith("?") and index >= len(operation.operands):
            break
        word = word.rstrip("?")
        if word == "T":
            found.append(first)
        elif word == "U":
            found.append(second)
        elif word == "W":
            wide = operation.has("wide")
            found.append(SCALARS[f"{first.kind}{first.bits * 2}"] if wide else first)
        else:
            found.append(SCALARS[word])
    return found


def check(operation: Operation, module: Module) -> None:
    """Raise ValueError, with what was expected, unless the machine can run the operation."""
    row = TABLE.get(operation.name)
    if row is None:
        raise ValueError(f"unknown instruction {operation.name!r}; expected one of the table")
    for modifier in operation.modifiers:
        if modifier not in row.modifiers and modifier not in row.types:
            raise ValueError(f"unknown modifier .{modifier} of {row.name}; expected {_some(row)}")
    count = len(operation.types)
    if count not in row.type_count:
        wanted = " or ".join(map(str, row.type_count))
        raise ValueError(f"{operation.opcode} has {count} types; expected {wanted}")
    if row.operands == "*":
        from .shapes import check_shape

        check_shape(operation)
        return
    types = operand_types(operation)
    operands = operation.operands
    if len(operands) != len(types):
        raise ValueError(f"{operation.opcode} has {len(operands)} operands; expected {len(types)}")
    for index, (operand, type_) in enumerate(zip(operands, types, strict=True)):
        check_operand(operand, type_, index < row.results, operation)
    if row.meaning is not None:
        row.meaning(operation)


def check_operand(
    operand: Operand, type_: Scalar, is_result: bool, operation: Operation, wider: bool = False
) -> None:
    """Raise ValueError unless the operand can stand where a value of the type is expected."""
    if isinstance(operand, Pair) and is_result:
        if operation.name == "setp":
            check_operand(operand.first, type_, True, operation)
            check_operand(operand.second, type_, True, operation)
            return
    elif isinstance(operand, Register):
        held = operand.type
        wider = wider or operation.name == "cvt"
        fits = held.bits == type_.bits or (wider and held.bits > type_.bits)
        if operation.name == "cvt" and type_.bits == 16 and held.bits < 16:
            fits = False
        mixed = {held.kind, type_.kind} in ({"f", "u"}, {"f", "s"}) and held.bits == type_.bits
        if (held.kind == "pred") != (type_.kind == "pred") or not fits or mixed:
            message = f"{operand} is .{held.name}; expected .{type_.name} for {operation.opcode}"
            raise ValueError(message)
        if operand.negated and type_.kind != "pred":
            raise ValueError(f"{operand} is negated; expected a plain register")
        return
    elif isinstance(operand, Immediate) and not is_result:
        immediate_array(operand, type_)
        return
    elif isinstance(operand, Sink):
        if is_result:
            return
    elif not is_result and (
        (isinstance(operand, Special) and type_.is_integer)
        or (isinstance(operand, Symbol) and type_.bits in (32, 64))
    ):
        return
    what = {Vector: "a vector", Address: "an address", Label: "a label"}.get(type(operand), operand)
    raise ValueError(f"{what} as an operand; expected .{type_.name} for {operation.opcode}")


def _some(row: Row) -> str:
    known = [f".{name}" for name in (*row.modifiers, *row.types)]
    return ", ".join(known[:8]) + (", ..." if len(known) > 8 else "") if known else "none"
