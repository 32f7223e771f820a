"""A widget: three layers of context, flattened inner-first and outer-first, with one result."""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

from ideas.monads import lists, maybe, state, writer
from ideas.monads.maybe import Just, Nothing
from ideas.monads.monad import Monad
from ideas.monads.tables import Table
from ideas.monads.writer import Writer
from ideas.widgets import Check, Trait, Widget, whole_number

__all__ = ["MONADS", "Layers", "decode", "encode", "flattened", "vectors"]

MONADS: dict[str, Monad] = {
    "Maybe": maybe.MAYBE,
    "List": lists.LIST,
    "Writer": writer.WRITER,
    "State": state.STATE,
}
FIRST = ["List", [[[1, 2], [3]], [[4]]]]
EXAMPLES: tuple[list[Any], ...] = (
    FIRST,
    ["List", []],
    ["List", [[], [[], [5]], [[6, 7], []]]],
    ["Maybe", [[[3]]]],
    ["Maybe", [[[]]]],
    ["Maybe", [[]]],
    ["Maybe", []],
    ["Writer", ["a", ["b", ["c", 7]]]],
    ["Writer", ["", ["b", ["", 0]]]],
    ["State", [[[[[[1, 1], [2, 0]], 1], [[[3, 0], [4, 1]], 0]], 1],
               [[[[[5, 0], [6, 0]], 0], [[[7, 1], [8, 1]], 1]], 0]]],
    ["State", [[[[[[1, 0], [2, 1]], 0], [[[3, 0], [4, 1]], 1]], 0],
               [[[[[5, 0], [6, 1]], 0], [[[7, 0], [8, 1]], 1]], 1]]],
)  # fmt: skip


def _lawful_tree(monad: str, tree: Any, depth: int) -> bool:
    if depth == 0:
        return type(tree) is int and 0 <= tree <= 9
    if not isinstance(tree, list):
        return False
    if monad in ("Maybe", "List"):
        most = 1 if monad == "Maybe" else 3
        return len(tree) <= most and all(_lawful_tree(monad, t, depth - 1) for t in tree)
    if monad == "Writer":
        return len(tree) == 2 and tree[0] in ("", "a", "b", "c") and _lawful_tree(
            monad, tree[1], depth - 1
        )  # fmt: skip
    return len(tree) == 2 and all(
        isinstance(row, list)
        and len(row) == 2
        and type(row[1]) is int
        and row[1] in (0, 1)
        and _lawful_tree(monad, row[0], depth - 1)
        for row in tree
    )


def _check(value: Any) -> list[Any]:
    if (
        not isinstance(value, list)
        or len(value) != 2
        or value[0] not in MONADS
        or not _lawful_tree(value[0], value[1], 3)
    ):
        raise ValueError(value)
    return value


VALUE = Check(
    _check,
    "[monad, layers], such as ['List', [[[1, 2], [3]], [[4]]]], three layers deep",
)


def decode(monad: str, tree: Any, depth: int = 3) -> Any:
    """The value in context that a nested list stands for.

    >>> decode("Maybe", [[[]]])
    Just(value=Just(value=Nothing()))
    >>> decode("Writer", ["a", ["b", ["", 7]]])
    Writer(value=Writer(value=Writer(value=7, log=''), log='b'), log='a')
    """
    if depth == 0:
        return tree
    match monad:
        case "Maybe":
            return Just(decode(monad, tree[0], depth - 1)) if tree else Nothing()
        case "List":
            return tuple(decode(monad, t, depth - 1) for t in tree)
        case "Writer":
            return Writer(decode(monad, tree[1], depth - 1), tree[0])
    rows = tuple((decode(monad, t, depth - 1), s) for t, s in tree)
    return state.state(Table((0, 1), rows))


def encode(monad: str, value: Any, depth: int) -> Any:
    """The nested list that stands for a value in context: :func:`decode` backwards."""
    if depth == 0:
        return value
    match monad:
        case "Maybe":
            inner = () if isinstance(value, Nothing) else (value.value,)
            return [encode(monad, v, depth - 1) for v in inner]
        case "List":
            return [encode(monad, v, depth - 1) for v in value]
        case "Writer":
            return [value.log, encode(monad, value.value, depth - 1)]
    return [[encode(monad, v, depth - 1), s] for v, s in map(value.run, (0, 1))]


def flattened(monad: str, tree: Any) -> dict[str, Any]:
    """Both ways from three layers to one, by the library's own map and join.

    >>> flattened("List", [[[1], []], [[2]]])
    {'inner': [[1], [2]], 'outer': [[1], [], [2]], 'result': [1, 2]}
    """
    T, mmm = MONADS[monad], decode(monad, tree)
    inner, outer = T.map(T.join, mmm), T.join(mmm)
    result = encode(monad, T.join(inner), 1)
    if result != encode(monad, T.join(outer), 1):
        raise AssertionError(f"join of {monad} is not associative at {tree}")
    return {"inner": encode(monad, inner, 2), "outer": encode(monad, outer, 2), "result": result}


def vectors() -> list[dict[str, Any]]:
    """What ``layers_widget.js`` must compute as well."""
    return [{"value": value, **flattened(*value)} for value in EXAMPLES]


class Layers(Widget):
    """A value with three layers to edit, and two ways to flatten it.

    >>> Layers(inner=2, outer=1).alt()  # doctest: +NORMALIZE_WHITESPACE
    'A List with three layers, [[[1, 2], [3]], [[4]]]. Inner two first: [[1, 2, 3], [4]],
    then [1, 2, 3, 4]. Outer two first: [[1, 2], [3], [4]].'
    """

    name = "monads-layers"
    script = Path(__file__).with_suffix(".js")
    value = Trait(FIRST, VALUE)
    inner = Trait(0, whole_number(0, 2))
    outer = Trait(0, whole_number(0, 2))

    def alt(self) -> str:
        """Say the value and how far each way has gone."""
        monad, tree = self.value
        ways = flattened(monad, tree)
        told = [f"A {monad} with three layers, {json.dumps(tree)}."]
        for side in ("inner", "outer"):
            seen = [ways[side], ways["result"]][: getattr(self, side)]
            if seen:
                told.append(f"{side.title()} two first: {', then '.join(map(json.dumps, seen))}.")
        return " ".join(told)

    def picture(self) -> str:
        """The two ways as a square of printed values."""
        monad, tree = self.value
        ways = flattened(monad, tree)
        places = (
            (300, 20, tree), (150, 70, ways["inner"]), (450, 70, ways["outer"]),
            (300, 120, ways["result"]),
        )  # fmt: skip
        texts = "".join(
            f'<text x="{x}" y="{y}" text-anchor="middle">{escape(json.dumps(t))}</text>'
            for x, y, t in places
        )
        lines = "".join(
            f'<path d="M{a} {b}L{c} {d}" fill="none" stroke="currentColor"/>'
            for a, b, c, d in ((260, 28, 170, 54), (340, 28, 430, 54),
                               (170, 78, 260, 104), (430, 78, 340, 104))
        )  # fmt: skip
        return (
            '<svg viewBox="0 0 600 130" width="600" font-size="12" fill="currentColor">'
            f"{texts}{lines}</svg>"
        )
