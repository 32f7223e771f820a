"""Atomics of many lanes at once, with the result of doing them one after another in lane order.

Lanes that meet at one address form a queue.  Where a numpy ufunc can run along a queue
(``accumulate``) it does; otherwise the queues advance together, one member of each a round.
Source: PTX ISA, section 9.7.13.5 "atom".
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .arithmetic import add as add_meaning
from .scalars import Scalar
from .syntax import Operation, Position

Array = np.ndarray

_UFUNC = {"and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor, "add": np.add,
          "min": np.minimum, "max": np.maximum}  # fmt: skip


def operation_of(which: str, type_: Scalar) -> Callable[..., Array]:
    """Return what an atomic makes of the old value and its operands, for arrays of each.

    >>> from .scalars import scalar
    >>> increment = operation_of("inc", scalar("u32"))
    >>> increment(np.array([2, 5], "u4"), np.array([5, 5], "u4")).tolist()
    [3, 0]
    """
    if which == "exch":
        return lambda old, new: new
    if which == "cas":
        return lambda old, compared, new: np.where(old == compared, new, old)
    if which == "inc":
        return lambda old, top: np.where(old >= top, np.uint32(0), old + np.uint32(1))
    if which == "dec":
        return lambda old, top: np.where((old == 0) | (old > top), top, old - np.uint32(1))
    if which == "add" and type_.name in ("f16", "f16x2", "bf16", "bf16x2"):
        return add_meaning(Operation(Position(0, 0), None, "add", (), (type_,), ()))
    return _UFUNC[which]


def update(which: str, type_: Scalar, memory: Array, where: Array, values: list[Array]) -> None:
    """Change memory; no one wants the old values."""
    function = operation_of(which, type_)
    if isinstance(function, np.ufunc):
        function.at(memory, where, values[0])
    else:
        old_values(which, type_, memory, where, values)


def old_values(
    which: str, type_: Scalar, memory: Array, where: Array, values: list[Array]
) -> Array:
    """Change memory and return, for each lane, the value that it found.

    >>> from .scalars import scalar
    >>> memory = np.zeros(2, "u4")
    >>> where, ones = np.array([1, 0, 1, 1]), np.ones(4, "u4")
    >>> old_values("add", scalar("u32"), memory, where, [ones]).tolist(), memory.tolist()
    ([0, 0, 1, 2], [1, 3])
    """
    function = operation_of(which, type_)
    if where.size == 1 or bool((np.diff(where) > 0).all()):
        found = memory[where]
        memory[where] = function(found, *values)
        return found
    order = np.argsort(where, kind="stable")
    places = where[order]
    heads = np.flatnonzero(np.concatenate(([True], places[1:] != places[:-1])))
    lengths = np.diff(np.append(heads, places.size))
    sorted_values = [value[order] for value in values]
    found = np.empty(where.size, memory.dtype)
    if isinstance(function, np.ufunc) and heads.size <= int(lengths.max()):
        for head, length in zip(heads.tolist(), lengths.tolist(), strict=True):
            place = places[head]
            queue = np.concatenate(
                (memory[place : place + 1], sorted_values[0][head : head + length])
            )
            running = function.accumulate(queue, dtype=memory.dtype)
            found[head : head + length] = running[:-1]
            memory[place] = running[-1]
    elif which in _ONE_BY_ONE and int(lengths.max()) > 4:
        _one_by_one(_ONE_BY_ONE[which], memory, places, sorted_values, found)
    else:
        _in_rounds(function, memory, places, heads, lengths, sorted_values, found)
    result = np.empty_like(found)
    result[order] = found
    return result


def _in_rounds(
    function: Callable[..., Array], memory: Array, places: Array, heads: Array, lengths: Array,
    values: list[Array], found: Array,
) -> None:  # fmt: skip
    for turn in range(int(lengths.max())):
        now = heads[lengths > turn] + turn
        old = memory[places[now]]
        found[now] = old
        memory[places[now]] = function(old, *(value[now] for value in values))


_ONE_BY_ONE: dict[str, Callable[..., int]] = {
    "exch": lambda old, new: new,
    "cas": lambda old, compared, new: new if old == compared else old,
    "inc": lambda old, top: 0 if old >= top else old + 1,
    "dec": lambda old, top: top if old == 0 or old > top else old - 1,
}


def _one_by_one(
    function: Callable[..., int], memory: Array, places: Array, values: list[Array], found: Array
) -> None:
    """Go along long queues in Python: for operations that depend on each other in turn."""
    held: dict[int, int] = {}
    olds = []
    heads = memory[places].tolist()
    operands = zip(*(value.tolist() for value in values), strict=True)
    for place, first, operand in zip(places.tolist(), heads, operands, strict=True):
        old = held.get(place, first)
        olds.append(old)
        held[place] = function(old, *operand)
    found[:] = olds
    memory[list(held)] = list(held.values())
