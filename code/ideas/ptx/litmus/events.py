"""The events of a test, and what is known of them before anything is executed.

A load is a read, a store a write, an atomic a read and a write; each location has a write that
comes before everything, its initial value.  Program order, the pairs that are morally strong,
the release and acquire patterns and the dependencies can be told from the text alone.
Source: PTX ISA, sections "Morally strong operations" and "Release and Acquire Patterns".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .program import Instruction, Place, Test
from .relations import Relation, empty, from_pairs


@dataclass(frozen=True)
class Event:
    """One event: ``kind`` is ``R``, ``W``, ``F`` (a fence) or ``B`` (a barrier).

    ``thread`` is -1 for a write of an initial value; ``index`` is the instruction's place.
    ``reduction`` marks the read of a ``red``, which is no part of an acquire pattern.
    """

    number: int
    kind: str
    thread: int
    index: int
    location: str = ""
    order: str = ""
    scope: str = ""
    reduction: bool = False

    @property
    def strong(self) -> bool:
        """Whether it is a strong operation: a fence, or an access that is not weak."""
        return self.kind == "F" or self.order not in ("", "weak")

    @property
    def acquires(self) -> bool:
        """Whether it is an acquire operation or an acquire fence."""
        wanted = {"R": ("acquire", "acq_rel"), "F": ("acquire", "acq_rel", "sc")}
        return self.order in wanted.get(self.kind, ())

    @property
    def releases(self) -> bool:
        """Whether it is a release operation or a release fence."""
        wanted = {"W": ("release", "acq_rel"), "F": ("release", "acq_rel", "sc")}
        return self.order in wanted.get(self.kind, ())


class Events:
    """The events of a test with the relations that no execution changes.

    ``program`` is program order, ``strong`` the morally strong pairs, ``same`` the pairs of
    accesses to one location, ``depends`` the dependencies, ``halves`` maps the read of an atomic
    to its write, ``barriers`` the pairs that bar.sync makes.  ``released`` maps a write to the
    events that begin a release pattern with it, ``acquired`` a read to those that end an acquire
    pattern.
    """

    def __init__(self, test: Test) -> None:
        self.test = test
        self.list: list[Event] = []
        self.initial: dict[str, int] = {}
        self.of: dict[tuple[int, int], list[int]] = {}
        self.halves: dict[int, int] = {}
        for location in test.locations:
            self.initial[location] = self._add("W", -1, -1, location)
        for t, thread in enumerate(test.threads):
            for index, instruction in enumerate(thread.instructions):
                self._add_instruction(t, index, instruction)
        self.size = len(self.list)
        self.reads = [e.number for e in self.list if e.kind == "R"]
        self.writes = [e.number for e in self.list if e.kind == "W" and e.thread >= 0]
        self.fences = [e.number for e in self.list if e.kind == "F" and e.order == "sc"]
        ordered = [(a.number, b.number) for a in self.list for b in self.list
                   if a.thread == b.thread >= 0 and a.number < b.number]  # fmt: skip
        self.program = from_pairs(self.size, ordered)
        self.same = self._related(lambda a, b: a.location != "" and a.location == b.location)
        self.strong = self._related(self._morally_strong)
        self.barriers = self._barriers()
        self.depends = self._dependencies()
        self._patterns()

    def _add(self, kind: str, thread: int, index: int, location: str = "", order: str = "",
             scope: str = "", reduction: bool = False) -> int:  # fmt: skip
        event = Event(len(self.list), kind, thread, index, location, order, scope, reduction)
        self.list.append(event)
        self.of.setdefault((thread, index), []).append(event.number)
        return event.number

    def _add_instruction(self, t: int, index: int, i: Instruction) -> None:
        if i.kind in ("ld", "atom", "red"):
            order = {"release": "relaxed", "acq_rel": "acquire"}.get(i.order, i.order)
            read = self._add("R", t, index, i.location, order, i.scope, i.kind == "red")
        if i.kind in ("st", "atom", "red"):
            order = {"acquire": "relaxed", "acq_rel": "release"}.get(i.order, i.order)
            write = self._add("W", t, index, i.location, order, i.scope)
            if i.kind != "st":
                self.halves[read] = write
        if i.kind == "fence":
            self._add("F", t, index, "", i.order, i.scope)
        if i.kind == "bar":
            self._add("B", t, index)

    def _related(self, holds: Callable[[Event, Event], bool]) -> Relation:
        return from_pairs(
            self.size,
            [(a.number, b.number) for a in self.list for b in self.list if a != b and holds(a, b)],
        )

    def place(self, event: Event) -> Place:
        """Where the event's thread runs."""
        return self.test.threads[event.thread].place

    def _morally_strong(self, a: Event, b: Event) -> bool:
        """Say whether two events are morally strong relative to each other.

        They are of one thread, or both strong and each in the other's scope; and if both are
        accesses, of one location.  All are of the generic proxy, and no two overlap in part.
        """
        if a.thread < 0 or b.thread < 0:
            return False
        if a.location and b.location and a.location != b.location:
            return False
        if a.thread == b.thread:
            return True
        here, there = self.place(a), self.place(b)
        return a.strong and b.strong and here.shares(a.scope, there) and there.shares(b.scope, here)

    def _barriers(self) -> Relation:
        """Relate the n-th bar.sync of a barrier in each thread of a block to the others'."""
        made = empty(self.size)
        groups: dict[tuple, list[int]] = {}
        counts: dict[tuple, int] = {}
        for event in self.list:
            if event.kind == "B":
                thread = self.test.threads[event.thread].instructions
                if any(i.jump > event.index for i in thread[: event.index]):
                    raise ValueError("a branch skips bar.sync; expected all threads to reach it")
                number = self.test.threads[event.thread].instructions[event.index].barrier
                key = (self.place(event), number)
                nth = counts[(event.thread, number)] = counts.get((event.thread, number), 0) + 1
                groups.setdefault((*key, nth), []).append(event.number)
        for (place, number, nth), members in groups.items():
            block = [t for t, thread in enumerate(self.test.threads) if thread.place == place]
            missing = set(block) - {self.list[m].thread for m in members}
            if missing:
                raise ValueError(
                    f"thread {min(missing)} does not reach bar.sync {number} for the {nth}. time; "
                    "expected every thread of the block to"
                )
            for a in members:
                for b in members:
                    if a != b:
                        made[a] |= 1 << b
        return made

    def _dependencies(self) -> Relation:
        """Relate a read to what its value reaches: through registers, guards and branches.

        Syntactic, as in the paper: a value counts even where it cannot change the result.
        """
        made = empty(self.size)
        for t, thread in enumerate(self.test.threads):
            held: dict[str, set[int]] = {}
            control: set[int] = set()
            for index, i in enumerate(thread.instructions):
                guard = held.get(i.guard[0], set()) if i.guard else set()
                inputs = {r for o in i.operands if isinstance(o, str) for r in held.get(o, ())}
                numbers = self.of.get((t, index), [])
                for number in numbers:
                    data = inputs if self.list[number].kind == "W" else set()
                    for read in data | guard | control:
                        made[read] |= 1 << number
                if i.kind in ("atom", "red"):
                    made[numbers[0]] |= 1 << numbers[1]
                if i.kind == "bra":
                    control |= guard
                if i.target:
                    loaded = {numbers[0]} if i.kind in ("ld", "atom") else inputs
                    kept = held.get(i.target, set()) if i.guard else set()
                    held[i.target] = loaded | guard | control | kept
        return made

    def _patterns(self) -> None:
        """Find the release and acquire patterns."""
        self.released: dict[int, list[int]] = {w: [] for w in self.writes}
        self.acquired: dict[int, list[int]] = {r: [] for r in self.reads}
        for event in self.list:
            later = self.program[event.number] if event.thread >= 0 else 0
            if event.kind == "W" and event.strong:
                for head in self.list:
                    first = head.releases and self.program[head.number] >> event.number & 1
                    if (head.releases and head.number == event.number) or (
                        first and (head.kind == "F" or head.location == event.location)
                    ):  # fmt: skip
                        self.released[event.number].append(head.number)
            if event.kind == "R" and event.strong:
                for tail in self.list:
                    after = tail.acquires and not event.reduction and later >> tail.number & 1
                    if (tail.acquires and tail.number == event.number) or (
                        after and (tail.kind == "F" or tail.location == event.location)
                    ):  # fmt: skip
                        self.acquired[event.number].append(tail.number)

    def instruction(self, number: int) -> Instruction | None:
        """Return the instruction of an event; None for an initial write."""
        event = self.list[number]
        if event.thread < 0:
            return None
        return self.test.threads[event.thread].instructions[event.index]
