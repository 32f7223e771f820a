"""How many 32-byte sectors a warp touches: the whole of coalescing in one count.

A warp's load is answered in sectors of 32 bytes.  Lanes that share a sector share its cost, so
the traffic of one warp-wide access is the number of different sectors among its addresses.
Source: CUDA C++ Best Practices Guide, section "Coalesced Access to Global Memory".
"""

from __future__ import annotations

from collections.abc import Iterable

WARP = 32
"""Lanes in a warp."""

SECTOR = 32
"""Bytes in a sector, the unit in which memory answers."""


def warp_addresses(stride: int, size: int = 4, base: int = 0) -> list[int]:
    """Byte address that each of the 32 lanes reads: element ``lane * stride`` of an array.

    `size` is bytes per element, `base` the byte address of the array.

    >>> warp_addresses(1)[:4]
    [0, 4, 8, 12]
    """
    return [base + lane * stride * size for lane in range(WARP)]


def sectors(addresses: Iterable[int], size: int = 4) -> set[int]:
    """Return the sectors touched when `size` bytes are accessed at each address.

    Raises ValueError for a negative address or a size below one byte.

    >>> sorted(sectors(warp_addresses(1)))
    [0, 1, 2, 3]
    """
    if size < 1:
        raise ValueError(f"size is {size}; expected at least one byte")
    touched = set()
    for address in addresses:
        if address < 0:
            raise ValueError(f"address {address} is negative; expected 0 or more")
        touched.update(range(address // SECTOR, (address + size - 1) // SECTOR + 1))
    return touched


def efficiency(addresses: Iterable[int], size: int = 4) -> float:
    """Bytes asked for (each counted once) over bytes moved, between 0 and 1.

    >>> efficiency(warp_addresses(1)), efficiency(warp_addresses(8))
    (1.0, 0.125)
    """
    places = list(addresses)
    asked = {place + byte for place in places for byte in range(size)}
    return len(asked) / (SECTOR * len(sectors(places, size)))
