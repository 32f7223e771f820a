"""A computation is a tree of operations; a handler is a model, and handling is the fold into it.

The computations form the free model of their operations.  A handler says what each operation
means in some other model, and handling a computation is the one homomorphism out of the free
model which that choice induces.

Source: Plotkin and Pretnar (2009), *Handlers of algebraic effects*, section 2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

__all__ = ["Call", "Computation", "Return", "bind", "handle", "perform"]


@dataclass(frozen=True, slots=True)
class Return:
    """A computation that is over, with its value."""

    value: Any


@dataclass(frozen=True, slots=True)
class Call:
    """A computation that calls an operation, and goes on with ``resume`` of the answer."""

    operation: str
    argument: Any
    resume: Callable[[Any], Computation]


Computation: TypeAlias = Return | Call


def perform(operation: str, argument: Any = None) -> Computation:
    """Call one operation, and return its answer."""
    return Call(operation, argument, Return)


def bind(m: Computation, function: Callable[[Any], Computation]) -> Computation:
    """M >>= function: graft ``function`` onto the leaves of the tree."""
    match m:
        case Return(value):
            return function(value)
        case Call(operation, argument, resume):
            return Call(operation, argument, lambda answer: bind(resume(answer), function))
    raise TypeError(f"bind expected a computation (Return or Call), but got {m!r}")


def handle(
    m: Computation,
    on_return: Callable[[Any], Any],
    clauses: Mapping[str, Callable[[Any, Callable[[Any], Any]], Any]],
) -> Any:
    """Fold a computation into the model that the clauses describe.

    A clause takes the operation's argument and the *handled* rest of the computation, a function
    of the answer; it may call that never, once or often.

    Raises ValueError when an operation has no clause.

    >>> coin = bind(perform("choose"), lambda heads: Return(1 if heads else 2))
    >>> handle(coin, lambda a: (a,), {"choose": lambda _, k: k(True) + k(False)})
    (1, 2)
    """
    match m:
        case Return(value):
            return on_return(value)
        case Call(operation, argument, resume):
            if operation not in clauses:
                raise ValueError(
                    f"the handler has no clause for {operation!r}, only for {sorted(clauses)}"
                )
            return clauses[operation](
                argument, lambda answer: handle(resume(answer), on_return, clauses)
            )
    raise TypeError(f"handle expected a computation (Return or Call), but got {m!r}")
