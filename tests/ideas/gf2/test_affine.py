"""Affine maps: their group, recovery from examples, and the test for being affine."""

from __future__ import annotations

from itertools import combinations, product
from math import lcm

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ideas.gf2 import AffineMap, BitMatrix, NotAffine, named

maps = st.builds(AffineMap.from_qword, st.integers(0, 2**64 - 1), st.integers(0, 255))
permutations = st.builds(
    lambda seed, b: AffineMap(BitMatrix.random_invertible(seed), b),
    st.integers(0, 10**6),
    st.integers(0, 255),
)
byte = st.integers(0, 255)
SMALL = [AffineMap(BitMatrix(rows, 2), b) for rows in product(range(4), repeat=2) for b in range(4)]


@settings(deadline=None)
@given(maps, maps, maps, byte)
def test_composition_is_application_in_turn(f, g, h, x):
    assert (f @ g)(x) == f(g(x)) == f.compose(g)(x)
    assert (f @ g) @ h == f @ (g @ h)
    assert f @ AffineMap.identity() == f == AffineMap.identity() @ f


@settings(deadline=None)
@given(permutations)
def test_permutations_have_inverses_orders_and_cycles(f):
    one = AffineMap.identity()
    assert f @ f.inverse() == one == f.inverse() @ f
    lengths = f.cycle_type()
    assert sum(length * many for length, many in lengths.items()) == 256
    order = f.order()
    assert f**order == one == f**-order
    assert order == lcm(*lengths)
    assert list(f.fixed_points()) == [x for x in range(256) if f(x) == x]
    assert f.fixed_points().count == lengths.get(1, 0)
    for cycle in f.cycles():
        assert all(f(a) == b for a, b in zip(cycle, (*cycle[1:], cycle[0]), strict=True))


def test_the_small_group_has_twenty_four_elements_and_is_closed():
    group = {f for f in SMALL if f.is_invertible()}
    assert len(group) == 24  # all permutations of four things
    assert len({tuple(f.table()) for f in group}) == 24
    assert {f @ g for f in group for g in group} == group == {f.inverse() for f in group}


@settings(deadline=None)
@given(maps, byte)
def test_table_bytes_and_equations_say_the_same(f, x):
    everything = bytes(range(256))
    assert list(f(everything)) == f.table() == [f(y) for y in everything]
    values = {f"x{j}": x >> j & 1 for j in range(8)}
    y = 0
    for line in f.equations().splitlines():
        name, right = line.split(" = ")
        y |= eval(right, {}, values) << int(name[1:])
    assert y == f(x)
    assert (f.homogeneous() @ (x | 256)) == f(x) | 256


def test_equations_in_latex():
    f = AffineMap(BitMatrix.from_rows([0b00, 0b11]), 0b10)
    assert f.equations("latex") == (
        r"\begin{aligned} y_{1} &= x_{1} \oplus x_{0} \oplus 1 \\ y_{0} &= 0 \end{aligned}"
    )


@settings(deadline=None)
@given(maps)
def test_nine_examples_fix_a_map(f):
    inputs = [0, *(1 << j for j in range(8))]
    found = AffineMap.from_pairs([(x, f(x)) for x in inputs])
    assert found.map == f
    assert found.solutions == 1


@settings(deadline=None)
@given(maps, st.lists(byte, max_size=12))
def test_recovery_counts_what_is_left(f, inputs):
    found = AffineMap.from_pairs([(x, f(x)) for x in inputs])
    assert found.map is not None
    assert all(found.map(x) == f(x) for x in inputs)
    span = {0}
    for x in inputs:
        span |= {v ^ (x | 256) for v in span}
    assert found.solutions == 2 ** (8 * (9 - (len(span).bit_length() - 1)))


def test_recovery_counts_by_trying_every_small_map():
    inputs = range(4)
    for size in range(4):
        for xs in combinations(inputs, size):
            for ys in product(range(4), repeat=size):
                pairs = list(zip(xs, ys, strict=True))
                fits = [f for f in SMALL if all(f(x) == y for x, y in pairs)]
                found = AffineMap.from_pairs(pairs, 2, 2)
                assert found.solutions == len(fits)
                assert found.map in fits or not fits


