"""Draw the simplex of three classes as a triangle, with one corner a class.

Only the axes that you pass in are drawn on, so importing this module imports no plotting library.
"""

from __future__ import annotations

from typing import Any

import numpy as np

CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [0.5, 3**0.5 / 2]])
"""Where classes 1, 2 and 3 sit in the plane."""


def to_plane(x: np.ndarray) -> np.ndarray:
    """Return plane coordinates (..., 2) of points (..., 3) of the simplex.

    >>> to_plane(np.array([1 / 3, 1 / 3, 1 / 3])).round(3)
    array([0.5  , 0.289])
    """
    return np.asarray(x) @ CORNERS


def lattice(n: int) -> np.ndarray:
    """Return the points with coordinates i/n, all of them positive, shape (m, 3).

    >>> lattice(4).tolist()
    [[0.25, 0.25, 0.5], [0.25, 0.5, 0.25], [0.5, 0.25, 0.25]]
    """
    i, j = np.mgrid[1:n, 1:n]
    inside = i + j < n
    return np.stack([i[inside], j[inside], n - i[inside] - j[inside]], axis=-1) / n


def draw_frame(ax: Any, ink: str, title: str = "") -> None:
    """Draw the triangle with its corners numbered 1, 2 and 3 on matplotlib axes ``ax``."""
    ax.plot(*np.vstack([CORNERS, CORNERS[:1]]).T, color=ink, linewidth=1)
    for number, (x, y), (dx, dy) in zip("123", CORNERS, [(-1, -1), (1, -1), (0, 1)], strict=True):
        ax.text(x + 0.06 * dx, y + 0.06 * dy, number, ha="center", va="center", color=ink)
    ax.set_aspect("equal")
    ax.set_axis_off()
    if title:
        ax.set_title(title, fontsize=11, y=-0.2)
