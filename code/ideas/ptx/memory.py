"""Memory of a launch: one arena of global memory, and shared and local memory of the lanes.

Arrays lie in the arena with a gap after each, so that an access past the end hits no other
array.  Every launch takes fresh addresses: a pointer kept from an earlier one is recognised.
Source: PTX ISA, section 5.1 "State Spaces".
"""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from dataclasses import dataclass
from itertools import count

import numpy as np

ARENA_BASE = 0x7000_0000_0000
"""Generic address where global memory begins."""
SHARED_WINDOW = 0x7E00_0000_0000
"""Generic address of byte 0 of the block's shared memory."""
LOCAL_WINDOW = 0x7F00_0000_0000
"""Generic address of byte 0 of the thread's local memory."""
WINDOW = 1 << 32
GAP = 256

_launches = count()
_LAUNCH_SPAN = 1 << 36
_ended: deque[tuple[int, int, str]] = deque(maxlen=256)


@dataclass(eq=False)
class Allocation:
    """A piece of the arena: name, first byte and end, whether it may be written, and was."""

    name: str
    start: int
    end: int
    writable: bool = True
    array: np.ndarray | None = None
    written: bool = False


class Arena:
    """Global and constant memory of one launch, in one run of bytes."""

    def __init__(self) -> None:
        self.base = ARENA_BASE + next(_launches) % 128 * _LAUNCH_SPAN
        self.allocations: list[Allocation] = []
        self.starts: list[int] = []
        self.size = GAP
        self.bytes = np.zeros(0, np.uint8)
        self._views: dict[np.dtype, np.ndarray] = {}

    def reserve(
        self, name: str, size: int, align: int = 16, writable: bool = True,
        array: np.ndarray | None = None,
    ) -> Allocation:  # fmt: skip
        """Take room for `size` bytes; the bytes exist after :meth:`settle`."""
        align = max(align, GAP)
        start = -(-self.size // align) * align
        found = Allocation(name, start, start + size, writable, array)
        self.allocations.append(found)
        self.starts.append(start)
        self.size = start + size + GAP
        return found

    def settle(self) -> None:
        """Make the bytes, and copy the arrays in."""
        self.bytes = np.zeros(-(-self.size // 16) * 16, np.uint8)
        for piece in self.allocations:
            if piece.array is not None:
                flat = np.ascontiguousarray(piece.array).reshape(-1)
                self.bytes[piece.start : piece.end] = flat.view(np.uint8)

    def view(self, dtype: np.dtype) -> np.ndarray:
        """Return the whole arena as elements of a type."""
        if dtype not in self._views:
            self._views[dtype] = self.bytes.view(dtype)
        return self._views[dtype]

    def write_back(self) -> None:
        """Copy into the caller's arrays what the kernel left."""
        for piece in self.allocations:
            if piece.array is not None and piece.written and piece.array.size:
                data = self.bytes[piece.start : piece.end]
                piece.array[...] = data.view(piece.array.dtype).reshape(piece.array.shape)

    def end(self) -> None:
        """Remember the addresses, so that later uses of them can be told."""
        for piece in self.allocations:
            _ended.append((self.base + piece.start, self.base + piece.end, piece.name))

    def find(self, low: int, high: int) -> Allocation | None:
        """Return the allocation that holds all bytes from `low` to `high` (excluded), or None."""
        index = bisect_right(self.starts, low) - 1
        if index >= 0 and high <= self.allocations[index].end:
            return self.allocations[index]
        return None

    def outside(self, places: np.ndarray, size: int) -> np.ndarray:
        """Which accesses of `size` bytes lie in no allocation."""
        starts = np.array(self.starts, np.int64)
        ends = np.array([piece.end for piece in self.allocations], np.int64)
        index = np.searchsorted(starts, places, side="right") - 1
        return (index < 0) | (places + size > ends[np.maximum(index, 0)])

    def explain(self, place: int, size: int) -> str:
        """Say which array an address misses, and by how much."""
        address = self.base + place
        for start, end, name in _ended:
            if start <= address < end:
                return f"its launch is over: the address was in {name}, whose memory has ended"
        best, distance = None, 0
        for piece in self.allocations:
            past = place + size - piece.end if place >= piece.start else piece.start - place
            if best is None or past < distance:
                best, distance = piece, past
        if best is None or distance > 1 << 40:
            return "no array is near it"
        where = f"byte {place - best.start} of {best.name}, which has {best.end - best.start} bytes"
        return where if distance < 1 << 32 else f"no array is near it; the nearest is {best.name}"


class Layout:
    """Places of variables in shared or local memory, each with a gap after it."""

    def __init__(self, gap: int = 16) -> None:
        self.gap = gap
        self.size = 0
        self.places: dict[int, int] = {}
        self.names: list[tuple[int, int, str]] = []

    def add(self, key: int, name: str, size: int, align: int) -> int:
        """Place a variable; return its offset in bytes."""
        start = self.size + self.gap if self.names else 0
        start = -(-start // max(align, 1)) * max(align, 1)
        self.places[key] = start
        self.names.append((start, start + size, name))
        self.size = start + size
        return start

    def holds(self, low: int, high: int) -> bool:
        """Whether one variable has all bytes from `low` to `high` (excluded)."""
        return any(start <= low and high <= end for start, end, _ in self.names)

    def outside(self, places: np.ndarray, size: int) -> np.ndarray:
        """Which accesses lie in no variable."""
        if len(self.names) == 1:
            start, end, _ = self.names[0]
            return (places < start) | (places + size > end)
        starts = np.array([n[0] for n in self.names] or [0], np.int64)
        ends = np.array([n[1] for n in self.names] or [0], np.int64)
        index = np.searchsorted(starts, places, side="right") - 1
        return (index < 0) | (places + size > ends[np.maximum(index, 0)])

    def explain(self, place: int, size: int, space: str) -> str:
        """Say which variable an offset misses."""
        if not self.names:
            return f"the kernel has no {space} memory"
        start, end, name = min(self.names, key=lambda n: max(n[0] - place, place + size - n[1], 0))
        return f"byte {place - start} of {name}, which has {end - start} bytes of {space} memory"


class LaneMemory:
    """Shared memory of the blocks, or local memory of the lanes: rows of `stride` bytes.

    Lane ``i`` has the bytes from ``base[i]``; ``written`` is 255 where something was stored, and
    in the gaps between variables, which no access reaches.
    """

    def __init__(self, rows: int, layout: Layout, row_of_lane: np.ndarray) -> None:
        self.size = layout.size
        self.stride = -(-max(self.size, 1) // 16) * 16
        self.bytes = np.zeros(rows * self.stride, np.uint8)
        self.written = np.zeros(rows * self.stride, np.uint8)
        self.base = row_of_lane * self.stride
        self._variables = layout.names
        self._views: dict[np.dtype, tuple[np.ndarray, np.ndarray]] = {}
        self._full, self._asked = False, 0

    def view(self, dtype: np.dtype) -> tuple[np.ndarray, np.ndarray]:
        """Bytes, and what is written, as elements of an unsigned type."""
        if dtype not in self._views:
            self._views[dtype] = self.bytes.view(dtype), self.written.view(dtype)
        return self._views[dtype]

    def clear(self) -> None:
        """Forget what was written."""
        rows = self.written.reshape(-1, self.stride)
        rows.fill(255)
        for start, end, _ in self._variables:
            rows[:, start:end] = 0
        self.bytes.fill(0xA5)
        self._full, self._asked = False, 0

    def is_full(self) -> bool:
        """Whether everything is known to be written; it is looked up at every eighth question."""
        self._asked += 1
        if not self._full and self._asked % 8 == 0:
            self._full = bool((self.written.view(np.uint64) == np.uint64(2**64 - 1)).all())
        return self._full
