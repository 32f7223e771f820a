"""A distributive law swaps two contexts, S T A -> T S A, and then T S is a monad too.

Two monads do not compose by themselves.  What is missing is a way to step over the other one,
and it has four laws of its own.

Source: Beck (1969), *Distributive laws*, section 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from ideas.monads.laws import Steps, equations
from ideas.monads.lists import LIST
from ideas.monads.maybe import MAYBE, Just, Nothing
from ideas.monads.monad import Monad

__all__ = ["DistributiveLaw", "list_over", "maybe_over"]


@dataclass(frozen=True, slots=True)
class DistributiveLaw:
    """``swap`` : S T A -> T S A, to step over the monad ``inner`` = T from ``outer`` = S.

    >>> from ideas.monads import laws
    >>> laws.check(list_over(MAYBE))  # doctest: +NORMALIZE_WHITESPACE
    {'swap and the unit of S': 5, 'swap and the unit of T': 10, 'swap and the join of S': 240,
     'swap and the join of T': 34}
    """

    outer: Monad
    inner: Monad
    swap: Callable[[Any], Any]

    @property
    def name(self) -> str:
        """What the law is called in a message."""
        return f"{self.outer.name} over {self.inner.name}"

    def composite(self) -> Monad:
        """The monad T S: unit is both units, and bind swaps before it joins twice.

        >>> from ideas.monads import laws
        >>> lists_of_maybes = maybe_over(LIST).composite()
        >>> lists_of_maybes.bind((Just(1), Nothing()), lambda n: (Just(n), Just(-n)))
        (Just(value=1), Just(value=-1), Nothing())
        >>> laws.check(lists_of_maybes, budget=3_000)["associativity"] > 1_000
        True
        """
        S, T = self.outer, self.inner

        def bind(m: Any, function: Callable[[Any], Any]) -> Any:
            return T.bind(m, lambda s: T.map(S.join, self.swap(S.map(function, s))))

        def values(elements: Sequence[Any]) -> Iterable[Any]:
            return T.values(tuple(S.values(elements)))

        return Monad(f"{T.name} of {S.name}", lambda a: T.unit(S.unit(a)), bind, values, eq=T.eq)

    def check_laws(self, budget: int) -> dict[str, int]:
        """Try the four laws on small cases, for :func:`ideas.monads.laws.check`."""
        S, T, swap = self.outer, self.inner, self.swap
        tried = partial(equations, self.name, budget=budget, eq=T.eq, monad=T)

        def unit_s(t: Any) -> tuple[Steps, Steps]:
            wrapped = S.unit(t)
            return (
                [("S.unit(m)", wrapped), ("swap(that)", swap(wrapped))],
                [("T.map(S.unit, m)", T.map(S.unit, t))],
            )

        def unit_t(s: Any) -> tuple[Steps, Steps]:
            mapped = S.map(T.unit, s)
            return (
                [("S.map(T.unit, m)", mapped), ("swap(that)", swap(mapped))],
                [("T.unit(m)", T.unit(s))],
            )

        def join_s(m: Any) -> tuple[Steps, Steps]:
            flat, inner = S.join(m), S.map(swap, m)
            outer = swap(inner)
            return (
                [("S.join(m)", flat), ("swap(that)", swap(flat))],
                [
                    ("S.map(swap, m)", inner),
                    ("swap(that)", outer),
                    ("T.map(S.join, that)", T.map(S.join, outer)),
                ],
            )

        def join_t(m: Any) -> tuple[Steps, Steps]:
            flat, outer = S.map(T.join, m), swap(m)
            inner = T.map(swap, outer)
            return (
                [("S.map(T.join, m)", flat), ("swap(that)", swap(flat))],
                [
                    ("swap(m)", outer),
                    ("T.map(swap, that)", inner),
                    ("T.join(that)", T.join(inner)),
                ],
            )

        def cases(
            layers: str, sides: Callable[[Any], tuple[Steps, Steps]]
        ) -> Iterator[tuple[dict[str, Any], Steps, Steps]]:
            for size in (1, 2):
                members: Sequence[Any] = S.elements[:size]
                for layer in reversed(layers):
                    members = tuple((S if layer == "S" else T).values(members))
                for m in members:
                    yield {"m": m}, *sides(m)

        names = ("the unit of S", "the unit of T", "the join of S", "the join of T")
        statements = (
            "swap . S.unit = T.map(S.unit)",
            "swap . S.map(T.unit) = T.unit",
            "swap . S.join = T.map(S.join) . swap . S.map(swap)",
            "swap . S.map(T.join) = T.join . T.map(swap) . swap",
        )
        made = (("T", unit_s), ("S", unit_t), ("SST", join_s), ("STT", join_t))
        return {
            f"swap and {name}": tried(f"swap and {name}", statement, cases(*how))
            for name, statement, how in zip(names, statements, made, strict=True)
        }


def maybe_over(monad: Monad) -> DistributiveLaw:
    """Maybe steps over every monad: Nothing becomes unit of Nothing.

    >>> from ideas.monads import STATE, laws
    >>> sum(laws.check(maybe_over(STATE), budget=500).values()) > 500
    True
    """

    def swap(m: Any) -> Any:
        return monad.unit(m) if isinstance(m, Nothing) else monad.map(Just, m.value)

    return DistributiveLaw(MAYBE, monad, swap)


def list_over(monad: Monad) -> DistributiveLaw:
    """List steps over a monad by ``sequence``, lawfully if the monad is commutative.

    Over List itself the swap breaks a law, and the composite is the naive ListT:

    >>> from ideas.monads import laws
    >>> laws.check(list_over(LIST))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    ideas.monads.laws.LawError: List over List breaks the law 'swap and the join of T': ...
    """
    return DistributiveLaw(LIST, monad, monad.sequence)
