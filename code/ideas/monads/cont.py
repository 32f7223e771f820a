"""Cont: a value for somebody who says what to do with it, Cont R A = (A -> R) -> R.

A computation is handed its own future, the continuation, and may call it once, never, or often.

>>> (unit(1).bind(lambda a: unit(a + 1))).run(lambda b: 10 * b)
20
>>> early = call_cc(lambda leave: leave("early").then(unit("late")))
>>> early.run(lambda answer: answer)
'early'

Two computations are equal when they give the same result for every continuation.  With a finite
set of results :func:`same` tries them all: it answers a continuation's questions as they come up.

Source: Moggi (1991), example 1.1 (continuations); Wadler (1992), section 3.1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, product
from typing import Any

from ideas.monads.monad import Monad
from ideas.monads.program import Prim, Program, Pure, Stack, advance, after

__all__ = ["CONT", "Cont", "abort", "bind", "call_cc", "cont", "monad", "same", "unit"]


class Cont(Program):
    """A computation that waits for its continuation.

    Steps that only answer run in constant stack; each continuation that is called by hand is a
    Python call.
    """

    __slots__ = ()

    def run(self, continuation: Callable[[Any], Any]) -> Any:
        """The result for a continuation."""
        return _run(self, None, continuation)


def _run(program: Any, stack: Stack, continuation: Callable[[Any], Any]) -> Any:
    node, waiting = advance(Cont, program, stack)
    if isinstance(node, Pure):
        return continuation(node.value)
    if waiting is None:
        return node.action(continuation)

    def resume(answer: Any) -> Any:
        program, rest = after(Cont, answer, waiting)
        return _run(program, rest, continuation)

    return node.action(resume)


def unit(value: Any) -> Cont:
    """eta: hand the value to the continuation."""
    return Cont(Pure(value))


def cont(action: Callable[[Callable[[Any], Any]], Any]) -> Cont:
    """The computation that does ``action`` : (A -> R) -> R with its continuation."""
    return Cont(Prim(action))


def abort(result: Any) -> Cont:
    """Forget the continuation, and end with ``result``."""
    return cont(lambda k: result)


def call_cc(function: Callable[[Callable[[Any], Cont]], Cont]) -> Cont:
    """Hand ``function`` a way out: a call of it ends this computation with that answer."""

    def action(k: Callable[[Any], Any]) -> Any:
        return _cont(function(lambda a: cont(lambda _: k(a))), "call_cc expected").run(k)

    return cont(action)


def _cont(value: Any, expectation: str) -> Cont:
    if isinstance(value, Cont):
        return value
    raise TypeError(f"{expectation} a Cont, but got {value!r}")


def bind(m: Cont, function: Callable[[Any], Cont]) -> Cont:
    """M >>= function: the continuation of m is to run ``function``."""
    bound: Cont = _cont(m, "bind expected").bind(function)
    return bound


class _Question(Exception):  # noqa: N818 - it is caught at once
    def __init__(self, argument: Any) -> None:
        self.argument = argument


Known = tuple[tuple[Any, Any], ...]


def _answering(known: Known) -> Callable[[Any], Any]:
    def continuation(argument: Any) -> Any:
        for seen, answer in known:
            if type(seen) is type(argument) and seen == argument:
                return answer
        raise _Question(argument)

    return continuation


def _continuations(
    results: Sequence[Any], *computations: Cont
) -> Iterator[tuple[Known, tuple[Any, ...]]]:
    """Every continuation, as far as the computations ask of it, and their results for it."""
    todo: list[Known] = [()]
    while todo:
        known = todo.pop()
        try:
            yield known, tuple(m.run(_answering(known)) for m in computations)
        except _Question as question:
            todo += [(*known, (question.argument, r)) for r in reversed(results)]


def same(m: Cont, n: Cont, results: Sequence[Any] = (0, 1)) -> bool:
    """Say whether two computations agree on every continuation into ``results``.

    >>> same(unit(3), unit(3)), same(unit(3), unit(4)), same(unit(3), abort(0))
    (True, False, False)
    >>> same(cont(lambda k: k(k(0))), unit(0))
    False
    """
    pair = (_cont(m, "same expected"), _cont(n, "same expected"))
    return all(left == right for _, (left, right) in _continuations(results, *pair))


def _show(m: Any, results: Sequence[Any]) -> str:
    if not isinstance(m, Cont):
        return repr(m)
    rows = []
    for known, (result,) in _continuations(results, m):
        asked = ", ".join(f"k({_show(a, results)})={r!r}" for a, r in known)
        rows.append(f"{asked or 'any k'}: {result!r}")
    return "{" + "; ".join(rows) + "}"


def _looked_up(
    elements: tuple[Any, ...],
    rows: tuple[tuple[Any, ...], ...],
    images: tuple[Any, ...],
    continuation: Callable[[Any], Any],
) -> Any:
    return images[rows.index(tuple(map(continuation, elements)))]


def _twice(first: Any, second: Any, low: Any, continuation: Callable[[Any], Any]) -> Any:
    return continuation(first) if continuation(second) == low else continuation(second)


def monad(results: Sequence[Any] = (0, 1)) -> Monad:
    """The Cont monad into a finite set of results.

    For one or two elements all computations are listed that there are; for more, those that
    hand one value on, those that end at once, and those that ask twice.
    """
    points = tuple(results)

    def values(elements: Sequence[Any]) -> Iterator[Cont]:
        elements = tuple(elements)
        if len(elements) <= 2:
            rows = tuple(product(points, repeat=len(elements)))
            for images in product(points, repeat=len(rows)):
                yield cont(partial(_looked_up, elements, rows, images))
            return
        yield from map(unit, elements)
        yield from map(abort, points)
        for a, b in combinations(elements[:3], 2):
            yield cont(partial(_twice, a, b, points[0]))

    return Monad(
        "Cont",
        unit,
        bind,
        values,
        eq=lambda m, n: same(m, n, points),
        show=lambda m: _show(m, points),
    )


CONT = monad()
