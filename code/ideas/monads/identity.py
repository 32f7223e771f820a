"""Identity: no context at all.  Bind is plain application, and the laws are those of functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ideas.monads.either import Right
from ideas.monads.layers import Drawn
from ideas.monads.monad import Monad

A = TypeVar("A")
B = TypeVar("B")

__all__ = ["IDENTITY", "Identity", "bind"]


@dataclass(frozen=True, slots=True)
class Identity(Drawn, Generic[A]):
    """A value, and nothing else.

    >>> bind(Identity(3), lambda n: Identity(n + 1))
    Identity(value=4)
    """

    value: A

    def _layers_(self) -> tuple[str, tuple[tuple[str, Any], ...]]:
        return "Identity", (("", self.value),)


def _same(value: Any, expectation: str) -> Identity[Any]:
    if isinstance(value, Identity):
        return value
    raise TypeError(f"{expectation} an Identity, but got {value!r}")


def bind(m: Identity[A], function: Callable[[A], Identity[B]]) -> Identity[B]:
    """M >>= function."""
    value = _same(m, "bind expected").value
    return _same(function(value), "bind expected its function to return")


def _values(elements: Sequence[Any]) -> Iterator[Identity[Any]]:
    return map(Identity, elements)


def _tail_rec_m(step: Callable[[Any], Any], start: Any) -> Identity[Any]:
    while True:
        result = _same(step(start), "tail_rec_m expected its step to return").value
        if isinstance(result, Right):
            return Identity(result.value)
        start = result.value


IDENTITY = Monad("Identity", Identity, bind, _values, one_shot=True, own_tail_rec_m=_tail_rec_m)
