"""A function on a finite set is a table: it can be printed, compared, and listed exhaustively.

Laws quantify over all functions.  Between small sets there are finitely many of them, so a law
checker need not draw lots: it can try every one, and print the one that fails.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Generic, TypeVar

A = TypeVar("A")
B = TypeVar("B")

__all__ = ["Table", "all_functions", "tabulate"]


@dataclass(frozen=True, slots=True, repr=False)
class Table(Generic[A, B]):
    """The function that sends ``domain[i]`` to ``images[i]``.

    Arguments are told apart by their type as well as by ``==``, so that a table may send 1 and
    True to different places.

    >>> swap = Table((0, 1), (1, 0))
    >>> swap(0), swap
    (1, {0: 1, 1: 0})

    Raises ValueError when the lengths differ, or when it is called outside its domain.

    >>> swap(2)
    Traceback (most recent call last):
    ...
    ValueError: the table {0: 1, 1: 0} was called with 2, which is not in its domain
    """

    domain: tuple[A, ...]
    images: tuple[B, ...]

    def __post_init__(self) -> None:
        if len(self.domain) != len(self.images):
            raise ValueError(
                f"a table needs one image for each element of its domain, but got "
                f"{len(self.domain)} elements and {len(self.images)} images"
            )

    def __call__(self, argument: A) -> B:
        """Look up the image of an element of the domain."""
        for element, image in zip(self.domain, self.images, strict=True):
            if type(element) is type(argument) and element == argument:
                return image
        raise ValueError(
            f"the table {self!r} was called with {argument!r}, which is not in its domain"
        )

    def __repr__(self) -> str:
        rows = zip(self.domain, self.images, strict=True)
        return "{" + ", ".join(f"{element!r}: {image!r}" for element, image in rows) + "}"


def tabulate(function: Callable[[A], B], domain: Iterable[A]) -> Table[A, B]:
    """Write down ``function`` on a finite domain.

    >>> tabulate(lambda n: n * n, range(4))
    {0: 0, 1: 1, 2: 4, 3: 9}
    """
    points = tuple(domain)
    return Table(points, tuple(function(point) for point in points))


def all_functions(domain: Sequence[Any], codomain: Iterable[Any]) -> Iterator[Table[Any, Any]]:
    """Every function from ``domain`` to ``codomain``: ``len(codomain) ** len(domain)`` of them.

    >>> list(all_functions((0, 1), "ab"))  # doctest: +NORMALIZE_WHITESPACE
    [{0: 'a', 1: 'a'}, {0: 'a', 1: 'b'}, {0: 'b', 1: 'a'}, {0: 'b', 1: 'b'}]
    >>> sum(1 for f in all_functions(range(3), range(3)))
    27
    """
    points = tuple(domain)
    for images in product(tuple(codomain), repeat=len(points)):
        yield Table(points, images)
