"""The monad laws, tried on every case of small types; a failure shows its smallest counterexample.

A law is an equation between two ways of computing, quantified over values and functions.  On
types with one, two or three elements all values and all functions can be listed, so nothing is
left to chance.  The laws come in three equivalent forms (unit and join, unit and bind, Kleisli
composition), with naturality, and with the equations that derive each operation from the others.

Source: Mac Lane (1971), section VI.1 and exercise VI.5; Moggi (1991), definition 1.2.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice, product
from math import prod
from typing import Any, Protocol, TypeAlias, runtime_checkable

from ideas.monads.either import Left, Right
from ideas.monads.monad import Monad, Plus
from ideas.monads.tables import Table, all_functions

__all__ = [
    "LAWS",
    "Checkable",
    "Law",
    "LawError",
    "check",
    "chosen",
    "equations",
    "failures",
    "register",
    "show",
]

Steps: TypeAlias = list[tuple[str, Any]]
"""A side of a law: each expression with its value, the last one being the side itself."""


class LawError(AssertionError):
    """A law does not hold; the message names it and shows the smallest counterexample.

    ``subject`` is what breaks the law, if it is not the monad itself.
    ``law`` is its name, ``case`` maps each variable to its value, and ``left`` and ``right`` are
    the two sides, each as steps (expression, value).
    """

    def __init__(
        self,
        monad: Monad | None,
        law: str,
        statement: str,
        case: dict[str, Any],
        left: Steps,
        right: Steps,
        subject: str | None = None,
    ) -> None:
        self.law, self.case, self.left, self.right = law, case, left, right
        name = subject or (monad.name if monad else "it")
        lines = [f"{name} breaks the law '{law}': {statement}"]
        lines += [f"    with {name} = {show(monad, value)}" for name, value in case.items()]
        for side, steps in (("left", left), ("right", right)):
            lines += [f"    {side:5}  {text} = {show(monad, value)}" for text, value in steps]
        super().__init__("\n".join(lines))


def show(monad: Monad | None, value: Any) -> str:
    """Print a value of a case: a function as its table, anything else as the monad prints it."""
    if isinstance(value, Table):
        rows = zip(value.domain, value.images, strict=True)
        return "{" + ", ".join(f"{show(monad, a)}: {show(monad, b)}" for a, b in rows) + "}"
    return monad.show(value) if monad else repr(value)


@dataclass(frozen=True, slots=True)
class Law:
    """An equation.  ``variables`` gives each variable a sort such as "A", "TTA" or "A->TB".

    ``applies`` says to which monads; the sides are values in context, or ``plain`` ones.
    """

    name: str
    statement: str
    variables: dict[str, str]
    sides: Callable[..., tuple[Steps, Steps]]
    applies: Callable[[Monad], bool] = lambda monad: True
    plain: bool = False

    def holds(self, monad: Monad, left: Steps, right: Steps) -> bool:
        """Compare the two sides: values in context, or ``plain`` values."""
        same = operator.eq if self.plain else monad.eq
        return bool(same(left[-1][1], right[-1][1]))

    def objects(self) -> tuple[str, ...]:
        """The letters A, B, C, ... that occur in the sorts."""
        return tuple(sorted({c for sort in self.variables.values() for c in sort if c in "ABCD"}))


LAWS: list[Law] = []
"""All the laws, in the order in which :func:`check` tries them."""


def register(
    laws: list[Law],
    name: str,
    statement: str,
    applies: Callable[[Monad], bool] = lambda monad: True,
    plain: bool = False,
    **variables: str,
) -> Callable[[Callable[..., tuple[Steps, Steps]]], Callable[..., tuple[Steps, Steps]]]:
    """Add to ``laws`` the law whose sides the decorated function computes from monad and case."""

    def add(sides: Callable[..., tuple[Steps, Steps]]) -> Callable[..., tuple[Steps, Steps]]:
        laws.append(Law(name, statement, variables, sides, applies, plain))
        return sides

    return add


_law = partial(register, LAWS)


def _identity(value: Any) -> Any:
    return value


@_law("functor identity", "map(id, m) = m", m="TA")
def _(T: Monad, m: Any) -> tuple[Steps, Steps]:
    return [("map(id, m)", T.map(_identity, m))], [("m", m)]


@_law("functor composition", "map(g . f, m) = map(g, map(f, m))", m="TA", f="A->B", g="B->C")
def _(T: Monad, m: Any, f: Any, g: Any) -> tuple[Steps, Steps]:
    inner = T.map(f, m)
    return (
        [
            ("g . f", Table(f.domain, tuple(map(g, f.images)))),
            ("map(that, m)", T.map(lambda a: g(f(a)), m)),
        ],
        [("map(f, m)", inner), ("map(g, that)", T.map(g, inner))],
    )


@_law("unit is natural", "map(f, unit(a)) = unit(f(a))", f="A->B", a="A")
def _(T: Monad, f: Any, a: Any) -> tuple[Steps, Steps]:
    wrapped, image = T.unit(a), f(a)
    return (
        [("unit(a)", wrapped), ("map(f, that)", T.map(f, wrapped))],
        [("f(a)", image), ("unit(that)", T.unit(image))],
    )


@_law("join is natural", "map(f, join(mm)) = join(map(map f, mm))", f="A->B", mm="TTA")
def _(T: Monad, f: Any, mm: Any) -> tuple[Steps, Steps]:
    flat, deep = T.join(mm), T.map(lambda m: T.map(f, m), mm)
    return (
        [("join(mm)", flat), ("map(f, that)", T.map(f, flat))],
        [("map(map f, mm)", deep), ("join(that)", T.join(deep))],
    )


@_law("join left unit", "join(unit(m)) = m", m="TA")
def _(T: Monad, m: Any) -> tuple[Steps, Steps]:
    return [("unit(m)", T.unit(m)), ("join(that)", T.join(T.unit(m)))], [("m", m)]


@_law("join right unit", "join(map(unit, m)) = m", m="TA")
def _(T: Monad, m: Any) -> tuple[Steps, Steps]:
    deep = T.map(T.unit, m)
    return [("map(unit, m)", deep), ("join(that)", T.join(deep))], [("m", m)]


@_law("join associativity", "join(map(join, mmm)) = join(join(mmm))", mmm="TTTA")
def _(T: Monad, mmm: Any) -> tuple[Steps, Steps]:
    inner, outer = T.map(T.join, mmm), T.join(mmm)
    return (
        [("map(join, mmm)", inner), ("join(that)", T.join(inner))],
        [("join(mmm)", outer), ("join(that)", T.join(outer))],
    )


@_law("left identity", "unit(a) >>= f = f(a)", a="A", f="A->TB")
def _(T: Monad, a: Any, f: Any) -> tuple[Steps, Steps]:
    wrapped = T.unit(a)
    return [("unit(a)", wrapped), ("that >>= f", T.bind(wrapped, f))], [("f(a)", f(a))]


@_law("right identity", "m >>= unit = m", m="TA")
def _(T: Monad, m: Any) -> tuple[Steps, Steps]:
    return [("m >>= unit", T.bind(m, T.unit))], [("m", m)]


@_law(
    "associativity",
    "(m >>= f) >>= g = m >>= (x -> f(x) >>= g)",
    m="TA",
    f="A->TB",
    g="B->TC",
)
def _(T: Monad, m: Any, f: Any, g: Any) -> tuple[Steps, Steps]:
    first, rest = T.bind(m, f), Table(f.domain, tuple(T.bind(image, g) for image in f.images))
    return (
        [("m >>= f", first), ("that >>= g", T.bind(first, g))],
        [("x -> f(x) >>= g", rest), ("m >>= that", T.bind(m, rest))],
    )


@_law("Kleisli left identity", "(unit >=> f)(a) = f(a)", f="A->TB", a="A")
def _(T: Monad, f: Any, a: Any) -> tuple[Steps, Steps]:
    return [("(unit >=> f)(a)", T.fish(T.unit, f)(a))], [("f(a)", f(a))]


@_law("Kleisli right identity", "(f >=> unit)(a) = f(a)", f="A->TB", a="A")
def _(T: Monad, f: Any, a: Any) -> tuple[Steps, Steps]:
    return [("(f >=> unit)(a)", T.fish(f, T.unit)(a))], [("f(a)", f(a))]


@_law(
    "Kleisli associativity",
    "((f >=> g) >=> h)(a) = (f >=> (g >=> h))(a)",
    f="A->TB",
    g="B->TC",
    h="C->TD",
    a="A",
)
def _(T: Monad, f: Any, g: Any, h: Any, a: Any) -> tuple[Steps, Steps]:
    return (
        [("((f >=> g) >=> h)(a)", T.fish(T.fish(f, g), h)(a))],
        [("(f >=> (g >=> h))(a)", T.fish(f, T.fish(g, h))(a))],
    )


@_law(
    "fish of three",
    "(f >=> g >=> h)(a) = ((f >=> g) >=> h)(a)",
    f="A->TB",
    g="B->TC",
    h="C->TD",
    a="A",
)
def _(T: Monad, f: Any, g: Any, h: Any, a: Any) -> tuple[Steps, Steps]:
    return (
        [("(f >=> g >=> h)(a)", T.fish(f, g, h)(a))],
        [("((f >=> g) >=> h)(a)", T.fish(T.fish(f, g), h)(a))],
    )


@_law("map from bind", "map(f, m) = m >>= (unit . f)", f="A->B", m="TA")
def _(T: Monad, f: Any, m: Any) -> tuple[Steps, Steps]:
    bound = T.bind(m, lambda a: T.unit(f(a)))
    return [("map(f, m)", T.map(f, m))], [("m >>= (unit . f)", bound)]


@_law("join from bind", "join(mm) = mm >>= id", mm="TTA")
def _(T: Monad, mm: Any) -> tuple[Steps, Steps]:
    return [("join(mm)", T.join(mm))], [("mm >>= id", T.bind(mm, _identity))]


@_law("bind from join", "m >>= f = join(map(f, m))", m="TA", f="A->TB")
def _(T: Monad, m: Any, f: Any) -> tuple[Steps, Steps]:
    deep = T.map(f, m)
    return (
        [("m >>= f", T.bind(m, f))],
        [("map(f, m)", deep), ("join(that)", T.join(deep))],
    )


@_law("bind from fish", "m >>= f = (id >=> f)(m)", m="TA", f="A->TB")
def _(T: Monad, m: Any, f: Any) -> tuple[Steps, Steps]:
    return [("m >>= f", T.bind(m, f))], [("(id >=> f)(m)", T.fish(_identity, f)(m))]


@_law("ap from bind", "ap(mf, ma) = mf >>= (f -> map(f, ma))", mf="T(A->B)", ma="TA")
def _(T: Monad, mf: Any, ma: Any) -> tuple[Steps, Steps]:
    bound = T.bind(mf, lambda f: T.map(f, ma))
    return [("ap(mf, ma)", T.ap(mf, ma))], [("mf >>= (f -> map(f, ma))", bound)]


@_law("applicative identity", "ap(unit(id), m) = m", m="TA")
def _(T: Monad, m: Any) -> tuple[Steps, Steps]:
    return [("ap(unit(id), m)", T.ap(T.unit(_identity), m))], [("m", m)]


@_law("applicative homomorphism", "ap(unit(f), unit(a)) = unit(f(a))", f="A->B", a="A")
def _(T: Monad, f: Any, a: Any) -> tuple[Steps, Steps]:
    return (
        [("unit(a)", T.unit(a)), ("ap(unit(f), that)", T.ap(T.unit(f), T.unit(a)))],
        [("f(a)", f(a)), ("unit(that)", T.unit(f(a)))],
    )


@_law(
    "applicative interchange",
    "ap(mf, unit(a)) = ap(unit(f -> f(a)), mf)",
    mf="T(A->B)",
    a="A",
)
def _(T: Monad, mf: Any, a: Any) -> tuple[Steps, Steps]:
    return (
        [("unit(a)", T.unit(a)), ("ap(mf, that)", T.ap(mf, T.unit(a)))],
        [("ap(unit(f -> f(a)), mf)", T.ap(T.unit(lambda f: f(a)), mf))],
    )


@_law(
    "applicative composition",
    "ap(ap(map(compose, mg), mf), m) = ap(mg, ap(mf, m))",
    mg="T(B->C)",
    mf="T(A->B)",
    m="TA",
)
def _(T: Monad, mg: Any, mf: Any, m: Any) -> tuple[Steps, Steps]:
    composed = T.ap(T.map(lambda g: lambda f: lambda a: g(f(a)), mg), mf)
    inner = T.ap(mf, m)
    return (
        [("ap(ap(map(compose, mg), mf), m)", T.ap(composed, m))],
        [("ap(mf, m)", inner), ("ap(mg, that)", T.ap(mg, inner))],
    )


@_law("map from ap", "map(f, m) = ap(unit(f), m)", f="A->B", m="TA")
def _(T: Monad, f: Any, m: Any) -> tuple[Steps, Steps]:
    return [("map(f, m)", T.map(f, m))], [("ap(unit(f), m)", T.ap(T.unit(f), m))]


def _pair(a: Any, b: Any) -> tuple[Any, Any]:
    return a, b


@_law("lift2 from ap", "lift2(pair, m, n) = ap(map(a -> b -> (a, b), m), n)", m="TA", n="TB")
def _(T: Monad, m: Any, n: Any) -> tuple[Steps, Steps]:
    curried = T.map(lambda a: partial(_pair, a), m)
    return (
        [("lift2(pair, m, n)", T.lift2(_pair, m, n))],
        [("ap(map(a -> b -> (a, b), m), n)", T.ap(curried, n))],
    )


@_law("then from bind", "m >> n = m >>= (_ -> n)", m="TA", n="TB")
def _(T: Monad, m: Any, n: Any) -> tuple[Steps, Steps]:
    return [("m >> n", T.then(m, n))], [("m >>= (_ -> n)", T.bind(m, lambda _: n))]


@_law(
    "traverse from bind",
    "traverse(f, (a, b)) = f(a) >>= x -> f(b) >>= y -> unit((x, y))",
    f="A->TB",
    a="A",
    b="A",
)
def _(T: Monad, f: Any, a: Any, b: Any) -> tuple[Steps, Steps]:
    bound = T.bind(f(a), lambda x: T.bind(f(b), lambda y: T.unit((x, y))))
    return (
        [("f(a)", f(a)), ("f(b)", f(b)), ("traverse(f, (a, b))", T.traverse(f, (a, b)))],
        [("f(a) >>= x -> f(b) >>= y -> unit((x, y))", bound)],
    )


@_law("traverse identity", "traverse(unit, (a, b)) = unit((a, b))", a="A", b="A")
def _(T: Monad, a: Any, b: Any) -> tuple[Steps, Steps]:
    return (
        [("traverse(unit, (a, b))", T.traverse(T.unit, (a, b)))],
        [("unit((a, b))", T.unit((a, b)))],
    )


@_law("sequence from traverse", "sequence((m, n)) = traverse(id, (m, n))", m="TA", n="TA")
def _(T: Monad, m: Any, n: Any) -> tuple[Steps, Steps]:
    return (
        [("sequence((m, n))", T.sequence((m, n)))],
        [("traverse(id, (m, n))", T.traverse(_identity, (m, n)))],
    )


@_law(
    "fold_m from bind",
    "fold_m(step, a, (b, c)) = step(a, b) >>= x -> step(x, c)",
    f="A->TA",
    a="A",
)
def _(T: Monad, f: Any, a: Any) -> tuple[Steps, Steps]:
    return (
        [("fold_m(f after first, a, (0, 0))", T.fold_m(lambda x, _: f(x), a, (0, 0)))],
        [("f(a)", f(a)), ("that >>= f", T.bind(f(a), f))],
    )


def _plus(T: Monad) -> Plus:
    assert T.plus is not None
    return T.plus


def _has_plus(T: Monad) -> bool:
    return T.plus is not None


def _distributes(T: Monad) -> bool:
    return T.plus is not None and _plus(T).law == "left distribution"


def _catches(T: Monad) -> bool:
    return T.plus is not None and _plus(T).law == "left catch"


@_law("zero on the left of plus", "zero + m = m", _has_plus, m="TA")
def _(T: Monad, m: Any) -> tuple[Steps, Steps]:
    return [("zero + m", _plus(T).choose(_plus(T).zero, m))], [("m", m)]


@_law("zero on the right of plus", "m + zero = m", _has_plus, m="TA")
def _(T: Monad, m: Any) -> tuple[Steps, Steps]:
    return [("m + zero", _plus(T).choose(m, _plus(T).zero))], [("m", m)]


@_law("plus is associative", "(m + n) + o = m + (n + o)", _has_plus, m="TA", n="TA", o="TA")
def _(T: Monad, m: Any, n: Any, o: Any) -> tuple[Steps, Steps]:
    plus = _plus(T).choose
    first, rest = plus(m, n), plus(n, o)
    return (
        [("m + n", first), ("that + o", plus(first, o))],
        [("n + o", rest), ("m + that", plus(m, rest))],
    )


@_law("left zero", "zero >>= f = zero", _has_plus, f="A->TB")
def _(T: Monad, f: Any) -> tuple[Steps, Steps]:
    return [("zero >>= f", T.bind(_plus(T).zero, f))], [("zero", _plus(T).zero)]


@_law("right zero", "m >> zero = zero", _has_plus, m="TA")
def _(T: Monad, m: Any) -> tuple[Steps, Steps]:
    return [("m >> zero", T.then(m, _plus(T).zero))], [("zero", _plus(T).zero)]


@_law(
    "left distribution",
    "(m + n) >>= f = (m >>= f) + (n >>= f)",
    _distributes,
    m="TA",
    n="TA",
    f="A->TB",
)
def _(T: Monad, m: Any, n: Any, f: Any) -> tuple[Steps, Steps]:
    both, left, right = _plus(T).choose(m, n), T.bind(m, f), T.bind(n, f)
    return (
        [("m + n", both), ("that >>= f", T.bind(both, f))],
        [("m >>= f", left), ("n >>= f", right), ("their sum", _plus(T).choose(left, right))],
    )


@_law("left catch", "unit(a) + m = unit(a)", _catches, a="A", m="TA")
def _(T: Monad, a: Any, m: Any) -> tuple[Steps, Steps]:
    return [("unit(a) + m", _plus(T).choose(T.unit(a), m))], [("unit(a)", T.unit(a))]


@_law(
    "tail_rec_m from bind",
    "tail_rec_m(f, then g; a) = f(a) >>= g",
    f="A->TB",
    g="B->TC",
    a="A",
)
def _(T: Monad, f: Any, g: Any, a: Any) -> tuple[Steps, Steps]:
    def step(state: tuple[bool, Any]) -> Any:
        started, value = state
        if started:
            return T.map(Right, g(value))
        return T.map(lambda b: Left((True, b)), f(value))

    return (
        [("tail_rec_m(f, then g; a)", T.tail_rec_m(step, (False, a)))],
        [("f(a) >>= g", T.bind(f(a), g))],
    )


def _listed(items: Iterable[Any], limit: int) -> list[Any] | None:
    """The items as a list, or None if there are more than ``limit``."""
    found = list(islice(items, limit + 1))
    return found if len(found) <= limit else None


def _members(
    monad: Monad, sort: str, sizes: dict[str, int], limit: int, *, first: bool = False
) -> list[Any] | None:
    """All members of a sort, or None (the ``first`` of them) if there are more than ``limit``."""
    if sort.startswith("T"):
        inner = _members(monad, sort[1:].strip("()"), sizes, limit, first=first)
        if first and inner is not None:
            return list(islice(monad.values(inner), limit))
        return None if inner is None else _listed(monad.values(inner), limit)
    source, arrow, target = sort.partition("->")
    if not arrow:
        return list(monad.elements[: sizes[sort]])
    domain = _members(monad, source, sizes, limit, first=first)
    codomain = _members(monad, target, sizes, limit, first=first)
    if domain is None or codomain is None:
        return None
    if not first and len(codomain) ** len(domain) > limit:
        return None
    return list(islice(all_functions(domain, codomain), limit))


def _sizes(law: Law, largest: int) -> Iterator[dict[str, int]]:
    """How many elements each object gets: the smallest choices first."""
    choices = product(range(1, largest + 1), repeat=len(law.objects()))
    for choice in sorted(choices, key=lambda sizes: (sum(sizes), sizes)):
        yield dict(zip(law.objects(), choice, strict=True))


def _smallest(monad: Monad, law: Law, cases: Iterable[tuple[Any, ...]]) -> LawError | None:
    """Among the failing cases, the one that prints shortest."""
    best, cost = None, 0
    for case in cases:
        left, right = law.sides(monad, *case)
        if not law.holds(monad, left, right):
            length = sum(len(show(monad, value)) for value in case)
            if best is None or length < cost:
                named = dict(zip(law.variables, case, strict=True))
                best, cost = (named, left, right), length
    return None if best is None else LawError(monad, law.name, law.statement, *best)


def _check_first(monad: Monad, law: Law, budget: int) -> int:
    """Try the first cases of the smallest sets, where there are too many to try them all."""
    sizes = next(_sizes(law, 1))
    members = [_members(monad, s, sizes, budget, first=True) for s in law.variables.values()]
    cases = list(islice(product(*(m or [] for m in members)), budget))
    error = _smallest(monad, law, cases)
    if error is not None:
        raise error
    return len(cases)


def _check_law(monad: Monad, law: Law, budget: int) -> int:
    tried = 0
    for sizes in _sizes(law, len(monad.elements)):
        members = [_members(monad, sort, sizes, budget) for sort in law.variables.values()]
        if any(m is None for m in members):
            continue
        lists = [m for m in members if m is not None]
        if tried + prod(map(len, lists)) > budget:
            continue
        error = _smallest(monad, law, product(*lists))
        if error is not None:
            raise error
        tried += prod(map(len, lists))
    if tried == 0:
        tried = _check_first(monad, law, budget)
    if tried == 0:
        raise ValueError(
            f"no case of the law {law.name!r} fits in a budget of {budget}, so nothing was checked"
        )
    return tried


def equations(
    subject: str,
    law: str,
    statement: str,
    cases: Iterable[tuple[dict[str, Any], Steps, Steps]],
    *,
    budget: int = 20_000,
    monad: Monad | None = None,
    eq: Callable[[Any, Any], bool] = operator.eq,
) -> int:
    """Compare the sides of an equation on at most ``budget`` cases; return how many passed.

    Raises LawError with the failing case that prints shortest, and ValueError if there is none.
    """
    worst, cost, tried = None, 0, 0
    for case, left, right in islice(cases, budget):
        tried += 1
        if not eq(left[-1][1], right[-1][1]):
            length = sum(len(show(monad, value)) for value in case.values())
            if worst is None or length < cost:
                worst, cost = (case, left, right), length
    if worst is not None:
        raise LawError(monad, law, statement, *worst, subject=subject)
    if tried == 0:
        raise ValueError(f"the law {law!r} of {subject} has no case, so nothing was checked")
    return tried


def chosen(monad: Monad, laws: Iterable[Law] | None) -> list[Law]:
    """Those of the laws (of all laws and the monad's own, if None) that apply to a monad."""
    wanted = (*LAWS, *monad.theory) if laws is None else laws
    return [law for law in wanted if law.applies(monad)]


@runtime_checkable
class Checkable(Protocol):
    """Anything else with laws: an algebra, an adjunction, a morphism, a distributive law."""

    def check_laws(self, budget: int) -> dict[str, int]:
        """Try the laws; return how many cases each passed, or raise LawError."""


def check(
    subject: Monad | Checkable,
    *,
    budget: int = 20_000,
    laws: Iterable[Law] | None = None,
    random: int = 0,
) -> dict[str, int]:
    """Try every law on every case of small types; return how many cases each law passed.

    Each object in a law runs through sets of 1, 2, ... elements, and every choice of sizes whose
    cases all fit in what is left of ``budget`` (cases a law) is tried in full; where not even the
    smallest fits, its first cases are tried.  With ``random``,
    so many larger cases a law are drawn too, by Hypothesis, which must be installed.

    The subject may also be an :class:`~ideas.monads.algebra.Algebra`, an
    :class:`~ideas.monads.adjunction.Adjunction`, a :class:`~ideas.monads.morphism.Morphism` or a
    :class:`~ideas.monads.distributive.DistributiveLaw`.

    Raises LawError at the first law that fails, ValueError if a law could not be tried, and
    TypeError if the subject has no laws.

    >>> from ideas.monads import MAYBE, algebra, lawless
    >>> check(MAYBE)["associativity"]
    19025
    >>> check(algebra.pointed((0, 1, 2), 0))
    {'algebra unit': 3, 'algebra join': 5}
    >>> check(lawless.ALL["counting bind"])
    Traceback (most recent call last):
    ...
    ideas.monads.laws.LawError: counting bind breaks the law 'functor identity': map(id, m) = m
        with m = Counted(value=0, binds=0)
        left   map(id, m) = Counted(value=0, binds=1)
        right  m = Counted(value=0, binds=0)
    """
    if not isinstance(subject, Monad):
        if not isinstance(subject, Checkable):
            raise TypeError(f"check expected a monad or another thing with laws, not {subject!r}")
        return subject.check_laws(budget)
    found = {law.name: _check_law(subject, law, budget) for law in chosen(subject, laws)}
    if random:
        from ideas.monads.search import search

        for name, cases in search(subject, cases=random, laws=laws).items():
            found[name] += cases
    return found


def failures(monad: Monad, *, budget: int = 20_000) -> dict[str, LawError]:
    """Every law that fails, by name, with its smallest counterexample.

    >>> from ideas.monads import LIST, lawless
    >>> failures(LIST, budget=2_000)
    {}
    >>> sorted(failures(lawless.ALL["accumulating Either"]))
    ['ap from bind', 'lift2 from ap']
    """
    found = {}
    for law in chosen(monad, None):
        try:
            _check_law(monad, law, budget)
        except LawError as error:
            found[law.name] = error
    return found
