"""A matrix over GF(2) is a tuple of integers, one a row, and its algebra is AND, XOR and parity.

Row i holds the equation of output bit i: bit j of it says whether input bit j takes part.  A
picture of a matrix can put bit 0 first or last; two layouts are common, and every method that
reads or draws a picture takes one of them by name:

* ``layout="msb"``: the top row makes the highest output bit and the left column meets the highest
  input bit, so a row reads like the byte in binary.  This is how manuals print bytes.
* ``layout="lsb"``: the top row makes output bit 0 and the left column meets input bit 0, as
  mathematics counts.

Turning a picture by half a turn takes one layout to the other; the algebra never notices.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import index
from random import Random
from typing import TYPE_CHECKING, overload

from . import polynomial
from .vectors import AffineSubspace, ones, parity, reduced_basis

if TYPE_CHECKING:
    import numpy as np

LIMIT = 64
"""The largest number of rows or of columns."""


@dataclass(frozen=True, slots=True, repr=False)
class BitMatrix:
    """An immutable matrix over GF(2) with up to 64 rows and 64 columns.

    Args:
        rows: one integer a row; `rows[i]` makes output bit i, its bit j is column j.
        columns: the number of columns; as many as rows if left out.

    Raises:
        ValueError: if a size is not in 1..64 or a row does not fit the columns.
        TypeError: if a row is not an integer.

    >>> swap = BitMatrix((0b10, 0b01))
    >>> swap @ 0b01
    2
    >>> swap @ swap == BitMatrix.identity(2)
    True

    """

    rows: tuple[int, ...]
    columns: int = 0

    def __post_init__(self) -> None:
        rows = tuple(self.rows)
        columns = self.columns or len(rows)
        _check_size(len(rows), "rows")
        _check_size(columns, "columns")
        for i, row in enumerate(rows):
            if not isinstance(row, int):
                raise TypeError(f"row {i} is a {type(row).__name__}, expected an int")
            if not 0 <= row < 1 << columns:
                raise ValueError(f"row {i} is {row:#x}, expected {columns} bits")
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "columns", columns)

    # ---- ways in

    @classmethod
    def from_rows(cls, rows: Iterable[int], columns: int = 0) -> BitMatrix:
        """From one integer a row, output bit 0 first.

        >>> BitMatrix.from_rows([0b01, 0b11])
        BitMatrix 2x2
             x1 x0
          y1  1  1
          y0  .  1
        """
        return cls(tuple(rows), columns)

    @classmethod
    def from_columns(cls, images: Iterable[int], rows: int = 0) -> BitMatrix:
        """From the images of the unit vectors: `images[j]` is what input bit j alone gives.

        >>> BitMatrix.from_columns([2, 1]) @ 0b01
        2
        """
        return cls(tuple(images), rows).T

    @classmethod
    def from_text(cls, text: str, layout: str = "msb") -> BitMatrix:
        """From a picture of zeros (or dots) and ones, a line a row; spaces do not count.

        >>> BitMatrix.from_text('''
        ...     1 1
        ...     . 1
        ... ''').rows
        (1, 3)
        """
        lines = ["".join(line.split()).replace(".", "0") for line in text.strip().splitlines()]
        lines = [line for line in lines if line]
        width = len(lines[0]) if lines else 0
        for line in lines:
            if len(line) != width or set(line) - {"0", "1"}:
                raise ValueError(f"row {line!r} is not {width} zeros and ones")
        lines = lines[::-1] if _is_msb(layout) else [line[::-1] for line in lines]
        return cls(tuple(int(line, 2) for line in lines), width)

    @classmethod
    def from_qword(cls, qword: int) -> BitMatrix:
        """From the 64-bit integer that GF2P8AFFINEQB takes: byte 7 - i is row i.

        TypeError unless it is an integer, ValueError unless it fits in 64 bits.

        >>> BitMatrix.from_qword(0x0102040810204080) == BitMatrix.identity()
        True
        """
        try:
            qword = index(qword)
        except TypeError:
            raise TypeError(f"qword is {qword!r}, expected an integer of 64 bits") from None
        if not 0 <= qword < 1 << 64:
            raise ValueError(f"qword is {qword:#x}, expected 0 to 2**64 - 1")
        return cls(tuple(qword.to_bytes(8, "big")), 8)

    @classmethod
    def from_numpy(cls, array: np.ndarray, layout: str = "msb") -> BitMatrix:
        """From a two-dimensional array of zeros and ones (integers or booleans).

        >>> import numpy as np
        >>> BitMatrix.from_numpy(np.eye(3, dtype=np.uint8)) == BitMatrix.identity(3)
        True
        """
        import numpy as np

        array = np.asarray(array)
        if array.ndim != 2:
            raise ValueError(f"array has {array.ndim} dimensions, expected 2")
        if array.dtype.kind not in "bui":
            raise TypeError(f"array has dtype {array.dtype}, expected integers or booleans")
        if array.size and not np.isin(array, (0, 1)).all():
            raise ValueError("array holds a value other than 0 and 1")
        if _is_msb(layout):
            array = array[::-1, ::-1]
        rows = (sum(int(bit) << j for j, bit in enumerate(row)) for row in array)
        return cls(tuple(rows), array.shape[1])

    @classmethod
    def identity(cls, size: int = 8) -> BitMatrix:
        """The matrix that changes nothing.

        >>> f"{BitMatrix.identity().to_qword():#018x}"
        '0x0102040810204080'
        """
        return cls(tuple(1 << i for i in range(size)), size)

    @classmethod
    def zero(cls, rows: int = 8, columns: int = 8) -> BitMatrix:
        """The matrix of zeros.

        >>> BitMatrix.zero() @ 0xFF
        0
        """
        return cls((0,) * rows, columns)

    @classmethod
    def permutation(cls, sources: Sequence[int]) -> BitMatrix:
        """The matrix that moves bits: output bit i is input bit `sources[i]`.

        >>> BitMatrix.permutation([7, 6, 5, 4, 3, 2, 1, 0]) @ 0b00000001
        128
        """
        if sorted(sources) != list(range(len(sources))):
            raise ValueError(f"{list(sources)} is not a permutation of 0..{len(sources) - 1}")
        return cls(tuple(1 << j for j in sources), len(sources))

    @classmethod
    def companion(cls, p: int) -> BitMatrix:
        """The companion matrix of polynomial `p`: multiplication by x modulo `p`.

        >>> f"{BitMatrix.companion(0x11B).to_qword():#018x}"
        '0x8081028488102040'
        """
        n = polynomial.degree(p)
        if n < 1:
            raise ValueError(f"polynomial is {p:#x}, expected degree 1 or more")
        return cls.from_columns([polynomial.remainder(2 << j, p) for j in range(n)], n)

    @classmethod
    def random(cls, seed: int, rows: int = 8, columns: int = 8) -> BitMatrix:
        """Every bit a fair coin, drawn from Python's generator with `seed`.

        >>> BitMatrix.random(1) == BitMatrix.random(1)
        True
        """
        generator = Random(seed)
        return cls(tuple(generator.getrandbits(columns) for _ in range(rows)), columns)

    @classmethod
    def random_invertible(cls, seed: int, size: int = 8) -> BitMatrix:
        """Uniform over the invertible matrices: draw until one is (3.5 tries on average).

        >>> BitMatrix.random_invertible(1).rank()
        8
        """
        generator = Random(seed)
        while True:
            matrix = cls(tuple(generator.getrandbits(size) for _ in range(size)), size)
            if matrix.rank() == size:
                return matrix

    # ---- ways out

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, columns)."""
        return len(self.rows), self.columns

    @property
    def is_square(self) -> bool:
        """As many rows as columns."""
        return len(self.rows) == self.columns

    def __getitem__(self, place: tuple[int, int]) -> int:
        """1 if input bit j takes part in output bit i: `A[i, j]`."""
        i, j = place
        if not (0 <= i < len(self.rows) and 0 <= j < self.columns):
            raise IndexError(f"entry {place} is outside {self.shape[0]}x{self.shape[1]}")
        return self.rows[i] >> j & 1

    def column(self, j: int) -> int:
        """Column j as a vector: the image of the unit vector 1 << j."""
        return self @ (1 << j)

    def to_qword(self) -> int:
        """The 64-bit integer that GF2P8AFFINEQB takes.  ValueError unless 8x8.

        Read as hexadecimal from left to right it is the rows y0 to y7.
        """
        if self.shape != (8, 8):
            raise ValueError(f"matrix is {self.shape[0]}x{self.shape[1]}, a qword holds 8x8")
        return int.from_bytes(bytes(self.rows), "big")

    def to_numpy(self, layout: str = "msb") -> np.ndarray:
        """A uint8 array of zeros and ones, in the shape of the picture.

        >>> BitMatrix.from_rows([0b01, 0b11]).to_numpy("lsb").tolist()
        [[1, 0], [1, 1]]
        """
        import numpy as np

        return np.array(self._picture(layout), dtype=np.uint8)

    def to_text(self, layout: str = "msb") -> str:
        """The picture alone, without labels.

        >>> print(BitMatrix.from_rows([0b01, 0b11]).to_text())
        1 1
        . 1
        """
        return "\n".join(" ".join(".1"[bit] for bit in row) for row in self._picture(layout))

    def to_latex(self, layout: str = "msb") -> str:
        r"""A LaTeX bmatrix.

        >>> print(BitMatrix.from_rows([0b01, 0b11]).to_latex())
        \begin{bmatrix} 1 & 1 \\ 0 & 1 \end{bmatrix}
        """
        body = r" \\ ".join(" & ".join(map(str, row)) for row in self._picture(layout))
        return rf"\begin{{bmatrix}} {body} \end{{bmatrix}}"

    def _picture(self, layout: str) -> list[list[int]]:
        order = slice(None, None, -1 if _is_msb(layout) else 1)
        return [[row >> j & 1 for j in range(self.columns)][order] for row in self.rows][order]

    def __repr__(self) -> str:
        title = f"BitMatrix {self.shape[0]}x{self.shape[1]}"
        if self.shape == (8, 8):
            title += f"  0x{self.to_qword():016X}"
        names = [f"x{j}" for j in reversed(range(self.columns))]
        lines = [title, "     " + " ".join(f"{name:>2}" for name in names)]
        for i, row in reversed(list(enumerate(self.rows))):
            cells = (f"{'.1'[row >> j & 1]:>{len(f'x{j}')}}" for j in reversed(range(self.columns)))
            lines.append(f"{f'y{i}':>4} " + " ".join(cells))
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        return html_table(self)

    # ---- arithmetic

    @overload
    def __matmul__(self, other: int) -> int: ...
    @overload
    def __matmul__(self, other: BitMatrix) -> BitMatrix: ...
    def __matmul__(self, other: int | BitMatrix) -> int | BitMatrix:
        """`A @ x` for a vector (an int), `A @ B` for a matrix: B acts first.

        ValueError if the sizes do not meet.
        """
        if isinstance(other, BitMatrix):
            if self.columns != len(other.rows):
                raise ValueError(
                    f"cannot multiply {self.shape[0]}x{self.shape[1]} "
                    f"by {other.shape[0]}x{other.shape[1]}"
                )
            return BitMatrix(tuple(_xor_of(other.rows, row) for row in self.rows), other.columns)
        if not isinstance(other, int):
            return NotImplemented
        self._check_vector(other, self.columns)
        return sum(parity(row & other) << i for i, row in enumerate(self.rows))

    def __add__(self, other: BitMatrix) -> BitMatrix:
        """Entry by entry XOR."""
        if not isinstance(other, BitMatrix):
            return NotImplemented
        if self.shape != other.shape:
            raise ValueError(
                f"cannot add {other.shape[0]}x{other.shape[1]} to {self.shape[0]}x{self.shape[1]}"
            )
        return BitMatrix(
            tuple(a ^ b for a, b in zip(self.rows, other.rows, strict=True)), self.columns
        )

    __sub__ = __add__  # in GF(2) every element is its own negative
    __xor__ = __add__

    def __pow__(self, exponent: int) -> BitMatrix:
        """A power of a square matrix; a negative one needs an inverse."""
        self._check_square("a power")
        base = self if exponent >= 0 else self.inverse()
        result = BitMatrix.identity(self.columns)
        exponent = abs(exponent)
        while exponent:
            if exponent & 1:
                result = result @ base
            base = base @ base
            exponent >>= 1
        return result

    def __bool__(self) -> bool:
        """False for a matrix of zeros."""
        return any(self.rows)

    @property
    def T(self) -> BitMatrix:  # noqa: N802 -- the name numpy made standard
        """The transpose."""
        columns = (
            sum((row >> j & 1) << i for i, row in enumerate(self.rows)) for j in range(self.columns)
        )
        return BitMatrix(tuple(columns), len(self.rows))

    # ---- elimination

    def row_reduce(self) -> Echelon:
        """Reduced row echelon form, with every step.

        Columns are cleared from the left of the ``msb`` picture (the highest first), and pivots
        go to its top, so the printed result is the staircase of the textbooks.

        >>> BitMatrix.from_rows([0b01, 0b11]).row_reduce().matrix == BitMatrix.identity(2)
        True
        """
        return self._eliminate(record=True)

    def _eliminate(self, record: bool = False) -> Echelon:
        rows, transform = list(self.rows), [1 << i for i in range(len(self.rows))]
        steps: list[Step] = []
        pivots: list[int] = []
        top = len(rows) - 1

        def note(text: str) -> None:
            if record:
                steps.append(Step(text, BitMatrix(tuple(rows), self.columns)))

        for column in reversed(range(self.columns)):
            found = next((i for i in range(top, -1, -1) if rows[i] >> column & 1), None)
            if found is None:
                continue
            if found != top:
                for table in (rows, transform):
                    table[top], table[found] = table[found], table[top]
                note(f"swap rows {top} and {found}")
            for i in reversed(range(len(rows))):
                if i != top and rows[i] >> column & 1:
                    rows[i] ^= rows[top]
                    transform[i] ^= transform[top]
                    note(f"add row {top} to row {i}")
            pivots.append(column)
            top -= 1
        return Echelon(
            BitMatrix(tuple(rows), self.columns),
            tuple(pivots),
            BitMatrix(tuple(transform), len(rows)),
            tuple(steps),
        )

    def rank(self) -> int:
        """The number of independent rows, which is that of independent columns."""
        return len(reduced_basis(self.rows))

    def kernel(self) -> AffineSubspace:
        """All x with A x = 0.

        >>> BitMatrix.from_qword(0x4182050A142850A0).kernel()
        AffineSubspace {00, 55, AA, FF}
        """
        return self.solve(0)

    def image(self) -> AffineSubspace:
        """All y that some x reaches.

        >>> BitMatrix.from_qword(0xFF00000000000000).image()
        AffineSubspace {00, 01}
        """
        return AffineSubspace.through(0, self.T.rows)

    def solve(self, y: int) -> AffineSubspace:
        """All x with A x = y; an empty set, which is false, if there is none.

        >>> document = BitMatrix.from_qword(0x4182050A142850A0)
        >>> document.solve(0x1E), bool(document.solve(0x01))
        (AffineSubspace {06, 53, AC, F9}, False)
        """
        self._check_vector(y, len(self.rows))
        form = self._eliminate()
        y = form.transform @ y
        top = len(self.rows) - 1
        if y & ((1 << len(self.rows) - len(form.pivots)) - 1):
            return AffineSubspace.through(None)
        pivot_rows = [(form.matrix.rows[top - k], c) for k, c in enumerate(form.pivots)]
        particular = sum((y >> top - k & 1) << c for k, c in enumerate(form.pivots))
        free = [j for j in range(self.columns) if j not in form.pivots]
        directions = [1 << j | sum((row >> j & 1) << c for row, c in pivot_rows) for j in free]
        return AffineSubspace.through(particular, directions)

    def inverse(self) -> BitMatrix:
        """The matrix that undoes this one.  ValueError if it is singular or not square.

        >>> rol = BitMatrix.from_qword(0x8001020408102040)
        >>> rol.inverse() @ (rol @ 0x53) == 0x53
        True
        """
        self._check_square("an inverse")
        form = self._eliminate()
        if len(form.pivots) < self.columns:
            raise ValueError(
                f"matrix is singular (rank {len(form.pivots)} of {self.columns}): "
                "different inputs share an output, so nothing can undo it"
            )
        return form.transform

    def is_invertible(self) -> bool:
        """Square and of full rank."""
        return self.is_square and self.rank() == self.columns

    def determinant(self) -> int:
        """1 if invertible, else 0: GF(2) has no other values."""
        self._check_square("a determinant")
        return int(self.rank() == self.columns)

    def trace(self) -> int:
        """The XOR of the diagonal."""
        self._check_square("a trace")
        return parity(sum(self.rows[i] & 1 << i for i in range(self.columns)))

    # ---- polynomials

    def characteristic_polynomial(self) -> int:
        """det(x I + A) as an integer polynomial, by reduction to Hessenberg form.

        Source: H. Cohen, *A Course in Computational Algebraic Number Theory*, algorithm 2.2.9.

        >>> bin(BitMatrix.from_qword(0x4182050A142850A0).characteristic_polynomial())
        '0b100000000'
        """
        self._check_square("a characteristic polynomial")
        n, h = self.columns, self._hessenberg()
        p = [1]  # p[k] belongs to the leading k x k block
        for k in range(n):
            total = (p[k] << 1) ^ (p[k] if h[k] >> k & 1 else 0)
            for i in reversed(range(k)):
                if not h[i + 1] >> i & 1:  # a zero below the diagonal ends the sum
                    break
                if h[i] >> k & 1:
                    total ^= p[i]
            p.append(total)
        return p[n]

    def _hessenberg(self) -> list[int]:
        """The rows of a similar matrix that is zero below the first subdiagonal."""
        h, n = list(self.rows), self.columns
        for k in range(n - 2):
            found = next((i for i in range(k + 1, n) if h[i] >> k & 1), None)
            if found is None:
                continue
            h[k + 1], h[found] = h[found], h[k + 1]
            h = [_swap_bits(row, k + 1, found) for row in h]
            for i in range(k + 2, n):
                if h[i] >> k & 1:
                    h[i] ^= h[k + 1]
                    h = [row ^ (row >> i & 1) << k + 1 for row in h]
        return h

    def minimal_polynomial(self) -> int:
        """The polynomial of least degree that is zero at this matrix.

        It is the least common multiple of those of the unit vectors, so a nilpotent matrix is
        no special case.

        >>> bin(BitMatrix.from_qword(0x4182050A142850A0).minimal_polynomial())
        '0b10000'
        """
        self._check_square("a minimal polynomial")
        result = 1
        for j in range(self.columns):
            result = polynomial.lcm(result, self._annihilator(1 << j))
        return result

    def _annihilator(self, v: int) -> int:
        """The polynomial p of least degree with p(A) v = 0."""
        kept: list[tuple[int, int]] = []
        power = 0
        while True:
            w, mask = v, 1 << power
            for b, b_mask in kept:
                if w ^ b < w:
                    w, mask = w ^ b, mask ^ b_mask
            if not w:
                return mask
            kept.append((w, mask))
            v, power = self @ v, power + 1

    def evaluate(self, p: int) -> BitMatrix:
        """The polynomial `p` at this matrix, by Horner's rule.

        >>> A = BitMatrix.random(7)
        >>> bool(A.evaluate(A.characteristic_polynomial()))  # Cayley and Hamilton
        False
        """
        self._check_square("a polynomial")
        result = BitMatrix.zero(self.columns, self.columns)
        one = BitMatrix.identity(self.columns)
        for k in reversed(range(p.bit_length())):
            result = result @ self
            if p >> k & 1:
                result = result + one
        return result

    def order(self) -> int:
        """The least k >= 1 with A^k = I.  ValueError if singular.

        It is found from the factors of the minimal polynomial, not by counting.

        >>> BitMatrix.companion(0x11B).order(), BitMatrix.companion(0x11D).order()
        (51, 255)
        """
        self._check_square("an order")
        p = self.minimal_polynomial()
        if p & 1 == 0:
            raise ValueError("matrix is singular: no power of it is the identity")
        return polynomial.order(p)

    # ---- checks

    def _check_square(self, what: str) -> None:
        if not self.is_square:
            raise ValueError(
                f"{what} needs a square matrix, this one is {self.shape[0]}x{self.shape[1]}"
            )

    @staticmethod
    def _check_vector(x: int, size: int) -> None:
        if not 0 <= x < 1 << size:
            raise ValueError(f"vector is {x:#x}, expected {size} bits")


