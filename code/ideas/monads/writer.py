"""Writer: a value with a log attached, Writer M A = A x M for a monoid M.

The monoid says how two logs become one.  Its unit and associativity laws are exactly what the
monad laws of Writer need.

Source: Wadler (1992), section 2.7 (output); Moggi (1991), example 1.1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ideas.monads.either import Right
from ideas.monads.monad import Monad
from ideas.monads.monoid import STRINGS, Monoid

A = TypeVar("A")
M = TypeVar("M")

__all__ = ["WRITER", "Writer", "monad", "tell"]


@dataclass(frozen=True, slots=True)
class Writer(Generic[A, M]):
    """A value and its log."""

    value: A
    log: M


def tell(log: M) -> Writer[None, M]:
    """Write to the log, and answer nothing of interest."""
    return Writer(None, log)


def _writer(value: Any, expectation: str) -> Any:
    if isinstance(value, Writer):
        return value
    raise TypeError(f"{expectation} a Writer, but got {value!r}")


def monad(monoid: Monoid[Any] = STRINGS) -> Monad:
    """The Writer monad of a monoid.

    >>> from ideas.monads.monoid import STRINGS
    >>> writer = monad(STRINGS)
    >>> writer.bind(Writer(2, "two; "), lambda n: Writer(n + 1, "add one; "))
    Writer(value=3, log='two; add one; ')
    """

    def bind(m: Any, function: Callable[[Any], Any]) -> Any:
        first = _writer(m, "bind expected")
        second = _writer(function(first.value), "bind expected its function to return")
        return Writer(second.value, monoid.combine(first.log, second.log))

    def values(elements: Sequence[Any]) -> Iterator[Writer[Any, Any]]:
        return (Writer(a, log) for log in monoid.sample for a in elements)

    def tail_rec_m(step: Callable[[Any], Any], start: Any) -> Writer[Any, Any]:
        log = monoid.empty
        while True:
            m = _writer(step(start), "tail_rec_m expected its step to return")
            log = monoid.combine(log, m.log)
            if isinstance(m.value, Right):
                return Writer(m.value.value, log)
            start = m.value.value

    return Monad(
        "Writer",
        lambda value: Writer(value, monoid.empty),
        bind,
        values,
        one_shot=True,
        own_tail_rec_m=tail_rec_m,
    )


WRITER = monad()
