"""Reader: a value that depends on an environment, Reader E A = E -> A.

Every step sees the same environment.  Like State it is a program run by a loop, so long chains
are safe and each step runs once.

Source: Jones (1995), *Functional programming with overloading and higher-order polymorphism*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from ideas.monads.laws import Law, Steps, register
from ideas.monads.monad import Monad
from ideas.monads.program import Prim, Program, Pure, run
from ideas.monads.tables import Table, tabulate

__all__ = ["LAWS", "READER", "Reader", "ask", "asks", "bind", "local", "monad", "unit"]


class Reader(Program):
    """A computation that may look at an environment.

    >>> asks(len).bind(lambda n: ask().map(lambda text: text * n)).run("ab")
    'abab'
    """

    __slots__ = ()

    def run(self, environment: Any) -> Any:
        """The answer in the given environment."""
        return run(self, lambda action: action(environment))


def unit(value: Any) -> Reader:
    """eta: the same answer in every environment."""
    return Reader(Pure(value))


def asks(action: Callable[[Any], Any]) -> Reader:
    """The computation that answers ``action(environment)``."""
    return Reader(Prim(action))


def ask() -> Reader:
    """Answer the environment."""
    return asks(lambda environment: environment)


def local(change: Callable[[Any], Any], m: Reader) -> Reader:
    """Run ``m`` in a changed environment.

    >>> local(str.upper, ask()).run("quiet")
    'QUIET'
    """
    return asks(lambda environment: m.run(change(environment)))


def _reader(value: Any, expectation: str) -> Reader:
    if isinstance(value, Reader):
        return value
    raise TypeError(f"{expectation} a Reader, but got {value!r}")


def bind(m: Reader, function: Callable[[Any], Reader]) -> Reader:
    """M >>= function, both in the same environment."""
    bound: Reader = _reader(m, "bind expected").bind(function)
    return bound


LAWS: list[Law] = []
"""What ask answers, and that it answers the same each time."""


@register(LAWS, "run of ask", "ask.run(e) = e", plain=True, e="A")
def _(T: Monad, e: Any) -> tuple[Steps, Steps]:
    return [("ask.run(e)", ask().run(e))], [("e", e)]


@register(LAWS, "ask twice", "ask >>= a -> ask >>= b -> unit((a, b)) = map(a -> (a, a), ask)")
def _(T: Monad) -> tuple[Steps, Steps]:
    twice = ask().bind(lambda a: ask().map(lambda b: (a, b)))
    once = ask().map(lambda a: (a, a))
    return (
        [("ask >>= a -> ask >>= b -> unit((a, b))", twice)],
        [("map(a -> (a, a), ask)", once)],
    )


def show(m: Any, environments: Sequence[Any]) -> str:
    """Print a computation as its table of answers, and the computations inside it likewise."""
    if isinstance(m, Reader):
        rows = (f"{e!r}: {show(m.run(e), environments)}" for e in environments)
        return "{" + ", ".join(rows) + "}"
    return repr(m)


def monad(environments: Sequence[Any] = (0, 1)) -> Monad:
    """The Reader monad, whose laws are compared over the given ``environments``."""
    points = tuple(environments)

    def values(elements: Sequence[Any]) -> Iterator[Reader]:
        for images in product(elements, repeat=len(points)):
            yield asks(Table(points, images))

    def runs(m: Reader) -> Table[Any, Any]:
        return tabulate(_reader(m, "eq expected").run, points)

    return Monad(
        "Reader",
        unit,
        bind,
        values,
        eq=lambda m, n: runs(m) == runs(n),
        show=lambda m: show(m, points),
        one_shot=True,
        theory=tuple(LAWS),
    )


READER = monad()
