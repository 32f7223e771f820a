"""Dist: a value drawn at random, with exact probabilities.

Bind is the law of total probability.  Weights are fractions: floating-point weights round, and
then the laws fail (see :mod:`ideas.monads.lawless`).

Source: Giry (1982), *A categorical approach to probability theory*, in its finite case.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

from ideas.monads.layers import Drawn
from ideas.monads.monad import Monad

__all__ = ["DIST", "Dist", "bind", "monad_of_weights", "unit"]


class Dist(Drawn):
    """A finite probability distribution: a weight for each value.

    Raises ValueError unless the weights are positive and sum to 1.

    >>> coin = Dist({"heads": Fraction(1, 2), "tails": Fraction(1, 2)})
    >>> coin
    Dist({'heads': 1/2, 'tails': 1/2})
    """

    __slots__ = ("weights",)

    def __init__(self, weights: Mapping[Any, Any]) -> None:
        total = sum(weights.values())
        if any(w <= 0 for w in weights.values()) or abs(total - 1) > 1e-9:
            raise ValueError(f"weights must be positive and sum to 1, but got {dict(weights)!r}")
        self.weights = dict(weights)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Dist) and self.weights == other.weights

    def __hash__(self) -> int:
        return hash(frozenset(self.weights.items()))

    def __repr__(self) -> str:
        rows = (f"{value!r}: {weight}" for value, weight in self.weights.items())
        return "Dist({" + ", ".join(rows) + "})"

    def _layers_(self) -> tuple[str, tuple[tuple[str, Any], ...]]:
        return "Dist", tuple((str(weight), value) for value, weight in self.weights.items())


def _dist(value: Any, expectation: str) -> Any:
    if isinstance(value, Dist):
        return value
    raise TypeError(f"{expectation} a Dist, but got {value!r}")


def bind(m: Dist, function: Callable[[Any], Dist]) -> Dist:
    """M >>= function: draw a, then draw from function(a).

    >>> coin = Dist({0: Fraction(1, 2), 1: Fraction(1, 2)})
    >>> bind(coin, lambda a: DIST.map(lambda b: a + b, coin))
    Dist({0: 1/4, 1: 1/2, 2: 1/4})
    """
    weights: dict[Any, Any] = {}
    for a, p in _dist(m, "bind expected").weights.items():
        for b, q in _dist(function(a), "bind expected its function to return").weights.items():
            weights[b] = weights.get(b, 0) + p * q
    return Dist(weights)


def unit(value: Any) -> Dist:
    """eta: certainty."""
    return Dist({value: Fraction(1)})


def monad_of_weights(name: str, one: Any, part: Any) -> Monad:
    """Dist with ``one`` as certainty, tried on two-valued draws of weights part and 1 - part."""

    def values(elements: Sequence[Any]) -> Iterator[Dist]:
        elements = tuple(elements)
        yield from (Dist({a: one}) for a in elements)
        for a, b in permutations(elements, 2):
            yield Dist({a: part, b: one - part})

    def draw(st: Any, inner: Any) -> Any:
        return st.dictionaries(inner, st.integers(1, 4), min_size=1, max_size=3).map(shared)

    def shared(counts: Mapping[Any, int]) -> Dist:
        total = sum(counts.values())
        return Dist({value: one * count / total for value, count in counts.items()})

    return Monad(name, lambda a: Dist({a: one}), bind, values, elements=(0, 1), draw=draw)


DIST = monad_of_weights("Dist", Fraction(1), Fraction(1, 3))
