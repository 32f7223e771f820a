"""Check the operands of instructions that do not simply map registers to a register."""

from __future__ import annotations

from .scalars import SCALARS, Scalar
from .syntax import (
    Address,
    Immediate,
    Label,
    Operation,
    Pair,
    Register,
    Sink,
    Special,
    Symbol,
    Vector,
)


def check_shape(operation: Operation) -> None:
    """Raise ValueError, with what was expected, for operands of the wrong number or kind."""
    _CHECKS.get(operation.name, _any)(operation)


def _any(operation: Operation) -> None:
    return


def _count(operation: Operation, *counts: int) -> None:
    if len(operation.operands) not in counts:
        wanted = " or ".join(map(str, counts))
        found = len(operation.operands)
        raise ValueError(f"{operation.opcode} has {found} operands; expected {wanted}")


def _value(operation: Operation, operand: object, type_: Scalar, *, result=False, wider=False):
    from .instructions import check_operand

    check_operand(operand, type_, result, operation, wider)


def _address(operation: Operation, operand: object) -> None:
    if not isinstance(operand, Address):
        raise ValueError(f"{operand} is no address; expected brackets in {operation.opcode}")
    base = operand.base
    if isinstance(base, Register) and (base.type.bits not in (32, 64) or base.type.kind == "f"):
        raise ValueError(f"{base} is .{base.type.name}; expected a 32- or 64-bit address")


def _access(operation: Operation) -> None:
    _count(operation, 2)
    load = operation.name != "st"
    data, address = operation.operands if load else reversed(operation.operands)
    _address(operation, address)
    width = int(operation.one_of("v2", "v4", default="v1")[1:])
    if operation.has("acquire", "release", "relaxed") and not operation.has(
        "cta", "cluster", "gpu", "sys"
    ):
        raise ValueError(f"{operation.opcode} needs a scope such as .gpu")
    if isinstance(data, Vector) != (width > 1):
        raise ValueError(f"{data} in {operation.opcode}; expected a vector of {width}")
    parts = data.elements if isinstance(data, Vector) else (data,)
    if len(parts) != width:
        raise ValueError(f"{len(parts)} registers in {operation.opcode}; expected {width}")
    for part in parts:
        if not load and isinstance(part, Symbol):
            raise ValueError(f"{part} cannot be stored; expected a register")
        _value(operation, part, operation.types[0], result=load, wider=True)


def _mov(operation: Operation) -> None:
    _count(operation, 2)
    target, source = operation.operands
    type_ = operation.types[0]
    for operand, other in ((target, source), (source, target)):
        if isinstance(operand, Vector):
            if isinstance(other, Vector) or type_.kind != "b":
                raise ValueError(f"{operation.opcode} packs or unpacks one register of .bN")
            bits = type_.bits // len(operand.elements)
            if bits not in (8, 16, 32) or bits * len(operand.elements) != type_.bits:
                raise ValueError(f"{operand} does not divide .{type_.name}")
            for part in operand.elements:
                _value(operation, part, SCALARS[f"b{bits}"], result=operand is target)
        elif isinstance(operand, Symbol) and operand is source:
            if type_.bits < 32:
                raise ValueError(f"{operand} is an address; expected .u64")
        elif isinstance(operand, Special) and operand is source:
            if type_.kind == "pred" or (type_.bits == 16 and "64" in operand.name):
                raise ValueError(f"{operand} is an integer; expected .u32")
        elif not (operand is source and isinstance(operand, Immediate)):
            _value(operation, operand, type_, result=operand is target)
        else:
            _value(operation, operand, type_)


def _branch(operation: Operation) -> None:
    _count(operation, 1)
    if not isinstance(operation.operands[0], Label):
        raise ValueError(f"{operation.operands[0]} is no label; expected one")


def _indexed_branch(operation: Operation) -> None:
    _count(operation, 2)
    if not isinstance(operation.operands[1], Label):
        raise ValueError(f"{operation.operands[1]} is no list of labels; expected .branchtargets")
    _value(operation, operation.operands[0], SCALARS["u32"])


def _atomic(operation: Operation) -> None:
    from .instructions import RMW

    which = operation.one_of(*RMW)
    if not which:
        raise ValueError(f"{operation.opcode} needs an operation such as .add")
    returns = operation.name == "atom"
    _count(operation, 1 + returns + (2 if which == "cas" else 1))
    type_ = operation.types[0]
    if which in ("inc", "dec") and type_.name != "u32":
        raise ValueError(f"{operation.opcode}: .{which} is for .u32")
    if which == "add" and type_.name in ("s64", "b32", "b64", "b16", "u16", "s16"):
        raise ValueError(f"{operation.opcode}: .add has no .{type_.name}; expected .u64 or .s32")
    if which in ("min", "max") and not (type_.is_integer and type_.kind in "us"):
        raise ValueError(f"{operation.opcode}: .{which} needs an integer type")
    if which in ("and", "or", "xor", "exch", "cas") and type_.kind != "b":
        raise ValueError(f"{operation.opcode}: .{which} needs a type such as .b32")
    operands = list(operation.operands)
    if returns:
        _value(operation, operands.pop(0), type_, result=True)
    _address(operation, operands.pop(0))
    for operand in operands:
        _value(operation, operand, type_)


