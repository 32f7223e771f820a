"""The three GFNI instructions in plain Python, word for word from their definitions.

Nothing here is fast or clever: it is what every other path is held to.  Registers are byte
strings, byte 0 first, as they lie in memory.

Source: Intel 64 and IA-32 Architectures Software Developer's Manual, volume 2A, "GF2P8AFFINEINVQB",
"GF2P8AFFINEQB" and "GF2P8MULB".
"""

from __future__ import annotations

MODULUS = 0x11B
"""x^8 + x^4 + x^3 + x + 1, the only polynomial the instructions know."""


def affine_byte(x: int, qword: int, imm8: int = 0) -> int:
    """One byte of GF2P8AFFINEQB: bit i is parity(byte 7-i of the matrix AND x) XOR imm8 bit i.

    >>> hex(affine_byte(0x53, 0x8040201008040201))
    '0xca'
    """
    y = 0
    for i in range(8):
        row = qword >> 8 * (7 - i) & 0xFF
        y |= ((row & x).bit_count() & 1 ^ imm8 >> i & 1) << i
    return y


def multiply_byte(x: int, y: int) -> int:
    """One byte of GF2P8MULB: the product of polynomials, reduced by 0x11B from the top down.

    >>> hex(multiply_byte(0x57, 0x83))
    '0xc1'
    """
    product = 0
    for i in range(8):
        if y >> i & 1:
            product ^= x << i
    for i in reversed(range(8, 15)):
        if product >> i & 1:
            product ^= MODULUS << i - 8
    return product


def inverse_byte(x: int) -> int:
    """The inverse modulo 0x11B, by search; the inverse of 0 is taken as 0.

    >>> hex(inverse_byte(0x53)), inverse_byte(0)
    ('0xca', 0)
    """
    return next((y for y in range(1, 256) if multiply_byte(x, y) == 1), 0)


def affine_inverse_byte(x: int, qword: int, imm8: int = 0) -> int:
    """One byte of GF2P8AFFINEINVQB: invert in the field, then apply the affine map.

    >>> hex(affine_inverse_byte(0x53, 0xF1E3C78F1F3E7CF8, 0x63))  # the AES S-box
    '0xed'
    """
    return affine_byte(inverse_byte(x), qword, imm8)


def gf2p8affineqb(source1: bytes, source2: bytes, imm8: int) -> bytes:
    """GF2P8AFFINEQB on a register: each 8 bytes of data meet the matrix in the same place.

    Args:
        source1: the data, a multiple of 8 bytes.
        source2: the matrices, as many bytes; each 8 are one little-endian qword.
        imm8: the constant, 0 to 255, the same for every byte.

    >>> gf2p8affineqb(bytes(range(8)), bytes.fromhex("8040201008040201"), 0).hex()
    '0001020304050607'

    """
    return _each_lane(affine_byte, source1, source2, imm8)


def gf2p8affineinvqb(source1: bytes, source2: bytes, imm8: int) -> bytes:
    """GF2P8AFFINEINVQB on a register; operands as for :func:`gf2p8affineqb`.

    >>> gf2p8affineinvqb(bytes(8), bytes(8), 0x63).hex()
    '6363636363636363'
    """
    return _each_lane(affine_inverse_byte, source1, source2, imm8)


def gf2p8mulb(source1: bytes, source2: bytes) -> bytes:
    """GF2P8MULB on a register: byte by byte products in GF(2^8) modulo 0x11B.

    >>> gf2p8mulb(bytes([0x57, 2]), bytes([0x83, 0x80])).hex()
    'c11b'
    """
    if len(source1) != len(source2):
        raise ValueError(f"operands have {len(source1)} and {len(source2)} bytes, expected equal")
    return bytes(map(multiply_byte, source1, source2))


def _each_lane(byte_rule, source1: bytes, source2: bytes, imm8: int) -> bytes:
    if len(source1) != len(source2) or len(source1) % 8:
        raise ValueError(
            f"operands have {len(source1)} and {len(source2)} bytes, expected equal multiples of 8"
        )
    if not 0 <= imm8 <= 255:
        raise ValueError(f"imm8 is {imm8}, expected 0 to 255")
    result = bytearray()
    for lane in range(0, len(source1), 8):
        qword = int.from_bytes(source2[lane : lane + 8], "little")
        result += bytes(byte_rule(x, qword, imm8) for x in source1[lane : lane + 8])
    return bytes(result)
