"""The chapter's two running examples, the same in Python, TypeScript and Haskell.

``compute`` chains three functions that can fail; ``three_names`` makes fresh names from a
counter.  ``listings`` names the other languages' files, and ``PARITY`` holds what all three give.
"""

from __future__ import annotations

import json
import math
from importlib.resources import files
from typing import Any

from ideas.monads.do import do
from ideas.monads.maybe import MAYBE, Just, Maybe, Nothing
from ideas.monads.state import STATE, State, get, put, unit

__all__ = ["compute", "fresh", "parity", "parse_number", "reciprocal", "safe_sqrt", "three_names"]


def parse_number(text: str) -> Maybe[float]:
    """The finite number that ``text`` writes, if it writes one (by Python's rules).

    >>> parse_number("4"), parse_number(""), parse_number("NaN")
    (Just(value=4.0), Nothing(), Nothing())
    """
    try:
        number = float(text)
    except ValueError:
        return Nothing()
    return Just(number) if math.isfinite(number) else Nothing()


def reciprocal(number: float) -> Maybe[float]:
    """1 / number, unless number is zero."""
    return Nothing() if number == 0 else Just(1 / number)


def safe_sqrt(number: float) -> Maybe[float]:
    """The square root, unless number is negative."""
    return Nothing() if number < 0 else Just(math.sqrt(number))


def compute(text: str) -> Maybe[float]:
    """The root of the reciprocal of the number that ``text`` writes.

    >>> [compute(text) for text in ("4", "0", "-4", "hey")]
    [Just(value=0.5), Nothing(), Nothing(), Nothing()]
    """
    answer: Maybe[float] = MAYBE.fish(parse_number, reciprocal, safe_sqrt)(text)
    return answer


def fresh() -> State:
    """A name that has not been used: the state is the next number."""
    name: State = get().bind(lambda n: put(n + 1).then(unit(f"x{n}")))
    return name


@do(STATE)
def three_names() -> Any:
    """Three fresh names.

    >>> three_names().run(0)
    (('x0', 'x1', 'x2'), 3)
    """
    a = yield fresh()
    b = yield fresh()
    c = yield fresh()
    return a, b, c


def parity() -> dict[str, Any]:
    """What the three languages answer on the same inputs, as the tests verify it.

    ``parse`` : input -> language -> how it prints, with null for no number; ``compute`` :
    input -> number or null, the same in all three.
    """
    record = files("ideas.monads").joinpath("listings/parity.json")
    answers: dict[str, Any] = json.loads(record.read_text("utf-8"))
    return answers
