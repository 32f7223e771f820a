"""A catalogue of byte maps worth a name: each has a matrix, a meaning, a rule to check it by.

The rule is an ordinary Python function that says what the map does without any matrix; the tests
hold every entry to its rule on every byte of its domain.

>>> from ideas.gf2 import named
>>> named.CATALOGUE["bit reverse"]
Named('bit reverse', 0x8040201008040201, 0x00)
>>> hex(named.CATALOGUE["bit reverse"].map(0x01))
'0x80'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from . import polynomial, reference
from .affine import AffineMap
from .matrix import BitMatrix

EVERY_BYTE = tuple(range(256))
ONE_HOT = (0, *(1 << j for j in range(8)))


@dataclass(frozen=True, repr=False)
class Named:
    """One entry of the catalogue.

    Attributes:
        name: the key in :data:`CATALOGUE`.
        qword: the matrix as GF2P8AFFINEQB takes it.
        constant: the immediate.
        meaning: what the map does, in a sentence.
        source: where the map is defined or used.
        rule: the same map as a Python function.
        domain: the inputs on which the rule holds.

    """

    name: str
    qword: int
    constant: int
    meaning: str
    source: str
    rule: Callable[[int], int] = field(compare=False)
    domain: tuple[int, ...] = EVERY_BYTE

    @property
    def matrix(self) -> BitMatrix:
        """The matrix."""
        return BitMatrix.from_qword(self.qword)

    @property
    def map(self) -> AffineMap:
        """The affine map."""
        return AffineMap(self.matrix, self.constant)

    def __repr__(self) -> str:
        return f"Named({self.name!r}, 0x{self.qword:016X}, 0x{self.constant:02X})"


def rotate_left(x: int, k: int) -> int:
    """A byte rotated by k bits towards its high end.

    >>> hex(rotate_left(0x81, 1))
    '0x3'
    """
    k %= 8
    return (x << k | x >> 8 - k) & 0xFF


def gray_decode(x: int) -> int:
    """The number whose Gray code is `x`: bit i is the XOR of bits i and up.

    >>> [gray_decode(x ^ x >> 1) for x in (0, 1, 2, 77)]
    [0, 1, 2, 77]
    """
    for shift in (1, 2, 4):
        x ^= x >> shift
    return x


def prefix_xor(x: int) -> int:
    """Bit i of the result is the XOR of bits 0 to i.

    >>> bin(prefix_xor(0b0010100))
    '0b1100'
    """
    for shift in (1, 2, 4):
        x ^= x << shift & 0xFF
    return x


def crc8_byte(x: int, generator: int = 0x107) -> int:
    """The CRC-8 of one byte, from zero: the remainder of x times x^8 by the generator.

    >>> hex(crc8_byte(0x01))
    '0x7'
    """
    return polynomial.remainder(x << 8, generator)


def lfsr_step(x: int, taps: int = 0xB8) -> int:
    """One step of a Galois shift register: shift right, and XOR the taps if a 1 fell out.

    >>> hex(lfsr_step(0x01))
    '0xb8'
    """
    return x >> 1 ^ (taps if x & 1 else 0)


def deinterleave(x: int) -> int:
    """Even bits into the low half, odd bits into the high half.

    >>> bin(deinterleave(0b10101010))
    '0b11110000'
    """
    return sum((x >> 2 * k & 1) << k | (x >> 2 * k + 1 & 1) << k + 4 for k in range(4))


def aes_affine(x: int) -> int:
    """The affine step of SubBytes, as FIPS 197 writes it, bit by bit.

    >>> hex(aes_affine(0))
    '0x63'
    """
    c, y = 0x63, 0
    for i in range(8):
        bit = x >> i ^ c >> i
        for k in (4, 5, 6, 7):
            bit ^= x >> (i + k) % 8
        y |= (bit & 1) << i
    return y


def _aes_affine_inverse(y: int) -> int:
    return rotate_left(y, 1) ^ rotate_left(y, 3) ^ rotate_left(y, 6) ^ 0x05


def _reverse(x: int) -> int:
    return int(f"{x:08b}"[::-1], 2)


def _isomorphism(x: int) -> int:
    result = 0  # read x as a polynomial modulo 0x11D and put 0x03 for its variable
    for k in reversed(range(8)):
        result = reference.multiply_byte(result, 0x03) ^ (x >> k & 1)
    return result


_SDM = "Intel SDM, volume 2A: the bit and byte order of the operand"
_DEFINITION = "by definition"
_LLVM = "LLVM lowers this to the instruction on targets with GFNI"
_GRAY = "F. Gray, US patent 2632058 (1953)"
_FIPS = "FIPS 197, sections 4 and 5.1.1"
_RS = "the modulus 0x11D of Reed-Solomon codes and RAID 6"

_ENTRIES: Iterable[Named] = (
    Named("identity", 0x0102040810204080, 0, "changes nothing", _SDM, lambda x: x),
    Named("not", 0x0102040810204080, 0xFF, "flips every bit", _DEFINITION, lambda x: x ^ 0xFF),
    Named("bit reverse", 0x8040201008040201, 0, "bit i becomes bit 7 - i", _LLVM, _reverse),
    Named(
        "nibble swap",
        0x1020408001020408,
        0,
        "exchanges the two halves",
        _DEFINITION,
        lambda x: rotate_left(x, 4),
    ),
    Named(
        "swap adjacent bits",
        0x0201080420108040,
        0,
        "exchanges bits 0 and 1, 2 and 3, ...",
        _DEFINITION,
        lambda x: (x & 0x55) << 1 | x >> 1 & 0x55,
    ),
    Named(
        "deinterleave",
        0x0104104002082080,
        0,
        "even bits low, odd bits high",
        _DEFINITION,
        deinterleave,
    ),
    Named("rol1", 0x8001020408102040, 0, "rotates left by one", _LLVM, lambda x: rotate_left(x, 1)),
    Named(
        "ror1", 0x0204081020408001, 0, "rotates right by one", _LLVM, lambda x: rotate_left(x, 7)
    ),
    Named("shl1", 0x0001020408102040, 0, "shifts left by one", _LLVM, lambda x: x << 1 & 0xFF),
    Named("shr1", 0x0204081020408000, 0, "shifts right by one, zero in", _LLVM, lambda x: x >> 1),
    Named(
        "sra1",
        0x0204081020408080,
        0,
        "shifts right by one, sign kept",
        _LLVM,
        lambda x: x >> 1 | x & 0x80,
    ),
    Named(
        "sign mask",
        0x8080808080808080,
        0,
        "copies bit 7 to every bit",
        _DEFINITION,
        lambda x: 0xFF * (x >> 7),
    ),
    Named(
        "broadcast bit 0",
        0x0101010101010101,
        0,
        "copies bit 0 to every bit",
        _DEFINITION,
        lambda x: 0xFF * (x & 1),
    ),
    Named(
        "parity into bit 0",
        0xFF00000000000000,
        0,
        "1 if the number of ones is odd",
        _DEFINITION,
        lambda x: x.bit_count() & 1,
    ),
    Named(
        "parity to all bits",
        0xFFFFFFFFFFFFFFFF,
        0,
        "FF if the number of ones is odd",
        _DEFINITION,
        lambda x: 0xFF * (x.bit_count() & 1),
    ),
    Named("Gray encode", 0x03060C183060C080, 0, "x XOR (x >> 1)", _GRAY, lambda x: x ^ x >> 1),
    Named("Gray decode", 0xFFFEFCF8F0E0C080, 0, "undoes Gray encode", _GRAY, gray_decode),
    Named(
        "prefix XOR",
        0x0103070F1F3F7FFF,
        0,
        "bit i is the XOR of bits 0 to i",
        _DEFINITION,
        prefix_xor,
    ),
    Named(
        "the document's",
        0x4182050A142850A0,
        0,
        "x XOR (x rotated left by two); singular",
        "the document this chapter began from",
        lambda x: x ^ rotate_left(x, 2),
    ),
    Named(
        "AES affine",
        0xF1E3C78F1F3E7CF8,
        0x63,
        "the affine half of the AES S-box",
        _FIPS,
        aes_affine,
    ),
    Named(
        "AES affine inverse",
        0xA44992254A942952,
        0x05,
        "undoes AES affine",
        _FIPS,
        _aes_affine_inverse,
    ),
    Named(
        "times 2 mod 0x11B",
        0x8081028488102040,
        0,
        "multiplies by x in the field of AES",
        _FIPS,
        lambda x: reference.multiply_byte(2, x),
    ),
    Named(
        "times 2 mod 0x11D",
        0x8001828488102040,
        0,
        "multiplies by x modulo 0x11D",
        _RS,
        lambda x: polynomial.remainder(x << 1, 0x11D),
    ),
    Named(
        "square mod 0x11B",
        0x51D022F0946028C0,
        0,
        "squares in the field of AES",
        "the Frobenius map, linear over GF(2)",
        lambda x: reference.multiply_byte(x, x),
    ),
    Named(
        "0x11D to 0x11B",
        0xFFAACC88F0A0C080,
        0,
        "a field isomorphism; its picture is Pascal's triangle modulo 2",
        "sends the root 0x02 of 0x11D to the root 0x03",
        _isomorphism,
    ),
    Named(
        "CRC-8 of a byte",
        0xC143478E1C3870E0,
        0,
        "the remainder of x * x^8 modulo 0x107",
        "CRC-8 with generator x^8 + x^2 + x + 1 (ATM HEC, SMBus)",
        crc8_byte,
    ),
    Named(
        "LFSR step",
        0x0204081121418001,
        0,
        "one step of a Galois register, period 255",
        "taps 0xB8; its characteristic polynomial is the primitive 0x11D",
        lfsr_step,
    ),
    Named(
        "trailing zeros",
        0xAACCF0FF00000000,
        8,
        "position of the only one of x & -x; 8 for zero",
        "apply to x & -x, which has at most one bit set",
        lambda x: x.bit_length() - 1 if x else 8,
        ONE_HOT,
    ),
)

CATALOGUE: dict[str, Named] = {entry.name: entry for entry in _ENTRIES}
"""Every entry by name."""


def get(name: str) -> Named:
    """The entry called `name`.  KeyError that lists the names if there is none.

    >>> get("rol1").map(0x80)
    1
    """
    if name not in CATALOGUE:
        raise KeyError(f"{name!r} is not in the catalogue; it has {', '.join(CATALOGUE)}")
    return CATALOGUE[name]


def search(text: str) -> list[Named]:
    """Entries whose name or meaning contains `text`.

    >>> [entry.name for entry in search("rotates")]
    ['rol1', 'ror1']
    """
    text = text.lower()
    return [e for e in CATALOGUE.values() if text in f"{e.name} {e.meaning}".lower()]
