"""Codensity: why naive trees are quadratic in left-nested binds, and how continuations mend it.

The plain free monad is a tree, and bind walks to its leaves to graft there.  In a left-nested
chain the tree grows and every bind walks it again.  Codensity keeps, instead of a tree, what to
do with its leaves: grafting is then a composition of functions, and the tree is built once.

>>> from ideas.monads.codensity import chain, lift, lower
>>> naive, mended = Meter(), Meter()
>>> tree = chain(100, tick(), naive.bind)
>>> same = lower(chain(100, lift(tick(), mended.bind), bind))
>>> tree == same, naive.steps, mended.steps
(True, 5050, 101)

Source: Voigtlaender (2008), *Asymptotic improvement of computations over free monads*, sections 3
and 4.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

__all__ = ["Codensity", "Done", "Meter", "Tick", "Tree", "bind", "chain", "lift", "lower", "tick"]


@dataclass(frozen=True, slots=True)
class Done:
    """A leaf: the program is over, with its value."""

    value: Any


@dataclass(frozen=True, slots=True)
class Tick:
    """One step of a clock, and what comes after: the free monad on the identity functor."""

    rest: Tree


Tree: TypeAlias = Done | Tick


def tick() -> Tree:
    """One tick, and then the answer None."""
    return Tick(Done(None))


class Meter:
    """A bind for trees that counts the ticks it walks past; ``steps`` is the total."""

    def __init__(self) -> None:
        self.steps = 0

    def bind(self, m: Tree, function: Callable[[Any], Tree]) -> Tree:
        """M >>= function: walk to the leaf, and graft there."""
        ticks = 0
        while isinstance(m, Tick):
            m, ticks = m.rest, ticks + 1
        grafted = function(m.value)
        for _ in range(ticks):
            grafted = Tick(grafted)
        self.steps += ticks
        return grafted


@dataclass(frozen=True, slots=True)
class Codensity:
    """A program as what it does with a continuation that makes trees of answers."""

    run: Callable[[Callable[[Any], Tree]], Tree]


def bind(m: Codensity, function: Callable[[Any], Codensity]) -> Codensity:
    """M >>= function: m's continuation is to run ``function`` with the next continuation."""
    return Codensity(lambda k: m.run(lambda a: function(a).run(k)))


def lift(tree: Tree, bind_trees: Callable[[Tree, Callable[[Any], Tree]], Tree]) -> Codensity:
    """A tree, as the program that will bind to it once."""
    return Codensity(lambda k: bind_trees(tree, k))


def lower(m: Codensity) -> Tree:
    """Build the tree."""
    return m.run(Done)


def chain(n: int, step: Any, bind: Callable[[Any, Callable[[Any], Any]], Any]) -> Any:
    """``step`` and then n more of it, nested to the left: ((step >> step) >> step) >> ...."""
    m = step
    for _ in range(n):
        m = bind(m, lambda _: step)
    return m
