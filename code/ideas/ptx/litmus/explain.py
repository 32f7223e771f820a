"""Why an outcome is allowed or not: a witness, or the axiom that breaks and the cycle in it.

An allowed outcome has an execution that no axiom forbids; it is shown.  A forbidden outcome may
have many candidate executions, each of which breaks some axiom; the one that breaks fewest, with
the shortest cycle, is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product

from .condition import Condition
from .events import Events
from .model import AXIOMS, Order, Violation
from .program import Test
from .relations import Relation, closure, empty, has_loop, union
from .search import Family, Outcome, Search
from .values import Run, run

MOST_EXPLAINED = 3000
"""Candidate executions that are looked at for the one to show."""

WORDS = {
    "po": "comes before, in program order,",
    "rf": "is read by",
    "co": "comes before, in coherence order,",
    "fr": "reads a value older than",
    "sw": "synchronizes with",
    "sc": "comes before, in Fence-SC order,",
    "bar": "meets at the barrier",
    "obs": "is observed by",
    "dep": "has a value that reaches",
    "atom": "is one atomic operation with",
}


@dataclass(frozen=True, repr=False)
class Explanation:
    """An execution that ends in an outcome, and the axiom that forbids it, if one does.

    ``order`` has the sources of the reads and what follows from them, ``coherence`` the order of
    the writes, ``violation`` the axiom and its cycle, or None where the outcome is allowed.
    ``order`` is None where nothing in the test can give the outcome, axioms or not.
    """

    test: Test
    condition: Condition
    outcome: Outcome | None
    order: Order | None
    run: Run | None
    coherence: Relation
    violation: Violation | None

    @property
    def allowed(self) -> bool:
        """Whether the model allows the outcome."""
        return self.order is not None and self.violation is None

    def describe(self, number: int) -> str:
        """Return the words for one event, with the value that it reads or writes."""
        assert self.order is not None
        assert self.run is not None
        return describe(self.order.events, self.run, number)

    def __str__(self) -> str:
        if self.order is None:
            return f"{self.condition}: no write in the test can give these values"
        if self.violation is None:
            lines = [f"{self.condition}: allowed, for example with"]
            for read, write in sorted(self.order.source.items()):
                lines.append(f"  {self.describe(read)}, from {self.describe(write)}")
            return "\n".join(lines)
        lines = [f"{self.condition}: forbidden by {self.violation.axiom}"]
        for a, name, b in self.violation.steps:
            lines.append(f"  {self.describe(a)} {WORDS[name]} {self.describe(b)}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return str(self)

    def _repr_svg_(self) -> str:
        from .drawing import draw

        return draw(self)


def describe(events: Events, result: Run, number: int) -> str:
    """Return the words for one event: its thread, its instruction, its value."""
    event = events.list[number]
    if event.thread < 0:
        return f"the initial {event.location}={result.values[number]}"
    text = f"thread {event.thread}'s `{events.instruction(number)}`"
    if event.kind == "R":
        return f"{text} ({event.location}={result.values.get(number, 0)})"
    return text


def explain(test: Test, outcome: str | Mapping[str, int] | Condition) -> Explanation:
    r"""Say why an outcome is allowed or forbidden; the outcome may name a part of the state.

    Raises ValueError for a register or a location that the test has not, and TooLarge as
    :func:`~ideas.ptx.litmus.outcomes` does.

    >>> mp = Test.of("st.weak [data], 1; st.release.gpu [flag], 1",
    ...              "ld.acquire.gpu r0, [flag]; ld.weak r1, [data]")
    >>> print(explain(mp, r"1:r0=1 /\ 1:r1=0"))
    1:r0=1 /\ 1:r1=0: forbidden by Causality
      thread 0's `st.weak [data], 1` comes before, in program order, thread 0's `st.release.gpu [flag], 1`
      thread 0's `st.release.gpu [flag], 1` synchronizes with thread 1's `ld.acquire.gpu r0, [flag]` (flag=1)
      thread 1's `ld.acquire.gpu r0, [flag]` (flag=1) comes before, in program order, thread 1's `ld.weak r1, [data]` (data=0)
      thread 1's `ld.weak r1, [data]` (data=0) reads a value older than thread 0's `st.weak [data], 1`
    """  # noqa: E501
    if isinstance(outcome, str):
        condition = Condition.read(outcome)
    else:
        condition = outcome if isinstance(outcome, Condition) else Condition.all_of(outcome)
    known = {*test.locations, *test.registers}
    for name in condition.names():
        if name not in known:
            raise ValueError(f"the outcome names {name}; expected one of {sorted(known)}")
    search = Search(test)
    for family in search.families():
        found = _witness(family, condition)
        if found:
            state, coherence = found
            return Explanation(test, condition, state, family.order, family.run, coherence, None)
    best: tuple | None = None
    for candidate in islice(_candidates(search, condition), MOST_EXPLAINED):
        state, order, result, coherence, broken = candidate
        rank = (len({v.axiom for v in broken}), *_rank(broken[0]))
        if best is None or rank < best[0]:
            best = (rank, Explanation(test, condition, state, order, result, coherence, broken[0]))
    if best:
        return best[1]
    return Explanation(test, condition, None, None, None, search.none, None)


def _witness(family: Family, condition: Condition) -> tuple[Outcome, Relation] | None:
    """Find a final state of a family that satisfies the condition, and its coherence order."""
    if not any(condition.holds(state) for state in family.states()):
        return None
    names = list(family.coherences)
    for chosen in product(*family.coherences.values()):
        for state in _ends(family.order, family.run, dict(zip(names, chosen, strict=True))):
            if condition.holds(state):
                return state, union(family.order.events.size * [0], *chosen)
    return None


def _ends(order: Order, result: Run, coherences: dict[str, Relation]) -> Iterator[Outcome]:
    family = Family(order, result, {name: [c] for name, c in coherences.items()})
    yield from family.states()


def _candidates(search: Search, condition: Condition) -> Iterator[tuple]:
    """Yield the executions that end as asked, each with the axioms that it breaks."""
    events = search.events
    options = [
        [w for w in (events.initial[events.list[r].location], *events.writes)
         if events.same[w] >> r & 1]
        for r in events.reads
    ]  # fmt: skip
    wanted = _wanted(events, condition)
    for chosen in product(*options):
        sources = dict(zip(events.reads, chosen, strict=True))
        result = run(events, sources, wanted.get)
        if result is None:
            continue
        source = {r: w for r, w in sources.items() if result.ran >> r & 1}
        for fences in search.fence_orders(result.ran):
            order = Order(events, source, result.ran, fences)
            whole = [v for v in (order.breaks_air(), order.breaks_future(), order.breaks_fences())
                     if v]  # fmt: skip
            yield from _with_coherence(search, condition, order, result, whole)


def _rank(violation: Violation) -> tuple[int, int]:
    """Prefer short cycles, and an axiom whose words fit: a causal loop is not one of coherence."""
    loop = violation.axiom == "Coherence" and all(name != "co" for _, name, _ in violation.steps)
    return len(violation.steps), len(AXIOMS) if loop else AXIOMS.index(violation.axiom)


def _with_coherence(
    search: Search, condition: Condition, order: Order, result: Run, whole: list[Violation]
) -> Iterator[tuple]:
    names = search.test.locations
    options = [list(islice(_all_orders(order, name), 100)) for name in names]
    for chosen in product(*options):
        coherences = dict(zip(names, chosen, strict=True))
        for state in _ends(order, result, coherences):
            if condition.holds(state):
                broken = list(whole)
                for name, coherence in coherences.items():
                    broken += order.violations(name, coherence)
                if broken:
                    broken.sort(key=_rank)
                    yield state, order, result, union(search.none, *chosen), broken
                break


def _all_orders(order: Order, location: str) -> Iterator[Relation]:
    """Yield the coherence orders that relate what must be related, either way round."""
    writes = order.writes(location)
    pairs = [
        (a, b) for i, a in enumerate(writes) for b in writes[i + 1 :]
        if (order.cause[a] | order.events.strong[a]) >> b & 1 or order.cause[b] >> a & 1
    ]  # fmt: skip
    for turned in product((False, True), repeat=len(pairs)):
        made = empty(order.events.size)
        for (a, b), turn in zip(pairs, turned, strict=True):
            first, second = (b, a) if turn else (a, b)
            made[first] |= 1 << second
        made = closure(made)
        if not has_loop(made):
            yield made


def _wanted(events: Events, condition: Condition) -> dict[int, int]:
    """Values that the condition asks of loads, to start from where values rest on themselves."""
    asked: dict[str, int] = {}

    def collect(part: Condition) -> None:
        if part.kind == "is":
            asked[part.parts[0]] = part.parts[1]
        elif part.kind in ("and", "or"):
            for inner in part.parts:
                collect(inner)

    collect(condition)
    found = {}
    for read in events.reads:
        event, instruction = events.list[read], events.instruction(read)
        assert instruction is not None
        name = f"{event.thread}:{instruction.target}"
        value = asked.get(name, asked.get(event.location))
        if value is not None:
            found[read] = value
    return found