@dataclass(frozen=True)
class Step:
    """One row operation: what was done, and the matrix after it."""

    text: str
    matrix: BitMatrix


@dataclass(frozen=True)
class Echelon:
    """A matrix in reduced row echelon form.

    Attributes:
        matrix: the reduced matrix.
        pivots: the columns of the leading ones, from the top row of the picture down.
        transform: the invertible matrix T with ``T @ original == matrix``.
        steps: the row operations, in order.

    """

    matrix: BitMatrix
    pivots: tuple[int, ...]
    transform: BitMatrix
    steps: tuple[Step, ...]


def html_table(matrix: BitMatrix, constant: int | None = None) -> str:
    """The matrix, and a column for `constant` if there is one, as a small HTML table."""
    cell = "padding:.1em .45em;text-align:center;border:none;"
    head = cell + "opacity:.75;font-weight:normal;"
    one = cell + "font-weight:bold;background:rgba(86,180,233,.35);"
    zero = cell + "opacity:.6;"
    title = f"{matrix.shape[0]}×{matrix.shape[1]} matrix over GF(2)"
    if matrix.shape == (8, 8):
        title += f", 0x{matrix.to_qword():016X}"
    columns = [f"x{j}" for j in reversed(range(matrix.columns))]
    if constant is not None:
        title += f", constant 0x{constant:02X}"
        columns.append("b")
    out = [
        '<table class="gf2-matrix" style="border-collapse:collapse;width:auto;'
        'font-family:monospace">',
        f'<caption style="caption-side:bottom;opacity:.85">{title}</caption>',
        f'<thead><tr><th aria-hidden="true" style="{head}"></th>',  # the corner heads nothing
        *(f'<th scope="col" style="{head}">{name}</th>' for name in columns),
        "</tr></thead><tbody>",
    ]
    for i, row in reversed(list(enumerate(matrix.rows))):
        bits = [row >> j & 1 for j in reversed(range(matrix.columns))]
        styles = [one if bit else zero for bit in bits]
        if constant is not None:
            bits.append(constant >> i & 1)
            styles.append((one if bits[-1] else zero) + "border-left:1px solid;")
        out.append(f'<tr><th scope="row" style="{head}">y{i}</th>')
        out += (f'<td style="{s}">{bit}</td>' for bit, s in zip(bits, styles, strict=True))
        out.append("</tr>")
    return "".join(out) + "</tbody></table>"


def _is_msb(layout: str) -> bool:
    if layout not in ("msb", "lsb"):
        raise ValueError(f"layout is {layout!r}, expected 'msb' or 'lsb'")
    return layout == "msb"


def _check_size(size: int, what: str) -> None:
    if not 1 <= size <= LIMIT:
        raise ValueError(f"a matrix has 1 to {LIMIT} {what}, got {size}")


def _xor_of(rows: Sequence[int], mask: int) -> int:
    total = 0
    for j in ones(mask):
        total ^= rows[j]
    return total


def _swap_bits(row: int, a: int, b: int) -> int:
    if a != b and (row >> a ^ row >> b) & 1:
        row ^= 1 << a | 1 << b
    return row
