"""GF(2^n): field laws, matrices, isomorphisms, and the S-box of AES from first principles."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ideas.gf2 import BitMatrix, Field, polynomial
from ideas.gf2.field import nonlinearity

AES = Field(0x11B)
RS = Field(0x11D)
byte = st.integers(0, 255)


@pytest.mark.parametrize("modulus", [0b111, 0b1011, 0b1101, 0b10011, 0b11111])
def test_small_fields_obey_every_law(modulus):
    f = Field(modulus)
    elements = range(f.size)
    for a, b, c in product(elements, repeat=3):
        assert f.multiply(f.multiply(a, b), c) == f.multiply(a, f.multiply(b, c))
        assert f.multiply(a, b ^ c) == f.multiply(a, b) ^ f.multiply(a, c)
    for a in elements:
        assert f.multiply(1, a) == a
        assert f.power(a, f.size) == a
        if a:
            assert f.multiply(a, f.inverse(a)) == 1
            assert next(k for k in range(1, f.size) if f.power(a, k) == 1) == f.order(a)
    assert sorted(f.powers) == list(range(1, f.size))


@settings(deadline=None)
@given(byte, byte, byte, st.sampled_from(polynomial.irreducibles(8)))
def test_all_thirty_byte_fields_obey_the_laws(a, b, c, modulus):
    f = Field(modulus)
    assert f.multiply(a, b) == f.multiply(b, a)
    assert f.multiply(f.multiply(a, b), c) == f.multiply(a, f.multiply(b, c))
    assert f.multiply(a, b ^ c) == f.multiply(a, b) ^ f.multiply(a, c)
    if a and b:
        assert f.multiply(f.divide(a, b), b) == a
        assert f.powers[(f.log(a) + f.log(b)) % 255] == f.multiply(a, b)
        assert f.power(a, -1) == f.inverse(a) == f.power(a, 254)
    assert f.evaluate(f.minimal_polynomial(a), a) == 0


def test_multiplication_by_a_constant_is_a_matrix():
    for c in range(256):
        matrix = AES.multiplication_matrix(c)
        assert all(matrix @ x == AES.multiply(c, x) for x in range(0, 256, 7))
        assert matrix.is_invertible() == (c != 0)


@settings(deadline=None)
@given(byte, byte)
def test_multiplication_matrices_are_a_copy_of_the_field(a, b):
    m = AES.multiplication_matrix
    assert m(a) @ m(b) == m(AES.multiply(a, b))
    assert m(a) + m(b) == m(a ^ b)


def test_squaring_is_linear_and_has_order_eight():
    phi = AES.frobenius_matrix()
    assert all(phi @ x == AES.multiply(x, x) for x in range(256))
    assert phi.order() == 8
    assert AES.frobenius_matrix(3) == phi**3 == AES.frobenius_matrix(11)
    assert [x for x in range(256) if phi @ x == x] == [0, 1]


def test_trace_is_linear_and_balanced():
    traces = [AES.trace(a) for a in range(256)]
    assert set(traces) == {0, 1}
    assert sum(traces) == 128
    assert all(traces[a ^ 0x53] == traces[a] ^ traces[0x53] for a in range(256))


@pytest.mark.parametrize(("source", "target"), [(RS, AES), (AES, RS), (AES, AES)])
def test_all_eight_isomorphisms_keep_products(source, target):
    found = source.isomorphisms(target)
    assert len(set(found)) == 8
    for matrix in found:
        assert matrix.is_invertible()
        assert matrix @ 1 == 1
        for a, b in product(range(0, 256, 17), range(1, 256, 13)):
            assert matrix @ source.multiply(a, b) == target.multiply(matrix @ a, matrix @ b)
    if source == target:
        assert set(found) == {source.frobenius_matrix(k) for k in range(8)}


def test_no_other_linear_map_of_a_small_field_keeps_products():
    f, g = Field(0b1011), Field(0b1101)
    good = set()
    for rows in product(range(8), repeat=3):
        matrix = BitMatrix(rows, 3)
        if matrix.is_invertible() and all(
            matrix @ f.multiply(a, b) == g.multiply(matrix @ a, matrix @ b)
            for a in range(8)
            for b in range(8)
        ):
            good.add(matrix)
    assert good == set(f.isomorphisms(g))
    assert len(good) == 3


def test_orders_of_the_exercises():
    assert (AES.order(2), AES.order(3), RS.order(2)) == (51, 255, 255)
    assert (AES.generator, RS.generator) == (3, 2)
    roots = [a for a in range(256) if AES.evaluate(0x11D, a) == 0]
    assert roots == [0x03, 0x05, 0x11, 0x1A, 0x4C, 0x5F, 0xE5, 0xFB]


def test_inversion_is_as_far_from_affine_as_the_literature_says():
    inversion = [AES.inverse_or_zero(a) for a in range(256)]
    assert nonlinearity(inversion) == 112


def test_nonlinearity_of_small_maps_by_trying_every_affine_function():
    for table in ([0, 1, 2, 3, 4, 5, 7, 6], [0, 1, 5, 6, 7, 2, 3, 4], list(range(8))):
        best = min(
            sum(
                (m & y).bit_count() & 1 != ((u & x).bit_count() & 1) ^ c
                for x, y in enumerate(table)
            )
            for m in range(1, 8)
            for u in range(8)
            for c in (0, 1)
        )
        assert nonlinearity(table) == best


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: Field(0x101), ValueError, "reducible"),
        (lambda: Field(1), ValueError, "degree 0, expected 1 to 16"),
        (lambda: Field(1 << 17 | 9), ValueError, "degree 17"),
        (lambda: AES.inverse(0), ZeroDivisionError, "0 has no inverse"),
        (lambda: AES.order(0), ZeroDivisionError, "no power of 0"),
        (lambda: AES.log(0), ValueError, "no logarithm"),
        (lambda: AES.multiply(256, 1), ValueError, "0x100, expected 0 to 0xff"),
        (lambda: AES.multiply("a", 1), TypeError, "is a str"),
        (lambda: AES.isomorphisms(Field(0b1011)), ValueError, "not isomorphic"),
        (lambda: AES.frobenius_matrix(-1), ValueError, "k is -1"),
        (lambda: nonlinearity([0, 1, 2]), ValueError, "power of two"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(make, error, words):
    with pytest.raises(error, match=words):
        make()
