"""What lanes of a warp do together: shuffle, vote, match, redux, elect.

Arrays have one row a warp and 32 columns; ``active`` says which lanes take part.
Source: PTX ISA, sections 9.7.9.6 "shfl.sync", 9.7.13.8 to 9.7.13.11.
"""

from __future__ import annotations

import numpy as np

Array = np.ndarray
LANES = np.arange(32)


def shuffle(mode: str, values: Array, b: Array, c: Array) -> tuple[Array, Array]:
    """Value that each lane receives, and whether its source lane was in range.

    `values`, `b` and `c` have shape (warps, 32).  The clamp is in bits 0 to 4 of `c`, the mask
    that splits the warp into segments in bits 8 to 12.

    >>> x = np.arange(32, dtype=np.uint32)[None]
    >>> got, inside = shuffle("down", x, np.full_like(x, 16), np.full_like(x, 31))
    >>> got[0, :3].tolist(), got[0, 31].item(), int(inside.sum())
    ([16, 17, 18], 31, 16)
    """
    b, c = b.astype(np.int64) & 31, c.astype(np.int64)
    clamp, segment = c & 31, c >> 8 & 31
    highest = (LANES & segment) | (clamp & ~segment)
    lowest = LANES & segment
    if mode == "up":
        source = LANES - b
        inside = source >= highest
    elif mode == "down":
        source = LANES + b
        inside = source <= highest
    elif mode == "bfly":
        source = LANES ^ b
        inside = source <= highest
    else:
        source = lowest | (b & ~segment)
        inside = source <= highest
    source = np.where(inside, source, LANES)
    return np.take_along_axis(values, source, axis=1), inside


def masks(active: Array) -> Array:
    """Pack (warps, 32) booleans into one 32-bit mask a warp."""
    return np.packbits(active, axis=1, bitorder="little").view(np.uint32)[:, 0]


def members(mask: Array) -> Array:
    """Unpack masks, one a lane, to (warps, 32, 32) booleans: lane, member."""
    return (mask[..., None] >> LANES.astype(np.uint32) & 1).astype(bool)


def vote(mode: str, values: Array, mask: Array, active: Array) -> Array:
    """Outcome of a vote for each lane, over the active lanes of its mask.

    A ballot is an unsigned integer, the other votes are booleans.
    """
    votes = masks(values & active)[:, None] & mask
    voters = masks(active)[:, None] & mask
    if mode == "ballot":
        return votes
    if mode == "all":
        return votes == voters
    if mode == "any":
        return votes != 0
    return (votes == voters) | (votes == 0)


def match(mode: str, values: Array, mask: Array, active: Array) -> tuple[Array, Array]:
    """Lanes of the mask that hold this lane's value, and whether all do (`all` only)."""
    same = values[:, :, None] == values[:, None, :]
    same &= members(mask) & active[:, None, :]
    together = np.packbits(same, axis=2, bitorder="little").view(np.uint32)[..., 0]
    if mode == "any":
        return together, np.zeros(values.shape, bool)
    voters = masks(active)[:, None] & mask
    agree = together == voters
    return np.where(agree, voters, np.uint32(0)), agree


def reduce(mode: str, values: Array, mask: Array, active: Array) -> Array:
    """Combine values over the active lanes of each lane's mask.

    >>> x = np.arange(32, dtype=np.int32)[None]
    >>> everyone = np.full((1, 32), 0xFFFFFFFF, np.uint32)
    >>> reduce("add", x, everyone, np.ones((1, 32), bool))[0, 0].item()
    496
    """
    ufunc = {"add": np.add, "min": np.minimum, "max": np.maximum, "and": np.bitwise_and,
             "or": np.bitwise_or, "xor": np.bitwise_xor}[mode]  # fmt: skip
    limits = np.iinfo(values.dtype)
    neutral = {"min": limits.max, "max": limits.min, "and": -1 % (1 << 32) if limits.min == 0
               else -1}.get(mode, 0)  # fmt: skip
    first = mask[active][0] if active.any() else np.uint32(0)
    if (mask[active] == first).all():
        chosen = np.where(active & (first >> LANES.astype(np.uint32) & 1).astype(bool), values,
                          values.dtype.type(neutral))  # fmt: skip
        combined = ufunc.reduce(chosen, axis=1, dtype=values.dtype)
        return np.broadcast_to(combined[:, None], values.shape)
    spread = np.where(members(mask) & active[:, None, :], values[:, None, :],
                      values.dtype.type(neutral))  # fmt: skip
    return ufunc.reduce(spread, axis=2, dtype=values.dtype)


def elect(mask: Array, active: Array) -> tuple[Array, Array]:
    """Lowest active lane of each lane's mask, and whether this lane is it."""
    voters = masks(active)[:, None] & mask
    lowest = voters & (~voters + np.uint32(1))
    leader = np.bitwise_count(lowest - np.uint32(1)).astype(np.uint32)
    return leader, leader == LANES
