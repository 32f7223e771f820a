"""Loads, stores and atomics: bind each to the registers and memory of a chunk, with every check.

An access finds its bytes in the arena (global and constant memory), in the block's shared memory
or in the thread's local memory; a generic address says by its value which of them.  Before it
touches memory it is checked: in bounds, aligned, written before it is read, not constant.
Source: PTX ISA, sections 5.1, 6.4 "Using Addresses", 9.7.9.8 "ld", 9.7.9.11 "st", 9.7.13.5 "atom".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .memory import LOCAL_WINDOW, SHARED_WINDOW, WINDOW, Layout
from .scalars import Scalar
from .syntax import Address, Immediate, Operation, Register, Sink, Symbol, Vector

Array = np.ndarray
Select = Any
"""Lanes: a slice, or an array of indices."""
Step = Callable[[Select], None]

ARENA = ("global", "const", "kernel_param")
KIND = {"ld": "load", "ldu": "load", "st": "store", "atom": "atomic", "red": "atomic"}


def space_of(operation: Operation) -> str:
    """State space that the opcode names: global, shared, local, const, param or generic."""
    for space in ("global", "shared", "local", "const", "param"):
        if any(m == space or m.startswith(f"{space}::") for m in operation.modifiers):
            return space
    return "generic"


class Access:
    """One memory instruction of one chunk; :meth:`step` performs it for some lanes."""

    def __init__(self, chunk: Any, operation: Operation, address: Address) -> None:
        self.chunk, self.operation = chunk, operation
        self.type: Scalar = operation.types[0]
        self.width = int(operation.one_of("v2", "v4", default="v1")[1:])
        self.size = self.type.bytes * self.width
        self.kind = KIND[operation.name]
        self.shift = self.type.bytes.bit_length() - 1
        self.aligned = self.size - 1
        self.observer = chunk.machine.observer
        space = space_of(operation)
        base = address.base
        if isinstance(base, Symbol) and space in ("param", "generic"):
            space = base.variable.space if not isinstance(base.variable, str) else space
        if space == "param":
            space = "local"
            if isinstance(base, Register):
                # The address of a kernel's parameter lies in the arena.
                space = "generic"
        self.space = "arena" if space in ARENA else space
        self.named = space
        if isinstance(base, Register):
            row = chunk.row(base)
            self.row = row.view(np.int64) if row.dtype.itemsize == 8 else row
        else:
            constant = (
                base.value if isinstance(base, Immediate) else chunk.address(base, self.named)
            )
            self.row = None
            self.constant = constant
        self.offset = address.offset
        self.perform: Callable[..., None] = self._none
        self.reads = self.kind != "store"
        self.writes = self.kind != "load"

    def _none(self, *_: Any) -> None:
        raise NotImplementedError

    def step(self, select: Select) -> None:
        """Perform the access for the lanes."""
        if self.row is None:
            lanes = self.chunk.index[select]
            address = np.full(lanes.size, self.constant + self.offset, np.int64)
        else:
            address = self.row[select]
            if address.dtype != np.int64:
                address = address.astype(np.int64)
                if self.offset:
                    address += self.offset
            elif self.offset:
                address = address + self.offset
        if self.space == "arena":
            self.in_arena(select, address)
        elif self.space == "shared":
            self.in_lanes(select, address, self.chunk.shared, "shared")
        elif self.space == "local":
            self.in_lanes(select, address, self.chunk.local, "local")
        else:
            self.generic(select, address)

    def generic(self, select: Select, address: Array) -> None:
        """Sort generic addresses into the state spaces."""
        low, high = int(address.min()), int(address.max())
        if high < SHARED_WINDOW:
            self.in_arena(select, address)
            return
        if low >= LOCAL_WINDOW:
            place = address - LOCAL_WINDOW
            self.in_lanes(select, place, self.chunk.local, "local")
            return
        if low >= SHARED_WINDOW and high < SHARED_WINDOW + WINDOW:
            place = address - SHARED_WINDOW
            self.in_lanes(select, place, self.chunk.shared, "shared")
            return
        lanes = self.chunk.index[select]
        local = address >= LOCAL_WINDOW
        shared = ~local & (address >= SHARED_WINDOW)
        for mask in (local, shared, ~local & ~shared):
            if mask.any():
                self.generic(lanes[mask], address[mask])

    def in_arena(self, select: Select, address: Array) -> None:
        """Access global or constant memory."""
        arena = self.chunk.machine.arena
        place = address - arena.base
        low, high = int(place.min()), int(place.max()) + self.size
        piece = arena.find(low, high)
        if piece is None:
            wrong = arena.outside(place, self.size)
            if wrong.any():
                lane = self._first(select, wrong)
                bad = int(place[np.argmax(wrong)])
                message = arena.explain(bad, self.size)
                self.fail("out of bounds", lane, arena.base + bad, message)
        if self.aligned and int(np.bitwise_or.reduce(place)) & self.aligned:
            self.misaligned(select, place, arena.base)
        if self.writes or self.named == "const":
            self._allowed(select, place, piece)
        if self.observer is not None:
            self.observe("global", select, place)
        self.perform(select, place >> self.shift, arena.view(self.type.dtype), None)

    def _allowed(self, select: Select, place: Array, piece: Any) -> None:
        arena = self.chunk.machine.arena
        if self.writes and (piece is None or not piece.writable):
            for index, at in enumerate(place.tolist()):
                found = piece or arena.find(at, at + self.size)
                if not found.writable:
                    lane = int(self.chunk.index[select][index])
                    self.fail("write to const", lane, arena.base + at, f"{found.name} is constant")
                found.written = True
        elif self.writes:
            piece.written = True
        if self.named == "const" and piece is not None and piece.writable:
            lane = int(self.chunk.index[select][0])
            self.fail("out of bounds", lane, arena.base + int(place[0]),
                      f"{piece.name} is not in constant memory")  # fmt: skip

    def in_lanes(self, select: Select, place: Array, memory: Any, space: str) -> None:
        """Access shared memory of the block or local memory of the thread."""
        layout: Layout = getattr(self.chunk.machine, f"{space}_layout")
        low, high = int(place.min()), int(place.max()) + self.size
        if not layout.holds(low, high):
            wrong = layout.outside(place, self.size)
            if wrong.any():
                lane = self._first(select, wrong)
                bad = int(place[np.argmax(wrong)])
                self.fail("out of bounds", lane, bad, layout.explain(bad, self.size, space))
        if self.aligned and int(np.bitwise_or.reduce(place)) & self.aligned:
            self.misaligned(select, place, 0)
        if self.observer is not None:
            self.observe(space, select, place)
        where = (memory.base[select] + place) >> self.shift
        values, written = memory.view(self.type.storage)
        if self.reads and not memory.is_full():
            for part in range(self.width):
                known = written.take(where + part)
                full = written.dtype.type(-1 % (1 << 8 * written.itemsize))
                if not (known == full).all():
                    lane = self._first(select, known != full)
                    bad = int(place[np.argmax(known != full)])
                    message = "nothing was stored at " + layout.explain(bad, self.size, space)
                    self.fail("uninitialised read", lane, bad, message)
        self.perform(select, where, values.view(self.type.dtype), written)

    def _first(self, select: Select, wrong: Array) -> int:
        return int(self.chunk.index[select][np.argmax(wrong)])

    def misaligned(self, select: Select, place: Array, base: int) -> None:
        """Raise for the first lane whose address is not a multiple of the size."""
        wrong = (place & self.aligned) != 0
        bad = int(place[np.argmax(wrong)]) + base
        self.fail("misaligned", self._first(select, wrong), bad,
                  f"the address is no multiple of {self.size} bytes")  # fmt: skip

    def fail(self, kind: str, lane: int, address: int, message: str) -> None:
        """Raise the fault of a lane."""
        what = {"load": "read", "store": "write", "atomic": "atomic"}[self.kind]
        message = f"{what} of {self.size} bytes at address {address:#x}: {message}"
        raise self.chunk.fault(kind, message, self.operation, lane, address)

    def observe(self, space: str, select: Select, place: Array) -> None:
        """Tell the observer, before memory is touched."""
        self.observer.access(self.chunk, self.operation, self.kind, space, select, place, self.size)


def bind_load(chunk: Any, operation: Operation) -> Step:
    """Make the step of ``ld``."""
    target, address = operation.operands
    parameter = chunk.kernel_parameter(operation, address)
    parts = target.elements if isinstance(target, Vector) else (target,)
    rows = [chunk.target(part, operation.types[0]) for part in parts]
    if parameter is not None:
        return _bind_parameter(operation, parameter, rows)
    access = Access(chunk, operation, address)
    if len(rows) == 1:
        row = rows[0]

        def perform(select: Select, where: Array, memory: Array, _: Array | None) -> None:
            if row is not None:
                row[select] = memory.take(where)
    else:

        def perform(select: Select, where: Array, memory: Array, _: Array | None) -> None:
            for part, row in enumerate(rows):
                if row is not None:
                    row[select] = memory.take(where + part if part else where)

    access.perform = perform
    return access.step


def _bind_parameter(operation: Operation, data: bytes, rows: list[Array | None]) -> Step:
    """Load of a kernel's parameter from a fixed place: one value for all lanes."""
    values = np.frombuffer(data, operation.types[0].dtype)

    def step(select: Select) -> None:
        for row, value in zip(rows, values, strict=True):
            if row is not None:
                row[select] = value

    return step


