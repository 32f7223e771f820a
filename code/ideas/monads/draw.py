"""The chapter's pictures: a two-track pipeline, a commuting square, nested layers.

Each function draws on given matplotlib axes and needs matplotlib; nothing else here does.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ideas import figures

__all__ = ["associativity_strings", "layers", "railway", "square", "unit_strings"]


def _arrow(ax: Any, start: tuple[float, float], end: tuple[float, float], **style: Any) -> None:
    arrow = {"arrowstyle": "-|>", "color": figures.INK, "lw": 1.4, "shrinkA": 0, "shrinkB": 0}
    ax.annotate("", xy=end, xytext=start, arrowprops=arrow | style)


def _box(ax: Any, corner: tuple[float, float], size: tuple[float, float], **style: Any) -> None:
    from matplotlib.patches import FancyBboxPatch

    look = {"boxstyle": "round,pad=0,rounding_size=0.12", "fc": "none", "ec": figures.INK}
    ax.add_patch(FancyBboxPatch(corner, *size, **(look | {"lw": 1.4} | style)))


def _plain(ax: Any, xlim: tuple[float, float], ylim: tuple[float, float]) -> None:
    ax.set(xlim=xlim, ylim=ylim)
    ax.axis("off")


def railway(ax: Any, steps: Sequence[str]) -> None:
    """Draw a Maybe pipeline: a track for Just, a track for Nothing, a switch at each step."""
    end = 2 * len(steps) + 0.8
    for i, name in enumerate(steps):
        x = 2 * i + 0.7
        _box(ax, (x, 0.75), (1.3, 0.5))
        ax.text(x + 0.65, 1.0, name, ha="center", va="center", family="monospace", size=9)
        _arrow(ax, (x - 0.7, 1), (x, 1), color=figures.BLUE, lw=2)
        _arrow(ax, (x + 1, 0.75), (x + 1.5, 0.1), color=figures.VERMILION, lw=2, ls="--")
    _arrow(ax, (end - 0.8, 1), (end, 1), color=figures.BLUE, lw=2)
    _arrow(ax, (2.2, 0.1), (end, 0.1), color=figures.VERMILION, lw=2, ls="--")
    ax.text(end + 0.1, 1, "Just", va="center", color=figures.INK)
    ax.text(end + 0.1, 0.1, "Nothing", va="center", color=figures.INK)
    _plain(ax, (0, end + 1.2), (-0.2, 1.5))


def square(ax: Any, corners: Sequence[str], edges: Sequence[str]) -> None:
    """Draw a commuting square.

    ``corners`` : top left, top right, bottom left, bottom right.  ``edges`` : top, left, right,
    bottom.
    """
    places = [(0, 1), (3, 1), (0, 0), (3, 0)]
    for (x, y), text in zip(places, corners, strict=True):
        ax.text(x, y, text, ha="center", va="center", size=10, family="monospace")
    top, left, right, bottom = edges
    _arrow(ax, (1.0, 1), (2.1, 1))
    _arrow(ax, (1.0, 0), (2.1, 0))
    _arrow(ax, (0, 0.84), (0, 0.16))
    _arrow(ax, (3, 0.84), (3, 0.16))
    ax.text(1.55, 1.06, top, ha="center", va="bottom")
    ax.text(1.55, 0.06, bottom, ha="center", va="bottom")
    ax.text(0.1, 0.5, left, ha="left", va="center")
    ax.text(2.9, 0.5, right, ha="right", va="center")
    _plain(ax, (-1, 4), (-0.2, 1.25))


def _width(value: Any) -> float:
    if not isinstance(value, tuple):
        return 0.7
    return 0.3 + sum(_width(v) + 0.15 for v in value)


def layers(ax: Any, value: Any, *, x: float = 0, depth: int = 0) -> float:
    """Draw nested tuples as nested boxes, with a line style for each depth; return the width."""
    width = _width(value)
    if not isinstance(value, tuple):
        ax.text(x + width / 2, 0.5, repr(value), ha="center", va="center", family="monospace")
        return width
    styles, colours = ("-", "--", ":"), (figures.BLUE, figures.VERMILION, figures.GREEN)
    margin = 0.12 * depth
    _box(ax, (x, margin), (width, 1 - 2 * margin), ls=styles[depth], ec=colours[depth], lw=2)
    inside = x + 0.2
    for item in value:
        inside += layers(ax, item, x=inside, depth=depth + 1) + 0.15
    if depth == 0:
        _plain(ax, (x - 0.1, x + width + 0.1), (-0.1, 1.1))
    return width


def _string(ax: Any, points: Sequence[tuple[float, float]]) -> None:
    """Draw a string that runs straight down at its ends and bends between."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    (x0, y0), (x1, y1) = points
    middle = (y0 + y1) / 2
    curve = Path([(x0, y0), (x0, middle), (x1, middle), (x1, y1)], [1, 4, 4, 4])
    ax.add_patch(PathPatch(curve, fc="none", ec=figures.BLUE, lw=2.5))


def _dot(ax: Any, x: float, y: float, name: str, *, hollow: bool = False) -> None:
    face = "none" if hollow else figures.VERMILION
    ax.plot([x], [y], "o", ms=9, mfc=face, mec=figures.VERMILION, mew=2, zorder=3)
    ax.text(x + 0.12, y, name, ha="left", va="center")


def _join_twice(ax: Any, x: float, mirror: int) -> None:
    first, second = (x - mirror * 0.5, 1.0), (x, 0.4)
    outer = x + mirror
    for start in (x - mirror, x):
        _string(ax, [(start, 1.8), first])
    _string(ax, [first, second])
    _string(ax, [(outer, 1.8), second])
    _string(ax, [second, (x, -0.3)])
    for place in (first, second):
        _dot(ax, *place, r"$\mu$")
    for start in (x - 1, x, x + 1):
        ax.text(start, 1.9, "$T$", ha="center", va="bottom")
    ax.text(x, -0.4, "$T$", ha="center", va="top")


def associativity_strings(ax: Any) -> None:
    """Draw associativity as string diagrams: three strings meet, the left two or the right two."""
    _join_twice(ax, 1.2, 1)
    _join_twice(ax, 5.2, -1)
    ax.text(3.2, 0.75, "=", ha="center", va="center", size=18)
    _plain(ax, (-0.2, 6.6), (-0.8, 2.3))


def _unit_side(ax: Any, x: float, side: int) -> None:
    born, meet = (x + side * 0.7, 1.2), (x, 0.5)
    _string(ax, [(x - side * 0.4, 1.8), meet])
    _string(ax, [born, meet])
    _string(ax, [meet, (x, -0.3)])
    _dot(ax, *meet, r"$\mu$")
    _dot(ax, *born, r"$\eta$", hollow=True)


def unit_strings(ax: Any) -> None:
    """Draw the unit laws as string diagrams: a string born at a dot melts into another."""
    _unit_side(ax, 1.2, -1)
    _string(ax, [(3.2, 1.8), (3.2, -0.3)])
    _unit_side(ax, 5.2, 1)
    for x in (2.3, 4.1):
        ax.text(x, 0.75, "=", ha="center", va="center", size=18)
    _plain(ax, (-0.2, 6.6), (-0.6, 2.1))
