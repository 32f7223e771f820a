"""Things that look like monads and are not: each breaks a law, and the checker finds where.

``ALL`` maps a name to its record, and ``BREAKS`` says which law :func:`ideas.monads.laws.check`
must find broken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

from ideas.monads.dist import monad_of_weights
from ideas.monads.either import EITHER, Left, Right
from ideas.monads.lists import LIST
from ideas.monads.monad import Monad, from_join

__all__ = ["ALL", "BREAKS", "Counted", "Promise"]


def _naive_list_t() -> Monad:
    """ListT done naively over the list monad: the effects run in an order that regroups badly."""

    def bind(m: Any, function: Callable[[Any], Any]) -> Any:
        choices = (LIST.traverse(function, xs) for xs in m)
        return tuple(LIST.join(lists) for found in choices for lists in found)

    def values(elements: Sequence[Any]) -> Iterator[Any]:
        rows = [*LIST.values(elements[:2]), *((a,) for a in elements[2:])]
        yield ()
        yield from ((row,) for row in rows)
        yield from product(rows[:7], repeat=2)

    return Monad("naive ListT", lambda a: ((a,),), bind, values)


def _diagonal_zip_list() -> Monad:
    """ZipList, whose join takes the diagonal and stops where the diagonal does.

    Unit ought to repeat for ever; on the short lists that are tried, three times is as good.
    """

    def join(mm: Any) -> Any:
        diagonal = []
        for i, m in enumerate(mm):
            if i >= len(m):
                break
            diagonal.append(m[i])
        return tuple(diagonal)

    def unit(a: Any) -> Any:
        return (a, a, a)

    return from_join("diagonal ZipList", unit, lambda f, m: tuple(map(f, m)), join, LIST.values)


def _python_set() -> Monad:
    """Frozenset on 0, 1 and True: since 1 == True, a set forgets what a function can still see."""

    def values(elements: Sequence[Any]) -> Iterator[Any]:
        for size in range(3):
            yield from map(frozenset, combinations(elements, size))

    return Monad(
        "frozenset on 0, 1, True",
        lambda a: frozenset([a]),
        lambda m, function: frozenset(b for a in m for b in function(a)),
        values,
        elements=(0, 1, True),
    )


def _none_as_nothing() -> Monad:
    """None for Nothing: the value None cannot be told from no value (Java's Optional is alike)."""

    def bind(m: Any, function: Callable[[Any], Any]) -> Any:
        return None if m is None else function(m)

    def values(elements: Sequence[Any]) -> Iterator[Any]:
        yield from dict.fromkeys((None, *elements))

    return Monad("None as Nothing", lambda a: a, bind, values, elements=(0, None))


def _accumulating_either() -> Monad:
    """Either with an ap that collects errors from both sides, where bind stops at the first."""

    def values(elements: Sequence[Any]) -> Iterator[Any]:
        yield from (Left(("e",)), Left(("f",)))
        yield from map(Right, elements)

    def ap(mf: Any, ma: Any) -> Any:
        if isinstance(mf, Left) and isinstance(ma, Left):
            return Left(mf.value + ma.value)
        return EITHER.ap(mf, ma)

    return Monad("accumulating Either", EITHER.unit, EITHER.bind, values, own_ap=ap)


@dataclass(frozen=True, slots=True)
class Counted:
    """A value, and how many binds made it."""

    value: Any
    binds: int


def _counting_bind() -> Monad:
    """A bind that counts its calls: binding to unit is no longer doing nothing."""

    def bind(m: Any, function: Callable[[Any], Any]) -> Any:
        after = function(m.value)
        return Counted(after.value, m.binds + after.binds + 1)

    def values(elements: Sequence[Any]) -> Iterator[Any]:
        return (Counted(a, binds) for a, binds in product(elements, range(2)))

    return Monad("counting bind", lambda a: Counted(a, 0), bind, values)


@dataclass(frozen=True, slots=True)
class Promise:
    """A settled promise, as in JavaScript: it never holds another promise."""

    value: Any


def _promise() -> Monad:
    """Promises flatten by themselves, so unit of a promise is not a promise of a promise.

    As ``await`` does, bind takes a plain value for a promise of it.
    """

    def unit(a: Any) -> Promise:
        return a if isinstance(a, Promise) else Promise(a)

    def bind(m: Any, function: Callable[[Any], Any]) -> Promise:
        return unit(function(unit(m).value))

    def values(elements: Sequence[Any]) -> Iterator[Any]:
        yield from dict.fromkeys(map(unit, elements))

    return Monad("Promise", unit, bind, values, elements=(0, Promise(0), 1))


ALL: dict[str, Monad] = {
    monad.name: monad
    for monad in (
        _naive_list_t(),
        _diagonal_zip_list(),
        _python_set(),
        _none_as_nothing(),
        monad_of_weights("Dist on floats", 1.0, 0.1),
        _accumulating_either(),
        _counting_bind(),
        _promise(),
    )
}

BREAKS: dict[str, str] = {
    "naive ListT": "associativity",
    "diagonal ZipList": "join associativity",
    "frozenset on 0, 1, True": "functor composition",
    "None as Nothing": "functor composition",
    "Dist on floats": "associativity",
    "accumulating Either": "ap from bind",
    "counting bind": "right identity",
    "Promise": "left identity",
}
