"""A monad is a value: a unit and a bind, from which everything else follows.

Python has no types of types, so a monad cannot be a base class that its values share.  It is a
record instead, passed to whatever needs it, which is how a mathematician writes it too:
*let (T, eta, mu) be a monad*.  The record also says how to compare two values and how to list
small ones, so that :func:`ideas.monads.laws.check` can try every case.

Source: Moggi (1991), definition 1.2, for the Kleisli triple (T, eta, bind); Mac Lane (1971),
chapter VI, for (T, eta, mu).
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from typing import Any, Literal

__all__ = ["Monad", "Plus", "from_join", "from_kleisli"]


def _identity(value: Any) -> Any:
    return value


def _cons(rest: Any, value: Any) -> tuple[Any, Any]:
    return (rest, value)


def _uncons(cell: Any) -> tuple[Any, ...]:
    values = []
    while cell is not None:
        cell, value = cell
        values.append(value)
    return tuple(reversed(values))


@dataclass(frozen=True, slots=True)
class Plus:
    """A choice between two values in context, with ``zero`` for none: what makes a MonadPlus.

    ``law`` says how ``choose`` goes with bind: by "left distribution", as for lists, or by "left
    catch", as for Maybe, which keeps its first success.
    """

    zero: Any
    choose: Callable[[Any, Any], Any]
    law: Literal["left distribution", "left catch"]


@dataclass(frozen=True, slots=True)
class Monad:
    """The monad called ``name``.

    ``unit`` : A -> TA puts a plain value in the context; ``bind`` : TA, (A -> TB) -> TB feeds a
    value in context to a function.  ``values(elements)`` lists small members of T(elements),
    smallest first, ``eq`` compares two members of TA, and ``show`` prints one.  ``elements`` are
    the plain values that the laws are tried on.  ``one_shot`` promises that ``bind`` calls its
    function at most once in a run.  The ``own_...`` fields hold the monad's own version of an
    operation that could be derived; the laws then hold the two to be equal.  ``plus`` is there
    for a MonadPlus.  ``draw(strategies, inner)`` makes a Hypothesis strategy for members of TA
    from one for A; without it a random search draws from ``values``.  ``theory`` holds the laws
    of the monad's own operations, such as get and put.

    >>> from ideas.monads import MAYBE, Just, Nothing
    >>> half = lambda n: Just(n // 2) if n % 2 == 0 else Nothing()
    >>> MAYBE.bind(Just(6), half), MAYBE.bind(Just(3), half)
    (Just(value=3), Nothing())
    >>> MAYBE.fish(half, half)(12)
    Just(value=3)
    >>> MAYBE.join(Just(Just(1)))
    Just(value=1)
    """

    name: str
    unit: Callable[[Any], Any]
    bind: Callable[[Any, Callable[[Any], Any]], Any]
    values: Callable[[Sequence[Any]], Iterable[Any]]
    eq: Callable[[Any, Any], bool] = operator.eq
    show: Callable[[Any], str] = repr
    elements: tuple[Any, ...] = (0, 1, 2)
    one_shot: bool = False
    own_map: Callable[[Callable[[Any], Any], Any], Any] | None = None
    own_join: Callable[[Any], Any] | None = None
    own_ap: Callable[[Any, Any], Any] | None = None
    own_tail_rec_m: Callable[[Callable[[Any], Any], Any], Any] | None = None
    plus: Plus | None = None
    draw: Callable[[Any, Any], Any] | None = None
    theory: tuple[Any, ...] = ()

    def map(self, function: Callable[[Any], Any], m: Any) -> Any:
        """T on functions: apply a plain function inside the context.

        >>> from ideas.monads import LIST
        >>> LIST.map(lambda n: n + 1, (1, 2, 3))
        (2, 3, 4)
        """
        if self.own_map is not None:
            return self.own_map(function, m)
        return self.bind(m, lambda a: self.unit(function(a)))

    def join(self, mm: Any) -> Any:
        """mu: flatten two layers into one.

        >>> from ideas.monads import LIST
        >>> LIST.join(((1, 2), (), (3,)))
        (1, 2, 3)
        """
        return self.own_join(mm) if self.own_join is not None else self.bind(mm, _identity)

    def fish(self, *arrows: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """Kleisli composition from left to right, f >=> g >=> ...; of no arrows, the unit.

        >>> from ideas.monads import LIST
        >>> LIST.fish(lambda n: (n, -n), lambda n: (n, 10 * n))(1)
        (1, 10, -1, -10)
        """
        if not arrows:
            return self.unit
        first, *rest = arrows
        return lambda a: reduce(self.bind, rest, first(a))

    def then(self, first: Any, second: Any) -> Any:
        """Run ``first`` for its effect, then ``second``."""
        return self.bind(first, lambda _: second)

    def ap(self, mf: Any, ma: Any) -> Any:
        """Apply a function in context to a value in context, the function's effect first."""
        if self.own_ap is not None:
            return self.own_ap(mf, ma)
        return self.bind(mf, lambda f: self.map(f, ma))

    def lift2(self, function: Callable[[Any, Any], Any], ma: Any, mb: Any) -> Any:
        """Apply a function of two arguments inside the context.

        >>> from ideas.monads import MAYBE, Just
        >>> MAYBE.lift2(max, Just(1), Just(2))
        Just(value=2)
        """
        return self.bind(ma, lambda a: self.map(lambda b: function(a, b), mb))

    def fold_m(self, step: Callable[[Any, Any], Any], start: Any, items: Iterable[Any]) -> Any:
        """Fold with an effect at each step: ``step`` : B, A -> TB.

        >>> from ideas.monads import MAYBE, Just, Nothing
        >>> divide = lambda total, n: Just(total / n) if n else Nothing()
        >>> MAYBE.fold_m(divide, 60, [2, 3]), MAYBE.fold_m(divide, 60, [2, 0])
        (Just(value=10.0), Nothing())
        """

        def add(total: Any, item: Any) -> Any:
            return self.bind(total, lambda b: step(b, item))

        return reduce(add, items, self.unit(start))

    def traverse(self, function: Callable[[Any], Any], items: Iterable[Any]) -> Any:
        """Apply ``function`` : A -> TB to each item, and collect the results in a tuple.

        >>> from ideas.monads import LIST
        >>> LIST.traverse(lambda n: (n, -n), (1, 2))
        ((1, 2), (1, -2), (-1, 2), (-1, -2))
        """

        def step(cell: Any, item: Any) -> Any:
            return self.map(partial(_cons, cell), function(item))

        return self.map(_uncons, self.fold_m(step, None, items))

    def sequence(self, ms: Iterable[Any]) -> Any:
        """Turn a tuple of values in context into a tuple in context.

        >>> from ideas.monads import MAYBE, Just, Nothing
        >>> MAYBE.sequence((Just(1), Just(2))), MAYBE.sequence((Just(1), Nothing()))
        (Just(value=(1, 2)), Nothing())
        """
        return self.traverse(_identity, ms)

    def tail_rec_m(self, step: Callable[[Any], Any], start: Any) -> Any:
        """Repeat ``step`` : A -> T(Left(A) or Right(B)) from ``start`` until it answers Right.

        A monad may bring its own loop; the one here is safe wherever bind itself is.
        """
        from ideas.monads.either import Left

        if self.own_tail_rec_m is not None:
            return self.own_tail_rec_m(step, start)

        def carry_on(result: Any) -> Any:
            if isinstance(result, Left):
                return self.bind(step(result.value), carry_on)
            return self.unit(result.value)

        return self.bind(step(start), carry_on)

    def forever(self, m: Any) -> Any:
        """Run ``m`` again and again, until its context stops it; there is no answer.

        A monad that never stops makes this a loop, or, if it is a description, an endless one.

        >>> from ideas.monads import EITHER, LIST, Left
        >>> EITHER.forever(Left("enough")), LIST.forever(())
        (Left(value='enough'), ())
        """
        from ideas.monads.either import Left

        return self.tail_rec_m(lambda _: self.map(lambda _: Left(None), m), None)

    def guard(self, condition: bool) -> Any:
        """Go on if the condition holds; if not, there is nothing.  Only for a MonadPlus.

        >>> from ideas.monads import LIST
        >>> LIST.bind((1, 2, 3), lambda n: LIST.then(LIST.guard(n != 2), LIST.unit(n)))
        (1, 3)
        """
        if self.plus is None:
            raise ValueError(f"guard needs a MonadPlus, but {self.name} has no zero and no plus")
        return self.unit(None) if condition else self.plus.zero


def from_join(
    name: str,
    unit: Callable[[Any], Any],
    map: Callable[[Callable[[Any], Any], Any], Any],  # noqa: A002
    join: Callable[[Any], Any],
    values: Callable[[Sequence[Any]], Iterable[Any]],
    **fields: Any,
) -> Monad:
    """The monad (T, eta, mu) given by T on functions, ``unit`` and ``join``.

    Bind is then m >>= f = mu(T f (m)).

    >>> from ideas.monads import LIST
    >>> flatten = lambda xss: sum(xss, ())
    >>> lists = from_join("List", LIST.unit, LIST.map, flatten, LIST.values)
    >>> lists.bind((1, 2), lambda n: (n, n))
    (1, 1, 2, 2)
    """

    def bind(m: Any, function: Callable[[Any], Any]) -> Any:
        return join(map(function, m))

    return Monad(name, unit, bind, values, own_map=map, own_join=join, **fields)


def from_kleisli(
    name: str,
    unit: Callable[[Any], Any],
    fish: Callable[[Callable[[Any], Any], Callable[[Any], Any]], Callable[[Any], Any]],
    values: Callable[[Sequence[Any]], Iterable[Any]],
    **fields: Any,
) -> Monad:
    """The monad given by ``unit`` and Kleisli composition: m >>= f = (id >=> f)(m).

    >>> from ideas.monads import LIST
    >>> from_kleisli("List", LIST.unit, LIST.fish, LIST.values).bind((1, 2), lambda n: (n, n))
    (1, 1, 2, 2)
    """

    def bind(m: Any, function: Callable[[Any], Any]) -> Any:
        return fish(_identity, function)(m)

    return Monad(name, unit, bind, values, **fields)
