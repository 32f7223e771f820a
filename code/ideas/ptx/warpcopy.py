"""A warp copies an array with unrolled loads, and the model shows which words it never reaches.

The macro UNROLLED_WARP_COPY of DeepEP's ``utils.cuh`` gives each of 32 lanes `unroll` loads in
flight, then their stores.  One round moves ``32 * unroll`` words.  In its first form it does
whole rounds only: what is left over is not copied.  DeepEP's own versions add a tail.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeVar

WARP = 32
"""Lanes in a warp."""

Tail = Literal["none", "strided", "guarded"]
"""What happens after the whole rounds: nothing; one word a lane at a time; guarded rounds."""

Word = TypeVar("Word")


def rounds(words: int, unroll: int, tail: Tail = "none") -> Iterator[list[int]]:
    """Yield, for each group of loads issued together by the warp, the indices it loads.

    The order inside a group is that of the code: all lanes do their first load, and so on.
    Raises ValueError for a negative count, an `unroll` below 1 or an unknown `tail`.

    >>> [len(group) for group in rounds(100, 2)]
    [64]
    >>> [len(group) for group in rounds(100, 2, "strided")]
    [64, 32, 4]
    >>> [len(group) for group in rounds(100, 2, "guarded")]
    [64, 36]
    """
    if words < 0:
        raise ValueError(f"words is {words}; expected 0 or more")
    if unroll < 1:
        raise ValueError(f"unroll is {unroll}; expected 1 or more")
    if tail not in ("none", "strided", "guarded"):
        raise ValueError(f"tail is {tail!r}; expected 'none', 'strided' or 'guarded'")
    stride = WARP * unroll
    whole = words // stride * stride
    for start in range(0, whole, stride):
        yield list(range(start, start + stride))
    step = WARP if tail == "strided" else stride
    if tail != "none":
        for start in range(whole, words, step):
            yield list(range(start, min(start + step, words)))


def warp_copy(source: Sequence[Word], unroll: int, tail: Tail = "none") -> list[Word | None]:
    """Copy `source` as the warp does; None stands where nothing was written.

    >>> warp_copy(list(range(33)), 1)[31:]
    [31, None]
    >>> warp_copy(list(range(33)), 1, "strided")[31:]
    [31, 32]
    """
    target: list[Word | None] = [None] * len(source)
    for group in rounds(len(source), unroll, tail):
        held = [source[index] for index in group]
        for index, value in zip(group, held, strict=True):
            target[index] = value
    return target


def left_behind(words: int, unroll: int) -> int:
    """Words that the form without a tail does not copy: ``words mod (32 * unroll)``.

    >>> left_behind(896, 5)
    96
    """
    return words % (WARP * unroll)


def waits(words: int, unroll: int, tail: Tail = "strided") -> int:
    """Count groups of loads, one after the other: the number of times the warp waits for memory.

    >>> waits(896, 1), waits(896, 7)
    (28, 4)
    """
    return sum(1 for _ in rounds(words, unroll, tail))
