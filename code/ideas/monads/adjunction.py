"""An adjunction F -| G is a unit and a counit that fit; every adjunction gives the monad GF.

Here the categories are concrete: an arrow is a function.  Currying (- x S) -| (-)^S gives State,
free monoids over sets give List, and the algebras of a monad give that monad back.

Source: Mac Lane (1971), sections IV.1 and VI.1; Huber (1961) for the monad of an adjunction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice, product
from typing import Any, TypeAlias

from ideas.monads import algebra
from ideas.monads.algebra import Algebra
from ideas.monads.laws import Steps, equations
from ideas.monads.lists import LIST
from ideas.monads.monad import Monad, from_join
from ideas.monads.monoid import MAXIMUM, SUM, Monoid
from ideas.monads.tables import Table, all_functions, tabulate

__all__ = [
    "Adjunction",
    "check_triangles",
    "comparison",
    "curry",
    "currying",
    "currying_values",
    "eilenberg_moore",
    "free_monoid",
    "monad",
    "uncurry",
]

Case: TypeAlias = tuple[dict[str, Any], Steps, Steps]


@dataclass(frozen=True, slots=True)
class Adjunction:
    """F : C -> D on the left of G : D -> C, where C is finite sets (tuples of elements).

    ``left`` and ``right`` are F and G on objects, ``left_map`` and ``right_map`` on arrows;
    ``unit`` : A -> GFA is given on elements, and ``counit(B)`` : FGB -> B for each object B.
    ``points(B)`` lists elements of an object of D, so that equations there can be tried; ``sets``
    and more ``objects`` of D are what :func:`ideas.monads.laws.check` tries them on.

    >>> from ideas.monads import laws
    >>> laws.check(free_monoid())["first triangle"]
    11
    """

    name: str
    left: Callable[[tuple[Any, ...]], Any]
    left_map: Callable[[Callable[[Any], Any]], Callable[[Any], Any]]
    right: Callable[[Any], tuple[Any, ...]]
    right_map: Callable[[Callable[[Any], Any]], Callable[[Any], Any]]
    unit: Callable[[Any], Any]
    counit: Callable[[Any], Callable[[Any], Any]]
    points: Callable[[Any], Iterable[Any]]
    sets: tuple[tuple[Any, ...], ...] = ((), (0,), (0, 1))
    objects: tuple[Any, ...] = ()

    def check_laws(self, budget: int) -> dict[str, int]:
        """Try the laws on ``sets`` and ``objects``, for :func:`ideas.monads.laws.check`.

        F and G on arrows are tried on functions and their images under F; so is the counit.
        """
        objects = (*map(self.left, self.sets[1:]), *self.objects)
        tried = partial(equations, self.name, budget=budget)
        return {
            name: tried(name, statement, cases)
            for name, statement, cases in (
                ("F preserves composition", "F(g . f) = F(g) . F(f)", self._composites()),
                ("unit is natural", "G(F(f))(unit(a)) = unit(f(a))", self._units()),
                ("counit is natural", "counit . F(G(h)) = h . counit", self._counits()),
                ("first triangle", "counit . F(unit) = id", self._first(self.sets)),
                ("second triangle", "G(counit) . unit = id", self._second(objects)),
            )
        }

    def _composites(self) -> Iterator[Case]:
        for A, f in self._functions():
            for g in islice(all_functions(f.images, (0, 1)), 4) if A else ():
                for x in self.points(self.left(A)):
                    inner = self.left_map(f)(x)
                    whole = self.left_map(Table(A, tuple(map(g, f.images))))(x)
                    right = [("F(f)(x)", inner), ("F(g)(that)", self.left_map(g)(inner))]
                    yield {"x": x, "f": f, "g": g}, [("F(g . f)(x)", whole)], right

    def _units(self) -> Iterator[Case]:
        for A, f in self._functions():
            for a in A:
                wrapped = self.unit(a)
                image = self.right_map(self.left_map(f))(wrapped)
                left = [("unit(a)", wrapped), ("G(F(f))(that)", image)]
                yield {"a": a, "f": f}, left, [("unit(f(a))", self.unit(f(a)))]

    def _counits(self) -> Iterator[Case]:
        for A, f in self._functions():
            source, target = self.left(A), self.left((0, 1))
            h = self.left_map(f)
            for y in islice(self.points(self.left(self.right(source))), 200):
                moved, evaluated = self.left_map(self.right_map(h))(y), self.counit(source)(y)
                left = [("F(G(h))(y)", moved), ("counit(that)", self.counit(target)(moved))]
                right = [("counit(y)", evaluated), ("h(that)", h(evaluated))]
                yield {"y": y, "h = F of": f}, left, right

    def _first(self, sets: Iterable[Sequence[Any]]) -> Iterator[Case]:
        for A in sets:
            FA = self.left(tuple(A))
            for x in self.points(FA):
                around = self.left_map(self.unit)(x)
                left = [("F(unit)(x)", around), ("counit(that)", self.counit(FA)(around))]
                yield {"x": x}, left, [("x", x)]

    def _second(self, objects: Iterable[Any]) -> Iterator[Case]:
        for B in objects:
            for y in self.right(B):
                around = self.right_map(self.counit(B))(self.unit(y))
                left = [("unit(y)", self.unit(y)), ("G(counit)(that)", around)]
                yield {"y": y}, left, [("y", y)]

    def _functions(self) -> Iterator[tuple[tuple[Any, ...], Table[Any, Any]]]:
        for A in self.sets:
            for f in all_functions(A, (0, 1)):
                yield A, f


def check_triangles(
    adjunction: Adjunction, sets: Iterable[Sequence[Any]], objects: Iterable[Any]
) -> int:
    """Try both triangle equations, counit F . F unit = id and G counit . unit G = id.

    Returns how many points were tried; raises LawError if one fails.

    >>> check_triangles(currying((0, 1)), [(0,), (0, 1)], [(0,), (0, 1)])
    11
    """
    first = equations(
        adjunction.name, "first triangle", "counit . F(unit) = id", adjunction._first(sets)
    )
    second = equations(
        adjunction.name, "second triangle", "G(counit) . unit = id", adjunction._second(objects)
    )
    return first + second


def monad(
    adjunction: Adjunction, values: Callable[[Sequence[Any]], Iterable[Any]], **fields: Any
) -> Monad:
    """The monad GF: unit is the adjunction's, and join is G(counit at F).

    The structure of F(A) is computed alike for every A in the adjunctions of this module, so the
    counit is taken at F of the empty set.

    >>> from ideas.monads import laws
    >>> state = monad(currying((0, 1)), currying_values((0, 1)))
    >>> joins = [law for law in laws.LAWS if law.name.startswith("join")]
    >>> laws.check(state, laws=joins)["join associativity"]
    16384
    """
    flatten = adjunction.right_map(adjunction.counit(adjunction.left(())))

    def on_functions(function: Callable[[Any], Any], m: Any) -> Any:
        return adjunction.right_map(adjunction.left_map(function))(m)

    name = f"monad of {adjunction.name}"
    return from_join(name, adjunction.unit, on_functions, flatten, values, **fields)


def comparison(adjunction: Adjunction, T: Monad, B: Any) -> Algebra:
    """The comparison functor K to the algebras of T = GF, on objects: K(B) = (GB, G counit).

    >>> from ideas.monads.monoid import SUM
    >>> comparison(free_monoid(), LIST, SUM).evaluate((1, 2, 3))
    6
    """
    evaluate = adjunction.right_map(adjunction.counit(B))
    return Algebra(f"K({B!r})", T, adjunction.right(B), evaluate)


def curry(
    function: Callable[[tuple[Any, Any]], Any], states: Sequence[Any]
) -> Callable[[Any], Any]:
    """From A x S -> C to A -> C^S, where C^S is a set of tables.

    >>> curry(lambda pair: pair[0] + pair[1], (0, 1))(10)
    {0: 10, 1: 11}
    """
    return lambda a: tabulate(lambda s: function((a, s)), states)


def uncurry(function: Callable[[Any], Callable[[Any], Any]]) -> Callable[[tuple[Any, Any]], Any]:
    """From A -> C^S back to A x S -> C.

    >>> uncurry(curry(lambda pair: pair[0] + pair[1], (0, 1)))((10, 1))
    11
    """
    return lambda pair: function(pair[0])(pair[1])


def currying(states: Sequence[Any]) -> Adjunction:
    """(- x S) -| (-)^S on finite sets; its monad is State.

    >>> from ideas.monads.tables import Table
    >>> currying((0, 1)).unit("a")
    {0: ('a', 0), 1: ('a', 1)}
    >>> from ideas.monads.tables import Table
    >>> currying((0, 1)).counit(...)((Table((0, 1), "xy"), 1))
    'y'
    """
    points = tuple(states)
    return Adjunction(
        name="currying",
        left=lambda A: tuple(product(A, points)),
        left_map=lambda f: lambda pair: (f(pair[0]), pair[1]),
        right=lambda B: tuple(all_functions(points, B)),
        right_map=lambda h: lambda table: tabulate(lambda s: h(table(s)), points),
        unit=curry(lambda pair: pair, points),
        counit=lambda B: uncurry(lambda table: table),
        points=lambda B: B,
    )


def currying_values(states: Sequence[Any]) -> Callable[[Sequence[Any]], Iterable[Any]]:
    """The elements of (A x S)^S, for the monad of :func:`currying`."""
    return lambda elements: all_functions(states, tuple(product(elements, states)))


def free_monoid() -> Adjunction:
    """Free monoids over sets; its monad is List.  A monoid stands for its sample of elements."""

    def left(A: tuple[Any, ...]) -> Monoid[Any]:
        return Monoid("free monoid", (), lambda xs, ys: xs + ys, tuple(LIST.values(A)))

    def lists(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
        return lambda xs: LIST.map(f, xs)

    return Adjunction(
        name="free monoids",
        left=left,
        left_map=lists,
        right=lambda M: M.sample,
        right_map=lambda h: h,
        unit=LIST.unit,
        counit=lambda M: M.fold,
        points=lambda M: M.sample,
        objects=(SUM, MAXIMUM),
    )


def eilenberg_moore(T: Monad) -> Adjunction:
    """F^T -| U^T: free algebras over sets; its monad is T.

    >>> from ideas.monads import MAYBE
    >>> check_triangles(eilenberg_moore(MAYBE), [(0, 1)], [algebra.pointed((0, 1), 0)])
    5
    """
    return Adjunction(
        name=f"{T.name}-algebras",
        left=lambda A: algebra.free(T, A),
        left_map=lambda f: lambda m: T.map(f, m),
        right=lambda B: B.carrier,
        right_map=lambda h: h,
        unit=T.unit,
        counit=lambda B: B.evaluate,
        points=lambda B: B.carrier,
    )
