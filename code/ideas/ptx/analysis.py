"""Count what a kernel asks of the hardware: sectors, bank conflicts, divergence, instructions.

The counts follow from the addresses alone: how many 32-byte sectors and 128-byte lines a warp's
access touches, how many turns the 32 banks of shared memory need.  Nothing here is a time.
Source: CUDA C++ Best Practices Guide, sections "Coalesced Access to Global Memory" and "Shared
Memory and Memory Banks".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .coalescing import SECTOR, WARP
from .instructions import TABLE
from .syntax import Address, Operation, Pair, Register, Vector
from .tracing import Observer

Array = np.ndarray
LINE = 128
BANKS, BANK_WIDTH = 32, 4
HINTS = ("ca", "cg", "cs", "lu", "cv", "wb", "wt", "nc", "volatile", "L1::no_allocate")


@dataclass
class AccessCount:
    """Totals of one load, store or atomic of the text, over all warps that executed it.

    ``warps`` counts warp-wide accesses, ``lanes`` those of single lanes; ``sectors`` and
    ``lines`` are for global memory, ``turns`` (1 a warp without conflict) for shared memory.
    """

    line: int
    text: str
    kind: str
    space: str
    size: int
    warps: int = 0
    lanes: int = 0
    sectors: int = 0
    lines: int = 0
    turns: int = 0

    @property
    def bytes_asked(self) -> int:
        """Bytes that the lanes asked for."""
        return self.lanes * self.size

    @property
    def sectors_per_warp(self) -> float:
        """Mean number of sectors of a warp-wide access: 4 is best for 4-byte elements."""
        return self.sectors / self.warps if self.warps else 0.0

    @property
    def conflicts(self) -> int:
        """Turns of shared memory beyond the first of each access."""
        return max(self.turns - self.warps, 0)


@dataclass
class Analysis:
    """What :func:`analyse` found.

    ``accesses`` by line of the text; ``instructions`` counts opcodes, once a warp; ``divergent``
    counts branches of warps whose lanes parted, by line; ``active`` is the mean part of a warp's
    32 lanes that executed an instruction; ``loads_in_flight`` the most loads of one warp of which
    no result had been used yet; ``bytes_by_hint`` the bytes asked for by cache hint.
    """

    accesses: dict[int, AccessCount] = field(default_factory=dict)
    instructions: Counter[str] = field(default_factory=Counter)
    branches: Counter[int] = field(default_factory=Counter)
    divergent: Counter[int] = field(default_factory=Counter)
    bytes_by_hint: Counter[str] = field(default_factory=Counter)
    active: float = 0.0
    loads_in_flight: int = 0

    def of(self, kind: str, space: str) -> list[AccessCount]:
        """Return the accesses of a kind (load, store, atomic) and space (global, shared, local)."""
        return [a for a in self.accesses.values() if (a.kind, a.space) == (kind, space)]


def analyse(
    module: Any, kernel: str | None, grid: Any, block: Any, args: Sequence[Any], *,
    shared_bytes: int = 0,
) -> Analysis:  # fmt: skip
    """Run a kernel on the interpreter and count.

    Arguments as for :func:`ideas.ptx.run`.

    >>> source = '''.version 8.0
    ... .target sm_80
    ... .address_size 64
    ... .visible .entry copy(.param .u64 x) {
    ...     .reg .b32 %r<3>; .reg .b64 %rd<3>;
    ...     ld.param.u64 %rd1, [x]; mov.u32 %r1, %tid.x;
    ...     mad.wide.u32 %rd2, %r1, 8, %rd1;
    ...     ld.global.u32 %r2, [%rd2];
    ... }'''
    >>> found = analyse(source, None, 1, 32, [np.zeros(64, np.int32)])
    >>> found.accesses[8].sectors_per_warp
    8.0
    """
    from .execute import run

    observer = Analyst()
    run(module, kernel, grid, block, args, shared_bytes=shared_bytes, backend="interpreter",
        observer=observer)  # fmt: skip
    observer.finish()
    return observer.analysis


def sectors_of(places: Array, warps: Array, size: int, unit: int) -> int:
    """Different units of `unit` bytes that each warp touches, summed over the warps."""
    first, last = places // unit, (places + size - 1) // unit
    span = int((last - first).max()) + 1
    touched = [np.minimum(first + k, last) for k in range(span)]
    pairs = np.concatenate([warps * (1 << 40) + t for t in touched])
    return int(np.unique(pairs).size)


def bank_turns(places: Array, warps: Array, size: int) -> int:
    """Count the turns that shared memory needs, summed over warps.

    A bank serves one word a turn, and lanes that want the same word share it.  Accesses of 8 and
    16 bytes are done for half and quarter warps in turn.

    >>> lanes = np.arange(32)
    >>> [bank_turns(lanes * 4 * k, np.zeros(32, int), 4) for k in (1, 2, 32, 33)]
    [1, 2, 32, 1]
    """
    groups = warps
    if size > BANK_WIDTH:
        order = np.zeros(places.size, np.int64)
        for warp in np.unique(warps):
            mine = warps == warp
            order[mine] = np.arange(int(mine.sum())) * size // (BANKS * BANK_WIDTH)
        groups = warps * 4 + order
    words = np.concatenate([places // BANK_WIDTH + k for k in range(max(1, size // BANK_WIDTH))])
    pairs = np.unique(np.tile(groups, max(1, size // BANK_WIDTH)) * (1 << 40) + words)
    group, bank = pairs >> 40, pairs % (1 << 40) % BANKS
    counts = np.unique(group * BANKS + bank, return_counts=True)
    highest: dict[int, int] = {}
    for key, count in zip((counts[0] // BANKS).tolist(), counts[1].tolist(), strict=True):
        highest[key] = max(highest.get(key, 0), count)
    return sum(highest.values())


class Analyst(Observer):
    """The observer behind :func:`analyse`."""

    def __init__(self) -> None:
        self.analysis = Analysis()
        self.lane_steps = self.warp_steps = 0
        self.pending: dict[tuple[int, int], dict[int, int]] = {}
        self.loads = 0

    def begin(self, machine: Any) -> None:
        """Remember the machine."""
        self.machine = machine

    def before(self, chunk: Any, item: Any, select: Any) -> None:
        """Count an instruction and follow the loads whose results are not used yet."""
        lanes = chunk.index[select]
        warps = np.unique(lanes // WARP)
        operation = item.operation
        if not (item.kind == "bra" and not operation.operands):
            self.analysis.instructions[operation.opcode] += warps.size
        self.warp_steps += warps.size
        self.lane_steps += lanes.size
        self.follow(item, int(warps[0]) + chunk.first * self.machine.warps_per_block)
        if item.kind == "bra" and operation.guard is not None:
            self.branch(chunk, item, lanes)

    def branch(self, chunk: Any, item: Any, lanes: Array) -> None:
        """Count the warps that a branch divides."""
        truth = self.machine.guard(chunk, item)[lanes]
        every = np.bincount(lanes // WARP)
        some = np.bincount(lanes // WARP, weights=truth)
        line = item.operation.position.line
        self.analysis.branches[line] += int((every > 0).sum())
        self.analysis.divergent[line] += int(((some > 0) & (some < every)).sum())

    def follow(self, item: Any, warp: int) -> None:
        """Keep the registers that loads of a warp have yet to deliver."""
        operation = item.operation
        pending = self.pending.setdefault((warp, 0), {})
        used = {pending[n] for n in _read(operation) if n in pending}
        for number in [n for n, load in pending.items() if load in used]:
            del pending[number]
        if operation.name == "ld" and not operation.has("param"):
            self.loads += 1
            target = operation.operands[0]
            parts = target.elements if isinstance(target, Vector) else (target,)
            for part in parts:
                if isinstance(part, Register):
                    pending[part.number] = self.loads
            flying = len(set(pending.values()))
            self.analysis.loads_in_flight = max(self.analysis.loads_in_flight, flying)

    def access(
        self, chunk: Any, operation: Operation, kind: str, space: str, select: Any, place: Array,
        size: int,
    ) -> None:  # fmt: skip
        """Count an access."""
        lanes = chunk.index[select]
        warps = lanes // WARP
        line = operation.position.line
        count = self.analysis.accesses.get(line)
        if count is None:
            text = self.machine.module.line(line)
            count = AccessCount(line, text, kind, space, size)
            self.analysis.accesses[line] = count
        count.warps += int(np.unique(warps).size)
        count.lanes += lanes.size
        if space == "global":
            count.sectors += sectors_of(place, warps, size, SECTOR)
            count.lines += sectors_of(place, warps, size, LINE)
            hint = operation.one_of(*reversed(HINTS), default="default")
            self.analysis.bytes_by_hint[hint] += lanes.size * size
        elif space == "shared":
            count.turns += bank_turns(place, warps, size)

    def finish(self) -> None:
        """Work out the means."""
        if self.warp_steps:
            self.analysis.active = self.lane_steps / (self.warp_steps * WARP)


def _read(operation: Operation) -> set[int]:
    """Numbers of the registers that an operation reads."""
    read: set[int] = set()
    results = TABLE[operation.name].results
    operands: list[Any] = list(operation.operands[results:])
    operands += [o for o in operation.operands[:results] if isinstance(o, Address)]
    while operands:
        operand = operands.pop()
        if isinstance(operand, Register):
            read.add(operand.number)
        elif isinstance(operand, Address):
            operands.append(operand.base)
        elif isinstance(operand, Vector):
            operands += operand.elements
        elif isinstance(operand, Pair):
            operands += [operand.first, operand.second]
    return read
