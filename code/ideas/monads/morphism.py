"""A morphism of monads changes the context and respects unit and bind: h : SA -> TA for every A.

It lets a program be written in one monad and run in another: it does not matter whether you
change the context at the end or step by step.

Source: Mac Lane (1971), section VI.1, exercise 3; Moggi (1991), section 4.1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

from ideas.monads import reader, state
from ideas.monads.either import EITHER, Left, Right
from ideas.monads.free import FREE, fold_map
from ideas.monads.identity import IDENTITY
from ideas.monads.laws import Steps, equations
from ideas.monads.lists import LIST
from ideas.monads.maybe import MAYBE, Just, Nothing
from ideas.monads.monad import Monad
from ideas.monads.reader import READER
from ideas.monads.state import STATE
from ideas.monads.tables import Table, all_functions

__all__ = ["ALL", "Morphism", "interpreter", "unit_of"]


@dataclass(frozen=True, slots=True)
class Morphism:
    """The map ``apply`` : SA -> TA, from the monad ``source`` to the monad ``target``.

    >>> from ideas.monads import laws
    >>> laws.check(ALL["Maybe to List"])
    {'morphism unit': 3, 'morphism bind': 287, 'morphism join': 12, 'morphism is natural': 141}
    >>> head = Morphism("head", LIST, MAYBE, lambda xs: Just(xs[0]) if xs else Nothing())
    >>> laws.check(head)
    Traceback (most recent call last):
    ...
    ideas.monads.laws.LawError: head breaks the law 'morphism bind': h(m >>= f) = h(m) >>= (h . f)
        with m = (0, 1)
        with f = {0: (), 1: (0,)}
        left   m >>= f = (0,)
        left   h(that) = Just(value=0)
        right  h(m) = Just(value=0)
        right  that >>= (h . f) = Nothing()
    """

    name: str
    source: Monad
    target: Monad
    apply: Callable[[Any], Any]

    def check_laws(self, budget: int) -> dict[str, int]:
        """Try the laws on small cases, for :func:`ideas.monads.laws.check`."""
        tried = partial(equations, self.name, budget=budget, eq=self.target.eq)
        elements = self.source.elements
        return {
            name: tried(name, statement, cases, monad=_Both(self).as_monad())
            for name, statement, cases in (
                ("morphism unit", "h(unit(a)) = unit(a)", map(self._unit, elements)),
                ("morphism bind", "h(m >>= f) = h(m) >>= (h . f)", self._binds(budget)),
                ("morphism join", "h(join(mm)) = join(h(map(h, mm)))", self._joins()),
                ("morphism is natural", "h(map(f, m)) = map(f, h(m))", self._maps()),
            )
        }

    def _unit(self, a: Any) -> tuple[dict[str, Any], Steps, Steps]:
        wrapped = self.source.unit(a)
        left = [("unit(a)", wrapped), ("h(that)", self.apply(wrapped))]
        return {"a": a}, left, [("unit(a)", self.target.unit(a))]

    def _binds(self, budget: int) -> Iterator[tuple[dict[str, Any], Steps, Steps]]:
        S, T, h = self.source, self.target, self.apply
        for size in (1, 2, 3):
            elements = S.elements[:size]
            values = tuple(S.values(elements))
            if len(values) ** (size + 1) > budget:
                continue
            for m, f in product(values, all_functions(elements, values)):
                bound, image = S.bind(m, f), h(m)
                right = T.bind(image, Table(elements, tuple(map(h, f.images))))
                yield (
                    {"m": m, "f": f},
                    [("m >>= f", bound), ("h(that)", h(bound))],
                    [("h(m)", image), ("that >>= (h . f)", right)],
                )

    def _joins(self) -> Iterator[tuple[dict[str, Any], Steps, Steps]]:
        S, T, h = self.source, self.target, self.apply
        for size in (1, 2, 3):
            for mm in S.values(tuple(S.values(S.elements[:size]))):
                flat, inner = S.join(mm), S.map(h, mm)
                outer = h(inner)
                yield (
                    {"mm": mm},
                    [("join(mm)", flat), ("h(that)", h(flat))],
                    [("map(h, mm)", inner), ("h(that)", outer), ("join(that)", T.join(outer))],
                )

    def _maps(self) -> Iterator[tuple[dict[str, Any], Steps, Steps]]:
        S, T, h = self.source, self.target, self.apply
        for size in (1, 2, 3):
            elements = S.elements[:size]
            for m, f in product(S.values(elements), all_functions(elements, S.elements)):
                mapped, image = S.map(f, m), h(m)
                yield (
                    {"m": m, "f": f},
                    [("map(f, m)", mapped), ("h(that)", h(mapped))],
                    [("h(m)", image), ("map(f, that)", T.map(f, image))],
                )


@dataclass(frozen=True, slots=True)
class _Both:
    """Prints values of either monad."""

    morphism: Morphism

    def show(self, value: Any) -> str:
        text = self.morphism.source.show(value)
        return self.morphism.target.show(value) if text.startswith("<") else text

    def as_monad(self) -> Monad:
        from dataclasses import replace

        return replace(self.morphism.source, show=self.show)


def unit_of(monad: Monad) -> Morphism:
    """The one morphism from Identity: the unit.  Identity is initial among monads."""
    return Morphism(f"Identity to {monad.name}", IDENTITY, monad, lambda m: monad.unit(m.value))


def interpreter(meaning: Callable[[Any], Any], monad: Monad) -> Morphism:
    """The morphism from Free that gives each instruction its ``meaning`` in ``monad``."""
    name = f"Free to {monad.name}"
    return Morphism(name, FREE, monad, lambda m: fold_map(m, meaning, monad))


def _maybe_to_list(m: Any) -> tuple[Any, ...]:
    return () if isinstance(m, Nothing) else (m.value,)


def _maybe_to_either(m: Any) -> Left[Any] | Right[Any]:
    return Left("nothing there") if isinstance(m, Nothing) else Right(m.value)


def _either_to_maybe(m: Any) -> Just[Any] | Nothing:
    return Nothing() if isinstance(m, Left) else Just(m.value)


def _reader_to_state(m: reader.Reader) -> state.State:
    return state.state(lambda s: (m.run(s), s))


ALL: dict[str, Morphism] = {
    morphism.name: morphism
    for morphism in (
        unit_of(STATE),
        Morphism("Maybe to List", MAYBE, LIST, _maybe_to_list),
        Morphism("Maybe to Either", MAYBE, EITHER, _maybe_to_either),
        Morphism("Either to Maybe", EITHER, MAYBE, _either_to_maybe),
        Morphism("Reader to State", READER, STATE, _reader_to_state),
        Morphism("reversed List", LIST, LIST, lambda xs: xs[::-1]),
        interpreter({"flip": (0, 1)}.get, LIST),
        interpreter({"flip": state.state(lambda s: (s, 1 - s))}.get, STATE),
    )
}
"""Morphisms of the monads of this package, by name."""
