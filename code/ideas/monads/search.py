"""Random search for counterexamples, beyond the small types that are tried in full.

Needs Hypothesis, which draws larger values and shrinks a failing case until it is simple.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import islice
from typing import Any

from ideas.monads.laws import Law, LawError, chosen
from ideas.monads.monad import Monad
from ideas.monads.tables import Table

__all__ = ["search"]

ELEMENTS = 5


def search(monad: Monad, *, cases: int = 100, laws: Iterable[Law] | None = None) -> dict[str, int]:
    """Try each law on ``cases`` random cases; return how many each law passed.

    Plain values are the first five whole numbers, or the monad's own elements if those are
    special; values in context are drawn by the monad's ``draw``, or from its ``values``.
    The search is the same at every run.

    Raises LawError with a shrunk counterexample, and ModuleNotFoundError without Hypothesis.
    """
    return {law.name: _search_law(monad, law, cases) for law in chosen(monad, laws)}


def _search_law(monad: Monad, law: Law, cases: int) -> int:
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import strategies as st

    ordinary = all(type(element) is int for element in monad.elements)
    elements = tuple(range(ELEMENTS)) if ordinary else monad.elements
    drawn = [_strategy(st, monad, sort, elements) for sort in law.variables.values()]
    tried = 0

    @settings(
        max_examples=cases,
        derandomize=True,
        database=None,
        deadline=None,
        print_blob=False,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )
    @given(st.tuples(*drawn))
    def attempt(case: tuple[Any, ...]) -> None:
        nonlocal tried
        tried += 1
        left, right = law.sides(monad, *case)
        if not law.holds(monad, left, right):
            named = dict(zip(law.variables, case, strict=True))
            raise LawError(monad, law.name, law.statement, named, left, right)

    try:
        attempt()
    except LawError as error:
        error.__notes__ = []
        raise
    return tried


def _strategy(st: Any, monad: Monad, sort: str, elements: tuple[Any, ...]) -> Any:
    if sort.startswith("T"):
        inner = _strategy(st, monad, sort[1:].strip("()"), elements)
        return _in_context(st, monad, inner)
    _, arrow, target = sort.partition("->")
    if not arrow:
        return st.sampled_from(elements)
    image = _strategy(st, monad, target, elements)
    size = len(elements)
    return st.lists(image, min_size=size, max_size=size).map(
        lambda images: Table(elements, tuple(images))
    )


def _in_context(st: Any, monad: Monad, inner: Any) -> Any:
    if monad.draw is not None:
        return monad.draw(st, inner)
    pools = st.lists(inner, min_size=1, max_size=3).map(tuple)
    return pools.flatmap(partial(_from_values, st, monad))


def _from_values(st: Any, monad: Monad, pool: tuple[Any, ...]) -> Any:
    return st.sampled_from(list(islice(monad.values(pool), 200)))
