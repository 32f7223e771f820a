from __future__ import annotations

import dataclasses
from itertools import product

import pytest

from ideas.monads import (
    FREE_GROUP,
    LIST,
    MAYBE,
    STATE,
    Just,
    LawError,
    Monoid,
    Nothing,
    Table,
    adjunction,
    all_functions,
    handlers,
    kleisli,
    laws,
    state,
    tabulate,
)
from ideas.monads import algebra as alg
from ideas.monads.monoid import MAXIMUM, STRINGS, SUM, XOR


@pytest.mark.parametrize("monoid", [SUM, STRINGS, MAXIMUM, XOR], ids=lambda m: m.name)
def test_a_monoid_is_a_list_algebra_and_back(monoid: Monoid) -> None:
    assert monoid.is_lawful()
    algebra = alg.from_monoid(monoid)
    assert alg.check(algebra) > 0
    back = alg.to_monoid(algebra)
    assert back.empty == monoid.empty
    for x, y in product(monoid.sample, repeat=2):
        assert back.combine(x, y) == monoid.combine(x, y)


@pytest.mark.parametrize(("size", "monoids"), [(1, 1), (2, 4), (3, 33)])
def test_folding_is_an_algebra_exactly_for_the_monoids(size: int, monoids: int) -> None:
    """1, 4 and 33 are the numbers of monoids on labelled sets (OEIS A058153)."""
    elements = tuple(range(size))
    pairs = tuple(product(elements, repeat=2))
    found = 0
    for empty in elements:
        # The unit law fixes the products with the unit; the others are free.
        free = [pair for pair in pairs if empty not in pair]
        for images in product(elements, repeat=len(free)):
            table = dict(zip(free, images, strict=True))
            table |= {(empty, x): x for x in elements} | {(x, empty): x for x in elements}
            monoid = Monoid("candidate", empty, lambda x, y, t=table: t[x, y], elements)
            is_algebra = alg.is_algebra(alg.from_monoid(monoid))
            assert is_algebra == monoid.is_lawful()
            found += is_algebra
    assert found == monoids


@pytest.mark.parametrize("size", [1, 2, 3])
def test_maybe_algebras_are_pointed_sets(size: int) -> None:
    elements = tuple(range(size))
    algebras = list(alg.all_algebras(MAYBE, elements))
    assert len(algebras) == size
    assert sorted(a(Nothing()) for a in algebras) == list(elements)


def test_or_default_is_not_a_maybe_algebra() -> None:
    def value_or_7(m: Just | Nothing) -> int:
        return (m.value if isinstance(m, Just) else None) or 7

    with pytest.raises(LawError) as caught:
        alg.check(alg.Algebra("x or 7", MAYBE, (0, 7), value_or_7))
    assert caught.value.case == {"x": 0}
    assert alg.check(alg.pointed((0, 7), 7)) > 0


def test_groups_are_free_group_algebras() -> None:
    def compose(p: tuple, q: tuple) -> tuple:
        return tuple(p[i] for i in q)

    def invert(p: tuple) -> tuple:
        return tuple(p.index(i) for i in range(3))

    permutations = [(0, 1, 2), (1, 0, 2), (1, 2, 0)]
    assert alg.check(alg.from_group("S3", permutations, (0, 1, 2), compose, invert)) > 100
    with pytest.raises(LawError):
        alg.check(alg.from_group("max", (0, 1, 2), 0, max, lambda x: x))


def test_a_free_algebra_is_an_algebra_and_maps_uniquely_out() -> None:
    source, target = alg.free(MAYBE, (0, 1)), alg.pointed((0, 1, 2), 2)
    assert alg.check(source) > 0
    morphisms = [
        h
        for h in all_functions(source.carrier, target.carrier)
        if alg.is_morphism(h, source, target)
    ]
    for f in all_functions((0, 1), target.carrier):
        extending = [h for h in morphisms if all(h(MAYBE.unit(x)) == f(x) for x in (0, 1))]
        assert extending == [tabulate(alg.extend(target, f), source.carrier)]


def test_kleisli_arrows_are_the_morphisms_of_free_algebras() -> None:
    A, B = (0, 1), (0, 1)
    FA, FB = alg.free(MAYBE, A), alg.free(MAYBE, B)
    morphisms = {h for h in all_functions(FA.carrier, FB.carrier) if alg.is_morphism(h, FA, FB)}
    from_arrows = {
        tabulate(kleisli.underlying(MAYBE, f), FA.carrier) for f in all_functions(A, FB.carrier)
    }
    assert len(morphisms) == 9
    assert morphisms == from_arrows


