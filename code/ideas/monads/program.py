"""A program is data, Pure | Prim | Bind, and a loop runs it: that is what makes bind stack-safe.

Written as closures, a chain of n binds is n nested Python calls, and about a thousand of them
exhaust the interpreter's stack.  Written as data, bind only notes what comes next.  One loop then
runs the program, with a stack of continuations that lives on the heap.

Source: Bjarnason (2012), *Stackless Scala with free monads*.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["Bind", "Prim", "Program", "Pure", "run"]


@dataclass(frozen=True, slots=True)
class Pure:
    """Answer ``value`` and do nothing."""

    value: Any


@dataclass(frozen=True, slots=True)
class Prim:
    """Do one primitive action; what an action is, the runner says."""

    action: Any


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Bind:
    """Run ``first``, hand its answer to ``then``, and run the program that comes back."""

    first: Program
    then: Callable[[Any], Program]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Program:
    """A program; State and Reader are the two kinds in this package.

    A program is a function in disguise, so it has no useful ``==``: compare what it does.
    """

    node: Pure | Prim | Bind

    def bind(self, then: Callable[[Any], Any]) -> Any:
        """Return this program, and then the one that ``then`` makes of its answer."""
        return type(self)(Bind(self, then))

    def map(self, function: Callable[[Any], Any]) -> Any:
        """Return this program, with a plain function applied to its answer."""
        kind = type(self)
        return kind(Bind(self, lambda answer: kind(Pure(function(answer)))))

    def then(self, following: Any) -> Any:
        """Return this program for its effect, and then ``following``."""
        return type(self)(Bind(self, lambda _: following))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} program>"


def run(program: Program, perform: Callable[[Any], Any]) -> Any:
    """Run a program, doing each primitive action with ``perform``, in constant Python stack.

    Raises TypeError if a continuation returns anything but a program of the same kind.

    >>> said = []
    >>> say = Program(Prim("hello")).bind(lambda _: Program(Pure(42)))
    >>> run(say, said.append), said
    (42, ['hello'])
    """
    kind = type(program)
    continuations: list[Callable[[Any], Any]] = []
    while True:
        if type(program) is not kind:
            raise TypeError(
                f"bind expected its function to return a {kind.__name__}, but got {program!r}"
            )
        node = program.node
        if type(node) is Bind:
            continuations.append(node.then)
            program = node.first
            continue
        answer = node.value if type(node) is Pure else perform(node.action)
        if not continuations:
            return answer
        program = continuations.pop()(answer)
