"""Pictures of matrices and of byte maps, for matplotlib.

Every function draws on the axes it is given; a one is a filled cell with a dot in it, so that
the picture does not rest on colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..figures import INK, SKY
from .matrix import BitMatrix

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_matrix(
    ax: Axes, matrix: BitMatrix, title: str = "", layout: str = "msb", color: str = SKY
) -> None:
    """The matrix as a grid: filled cells are ones, rows are output bits, columns input bits."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    m, n = matrix.shape
    rows, columns = list(range(m)), list(range(n))
    if layout == "msb":
        rows.reverse()
        columns.reverse()
    places = [
        (left, top) for top, i in enumerate(rows) for left, j in enumerate(columns) if matrix[i, j]
    ]
    if places:  # one path for all cells and one line for all dots keep the file small
        cells = Path.make_compound_path(
            *(Path([(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1), (x, y)]) for x, y in places)
        )
        ax.add_patch(PathPatch(cells, facecolor=color, edgecolor=INK, linewidth=0.5))
        ax.plot(
            [x + 0.5 for x, _ in places],
            [y + 0.5 for _, y in places],
            "o",
            color=INK,
            markersize=2.5,
        )
    ax.set_xlim(0, n)
    ax.set_ylim(m, 0)
    ax.set_aspect("equal")
    ax.set_xticks([k + 0.5 for k in range(n)], [f"x{j}" for j in columns], fontsize=8)
    ax.set_yticks([k + 0.5 for k in range(m)], [f"y{i}" for i in rows], fontsize=8)
    ax.tick_params(length=0, top=True, labeltop=True, bottom=False, labelbottom=False)
    for side in ax.spines.values():
        side.set_visible(True)
    if title:
        ax.set_title(title, fontsize=10)


def draw_map(ax: Axes, table: Sequence[int], title: str = "", color: str = SKY) -> None:
    """A byte map as its graph: input across, output up, a point for each of the 256 bytes."""
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    vertices = [(x + d, y) for x, y in enumerate(table) for d in (-0.1, 0.1)]
    codes = [Path.MOVETO, Path.LINETO] * len(table)  # one path for all points: a small file
    ax.add_patch(
        PathPatch(
            Path(vertices, codes),
            facecolor="none",
            edgecolor=color,
            linewidth=2.2,
            capstyle="round",
        )
    )
    ax.set_xlim(-4, 259)
    ax.set_ylim(-4, 259)
    ax.set_aspect("equal")
    ticks = [0, 64, 128, 192, 255]
    ax.set_xticks(ticks, [f"{t:02X}" for t in ticks], fontsize=8)
    ax.set_yticks(ticks, [f"{t:02X}" for t in ticks], fontsize=8)
    if title:
        ax.set_title(title, fontsize=10)
