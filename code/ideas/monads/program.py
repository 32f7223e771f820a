"""A program is data, an action and what comes next, and a loop runs it: so bind is stack-safe.

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


Continuation: TypeAlias = Callable[[Any], Any]


class Program(Drawn):
    """A program; State, Reader, Cont, Free and IO are the kinds in this package.

    It is ``head``, a Pure or a Prim, and then a number of continuations.  A chain of binds shares
    one list of them: bind appends to it, if nobody else has done so yet, and copies it otherwise.
    So a long chain is flat: building, running and forgetting it need no deep recursion, which
    matters most in a browser, where the stack is small.

    A program is a function in disguise, so it has no useful ``==``: compare what it does.
    """

    __slots__ = ("_continuations", "_length", "head")

    def __init__(
        self, head: Pure | Prim, continuations: list[Continuation] | None = None, length: int = 0
    ) -> None:
        self.head = head
        self._continuations: list[Continuation] = continuations or []
        self._length = length

    def bind(self, then: Callable[[Any], Any]) -> Any:
        """Return this program, and then the one that ``then`` makes of its answer."""
        length = self._length
        shared = self._continuations
        if length and len(shared) == length:
            shared.append(then)
            if shared[length] is then:  # no other thread came first
                return type(self)(self.head, shared, length + 1)
        return type(self)(self.head, [*shared[:length], then], length + 1)

    def map(self, function: Callable[[Any], Any]) -> Any:
        """Return this program, with a plain function applied to its answer."""
        kind = type(self)
        return self.bind(lambda answer: kind(Pure(function(answer))))

    def then(self, following: Any) -> Any:
        """Return this program for its effect, and then ``following``."""
        return self.bind(lambda _: following)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} program>"

    def _layers_(self) -> tuple[str, tuple[tuple[str, Any], ...]]:
        """Draw a program that only answers with its answer; any other is not open to view."""
        name = type(self).__name__
        if isinstance(self.head, Pure) and not self._length:
            return name, (("answers", self.head.value),)
        return f"{name} (not run yet)", ()


Stack: TypeAlias = "tuple[list[Continuation], int, int, Stack] | None"
"""The continuations that wait: a list, where in it we are, where it ends, and what waits below.

It is never changed, so it can be shared; a list that is used up is dropped at once.
"""


def _pop(stack: tuple[list[Continuation], int, int, Stack]) -> tuple[Continuation, Stack]:
    continuations, index, end, below = stack
    following = index + 1
    rest = below if following == end else (continuations, following, end, below)
    return continuations[index], rest


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
        if program._length:
            stack = (program._continuations, 0, program._length, stack)
        head = program.head
        if stack is None or isinstance(head, Prim):
            return head, stack
        then, stack = _pop(stack)
        program = then(head.value)


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
        then, stack = _pop(stack)
        node, stack = advance(kind, then(answer), stack)
    return node.value


Place: TypeAlias = "tuple[Any, Stack]"
"""Where a program is: what it does now, and the continuations that wait."""


def after(kind: type[Program], answer: Any, stack: Stack) -> Place:
    """Where a program is when its action has been answered."""
    if stack is None:
        return kind(Pure(answer)), None
    then, rest = _pop(stack)
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