def _shuffle(operation: Operation) -> None:
    if not operation.has("sync"):
        raise ValueError(f"{operation.opcode}: shfl needs .sync since sm_70")
    if not operation.has("up", "down", "bfly", "idx"):
        raise ValueError(f"{operation.opcode} needs .up, .down, .bfly or .idx")
    _count(operation, 5)
    target, *sources = operation.operands
    first = target.first if isinstance(target, Pair) else target
    _value(operation, first, SCALARS["b32"], result=True)
    if isinstance(target, Pair):
        _value(operation, target.second, SCALARS["pred"], result=True)
    for operand in sources:
        _value(operation, operand, SCALARS["b32"])


def _vote(operation: Operation) -> None:
    if not operation.has("sync"):
        raise ValueError(f"{operation.opcode}: vote needs .sync since sm_70")
    _count(operation, 3)
    ballot = operation.has("ballot")
    if ballot != (operation.types[0].kind == "b"):
        raise ValueError(f"{operation.opcode}: .ballot goes with .b32, the others with .pred")
    _value(operation, operation.operands[0], operation.types[0], result=True)
    _value(operation, operation.operands[1], SCALARS["pred"])
    _value(operation, operation.operands[2], SCALARS["b32"])


def _match(operation: Operation) -> None:
    if not operation.has("sync") or not operation.has("any", "all"):
        raise ValueError(f"{operation.opcode}: expected match.any.sync or match.all.sync")
    _count(operation, 3)
    target = operation.operands[0]
    if isinstance(target, Pair):
        _value(operation, target.second, SCALARS["pred"], result=True)
        target = target.first
    _value(operation, target, SCALARS["b32"], result=True)
    _value(operation, operation.operands[1], operation.types[0])
    _value(operation, operation.operands[2], SCALARS["b32"])


def _redux(operation: Operation) -> None:
    if not operation.has("sync"):
        raise ValueError(f"{operation.opcode}: redux needs .sync")
    which = operation.one_of("add", "min", "max", "and", "or", "xor")
    if not which or (which in ("and", "or", "xor")) != (operation.types[0].kind == "b"):
        raise ValueError(f"{operation.opcode}: .and, .or, .xor go with .b32, the others with .s32")
    _count(operation, 3)
    _value(operation, operation.operands[0], operation.types[0], result=True)
    _value(operation, operation.operands[1], operation.types[0])
    _value(operation, operation.operands[2], SCALARS["b32"])


def _elect(operation: Operation) -> None:
    _count(operation, 2)
    target = operation.operands[0]
    if not isinstance(target, Pair):
        raise ValueError(f"{target} in {operation.opcode}; expected d|p")
    _value(operation, target.first, SCALARS["b32"], result=True)
    _value(operation, target.second, SCALARS["pred"], result=True)
    _value(operation, operation.operands[1], SCALARS["b32"])


def _barrier(operation: Operation) -> None:
    if operation.has("warp"):
        _count(operation, 1)
        _value(operation, operation.operands[0], SCALARS["b32"])
        return
    if operation.has("red"):
        _count(operation, 3, 4)
        which = operation.one_of("popc", "and", "or")
        if not which:
            raise ValueError(f"{operation.opcode} needs .popc, .and or .or")
        result = SCALARS["u32" if which == "popc" else "pred"]
        _value(operation, operation.operands[0], result, result=True)
        _value(operation, operation.operands[-1], SCALARS["pred"])
        rest = operation.operands[1:-1]
    else:
        if not operation.has("sync", "arrive"):
            raise ValueError(f"{operation.opcode} needs .sync, .arrive or .red")
        _count(operation, *((2,) if operation.has("arrive") else (1, 2)))
        rest = operation.operands
    for operand in rest:
        _value(operation, operand, SCALARS["u32"])


def _cvta(operation: Operation) -> None:
    _count(operation, 2)
    if not operation.has("global", "shared", "shared::cta", "local", "const", "param"):
        raise ValueError(f"{operation.opcode} needs a state space such as .global")
    _value(operation, operation.operands[0], operation.types[0], result=True)
    _value(operation, operation.operands[1], operation.types[0])


def _isspacep(operation: Operation) -> None:
    _count(operation, 2)
    _value(operation, operation.operands[0], SCALARS["pred"], result=True)
    if isinstance(operation.operands[1], Register) and operation.operands[1].type.bits == 64:
        return
    raise ValueError(f"{operation.operands[1]} in {operation.opcode}; expected a 64-bit register")


def _prefetch(operation: Operation) -> None:
    _count(operation, 1)
    _address(operation, operation.operands[0])


def _pmevent(operation: Operation) -> None:
    _count(operation, 1)
    if not isinstance(operation.operands[0], (Immediate, Sink)):
        raise ValueError(f"{operation.operands[0]} in pmevent; expected a constant")


_CHECKS = {
    "ld": _access,
    "ldu": _access,
    "st": _access,
    "mov": _mov,
    "bra": _branch,
    "brx": _indexed_branch,
    "atom": _atomic,
    "red": _atomic,
    "shfl": _shuffle,
    "vote": _vote,
    "match": _match,
    "redux": _redux,
    "elect": _elect,
    "bar": _barrier,
    "barrier": _barrier,
    "cvta": _cvta,
    "isspacep": _isspacep,
    "prefetch": _prefetch,
    "prefetchu": _prefetch,
    "pmevent": _pmevent,
}
