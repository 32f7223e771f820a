"""A monoid is an associative operation with a unit; Writer needs one, and List is the free one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import reduce
from itertools import product
from typing import Generic, TypeVar

M = TypeVar("M")

__all__ = ["MAXIMUM", "STRINGS", "SUM", "XOR", "Monoid"]


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
XOR: Monoid[int] = Monoid("xor", 0, lambda x, y: x ^ y, (0, 1))
