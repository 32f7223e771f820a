"""Writer: a value with a log attached, Writer M A = A x M for a monoid M.

The monoid says how two logs become one.  Its unit and associativity laws are exactly what the
monad laws of Writer need.

Source: Wadler (1992), section 2.7 (output); Moggi (1991), example 1.1.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ideas.monads.either import Right
from ideas.monads.layers import Drawn
from ideas.monads.monad import Monad
from ideas.monads.monoid import STRINGS, Monoid

A = TypeVar("A")
M = TypeVar("M")

__all__ = ["WRITER", "Writer", "monad", "tell"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Writer(Drawn, Generic[A, M]):
    """A value and its log.

    >>> Writer(3, "three; ")
    Writer(value=3, log='three; ')
    """

    value: A
    log: M

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Writer):
            return NotImplemented
        return bool((self.value, self.log) == (other.value, other.log))

    def __hash__(self) -> int:
        return hash((self.value, self.log))

    def __repr__(self) -> str:
        return f"Writer(value={self.value!r}, log={self.log!r})"

    def _layers_(self) -> tuple[str, tuple[tuple[str, Any], ...]]:
        return f"Writer, log {self.log!r}", (("", self.value),)


class _Pending(Writer[Any, Any]):
    """A bind inside a bind, left to the loop that runs the outer one."""

    __slots__ = ("combine", "done", "first", "function")

    first: Writer[Any, Any]
    function: Callable[[Any], Any]
    combine: Callable[[Any, Any], Any]
    done: Writer[Any, Any] | None

    def __init__(
        self,
        first: Writer[Any, Any],
        function: Callable[[Any], Any],
        combine: Callable[[Any, Any], Any],
    ) -> None:
        for name, value in (("first", first), ("function", function), ("combine", combine)):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "done", None)

    def _forced(self) -> Writer[Any, Any]:
        done = self.done
        if done is None:
            done = _run(self)
            object.__setattr__(self, "done", done)
        return done

    @property
    def value(self) -> Any:
        return self._forced().value

    @property
    def log(self) -> Any:
        return self._forced().log


class _Running(threading.local):
    now = False


_running = _Running()


def _run(m: Any) -> Writer[Any, Any]:
    """Run binds within binds by one loop, whose stack holds the functions and logs that wait."""
    outer, _running.now = _running.now, True
    waiting: list[tuple[bool, Any, Callable[[Any, Any], Any]]] = []
    try:
        while True:
            while type(m) is _Pending and m.done is None:
                waiting.append((True, m.function, m.combine))
                m = m.first
            value, log = m.value, m.log
            while waiting:
                is_function, item, combine = waiting.pop()
                if is_function:
                    waiting.append((False, log, combine))
                    m = _writer(item(value), "bind expected its function to return")
                    break
                log = combine(item, log)
            else:
                return Writer(value, log)
    finally:
        _running.now = outer


def tell(log: M) -> Writer[None, M]:
    """Write to the log, and answer nothing of interest."""
    return Writer(None, log)


def _writer(value: Any, expectation: str) -> Writer[Any, Any]:
    if isinstance(value, Writer):
        return value
    raise TypeError(f"{expectation} a Writer, but got {value!r}")


def monad(monoid: Monoid[Any] = STRINGS) -> Monad:
    """The Writer monad of a monoid.

    Bind runs at once; a bind inside the function of another is run by the outer one's loop, so
    that chains of any length, nested either way, need no Python stack.

    >>> from ideas.monads.monoid import STRINGS
    >>> writer = monad(STRINGS)
    >>> writer.bind(Writer(2, "two; "), lambda n: Writer(n + 1, "add one; "))
    Writer(value=3, log='two; add one; ')
    """

    def bind(m: Any, function: Callable[[Any], Any]) -> Any:
        later = _Pending(_writer(m, "bind expected"), function, monoid.combine)
        return later if _running.now else _run(later)

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
