"""do-notation by generators: ``x = yield m`` means m >>= (x -> the rest of the block).

A generator can be resumed only once from a given point.  That is enough for a monad whose bind
calls its function at most once in a run (``one_shot``): each run starts a fresh generator.  A
list calls the rest of the block once for each possibility; there the block is replayed from its
start with the answers so far, which asks that its body be pure and costs the square of its
length.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Generator
from typing import Any

from ideas.monads.either import Left, Right
from ideas.monads.monad import Monad

__all__ = ["do"]


def do(monad: Monad) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorate a generator function as a do-block of ``monad``.

    The block ends with ``return value``, which puts the value in the context.

    >>> from ideas.monads import LIST, MAYBE, Just, Nothing
    >>> @do(MAYBE)
    ... def total(first, second):
    ...     x = yield first
    ...     y = yield second
    ...     return x + y
    >>> total(Just(1), Just(2)), total(Just(1), Nothing())
    (Just(value=3), Nothing())

    >>> @do(LIST)
    ... def pairs():
    ...     x = yield (1, 2)
    ...     y = yield (x, 10 * x)
    ...     return x, y
    >>> pairs()
    ((1, 1), (1, 10), (2, 2), (2, 20))

    Raises TypeError if the function is not a generator function.
    """

    def decorate(block: Callable[..., Any]) -> Callable[..., Any]:
        if not inspect.isgeneratorfunction(block):
            raise TypeError(f"do expected a function with a yield in it, but got {block!r}")

        @functools.wraps(block)
        def computation(*args: Any, **kwargs: Any) -> Any:
            def start() -> Generator[Any, Any, Any]:
                generator: Generator[Any, Any, Any] = block(*args, **kwargs)
                return generator

            return _once(monad, start) if monad.one_shot else _replayed(monad, start)

        return computation

    return decorate


def _advance(monad: Monad, generator: Any, answer: Any) -> Any:
    """Resume a block: Left(answer) at its next yield, or Right(value) at its end, in context."""
    try:
        m = generator.send(answer)
    except StopIteration as stop:
        return monad.unit(Right(stop.value))
    return monad.map(Left, m)


def _once(monad: Monad, start: Callable[[], Any]) -> Any:
    def run(_: None) -> Any:
        generator = start()
        return monad.tail_rec_m(lambda answer: _advance(monad, generator, answer), None)

    return monad.bind(monad.unit(None), run)


def _replayed(monad: Monad, start: Callable[[], Any]) -> Any:
    def step(answers: tuple[Any, ...]) -> Any:
        generator = start()
        *past, last = (None, *answers)
        for answer in past:
            generator.send(answer)

        def note(result: Left[Any] | Right[Any]) -> Left[Any] | Right[Any]:
            return result if isinstance(result, Right) else Left((*answers, result.value))

        return monad.map(note, _advance(monad, generator, last))

    return monad.tail_rec_m(step, ())
