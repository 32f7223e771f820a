"""The GF(2) playground: edit a matrix bit by bit and watch what it does to a byte.

The widget shows y = A x + b as one picture.  Its script does the same algebra as this package;
one file of test vectors, written from the package, holds the two equal.

>>> from ideas.gf2 import Playground
>>> play = Playground(matrix=0x8001020408102040, x=0x53)
>>> play.map, hex(play.y)
(AffineMap(0x8001020408102040, 0x00), '0xa6')
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, ClassVar

from ..widgets import Check, Trait, Widget, one_of, whole_number
from .affine import AffineMap
from .matrix import BitMatrix
from .named import CATALOGUE

LAYOUTS = ("qword", "msb", "lsb")
"""How the grid is drawn: y0 on top and x7 left; y7 and x7; y0 and x0."""

_SPACES = re.compile("[ \t\r\n\u00a0_']")
_SUFFIX = re.compile("(ull|llu|ul|lu|ll|l|u)$", re.IGNORECASE)


def parse_qword(text: str) -> int:
    """Read 64 bits as people paste them: 0x or not, spaces, underscores, quotes, a suffix of C.

    ValueError with a sentence that says what is wrong.

    >>> hex(parse_qword("0x4182_050A_1428_50A0ULL"))
    '0x4182050a142850a0'
    >>> parse_qword("12G")
    Traceback (most recent call last):
    ...
    ValueError: “G” is not a hexadecimal digit; those are 0 to 9 and A to F.
    """
    digits = _SUFFIX.sub("", text.strip(" \t\r\n\u00a0"))
    digits = _SPACES.sub("", re.sub("^0x", "", digits, flags=re.IGNORECASE))
    if not digits:
        raise ValueError("There is no number: give up to 16 hexadecimal digits.")
    wrong = re.search("[^0-9a-fA-F]", digits)
    if wrong:
        raise ValueError(
            f"“{wrong.group()}” is not a hexadecimal digit; those are 0 to 9 and A to F."
        )
    short = digits.lstrip("0")
    if len(short) > 16:
        raise ValueError(f"{len(short)} digits are more than 64 bits: give at most 16.")
    return int(short or "0", 16)


def repack(qword: int, layout: str) -> int:
    """The number that a layout's picture of the matrix spells, row by row; and back.

    The layouts are those of :data:`LAYOUTS`: "qword" is the instruction's own number, "msb" has
    its bytes reversed, "lsb" the bits in each byte.

    >>> f"{repack(0x4182050A142850A0, 'msb'):016X}"
    'A05028140A058241'
    """
    if layout not in LAYOUTS:
        raise ValueError(f"layout is {layout!r}, expected one of {', '.join(LAYOUTS)}")
    rows = BitMatrix.from_qword(qword).rows
    if layout == "msb":
        rows = rows[::-1]
    if layout == "lsb":
        rows = tuple(int(f"{row:08b}"[::-1], 2) for row in rows)
    return BitMatrix(rows, 8).to_qword()


def _as_hex(value: Any) -> str:
    """The text that stands for a matrix in a trait."""
    if isinstance(value, str):
        value = parse_qword(value)
    if isinstance(value, BitMatrix):
        value = value.to_qword()
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(value)
    return f"0x{BitMatrix.from_qword(value).to_qword():016X}"


_MATRIX = Check(
    _as_hex, "an 8x8 BitMatrix, or 64 bits as an int or as text such as '0x0102040810204080'"
)


class Playground(Widget):
    """A widget that edits y = A x + b over GF(2).

    Args:
        matrix: A, as a BitMatrix, an int, or text; it is kept as text, for JavaScript's sake.
        b: the constant, 0 to 255.
        x: the input, 0 to 255.
        second: M, a matrix to join with A.
        grid: how it is drawn, one of :data:`LAYOUTS`.

    Raises:
        TraitError: for a value that a trait does not take; one sentence says what it takes.

    >>> Playground(matrix=BitMatrix.identity(), b=255).matrix
    '0x0102040810204080'

    """

    name: ClassVar[str] = "gf2-playground"
    script: ClassVar[Path] = Path(__file__).with_suffix(".js")

    matrix = Trait("0x4182050A142850A0", _MATRIX)
    b = Trait(0, whole_number(0, 255))
    x = Trait(0x53, whole_number(0, 255))
    second = Trait("0x8040201008040201", _MATRIX)
    grid = Trait("qword", one_of(*LAYOUTS))

    @property
    def map(self) -> AffineMap:
        """The affine map as it stands, for the next cell to use."""
        return AffineMap.from_qword(int(self.matrix, 16), self.b)

    @property
    def y(self) -> int:
        """A x + b."""
        return self.map(self.x)

    def alt(self) -> str:
        """Say what is shown: the matrix, its name if it has one, and what it makes of x."""
        named = next((e.name for e in CATALOGUE.values() if e.map == self.map), "")
        return (
            f"GF(2) playground. A is {self.matrix}{f' ({named})' if named else ''}, "
            f"of rank {self.map.matrix.rank()}, and b is 0x{self.b:02X}: "
            f"it takes x = 0x{self.x:02X} to y = 0x{self.y:02X}."
        )

    def picture(self) -> str:
        """Draw x over A, and b and y beside it."""
        rows = list(range(8))[:: -1 if self.grid == "msb" else 1]
        columns = list(range(8))[:: 1 if self.grid == "lsb" else -1]
        A = self.map.matrix
        out = [_word(2 + c, 0, f"x{j}") for c, j in enumerate(columns)]
        out += [_word(1, 1, "x"), _word(11, 1, "b"), _word(13, 1, "y")]
        out += [_bit(2 + c, 1, self.x >> j & 1, round_=True) for c, j in enumerate(columns)]
        for r, i in enumerate(rows, start=2):
            out += [_word(1, r, f"y{i}"), _word(10, r, "⊕"), _word(12, r, "=")]
            out += [
                _bit(2 + c, r, A[i, j], live=bool(self.x >> j & 1)) for c, j in enumerate(columns)
            ]
            out.append(_bit(11, r, self.b >> i & 1, round_=True))
            out.append(_bit(13, r, self.y >> i & 1, round_=True))
        return (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="20 0 410 300" width="410" '
            'font-family="monospace" font-size="13" text-anchor="middle" fill="currentColor">'
            + "".join(out)
            + "</svg>"
        )


def _word(column: int, row: int, text: str) -> str:
    return f'<text x="{30 * column + 15}" y="{30 * row + 20}">{text}</text>'


def _bit(column: int, row: int, bit: int, *, live: bool = True, round_: bool = False) -> str:
    """One cell: a one is filled, more strongly where it meets a one of x, and says 1."""
    fill = (0.4 if live else 0.15) if bit else 0
    return (
        f'<rect x="{30 * column + 1}" y="{30 * row + 1}" width="28" height="28" '
        f'rx="{14 if round_ else 4}" fill="#56B4E9" fill-opacity="{fill}" '
        f'stroke="currentColor" stroke-opacity="0.35"/>' + _word(column, row, "·1"[bit])
    )
