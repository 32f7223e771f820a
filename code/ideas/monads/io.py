"""IO: a description of a program that reads and prints; nothing happens until it is run.

Two interpreters run a description: :func:`perform` uses the keyboard and the screen, and
:func:`pretend` uses a script and a list, so that a program can be tested.  IO is abstract: there
is no operation that hands out the world, so it cannot be copied or wound back.

>>> greet = put_line("what's your name?").then(get_line()).bind(
...     lambda name: put_line(f"hello, {name}"))
>>> greet
<IO program>
>>> pretend(greet, ["Ada"])
Transcript(answer=None, printed=("what's your name?", 'hello, Ada'), unread=())

Source: Peyton Jones (2001), *Tackling the awkward squad*, sections 2 and 3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from ideas.monads.monad import Monad
from ideas.monads.program import Prim, Program, Pure, agree, run, show_tree
from ideas.monads.tables import Table

__all__ = [
    "IO",
    "IO_MONAD",
    "Endless",
    "Transcript",
    "bind",
    "get_line",
    "monad",
    "perform",
    "pretend",
    "put_line",
    "unit",
]


class IO(Program):
    """A description of input and output that ends in an answer.

    Its ``bind``, ``map`` and ``then`` only describe; see :func:`pretend` and :func:`perform`.
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class _PutLine:
    text: str

    def __str__(self) -> str:
        return f"print {self.text!r}"


@dataclass(frozen=True, slots=True)
class _GetLine:
    def __str__(self) -> str:
        return "read"


@dataclass(frozen=True, slots=True)
class Transcript:
    """What a program did: its answer, the lines it printed, the lines it left unread."""

    answer: Any
    printed: tuple[str, ...]
    unread: tuple[str, ...]


class Endless(Exception):  # noqa: N818 - it is no error of the program
    """A pretended run was stopped; ``printed`` holds the lines until then."""

    def __init__(self, most: int, printed: tuple[str, ...]) -> None:
        self.printed = printed
        super().__init__(f"the program was still running after {most} lines in and out")


def unit(value: Any) -> IO:
    """eta: answer ``value``, and do nothing."""
    return IO(Pure(value))


def put_line(text: str) -> IO:
    """Print a line."""
    return IO(Prim(_PutLine(text)))


def get_line() -> IO:
    """Read a line; its answer is the line."""
    return IO(Prim(_GetLine()))


def _io(value: Any, expectation: str) -> IO:
    if isinstance(value, IO):
        return value
    raise TypeError(f"{expectation} an IO, but got {value!r}")


def bind(m: IO, function: Callable[[Any], IO]) -> IO:
    """M >>= function: first m, then what ``function`` makes of its answer."""
    bound: IO = _io(m, "bind expected").bind(function)
    return bound


def perform(program: IO) -> Any:
    """Run a program for real, with ``input`` and ``print``; return its answer.

    Raises EOFError when it reads past the end of the input.
    """

    def do(action: _PutLine | _GetLine) -> str | None:
        if isinstance(action, _GetLine):
            return input()
        print(action.text)
        return None

    return run(_io(program, "perform expected"), do)


def pretend(program: IO, typed: Iterable[str] = (), *, most: int | None = None) -> Transcript:
    """Run a program on lines that somebody might type, and touch nothing.

    Raises EOFError when it reads past the end of them, as the real run does, and Endless when it
    wants to read or print more than ``most`` lines.

    >>> echo = IO_MONAD.forever(get_line().bind(put_line))
    >>> try:
    ...     pretend(echo, ["one", "two", "three"], most=4)
    ... except Endless as stopped:
    ...     stopped.printed
    ('one', 'two')
    """
    unread, printed = list(typed)[::-1], list[str]()
    done = 0

    def do(action: _PutLine | _GetLine) -> str | None:
        nonlocal done
        if done == most:
            raise Endless(done, tuple(printed))
        done += 1
        if isinstance(action, _PutLine):
            printed.append(action.text)
            return None
        if not unread:
            raise EOFError("the program reads a line, but no line is left")
        return unread.pop()

    answer = run(_io(program, "pretend expected"), do)
    return Transcript(answer, tuple(printed), tuple(unread[::-1]))


def monad(lines: Sequence[str] = ("x", "y")) -> Monad:
    """The IO monad, whose laws are compared over everything that can be typed from ``lines``.

    Programs are listed that answer at once, print a line first, or read one of ``lines`` and
    answer by it.
    """

    def answers(action: _PutLine | _GetLine) -> Sequence[Any]:
        return (None,) if isinstance(action, _PutLine) else lines

    def values(elements: Sequence[Any]) -> Iterator[IO]:
        elements = tuple(elements)
        yield from map(unit, elements)
        for a in elements:
            yield put_line("hi").then(unit(a))
        for images in product(elements, repeat=len(lines)):
            yield get_line().map(Table(tuple(lines), images))

    return Monad(
        "IO",
        unit,
        bind,
        values,
        eq=lambda m, n: agree(_io(m, "eq expected"), _io(n, "eq expected"), answers),
        show=lambda m: show_tree(m, IO, answers),
        one_shot=True,
    )


IO_MONAD = monad()
