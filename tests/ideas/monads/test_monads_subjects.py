"""What else has laws: morphisms, distributive laws, algebras, adjunctions; and random search."""

from __future__ import annotations

import dataclasses
import subprocess
import sys
from typing import Any

import pytest

from ideas.monads import (
    ALL,
    FREE,
    LIST,
    MAYBE,
    STATE,
    Just,
    LawError,
    Nothing,
    adjunction,
    algebra,
    codensity,
    distributive,
    lawless,
    laws,
    layers,
    morphism,
    search,
    state,
)
from ideas.monads.cont import abort, call_cc, cont, same, unit
from ideas.monads.distributive import list_over, maybe_over
from ideas.monads.morphism import Morphism, unit_of


@pytest.mark.parametrize("name", sorted(morphism.ALL))
def test_the_morphisms_are_lawful(name: str) -> None:
    assert all(laws.check(morphism.ALL[name], budget=1_000).values())


@pytest.mark.parametrize("name", sorted(ALL))
def test_unit_is_the_morphism_from_identity(name: str) -> None:
    assert all(laws.check(unit_of(ALL[name]), budget=200).values())


@pytest.mark.parametrize(
    ("wrong", "law"),
    [
        (Morphism("twice", MAYBE, LIST, lambda m: (m.value,) * 2 if m != Nothing() else ()),
         "morphism unit"),
        (Morphism("head", LIST, MAYBE, lambda xs: Just(xs[0]) if xs else Nothing()),
         "morphism bind"),
        (Morphism("sorted", LIST, LIST, lambda xs: tuple(sorted(xs, key=repr))), "morphism bind"),
    ],
)  # fmt: skip
def test_a_wrong_morphism_is_named_with_its_law(wrong: Morphism, law: str) -> None:
    with pytest.raises(LawError) as caught:
        laws.check(wrong)
    assert caught.value.law == law
    assert wrong.name in str(caught.value)


@pytest.mark.parametrize("name", ["Identity", "Either", "List", "State", "Writer", "Dist"])
def test_maybe_steps_over_every_monad(name: str) -> None:
    law = maybe_over(ALL[name])
    assert all(laws.check(law, budget=300).values())
    assert all(laws.check(law.composite(), budget=300).values())


def test_list_over_list_is_caught_and_its_composite_is_the_naive_list_t() -> None:
    with pytest.raises(LawError, match="swap and the join of T"):
        laws.check(list_over(LIST))
    composite, naive = list_over(LIST).composite(), lawless.ALL["naive ListT"]
    m = ((0, 1), (2,))
    for f in ({0: ((0,), ()), 1: ((1, 1),), 2: ()}.get, lambda n: ((n,), (n, n))):
        assert composite.bind(m, f) == naive.bind(m, f)


def test_a_wrong_swap_is_caught() -> None:
    wrong = dataclasses.replace(maybe_over(LIST), swap=lambda m: ())
    assert isinstance(wrong, distributive.DistributiveLaw)
    with pytest.raises(LawError):
        laws.check(wrong)


@pytest.mark.parametrize(
    "subject",
    [
        adjunction.currying((0, 1)),
        adjunction.free_monoid(),
        adjunction.eilenberg_moore(MAYBE),
        algebra.pointed((0, 1), 1),
    ],
    ids=lambda subject: subject.name,
)
def test_adjunctions_and_algebras_are_checked_like_monads(subject: Any) -> None:
    assert all(laws.check(subject, budget=2_000).values())


@pytest.mark.parametrize(
    ("field", "value", "law"),
    [
        ("counit", lambda B: lambda pair: pair[0](0), "first triangle"),
        ("unit", lambda a: adjunction.curry(lambda pair: (a, 0), (0, 1))(a), "first triangle"),
        ("left_map", lambda f: lambda pair: (f(pair[0]), 0), "first triangle"),
    ],
)
def test_a_wrong_adjunction_is_caught(field: str, value: Any, law: str) -> None:
    wrong = dataclasses.replace(adjunction.currying((0, 1)), **{field: value})
    with pytest.raises(LawError) as caught:
        adjunction.check_triangles(wrong, [(0,), (0, 1)], [(0, 1)])
    assert caught.value.law == law


