"""Search the executions of a test that the axioms allow.

Each read is given a source, one after the other; as soon as those chosen so far break an axiom
whatever comes, the branch is dropped.  Then the orders of the ``fence.sc`` are tried, and, for
each location by itself, the coherence orders: the axioms tie two locations together only
through causality, which coherence does not change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from .condition import Condition
from .events import Events
from .model import Order
from .program import Test
from .relations import Relation, bits, closure, empty, has_loop
from .values import Run, run

MOST_CANDIDATES = 20_000
"""Choices that a search tries before it gives up."""


class TooLarge(ValueError):  # noqa: N818 -- the name says what is wrong
    """A test has more candidate executions than the search tries."""


@dataclass(frozen=True)
class Outcome(Mapping[str, int]):
    """A final state: registers as ``thread:name``, then locations.

    >>> outcome = Outcome((("1:r0", 1), ("x", 2)))
    >>> outcome["1:r0"], str(outcome)
    (1, '1:r0=1 x=2')
    """

    items_: tuple[tuple[str, int], ...]

    def __getitem__(self, name: str) -> int:
        for known, value in self.items_:
            if known == name:
                return value
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self.items_)

    def __len__(self) -> int:
        return len(self.items_)

    def __str__(self) -> str:
        return " ".join(f"{name}={value}" for name, value in self.items_)

    def __repr__(self) -> str:
        return f"Outcome({self})"

    def __hash__(self) -> int:
        return hash(self.items_)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outcome) and self.items_ == other.items_


@dataclass
class Family:
    """Executions that differ in coherence alone.

    ``coherences`` has, for each location, every coherence order that no axiom forbids.
    """

    order: Order
    run: Run
    coherences: dict[str, list[Relation]]

    def finals(self, location: str, coherence: Relation) -> set[int]:
        """Values that a location may end with: of a write that no other comes after.

        Writes in a data race are in no order, so that more than one may be the last.
        """
        writes = self.order.writes(location)
        values = self.run.values
        if not writes:
            return {values[self.order.events.initial[location]]}
        return {values[w] for w in writes if not coherence[w]}

    def states(self) -> Iterator[Outcome]:
        """Yield the final states of its executions."""
        ends = [
            sorted(set().union(*(self.finals(name, c) for c in options)))
            for name, options in self.coherences.items()
        ]
        registers = tuple(self.run.registers.items())
        for values in product(*ends):
            yield Outcome((*registers, *zip(self.coherences, values, strict=True)))


class Search:
    """The candidate executions of a test."""

    def __init__(self, test: Test, most: int = MOST_CANDIDATES) -> None:
        self.test, self.events, self.most = test, Events(test), most
        self.tried = 0
        everything = (1 << self.events.size) - 1
        instructions = [i for thread in test.threads for i in thread.instructions]
        certain = not any(i.guard or i.operation == "cas" for i in instructions)
        self.certain = everything if certain else 0
        self.none = empty(self.events.size)

    def count(self) -> None:
        """Count a candidate.  Raises TooLarge beyond the limit."""
        self.tried += 1
        if self.tried > self.most:
            raise TooLarge(
                f"test {self.test.name} has more than {self.most} candidate executions; "
                "expected fewer: take out a thread, a read or a fence.sc"
            )

    def sources(self, read: int) -> list[int]:
        """Writes that a read may take its value from, as far as its own thread tells."""
        events = self.events
        found = []
        for write in (events.initial[events.list[read].location], *events.writes):
            if not events.same[write] >> read & 1 or events.program[read] >> write & 1:
                continue
            hidden = self.certain and any(
                events.same[w] >> read & 1 and events.program[w] >> read & 1
                and (events.list[write].thread < 0 or events.program[write] >> w & 1)
                for w in events.writes
            )  # fmt: skip
            if not hidden:
                found.append(write)
        return found

    def choices(self) -> Iterator[dict[int, int]]:
        """Yield sources for all reads, dropping what breaks an axiom early."""
        reads = self.events.reads
        options = [self.sources(read) for read in reads]

        def choose(place: int, source: dict[int, int], taken: Relation) -> Iterator[dict[int, int]]:
            if place == len(reads):
                yield dict(source)
                return
            read = reads[place]
            for write in options[place]:
                self.count()
                if taken[read] >> write & 1:
                    continue  # out of thin air
                more = list(taken)
                more[write] |= 1 << read
                source[read] = write
                if self._possible(source):
                    yield from choose(place + 1, source, closure(more))
                del source[read]

        yield from choose(0, {}, closure(self.events.depends))

    def _possible(self, source: dict[int, int]) -> bool:
        """Whether the sources chosen so far may still be part of an execution.

        What they make precede what only grows with further choices.
        """
        if not self.certain:
            return True
        order = Order(self.events, source, self.certain, self.none)
        if order.breaks_future():
            return False
        for read, write in source.items():
            place = self.events.list[read].location
            later = self.certain if self.events.list[write].thread < 0 else order.cause[write]
            for other in order.writes(place):
                if later >> other & 1 and other != write and order.cause[other] >> read & 1:
                    return False
        return True

    def families(self) -> Iterator[Family]:
        """Yield the executions that the axioms allow, those of one causality order together."""
        for chosen in self.choices():
            result = run(self.events, chosen)
            if result is None:
                continue
            source = {r: w for r, w in chosen.items() if result.ran >> r & 1}
            spare = [r for r in chosen if not result.ran >> r & 1]
            if any(chosen[r] != self.sources(r)[0] for r in spare):
                continue  # a read that did not happen has one source, so that it counts once
            for fences in self.fence_orders(result.ran):
                order = Order(self.events, source, result.ran, fences)
                if order.breaks_fences() or order.breaks_future() or order.breaks_air():
                    continue
                coherences = {name: list(self.coherences(order, name))
                              for name in self.test.locations}  # fmt: skip
                if all(coherences.values()):
                    yield Family(order, result, coherences)

    def fence_orders(self, ran: int) -> Iterator[Relation]:
        """Yield every acyclic order that relates each pair of morally strong ``fence.sc``."""
        events = self.events
        fences = [f for f in events.fences if ran >> f & 1]
        pairs = [(a, b) for i, a in enumerate(fences) for b in fences[i + 1 :]
                 if events.strong[a] >> b & 1]  # fmt: skip
        start = [row & ran for row in events.program]
        for order in self._orders(pairs, closure(start)):
            made = empty(events.size)
            for a, b in pairs:
                first, second = (a, b) if order[a] >> b & 1 else (b, a)
                made[first] |= 1 << second
            yield made

    def coherences(self, order: Order, location: str) -> Iterator[Relation]:
        """Yield the coherence orders of a location that no axiom forbids."""
        ordered, free = order.coherence_needs(location)
        start = closure(self._rows(ordered))
        if has_loop(start):
            return
        for coherence in self._orders(free, start):
            if order.violation(location, coherence) is None:
                yield coherence

    def _orders(self, pairs: list[tuple[int, int]], start: Relation) -> Iterator[Relation]:
        """Yield the transitive relations that extend one by an order of each pair."""
        for place, (a, b) in enumerate(pairs):
            if not (start[a] >> b | start[b] >> a) & 1:
                for first, second in ((a, b), (b, a)):
                    self.count()
                    more = list(start)
                    more[first] |= 1 << second
                    yield from self._orders(pairs[place + 1 :], closure(more))
                return
        yield start

    def _rows(self, pairs: list[tuple[int, int]]) -> Relation:
        made = empty(self.events.size)
        for a, b in pairs:
            made[a] |= 1 << b
        return made


def outcomes(test: Test) -> frozenset[Outcome]:
    """Every final state that the model allows.

    Raises TooLarge, with the limit, for a test beyond it.

    >>> test = Test.of("st.relaxed.gpu [x], 1; ld.relaxed.gpu r0, [y]",
    ...                "st.relaxed.gpu [y], 1; ld.relaxed.gpu r0, [x]")
    >>> for outcome in sorted(outcomes(test), key=str):
    ...     print(outcome)
    0:r0=0 1:r0=0 x=1 y=1
    0:r0=0 1:r0=1 x=1 y=1
    0:r0=1 1:r0=0 x=1 y=1
    0:r0=1 1:r0=1 x=1 y=1
    """
    return frozenset(state for family in Search(test).families() for state in family.states())


def seen(test: Test, *names: str) -> set[tuple[int, ...]]:
    """Return the values that some registers and locations may end with together.

    >>> sorted(seen(Test.of("st.weak [x], 1", "ld.weak r0, [x]"), "1:r0"))
    [(0,), (1,)]
    """
    return {tuple(outcome[name] for name in names) for outcome in outcomes(test)}


def allows(test: Test, condition: str | Condition) -> bool:
    r"""Whether some final state satisfies a condition.

    >>> allows(Test.of("st.weak [x], 1", "ld.weak r0, [x]"), r"1:r0=0 /\ x=1")
    True
    """
    wanted = Condition.read(condition) if isinstance(condition, str) else condition
    return any(wanted.holds(o) for f in Search(test).families() for o in f.states())


def answer(test: Test) -> bool:
    """Whether what the test's question claims is so.

    >>> answer(Test.of("st.weak [x], 1", "ld.weak r0, [x]", question="forall (x=1)"))
    True
    """
    if test.question is None:
        raise ValueError(f"test {test.name} asks nothing; expected a question such as exists (x=1)")
    kind, condition = test.question.kind, test.question.condition
    if kind == "forall":
        return not allows(test, Condition("not", (condition,)))
    return allows(test, condition) == (kind == "exists")


@dataclass(frozen=True)
class Race:
    """Two conflicting accesses that are neither morally strong nor ordered by causality.

    ``first`` and ``second`` are (thread, index of the instruction).
    """

    first: tuple[int, int]
    second: tuple[int, int]
    text: str

    def __str__(self) -> str:
        return self.text


def races(test: Test) -> tuple[Race, ...]:
    """Data races of a test: what happens to the values is then not guaranteed to be atomic.

    >>> for race in races(Test.of("st.weak [x], 1", "ld.weak r0, [x]")):
    ...     print(race)
    thread 0 `st.weak [x], 1` races with thread 1 `ld.weak r0, [x]`
    """
    search = Search(test)
    events = search.events
    found: set[tuple[int, int]] = set()
    for family in search.families():
        order = family.order
        ordered = [row | back for row, back in
                   zip(order.cause, _turned(order.cause), strict=True)]  # fmt: skip
        for a in events.list:
            for b in bits(order.only(events.same)[a.number]):
                other = events.list[b]
                tied = (events.strong[a.number] | ordered[a.number]) >> b & 1
                if a.number < b and a.thread >= 0 and "W" in (a.kind, other.kind) and not tied:
                    found.add((a.number, b))
    races_ = {}
    for a, b in sorted(found):
        one, two = events.list[a], events.list[b]
        text = (f"thread {one.thread} `{events.instruction(a)}` races with "
                f"thread {two.thread} `{events.instruction(b)}`")  # fmt: skip
        key = ((one.thread, one.index), (two.thread, two.index))
        races_[key] = Race(*key, text)
    return tuple(races_.values())


def _turned(relation: Relation) -> Relation:
    made = empty(len(relation))
    for a, row in enumerate(relation):
        for b in bits(row):
            made[b] |= 1 << a
    return made


__all__ = ["MOST_CANDIDATES", "Family", "Outcome", "Race", "Search", "TooLarge", "allows",
           "answer", "outcomes", "races", "seen"]  # fmt: skip
