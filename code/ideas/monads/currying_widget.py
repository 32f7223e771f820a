"""A widget: State from the two halves of currying, on a finite set of states."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from ideas.monads import adjunction
from ideas.monads.tables import Table
from ideas.widgets import Check, Trait, Widget, one_of, whole_number

__all__ = ["Currying", "bound", "vectors"]

LETTERS = "ab"
FIRST = [2, [2, 1], [1, 2, 3, 0]]


def _is_table(codes: Any, length: int, size: int) -> bool:
    return (
        isinstance(codes, list)
        and len(codes) == length
        and all(type(c) is int and 0 <= c < 2 * size for c in codes)
    )


def _check(value: Any) -> list[Any]:
    if not isinstance(value, list) or len(value) != 3 or value[0] not in (2, 3):
        raise ValueError(value)
    size, m, f = value
    if not _is_table(m, size, size) or not _is_table(f, 2 * size, size):
        raise ValueError(value)
    return value


TABLES = Check(_check, "[size, m, f], with size 2 or 3, such as [2, [2, 1], [1, 2, 3, 0]]")


def _pair(code: int, size: int) -> tuple[str, int]:
    return LETTERS[code // size], code % size


def bound(size: int, m: list[int], f: list[int]) -> list[int]:
    """The table of m >>= f, by the monad that the currying adjunction gives.

    A code stands for a pair (letter, state): ``size * letter + state``.  ``m`` lists the pairs
    for each state, ``f`` (uncurried) those for each pair.

    >>> bound(2, [2, 1], [1, 2, 3, 0])
    [3, 2]
    """
    states = tuple(range(size))
    currying = adjunction.currying(states)
    T = adjunction.monad(currying, adjunction.currying_values(states))
    uncurried = {_pair(i, size): _pair(code, size) for i, code in enumerate(f)}
    arrow = adjunction.curry(uncurried.__getitem__, states)
    table = T.bind(Table(states, tuple(_pair(code, size) for code in m)), arrow)
    return [size * LETTERS.index(letter) + s for letter, s in map(table, states)]


def vectors() -> list[dict[str, Any]]:
    """What ``currying_widget.js`` must compute as well: some tables of either size."""
    rng = random.Random(1)
    cases: list[list[Any]] = [FIRST]
    for size in (2, 3) * 25:
        draw = [rng.randrange(2 * size) for _ in range(3 * size)]
        cases.append([size, draw[:size], draw[size:]])
    return [{"tables": tables, "bound": bound(*tables)} for tables in cases]


class Currying(Widget):
    """Two tables to edit, and their bind as a walk through the arrows.

    >>> Currying().alt()
    'With 2 states, from state 0: m gives (b, 0), then f gives (b, 1).'
    """

    name = "monads-currying"
    script = Path(__file__).with_suffix(".js")
    tables = Trait(FIRST, TABLES)
    start = Trait(0, whole_number(0, 2))
    view = Trait("uncurried", one_of("curried", "uncurried"))

    def alt(self) -> str:
        """Say the walk from the start."""
        size, m, f = self.tables
        start = self.start % size
        (a, s), (b, t) = _pair(m[start], size), _pair(f[m[start]], size)
        return (
            f"With {size} states, from state {start}: m gives ({a}, {s}), then f gives ({b}, {t})."
        )

    def picture(self) -> str:
        """The arrows of m and f between three columns of points."""
        size, m, f = self.tables
        start = self.start % size

        def low(i: int, rows: int) -> float:
            return 200 * (i + 0.5) / rows

        parts = ['<svg viewBox="0 0 460 210" width="460" font-size="14" fill="currentColor">']
        for i, code in enumerate(m):
            parts.append(_line(40, low(i, size), 190, low(code, 2 * size), i == start))
        for i, code in enumerate(f):
            on = i == m[start]
            parts.append(_line(250, low(i, 2 * size), 390, low(code, 2 * size), on))
        for i in range(size):
            parts.append(f'<text x="20" y="{low(i, size) + 5}">{i}</text>')
        for i in range(2 * size):
            letter, s = _pair(i, size)
            for x in (195, 395):
                parts.append(f'<text x="{x}" y="{low(i, 2 * size) + 5}">({letter}, {s})</text>')
        return "".join(parts) + "</svg>"


def _line(x: float, y: float, to_x: float, to_y: float, on: bool) -> str:
    look = 'stroke-width="3"' if on else 'stroke-dasharray="4 4"'
    return f'<path d="M{x} {y}L{to_x} {to_y}" fill="none" stroke="currentColor" {look}/>'
