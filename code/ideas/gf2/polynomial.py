"""A polynomial over GF(2) is an integer too: bit k is the coefficient of x to the power k.

So ``0x11B`` is x^8 + x^4 + x^3 + x + 1.  Addition is XOR; the rest is here.
"""

from __future__ import annotations

from math import gcd as _gcd_of_integers
from math import lcm as _lcm_of_integers

from .vectors import ones, relations


def degree(p: int) -> int:
    """The degree; -1 for the zero polynomial.

    >>> degree(0x11B)
    8
    """
    return p.bit_length() - 1


def multiply(p: int, q: int) -> int:
    """The product, without carries.

    >>> bin(multiply(0b11, 0b11))  # (x + 1)^2 = x^2 + 1
    '0b101'
    """
    product = 0
    while q:
        if q & 1:
            product ^= p
        p <<= 1
        q >>= 1
    return product


def divide(p: int, q: int) -> tuple[int, int]:
    """Quotient and remainder of `p` by `q`.  ZeroDivisionError when `q` is zero.

    >>> divide(0b101, 0b11)
    (3, 0)
    """
    if q == 0:
        raise ZeroDivisionError("a polynomial cannot be divided by the zero polynomial")
    quotient = 0
    while (shift := degree(p) - degree(q)) >= 0:
        p ^= q << shift
        quotient ^= 1 << shift
    return quotient, p


def remainder(p: int, q: int) -> int:
    """`p` modulo `q`.

    >>> hex(remainder(1 << 8, 0x11B))
    '0x1b'
    """
    return divide(p, q)[1]


def gcd(p: int, q: int) -> int:
    """The greatest common divisor.

    >>> gcd(0b101, 0b110)  # both have the factor x + 1
    3
    """
    while q:
        p, q = q, remainder(p, q)
    return p


def lcm(p: int, q: int) -> int:
    """The least common multiple; zero if either is zero.

    >>> bin(lcm(0b101, 0b110))
    '0b1010'
    """
    return multiply(divide(p, gcd(p, q))[0], q) if p and q else 0


def power_modulo(p: int, exponent: int, modulus: int) -> int:
    """`p` to a power >= 0, modulo `modulus`.

    >>> power_modulo(2, 51, 0x11B), power_modulo(2, 255, 0x11D)
    (1, 1)
    """
    if exponent < 0:
        raise ValueError(f"exponent is {exponent}, expected 0 or more")
    result, p = remainder(1, modulus), remainder(p, modulus)
    while exponent:
        if exponent & 1:
            result = remainder(multiply(result, p), modulus)
        p = remainder(multiply(p, p), modulus)
        exponent >>= 1
    return result


def derivative(p: int) -> int:
    """The formal derivative: even powers vanish.

    >>> bin(derivative(0b1011))  # x^3 + x + 1 becomes x^2 + 1
    '0b101'
    """
    return sum(1 << k - 1 for k in ones(p) if k & 1)


