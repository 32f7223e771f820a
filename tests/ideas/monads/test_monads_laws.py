from __future__ import annotations

import dataclasses
from itertools import product

import pytest

from ideas.monads import (
    ALL,
    LIST,
    MAYBE,
    Just,
    LawError,
    Nothing,
    Plus,
    kleisli,
    lawless,
    laws,
    state,
)


@pytest.mark.parametrize("name", sorted(ALL))
def test_every_monad_of_the_package_is_lawful(name: str) -> None:
    report = laws.check(ALL[name], budget=2_000)
    assert set(report) == {law.name for law in laws.chosen(ALL[name], None)}
    assert all(cases > 0 for cases in report.values())


@pytest.mark.parametrize("name", sorted(ALL))
def test_its_kleisli_adjunction_is_an_adjunction_and_gives_it_back(name: str) -> None:
    assert all(laws.check(ALL[name], laws=kleisli.LAWS, budget=1_500).values())


def test_each_lawless_record_has_a_law_it_must_break() -> None:
    assert set(lawless.ALL) == set(lawless.BREAKS)


@pytest.mark.parametrize("name", sorted(lawless.ALL))
def test_every_lawless_thing_is_caught(name: str) -> None:
    broken = next(law for law in laws.LAWS if law.name == lawless.BREAKS[name])
    with pytest.raises(LawError) as caught:
        laws.check(lawless.ALL[name], laws=[broken])
    error, monad = caught.value, lawless.ALL[name]
    assert error.law == broken.name
    assert not monad.eq(error.left[-1][1], error.right[-1][1])
    left, right = broken.sides(monad, *error.case.values())
    assert not monad.eq(left[-1][1], right[-1][1])


@pytest.mark.parametrize("name", sorted(lawless.ALL))
def test_the_full_check_stops_at_a_lawless_thing(name: str) -> None:
    with pytest.raises(LawError):
        laws.check(lawless.ALL[name])


def test_every_law_can_fail() -> None:
    """Some broken variant of a lawful monad breaks each law, so no law is checked in vain."""
    swapped = dataclasses.replace(LIST, bind=lambda m, f: LIST.bind(m[::-1], f))
    mutants = [
        lawless.ALL["counting bind"],
        lawless.ALL["naive ListT"],
        lawless.ALL["diagonal ZipList"],
        lawless.ALL["accumulating Either"],
        swapped,
        dataclasses.replace(LIST, own_map=lambda f, m: tuple(map(f, m[::-1]))),
        dataclasses.replace(LIST, own_join=lambda mm: LIST.join(mm)[:1]),
        dataclasses.replace(LIST, own_tail_rec_m=lambda step, start: ()),
        dataclasses.replace(MAYBE, unit=lambda a: Nothing()),
        dataclasses.replace(MAYBE, own_map=lambda f, m: Nothing()),
        dataclasses.replace(LIST, plus=Plus((0,), lambda m, n: (*n, *m)[1:], "left distribution")),
        dataclasses.replace(LIST, plus=Plus((), lambda m, n: n or m[:1], "left catch")),
        dataclasses.replace(LIST, own_ap=lambda mf, ma: LIST.ap(mf, ma)[1:]),
    ]
    broken = {name for mutant in mutants for name in laws.failures(mutant, budget=1_000)}
    never = {law.name for law in laws.LAWS} - broken
    # These equations only unfold definitions, whatever bind is.
    assert never <= {"bind from fish", "fish of three", "then from bind", "sequence from traverse"}


def test_the_message_names_the_law_and_prints_functions_as_tables() -> None:
    with pytest.raises(LawError) as caught:
        laws.check(lawless.ALL["None as Nothing"])
    text = str(caught.value)
    assert "'functor composition'" in text
    assert "with f = {0: None}" in text
    assert "map(that, m) = 0" in text


def test_state_counterexamples_show_the_state() -> None:
    broken = dataclasses.replace(ALL["State"], unit=lambda a: state.put(0).then(state.unit(a)))
    error = laws.failures(broken, budget=500)["right identity"]
    assert "0: (" in str(error)


def test_a_budget_too_small_to_check_anything_is_an_error() -> None:
    with pytest.raises(ValueError, match="nothing was checked"):
        laws.check(MAYBE, budget=0)


def test_associativity_of_maybe_by_an_independent_loop() -> None:
    values = (Nothing(), Just(0), Just(1))
    for m, (f0, f1), (g0, g1) in product(
        values, product(values, repeat=2), product(values, repeat=2)
    ):
        f, g = (f0, f1), (g0, g1)
        left = m
        for step in (f, g):
            left = step[left.value] if isinstance(left, Just) else left
        assert left == MAYBE.bind(m, lambda a, f=f, g=g: MAYBE.bind(f[a], lambda b: g[b]))
