"""Find data races: two accesses to one place, one of them a write, that nothing orders.

The detector follows the *happens-before* order of a run, not what happened to happen.  Time is
the number of the instruction issued.  Thread ``t`` keeps, for every thread ``u``, the time up to
which it knows what ``u`` did.  A barrier makes its threads know what any of them knows; an
acquire that reads what a release wrote learns what the releasing thread knew.  An access races
with an earlier one by a thread of which it knows less, unless the two are *morally strong*: both
strong, each in the other's scope.  Where a kernel has no fence, release or acquire, and too many
threads for the table, barriers alone order the threads of a block, and no table is needed.

The last write and the last two reads of each word are kept, so a race with an older read can be
missed; a race that is reported is one.
Source: PTX ISA, chapter 8 "Memory Consistency Model".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .syntax import Operation

Array = np.ndarray
MOST_THREADS = 2048
"""Threads whose knowledge of each other is kept; more are followed through barriers only."""
WORD = 4
_SCOPE = {"cta": 1, "cluster": 1, "gpu": 2, "sys": 3}


@dataclass(frozen=True)
class Party:
    """One access of a hazard: its line and text, block and thread, and its scope if strong."""

    line: int
    text: str
    block: tuple[int, int, int]
    thread: tuple[int, int, int]
    scope: str

    def __str__(self) -> str:
        how = f"{self.scope} scope" if self.scope else "weak"
        return (
            f"line {self.line} `{self.text}` by thread {self.thread} of block {self.block} ({how})"
        )


@dataclass(frozen=True)
class Hazard:
    """Two accesses that nothing orders: ``kind``, the parties, the address, what is missing."""

    kind: str
    first: Party
    second: Party
    space: str
    address: int
    missing: str

    def __str__(self) -> str:
        return (
            f"{self.kind} at {self.space} address {self.address:#x}: {self.first} and "
            f"{self.second}; {self.missing}"
        )


class _Shadow:
    """What is remembered of each word of a memory: columns of (time, thread, operation, scope)."""

    def __init__(self, words: int) -> None:
        self.time = np.zeros((3, words), np.int64)
        self.thread = np.full((3, words), -1, np.int32)
        self.place = np.zeros((3, words), np.int32)
        self.scope = np.zeros((3, words), np.int8)
        self.through_nc = np.zeros(words, bool)


WRITE, READ, OTHER_READ = 0, 1, 2


class Detector:
    """An observer of a run that collects hazards in ``hazards``."""

    def __init__(self) -> None:
        self.hazards: list[Hazard] = []
        self.complete = True

    def begin(self, machine: Any) -> None:
        """Start to watch a machine."""
        self.machine = machine
        self.total = machine.total_blocks * machine.threads_per_block
        self.operations = [item.operation for item in machine.flow.items]
        self.number = {id(o): i for i, o in enumerate(self.operations)}
        self.time = 0
        syncs = any(_synchronises(o) for o in self.operations)
        self.knows: Array | None = None
        if self.total <= MOST_THREADS:
            self.knows = np.zeros((self.total, self.total), np.int64)
        else:
            self.complete = not syncs
        self.passed = np.zeros(self.total, np.int64)
        self.arena = _Shadow(-(-machine.arena.size // WORD))
        self.blocks: dict[int, _Shadow] = {}
        self.published: dict[tuple[int, int], tuple[int, int, Array]] = {}
        self.fenced: dict[int, tuple[int, Array]] = {}
        self.seen: dict[int, tuple[int, Array]] = {}
        self.told: set[tuple] = set()

    # What the machine reports

    def before(self, chunk: Any, item: Any, select: Any) -> None:
        """Count an instruction."""
        self.time += 1

    def after(self, chunk: Any, item: Any, select: Any) -> None:
        """Nothing to do once it is done."""

    def exit(self, chunk: Any, lanes: Array) -> None:
        """Nothing is ordered by an end."""

    def barrier_reached(self, chunk: Any, operation: Operation, lanes: Array) -> None:
        """Order begins when the barrier is passed."""

    def barrier_arrive(self, chunk: Any, number: int, lanes: Array) -> None:
        """Note what the arriving threads know, for those that will wait."""
        threads = self.threads(chunk, lanes)
        if self.knows is not None:
            for block in np.unique(chunk.block_of[lanes]).tolist():
                mine = threads[chunk.block_of[lanes] == block]
                known = self.known(mine)
                key = (-1 - chunk.first - block, number)
                old = self.published.get(key)
                known = np.maximum(old[2], known) if old else known
                self.published[key] = (3, 0, known)

    def barrier(self, chunk: Any, operation: Operation, number: int, lanes: Array) -> None:
        """Threads that pass a barrier together know all that any of them knew."""
        threads = self.threads(chunk, lanes)
        self.time += 1
        self.passed[threads] = self.time
        if self.knows is None:
            return
        blocks = chunk.block_of[lanes]
        for block in np.unique(blocks).tolist():
            mine = threads[blocks == block]
            known = self.known(mine)
            arrived = self.published.pop((-1 - chunk.first - block, number), None)
            if arrived:
                known = np.maximum(known, arrived[2])
            self.knows[mine] = known

    def warp_barrier(self, chunk: Any, operation: Operation, lanes: Array) -> None:
        """``bar.warp.sync`` orders the lanes that take part."""
        if self.knows is None:
            self.complete = False
            return
        threads = self.threads(chunk, lanes)
        self.time += 1
        for warp in np.unique(lanes // 32).tolist():
            mine = threads[lanes // 32 == warp]
            self.knows[mine] = self.known(mine)

    def known(self, threads: Array) -> Array:
        """Return what some threads know together: each knows itself up to now."""
        known = self.knows[threads].max(axis=0)
        known[threads] = self.time
        return known

    def fence(self, chunk: Any, operation: Operation, select: Any) -> None:
        """Release what came before, and acquire what was seen."""
        if self.knows is None:
            return
        scope = _SCOPE.get({"gl": "gpu"}.get(operation.modifiers[-1], operation.modifiers[-1]), 0)
        scope = scope or max((_SCOPE.get(m, 0) for m in operation.modifiers), default=2)
        for thread in self.threads(chunk, chunk.index[select]).tolist():
            seen = self.seen.pop(thread, None)
            if seen is not None:
                self.knows[thread] = np.maximum(self.knows[thread], seen[1])
            self.fenced[thread] = (scope, self.known(np.array([thread])))

    def access(
        self, chunk: Any, operation: Operation, kind: str, space: str, select: Any, place: Array,
        size: int,
    ) -> None:  # fmt: skip
        """Compare an access with what is remembered of its words, and remember it."""
        if space == "local":
            return
        lanes = chunk.index[select]
        threads = self.threads(chunk, lanes)
        if space == "shared":
            shadow, words = self.shared_shadow(chunk, lanes, place)
        else:
            shadow, words = self.arena, place // WORD
        scope = _scope(operation)
        number = self.number[id(operation)]
        if scope and kind != "store":
            # An atomic reads and writes before the next lane does: both in one pass.
            self.synchronise(chunk, operation, kind, space, lanes, threads, place, scope)
        for part in range(max(1, size // WORD)):
            at = words + part
            where = place + part * WORD
            if kind != "load":
                self.compare(chunk, shadow, at, threads, number, scope, (0, 1, 2), space, where)
                self.same_instruction(chunk, at, threads, number, scope, space, where)
                self.constant(chunk, shadow, at, threads, number, space, where)
            else:
                self.compare(chunk, shadow, at, threads, number, scope, (0,), space, where)
                if operation.has("nc"):
                    self.through_nc(chunk, shadow, at, threads, number, space, where)
            self.remember(shadow, at, threads, number, scope, kind)
        if kind == "store" and self.published:
            self.forget(chunk, space, lanes, place)
        if scope and kind == "store":
            self.synchronise(chunk, operation, kind, space, lanes, threads, place, scope)

    # Words

    def threads(self, chunk: Any, lanes: Array) -> Array:
        """Return the number of each lane's thread in the grid."""
        return (chunk.first + chunk.block_of[lanes]) * self.machine.threads_per_block + (
            chunk.thread[lanes]
        )

    def shared_shadow(self, chunk: Any, lanes: Array, place: Array) -> tuple[_Shadow, Array]:
        """Words of the shared memories of a chunk, one after another."""
        per_block = -(-self.machine.shared_layout.size // WORD) + 1
        shadow = self.blocks.get(chunk.first)
        if shadow is None:
            shadow = self.blocks[chunk.first] = _Shadow(per_block * chunk.blocks)
        return shadow, chunk.block_of[lanes] * per_block + place // WORD

    def compare(
        self, chunk: Any, shadow: _Shadow, words: Array, threads: Array, number: int, scope: int,
        columns: tuple[int, ...], space: str, place: Array,
    ) -> None:  # fmt: skip
        """Report accesses in some columns that the new ones race with."""
        per_block = self.machine.threads_per_block
        for column in columns:
            other = shadow.thread[column][words]
            time = shadow.time[column][words]
            doubtful = (other >= 0) & (other != threads)
            if not doubtful.any():
                continue
            same_block = other // per_block == threads // per_block
            doubtful &= ~(same_block & (time < self.passed[threads]) & (
                time < self.passed[np.maximum(other, 0)]))  # fmt: skip
            theirs = shadow.scope[column][words]
            if scope:
                needed = np.where(same_block, 1, 2)
                doubtful &= ~((theirs >= needed) & (scope >= needed))
            if self.knows is not None and doubtful.any():
                doubtful[doubtful] = time[doubtful] > self.knows[threads[doubtful], other[doubtful]]
            elif self.knows is None and not self.complete:
                doubtful &= same_block & (scope == 0)
            if doubtful.any():
                i = int(np.argmax(doubtful))
                first = (int(other[i]), int(shadow.place[column][words[i]]), int(theirs[i]))
                kind = "read and write" if column else "write and write"
                if column == WRITE and not self._writes(number):
                    kind = "write and read"
                self.report(f"data race, {kind}", chunk, first,
                            (int(threads[i]), number, scope), space, int(place[i]))  # fmt: skip

    def _writes(self, number: int) -> bool:
        return self.operations[number].name in ("st", "atom", "red")

    def same_instruction(
        self, chunk: Any, words: Array, threads: Array, number: int, scope: int, space: str,
        place: Array,
    ) -> None:  # fmt: skip
        """Two lanes of one store that hit one word."""
        if scope or self.operations[number].types[0].bytes < WORD:
            return
        order = np.argsort(words, kind="stable")
        same = words[order][1:] == words[order][:-1]
        if same.any():
            i = int(np.argmax(same))
            first, second = (int(threads[order[i + k]]) for k in (0, 1))
            self.report("data race, write and write", chunk, (first, number, scope),
                        (second, number, scope), space, int(place[order[i]]))  # fmt: skip

    def through_nc(
        self, chunk: Any, shadow: _Shadow, words: Array, threads: Array, number: int, space: str,
        place: Array,
    ) -> None:  # fmt: skip
        """Report a read through the non-coherent path of what the kernel wrote."""
        shadow.through_nc[words] = True
        written = shadow.thread[WRITE][words] >= 0
        if written.any():
            i = int(np.argmax(written))
            first = (int(shadow.thread[WRITE][words[i]]), int(shadow.place[WRITE][words[i]]), 0)
            self.report(".nc read of data that the kernel writes", chunk, first,
                        (int(threads[i]), number, 0), space, int(place[i]))  # fmt: skip

    def constant(
        self, chunk: Any, shadow: _Shadow, words: Array, threads: Array, number: int, space: str,
        place: Array,
    ) -> None:  # fmt: skip
        """Report a write of what the kernel read through the non-coherent path."""
        read = shadow.through_nc[words]
        if read.any():
            i = int(np.argmax(read))
            first = (int(shadow.thread[READ][words[i]]), int(shadow.place[READ][words[i]]), 0)
            self.report(".nc read of data that the kernel writes", chunk, first,
                        (int(threads[i]), number, 0), space, int(place[i]))  # fmt: skip

    def remember(
        self, shadow: _Shadow, words: Array, threads: Array, number: int, scope: int, kind: str
    ) -> None:
        """Keep the access in its column."""
        if kind == "load":
            moved = shadow.thread[READ][words] != threads
            for column in (shadow.time, shadow.thread, shadow.place, shadow.scope):
                column[OTHER_READ][words[moved]] = column[READ][words[moved]]
            column_number = READ
        else:
            column_number = WRITE
        shadow.time[column_number][words] = self.time
        shadow.thread[column_number][words] = threads
        shadow.place[column_number][words] = number
        shadow.scope[column_number][words] = scope

    # Release and acquire

    def synchronise(
        self, chunk: Any, operation: Operation, kind: str, space: str, lanes: Array,
        threads: Array, place: Array, scope: int,
    ) -> None:  # fmt: skip
        """Publish what a releasing write knows; learn from what an acquiring read reads."""
        if self.knows is None:
            return
        acquires = operation.has("acquire", "acq_rel")
        releases = operation.has("release", "acq_rel")
        per_block = self.machine.threads_per_block
        block = (chunk.first + chunk.block_of[lanes]).tolist()
        for index, thread in enumerate(threads.tolist()):
            key = (block[index] + 1 if space == "shared" else 0, int(place[index]))
            if kind != "store":
                found = self.published.get(key)
                if found is not None:
                    theirs, writer, known = found
                    needed = 1 if writer // per_block == thread // per_block else 2
                    if theirs >= needed and scope >= needed:
                        self.learn(thread, known, acquires, scope)
            if kind != "load":
                known = self.known(np.array([thread])) if releases else None
                fenced = self.fenced.get(thread)
                if known is None and fenced is not None:
                    known = fenced[1]
                    width = min(scope, fenced[0])
                else:
                    width = scope
                old = self.published.get(key)
                if kind == "atomic" and old is not None:
                    # An atomic continues the release sequence that it reads from.
                    known = old[2] if known is None else np.maximum(known, old[2])
                    width = max(width, old[0])
                if known is not None:
                    self.published[key] = (width, thread, known)

    def forget(self, chunk: Any, space: str, lanes: Array, place: Array) -> None:
        """End the release sequence at the place of a store."""
        blocks = (chunk.first + chunk.block_of[lanes] + 1).tolist()
        for block, at in zip(blocks, place.tolist(), strict=True):
            self.published.pop((block if space == "shared" else 0, at), None)

    def learn(self, thread: int, known: Array, acquires: bool, scope: int) -> None:
        """Take knowledge in at once, or keep it until a fence."""
        if acquires:
            self.knows[thread] = np.maximum(self.knows[thread], known)
        else:
            seen = self.seen.get(thread)
            self.seen[thread] = (scope, known if seen is None else np.maximum(seen[1], known))

    # Reports

    def report(
        self, kind: str, chunk: Any, first: tuple[int, int, int], second: tuple[int, int, int],
        space: str, place: int,
    ) -> None:  # fmt: skip
        """Keep a hazard, once for each pair of lines."""
        key = (kind, first[1], second[1])
        if key in self.told or (key[0], key[2], key[1]) in self.told:
            return
        self.told.add(key)
        parties = [self.party(*p) for p in (first, second)]
        address = place + (self.machine.arena.base if space == "global" else 0)
        self.hazards.append(
            Hazard(kind, *parties, space, address, self.missing(kind, first, second))
        )

    def party(self, thread: int, number: int, scope: int) -> Party:
        """Describe one access."""
        machine = self.machine
        block, inside = divmod(thread, machine.threads_per_block)
        operation = self.operations[number]
        line = operation.position.line
        shapes = []
        for value, shape in ((block, machine.grid), (inside, machine.block)):
            x, y = shape[0], shape[1]
            shapes.append((value % x, value // x % y, value // (x * y)))
        name = {0: "", 1: "cta", 2: "gpu", 3: "sys"}[scope]
        return Party(line, machine.module.line(line), *shapes, name)

    def missing(self, kind: str, first: tuple[int, int, int], second: tuple[int, int, int]) -> str:
        """Say what would order the two."""
        if kind.startswith(".nc"):
            return "the non-coherent path is for data that is read-only for the whole kernel"
        per_block = self.machine.threads_per_block
        if first[0] // per_block == second[0] // per_block:
            if first[0] // 32 == second[0] // 32 and first[1] == second[1]:
                return "two lanes of one instruction write the same place: an atomic is missing"
            return "no barrier, and no release and acquire, lies between them"
        if first[2] and second[2]:
            return "their scopes do not include each other: both need .gpu or wider"
        return "no release by the first thread, acquired by the second, at .gpu or wider"


def _scope(operation: Operation) -> int:
    """Scope of a strong access as a number; 0 for a weak one."""
    if operation.has("volatile", "mmio"):
        return 3
    if operation.name in ("atom", "red") or operation.has("relaxed", "acquire", "release"):
        return _SCOPE[operation.one_of(*_SCOPE, default="gpu")]
    return 0


def _synchronises(operation: Operation) -> bool:
    return operation.name in ("fence", "membar") or (
        operation.name in ("ld", "st", "atom", "red")
        and operation.has("acquire", "release", "acq_rel")
    )
