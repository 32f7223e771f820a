"""A T-algebra evaluates a context, TA -> A, consistently; the algebras form a category.

List-algebras are monoids, Maybe-algebras are pointed sets, and free-group algebras are groups.
The algebras and their morphisms are the Eilenberg-Moore category of the monad.

Source: Eilenberg and Moore (1965), section 2; Mac Lane (1971), section VI.2.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ideas.monads.group import FREE_GROUP
from ideas.monads.laws import LawError, Steps, equations
from ideas.monads.lists import LIST
from ideas.monads.maybe import MAYBE, Maybe, Nothing
from ideas.monads.monad import Monad
from ideas.monads.monoid import Monoid
from ideas.monads.tables import Table, all_functions

__all__ = [
    "Algebra",
    "all_algebras",
    "check",
    "extend",
    "free",
    "from_group",
    "from_monoid",
    "is_algebra",
    "is_morphism",
    "pointed",
    "to_monoid",
]


@dataclass(frozen=True, slots=True)
class Algebra:
    """A set (a sample of it, in ``carrier``) with ``evaluate`` : TA -> A.

    >>> total = Algebra("sum", LIST, (0, 1, 2), sum)
    >>> check(total)
    186
    """

    name: str
    monad: Monad
    carrier: tuple[Any, ...]
    evaluate: Callable[[Any], Any]
    eq: Callable[[Any, Any], bool] = operator.eq

    def check_laws(self, budget: int) -> dict[str, int]:
        """Try both laws on small cases, for :func:`ideas.monads.laws.check`."""
        T, a = self.monad, self.evaluate

        def unit(x: Any) -> tuple[dict[str, Any], Steps, Steps]:
            return {"x": x}, [("unit(x)", T.unit(x)), ("a(that)", a(T.unit(x)))], [("x", x)]

        def join(mm: Any) -> tuple[dict[str, Any], Steps, Steps]:
            inner, flat = T.map(a, mm), T.join(mm)
            left = [("map(a, mm)", inner), ("a(that)", a(inner))]
            return {"mm": mm}, left, [("join(mm)", flat), ("a(that)", a(flat))]

        layers = T.values(tuple(T.values(self.carrier)))
        tried = partial(equations, self.name, budget=budget, monad=T, eq=self.eq)
        return {
            "algebra unit": tried("algebra unit", "a(unit(x)) = x", map(unit, self.carrier)),
            "algebra join": tried("algebra join", "a(map(a, mm)) = a(join(mm))", map(join, layers)),
        }


def check(algebra: Algebra) -> int:
    """Try both laws of an algebra on small cases; return how many cases passed.

    Raises LawError if one fails:

    >>> check(Algebra("mean", LIST, (0, 1, 2), lambda xs: sum(xs) / len(xs) if xs else 0))
    Traceback (most recent call last):
    ...
    ideas.monads.laws.LawError: mean breaks the law 'algebra join': a(map(a, mm)) = a(join(mm))
        with mm = ((), (1,))
        left   map(a, mm) = (0, 1.0)
        left   a(that) = 0.5
        right  join(mm) = (1,)
        right  a(that) = 1.0
    """
    return sum(algebra.check_laws(1_000_000).values())


def is_algebra(algebra: Algebra) -> bool:
    """Say whether both laws hold on the small cases."""
    try:
        check(algebra)
    except LawError:
        return False
    return True


def from_monoid(monoid: Monoid[Any]) -> Algebra:
    """The list-algebra of a monoid: multiply the elements together, in order."""
    return Algebra(monoid.name, LIST, monoid.sample, monoid.fold)


def to_monoid(algebra: Algebra) -> Monoid[Any]:
    """The monoid of a list-algebra: x . y = a((x, y)), with unit a(()).

    >>> from ideas.monads.monoid import SUM
    >>> monoid = to_monoid(from_monoid(SUM))
    >>> monoid.empty, monoid.combine(3, 4)
    (0, 7)
    """
    a = algebra.evaluate
    return Monoid(algebra.name, a(()), lambda x, y: a((x, y)), algebra.carrier)


def pointed(carrier: Sequence[Any], default: Any) -> Algebra:
    """The Maybe-algebra of a pointed set: the value if there is one, or the default.

    >>> from ideas.monads import Just
    >>> value_or_zero = pointed((0, 1, 2), 0)
    >>> value_or_zero.evaluate(Just(2)), value_or_zero.evaluate(Nothing())
    (2, 0)
    """

    def evaluate(m: Maybe[Any]) -> Any:
        return default if isinstance(m, Nothing) else m.value

    return Algebra(f"value or {default!r}", MAYBE, tuple(carrier), evaluate)


def from_group(
    name: str,
    carrier: Sequence[Any],
    neutral: Any,
    multiply: Callable[[Any, Any], Any],
    invert: Callable[[Any], Any],
) -> Algebra:
    """The free-group algebra of a group: multiply a word out.

    >>> check(from_group("Z/3", range(3), 0, lambda x, y: (x + y) % 3, lambda x: -x % 3)) > 200
    True
    """

    def evaluate(word: Any) -> Any:
        product = neutral
        for letter, sign in word:
            product = multiply(product, letter if sign == 1 else invert(letter))
        return product

    return Algebra(name, FREE_GROUP, tuple(carrier), evaluate)


def free(monad: Monad, elements: Sequence[Any]) -> Algebra:
    """F^T: the free algebra on a set, which is T of the set, evaluated by flattening.

    >>> free(LIST, (0, 1)).evaluate(((0, 1), (1,)))
    (0, 1, 1)
    """
    carrier = tuple(monad.values(tuple(elements)))
    return Algebra(f"free {monad.name}-algebra", monad, carrier, monad.join, monad.eq)


def extend(algebra: Algebra, function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The one morphism from the free algebra on X that agrees with ``function`` : X -> A on X.

    >>> from ideas.monads.monoid import SUM
    >>> extend(from_monoid(SUM), len)(("ab", "cde"))
    5
    """
    return lambda m: algebra.evaluate(algebra.monad.map(function, m))


def is_morphism(h: Callable[[Any], Any], source: Algebra, target: Algebra) -> bool:
    """Say whether h commutes with evaluation, h . a = b . T h, on the small cases.

    >>> from ideas.monads.monoid import STRINGS, SUM
    >>> is_morphism(len, from_monoid(STRINGS), from_monoid(SUM))
    True
    >>> is_morphism(lambda text: len(text) + 1, from_monoid(STRINGS), from_monoid(SUM))
    False
    """
    T = source.monad
    return all(
        target.eq(h(source.evaluate(m)), target.evaluate(T.map(h, m)))
        for m in T.values(source.carrier)
    )


def all_algebras(monad: Monad, carrier: Sequence[Any]) -> Iterator[Table[Any, Any]]:
    """Every algebra on a finite set, by trying every function TA -> A: T must keep sets finite.

    >>> for a in all_algebras(MAYBE, (0, 1)):
    ...     print(a)
    {Nothing(): 0, Just(value=0): 0, Just(value=1): 1}
    {Nothing(): 1, Just(value=0): 0, Just(value=1): 1}
    """
    for table in all_functions(tuple(monad.values(carrier)), carrier):
        if is_algebra(Algebra("candidate", monad, tuple(carrier), table)):
            yield table