def factor(p: int) -> dict[int, int]:
    """The irreducible factors with their exponents (Berlekamp 1967).

    ValueError for the zero polynomial.

    >>> factor(0b101)
    {3: 2}
    >>> factor(0x11B)
    {283: 1}
    """
    if p == 0:
        raise ValueError("the zero polynomial has no factorisation")
    factors: dict[int, int] = {}
    if degree(p) < 1:
        return factors
    slope = derivative(p)
    if slope == 0:  # then p is a square: keep every second coefficient
        root = sum(1 << k // 2 for k in ones(p))
        parts = [root, root]
    elif (common := gcd(p, slope)) != 1:
        parts = [common, divide(p, common)[0]]
    else:
        parts = _split(p)
        if len(parts) == 1:
            return {p: 1}
    for part in parts:
        for f, exponent in factor(part).items():
            factors[f] = factors.get(f, 0) + exponent
    return dict(sorted(factors.items()))


def _split(p: int) -> list[int]:
    """Two factors of a squarefree `p`, or `p` alone if it is irreducible.

    A polynomial v with v^2 = v modulo p is 0 or 1 modulo every factor of p, so gcd(p, v) splits.
    """
    idempotents = relations(remainder(1 << 2 * k, p) ^ (1 << k) for k in range(degree(p)))
    for v in idempotents:
        if v > 1:
            part = gcd(p, v)
            return [part, divide(p, part)[0]]
    return [p]


def is_irreducible(p: int) -> bool:
    """Whether `p` has degree 1 or more and no proper factor.

    >>> is_irreducible(0x11B), is_irreducible(0x11D), is_irreducible(0x101)
    (True, True, False)
    """
    return degree(p) >= 1 and factor(p) == {p: 1}


def irreducibles(n: int) -> list[int]:
    """All irreducible polynomials of degree `n`.

    >>> len(irreducibles(8)), min(irreducibles(8)) == 0x11B
    (30, True)
    """
    return [p for p in range(1 << n, 2 << n) if is_irreducible(p)]


def order(p: int) -> int:
    """The order of x modulo `p`: the least k >= 1 with x^k = 1.

    ValueError if x divides `p`, for then no power of x is 1.

    >>> order(0x11B), order(0x11D), order(0b101)
    (51, 255, 2)
    """
    if p & 1 == 0:
        raise ValueError(f"x divides {to_text(p)}, so no power of x is 1 modulo it")
    result = 1
    for f, exponent in factor(p).items():
        k = (1 << degree(f)) - 1
        for q in _prime_factors(k):
            while k % q == 0 and power_modulo(2, k // q, f) == remainder(1, f):
                k //= q
        lift = 1 << (exponent - 1).bit_length()  # the least power of two >= exponent
        result = _lcm_of_integers(result, k * lift)
    return result


def to_text(p: int, variable: str = "x") -> str:
    """The polynomial as a person writes it.

    >>> to_text(0x11B)
    'x^8 + x^4 + x^3 + x + 1'
    """
    terms = []
    for k in reversed(ones(p)):
        terms.append("1" if k == 0 else variable if k == 1 else f"{variable}^{k}")
    return " + ".join(terms) or "0"


def to_latex(p: int, variable: str = "x") -> str:
    """The polynomial in LaTeX.

    >>> to_latex(0x11B)
    'x^{8} + x^{4} + x^{3} + x + 1'
    """
    terms = []
    for k in reversed(ones(p)):
        terms.append("1" if k == 0 else variable if k == 1 else f"{variable}^{{{k}}}")
    return " + ".join(terms) or "0"


def _prime_factors(n: int) -> set[int]:
    """The primes that divide `n`: small ones by trial, the rest by Pollard's rho (1975)."""
    primes = set()
    for q in range(2, 1000):
        while n % q == 0:
            primes.add(q)
            n //= q
    waiting = [n] if n > 1 else []
    while waiting:
        n = waiting.pop()
        if _is_prime(n):
            primes.add(n)
        else:
            d = _divisor(n)
            waiting += [d, n // d]
    return primes


def _is_prime(n: int) -> bool:
    """Miller and Rabin's test, with bases that make it certain below 2^64.

    >>> [_is_prime(n) for n in (2, 9, 2047, 2147483647, 2**61 - 1, 2**62 - 1)]
    [True, False, False, True, True, False]
    """
    bases = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
    if n in bases:
        return True
    if n < 2 or any(n % a == 0 for a in bases):
        return False
    twos = ((n - 1) & (1 - n)).bit_length() - 1
    for a in bases:
        x = pow(a, (n - 1) >> twos, n)
        if x != 1 and all(pow(x, 1 << k, n) != n - 1 for k in range(twos)):
            return False
    return True


def _divisor(n: int) -> int:
    """A proper divisor of an odd composite number."""
    for c in range(1, n):
        slow = fast = 2
        d = 1
        while d == 1:
            slow = (slow * slow + c) % n
            fast = (fast * fast + c) % n
            fast = (fast * fast + c) % n
            d = _gcd_of_integers(slow - fast, n)
        if d != n:
            return d
    raise ValueError(f"{n} has no proper divisor")
