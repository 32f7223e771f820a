from __future__ import annotations

from typing import Any

import pytest

from ideas.monads import (
    DIST,
    EITHER,
    LIST,
    MAYBE,
    STATE,
    WRITER,
    Just,
    Left,
    Nothing,
    Right,
    Writer,
    do,
    lists,
    state,
    writer,
)


def test_do_in_list_is_a_comprehension_with_a_guard() -> None:
    @do(LIST)
    def triples(n: int) -> Any:
        a = yield tuple(range(1, n))
        b = yield tuple(range(a, n))
        c = yield tuple(range(b, n))
        yield lists.guard(a * a + b * b == c * c)
        return a, b, c

    n = 14
    assert triples(n) == tuple(
        (a, b, c)
        for a in range(1, n)
        for b in range(a, n)
        for c in range(b, n)
        if a * a + b * b == c * c
    )


def test_a_state_block_can_run_twice() -> None:
    @do(STATE)
    def pair() -> Any:
        a = yield state.get()
        yield state.put(a + 1)
        b = yield state.get()
        return a, b

    block = pair()
    assert block.run(0) == ((0, 1), 1)
    assert block.run(5) == ((5, 6), 6)


def test_do_is_the_explicit_nested_bind() -> None:
    @do(MAYBE)
    def block(x: Any, y: Any) -> Any:
        a = yield x
        b = yield y
        return a - b

    for x in (Nothing(), Just(5)):
        for y in (Nothing(), Just(2)):
            nested = MAYBE.bind(x, lambda a, y=y: MAYBE.bind(y, lambda b: Just(a - b)))
            assert block(x, y) == nested


def test_returning_none_returns_none_in_context() -> None:
    @do(MAYBE)
    def nothing_to_say() -> Any:
        yield Just(1)

    assert nothing_to_say() == Just(None)


def test_writer_blocks_keep_their_logs() -> None:
    @do(WRITER)
    def block() -> Any:
        yield writer.tell("a")
        x = yield Writer(3, "b")
        yield writer.tell("c")
        return x

    assert block() == Writer(3, "abc")


def test_a_dist_block_is_exact_and_replayed() -> None:
    from fractions import Fraction

    from ideas.monads import Dist

    coin = Dist({0: Fraction(1, 2), 1: Fraction(1, 2)})

    @do(DIST)
    def heads() -> Any:
        a = yield coin
        b = yield coin
        return a + b

    assert heads() == Dist({0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)})


def test_the_first_error_stops_the_block() -> None:
    reached = []

    @do(EITHER)
    def block() -> Any:
        yield Right(1)
        yield Left("stop")
        reached.append("never")

    assert block() == Left("stop")
    assert reached == []


def test_long_blocks_do_not_exhaust_the_stack() -> None:
    @do(MAYBE)
    def count(n: int) -> Any:
        total = 0
        for _ in range(n):
            total += yield Just(1)
        return total

    assert count(20_000) == Just(20_000)


def test_yielding_something_else_is_refused() -> None:
    @do(MAYBE)
    def block() -> Any:
        yield 3

    with pytest.raises(TypeError, match="expected a Maybe"):
        block()


def test_an_exception_in_the_body_comes_out() -> None:
    @do(MAYBE)
    def block() -> Any:
        x = yield Just(0)
        return 1 / x

    with pytest.raises(ZeroDivisionError):
        block()


def test_a_function_without_yield_is_refused() -> None:
    with pytest.raises(TypeError, match="with a yield in it"):
        do(MAYBE)(lambda: Just(1))
