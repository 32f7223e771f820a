"""An affine map is a matrix and a constant: y = A x + b, with + as XOR.

On bytes there are 2^64 matrices and 2^8 constants.  The ones with an invertible matrix form a
group under composition, and any of them is fixed by nine examples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import index
from typing import overload

from .matrix import BitMatrix, html_table
from .vectors import AffineSubspace, ones


class NotAffine(ValueError):  # noqa: N818 -- a finding, not a mistake
    """A map broke f(u ^ v) = f(u) ^ f(v) ^ f(0); `witness` is such a pair (u, v)."""

    def __init__(self, witness: tuple[int, int], got: int, expected: int) -> None:
        self.witness = witness
        u, v = witness
        super().__init__(
            f"not affine: f({u:#x} ^ {v:#x}) = {got:#x}, "
            f"but f({u:#x}) ^ f({v:#x}) ^ f(0) = {expected:#x}"
        )


@dataclass(frozen=True, slots=True, repr=False)
class AffineMap:
    """The map x -> A x + b over GF(2).

    Args:
        matrix: A, of m rows and n columns.
        constant: b, an integer of m bits.

    Raises:
        TypeError: if the matrix is not a BitMatrix.
        ValueError: if the constant has more bits than the matrix has rows.

    >>> flip_case = AffineMap(BitMatrix.identity(), 0x20)
    >>> flip_case(b"Galois")
    b'gALOIS'

    """

    matrix: BitMatrix
    constant: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.matrix, BitMatrix):
            raise TypeError(f"matrix is a {type(self.matrix).__name__}, expected a BitMatrix")
        try:
            object.__setattr__(self, "constant", index(self.constant))
        except TypeError:
            raise TypeError(f"constant is {self.constant!r}, expected an integer") from None
        if not 0 <= self.constant < 1 << self.outputs:
            raise ValueError(f"constant is {self.constant:#x}, expected {self.outputs} bits")

    @classmethod
    def from_qword(cls, qword: int, constant: int = 0) -> AffineMap:
        """From the operands of GF2P8AFFINEQB.

        >>> hex(AffineMap.from_qword(0xF1E3C78F1F3E7CF8, 0x63)(0))
        '0x63'
        """
        return cls(BitMatrix.from_qword(qword), constant)

    @classmethod
    def identity(cls, size: int = 8) -> AffineMap:
        """The map that changes nothing."""
        return cls(BitMatrix.identity(size), 0)

    @property
    def inputs(self) -> int:
        """The number of input bits."""
        return self.matrix.columns

    @property
    def outputs(self) -> int:
        """The number of output bits."""
        return len(self.matrix.rows)

    # ---- as a function

    @overload
    def __call__(self, x: int) -> int: ...
    @overload
    def __call__(self, x: bytes) -> bytes: ...
    def __call__(self, x: int | bytes | bytearray) -> int | bytes:
        """The image of a vector, or of every byte of a string (8x8 only)."""
        if isinstance(x, (bytes, bytearray)):
            if self.matrix.shape != (8, 8):
                raise ValueError(
                    f"map takes {self.inputs} bits to {self.outputs}, bytes need 8 to 8"
                )
            return bytes(x).translate(bytes(self.table()))
        return (self.matrix @ x) ^ self.constant

    def table(self) -> list[int]:
        """All 2^n images in order, each found with one XOR from an earlier one (n <= 16).

        >>> AffineMap(BitMatrix.identity(2), 1).table()
        [1, 0, 3, 2]
        """
        if self.inputs > 16:
            raise ValueError(f"map has {self.inputs} input bits, a table takes at most 16")
        table = [self.constant]
        for column in self.matrix.T.rows:
            table += [y ^ column for y in table]
        return table

    # ---- the group

    def compose(self, first: AffineMap) -> AffineMap:
        """Apply `first`, then this map: A (A' x + b') + b.

        >>> f, g = AffineMap.from_qword(0x8001020408102040, 3), AffineMap.identity()
        >>> f.compose(g) == f == f @ g
        True
        """
        return AffineMap(self.matrix @ first.matrix, (self.matrix @ first.constant) ^ self.constant)

    def __matmul__(self, first: AffineMap) -> AffineMap:
        if not isinstance(first, AffineMap):
            return NotImplemented
        return self.compose(first)

    def inverse(self) -> AffineMap:
        """The map that undoes this one.  ValueError if its matrix is singular.

        >>> f = AffineMap.from_qword(0xF1E3C78F1F3E7CF8, 0x63)
        >>> f.inverse() == AffineMap.from_qword(0xA44992254A942952, 0x05)
        True
        """
        inverse = self.matrix.inverse()
        return AffineMap(inverse, inverse @ self.constant)

    def __pow__(self, exponent: int) -> AffineMap:
        base = self if exponent >= 0 else self.inverse()
        result = AffineMap.identity(self.inputs)
        exponent = abs(exponent)
        while exponent:
            if exponent & 1:
                result = result @ base
            base = base @ base
            exponent >>= 1
        return result

    def is_invertible(self) -> bool:
        """Whether the matrix is."""
        return self.matrix.is_invertible()

    def homogeneous(self) -> BitMatrix:
        """The linear map on one more bit, always 1, that does the same: [[A, b], [0, 1]].

        >>> AffineMap(BitMatrix.identity(1), 1).homogeneous().rows
        (3, 2)
        """
        n = self.inputs
        rows = [row | (self.constant >> i & 1) << n for i, row in enumerate(self.matrix.rows)]
        return BitMatrix((*rows, 1 << n), n + 1)

    def order(self) -> int:
        """The least k >= 1 for which k applications change nothing.

        >>> AffineMap(BitMatrix.identity(), 0xFF).order()
        2
        """
        return self.homogeneous().order()

    def fixed_points(self) -> AffineSubspace:
        """All x with f(x) = x: the solutions of (A + I) x = b.

        >>> AffineMap(BitMatrix.identity(), 0xFF).fixed_points()
        AffineSubspace {}
        """
        return (self.matrix + BitMatrix.identity(self.inputs)).solve(self.constant)

    def cycles(self) -> list[tuple[int, ...]]:
        """The cycles of a permutation of up to 16 bits, each from its least element.

        >>> AffineMap(BitMatrix.identity(2), 1).cycles()
        [(0, 1), (2, 3)]
        """
        if not self.is_invertible():
            raise ValueError("map is not a permutation, so it has no cycle structure")
        table, seen, cycles = self.table(), set(), []
        for start in range(len(table)):
            cycle, x = [], start
            while x not in seen:
                seen.add(x)
                cycle.append(x)
                x = table[x]
            if cycle:
                cycles.append(tuple(cycle))
        return cycles

    def cycle_type(self) -> dict[int, int]:
        """How many cycles there are of each length.

        >>> AffineMap.from_qword(0x8040201008040201).cycle_type()  # bit reversal
        {1: 16, 2: 120}
        """
        return dict(sorted(Counter(map(len, self.cycles())).items()))

    # ---- as text

    def equations(self, form: str = "text") -> str:
        """One XOR equation an output bit, the highest first.

        `form` is "text" (a line each) or "latex" (an aligned environment).

        >>> print(AffineMap(BitMatrix.from_rows([0b01, 0b11]), 0b10).equations())
        y1 = x1 ^ x0 ^ 1
        y0 = x0
        """
        if form not in ("text", "latex"):
            raise ValueError(f"form is {form!r}, expected 'text' or 'latex'")
        text = form == "text"
        lines = []
        for i, row in reversed(list(enumerate(self.matrix.rows))):
            terms = [f"x{j}" if text else f"x_{{{j}}}" for j in reversed(ones(row))]
            if self.constant >> i & 1 or not terms:
                terms.append(str(self.constant >> i & 1))
            if text:
                lines.append(f"y{i} = " + " ^ ".join(terms))
            else:
                lines.append(f"y_{{{i}}} &= " + r" \oplus ".join(terms))
        if text:
            return "\n".join(lines)
        return r"\begin{aligned} " + r" \\ ".join(lines) + r" \end{aligned}"

    def __repr__(self) -> str:
        if self.matrix.shape == (8, 8):
            return f"AffineMap(0x{self.matrix.to_qword():016X}, 0x{self.constant:02X})"
        return f"AffineMap({list(self.matrix.rows)}, {self.constant:#x})"

    def _repr_html_(self) -> str:
        return html_table(self.matrix, self.constant)

    # ---- back from examples

    @classmethod
    def from_pairs(
        cls, pairs: Iterable[tuple[int, int]], inputs: int = 8, outputs: int = 8
    ) -> Recovery:
        """Find the affine maps that fit the examples (x, y).

        With a 1 appended to every x the unknowns A and b become one matrix, and the examples
        linear equations for it.  See :class:`Recovery` for what comes back.

        >>> AffineMap.from_pairs([(0, 0x63), (1, 0x7C)])
        Recovery: 2**56 maps fit; more examples are needed
        """
        pairs = list(pairs)
        kept: list[tuple[int, int, int]] = []  # reduced input with its 1, output, which examples
        for k, (x, y) in enumerate(pairs):
            _check_bits(x, inputs, "input")
            _check_bits(y, outputs, "output")
            vector, image, mask = x | 1 << inputs, y, 1 << k
            for v, w, m in kept:
                if vector ^ v < vector:
                    vector, image, mask = vector ^ v, image ^ w, mask ^ m
            if vector:
                kept.append((vector, image, mask))
            elif image:
                return Recovery(None, -1, tuple(pairs[j] for j in ones(mask)))
        free = (inputs + 1 - len(kept)) * outputs
        return Recovery(_interpolate(kept, inputs, outputs), free, ())

    @classmethod
    def from_function(
        cls,
        f: Callable[[int], int] | Sequence[int],
        inputs: int = 8,
        outputs: int = 8,
    ) -> AffineMap:
        """The affine map equal to `f` everywhere; :class:`NotAffine` with a witness if none is.

        `f` is a function or a table of 2^inputs values, checked on every input (at most 16 bits).

        >>> AffineMap.from_function(lambda x: x ^ 0x20).constant
        32
        >>> AffineMap.from_function(lambda x: (x + 1) % 256)
        Traceback (most recent call last):
        ...
        ideas.gf2.affine.NotAffine: not affine: f(0x2 ^ 0x1) = 0x4, but f(0x2) ^ f(0x1) ^ f(0) = 0x0
        """
        if inputs > 16:
            raise ValueError(f"function has {inputs} input bits, at most 16 are checked")
        values = [f(x) for x in range(1 << inputs)] if callable(f) else list(f)
        if len(values) != 1 << inputs:
            raise ValueError(f"table has {len(values)} values, expected {1 << inputs}")
        for value in values:
            _check_bits(value, outputs, "output")
        images = [values[1 << j] ^ values[0] for j in range(inputs)]
        found = cls(BitMatrix.from_columns(images, outputs), values[0])
        for x, (got, expected) in enumerate(zip(values, found.table(), strict=True)):
            if got != expected:  # the least such x: its parts, which are smaller, still fit
                low = x & -x
                raise NotAffine((x ^ low, low), got, expected)
        return found


@dataclass(frozen=True, repr=False)
class Recovery:
    """The answer to "which affine maps fit these examples?".

    Attributes:
        map: a map that fits (the only one if `solutions` is 1), or None.
        free_bits: the number of bits the examples leave open; -1 if nothing fits.
        conflict: if nothing fits, examples that contradict each other: an even number of them
            whose inputs XOR to zero while their outputs do not.

    """

    map: AffineMap | None
    free_bits: int
    conflict: tuple[tuple[int, int], ...]

    @property
    def solutions(self) -> int:
        """How many affine maps fit the examples."""
        return 0 if self.map is None else 1 << self.free_bits

    def __repr__(self) -> str:
        if self.map is None:
            pairs = ", ".join(f"{x:#x} -> {y:#x}" for x, y in self.conflict)
            return f"Recovery: no affine map fits; these disagree: {pairs}"
        if self.solutions == 1:
            return f"Recovery: exactly one map fits: {self.map!r}"
        return f"Recovery: 2**{self.free_bits} maps fit; more examples are needed"


def _interpolate(kept: list[tuple[int, int, int]], inputs: int, outputs: int) -> AffineMap:
    """One map through independent examples: open bits are taken as zero."""
    by_lead: dict[int, tuple[int, int]] = {}
    for vector, image, _ in sorted(kept):  # least leading bit first, so each is ready when used
        lead = vector.bit_length() - 1
        for j in ones(vector ^ 1 << lead):
            if j in by_lead:
                image ^= by_lead[j][1]
        by_lead[lead] = (vector, image)
    images = [by_lead.get(j, (0, 0))[1] for j in range(inputs + 1)]
    return AffineMap(BitMatrix.from_columns(images[:inputs], outputs), images[inputs])


def _check_bits(x: int, size: int, what: str) -> None:
    if not isinstance(x, int) or not 0 <= x < 1 << size:
        raise ValueError(f"{what} is {x!r}, expected an integer of {size} bits")
