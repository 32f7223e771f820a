"""The free-group monad: reduced words, whose algebras are exactly the groups.

A word is a tuple of letters (element, sign) with sign 1 or -1, and is reduced when no letter
stands next to its inverse.  Unit makes a word of one letter; join multiplies out a word of words.

Source: Mac Lane (1971), section VI.8 (Beck's theorem applied to groups over sets).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import Any, TypeAlias

from ideas.monads.laws import Law, Steps, register
from ideas.monads.monad import Monad, from_join

__all__ = ["FREE_GROUP", "Word", "inverse", "reduce_word"]

Word: TypeAlias = tuple[tuple[Any, int], ...]


def reduce_word(letters: Iterable[tuple[Any, int]]) -> Word:
    """Cancel each letter against its inverse.

    >>> reduce_word([("a", 1), ("b", 1), ("b", -1), ("a", 1)])
    (('a', 1), ('a', 1))
    """
    stack: list[tuple[Any, int]] = []
    for letter, sign in letters:
        if sign not in (1, -1):
            raise ValueError(f"the sign of a letter must be 1 or -1, but got {sign!r}")
        if stack and stack[-1] == (letter, -sign):
            stack.pop()
        else:
            stack.append((letter, sign))
    return tuple(stack)


def inverse(word: Word) -> Word:
    """The inverse word: the letters reversed, their signs changed.

    >>> inverse((("a", 1), ("b", -1)))
    (('b', 1), ('a', -1))
    """
    return tuple((letter, -sign) for letter, sign in reversed(word))


def _map(function: Callable[[Any], Any], word: Word) -> Word:
    return reduce_word((function(letter), sign) for letter, sign in word)


def _join(words: Word) -> Word:
    signed = (word if sign == 1 else inverse(word) for word, sign in words)
    return reduce_word(letter for word in signed for letter in word)


def _values(elements: Sequence[Any]) -> Iterator[Word]:
    letters = tuple(product(tuple(elements), (1, -1)))
    yield ()
    yield from ((letter,) for letter in letters)
    yield from (w for w in product(letters[:14], repeat=2) if reduce_word(w) == w)


LAWS: list[Law] = []
"""What makes words a group."""


@register(LAWS, "inverse", "m m^-1 = the empty word", plain=True, m="TA")
def _(T: Monad, m: Any) -> tuple[Steps, Steps]:
    opposite = inverse(m)
    left = [("m^-1", opposite), ("m m^-1", reduce_word((*m, *opposite)))]
    return left, [("the empty word", ())]


FREE_GROUP: Monad = from_join(
    "FreeGroup", lambda a: ((a, 1),), _map, _join, _values, theory=tuple(LAWS)
)
