"""GF(2^n): bits as polynomials modulo an irreducible one, so that bytes divide as well.

A vector space over GF(2) has no product of two vectors.  Choose an irreducible polynomial of
degree n and it gets one.  The choice changes every product, yet all choices give the same field
up to a linear change of names: :meth:`Field.isomorphisms` finds them.
"""

from __future__ import annotations

from functools import cached_property

from . import polynomial
from .matrix import BitMatrix
from .vectors import parity

AES = 0x11B
"""x^8 + x^4 + x^3 + x + 1: FIPS 197, and the polynomial wired into GFNI."""

REED_SOLOMON = 0x11D
"""x^8 + x^4 + x^3 + x^2 + 1: the usual choice of Reed-Solomon codes and of RAID 6."""


class Field:
    """GF(2^n) for n up to 16, by an irreducible `modulus`.  Elements are integers.

    ValueError if the modulus is reducible or its degree is not in 1..16.

    >>> F = Field(0x11B)
    >>> hex(F.multiply(0x57, 0x83))  # the example of FIPS 197, section 4.2
    '0xc1'
    """

    def __init__(self, modulus: int = AES) -> None:
        self.degree = polynomial.degree(modulus)
        if not 1 <= self.degree <= 16:
            raise ValueError(f"modulus {modulus:#x} has degree {self.degree}, expected 1 to 16")
        if not polynomial.is_irreducible(modulus):
            raise ValueError(
                f"modulus {modulus:#x} is reducible ({polynomial.to_text(modulus)}), "
                "so its residues do not form a field"
            )
        self.modulus = modulus
        self.size = 1 << self.degree

    def __repr__(self) -> str:
        return f"GF(2^{self.degree}) modulo {polynomial.to_text(self.modulus)}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Field) and self.modulus == other.modulus

    def __hash__(self) -> int:
        return hash((Field, self.modulus))

    # ---- arithmetic

    def multiply(self, a: int, b: int) -> int:
        """The product: multiply the polynomials, keep the remainder."""
        self._check(a)
        self._check(b)
        return polynomial.remainder(polynomial.multiply(a, b), self.modulus)

    def power(self, a: int, exponent: int) -> int:
        """`a` to any power; negative ones need a != 0, and 0^0 is 1.

        >>> Field().power(0x53, 254) == Field().inverse(0x53)
        True
        """
        self._check(a)
        if exponent < 0:
            a, exponent = self.inverse(a), -exponent
        return polynomial.power_modulo(a, exponent, self.modulus)

    def inverse(self, a: int) -> int:
        """The b with a b = 1.  ZeroDivisionError for 0.

        >>> hex(Field().inverse(0x53))
        '0xca'
        """
        self._check(a)
        if a == 0:
            raise ZeroDivisionError("0 has no inverse in a field")
        return polynomial.power_modulo(a, self.size - 2, self.modulus)

    def inverse_or_zero(self, a: int) -> int:
        """The inverse, with 0 for 0, as GF2P8AFFINEINVQB and AES take it."""
        return self.inverse(a) if a else 0

    def divide(self, a: int, b: int) -> int:
        """The quotient a b^-1."""
        return self.multiply(a, self.inverse(b))

    def evaluate(self, p: int, a: int) -> int:
        """The polynomial `p`, with coefficients in GF(2), at the element `a`.

        >>> F = Field(0x11B)
        >>> [hex(a) for a in range(256) if F.evaluate(0x11D, a) == 0]
        ['0x3', '0x5', '0x11', '0x1a', '0x4c', '0x5f', '0xe5', '0xfb']
        """
        result = 0
        for k in reversed(range(p.bit_length())):
            result = self.multiply(result, a) ^ (p >> k & 1)
        return result

    def trace(self, a: int) -> int:
        """The sum a + a^2 + a^4 + ...: 0 or 1, and linear over GF(2)."""
        total = 0
        for _ in range(self.degree):
            total ^= a
            a = self.multiply(a, a)
        return total

    def minimal_polynomial(self, a: int) -> int:
        """The irreducible polynomial over GF(2) with root `a`.

        >>> hex(Field(0x11B).minimal_polynomial(0x03))
        '0x11d'
        """
        return self.multiplication_matrix(a).minimal_polynomial()

    # ---- the multiplicative group

    def order(self, a: int) -> int:
        """The least k >= 1 with a^k = 1.  ZeroDivisionError for 0.

        >>> Field(0x11B).order(0x02), Field(0x11B).order(0x03), Field(0x11D).order(0x02)
        (51, 255, 255)
        """
        self._check(a)
        if a == 0:
            raise ZeroDivisionError("no power of 0 is 1")
        return self.multiplication_matrix(a).order()

    @cached_property
    def generator(self) -> int:
        """The least element whose powers are all elements but 0."""
        return next(a for a in range(1, self.size) if self.order(a) == self.size - 1)

    @cached_property
    def powers(self) -> tuple[int, ...]:
        """`powers[k]` is the generator to the power k, for 0 <= k < 2^n - 1."""
        powers = [1]
        while len(powers) < self.size - 1:
            powers.append(self.multiply(powers[-1], self.generator))
        return tuple(powers)

    @cached_property
    def _logs(self) -> dict[int, int]:
        return {a: k for k, a in enumerate(self.powers)}

    def log(self, a: int) -> int:
        """The k with generator^k = a.  ValueError for 0.

        >>> F = Field()
        >>> F.log(F.generator)
        1
        """
        self._check(a)
        if a == 0:
            raise ValueError("0 has no logarithm: no power of the generator is 0")
        return self._logs[a]

    # ---- linear maps

    def multiplication_matrix(self, c: int) -> BitMatrix:
        """The matrix of x -> c x.

        >>> f"{Field(0x11D).multiplication_matrix(2).to_qword():#018x}"
        '0x8001828488102040'
        """
        self._check(c)
        return BitMatrix.from_columns(
            [self.multiply(c, 1 << j) for j in range(self.degree)], self.degree
        )

    def frobenius_matrix(self, k: int = 1) -> BitMatrix:
        """The matrix of x -> x^(2^k): squaring is linear, since (a + b)^2 = a^2 + b^2.

        >>> f"{Field(0x11B).frobenius_matrix().to_qword():#018x}"
        '0x51d022f0946028c0'
        """
        if k < 0:
            raise ValueError(f"k is {k}, expected 0 or more")
        return BitMatrix.from_columns(
            [self.power(1 << j, 1 << k % self.degree) for j in range(self.degree)], self.degree
        )

    def isomorphisms(self, other: Field) -> list[BitMatrix]:
        """All field isomorphisms from this field to `other`: one a root of our modulus there.

        There are as many as the degree.  ValueError if the degrees differ.

        >>> maps = Field(0x11D).isomorphisms(Field(0x11B))
        >>> len(maps), f"{maps[0].to_qword():#018x}"
        (8, '0xffaacc88f0a0c080')
        """
        if self.degree != other.degree:
            raise ValueError(
                f"fields of 2^{self.degree} and 2^{other.degree} elements are not isomorphic"
            )
        roots = [a for a in range(other.size) if other.evaluate(self.modulus, a) == 0]
        return [
            BitMatrix.from_columns([other.power(r, j) for j in range(self.degree)], self.degree)
            for r in roots
        ]

    def _check(self, a: int) -> None:
        if not isinstance(a, int):
            raise TypeError(f"element is a {type(a).__name__}, expected an int")
        if not 0 <= a < self.size:
            raise ValueError(f"element is {a:#x}, expected 0 to {self.size - 1:#x}")


def nonlinearity(table: list[int] | bytes) -> int:
    """How many inputs the best affine guess of any XOR of output bits gets wrong.

    `table` holds 2^n values of n bits.  The result is 0 exactly if some output combination is
    affine; 112 for the AES S-box.  Computed by a Walsh-Hadamard transform for each combination.

    >>> nonlinearity(list(range(256)))
    0
    """
    size = len(table)
    if size < 2 or size & size - 1:
        raise ValueError(f"table has {size} values, expected a power of two")
    worst = 0
    for mask in range(1, size):
        spectrum = [1 - 2 * parity(mask & y) for y in table]
        step = 1
        while step < size:
            for i in range(0, size, 2 * step):
                for j in range(i, i + step):
                    a, b = spectrum[j], spectrum[j + step]
                    spectrum[j], spectrum[j + step] = a + b, a - b
            step *= 2
        worst = max(worst, max(map(abs, spectrum)))
    return (size - worst) // 2