def test_length_is_a_morphism_of_list_algebras_and_max_is_not() -> None:
    strings, total = alg.from_monoid(STRINGS), alg.from_monoid(SUM)
    assert alg.is_morphism(len, strings, total)
    assert not alg.is_morphism(lambda s: len(set(s)), strings, total)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_currying_satisfies_the_triangles(size: int) -> None:
    sets = [tuple(range(n)) for n in range(4)]
    assert adjunction.check_triangles(adjunction.currying(range(size)), sets, sets) > 0


def test_a_wrong_counit_fails_a_triangle() -> None:
    wrong = dataclasses.replace(
        adjunction.currying((0, 1)), counit=lambda B: lambda pair: pair[0](0)
    )
    with pytest.raises(AssertionError, match="first triangle"):
        adjunction.check_triangles(wrong, [(0,)], [(0,)])


def test_currying_is_a_bijection_on_finite_sets() -> None:
    A, S, C = (0, 1), (0, 1), (0, 1)
    pairs = tuple(product(A, S))
    curried = {tabulate(adjunction.curry(f, S), A) for f in all_functions(pairs, C)}
    assert len(curried) == 2**4
    assert curried == set(all_functions(A, tuple(all_functions(S, C))))
    for f in all_functions(pairs, C):
        assert tabulate(adjunction.uncurry(adjunction.curry(f, S)), pairs) == f


def test_the_monad_of_currying_is_state() -> None:
    S = (0, 1)
    T = adjunction.monad(adjunction.currying(S), adjunction.currying_values(S))
    joins = [law for law in laws.LAWS if law.name.startswith("join")]
    assert laws.check(T, budget=17_000, laws=joins)["join associativity"] == 16_384

    def to_state(table: Table) -> state.State:
        return state.state(table)

    for a in (0, 1):
        assert STATE.eq(to_state(T.unit(a)), state.unit(a))
    values = tuple(T.values((0, 1)))
    for m in values:
        for f in all_functions((0, 1), values[:6]):
            bound = state.bind(to_state(m), lambda a, f=f: to_state(f(a)))
            assert STATE.eq(to_state(T.bind(m, f)), bound)


def test_the_monad_of_free_monoids_is_list() -> None:
    T = adjunction.monad(adjunction.free_monoid(), LIST.values)
    for m in LIST.values((0, 1)):
        for f in all_functions((0, 1), LIST.values((0, 1))):
            assert T.bind(m, f) == LIST.bind(m, f)


@pytest.mark.parametrize("monad", [MAYBE, LIST, FREE_GROUP], ids=lambda m: m.name)
def test_the_monad_of_the_algebras_is_the_monad(monad) -> None:
    T = adjunction.monad(adjunction.eilenberg_moore(monad), monad.values)
    for m in monad.values((0, 1)):
        for f in list(all_functions((0, 1), monad.values((0, 1))))[:200]:
            assert T.bind(m, f) == monad.bind(m, f)


def test_the_comparison_functor_sends_a_monoid_to_its_fold() -> None:
    algebra = adjunction.comparison(adjunction.free_monoid(), LIST, SUM)
    assert alg.check(algebra) > 0
    assert algebra.evaluate((1, 2, 3)) == 6


def test_handling_is_a_homomorphism() -> None:
    def choose() -> handlers.Computation:
        return handlers.perform("choose")

    def coins(n: int) -> handlers.Computation:
        if n == 0:
            return handlers.Return(())
        return handlers.bind(
            choose(), lambda b: handlers.bind(coins(n - 1), lambda bs: handlers.Return((b, *bs)))
        )

    models = {
        "all": (lambda a: (a,), {"choose": lambda _, k: k(True) + k(False)}),
        "first": (lambda a: a, {"choose": lambda _, k: k(True)}),
        "count": (lambda a: 1, {"choose": lambda _, k: k(True) + k(False)}),
    }

    def after(bs: tuple) -> handlers.Computation:
        return coins(sum(bs))

    for on_return, clauses in models.values():
        whole = handlers.handle(handlers.bind(coins(3), after), on_return, clauses)
        split = handlers.handle(
            coins(3),
            lambda bs, r=on_return, c=clauses: handlers.handle(after(bs), r, c),
            clauses,
        )
        assert whole == split
    on_return, clauses = models["all"]
    assert handlers.handle(coins(3), on_return, clauses) == tuple(product((True, False), repeat=3))


def test_an_operation_without_a_clause_is_named() -> None:
    with pytest.raises(ValueError, match="no clause for 'read'"):
        handlers.handle(handlers.perform("read"), lambda a: a, {})
