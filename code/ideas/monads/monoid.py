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
    """A sequence of lines that is joined to another in one step, whichever of the two is longer.

    Strings and tuples copy when they are joined, so a log of n lines that grows on the left of
    ``+`` costs n * n / 2.  A log keeps the two halves, and reads them out when it is asked.

    >>> log = Log("first") + Log() + Log("second", "third")
    >>> list(log), len(log), log == Log("first", "second") + Log("third")
    (['first', 'second', 'third'], 3, True)
    """

    __slots__ = ("_halves", "_lines", "_size")

    def __init__(self, *lines: str) -> None:
        self._lines: tuple[str, ...] = lines
        self._halves: tuple[Log, Log] | None = None
        self._size = len(lines)

    def __add__(self, other: Log) -> Log:
        joined = Log()
        joined._halves, joined._size = (self, other), self._size + other._size
        return joined

    def __iter__(self) -> Iterator[str]:
        waiting = [self]
        while waiting:
            log = waiting.pop()
            if log._halves is None:
                yield from log._lines
            else:
                waiting += log._halves[::-1]

    def __len__(self) -> int:
        return self._size

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Log) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Log({', '.join(map(repr, self))})"


LOGS: Monoid[Log] = Monoid("logs", Log(), lambda x, y: x + y, (Log(), Log("a"), Log("b")))
XOR: Monoid[int] = Monoid("xor", 0, lambda x, y: x ^ y, (0, 1))
