"""Draw the four pictures of the front page, and all in a row: run this file to write them.

Each is drawn from the idea itself: the matrix is the one of the GF(2) chapter, the points are
Gumbel-Softmax samples, and the lanes are those of an unrolled warp copy that misses its tail.
"""

from __future__ import annotations

import math
import random
from pathlib import Path

HERE = Path(__file__).parent
SKY, ORANGE, GREEN, GREY = "#56b4e9", "#e69f00", "#009e73", "#8a8f98"
SIZE = 160


def picture(name: str, title: str, body: list[str], width: int = SIZE) -> str:
    """Write one picture, 160 units high, with its title for screen readers; return its body."""
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {SIZE}" role="img">',
        f"<title>{title}</title>",
        *body,
        "</svg>",
    ]
    (HERE / f"{name}.svg").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return "\n".join(body)


def monads() -> str:
    """Two layers of context flattened to one."""
    outline = 'fill="none" stroke-width="4"'
    return picture(
        "monads",
        "A value in two boxes, an arrow, and the same value in one box",
        [
            f'<rect x="8" y="44" width="72" height="72" rx="10" {outline} stroke="{SKY}"/>',
            f'<rect x="22" y="58" width="44" height="44" rx="8" {outline} stroke="{ORANGE}"/>',
            f'<circle cx="44" cy="80" r="8" fill="{GREY}"/>',
            f'<path d="M90 80h18m-7-7l7 7-7 7" {outline} stroke="{GREY}"/>',
            f'<rect x="116" y="60" width="40" height="40" rx="8" {outline} stroke="{SKY}"/>',
            f'<circle cx="136" cy="80" r="8" fill="{GREY}"/>',
        ],
    )


def gf2(qword: int = 0x4182050A142850A0) -> str:
    """An 8 by 8 matrix of bits; the memory bytes, lowest first, are its printed rows."""
    cells = []
    for row, byte in enumerate(qword.to_bytes(8, "little")):
        for column in range(8):
            on = byte >> (7 - column) & 1
            x, y = 10 + 18 * column, 10 + 18 * row
            paint = f'fill="{SKY}"' if on else f'fill="none" stroke="{GREY}" stroke-width="1.5"'
            cells.append(f'<rect x="{x}" y="{y}" width="14" height="14" rx="3" {paint}/>')
    return picture("gf2", "An eight by eight grid of bits, sixteen of them set", cells)


def gumbel(tau: float = 0.6, count: int = 220) -> str:
    """Samples of the Gumbel-Softmax distribution in a triangle."""
    draw = random.Random(7)
    corners = ((80.0, 12.0), (10.0, 140.0), (150.0, 140.0))
    outline = " ".join(f"{x:g},{y:g}" for x, y in corners)
    body = [f'<polygon points="{outline}" fill="none" stroke="{GREY}" stroke-width="3"/>']
    for _ in range(count):
        noise = [-math.log(draw.expovariate(1.0)) for _ in corners]
        top = max(noise)
        weights = [math.exp((g - top) / tau) for g in noise]
        x = sum(w * c[0] for w, c in zip(weights, corners, strict=True)) / sum(weights)
        y = sum(w * c[1] for w, c in zip(weights, corners, strict=True)) / sum(weights)
        body.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2.4" fill="{ORANGE}"/>')
    return picture("gumbel", "Points in a triangle, most of them near its corners and edges", body)


def ptx(words: int = 28, unroll: int = 3, lanes: int = 8) -> str:
    """Words that an unrolled copy moves, a stride at a time, and the tail that it forgets."""
    copied = words // (lanes * unroll) * (lanes * unroll)
    body = []
    for word in range(words):
        x, y = 10 + 18 * (word % lanes), 22 + 30 * (word // lanes)
        paint = (
            f'fill="{GREEN}"'
            if word < copied
            else f'fill="none" stroke="{ORANGE}" stroke-width="3" stroke-dasharray="4 3"'
        )
        body.append(f'<rect x="{x}" y="{y}" width="14" height="22" rx="3" {paint}/>')
    return picture(
        "ptx", "Three full rows of words copied, and a last row of four left behind", body
    )


def in_a_row(gap: int = 40) -> str:
    """The four side by side."""
    body = [
        f'<g transform="translate({place * (SIZE + gap)} 0)">\n{drawn}\n</g>'
        for place, drawn in enumerate((monads(), gf2(), gumbel(), ptx()))
    ]
    title = "Nested boxes flattened, a matrix of bits, points in a triangle, words copied by lanes"
    return picture("four-ideas", title, body, 4 * SIZE + 3 * gap)


if __name__ == "__main__":
    in_a_row()
