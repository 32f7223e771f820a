"""A value in context, drawn as boxes in boxes: one box a layer, told apart by line and by name.

A class that derives from :class:`Drawn` shows itself so in a notebook.  A List is a plain tuple,
which a notebook prints as text; :func:`show` draws anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any

__all__ = ["Drawing", "Drawn", "html", "show"]

_LINES = ("solid", "dashed", "dotted", "double")
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#aa4499")


class Drawn:
    """A value in context that draws its layers in a notebook.

    A class says what it holds in ``_layers_``: a label, and the values inside, each with a label
    of its own or none.
    """

    __slots__ = ()

    def _layers_(self) -> tuple[str, tuple[tuple[str, Any], ...]]:
        raise NotImplementedError

    def _repr_html_(self) -> str:
        return html(self)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A value that shows itself as its layers."""

    value: Any

    def _repr_html_(self) -> str:
        return html(self.value)


def show(value: Any) -> Drawing:
    """Draw any value's layers, those of lists (tuples) too."""
    return Drawing(value)


def html(value: Any, depth: int = 0) -> str:
    """The layers of a value as HTML, readable in light and dark, with no style sheet.

    >>> from ideas.monads import Just
    >>> text = html(Just(Just(3)))
    >>> text.count("<span"), "solid" in text, "dashed" in text, ">3<" in text
    (5, True, True, True)
    >>> "<b>" in html(Just("<b>"))
    False
    """
    match value:
        case Drawn():
            label, parts = value._layers_()
        case tuple():
            label, parts = "List", tuple(("", part) for part in value)
        case _:
            return f'<span style="font-family:monospace">{escape(repr(value))}</span>'
    inside = "".join(_part(name, part, depth) for name, part in parts)
    line, colour = _LINES[depth % len(_LINES)], _COLOURS[depth % len(_COLOURS)]
    return (
        f'<span style="display:inline-flex;flex-wrap:wrap;gap:.4em;align-items:center;margin:.15em;'
        f'padding:.15em .5em;border:3px {line} {colour};border-radius:.5em">'
        f'<span style="font-size:.8em">{escape(label)}</span>{inside}</span>'
    )


def _part(name: str, part: Any, depth: int) -> str:
    label = f'<span style="font-size:.8em">{escape(name)}</span>' if name else ""
    return label + html(part, depth + 1)
