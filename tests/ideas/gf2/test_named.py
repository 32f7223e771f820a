"""Every entry of the catalogue does what its rule says, and matches the published vectors."""

from __future__ import annotations

import pytest

from ideas.gf2 import AffineMap, BitMatrix, named, reference

VECTORS = """
identity            0102040810204080 01 80 53 B4
bit reverse         8040201008040201 80 01 CA 2D
rol1                8001020408102040 02 01 A6 69
ror1                0204081020408001 80 40 A9 5A
shl1                0001020408102040 02 00 A6 68
shr1                0204081020408000 00 40 29 5A
sra1                0204081020408080 00 C0 29 DA
Gray encode         03060C183060C080 01 C0 7A EE
Gray decode         FFFEFCF8F0E0C080 01 FF 62 D8
prefix XOR          0103070F1F3F7FFF FF 80 31 6C
broadcast bit 0     0101010101010101 FF 00 FF 00
parity into bit 0   FF00000000000000 01 01 00 00
the document's      4182050A142850A0 05 82 1E 66
"""
ROWS = [(line[:19].strip(), *line[19:].split()) for line in VECTORS.strip().splitlines()]
ORDERS = {
    "times 2 mod 0x11B": 51,
    "times 2 mod 0x11D": 255,
    "Gray encode": 8,
    "square mod 0x11B": 8,
    "deinterleave": 3,
    "CRC-8 of a byte": 127,
    "LFSR step": 255,
    "bit reverse": 2,
}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_published_vectors(row):
    name, qword, *outputs = row
    entry = named.get(name)
    assert entry.qword == int(qword, 16)
    assert entry.constant == 0
    for x, y in zip((0x01, 0x80, 0x53, 0xB4), outputs, strict=True):
        assert entry.map(x) == int(y, 16) == reference.affine_byte(x, entry.qword)


@pytest.mark.parametrize("name", named.CATALOGUE)
def test_an_entry_is_its_rule(name):
    entry = named.CATALOGUE[name]
    assert entry.name == name
    assert entry.meaning
    assert entry.source
    for x in entry.domain:
        assert entry.map(x) == entry.rule(x)
    if len(entry.domain) == 256:
        assert AffineMap.from_function(entry.rule) == entry.map


def test_entries_that_undo_each_other():
    for a, b in (
        ("rol1", "ror1"),
        ("Gray encode", "Gray decode"),
        ("AES affine", "AES affine inverse"),
    ):
        assert named.get(a).map.inverse() == named.get(b).map


@pytest.mark.parametrize("name", ORDERS)
def test_orders(name):
    assert named.get(name).matrix.order() == ORDERS[name]


def test_orders_of_the_aes_map_and_the_inverse_register():
    assert named.get("AES affine").matrix.order() == 4
    step = named.get("LFSR step").matrix
    assert step.inverse().to_qword() == 0x800102048890A040
    assert step.characteristic_polynomial() == 0x11D


def test_trailing_zeros_of_every_byte():
    entry = named.get("trailing zeros")
    for x in range(256):
        expected = next((j for j in range(8) if x >> j & 1), 8)
        assert entry.map(x & -x) == expected


def test_the_isomorphism_is_pascal_s_triangle():
    from math import comb

    matrix = named.get("0x11D to 0x11B").matrix
    assert all(matrix[i, j] == comb(j, i) % 2 for i in range(8) for j in range(8))


def test_a_wrong_name_lists_the_right_ones():
    with pytest.raises(KeyError, match="bit reverse"):
        named.get("bit-reverse")
    assert BitMatrix.from_qword(named.get("not").qword) == BitMatrix.identity()
