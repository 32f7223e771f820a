"""Long chains run in constant stack, the user's errors come out, and known faults stay away."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from ideas.monads import (
    ALL,
    EITHER,
    IDENTITY,
    IO_MONAD,
    LIST,
    MAYBE,
    READER,
    STATE,
    WRITER,
    Either,
    Identity,
    Just,
    Left,
    Monoid,
    Nothing,
    Right,
    Writer,
    do,
    free,
    io,
    laws,
    lists,
    reader,
    state,
    writer,
)
from ideas.monads.monoid import LOGS, SUM, Log

MILLION = 1_000_000


def left_nested(bind: Callable[..., Any], step: Any) -> Any:
    m = step
    for _ in range(MILLION):
        m = bind(m, lambda _: step)
    return m


def right_nested(bind: Callable[..., Any], step: Any, end: Any) -> Any:
    def loop(n: int) -> Any:
        return bind(step, lambda _: loop(n - 1)) if n else end

    return loop(MILLION)


@pytest.mark.parametrize("nest", ["left", "right"])
def test_a_million_reader_binds_run(nest: str) -> None:
    if nest == "left":
        assert left_nested(reader.bind, reader.ask()).run("here") == "here"
    else:
        assert right_nested(reader.bind, reader.ask(), reader.ask()).run("here") == "here"


@pytest.mark.parametrize("nest", ["left", "right"])
@pytest.mark.parametrize("monoid", [SUM, LOGS], ids=["sum", "logs"])
def test_a_million_writer_binds_run(nest: str, monoid: Monoid) -> None:
    bind = writer.monad(monoid).bind
    step: Writer[None, Any] = Writer(None, 1 if monoid is SUM else Log("line"))
    if nest == "left":
        m, most = left_nested(bind, step), MILLION + 1
    else:
        m, most = right_nested(bind, step, writer.monad(monoid).unit(None)), MILLION
    assert (m.log if monoid is SUM else len(m.log)) == most
    if monoid is LOGS:
        assert sum(1 for _ in m.log) == most


@pytest.mark.parametrize("nest", ["left", "right"])
def test_a_million_free_binds_run(nest: str) -> None:
    tick = free.instruction("tick")
    m = left_nested(free.bind, tick) if nest == "left" else right_nested(free.bind, tick, tick)
    done = iter(range(MILLION + 2))
    assert free.fold_map(m, lambda _: IDENTITY.unit(next(done)), IDENTITY) == Identity(MILLION)
    assert next(done) == MILLION + 1


@pytest.mark.parametrize("nest", ["left", "right"])
def test_a_million_io_binds_run(nest: str) -> None:
    line = io.put_line("x")
    m = left_nested(io.bind, line) if nest == "left" else right_nested(io.bind, line, line)
    assert len(io.pretend(m).printed) == MILLION + 1


def test_the_recursion_limit_is_python_s_own() -> None:
    code = "import sys; before = sys.getrecursionlimit(); import ideas.monads; "
    code += "print(before == sys.getrecursionlimit())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"


# The faults seen in other libraries, in the order of the list that this chapter keeps of them.


def test_just_of_none_is_not_nothing() -> None:
    assert Just(None) != Nothing()
    assert MAYBE.unit(None) == Just(None)


def test_a_computation_can_be_run_twice() -> None:
    for program in (state.get(), reader.ask()):
        assert program.run(1) == program.run(1)
    greet = io.get_line().bind(io.put_line)
    assert io.pretend(greet, ["Ada"]) == io.pretend(greet, ["Ada"])


def test_reader_then_runs_each_step_once() -> None:
    seen: list[int] = []
    m = reader.asks(lambda e: seen.append(e))
    for _ in range(40):
        m = m.then(reader.asks(lambda e: seen.append(e)))
    m.run(0)
    assert len(seen) == 41


class BrokenError(Exception):
    """An error of the user's own."""


@pytest.mark.parametrize("name", sorted(ALL))
def test_an_error_of_the_user_s_function_comes_out_of_every_monad(name: str) -> None:
    monad = ALL[name]

    def fail(_: Any) -> Any:
        raise BrokenError(name)

    for given in (fail, lambda a: monad.map(fail, monad.unit(a))):
        with pytest.raises(BrokenError):
            m = monad.bind(monad.unit(0), given)
            monad.eq(m, m)


