"""State: a computation that reads a state and may leave a new one, State S A = S -> (A, S).

Two State computations are equal when they do the same from every state, so the laws are
compared by running:

>>> tick = get().bind(lambda n: put(n + 1).then(unit(n)))
>>> double = lambda n: modify(lambda s: s + n).then(unit(2 * n))
>>> same = lambda m, n: all(m.run(s) == n.run(s) for s in range(5))
>>> same(unit(3).bind(double), double(3))                              # left identity
True
>>> same(tick.bind(unit), tick)                                        # right identity
True
>>> same(tick.bind(double).bind(double), tick.bind(lambda x: double(x).bind(double)))
True

Source: Moggi (1991), example 1.1 (side-effects); Wadler (1992), section 2.5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from ideas.monads.laws import Law, Steps, register
from ideas.monads.monad import Monad
from ideas.monads.program import Prim, Program, Pure, run
from ideas.monads.tables import Table, tabulate

__all__ = ["LAWS", "STATE", "State", "bind", "get", "modify", "monad", "put", "state", "unit"]


class State(Program):
    """A stateful computation.  Make one with :func:`unit`, :func:`state`, :func:`get`, ...

    >>> state(lambda s: (s * s, s + 1)).run(5)
    (25, 6)

    Chains of any length run in constant stack:

    >>> from functools import reduce
    >>> tick = modify(lambda n: n + 1)
    >>> reduce(lambda m, _: m.bind(lambda x: tick), range(10_000), tick).run(0)
    (None, 10001)
    """

    __slots__ = ()

    def run(self, start: Any) -> tuple[Any, Any]:
        """Run from the state ``start``: the answer, and the state at the end."""
        current = start

        def perform(action: Callable[[Any], tuple[Any, Any]]) -> Any:
            nonlocal current
            answer, current = action(current)
            return answer

        return run(self, perform), current

    def eval(self, start: Any) -> Any:
        """The answer alone."""
        return self.run(start)[0]

    def exec(self, start: Any) -> Any:
        """The final state alone."""
        return self.run(start)[1]


def unit(value: Any) -> State:
    """eta: answer ``value`` and leave the state alone."""
    return State(Pure(value))


def state(action: Callable[[Any], tuple[Any, Any]]) -> State:
    """The computation that does ``action`` : S -> (A, S)."""
    return State(Prim(action))


def get() -> State:
    """Answer the state."""
    return state(lambda s: (s, s))


def put(new: Any) -> State:
    """Replace the state."""
    return state(lambda _: (None, new))


def modify(function: Callable[[Any], Any]) -> State:
    """Change the state by a plain function."""
    return state(lambda s: (None, function(s)))


def _state(value: Any, expectation: str) -> State:
    if isinstance(value, State):
        return value
    raise TypeError(f"{expectation} a State, but got {value!r}")


def bind(m: State, function: Callable[[Any], State]) -> State:
    """M >>= function: run m, then what ``function`` makes of its answer, from the new state."""
    bound: State = _state(m, "bind expected").bind(function)
    return bound


LAWS: list[Law] = []
"""What get and put do, and that they cancel (Plotkin and Power, 2002)."""


@register(LAWS, "run of get", "get.run(s) = (s, s)", plain=True, s="A")
def _(T: Monad, s: Any) -> tuple[Steps, Steps]:
    return [("get.run(s)", get().run(s))], [("(s, s)", (s, s))]


@register(LAWS, "run of put", "put(s).run(t) = (None, s)", plain=True, s="A", t="A")
def _(T: Monad, s: Any, t: Any) -> tuple[Steps, Steps]:
    return [("put(s).run(t)", put(s).run(t))], [("(None, s)", (None, s))]


@register(LAWS, "put then get", "put(s) >> get = put(s) >> unit(s)", s="A")
def _(T: Monad, s: Any) -> tuple[Steps, Steps]:
    return (
        [("put(s) >> get", put(s).then(get()))],
        [("put(s) >> unit(s)", put(s).then(unit(s)))],
    )


@register(LAWS, "get then put", "get >>= put = unit(None)")
def _(T: Monad) -> tuple[Steps, Steps]:
    return [("get >>= put", get().bind(put))], [("unit(None)", unit(None))]


@register(LAWS, "put then put", "put(s) >> put(t) = put(t)", s="A", t="A")
def _(T: Monad, s: Any, t: Any) -> tuple[Steps, Steps]:
    return [("put(s) >> put(t)", put(s).then(put(t)))], [("put(t)", put(t))]


def show(m: Any, states: Sequence[Any]) -> str:
    """Print a computation as its table of runs, and the computations inside it likewise."""
    if isinstance(m, State):
        rows = ((s, m.run(s)) for s in states)
        return "{" + ", ".join(f"{s!r}: ({show(a, states)}, {t!r})" for s, (a, t) in rows) + "}"
    return repr(m)


def monad(states: Sequence[Any] = (0, 1)) -> Monad:
    """The State monad, whose laws are compared over the given ``states``."""
    points = tuple(states)

    def values(elements: Sequence[Any]) -> Iterator[State]:
        runs = tuple(product(elements, points))
        for images in product(runs, repeat=len(points)):
            yield state(Table(points, images))

    def runs(m: State) -> Table[Any, Any]:
        return tabulate(_state(m, "eq expected").run, points)

    return Monad(
        "State",
        unit,
        bind,
        values,
        eq=lambda m, n: runs(m) == runs(n),
        show=lambda m: show(m, points),
        one_shot=True,
        theory=tuple(LAWS),
    )


STATE = monad()
