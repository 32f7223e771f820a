"""List: a value that has several possibilities, in order.  Lists are tuples.

Unit makes a list of one; bind tries the function on each element and joins the answers end to
end.

>>> signs = lambda n: (n, -n)
>>> below = lambda n: tuple(range(n))
>>> bind(unit(3), signs) == signs(3)                                   # left identity
True
>>> bind((1, 2), unit) == (1, 2)                                       # right identity
True
>>> bind(bind((1, 2), signs), below) == bind((1, 2), lambda x: bind(signs(x), below))
True

Source: Wadler (1990), section 2 (comprehensions).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any, TypeAlias, TypeVar

from ideas.monads.either import Right
from ideas.monads.monad import Monad, Plus

A = TypeVar("A")
B = TypeVar("B")

__all__ = ["LIST", "List", "bind", "guard", "unit"]

List: TypeAlias = tuple[A, ...]


def _list(value: Any, expectation: str) -> Any:
    if isinstance(value, tuple):
        return value
    raise TypeError(f"{expectation} a List (a tuple), but got {value!r}")


def unit(value: A) -> List[A]:
    """eta: the list of one."""
    return (value,)


def bind(m: List[A], function: Callable[[A], List[B]]) -> List[B]:
    """M >>= function: every answer for every element, in order.

    >>> bind((1, 2, 3), lambda n: (n,) * n)
    (1, 2, 2, 3, 3, 3)
    """
    lists = (
        _list(function(value), "bind expected its function to return")
        for value in _list(m, "bind expected")
    )
    return tuple(value for answers in lists for value in answers)


def guard(condition: bool) -> List[None]:
    """One possibility if the condition holds, none if it does not.

    >>> bind((1, 2, 3, 4), lambda n: bind(guard(n % 2 == 0), lambda _: unit(n)))
    (2, 4)
    """
    return (None,) if condition else ()


def _values(elements: Sequence[Any]) -> Iterator[List[Any]]:
    elements = tuple(elements)
    for length in range(3):
        yield from product(elements, repeat=length)


def _map(function: Callable[[A], B], m: List[A]) -> List[B]:
    return tuple(map(function, _list(m, "map expected")))


def _tail_rec_m(step: Callable[[Any], Any], start: Any) -> List[Any]:
    done: list[Any] = []
    todo = [iter(_list(step(start), "tail_rec_m expected its step to return"))]
    while todo:
        for result in todo[-1]:
            if isinstance(result, Right):
                done.append(result.value)
            else:
                answers = step(result.value)
                todo.append(iter(_list(answers, "tail_rec_m expected its step to return")))
                break
        else:
            todo.pop()
    return tuple(done)


def _draw(st: Any, inner: Any) -> Any:
    return st.lists(inner, max_size=4).map(tuple)


def _append(m: List[A], n: List[A]) -> List[A]:
    return (*_list(m, "plus expected"), *_list(n, "plus expected"))


LIST = Monad(
    "List",
    unit,
    bind,
    _values,
    own_map=_map,
    own_tail_rec_m=_tail_rec_m,
    plus=Plus((), _append, "left distribution"),
    draw=_draw,
)
