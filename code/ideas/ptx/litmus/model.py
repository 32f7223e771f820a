"""The memory consistency model of PTX: the orders of an execution, and the axioms on them.

An execution says which write each read takes its value from, in which order the writes to a
location become visible (coherence), and in which order the ``fence.sc`` are (Fence-SC).  From
these follow observation, synchronization, base causality and causality; six axioms say which
executions there are.

Sources: PTX ISA, chapter "Memory Consistency Model", sections "Ordering of memory operations"
and "Axioms"; Lustig, Sahasrabuddhe and Giroux (2019), whose formal model writes an atomic as a
read and a write.  There the manual, which takes it as one operation, is a shade stricter: what
another thread observes of an atomic puts its read in order too.  The paper leaves program order
out of base causality and joins it back for one location; on the generic proxy both say the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from .events import Events
from .relations import (
    Relation,
    bits,
    closure,
    compose,
    cycle,
    empty,
    has_loop,
    path,
    union,
    within,
)

AXIOMS = (
    "Coherence",
    "Fence-SC",
    "Atomicity",
    "No-Thin-Air",
    "SC-per-Location",
    "Causality",
)
"""In the order of the manual."""

Step = tuple[int, str, int]
"""Two events, and the order between them: ``po``, ``rf``, ``co``, ``fr``, ``sw``, ..."""


@dataclass(frozen=True)
class Violation:
    """An axiom that an execution breaks, and the steps that come back to their beginning."""

    axiom: str
    steps: tuple[Step, ...]


def observation(events: Events, source: dict[int, int], ran: int) -> Relation:
    """Relate a write to the reads that observe it, also through a chain of atomics."""
    made = empty(events.size)
    for read, write in source.items():
        if events.strong[write] >> read & 1:
            made[write] |= 1 << read
    for _ in range(len(source)):
        grown = False
        for read, half in events.halves.items():
            if not ran >> half & 1 or not made[half]:
                continue
            for write in range(events.size):
                if made[write] >> read & 1 and made[half] & ~made[write]:
                    made[write] |= made[half]
                    grown = True
        if not grown:
            break
    return made


def synchronizes(events: Events, observed: Relation) -> Relation:
    """Relate the first event of a release pattern to the last of the acquire pattern it meets."""
    made = empty(events.size)
    for write, heads in events.released.items():
        for read in bits(observed[write]):
            for tail in events.acquired[read]:
                for head in heads:
                    if events.strong[head] >> tail & 1:
                        made[head] |= 1 << tail
    return made


class Order:
    """What follows from the source of each read and an order of the ``fence.sc``.

    ``source`` maps a read to its write, ``ran`` marks the events that happened, ``fences`` is
    the Fence-SC order.
    """

    def __init__(self, events: Events, source: dict[int, int], ran: int, fences: Relation) -> None:
        self.events, self.source, self.ran, self.fences = events, source, ran, fences
        self.program = self.only(events.program)
        self.observed = observation(events, source, ran)
        self.synchronized = within(synchronizes(events, self.observed), self._everyone())
        self.steps = union(self.program, self.synchronized, fences, self.only(events.barriers))
        self.base = closure(self.steps)
        self.cause = union(self.base, compose(self.observed, self.base))
        self.before: dict[str, Relation] = {}

    def _everyone(self) -> Relation:
        return [self.ran if self.ran >> a & 1 else 0 for a in range(self.events.size)]

    def only(self, relation: Relation) -> Relation:
        """Restrict a relation to the events that happened."""
        return [row & self.ran if self.ran >> a & 1 else 0 for a, row in enumerate(relation)]

    def writes(self, location: str) -> list[int]:
        """Return the writes to a location that happened, without the initial one."""
        return [w for w in self.events.writes
                if self.ran >> w & 1 and self.events.list[w].location == location]  # fmt: skip

    def breaks_fences(self) -> Violation | None:
        """Fence-SC: the order of the fences does not contradict causality."""
        for a in self.events.fences:
            for b in bits(self.fences[a] & self.ran):
                if self.base[b] >> a & 1:
                    return Violation("Fence-SC", (*self._way(b, a), (a, "sc", b)))
        return None

    def breaks_air(self) -> Violation | None:
        """No-Thin-Air: no value rests on itself."""
        taken = union(self.only(self.events.depends), self._reads_from())
        found = cycle(taken)
        if not found:
            return None
        steps = []
        for a, b in pairwise(found):
            steps.append((a, "rf" if self.source.get(b) == a else "dep", b))
        return Violation("No-Thin-Air", tuple(steps))

    def breaks_future(self) -> Violation | None:
        """Causality, first half: no read takes its value from a write that it precedes."""
        for read, write in self.source.items():
            if self.cause[read] >> write & 1:
                steps = (*self._way(read, write), (write, "rf", read))
                return Violation("Causality", steps)
        return None

    def _reads_from(self) -> Relation:
        made = empty(self.events.size)
        for read, write in self.source.items():
            made[write] |= 1 << read
        return made

    def _way(self, a: int, b: int) -> tuple[Step, ...]:
        """Explain that a precedes b in causality order, step by step."""
        if self.base[a] >> b & 1:
            way = path(self.steps, a, b)
            return self._short(tuple((x, self._name(x, y), y) for x, y in pairwise(way)))
        for z in bits(self.observed[a]):
            if self.base[z] >> b & 1:
                return ((a, "obs", z), *self._way(z, b))
        return ()

    def _name(self, a: int, b: int) -> str:
        if self.program[a] >> b & 1:
            return "po"
        if self.synchronized[a] >> b & 1:
            return "sw"
        return "sc" if self.fences[a] >> b & 1 else "bar"

    @staticmethod
    def _short(steps: tuple[Step, ...]) -> tuple[Step, ...]:
        """Join steps of program order that follow each other."""
        made: list[Step] = []
        for step in steps:
            if made and made[-1][1] == step[1] == "po":
                made[-1] = (made[-1][0], "po", step[2])
            else:
                made.append(step)
        return tuple(made)

    def coherence_needs(self, location: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """Pairs that causality orders, and pairs that are morally strong but not yet ordered."""
        writes = self.writes(location)
        ordered = [(a, b) for a in writes for b in writes if self.cause[a] >> b & 1]
        known = closure(_rows(self.events.size, ordered))
        free = [(a, b) for i, a in enumerate(writes) for b in writes[i + 1 :]
                if self.events.strong[a] >> b & 1
                and not (known[a] >> b | known[b] >> a) & 1]  # fmt: skip
        return ordered, free

    def violation(self, location: str, coherence: Relation) -> Violation | None:
        """Return what a coherence order of one location breaks, or None."""
        return next(self.violations(location, coherence), None)

    def violations(self, location: str, coherence: Relation) -> Iterator[Violation]:
        """Yield what a coherence order of one location breaks: four of the axioms speak of it."""
        events = self.events
        writes = self.writes(location)
        for a in writes:
            for b in writes:
                if self.cause[a] >> b & 1 and not coherence[a] >> b & 1:
                    back = (b, "co", a)
                    yield Violation("Coherence", (*self._way(a, b), *((back,) if a != b else ())))
        if has_loop(coherence):
            found = cycle(coherence)
            steps = tuple((a, "co", b) for a, b in pairwise(found))
            yield Violation("Coherence", steps)
            return
        reads = {r: w for r, w in self.source.items() if events.list[r].location == location}
        after = from_read(events, reads, coherence, writes)
        for read in reads:
            for write in bits(after[read]):
                if self.cause[write] >> read & 1:
                    yield Violation("Causality", (*self._way(write, read), (read, "fr", write)))
        for read, half in events.halves.items():
            if read in reads and self.ran >> half & 1:
                for write in bits(after[read] & events.strong[read]):
                    if coherence[write] >> half & events.strong[write] >> half & 1:
                        steps = ((read, "fr", write), (write, "co", half), (half, "atom", read))
                        yield Violation("Atomicity", steps)
        yield from self._per_location(reads, after, coherence)

    def _per_location(
        self, reads: dict[int, int], after: Relation, coherence: Relation
    ) -> Iterator[Violation]:
        """SC-per-Location: program order and morally strong communication make no cycle."""
        events = self.events
        taken = empty(events.size)
        for read, write in reads.items():
            taken[write] |= 1 << read
        said = within(union(taken, after, coherence), events.strong)
        local = within(self.program, events.same)
        found = cycle(union(said, local))
        if found:
            steps = []
            for a, b in pairwise(found):
                name = "po" if local[a] >> b & 1 else "rf" if taken[a] >> b & 1 else ""
                steps.append((a, name or ("fr" if after[a] >> b & 1 else "co"), b))
            yield Violation("SC-per-Location", self._short(tuple(steps)))


def from_read(events: Events, reads: dict[int, int], coherence: Relation, writes: list[int]) -> Relation:  # fmt: skip  # noqa: E501
    """Relate a read to the writes that come later in coherence than the one it read."""
    made = empty(events.size)
    everything = 0
    for write in writes:
        everything |= 1 << write
    for read, write in reads.items():
        later = everything if events.list[write].thread < 0 else coherence[write]
        made[read] = later & ~(1 << events.halves.get(read, events.size))
    return made


def _rows(size: int, pairs: list[tuple[int, int]]) -> Relation:
    made = empty(size)
    for a, b in pairs:
        made[a] |= 1 << b
    return made