def bind_store(chunk: Any, operation: Operation) -> Step:
    """Make the step of ``st``."""
    address, source = operation.operands
    access = Access(chunk, operation, address)
    parts = source.elements if isinstance(source, Vector) else (source,)
    sources = [chunk.source(part, operation.types[0]) for part in parts]

    def perform(select: Select, where: Array, memory: Array, written: Array | None) -> None:
        for part, values in enumerate(sources):
            place = where + part if part else where
            memory[place] = values[select]
            if written is not None:
                written[place] = written.dtype.type(-1 % (1 << 8 * written.itemsize))

    access.perform = perform
    return access.step


def bind_atomic(chunk: Any, operation: Operation, ignored: bool) -> Step:
    """Make the step of ``atom`` and ``red``; `ignored` says that no one reads the result."""
    from .atomics import old_values, update

    operands = list(operation.operands)
    row = None
    if operation.name == "atom":
        target = operands.pop(0)
        row = (
            None
            if ignored or isinstance(target, Sink)
            else chunk.target(target, operation.types[0])
        )
    access = Access(chunk, operation, operands.pop(0))
    sources = [chunk.source(operand, operation.types[0]) for operand in operands]
    which = operation.one_of("cas", "and", "or", "xor", "exch", "add", "inc", "dec", "min", "max")
    type_ = operation.types[0]

    def perform(select: Select, where: Array, memory: Array, _: Array | None) -> None:
        values = [np.broadcast_to(source[select], where.shape) for source in sources]
        if row is None:
            update(which, type_, memory, where, values)
        else:
            row[select] = old_values(which, type_, memory, where, values)

    access.perform = perform
    return access.step
