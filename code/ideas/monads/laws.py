"""The monad laws, tried on every case of small types; a failure shows its smallest counterexample.

A law is an equation between two ways of computing, quantified over values and functions.  On
types with one, two or three elements all values and all functions can be listed, so nothing is
left to chance.  The laws come in three equivalent forms (unit and join, unit and bind, Kleisli
composition), with naturality, and with the equations that derive each operation from the others.

Source: Mac Lane (1971), section VI.1 and exercise VI.5; Moggi (1991), definition 1.2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice, product
from math import prod
from typing import Any, TypeAlias

from ideas.monads.either import Left, Right
from ideas.monads.monad import Monad
from ideas.monads.tables import Table, all_functions

__all__ = ["LAWS", "Law", "LawError", "check", "failures", "register", "show"]

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
        monad: Monad,
        law: str,
        statement: str,
        case: dict[str, Any],
        left: Steps,
        right: Steps,
        subject: str | None = None,
    ) -> None:
        self.law, self.case, self.left, self.right = law, case, left, right
        lines = [f"{subject or monad.name} breaks the law '{law}': {statement}"]
        lines += [f"    with {name} = {show(monad, value)}" for name, value in case.items()]
        for side, steps in (("left", left), ("right", right)):
            lines += [f"    {side:5}  {text} = {show(monad, value)}" for text, value in steps]
        super().__init__("\n".join(lines))


def show(monad: Monad, value: Any) -> str:
    """Print a value of a case: a function as its table, anything else as the monad prints it."""
    if isinstance(value, Table):
        rows = zip(value.domain, value.images, strict=True)
        return "{" + ", ".join(f"{show(monad, a)}: {show(monad, b)}" for a, b in rows) + "}"
    return monad.show(value)


@dataclass(frozen=True, slots=True)
class Law:
    """An equation.  ``variables`` gives each variable a sort such as "A", "TTA" or "A->TB"."""

    name: str
    statement: str
    variables: dict[str, str]
    sides: Callable[..., tuple[Steps, Steps]]

    def objects(self) -> tuple[str, ...]:
        """The letters A, B, C, ... that occur in the sorts."""
        return tuple(sorted({c for sort in self.variables.values() for c in sort if c in "ABCD"}))


LAWS: list[Law] = []
"""All the laws, in the order in which :func:`check` tries them."""


def register(
    laws: list[Law], name: str, statement: str, **variables: str
) -> Callable[[Callable[..., tuple[Steps, Steps]]], Callable[..., tuple[Steps, Steps]]]:
    """Add to ``laws`` the law whose sides the decorated function computes from monad and case."""

    def add(sides: Callable[..., tuple[Steps, Steps]]) -> Callable[..., tuple[Steps, Steps]]:
        laws.append(Law(name, statement, variables, sides))
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
        [("map(g . f, m)", T.map(lambda a: g(f(a)), m))],
        [("map(f, m)", inner), ("map(g, that)", T.map(g, inner))],
    )


@_law("unit is natural", "map(f, unit(a)) = unit(f(a))", f="A->B", a="A")
def _(T: Monad, f: Any, a: Any) -> tuple[Steps, Steps]:
    return [("map(f, unit(a))", T.map(f, T.unit(a)))], [("unit(f(a))", T.unit(f(a)))]


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
    return [("unit(a) >>= f", T.bind(T.unit(a), f))], [("f(a)", f(a))]


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


def _members(monad: Monad, sort: str, sizes: dict[str, int], limit: int) -> list[Any] | None:
    """All members of a sort, or None if there are more than ``limit``."""
    if sort.startswith("T"):
        inner = _members(monad, sort[1:].strip("()"), sizes, limit)
        return None if inner is None else _listed(monad.values(inner), limit)
    source, arrow, target = sort.partition("->")
    if not arrow:
        return list(monad.elements[: sizes[sort]])
    domain = _members(monad, source, sizes, limit)
    codomain = _members(monad, target, sizes, limit)
    if domain is None or codomain is None or len(codomain) ** len(domain) > limit:
        return None
    return list(all_functions(domain, codomain))


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
        if not monad.eq(left[-1][1], right[-1][1]):
            length = sum(len(show(monad, value)) for value in case)
            if best is None or length < cost:
                named = dict(zip(law.variables, case, strict=True))
                best, cost = (named, left, right), length
    return None if best is None else LawError(monad, law.name, law.statement, *best)


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
        raise ValueError(
            f"no case of the law {law.name!r} fits in a budget of {budget}, so nothing was checked"
        )
    return tried


def check(
    monad: Monad, *, budget: int = 20_000, laws: Iterable[Law] | None = None
) -> dict[str, int]:
    """Try every law on every case of small types; return how many cases each law passed.

    Each object in a law runs through sets of 1, 2, ... elements, and every choice of sizes whose
    cases all fit in what is left of ``budget`` (cases a law) is tried in full.

    Raises LawError at the first law that fails, and ValueError if a law could not be tried.

    >>> from ideas.monads import MAYBE, lawless
    >>> check(MAYBE)["associativity"]
    19025
    >>> check(lawless.ALL["counting bind"])
    Traceback (most recent call last):
    ...
    ideas.monads.laws.LawError: counting bind breaks the law 'functor identity': map(id, m) = m
        with m = Counted(value=0, binds=0)
        left   map(id, m) = Counted(value=0, binds=1)
        right  m = Counted(value=0, binds=0)
    """
    chosen = LAWS if laws is None else laws
    return {law.name: _check_law(monad, law, budget) for law in chosen}


def failures(monad: Monad, *, budget: int = 20_000) -> dict[str, LawError]:
    """Every law that fails, by name, with its smallest counterexample.

    >>> from ideas.monads import LIST, lawless
    >>> failures(LIST)
    {}
    >>> sorted(failures(lawless.ALL["accumulating Either"]))
    ['ap from bind']
    """
    found = {}
    for law in LAWS:
        try:
            _check_law(monad, law, budget)
        except LawError as error:
            found[law.name] = error
    return found
