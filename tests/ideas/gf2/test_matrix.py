"""Linear algebra over GF(2): exhaustive on small matrices, by law on larger ones."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ideas.gf2 import AffineSubspace, BitMatrix, polynomial

DOCUMENT = BitMatrix.from_text(
    """
    1 0 1 0 0 0 0 0
    0 1 0 1 0 0 0 0
    0 0 1 0 1 0 0 0
    0 0 0 1 0 1 0 0
    0 0 0 0 1 0 1 0
    0 0 0 0 0 1 0 1
    1 0 0 0 0 0 1 0
    0 1 0 0 0 0 0 1
    """
)


def every(m: int, n: int):
    return (BitMatrix(rows, n) for rows in product(range(1 << n), repeat=m))


@st.composite
def matrices(draw, rows=None, columns=None):
    any_size = st.integers(1, 10)
    m, n = (draw(any_size if size is None else size) for size in (rows, columns))
    return BitMatrix(tuple(draw(st.integers(0, (1 << n) - 1)) for _ in range(m)), n)


squares = st.integers(1, 9).flatmap(lambda n: matrices(st.just(n), st.just(n)))
bytes8 = matrices(st.just(8), st.just(8))


def leibniz(matrix: BitMatrix) -> int:
    """det(x I + A) as a sum over permutations: no elimination anywhere."""
    n, total = matrix.columns, 0
    for sigma in permutations(range(n)):
        term = 1
        for i, j in enumerate(sigma):
            term = polynomial.multiply(term, matrix[i, j] ^ (2 if i == j else 0))
        total ^= term
    return total


# ---- layouts


def test_the_document_s_matrix_is_the_document_s_qword():
    assert DOCUMENT.to_qword() == 0x4182050A142850A0
    memory = DOCUMENT.to_qword().to_bytes(8, "little")
    assert memory.hex() == "a05028140a058241"
    assert [f"{b:08b}" for b in memory] == DOCUMENT.to_text().replace(" ", "").replace(
        ".", "0"
    ).split("\n")


@settings(deadline=None)
@given(st.integers(0, 2**64 - 1))
def test_packing_with_numpy_round_trips_in_both_layouts(qword):
    matrix = BitMatrix.from_qword(qword)
    assert matrix.to_qword() == qword
    s, m = matrix.to_numpy("msb"), matrix.to_numpy("lsb")
    assert int(np.packbits(s, axis=1).reshape(8).view("<u8")[0]) == qword
    assert int(np.packbits(m, axis=1, bitorder="little").reshape(8).view(">u8")[0]) == qword
    assert (m == s[::-1, ::-1]).all()
    for layout, array in (("msb", s), ("lsb", m)):
        assert BitMatrix.from_numpy(array, layout) == matrix
        assert BitMatrix.from_text(matrix.to_text(layout), layout) == matrix


@settings(deadline=None)
@given(matrices())
def test_every_shape_survives_text_numpy_and_columns(matrix):
    assert BitMatrix.from_text(matrix.to_text()) == matrix
    assert BitMatrix.from_numpy(matrix.to_numpy("lsb").astype(bool), "lsb") == matrix
    columns = [matrix.column(j) for j in range(matrix.columns)]
    assert BitMatrix.from_columns(columns, matrix.shape[0]) == matrix


def test_entries_are_row_then_column():
    matrix = BitMatrix.from_rows([0b10, 0b00])
    assert matrix[0, 1] == 1
    assert matrix[1, 0] == 0
    with pytest.raises(IndexError, match="outside 2x2"):
        matrix[2, 0]


def test_pictures_for_people_name_the_bits():
    text, html = repr(DOCUMENT), DOCUMENT._repr_html_()
    assert "0x4182050A142850A0" in text
    assert text.splitlines()[2].split() == ["y7", "1", ".", "1", ".", ".", ".", ".", "."]
    assert html.count("<td") == 64
    assert html.count(">1</td>") == 16
    assert "y7" in html
    assert DOCUMENT.to_latex().count(r"\\") == 7


# ---- algebra


@settings(deadline=None)
@given(st.data())
def test_matrices_form_a_ring_that_acts_on_vectors(data):
    a, b, c = (data.draw(bytes8) for _ in range(3))
    x, y = (data.draw(st.integers(0, 255)) for _ in range(2))
    one, zero = BitMatrix.identity(), BitMatrix.zero()
    assert (a @ b) @ c == a @ (b @ c)
    assert a @ (b + c) == a @ b + a @ c
    assert (a + b) @ c == a @ c + b @ c
    assert a + b == b + a
    assert a + a == zero
    assert a + zero == a
    assert one @ a == a
    assert a @ one == a
    assert (a @ b) @ x == a @ (b @ x)
    assert a @ (x ^ y) == (a @ x) ^ (a @ y)
    assert (a @ b).T == b.T @ a.T
    assert a == a.T.T


@settings(deadline=None)
@given(matrices(), st.data())
def test_product_agrees_with_numpy(a, data):
    b = data.draw(matrices(rows=st.just(a.columns)))
    expected = (a.to_numpy("lsb").astype(int) @ b.to_numpy("lsb").astype(int)) % 2
    assert a @ b == BitMatrix.from_numpy(expected, "lsb")


@pytest.mark.parametrize("n", [2, 3])
def test_invertible_small_matrices_are_a_group_of_the_known_size(n):
    group = {a for a in every(n, n) if a.is_invertible()}
    assert len(group) == {2: 6, 3: 168}[n]
    one = BitMatrix.identity(n)
    for a in group:
        assert a.inverse() in group
        assert a @ a.inverse() == one == a.inverse() @ a
        assert a ** a.order() == one
        assert all(a**k != one for k in range(1, a.order()))
        assert a**-2 == a.inverse() @ a.inverse()
    if n == 2:
        assert all(a @ b in group for a in group for b in group)


@pytest.mark.parametrize("n", [2, 3])
def test_singular_small_matrices_say_so(n):
    for a in every(n, n):
        images = {a @ x for x in range(1 << n)}
        assert a.is_invertible() == (len(images) == 1 << n) == bool(a.determinant())
        if not a.is_invertible():
            with pytest.raises(ValueError, match="singular"):
                a.inverse()
            with pytest.raises(ValueError, match="singular"):
                a.order()


@pytest.mark.parametrize("shape", [(1, 1), (2, 2), (2, 3), (3, 2), (3, 3), (1, 4), (4, 1)])
def test_solve_kernel_and_image_agree_with_trying_every_vector(shape):
    m, n = shape
    for a in every(m, n):
        preimages = {y: [x for x in range(1 << n) if a @ x == y] for y in range(1 << m)}
        for y, xs in preimages.items():
            found = a.solve(y)
            assert list(found) == xs
            assert bool(found) == bool(xs)
            assert found.count == len(xs)
            assert all((x in found) == (x in xs) for x in range(1 << n))
        assert list(a.kernel()) == preimages[0]
        assert list(a.image()) == [y for y, xs in preimages.items() if xs]
        assert a.rank() == a.image().dimension == n - a.kernel().dimension


@settings(deadline=None)
@given(matrices())
def test_reduced_row_echelon_form_is_one_and_its_steps_lead_there(a):
    form = a.row_reduce()
    assert form.transform @ a == form.matrix
    assert form.transform.is_invertible()
    assert len(form.pivots) == a.rank()
    assert list(form.pivots) == sorted(form.pivots)[::-1]
    top = a.shape[0] - 1
    for k, column in enumerate(form.pivots):
        assert form.matrix.column(column) == 1 << top - k
        assert form.matrix.rows[top - k].bit_length() - 1 == column
    assert not any(form.matrix.rows[: a.shape[0] - len(form.pivots)])
    assert form.matrix.row_reduce().steps == ()
    last = a
    for step in form.steps:
        words = step.text.split()
        rows, i, j = list(last.rows), int(words[2]), int(words[-1])
        if words[0] == "swap":
            rows[i], rows[j] = rows[j], rows[i]
        else:
            rows[j] ^= rows[i]
        last = BitMatrix(tuple(rows), a.columns)
        assert last == step.matrix
    assert last == form.matrix


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 64), st.integers(0, 10**6))
def test_inverse_of_large_matrices(n, seed):
    a = BitMatrix.random_invertible(seed, n)
    assert a @ a.inverse() == BitMatrix.identity(n)
    assert a ** a.order() == BitMatrix.identity(n)


# ---- polynomials of a matrix


def test_characteristic_polynomial_by_two_methods_on_all_3x3():
    for a in every(3, 3):
        p = a.characteristic_polynomial()
        assert p == leibniz(a)
        assert p & 1 == a.determinant()
        assert p >> 2 & 1 == a.trace()
        assert not a.evaluate(p)


def test_minimal_polynomial_is_the_least_that_vanishes_on_all_3x3():
    for a in every(3, 3):
        least = next(p for p in range(1, 16) if not a.evaluate(p))
        assert a.minimal_polynomial() == least
        assert polynomial.remainder(a.characteristic_polynomial(), least) == 0


@settings(deadline=None)
@given(squares)
def test_cayley_hamilton_and_similarity(a):
    p, m = a.characteristic_polynomial(), a.minimal_polynomial()
    assert polynomial.degree(p) == a.columns
    assert not a.evaluate(p)
    assert not a.evaluate(m)
    assert polynomial.remainder(p, m) == 0
    assert set(polynomial.factor(p)) == set(polynomial.factor(m))
    s = BitMatrix.random_invertible(1, a.columns)
    b = s @ a @ s.inverse()
    assert (b.characteristic_polynomial(), b.minimal_polynomial()) == (p, m)
    assert a.T.characteristic_polynomial() == p


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 5).flatmap(lambda n: matrices(st.just(n), st.just(n))))
def test_characteristic_polynomial_agrees_with_leibniz(a):
    assert a.characteristic_polynomial() == leibniz(a)


@settings(deadline=None)
@given(st.integers(2, 2**20))
def test_companion_matrix_has_its_polynomial_twice(p):
    a = BitMatrix.companion(p)
    assert a.characteristic_polynomial() == a.minimal_polynomial() == p


def test_the_document_s_matrix_is_nilpotent():
    assert DOCUMENT.rank() == 6
    assert set(DOCUMENT.kernel()) == {0x00, 0x55, 0xAA, 0xFF}
    assert (DOCUMENT**2).to_qword() == 0x1122448811224488
    assert DOCUMENT**3
    assert not (DOCUMENT**4)
    assert DOCUMENT.characteristic_polynomial() == 1 << 8
    assert DOCUMENT.minimal_polynomial() == 1 << 4
    assert set(DOCUMENT.solve(0x1E)) == {0x06, 0x53, 0xAC, 0xF9}
    assert not DOCUMENT.solve(0x01)


# ---- subspaces


@settings(deadline=None)
@given(st.lists(st.integers(0, 255), max_size=6), st.integers(0, 255))
def test_affine_subspaces_are_equal_exactly_when_their_vectors_are(directions, offset):
    space = AffineSubspace.through(offset, directions)
    members = {offset}
    for d in directions:
        members |= {x ^ d for x in members}
    assert list(space) == sorted(members)
    assert space.count == len(members)
    again = AffineSubspace.through(max(members), [x ^ offset for x in members])
    assert again == space
    assert hash(again) == hash(space)


def test_the_empty_set_is_a_solution_set_too():
    empty = AffineSubspace.through(None)
    assert (empty.count, empty.dimension, bool(empty), list(empty)) == (0, -1, False, [])
    assert 0 not in empty
    assert repr(empty) == "AffineSubspace {}"


# ---- at the door


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: BitMatrix((4, 0)), ValueError, "row 0 is 0x4, expected 2 bits"),
        (lambda: BitMatrix(("1",)), TypeError, "row 0 is a str"),
        (lambda: BitMatrix((0,) * 65), ValueError, "1 to 64 rows, got 65"),
        (lambda: BitMatrix(()), ValueError, "got 0"),
        (lambda: BitMatrix.from_qword(1 << 64), ValueError, "expected 0 to 2\\*\\*64 - 1"),
        (lambda: BitMatrix.from_qword(-1), ValueError, "expected 0 to"),
        (lambda: BitMatrix.identity(7).to_qword(), ValueError, "7x7, a qword holds 8x8"),
        (lambda: BitMatrix.from_text("1 2"), ValueError, "zeros and ones"),
        (lambda: BitMatrix.from_text("11\n1"), ValueError, "zeros and ones"),
        (lambda: BitMatrix.identity().to_numpy("top"), ValueError, "'msb' or 'lsb'"),
        (lambda: BitMatrix.from_numpy(np.zeros(3, int)), ValueError, "1 dimensions, expected 2"),
        (lambda: BitMatrix.from_numpy(np.zeros((2, 2))), TypeError, "float64"),
        (lambda: BitMatrix.from_numpy(np.full((2, 2), 3)), ValueError, "other than 0 and 1"),
        (lambda: BitMatrix.permutation([0, 0]), ValueError, "not a permutation"),
        (lambda: BitMatrix.companion(1), ValueError, "degree 1 or more"),
        (lambda: BitMatrix.identity() @ 256, ValueError, "0x100, expected 8 bits"),
        (lambda: BitMatrix.identity(2) @ BitMatrix.identity(3), ValueError, "2x2 by 3x3"),
        (lambda: BitMatrix.identity(2) + BitMatrix.identity(3), ValueError, "cannot add"),
        (lambda: BitMatrix((0,), 2).determinant(), ValueError, "square"),
        (lambda: BitMatrix.identity().solve(256), ValueError, "expected 8 bits"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(make, error, words):
    with pytest.raises(error, match=words) as caught:
        make()
    assert "\n" not in str(caught.value)
