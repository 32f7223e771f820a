from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ideas.monads import (
    ALL,
    DIST,
    LIST,
    MAYBE,
    READER,
    STATE,
    Just,
    Left,
    Monoid,
    Nothing,
    Right,
    Table,
    Writer,
    all_functions,
    from_join,
    from_kleisli,
    reader,
    state,
    writer,
)

MILLION = 1_000_000


def test_a_million_left_nested_state_binds_run() -> None:
    tick = state.modify(lambda n: n + 1)
    m = tick
    for _ in range(MILLION):
        m = m.bind(lambda _: tick)
    assert m.run(0) == (None, MILLION + 1)


def test_a_million_right_nested_state_binds_run() -> None:
    tick = state.modify(lambda n: n + 1)

    def loop(n: int) -> state.State:
        return tick.bind(lambda _: loop(n - 1)) if n else state.unit("done")

    assert loop(MILLION).run(0) == ("done", MILLION)


def test_long_reader_chains_run_and_each_step_runs_once() -> None:
    seen = []
    m = reader.asks(lambda e: seen.append(e))
    for _ in range(20_000):
        m = m.then(reader.ask())
    assert m.run("here") == "here"
    assert seen == ["here"]


@given(st.lists(st.sampled_from("gpm"), max_size=30), st.integers())
def test_state_agrees_with_a_loop_over_a_variable(ops: list[str], start: int) -> None:
    program, current, answers = state.unit(()), start, ()
    actions = {
        "g": state.get(),
        "p": state.put(7),
        "m": state.modify(lambda s: 2 * s).then(state.get()),
    }
    for op in ops:
        program = program.bind(lambda xs, op=op: actions[op].map(lambda x: (*xs, x)))
        current = {"g": current, "p": 7, "m": 2 * current}[op]
        answers = (*answers, None if op == "p" else current)
    assert program.run(start) == (answers, current)


@given(st.lists(st.integers()), st.integers(0, 4))
def test_list_bind_is_a_nested_comprehension(xs: list[int], k: int) -> None:
    assert LIST.bind(tuple(xs), lambda x: (x,) * k) == tuple(x for x in xs for _ in range(k))


def test_just_none_is_a_value() -> None:
    assert Just(None) != Nothing()
    assert MAYBE.map(lambda _: None, Just(1)) == Just(None)
    assert bool(Nothing()) is bool(Just(0)) is True


@pytest.mark.parametrize("name", sorted(ALL.keys() - {"FreeGroup"}))
def test_bind_refuses_a_function_that_leaves_the_monad(name: str) -> None:
    monad = ALL[name]
    with pytest.raises(TypeError, match="bind expected its function to return an? .* but got 3"):
        m = monad.bind(monad.unit(2), lambda n: n + 1)
        monad.eq(m, m)


@pytest.mark.parametrize("name", sorted(ALL.keys() - {"FreeGroup"}))
def test_bind_refuses_what_is_not_of_the_monad(name: str) -> None:
    with pytest.raises(TypeError, match="bind expected an? .* but got 3"):
        ALL[name].bind(3, ALL[name].unit)


def test_an_exception_in_a_function_is_not_swallowed() -> None:
    for name in ("Maybe", "Either", "List", "Identity"):
        with pytest.raises(ZeroDivisionError):
            ALL[name].bind(ALL[name].unit(0), lambda n: 1 / n)


def test_writer_keeps_every_log_in_order() -> None:
    log = Monoid("lists", (), lambda x, y: x + y, ((), (1,)))
    T = writer.monad(log)
    m = T.fold_m(lambda total, n: Writer(total + n, (n,)), 0, (3, 1, 2))
    assert m == Writer(6, (3, 1, 2))


def test_dist_is_exact() -> None:
    die = DIST.bind(DIST.unit(None), lambda _: _uniform(range(1, 7)))
    two = DIST.lift2(lambda a, b: a + b, die, die)
    assert two.weights[7] == Fraction(1, 6)
    assert sum(two.weights.values()) == 1


def _uniform(values: range):
    from ideas.monads import Dist

    return Dist({v: Fraction(1, len(values)) for v in values})


@pytest.mark.parametrize("name", ["Maybe", "Either", "Identity", "List", "State", "Reader"])
def test_tail_rec_m_is_stack_safe(name: str) -> None:
    monad = ALL[name]
    m = monad.tail_rec_m(
        lambda n: monad.unit(Left(n - 1)) if n else monad.unit(Right("done")), 100_000
    )
    if name in ("State", "Reader"):
        m = m.run(0)
    assert "done" in repr(m)


def test_traverse_on_state_is_linear_and_safe() -> None:
    answers, end = STATE.traverse(lambda _: state.get().bind(
        lambda n: state.put(n + 1).then(state.unit(n))), range(50_000)).run(0)  # fmt: skip
    assert answers == tuple(range(50_000))
    assert end == 50_000


def test_a_monad_given_by_any_operation_is_the_same_monad() -> None:
    for T in (MAYBE, LIST):
        by_join = from_join(T.name, T.unit, T.map, T.join, T.values)
        by_fish = from_kleisli(T.name, T.unit, T.fish, T.values)
        for m in T.values((0, 1)):
            for f in all_functions((0, 1), T.values((0, 1))):
                assert T.bind(m, f) == by_join.bind(m, f) == by_fish.bind(m, f)


def test_reader_equality_is_over_environments() -> None:
    double = reader.asks(lambda e: 2 * e)
    assert READER.eq(double, reader.ask().map(lambda e: e + e))
    assert not READER.eq(double, reader.ask())


def test_tables_tell_true_from_one() -> None:
    table = Table((1, True), ("one", "true"))
    assert (table(1), table(True)) == ("one", "true")
    with pytest.raises(ValueError, match="1.0"):
        table(1.0)


def test_importing_the_package_loads_only_the_standard_library() -> None:
    code = (
        "import sys, ideas.monads, ideas.monads.adjunction, ideas.monads.handlers;"
        "tops = {m.split('.')[0] for m in sys.modules};"
        "print(sorted(tops & {'numpy', 'torch', 'matplotlib', 'hypothesis', 'IPython'}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
