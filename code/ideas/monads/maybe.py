"""Maybe: a value that may not be there, Maybe A = A + 1.

The three laws, on examples (:func:`ideas.monads.laws.check` tries every small case):

>>> half = lambda n: Just(n // 2) if n % 2 == 0 else Nothing()
>>> less = lambda n: Just(n - 1) if n > 0 else Nothing()
>>> unit(6).bind(half) == half(6)                              # left identity
True
>>> [m.bind(unit) == m for m in (Just(6), Nothing())]          # right identity
[True, True]
>>> [Just(n).bind(half).bind(less) == Just(n).bind(lambda x: half(x).bind(less))
...  for n in range(4)]                                        # associativity
[True, True, True, True]

Source: Moggi (1991), example 1.1 (partiality and exceptions); Wadler (1992), section 2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from ideas.monads.either import Right
from ideas.monads.layers import Drawn
from ideas.monads.monad import Monad, Plus

A = TypeVar("A")
B = TypeVar("B")

__all__ = ["MAYBE", "Just", "Maybe", "Nothing", "bind", "unit"]


@dataclass(frozen=True, slots=True)
class Just(Drawn, Generic[A]):
    """The value is there.  It may be anything at all, None included.

    >>> Just(None) == Nothing()
    False
    """

    value: A

    def bind(self, function: Callable[[A], Maybe[B]]) -> Maybe[B]:
        """Hand the value to ``function``."""
        m = function(self.value)
        if isinstance(m, Just | Nothing):
            return m
        raise _not_a_maybe(m, "bind expected its function to return")

    def map(self, function: Callable[[A], B]) -> Maybe[B]:
        """Apply a plain function; a None that it returns stays a value.

        >>> Just(3).map(lambda n: None)
        Just(value=None)
        """
        return Just(function(self.value))

    def _layers_(self) -> tuple[str, tuple[tuple[str, Any], ...]]:
        return "Just", (("", self.value),)


@dataclass(frozen=True, slots=True)
class Nothing(Drawn):
    """The value is not there.

    >>> Nothing().bind(lambda value: Just(1 / 0))
    Nothing()
    """

    def bind(self, function: Callable[[Any], Maybe[B]]) -> Maybe[B]:
        """Stop here; ``function`` is not called."""
        return self

    def map(self, function: Callable[[Any], B]) -> Maybe[B]:
        """Stay Nothing."""
        return self

    def _layers_(self) -> tuple[str, tuple[tuple[str, Any], ...]]:
        return "Nothing", ()


Maybe: TypeAlias = Just[A] | Nothing


def _not_a_maybe(value: object, expectation: str) -> TypeError:
    return TypeError(f"{expectation} a Maybe (Just(...) or Nothing()), but got {value!r}")


def _maybe(value: Any, expectation: str) -> Maybe[Any]:
    if isinstance(value, Just | Nothing):
        return value
    raise _not_a_maybe(value, expectation)


def unit(value: A) -> Maybe[A]:
    """eta: put a plain value in the context."""
    return Just(value)


def bind(m: Maybe[A], function: Callable[[A], Maybe[B]]) -> Maybe[B]:
    """M >>= function.

    >>> bind(Just(2), lambda n: n + 1)
    Traceback (most recent call last):
    ...
    TypeError: bind expected its function to return a Maybe (Just(...) or Nothing()), but got 3
    """
    return _maybe(m, "bind expected").bind(function)


def _values(elements: Sequence[Any]) -> Iterator[Maybe[Any]]:
    yield Nothing()
    yield from map(Just, elements)


def _tail_rec_m(step: Callable[[Any], Any], start: Any) -> Maybe[Any]:
    while True:
        m = _maybe(step(start), "tail_rec_m expected its step to return")
        if isinstance(m, Nothing):
            return m
        if isinstance(m.value, Right):
            return Just(m.value.value)
        start = m.value.value


def _map(function: Callable[[A], B], m: Maybe[A]) -> Maybe[B]:
    return _maybe(m, "map expected").map(function)


def _first(m: Maybe[A], n: Maybe[A]) -> Maybe[A]:
    return n if isinstance(_maybe(m, "plus expected"), Nothing) else m


MAYBE = Monad(
    "Maybe",
    unit,
    bind,
    _values,
    one_shot=True,
    own_map=_map,
    own_tail_rec_m=_tail_rec_m,
    plus=Plus(Nothing(), _first, "left catch"),
)
