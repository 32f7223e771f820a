"""Polynomials over GF(2): laws, and factors against trial division."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ideas.gf2 import polynomial as gf2x

polynomials = st.integers(0, 2**24)
nonzero = st.integers(1, 2**24)


@settings(deadline=None)
@given(polynomials, polynomials, polynomials)
def test_they_form_a_commutative_ring(p, q, r):
    assert gf2x.multiply(p, q) == gf2x.multiply(q, p)
    assert gf2x.multiply(gf2x.multiply(p, q), r) == gf2x.multiply(p, gf2x.multiply(q, r))
    assert gf2x.multiply(p, q ^ r) == gf2x.multiply(p, q) ^ gf2x.multiply(p, r)
    assert gf2x.multiply(p, 1) == p


@settings(deadline=None)
@given(polynomials, nonzero)
def test_division_leaves_a_smaller_remainder(p, q):
    quotient, rest = gf2x.divide(p, q)
    assert gf2x.multiply(quotient, q) ^ rest == p
    assert gf2x.degree(rest) < gf2x.degree(q)


@settings(deadline=None)
@given(nonzero, nonzero)
def test_gcd_divides_and_lcm_is_divided(p, q):
    g, m = gf2x.gcd(p, q), gf2x.lcm(p, q)
    assert gf2x.remainder(p, g) == gf2x.remainder(q, g) == 0
    assert gf2x.remainder(m, p) == gf2x.remainder(m, q) == 0
    assert gf2x.multiply(g, m) == gf2x.multiply(p, q)


@settings(deadline=None)
@given(nonzero)
def test_factors_multiply_back_and_are_irreducible(p):
    result = 1
    for f, exponent in gf2x.factor(p).items():
        assert gf2x.is_irreducible(f)
        for _ in range(exponent):
            result = gf2x.multiply(result, f)
    assert result == p


def test_irreducible_means_no_divisor_up_to_degree_eight():
    for p in range(2, 512):
        divisors = [q for q in range(2, p) if gf2x.degree(q) < gf2x.degree(p)]
        assert gf2x.is_irreducible(p) == all(gf2x.remainder(p, q) for q in divisors)


def test_there_are_as_many_irreducibles_as_gauss_counted():
    counts = [len(gf2x.irreducibles(n)) for n in range(1, 9)]
    assert counts == [2, 1, 2, 3, 6, 9, 18, 30]


def test_order_of_x_by_counting():
    for p in range(3, 1024, 2):
        k, power = 1, gf2x.remainder(2, p)
        while power != gf2x.remainder(1, p):
            k, power = k + 1, gf2x.remainder(power << 1, p)
        assert gf2x.order(p) == k


def test_order_modulo_large_primitive_polynomials():
    assert gf2x.order(1 << 61 | 0b100111) == 2**61 - 1  # x^61 + x^5 + x^2 + x + 1
    assert gf2x.order(1 << 64 | 0b11011) == 2**64 - 1  # x^64 + x^4 + x^3 + x + 1


def test_bad_input_is_refused():
    with pytest.raises(ZeroDivisionError, match="zero polynomial"):
        gf2x.divide(1, 0)
    with pytest.raises(ValueError, match="no factorisation"):
        gf2x.factor(0)
    with pytest.raises(ValueError, match="x divides"):
        gf2x.order(0b110)
    with pytest.raises(ValueError, match="exponent is -1"):
        gf2x.power_modulo(2, -1, 0x11B)
    assert (gf2x.to_text(0), gf2x.to_latex(0b10)) == ("0", "x")
