"""Watch a kernel step by step: instruction, active lanes, registers changed, memory touched.

A trace is for looking at: a few warps, some hundreds of steps, small enough to ship in a page as
JSON.  Steps are those of the machine: one instruction for the lanes of a warp that were together.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from .instructions import TABLE
from .syntax import Operation, Pair, Register, Vector

Array = np.ndarray
WARP = 32


@dataclass
class Touch:
    """Memory that a step touched: kind, space, and for each active lane the first byte.

    ``places`` count from the array's first byte (global memory) or from the start of the space.
    """

    kind: str
    space: str
    array: str
    size: int
    places: list[int]


@dataclass
class Step:
    """One instruction of one warp.

    ``active`` is the mask of lanes; ``registers`` has, for each register written, the values of
    the active lanes in order; ``touched`` the memory, or None.
    """

    block: int
    warp: int
    line: int
    active: int
    registers: dict[str, list[Any]] = field(default_factory=dict)
    touched: Touch | None = None


@dataclass
class Trace:
    """The steps of a run, with the text that their lines are of.

    ``complete`` is false where the number of steps was limited and more followed.
    """

    text: str
    steps: list[Step]
    complete: bool = True

    def to_json(self) -> str:
        """Return the trace as JSON, without spaces.

        >>> print(Trace("ret;", [Step(0, 0, 1, 0xFFFFFFFF)]).to_json()[:45])
        {"text":"ret;","steps":[{"block":0,"warp":0,"
        """
        return json.dumps(asdict(self), separators=(",", ":"))

    def of_warp(self, block: int, warp: int) -> list[Step]:
        """Return the steps of one warp, in order."""
        return [s for s in self.steps if (s.block, s.warp) == (block, warp)]


def trace(
    module: Any, kernel: str | None, grid: Any, block: Any, args: Sequence[Any], *,
    shared_bytes: int = 0, warps: Sequence[tuple[int, int]] | None = None, steps: int = 2000,
) -> Trace:  # fmt: skip
    """Run a kernel on the interpreter and note what each warp does.

    Arguments as for :func:`ideas.ptx.run`.  `warps` are pairs (block, warp) to note, by default
    all; `steps` is the most steps to keep.

    >>> source = '''.version 8.0
    ... .target sm_80
    ... .address_size 64
    ... .visible .entry one() { .reg .b32 %r<3>; mov.u32 %r1, %tid.x; add.u32 %r2, %r1, 1; }'''
    >>> second = trace(source, None, 1, 4, []).steps[1]
    >>> second.line, hex(second.active), second.registers
    (4, '0xf', {'%r2': [1, 2, 3, 4]})
    """
    from .execute import run
    from .parser import load
    from .syntax import Module

    module = module if isinstance(module, Module) else load(module)
    observer = Tracer(module.text, None if warps is None else set(warps), steps)
    run(module, kernel, grid, block, args, shared_bytes=shared_bytes, backend="interpreter",
        observer=observer)  # fmt: skip
    return observer.trace


class Observer:
    """What a machine tells whoever watches; everything here does nothing."""

    def begin(self, machine: Any) -> None:
        """Start to watch."""

    def before(self, chunk: Any, item: Any, select: Any) -> None:
        """Note that an instruction is about to run for some lanes."""

    def after(self, chunk: Any, item: Any, select: Any) -> None:
        """Note that it has run."""

    def access(
        self, chunk: Any, operation: Operation, kind: str, space: str, select: Any, place: Array,
        size: int,
    ) -> None:  # fmt: skip
        """Memory is about to be touched."""

    def barrier_reached(self, chunk: Any, operation: Operation, lanes: Array) -> None:
        """Threads came to a barrier."""

    def barrier_arrive(self, chunk: Any, number: int, lanes: Array) -> None:
        """Threads announced themselves at a barrier without waiting."""

    def barrier(self, chunk: Any, operation: Operation, number: int, lanes: Array) -> None:
        """Threads passed a barrier."""

    def warp_barrier(self, chunk: Any, operation: Operation, lanes: Array) -> None:
        """Lanes passed ``bar.warp.sync``."""

    def fence(self, chunk: Any, operation: Operation, select: Any) -> None:
        """Threads executed a fence."""

    def exit(self, chunk: Any, lanes: Array) -> None:
        """Threads ended."""


class Tracer(Observer):
    """The observer behind :func:`trace`."""

    def __init__(self, text: str, warps: set[tuple[int, int]] | None, most: int) -> None:
        self.trace = Trace(text, [])
        self.warps, self.most = warps, most
        self.open: dict[int, Step] = {}

    def begin(self, machine: Any) -> None:
        """Remember the machine."""
        self.machine = machine

    def before(self, chunk: Any, item: Any, select: Any) -> None:
        """Open a step for each warp of the lanes."""
        self.open = {}
        lanes = chunk.index[select]
        for number in np.unique(lanes // WARP).tolist():
            block, warp = divmod(number, self.machine.warps_per_block)
            block += chunk.first
            if self.warps is not None and (block, warp) not in self.warps:
                continue
            mine = lanes[lanes // WARP == number] % WARP
            active = int(np.bitwise_or.reduce(np.left_shift(1, mine)))
            self.open[number] = Step(block, warp, item.operation.position.line, active)

    def access(
        self, chunk: Any, operation: Operation, kind: str, space: str, select: Any, place: Array,
        size: int,
    ) -> None:  # fmt: skip
        """Note addresses with the step they belong to."""
        lanes = chunk.index[select]
        for number, step in self.open.items():
            mine = place[lanes // WARP == number]
            if not mine.size:
                continue
            name, start = space, 0
            if space == "global":
                piece = self.machine.arena.find(int(mine[0]), int(mine[0]) + size)
                name, start = piece.name, piece.start
            step.touched = Touch(kind, space, name, size, (mine - start).tolist())

    def after(self, chunk: Any, item: Any, select: Any) -> None:
        """Close the steps with the registers they wrote."""
        for number, step in self.open.items():
            if len(self.trace.steps) >= self.most:
                self.trace.complete = False
                return
            lanes = number * WARP + np.flatnonzero(step.active >> np.arange(WARP) & 1)
            if item.kind == "step":
                chunk.function = item.function
                for register in _written(item.operation):
                    step.registers[register.name] = self.values(chunk, item, register, lanes)
            self.trace.steps.append(step)

    def values(self, chunk: Any, item: Any, register: Register, lanes: Array) -> list[Any]:
        """Values of a register, as the instruction's type reads them."""
        row = chunk.row(register)[lanes]
        types = item.operation.types
        if types and register.type.kind != "pred" and types[0].bits == register.type.bits:
            row = row.view(types[0].dtype)
        return [v if v == v and abs(v) != float("inf") else str(v) for v in row.tolist()]


def _written(operation: Operation) -> list[Register]:
    found: list[Register] = []
    for operand in operation.operands[: TABLE[operation.name].results]:
        parts = [operand]
        if isinstance(operand, Vector):
            parts = list(operand.elements)
        elif isinstance(operand, Pair):
            parts = [operand.first, operand.second]
        found += [part for part in parts if isinstance(part, Register)]
    return found
