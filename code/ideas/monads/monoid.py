"""A monoid is an associative operation with a unit; Writer needs one, and List is the free one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import product
from typing import Generic, TypeVar

M = TypeVar("M")

__all__ = ["LOGS", "MAXIMUM", "STRINGS", "SUM", "XOR", "Log", "Monoid"]


@dataclass(frozen=True, slots=True)
class Monoid(Generic[M]):
    """A set with an associative ``combine`` whose unit is ``empty``.

    ``sample`` holds a few elements, on which :meth:`is_lawful` tries the laws.

    >>> SUM.fold([1, 2, 3]), SUM.fold([])
    (6, 0)
    >>> SUM.is_lawful()
    True
    >>> Monoid("subtraction", 0, lambda x, y: x - y, (0, 1)).is_lawful()
    False
    """

    name: str
    empty: M
    combine: Callable[[M, M], M]
    sample: tuple[M, ...]

    def fold(self, elements: Iterable[M]) -> M:
        """Combine the elements from left to right, starting from ``empty``."""
        return reduce(self.combine, elements, self.empty)

    def is_lawful(self) -> bool:
        """Say whether the unit laws and associativity hold on ``sample``."""
        units = all(
            self.combine(self.empty, x) == x == self.combine(x, self.empty) for x in self.sample
        )
        return units and all(
            self.combine(self.combine(x, y), z) == self.combine(x, self.combine(y, z))
            for x, y, z in product(self.sample, repeat=3)
        )


SUM: Monoid[int] = Monoid("sum", 0, lambda x, y: x + y, (0, 1, 2))
STRINGS: Monoid[str] = Monoid("strings", "", lambda x, y: x + y, ("", "a", "b"))
MAXIMUM: Monoid[int] = Monoid("maximum", 0, max, (0, 1, 2))


class Log:
    """A sequence of lines that is joined at the price of the shorter part.

    Strings and tuples copy when they are joined, so a log of n lines that grows by one line at a
    time costs n * n / 2.  A log may grow at either end: the lines that were put in front are kept
    in a list of their own, backwards, and both lists are shared with the logs that grow from it.

    >>> log = Log("first") + Log() + Log("second", "third")
    >>> list(log), len(log), log == Log("first", "second") + Log("third")
    (['first', 'second', 'third'], 3, True)
    """

    __slots__ = ("_back", "_front", "_sizes")

    def __init__(self, *lines: str) -> None:
        self._front: list[str] = []
        self._back: list[str] = list(lines)
        self._sizes = (0, len(lines))

    def __add__(self, other: Log) -> Log:
        joined = Log()
        front, back = self._sizes
        if len(self) >= len(other):
            joined._front, joined._back = self._front, _grown(self._back, back, [*other])
            joined._sizes = (front, back + len(other))
        else:
            front, back = other._sizes
            joined._front, joined._back = _grown(other._front, front, [*self][::-1]), other._back
            joined._sizes = (front + len(self), back)
        return joined

    def __iter__(self) -> Iterator[str]:
        front, back = self._sizes
        yield from reversed(self._front[:front])
        yield from self._back[:back]

    def __len__(self) -> int:
        return sum(self._sizes)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Log) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Log({', '.join(map(repr, self))})"


def _grown(shared: list[str], size: int, lines: list[str]) -> list[str]:
    """The first ``size`` of ``shared`` and then ``lines``, in the same list if that is free."""
    if len(shared) == size:
        shared.extend(lines)
        if len(shared) == size + len(lines):  # no other thread came first
            return shared
    return [*shared[:size], *lines]


LOGS: Monoid[Log] = Monoid("logs", Log(), lambda x, y: x + y, (Log(), Log("a"), Log("b")))
XOR: Monoid[int] = Monoid("xor", 0, lambda x, y: x ^ y, (0, 1))
