"""A program is data, Pure | Prim | Bind, and a loop runs it: that is what makes bind stack-safe.

Written as closures, a chain of n binds is n nested Python calls, and about a thousand of them
exhaust the interpreter's stack.  Written as data, bind only notes what comes next.  One loop then
runs the program, with a stack of continuations that lives on the heap.

Source: Bjarnason (2012), *Stackless Scala with free monads*.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from ideas.monads.layers import Drawn

__all__ = [
    "Bind",
    "Place",
    "Prim",
    "Program",
    "Pure",
    "Stack",
    "advance",
    "after",
    "agree",
    "run",
    "show_tree",
]


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
class Program(Drawn):
    """A program; State, Reader, Cont, Free and IO are the kinds in this package.

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

    def _layers_(self) -> tuple[str, tuple[tuple[str, Any], ...]]:
        """Draw a program that only answers with its answer; any other is not open to view."""
        name = type(self).__name__
        if isinstance(self.node, Pure):
            return name, (("answers", self.node.value),)
        return f"{name} (not run yet)", ()


Stack: TypeAlias = "tuple[Callable[[Any], Any], Stack] | None"
"""The continuations that wait, the next one first; it is never changed, so it can be shared."""


def advance(kind: type[Program], program: Any, stack: Stack) -> tuple[Pure | Prim, Stack]:
    """Go on until there is an answer (Pure, and an empty stack) or a primitive action to do.

    Raises TypeError if a continuation returned anything but a program of this ``kind``.
    """
    while True:
        if type(program) is not kind:
            raise TypeError(
                f"bind expected its function to return {_article(kind.__name__)}, "
                f"but got {program!r}"
            )
        node = program.node
        if isinstance(node, Bind):
            stack = (node.then, stack)
            program = node.first
        elif stack is None or isinstance(node, Prim):
            return node, stack
        else:
            then, stack = stack
            program = then(node.value)


def run(program: Program, perform: Callable[[Any], Any]) -> Any:
    """Run a program, doing each primitive action with ``perform``, in constant Python stack.

    Raises TypeError if a continuation returns anything but a program of the same kind.

    >>> said = []
    >>> say = Program(Prim("hello")).bind(lambda _: Program(Pure(42)))
    >>> run(say, said.append), said
    (42, ['hello'])
    """
    kind = type(program)
    node, stack = advance(kind, program, None)
    while isinstance(node, Prim):
        answer = perform(node.action)
        if stack is None:
            return answer
        then, stack = stack
        node, stack = advance(kind, then(answer), stack)
    return node.value


Place: TypeAlias = "tuple[Any, Stack]"
"""Where a program is: what it does now, and the continuations that wait."""


def after(kind: type[Program], answer: Any, stack: Stack) -> Place:
    """Where a program is when its action has been answered."""
    if stack is None:
        return kind(Pure(answer)), None
    then, rest = stack
    return then(answer), rest


def agree(m: Program, n: Program, answers: Callable[[Any], Iterable[Any]]) -> bool:
    """Say whether two programs do the same actions and answer alike, whatever they are told.

    ``answers(action)`` lists all that an action may be answered: a program is then a finite
    tree, and the two trees are compared.
    """
    kind = type(m)
    todo: list[tuple[Place, Place]] = [((m, None), (n, None))]
    while todo:
        (left, rest_left), (right, rest_right) = (advance(kind, *place) for place in todo.pop())
        if left != right:
            return False
        if isinstance(left, Prim):
            for answer in answers(left.action):
                todo.append((after(kind, answer, rest_left), after(kind, answer, rest_right)))
    return True


def show_tree(
    m: Any, kind: type[Program], answers: Callable[[Any], Iterable[Any]], stack: Stack = None
) -> str:
    """Print a program of this ``kind`` as its tree, and the programs it answers likewise."""
    if not isinstance(m, kind):
        return repr(m)
    node, rest = advance(kind, m, stack)
    if isinstance(node, Pure):
        return f"answer {show_tree(node.value, kind, answers)}"
    branches = {}
    for answer in answers(node.action):
        following, waiting = after(kind, answer, rest)
        branches[answer] = show_tree(following, kind, answers, waiting)
    if list(branches) == [None]:
        return f"{node.action}; {branches[None]}"
    return f"{node.action} {{" + ", ".join(f"{a!r}: {b}" for a, b in branches.items()) + "}"


def _article(name: str) -> str:
    return f"an {name}" if name[0] in "AEIO" else f"a {name}"
