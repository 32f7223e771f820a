"""Enumerate what two threads can see: every outcome that the rules of order leave possible.

Running a program a thousand times shows what happened, not what may happen.  This model lists
the possibilities.  Each thread may do its accesses in any order that the following rules allow,
and the threads' accesses are then interleaved in every way:

* accesses to one location stay in their order;
* nothing before a release store moves behind it, nothing after an acquire load moves ahead;
* ``fence.acq_rel`` makes a release of a later strong store and an acquire of an earlier strong
  load; ``fence.sc`` also keeps earlier strong stores ahead of later strong loads;
* an order counts only if its scope includes both threads.

It is a model of reordering, simpler than the axioms of the PTX manual: a store reaches all
threads at once, and weak accesses, whose races the manual leaves without guarantee, are merely
free to move.  Every outcome it shows for the programs of this chapter is one the manual allows.
Source: PTX ISA, chapter "Memory Consistency Model", sections "Release and Acquire Patterns"
and "Axioms".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Literal

Scope = Literal["cta", "gpu", "sys"]
Order = Literal["weak", "relaxed", "volatile", "acquire", "release", "acq_rel", "sc"]

_WIDTH = {"cta": 0, "gpu": 1, "sys": 2}


@dataclass(frozen=True)
class Event:
    """One access or fence: ``kind`` is load, store or fence; a store has a ``value``."""

    kind: Literal["load", "store", "fence"]
    location: str
    order: Order
    scope: Scope
    value: int = 0

    @property
    def strong(self) -> bool:
        """Whether the memory model counts it as strong: anything but weak."""
        return self.order != "weak"


def load(location: str, order: Order = "weak", scope: Scope = "gpu") -> Event:
    """Make a load; its value is part of the outcome."""
    if order not in ("weak", "relaxed", "volatile", "acquire"):
        raise ValueError(f"order is {order!r}; a load is weak, relaxed, volatile or acquire")
    return Event("load", location, order, "sys" if order == "volatile" else scope)


def store(location: str, value: int, order: Order = "weak", scope: Scope = "gpu") -> Event:
    """Make a store of `value`; every location starts at 0."""
    if order not in ("weak", "relaxed", "volatile", "release"):
        raise ValueError(f"order is {order!r}; a store is weak, relaxed, volatile or release")
    return Event("store", location, order, "sys" if order == "volatile" else scope, value)


def fence(order: Order = "acq_rel", scope: Scope = "gpu") -> Event:
    """Make a fence: ``acq_rel`` or ``sc``."""
    if order not in ("acq_rel", "sc"):
        raise ValueError(f"order is {order!r}; a fence is acq_rel or sc")
    return Event("fence", "", order, scope)


def outcomes(*threads: list[Event], apart: Scope = "gpu") -> set[tuple[int, ...]]:
    """Every tuple of loaded values, thread by thread in program order.

    `apart` is the smallest scope that holds all the threads: ``"cta"`` for one block,
    ``"gpu"`` for two blocks of a GPU, ``"sys"`` for two GPUs.

    >>> writer = [store("data", 42), store("flag", 1, "release")]
    >>> reader = [load("flag", "acquire"), load("data")]
    >>> sorted(outcomes(writer, reader))
    [(0, 0), (0, 42), (1, 42)]
    """
    if apart not in _WIDTH:
        raise ValueError(f"apart is {apart!r}; expected 'cta', 'gpu' or 'sys'")
    found: set[tuple[int, ...]] = set()
    loads = [
        (t, i)
        for t, thread in enumerate(threads)
        for i, event in enumerate(thread)
        if event.kind == "load"
    ]
    for orders in _product([list(_orders(thread, apart)) for thread in threads]):
        for schedule in _interleave([[(t, i) for i in o] for t, o in enumerate(orders)]):
            memory: dict[str, int] = {}
            seen = {}
            for t, i in schedule:
                event = threads[t][i]
                if event.kind == "store":
                    memory[event.location] = event.value
                else:
                    seen[t, i] = memory.get(event.location, 0)
            found.add(tuple(seen[place] for place in loads))
    return found


def _orders(thread: list[Event], apart: Scope) -> Iterator[tuple[int, ...]]:
    """Yield the orders in which a thread's accesses (fences left out) may be performed."""
    places = [i for i, event in enumerate(thread) if event.kind != "fence"]
    kept = [(i, j) for i in places for j in places if i < j and _stays(thread, i, j, apart)]
    for order in permutations(places):
        rank = {place: r for r, place in enumerate(order)}
        if all(rank[i] < rank[j] for i, j in kept):
            yield order


def _stays(thread: list[Event], i: int, j: int, apart: Scope) -> bool:
    first, second = thread[i], thread[j]
    if first.location == second.location:
        return True
    if first.order == "acquire" and _reaches(first, apart):
        return True
    if second.order == "release" and _reaches(second, apart):
        return True
    for f in range(i + 1, j):
        wall = thread[f]
        if wall.kind != "fence" or not _reaches(wall, apart):
            continue
        if second.kind == "store" and second.strong and _reaches(second, apart):
            return True
        if first.kind == "load" and first.strong and _reaches(first, apart):
            return True
        if wall.order == "sc" and first.strong and second.strong:
            return True
    return False


def _reaches(event: Event, apart: Scope) -> bool:
    return _WIDTH[event.scope] >= _WIDTH[apart]


def _product(choices: list[list[tuple[int, ...]]]) -> Iterator[list[tuple[int, ...]]]:
    if not choices:
        yield []
        return
    for head in choices[0]:
        for rest in _product(choices[1:]):
            yield [head, *rest]


def _interleave(queues: list[list[tuple[int, int]]]) -> Iterator[list[tuple[int, int]]]:
    if not any(queues):
        yield []
        return
    for t, queue in enumerate(queues):
        if queue:
            rest = [q[1:] if u == t else q for u, q in enumerate(queues)]
            for tail in _interleave(rest):
                yield [queue[0], *tail]
