"""A vector over GF(2) is an integer: bit j is coordinate j, and addition is XOR.

Everything here works on plain integers of any length, so a byte needs no wrapping.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


def parity(x: int) -> int:
    """The sum of the bits of `x` in GF(2): 1 if the number of ones is odd, else 0.

    >>> parity(0b10110), parity(0b10100)
    (1, 0)
    """
    return x.bit_count() & 1


def dot(u: int, v: int) -> int:
    """The inner product of two vectors: AND each pair of bits, XOR the results.

    >>> dot(0b1100, 0b0110)
    1
    """
    return parity(u & v)


def ones(x: int) -> list[int]:
    """The positions of the ones of `x`, lowest first.

    >>> ones(0b10100000)
    [5, 7]
    """
    return [j for j in range(x.bit_length()) if x >> j & 1]


def reduced_basis(vectors: Iterable[int]) -> tuple[int, ...]:
    """The one basis of the span in which no leading bit occurs twice, in ascending order.

    Two lists of vectors span the same space exactly when their reduced bases are equal.

    >>> reduced_basis([0b110, 0b011, 0b101])
    (3, 5)
    """
    basis: list[int] = []
    for vector in vectors:
        for b in basis:  # XOR makes a number smaller exactly if it clears the leading bit of b
            vector = min(vector, vector ^ b)
        if vector:
            basis = [min(b, b ^ vector) for b in basis]
            basis.append(vector)
    return tuple(sorted(basis))


def relations(vectors: Iterable[int]) -> list[int]:
    """A basis of the relations among `vectors`: masks of subsets whose XOR is zero.

    >>> [f"{mask:03b}" for mask in relations([0b110, 0b011, 0b101])]
    ['111']
    """
    kept: list[tuple[int, int]] = []
    found = []
    for position, vector in enumerate(vectors):
        mask = 1 << position
        for b, b_mask in kept:
            if vector ^ b < vector:
                vector, mask = vector ^ b, mask ^ b_mask
        if vector:
            kept.append((vector, mask))
        else:
            found.append(mask)
    return found


@dataclass(frozen=True)
class AffineSubspace:
    """All of `offset` XOR a combination of `basis`; empty when `offset` is None.

    Kernels, images and solution sets are of this form.  Build one with :meth:`through`, which
    brings offset and basis into reduced form, so that equal sets compare equal.

    >>> AffineSubspace.through(0, [0x55, 0xFF])
    AffineSubspace {00, 55, AA, FF}
    """

    offset: int | None
    basis: tuple[int, ...] = ()

    @classmethod
    def through(cls, offset: int | None, directions: Iterable[int] = ()) -> AffineSubspace:
        """The set through `offset` in the given directions.

        >>> AffineSubspace.through(0xFF, [0x55, 0xAA]) == AffineSubspace.through(0, [0xAA, 0xFF])
        True
        """
        if offset is None:
            return cls(None, ())
        basis = reduced_basis(directions)
        for b in basis:
            offset = min(offset, offset ^ b)
        return cls(offset, basis)

    @property
    def dimension(self) -> int:
        """The number of free choices; -1 for the empty set."""
        return -1 if self.offset is None else len(self.basis)

    @property
    def count(self) -> int:
        """How many vectors it holds: a power of two, or 0."""
        return 0 if self.offset is None else 1 << len(self.basis)

    def __bool__(self) -> bool:
        return self.offset is not None

    def __contains__(self, x: int) -> bool:
        if self.offset is None:
            return False
        for b in self.basis:
            x = min(x, x ^ b)
        return x == self.offset

    def __iter__(self) -> Iterator[int]:
        """The vectors in ascending order."""
        if self.offset is None:
            return
        for choice in range(self.count):
            x = self.offset
            for j, b in enumerate(self.basis):
                if choice >> j & 1:
                    x ^= b
            yield x

    def __repr__(self) -> str:
        if self.count > 16:
            return f"AffineSubspace of {self.count} vectors"
        return "AffineSubspace {" + ", ".join(f"{x:02X}" for x in self) + "}"
