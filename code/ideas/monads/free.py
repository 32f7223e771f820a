"""Free: a program over instructions that mean nothing yet; an interpreter gives them a meaning.

``instruction(x)`` is a program of one step.  :func:`fold_map` runs a program in any monad, given
what each instruction does there; it is the only map that does so and respects unit and bind.
Bind keeps a stack of what comes next, so it is one step however a chain is nested; that a naive
tree is quadratic, and what mends it, is in :mod:`ideas.monads.codensity`.

>>> from ideas.monads import LIST
>>> two = instruction("flip").bind(lambda a: instruction("flip").map(lambda b: (a, b)))
>>> fold_map(two, {"flip": (0, 1)}.get, LIST)
((0, 0), (0, 1), (1, 0), (1, 1))

Source: Swierstra (2008), *Data types a la carte*, section 3; Bjarnason (2012); van der Ploeg and
Kiselyov (2014), *Reflection without remorse*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from ideas.monads.either import Left, Right
from ideas.monads.monad import Monad
from ideas.monads.program import Place, Prim, Program, Pure, advance, after, agree, show_tree
from ideas.monads.tables import Table

__all__ = ["FREE", "Free", "bind", "fold_map", "instruction", "monad", "unit"]


class Free(Program):
    """A program over instructions."""

    __slots__ = ()


def unit(value: Any) -> Free:
    """eta: the program that answers at once."""
    return Free(Pure(value))


def instruction(name: Any) -> Free:
    """The program of one instruction, which answers what its interpreter says."""
    return Free(Prim(name))


def _free(value: Any, expectation: str) -> Free:
    if isinstance(value, Free):
        return value
    raise TypeError(f"{expectation} a Free, but got {value!r}")


def bind(m: Free, function: Callable[[Any], Free]) -> Free:
    """M >>= function: graft ``function`` onto the leaves of the tree that m is."""
    bound: Free = _free(m, "bind expected").bind(function)
    return bound


def fold_map(program: Free, meaning: Callable[[Any], Any], monad: Monad) -> Any:
    """Run a program in ``monad``, where an instruction i means ``meaning(i)`` : T of its answer.

    It is as stack-safe as the monad's ``tail_rec_m``.

    >>> from ideas.monads import STATE, state
    >>> tick = state.get().bind(lambda n: state.put(n + 1).then(state.unit(n)))
    >>> pair = instruction("tick").bind(lambda a: instruction("tick").map(lambda b: (a, b)))
    >>> fold_map(pair, lambda _: tick, STATE).run(7)
    ((7, 8), 9)
    """

    def step(place: Place) -> Any:
        node, stack = advance(Free, *place)
        if isinstance(node, Pure):
            return monad.unit(Right(node.value))
        return monad.map(lambda answer: Left(after(Free, answer, stack)), meaning(node.action))

    return monad.tail_rec_m(step, (_free(program, "fold_map expected"), None))


def monad(answers: Mapping[Any, Sequence[Any]] | None = None) -> Monad:
    """The free monad on instructions with finitely many ``answers`` each.

    A program is then a finite tree, with a branch for each answer, and trees can be compared.
    """
    table = {"flip": (0, 1)} if answers is None else dict(answers)

    def values(elements: Sequence[Any]) -> Iterator[Free]:
        elements = tuple(elements)
        yield from map(unit, elements)
        for name, branches in table.items():
            for images in product(elements, repeat=len(branches)):
                yield instruction(name).map(Table(tuple(branches), images))

    def eq(m: Free, n: Free) -> bool:
        return agree(_free(m, "eq expected"), _free(n, "eq expected"), table.__getitem__)

    def show(m: Any) -> str:
        return show_tree(m, Free, table.__getitem__)

    return Monad("Free", unit, bind, values, eq=eq, show=show)


FREE = monad()
