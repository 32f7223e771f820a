"""The Kleisli category: arrows A -> TB compose like functions, and give the monad back.

Its objects are those of C, an arrow from A to B is a function A -> TB, the identity is the unit,
and g after f is join . T g . f.  The functors F_T (plain functions as arrows that do nothing
special) and U_T (arrows as functions between contexts) are adjoint, and U_T F_T = T.

Source: Kleisli (1965); Mac Lane (1971), section VI.5.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ideas.monads.laws import Law, Steps, register
from ideas.monads.monad import Monad

__all__ = ["LAWS", "compose", "counit", "free", "identity", "underlying"]


def identity(monad: Monad) -> Callable[[Any], Any]:
    """The identity arrow A -> TA: the unit."""
    return monad.unit


def compose(monad: Monad, *arrows: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Compose arrows from right to left, as functions are: ``compose(T, g, f)`` is g after f.

    >>> from ideas.monads import LIST
    >>> up, twice = (lambda n: (n, n + 1)), (lambda n: (n, n))
    >>> compose(LIST, up, twice)(0)
    (0, 1, 0, 1)
    >>> compose(LIST, twice, up)(0)
    (0, 0, 1, 1)
    """
    return monad.fish(*reversed(arrows))


def free(monad: Monad, function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """F_T on functions: f becomes the arrow unit . f."""
    return lambda a: monad.unit(function(a))


def underlying(monad: Monad, arrow: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """U_T on arrows: f : A -> TB becomes join . T f : TA -> TB.  On objects, A becomes TA.

    >>> from ideas.monads import MAYBE, Just, Nothing
    >>> positive = lambda n: Just(n) if n > 0 else Nothing()
    >>> underlying(MAYBE, positive)(Just(3)), underlying(MAYBE, positive)(Nothing())
    (Just(value=3), Nothing())
    """
    return lambda m: monad.join(monad.map(arrow, m))


def counit(m: Any) -> Any:
    """The counit of F_T and U_T: the arrow from TA to A which, as a function, is id : TA -> TA."""
    return m


LAWS: list[Law] = []
"""F_T and U_T are functors, adjoint, and give the monad back: for ``laws.check(T, laws=LAWS)``."""


@register(LAWS, "F_T preserves identities", "F_T(id)(a) = unit(a)", a="A")
def _(T: Monad, a: Any) -> tuple[Steps, Steps]:
    return [("F_T(id)(a)", free(T, lambda x: x)(a))], [("unit(a)", T.unit(a))]


@register(
    LAWS, "F_T preserves composition", "F_T(g . f) = F_T(g) after F_T(f)", f="A->B", g="B->C", a="A"
)
def _(T: Monad, f: Any, g: Any, a: Any) -> tuple[Steps, Steps]:
    return (
        [("F_T(g . f)(a)", free(T, lambda x: g(f(x)))(a))],
        [("(F_T(g) after F_T(f))(a)", compose(T, free(T, g), free(T, f))(a))],
    )


@register(LAWS, "U_T preserves identities", "U_T(unit)(m) = m", m="TA")
def _(T: Monad, m: Any) -> tuple[Steps, Steps]:
    return [("U_T(unit)(m)", underlying(T, T.unit)(m))], [("m", m)]


@register(
    LAWS, "U_T preserves composition", "U_T(g after f) = U_T(g) . U_T(f)",
    m="TA", f="A->TB", g="B->TC",
)  # fmt: skip
def _(T: Monad, m: Any, f: Any, g: Any) -> tuple[Steps, Steps]:
    return (
        [("U_T(g after f)(m)", underlying(T, compose(T, g, f))(m))],
        [("U_T(g)(U_T(f)(m))", underlying(T, g)(underlying(T, f)(m)))],
    )


@register(LAWS, "U_T F_T = T", "U_T(F_T(f))(m) = map(f, m)", f="A->B", m="TA")
def _(T: Monad, f: Any, m: Any) -> tuple[Steps, Steps]:
    return [("U_T(F_T(f))(m)", underlying(T, free(T, f))(m))], [("map(f, m)", T.map(f, m))]


@register(LAWS, "first triangle", "counit after F_T(unit) = identity", a="A")
def _(T: Monad, a: Any) -> tuple[Steps, Steps]:
    return (
        [("(counit after F_T(unit))(a)", compose(T, counit, free(T, T.unit))(a))],
        [("unit(a)", T.unit(a))],
    )


@register(LAWS, "second triangle", "U_T(counit) . unit = id", m="TA")
def _(T: Monad, m: Any) -> tuple[Steps, Steps]:
    return [("U_T(counit)(unit(m))", underlying(T, counit)(T.unit(m)))], [("m", m)]


@register(LAWS, "the monad comes back", "U_T(counit) = join", mm="TTA")
def _(T: Monad, mm: Any) -> tuple[Steps, Steps]:
    return [("U_T(counit)(mm)", underlying(T, counit)(mm))], [("join(mm)", T.join(mm))]