@pytest.mark.parametrize("name", sorted(ALL))
def test_a_random_search_finds_nothing_in_a_lawful_monad(name: str) -> None:
    assert all(search.search(ALL[name], cases=8).values())


def test_a_random_search_finds_and_shrinks_what_small_sets_do_not_show() -> None:
    """Bind that forgets everything after the fourth element: lists of two never show it."""
    cut = dataclasses.replace(LIST, bind=lambda m, f: LIST.bind(m, f)[:4], own_tail_rec_m=None)
    law = [law for law in laws.LAWS if law.name == "bind from join"]
    assert laws.check(cut, laws=law, budget=1_000)
    with pytest.raises(LawError) as caught:
        laws.check(dataclasses.replace(cut, own_join=LIST.join), laws=law, random=300, budget=1_000)
    assert caught.value.law == "bind from join"


def test_hypothesis_is_imported_only_for_a_random_search() -> None:
    code = (
        "import sys; from ideas.monads import MAYBE, laws, search, morphism, distributive;"
        "laws.check(MAYBE, budget=100); print('hypothesis' in sys.modules);"
        "laws.check(MAYBE, budget=100, random=1); print('hypothesis' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]


@pytest.mark.parametrize("n", [0, 1, 10, 150])
def test_left_nested_trees_are_quadratic_and_codensity_is_linear(n: int) -> None:
    naive, mended = codensity.Meter(), codensity.Meter()
    tree = codensity.chain(n, codensity.tick(), naive.bind)
    step = codensity.lift(codensity.tick(), mended.bind)
    again = codensity.lower(codensity.chain(n, step, codensity.bind))
    ticks = 0
    while isinstance(tree, codensity.Tick) and isinstance(again, codensity.Tick):
        tree, again, ticks = tree.rest, again.rest, ticks + 1
    assert tree == again == codensity.Done(None)
    assert (ticks, naive.steps, mended.steps) == (n + 1, n * (n + 1) // 2, n + 1)


def test_call_cc_leaves_early_or_not_at_all() -> None:
    for early in (True, False):
        m = call_cc(lambda leave, early=early: leave("early") if early else unit("late"))
        assert m.run(str.upper) == ("EARLY" if early else "LATE")


def test_three_negations_are_one() -> None:
    """On two results, k(k(k(a))) = k(a): the double dual returns only by way of three."""
    assert same(cont(lambda k: k(k(k(0)))), unit(0))
    assert not same(cont(lambda k: k(k(k(0)))), unit(0), results=(0, 1, 2))
    assert not same(abort(0), unit(0))


def test_free_programs_are_told_apart_by_their_trees() -> None:
    values = tuple(FREE.values((0, 1)))
    for i, m in enumerate(values):
        for j, n in enumerate(values):
            assert FREE.eq(m, n) == (i == j)


@pytest.mark.parametrize("name", sorted(ALL.keys() - {"List", "FreeGroup"}))
def test_a_value_draws_its_layers_as_text_never_as_html(name: str) -> None:
    monad = ALL[name]
    drawn = monad.unit(monad.unit("<script>"))._repr_html_()
    assert "<script>" not in drawn
    assert "&lt;script&gt;" in drawn
    assert drawn.count("border:") == 2
    assert drawn.count("<span") == drawn.count("</span>")


def test_a_list_is_drawn_on_demand_with_a_line_style_a_layer() -> None:
    drawn = layers.show((((1,),),))._repr_html_()
    assert [line in drawn for line in ("solid", "dashed", "dotted")] == [True] * 3
    assert "not run yet" in state.get()._repr_html_()
    assert STATE.unit(1)._repr_html_().count(">1<") == 1
