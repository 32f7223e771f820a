"""Either: a value, or the reason why there is none, Either E A = E + A.

Either with a single possible error is Maybe.  The first error stops the pipeline.

Source: Moggi (1991), example 1.1 (exceptions).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from ideas.monads.layers import Drawn
from ideas.monads.monad import Monad

A = TypeVar("A")
B = TypeVar("B")
E = TypeVar("E")

__all__ = ["EITHER", "Either", "Left", "Right", "bind", "unit"]


@dataclass(frozen=True, slots=True)
class Left(Drawn, Generic[E]):
    """The reason why there is no value.

    >>> Left("no such user").bind(lambda user: Right(user.name))
    Left(value='no such user')
    """

    value: E

    def bind(self, function: Callable[[Any], Any]) -> Left[E]:
        """Stop here with the error; ``function`` is not called."""
        return self

    def map(self, function: Callable[[Any], Any]) -> Left[E]:
        """Keep the error."""
        return self

    def _layers_(self) -> tuple[str, tuple[tuple[str, Any], ...]]:
        return "Left", (("", self.value),)


@dataclass(frozen=True, slots=True)
class Right(Drawn, Generic[A]):
    """The value.

    >>> Right(4).bind(lambda n: Right(n + 1) if n < 9 else Left("too big"))
    Right(value=5)
    """

    value: A

    def bind(self, function: Callable[[A], Either[E, B]]) -> Either[E, B]:
        """Hand the value to ``function``."""
        m: Either[E, B] = _either(function(self.value), "bind expected its function to return")
        return m

    def map(self, function: Callable[[A], B]) -> Right[B]:
        """Apply a plain function to the value."""
        return Right(function(self.value))

    def _layers_(self) -> tuple[str, tuple[tuple[str, Any], ...]]:
        return "Right", (("", self.value),)


Either: TypeAlias = Left[E] | Right[A]


def _either(value: Any, expectation: str) -> Either[Any, Any]:
    if isinstance(value, Left | Right):
        return value
    raise TypeError(f"{expectation} an Either (Left(...) or Right(...)), but got {value!r}")


def unit(value: A) -> Right[A]:
    """eta: put a plain value in the context."""
    return Right(value)


def bind(m: Either[E, A], function: Callable[[A], Either[E, B]]) -> Either[E, B]:
    """M >>= function."""
    return _either(m, "bind expected").bind(function)


def _values(elements: Sequence[Any]) -> Iterator[Either[str, Any]]:
    yield from map(Left, ("e", "f"))
    yield from map(Right, elements)


def _tail_rec_m(step: Callable[[Any], Any], start: Any) -> Either[Any, Any]:
    while True:
        m = _either(step(start), "tail_rec_m expected its step to return")
        if isinstance(m, Left) or isinstance(m.value, Right):
            return m if isinstance(m, Left) else Right(m.value.value)
        start = m.value.value


def _map(function: Callable[[A], B], m: Either[E, A]) -> Either[E, B]:
    return _either(m, "map expected").map(function)


EITHER = Monad(
    "Either", unit, bind, _values, one_shot=True, own_map=_map, own_tail_rec_m=_tail_rec_m
)