@settings(deadline=None)
@given(st.lists(st.tuples(byte, byte), max_size=14))
def test_a_conflict_is_a_proof(pairs):
    found = AffineMap.from_pairs(pairs)
    if found.map is None:
        x = y = 0
        for a, b in found.conflict:
            x, y = x ^ a, y ^ b
        assert len(found.conflict) % 2 == 0
        assert x == 0
        assert y != 0
        assert set(found.conflict) <= set(pairs)
    else:
        assert all(found.map(a) == b for a, b in pairs)


AFFINE = {
    "not x": lambda x: x ^ 0xFF,
    "x ^ 0x20": lambda x: x ^ 0x20,
    "x + 0x80": lambda x: (x + 0x80) % 256,
    "sra1": named.CATALOGUE["sra1"].rule,
    "square": named.CATALOGUE["square mod 0x11B"].rule,
}
NOT_AFFINE = {
    "x + 1": lambda x: (x + 1) % 256,
    "-x": lambda x: -x % 256,
    "3 x": lambda x: 3 * x % 256,
    "popcount": lambda x: x.bit_count(),
}


@pytest.mark.parametrize("name", AFFINE)
def test_affine_functions_are_found_out(name):
    f = AffineMap.from_function(AFFINE[name])
    assert [f(x) for x in range(256)] == [AFFINE[name](x) for x in range(256)]


@pytest.mark.parametrize("name", NOT_AFFINE)
def test_other_functions_come_with_a_witness(name):
    f = NOT_AFFINE[name]
    with pytest.raises(NotAffine) as caught:
        AffineMap.from_function(f)
    u, v = caught.value.witness
    assert f(u ^ v) != f(u) ^ f(v) ^ f(0)
    assert f"= {f(u ^ v):#x}, but" in str(caught.value)
    assert str(caught.value).endswith(f"= {f(u) ^ f(v) ^ f(0):#x}")


def test_every_function_on_two_bits_to_one_is_judged_rightly():
    affine = {tuple(AffineMap(BitMatrix((r,), 2), b).table()) for r in range(4) for b in (0, 1)}
    for table in product((0, 1), repeat=4):
        if table in affine:
            assert tuple(AffineMap.from_function(table, 2, 1).table()) == table
        else:
            with pytest.raises(NotAffine):
                AffineMap.from_function(table, 2, 1)


def test_the_document_s_map_is_no_permutation():
    f = named.CATALOGUE["the document's"].map
    for refuse in (f.cycles, f.inverse, f.order):
        with pytest.raises(ValueError, match=r"singular|permutation"):
            refuse()


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: AffineMap(0x0102040810204080), TypeError, "is a int, expected a BitMatrix"),
        (lambda: AffineMap(BitMatrix.identity(), 256), ValueError, "0x100, expected 8 bits"),
        (lambda: AffineMap.identity(4)(b"x"), ValueError, "bytes need 8 to 8"),
        (lambda: AffineMap.identity(20).table(), ValueError, "at most 16"),
        (lambda: AffineMap.identity().equations("html"), ValueError, "'text' or 'latex'"),
        (lambda: AffineMap.from_pairs([(256, 0)]), ValueError, "input is 256"),
        (lambda: AffineMap.from_function([0, 1]), ValueError, "2 values, expected 256"),
        (lambda: AffineMap.from_function(lambda x: x + 1), ValueError, "output is 256"),
        (lambda: AffineMap.from_function(lambda x: x, 20), ValueError, "at most 16"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(make, error, words):
    with pytest.raises(error, match=words):
        make()


@pytest.mark.parametrize("wrong", [1.0, "1", None])
def test_a_constant_that_is_no_integer_is_refused(wrong):
    with pytest.raises(TypeError, match="expected an integer"):
        AffineMap(BitMatrix.identity(8), wrong)


@pytest.mark.parametrize("wrong", [3.7, "0x1", None])
def test_a_qword_that_is_no_integer_is_refused(wrong):
    with pytest.raises(TypeError, match="expected an integer"):
        BitMatrix.from_qword(wrong)
