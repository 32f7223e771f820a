"""Relations between a few events, as rows of bits: bit `b` of row `a` is set if a comes before b.

Composition, closure and cycles on such rows are a handful of integer operations, which is what
lets the search try thousands of executions a second.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Relation = list[int]


def empty(size: int) -> Relation:
    """Make the relation that holds for no pair of `size` events."""
    return [0] * size


def from_pairs(size: int, pairs: Iterable[tuple[int, int]]) -> Relation:
    """Make a relation of its pairs.

    >>> from_pairs(3, [(0, 1), (1, 2)])
    [2, 4, 0]
    """
    made = [0] * size
    for a, b in pairs:
        made[a] |= 1 << b
    return made


def bits(mask: int) -> Iterator[int]:
    """Yield the places of the bits that are set.

    >>> list(bits(0b1010))
    [1, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def pairs(relation: Relation) -> Iterator[tuple[int, int]]:
    """Yield the pairs of a relation."""
    for a, row in enumerate(relation):
        for b in bits(row):
            yield a, b


def union(*relations: Relation) -> Relation:
    """Pairs of any of the relations."""
    made = list(relations[0])
    for other in relations[1:]:
        for a, row in enumerate(other):
            made[a] |= row
    return made


def within(relation: Relation, other: Relation) -> Relation:
    """Pairs of both relations."""
    return [row & limit for row, limit in zip(relation, other, strict=True)]


def compose(first: Relation, second: Relation) -> Relation:
    """Pairs (a, c) with a before b in the first relation and b before c in the second."""
    made = []
    for row in first:
        reached = 0
        while row:
            low = row & -row
            reached |= second[low.bit_length() - 1]
            row ^= low
        made.append(reached)
    return made


def closure(relation: Relation) -> Relation:
    """Add the pairs that transitivity asks for.

    >>> closure(from_pairs(3, [(0, 1), (1, 2)]))
    [6, 4, 0]
    """
    made = list(relation)
    for middle in range(len(made)):
        through, bit = made[middle], 1 << middle
        if through:
            for a, row in enumerate(made):
                if row & bit:
                    made[a] = row | through
    return made


def has_loop(relation: Relation) -> bool:
    """Whether some event comes before itself."""
    return any(row >> a & 1 for a, row in enumerate(relation))


def path(relation: Relation, start: int, end: int) -> list[int]:
    """Find a shortest way from start to end, of at least one step; empty if there is none.

    >>> path(from_pairs(4, [(0, 1), (1, 2), (2, 0)]), 0, 0)
    [0, 1, 2, 0]
    """
    before: dict[int, int] = {}
    layer = [start]
    while layer:
        following = []
        for a in layer:
            for b in bits(relation[a]):
                if b not in before:
                    before[b] = a
                    following.append(b)
        if end in before:
            way = [end]
            while len(way) == 1 or way[-1] != start:
                way.append(before[way[-1]])
            return way[::-1]
        layer = following
    return []


def cycle(relation: Relation) -> list[int]:
    """Find a shortest cycle, its first event repeated at the end; empty if there is none."""
    found: list[int] = []
    for a in range(len(relation)):
        way = path(relation, a, a)
        if way and (not found or len(way) < len(found)):
            found = way
    return found