def test_do_keeps_every_log_of_writer_and_every_possibility_of_list() -> None:
    @do(WRITER)
    def logged() -> Any:
        x = yield Writer(1, "a")
        y = yield Writer(2, "b")
        yield writer.tell("c")
        return x + y

    @do(LIST)
    def pairs() -> Any:
        x = yield (1, 2, 3)
        y = yield (10, 20)
        return x * y

    assert logged() == Writer(3, "abc")
    assert pairs() == (10, 20, 20, 40, 30, 60)


def test_mconcat_keeps_the_order_and_the_unit() -> None:
    strings = Monoid("strings", "", lambda x, y: x + y, ("", "a"))
    assert strings.fold(["a", "b", "c"]) == "abc"
    assert strings.fold([]) == ""
    assert list(LOGS.fold([Log("a"), Log("b"), Log("c")])) == ["a", "b", "c"]


def test_several_yields_of_one_value_are_several_binds() -> None:
    tick = state.get().bind(lambda n: state.put(n + 1).then(state.unit(n)))

    @do(STATE)
    def three() -> Any:
        return (yield tick), (yield tick), (yield tick)

    assert three().run(0) == ((0, 1, 2), 3)


@pytest.mark.parametrize("monad", [MAYBE, EITHER, IDENTITY], ids=lambda m: m.name)
def test_mapping_to_none_is_a_value(monad: Any) -> None:
    assert monad.map(lambda _: None, monad.unit(1)) == monad.unit(None)


def test_a_guard_ends_a_block_without_a_stray_exception() -> None:
    @do(LIST)
    def none() -> Any:
        yield lists.guard(False)
        return 1

    @do(MAYBE)
    def nothing() -> Any:
        yield MAYBE.guard(False)
        return 1

    assert none() == ()
    assert nothing() == Nothing()


def test_a_stop_iteration_of_the_user_s_is_not_the_end_of_the_block() -> None:
    @do(MAYBE)
    def block() -> Any:
        yield Just(1)
        next(iter(()))

    with pytest.raises(RuntimeError, match="StopIteration"):
        block()


def test_returning_none_from_a_block_is_unit_of_none() -> None:
    for name in ("Maybe", "List", "State", "Writer", "Dist", "IO", "Free", "Cont"):
        monad = ALL[name]

        @do(monad)
        def block(monad: Any = monad) -> Any:
            yield monad.unit(1)
            return None

        assert monad.eq(block(), monad.unit(None)), name


def test_forever_stops_where_the_context_stops_it() -> None:
    counts = []

    def step(n: int) -> Either[str, None]:
        counts.append(n)
        return Right(None) if len(counts) < 5 else Left("five")

    m = EITHER.bind(Right(0), step)
    assert m == Right(None)
    assert MAYBE.forever(Nothing()) == Nothing()
    echo = IO_MONAD.forever(io.get_line().bind(io.put_line))
    with pytest.raises(EOFError):
        io.pretend(echo, ["a", "b"])
    with pytest.raises(io.Endless) as stopped:
        io.pretend(IO_MONAD.forever(io.put_line("tick")), most=3)
    assert stopped.value.printed == ("tick", "tick", "tick")


def test_the_real_interpreter_reads_and_prints(monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.setattr("builtins.input", lambda: "Ada")
    greet = io.put_line("name?").then(io.get_line()).bind(lambda name: io.put_line(f"hi {name}"))
    assert capsys.readouterr().out == ""
    assert io.perform(greet.then(io.unit(7))) == 7
    assert capsys.readouterr().out == "name?\nhi Ada\n"


def test_guard_needs_a_plus() -> None:
    with pytest.raises(ValueError, match="State has no zero"):
        STATE.guard(True)


def test_a_subject_without_laws_is_refused() -> None:
    with pytest.raises(TypeError, match="not 3"):
        laws.check(3)  # type: ignore[arg-type]


def test_reader_equality_needs_a_reader() -> None:
    with pytest.raises(TypeError, match="eq expected a Reader, but got 1"):
        READER.eq(1, reader.ask())
