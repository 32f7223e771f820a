"""Run a kernel: fragments of threads that share a place in the program, scheduled fairly.

A *fragment* is a set of lanes at one place, from as many warps as happen to be there.  Where a
branch divides it, its parts meet again at the branch's post-dominator (a :class:`Join`).  A part
that waits there waits in patience, not for ever: if the others go round a loop that looks like
polling, it goes on alone, so that a thread waiting on a flag never keeps back the one that
raises it.  Barriers and warp-wide instructions count arrivals by thread, so they are right
however the lanes came to them.  Chunks of blocks run one after another, or in turns when one
only polls.
Source: PTX ISA, chapter 3 "PTX Machine Model" and section 9.7.13.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import warps
from .chunk import WARP, Chunk
from .errors import Fault
from .flow import BUILT_IN, Item, flow, unread
from .memory import Arena, Layout
from .printing import print_formatted
from .scalars import SCALARS
from .syntax import Function, Module, Pair, Symbol, Variable

Array = np.ndarray

STEP_LIMIT = 20_000_000
"""Instructions issued before a launch is stopped, if the caller names no other number."""
PATIENCE = 4096
"""Weighted turns of others' loops that lanes wait at a join before they go on alone."""
LEAVING = 4 * PATIENCE
"""Weighted turns of loops after which other chunks are run, if there are any."""
RESIDENT_LANES = 1 << 18
"""Lanes of chunks in turns at most, as a GPU holds only so many blocks at once."""


class Join:
    """A meeting of lanes that parted: where, for whom (`parent` above it), who is there."""

    __slots__ = ("arrived", "live", "parent", "patience", "place", "stack")

    def __init__(self, place: int, parent: Join | None, live: int, stack: tuple[int, ...]) -> None:
        self.place, self.parent, self.live, self.stack = place, parent, live, stack
        self.arrived: list[Array] = []
        self.patience = PATIENCE


class Fragment:
    """Lanes at one place of the program, with the join they owe and the calls they are in."""

    __slots__ = ("join", "lanes", "place", "stack")

    def __init__(self, place: int, lanes: Array, join: Join | None, stack: tuple[int, ...]) -> None:
        self.place, self.lanes, self.join, self.stack = place, lanes, join, stack


@dataclass
class Piece:
    """Lanes that wait at a barrier or a warp-wide instruction."""

    item: Item
    lanes: Array
    join: Join | None
    stack: tuple[int, ...]


class Segment:
    """Steps from a place up to the next item that decides, with that item (or None)."""

    __slots__ = ("after", "items", "last", "length", "steps")

    def __init__(self, steps: list, items: list[Item], last: Item | None, after: int) -> None:
        self.steps, self.items, self.last, self.after = steps, items, last, after
        self.length = len(steps) + (last is not None)


class Scheduler:
    """The fragments of one chunk, and what they wait for."""

    def __init__(self, machine: Machine, chunk: Chunk) -> None:
        self.machine, self.chunk = machine, chunk
        self.queue: deque[Fragment] = deque()
        self.joins: set[Join] = set()
        self.barriers: dict[int, list[Piece]] = {}
        self.arrivals: dict[int, Array] = {}
        self.warp_waits: list[Piece] = []
        self.polls = 0

    def begin(self, first: int, count: int) -> None:
        """Start the blocks from `first`."""
        lanes = self.chunk.begin(first, count)
        self.live = np.zeros(self.chunk.blocks, np.int64)
        self.live[:count] = self.machine.threads_per_block
        self.living = lanes.size
        self.queue.append(Fragment(0, lanes, None, ()))
        self.polls = 0

    def run(self, may_leave: bool) -> bool:
        """Run until all threads ended (True), or only poll and others should run (False)."""
        while True:
            while self.queue:
                fragment = self.queue.popleft()
                self.advance(fragment)
                if self.polls > LEAVING:
                    self.polls = 0
                    if may_leave:
                        return False
            if not self.living:
                return True
            if not self.release():
                self.deadlock()

    # Running a fragment

    def advance(self, fragment: Fragment | None) -> None:
        """Run a fragment until it ends, waits, or gives way to others."""
        turns = 0
        while fragment is not None:
            place = fragment.place
            join = fragment.join
            if join is not None and join.place == place:
                fragment = self.arrive(join, fragment)
                continue
            lanes = fragment.lanes
            select = _select(lanes)
            segment = self.machine.segment(self.chunk, place)
            self.machine.spend(segment.length, lanes.size)
            if self.machine.observer is None:
                for step in segment.steps:
                    step(select)
            else:
                self.machine.observe_steps(self.chunk, segment, select)
            item = segment.last
            if item is None:
                fragment.place = segment.after
                continue
            kind = item.kind
            if kind == "bra":
                weight = item.weight
                if weight:
                    self.backward(fragment, weight)
                    turns += weight
                    if turns >= 256 and (self.queue or self.polls > LEAVING):
                        self.branch_later(fragment, item)
                        return
                fragment = self.branch(fragment, item)
            elif kind == "bar":
                fragment = self.barrier(fragment, item)
            elif kind == "warp":
                fragment = self.collective(fragment, item)
            elif kind == "call":
                fragment = self.call(fragment, item)
            elif kind == "ret":
                fragment = self.leave_function(fragment)
            elif kind == "exit":
                fragment = self.exit(fragment, item)
            elif kind == "brx":
                fragment = self.switch(fragment, item)
            else:
                raise self.chunk.fault("trap", "the kernel stopped itself", item.operation,
                                       int(lanes[0]))  # fmt: skip

    def taken(self, fragment: Fragment, item: Item) -> Array | bool:
        """Return which lanes branch: True for all, False for none, else an array."""
        guard = item.operation.guard
        if guard is None:
            return True
        truth = self.machine.guard(self.chunk, item)[_select(fragment.lanes)]
        count = np.count_nonzero(truth)
        if count == truth.size:
            return not guard.negated
        if count == 0:
            return guard.negated
        return ~truth if guard.negated else truth

    def branch(self, fragment: Fragment, item: Item) -> Fragment | None:
        """Follow a branch; divide where lanes differ."""
        taken = self.taken(fragment, item)
        if taken is True:
            fragment.place = item.targets[0]
            return fragment
        if taken is False:
            fragment.place = item.place + 1
            return fragment
        lanes = fragment.lanes
        parts = [(item.place + 1, lanes[~taken]), (item.targets[0], lanes[taken])]
        return self.divide(fragment, item, parts)

    def branch_later(self, fragment: Fragment, item: Item) -> None:
        """Follow a branch, and let the others run first."""
        following = self.branch(fragment, item)
        if following is not None:
            self.queue.append(following)

    def divide(
        self, fragment: Fragment, item: Item, parts: list[tuple[int, Array]]
    ) -> Fragment | None:
        """Split a fragment; the parts will meet at the item's join."""
        join = fragment.join
        if item.join is None:
            if join is not None:
                join.live += len(parts) - 1
        elif join is not None and join.place == item.join:
            join.live += len(parts) - 1
        else:
            join = Join(item.join, join, len(parts), fragment.stack)
        for place, lanes in parts[1:]:
            self.queue.appendleft(Fragment(place, lanes, join, fragment.stack))
        place, lanes = parts[0]
        return Fragment(place, lanes, join, fragment.stack)

    def arrive(self, join: Join, fragment: Fragment) -> Fragment | None:
        """Wait at a join; the last to come goes on with all."""
        join.arrived.append(fragment.lanes)
        join.live -= 1
        return self.gather(join)

    def gather(self, join: Join) -> Fragment | None:
        """If no one is missing at a join, all go on together."""
        if join.live:
            self.joins.add(join)
            return None
        self.joins.discard(join)
        if not join.arrived:
            return self.depart(join.parent)
        lanes = _union(join.arrived)
        join.arrived = []
        return Fragment(join.place, lanes, join.parent, join.stack)

    def depart(self, join: Join | None) -> Fragment | None:
        """Note that some lanes will never come to a join; perhaps the others need wait no more."""
        if join is None:
            return None
        join.live -= 1
        return self.gather(join)

    def backward(self, fragment: Fragment, weight: int) -> None:
        """Use up patience of those who wait for a loop to end."""
        self.polls += weight
        join = fragment.join
        while join is not None:
            if join.arrived:
                join.patience -= weight
                if join.patience <= 0:
                    self.let_go(join, join.arrived)
                    join.arrived = []
            join = join.parent

    def let_go(self, join: Join, arrived: list[Array]) -> None:
        """Let lanes go on from a join without the others."""
        join.patience = PATIENCE
        if join.parent is not None:
            join.parent.live += 1
        self.queue.append(Fragment(join.place, _union(arrived), join.parent, join.stack))

    def release(self) -> bool:
        """All lanes wait.  Let some go on from a join: first warps that are complete there."""
        waiting = [p for pieces in self.barriers.values() for p in pieces] + self.warp_waits
        whole: list[tuple[Join, Array, Array]] = []
        for join in list(self.joins):
            if not join.arrived:
                self.joins.discard(join)
                continue
            lanes = _union(join.arrived)
            held = [p.lanes // WARP for p in waiting if _below(p.join, join)]
            complete = ~np.isin(lanes // WARP, np.concatenate(held)) if held else np.ones(
                lanes.size, bool)  # fmt: skip
            whole.append((join, lanes, complete))
        some = any(complete.any() for _, _, complete in whole)
        for join, lanes, complete in whole:
            go = complete if some else np.ones(lanes.size, bool)
            if go.any():
                join.arrived = [lanes[~go]] if not go.all() else []
                self.let_go(join, [lanes[go]])
        return bool(whole)

    def deadlock(self) -> None:
        """Raise the fault of threads that wait for each other."""
        for number, pieces in self.barriers.items():
            for piece in pieces:
                block = int(self.chunk.block_of[piece.lanes[0]])
                missing = self.chunk.alive & (self.chunk.block_of == block)
                for other in pieces:
                    missing[other.lanes] = False
                lane = int(np.flatnonzero(missing)[0]) if missing.any() else None
                who = f"; thread {self.chunk.coordinates(lane)[1]} never comes" if lane else ""
                raise self.chunk.fault(
                    "deadlock", f"barrier {number} waits for ever{who}", piece.item.operation,
                    int(piece.lanes[0]),
                )  # fmt: skip
        for piece in self.warp_waits:
            raise self.chunk.fault(
                "deadlock", "a lane of the member mask never comes", piece.item.operation,
                int(piece.lanes[0]),
            )  # fmt: skip
        raise Fault("deadlock", "threads wait for each other")

    # Ends and calls

    def exit(self, fragment: Fragment, item: Item) -> Fragment | None:
        """End threads."""
        taken = self.taken(fragment, item)
        rest = None
        if taken is False:
            fragment.place = item.place + 1
            return fragment
        lanes = fragment.lanes
        if taken is not True:
            rest = Fragment(item.place + 1, lanes[~taken], fragment.join, fragment.stack)
            lanes = lanes[taken]
        self.chunk.alive[_select(lanes)] = False
        self.living -= lanes.size
        if self.machine.observer is not None:
            self.machine.observer.exit(self.chunk, lanes)
        if self.living:
            self.live -= np.bincount(self.chunk.block_of[lanes], minlength=self.live.size)
        else:
            self.live[:] = 0
        if self.barriers or self.warp_waits:
            for number in list(self.barriers):
                self.complete(number)
            self.retry_collectives()
        if rest is not None:
            return rest
        return self.depart(fragment.join)

    def call(self, fragment: Fragment, item: Item) -> Fragment:
        """Enter a function, with its arguments copied."""
        machine, chunk = self.machine, self.chunk
        callee = item.operation.call.callee
        if callee in BUILT_IN:
            print_formatted(machine, chunk, item, fragment.lanes, callee)
            fragment.place = item.place + 1
            return fragment
        machine.copier(chunk, item, results=False)(_select(fragment.lanes))
        fragment.stack = (*fragment.stack, item.place)
        fragment.place = item.targets[0]
        return fragment

    def leave_function(self, fragment: Fragment) -> Fragment:
        """Go back to the caller, with the results copied."""
        *stack, place = fragment.stack
        item = self.machine.flow.items[place]
        self.machine.copier(self.chunk, item, results=True)(_select(fragment.lanes))
        fragment.stack = tuple(stack)
        fragment.place = place + 1
        return fragment

    def switch(self, fragment: Fragment, item: Item) -> Fragment | None:
        """Follow ``brx.idx``."""
        source = self.machine.bound_source(self.chunk, item, item.operation.operands[0], "u32")
        lanes = fragment.lanes
        chosen = np.broadcast_to(source[_select(lanes)], lanes.shape)
        if int(chosen.max()) >= len(item.targets):
            lane = int(lanes[np.argmax(chosen >= len(item.targets))])
            message = f"index {int(chosen.max())} into {len(item.targets)} labels"
            raise self.chunk.fault("out of bounds", message, item.operation, lane)
        parts: dict[int, list[Array]] = {}
        for value in np.unique(chosen).tolist():
            parts.setdefault(item.targets[value], []).append(lanes[chosen == value])
        if len(parts) == 1:
            fragment.place = next(iter(parts))
            return fragment
        return self.divide(fragment, item, [(p, _union(found)) for p, found in parts.items()])

    # Barriers

    def barrier(self, fragment: Fragment, item: Item) -> Fragment | None:
        """Come to a barrier of the block."""
        machine, chunk, operation = self.machine, self.chunk, item.operation
        operands = operation.operands
        lanes = fragment.lanes
        red, arrive = operation.has("red"), operation.has("arrive")
        numbers = operands[1:-1] if red else operands
        number = self.same_for_all(item, numbers[0], lanes)
        if not 0 <= number < 16:
            raise chunk.fault("barrier", f"barrier {number}; expected 0 to 15", operation,
                              int(lanes[0]))  # fmt: skip
        expected = self.same_for_all(item, numbers[1], lanes) if len(numbers) > 1 else None
        blocks = chunk.block_of[lanes]
        simple = expected is None and number not in self.barriers and number not in self.arrivals
        if simple and lanes.size == self.living and not arrive:
            self.passed(item, lanes)
            fragment.place = item.place + 1
            return fragment
        if not operation.has("arrive") and machine.observer is not None:
            machine.observer.barrier_reached(chunk, operation, lanes)
        counts = np.bincount(blocks, minlength=chunk.blocks)
        held = self.arrivals.setdefault(number, np.zeros((2, chunk.blocks), np.int64))
        held[0] += counts
        if expected is not None:
            held[1][np.unique(blocks)] = expected
        if arrive:
            if machine.observer is not None:
                machine.observer.barrier_arrive(chunk, number, lanes)
            fragment.place = item.place + 1
            self.barriers.setdefault(number, [])
            self.queue.appendleft(fragment)
        else:
            piece = Piece(item, lanes, fragment.join, fragment.stack)
            self.barriers.setdefault(number, []).append(piece)
        self.complete(number)
        return None

    def same_for_all(self, item: Item, operand: Any, lanes: Array) -> int:
        """Value of an operand of a barrier, which must be the same for all lanes."""
        source = self.machine.bound_source(self.chunk, item, operand, "u32")
        values = np.asarray(source[_select(lanes)])
        if not (values == values[0]).all():
            raise self.chunk.fault("barrier", "lanes name different barriers; expected one",
                                   item.operation, int(lanes[0]))  # fmt: skip
        return int(values[0])

    def complete(self, number: int) -> None:
        """Let the blocks pass whose threads have all come to a barrier."""
        pieces = self.barriers.get(number)
        if pieces is None:
            return
        arrived, wanted = self.arrivals[number]
        needed = np.where(wanted > 0, wanted, self.live)
        done = (arrived >= needed) & (arrived > 0)
        if not done.any():
            return
        through: dict[tuple, list[Array]] = {}
        kept: list[Piece] = []
        for piece in pieces:
            go = done[self.chunk.block_of[piece.lanes]]
            if go.any():
                key = (piece.item.place, piece.join, piece.stack)
                through.setdefault(key, []).append(piece.lanes[go])
                if not go.all() and piece.join is not None:
                    piece.join.live += 1
            if not go.all():
                kept.append(Piece(piece.item, piece.lanes[~go], piece.join, piece.stack))
        arrived[done] = 0
        wanted[done] = 0
        if through:
            items = [self.machine.flow.items[key[0]] for key in through]
            self.reduce_at_barrier(items, list(through.values()))
            if self.machine.observer is not None:
                everyone = _union([lanes for found in through.values() for lanes in found])
                self.machine.observer.barrier(self.chunk, items[0].operation, number, everyone)
        for (place, join, stack), found in through.items():
            if join is not None:
                join.live -= len(found) - 1
            self.queue.append(Fragment(place + 1, _union(found), join, stack))
        if kept or arrived.any():
            self.barriers[number] = kept
        else:
            del self.barriers[number], self.arrivals[number]

    def passed(self, item: Item, lanes: Array) -> None:
        """All living threads came to a barrier together."""
        self.reduce_at_barrier([item], [[lanes]])
        if self.machine.observer is not None:
            self.machine.observer.barrier_reached(self.chunk, item.operation, lanes)
            self.machine.observer.barrier(self.chunk, item.operation, 0, lanes)

    def reduce_at_barrier(self, items: list[Item], groups: list[list[Array]]) -> None:
        """Carry out ``bar.red`` for the threads that pass."""
        red = [(i, _union(g)) for i, g in zip(items, groups, strict=True) if i.operation.has("red")]
        if not red:
            return
        chunk, machine = self.chunk, self.machine
        votes = np.zeros(chunk.blocks, np.int64)
        voters = np.zeros(chunk.blocks, np.int64)
        for item, lanes in red:
            source = machine.bound_source(chunk, item, item.operation.operands[-1], "pred")
            truth = np.broadcast_to(source[lanes], lanes.shape)
            votes += np.bincount(chunk.block_of[lanes[truth]], minlength=chunk.blocks)
            voters += np.bincount(chunk.block_of[lanes], minlength=chunk.blocks)
        for item, lanes in red:
            operation = item.operation
            outcome = {"popc": votes, "and": votes == voters, "or": votes > 0}[
                operation.one_of("popc", "and", "or")
            ]
            type_ = "u32" if operation.has("popc") else "pred"
            row = machine.bound_target(chunk, item, operation.operands[0], type_)
            if row is not None:
                row[lanes] = outcome[chunk.block_of[lanes]]

    # Warps

    def collective(self, fragment: Fragment, item: Item) -> Fragment | None:
        """Come to an instruction that needs the other lanes of its mask."""
        lanes = fragment.lanes
        waiting = [p for p in self.warp_waits if _meets(p.item, item)]
        everyone = lanes if not waiting else _union([lanes, *(p.lanes for p in waiting)])
        ready = self.ready(item, everyone, waiting)
        if not waiting and ready.all():
            self.exchange(item, lanes)
            fragment.place = item.place + 1
            return fragment
        pieces = [*waiting, Piece(item, lanes, fragment.join, fragment.stack)]
        self.warp_waits = [p for p in self.warp_waits if p not in waiting]
        go = everyone[ready]
        if go.size:
            self.exchange(item, go)
        for piece in pieces:
            through = np.isin(piece.lanes, go)
            if through.any():
                following = Fragment(piece.item.place + 1, piece.lanes[through], piece.join,
                                     piece.stack)  # fmt: skip
                self.queue.append(following)
            if not through.all():
                self.warp_waits.append(
                    Piece(piece.item, piece.lanes[~through], piece.join, piece.stack)
                )
                if through.any() and piece.join is not None:
                    piece.join.live += 1
        return None

    def retry_collectives(self) -> None:
        """See whether lanes that wait for others of their warp still have to."""
        for piece in list(self.warp_waits):
            if piece in self.warp_waits:
                self.warp_waits.remove(piece)
                fragment = Fragment(piece.item.place, piece.lanes, piece.join, piece.stack)
                following = self.collective(fragment, piece.item)
                if following is not None:
                    self.queue.append(following)

    def member_mask(self, item: Item, lanes: Array) -> Array:
        """Return the mask operand, for lanes."""
        operand = item.operation.operands[-1]
        source = self.machine.bound_source(self.chunk, item, operand, "b32")
        return np.broadcast_to(source[_select(lanes)], lanes.shape)

    def ready(self, item: Item, lanes: Array, waiting: list[Piece]) -> Array:
        """Which lanes have all living members of their mask with them."""
        present = np.zeros(self.chunk.lanes, bool)
        present[lanes] = True
        here = warps.masks(present.reshape(-1, WARP))
        alive = warps.masks(self.chunk.alive.reshape(-1, WARP))
        if not waiting or not item.operation.has("warp"):
            wanted = self.member_mask(item, lanes)
        else:
            wanted = np.empty(lanes.size, np.uint32)
            for piece in waiting:
                wanted[np.isin(lanes, piece.lanes)] = self.member_mask(piece.item, piece.lanes)
            rest = ~np.isin(lanes, np.concatenate([p.lanes for p in waiting]))
            wanted[rest] = self.member_mask(item, lanes[rest])
        row = lanes // WARP
        return (wanted & alive[row] & ~here[row]) == 0

    def exchange(self, item: Item, lanes: Array) -> None:
        """Do what lanes of a warp do together."""
        operation, machine, chunk = item.operation, self.machine, self.chunk
        if operation.has("warp"):
            if machine.observer is not None:
                machine.observer.warp_barrier(chunk, operation, lanes)
            return
        rows = np.unique(lanes // WARP)
        active = np.zeros(chunk.lanes, bool)
        active[lanes] = True
        active = active.reshape(-1, WARP)[rows]
        where = (rows[:, None] * WARP + np.arange(WARP)).reshape(-1)
        if where.size == chunk.lanes:
            where = slice(None)

        def read(operand: Any, type_: str) -> Array:
            values = machine.bound_source(chunk, item, operand, type_)[where]
            return np.broadcast_to(values, (rows.size * WARP,)).reshape(-1, WARP)

        def write(operand: Any, type_: str, values: Array) -> None:
            row = machine.bound_target(chunk, item, operand, type_)
            if row is not None:
                row.reshape(-1, WARP)[rows[:, None], np.arange(WARP)] = np.where(
                    active, values, row.reshape(-1, WARP)[rows]
                )

        target, *sources = operation.operands
        first, second = (
            (target.first, target.second) if isinstance(target, Pair) else (target, None)
        )
        mask = read(sources[-1], "b32")
        name, type_ = operation.name, operation.types[0].name if operation.types else "b32"
        if name == "shfl":
            mode = operation.one_of("up", "down", "bfly", "idx")
            result, extra = warps.shuffle(
                mode, read(sources[0], "b32"), read(sources[1], "b32"), read(sources[2], "b32")
            )
        elif name == "vote":
            mode = operation.one_of("ballot", "all", "any", "uni")
            result, extra = warps.vote(mode, read(sources[0], "pred"), mask, active), None
        elif name == "match":
            mode = operation.one_of("any", "all")
            result, extra = warps.match(mode, read(sources[0], type_), mask, active)
            type_ = "b32"
        elif name == "redux":
            mode = operation.one_of("add", "min", "max", "and", "or", "xor")
            result, extra = warps.reduce(mode, read(sources[0], type_), mask, active), None
        else:
            result, extra = warps.elect(mask, active)
        write(first, type_, result)
        if second is not None:
            write(second, "pred", extra)


def _meets(waiting: Item, item: Item) -> bool:
    """Whether two warp-wide instructions meet: the same one, or both bar.warp.sync."""
    both = waiting.operation.has("warp") and item.operation.has("warp")
    return waiting.place == item.place or both


def _below(join: Join | None, above: Join) -> bool:
    while join is not None:
        if join is above:
            return True
        join = join.parent
    return False


def _union(groups: list[Array]) -> Array:
    return groups[0] if len(groups) == 1 else np.sort(np.concatenate(groups))


def _select(lanes: Array) -> Any:
    """Return a slice where the lanes are consecutive: numpy then works in place."""
    if lanes.size and lanes[-1] - lanes[0] + 1 == lanes.size:
        return slice(int(lanes[0]), int(lanes[-1]) + 1)
    return lanes


class Machine:
    """A launch: the program, the grid, memory, and chunks of blocks in turn."""

    def __init__(
        self, module: Module, kernel: Function, grid: tuple[int, int, int],
        block: tuple[int, int, int], *, shared_bytes: int = 0, observer: Any = None,
        step_limit: int = STEP_LIMIT, lanes: int | None = None,
    ) -> None:  # fmt: skip
        self.module, self.kernel, self.grid, self.block = module, kernel, grid, block
        self.observer, self.step_limit, self.shared_bytes = observer, step_limit, shared_bytes
        self.flow = flow(module, kernel)
        self.threads_per_block = block[0] * block[1] * block[2]
        self.warps_per_block = -(-self.threads_per_block // WARP)
        self.total_blocks = grid[0] * grid[1] * grid[2]
        self.arena = Arena()
        self.parameters: dict[str, bytes] = {}
        self.places: dict[int, int] = {}
        self.pieces: dict[int, Any] = {}
        self.shared_layout, self.local_layout = Layout(), Layout(0)
        self.issued = 0
        self.thread_instructions = 0
        self.output: list[str] = []
        self._bound: dict[tuple[int, int, Any, str, bool], Any] = {}
        self._unread: dict[str, set[int]] = {}
        self._named: set[int] = set()
        self._lay_out()
        self.lanes_wanted = lanes or self._good_lanes()

    # Memory

    def _lay_out(self) -> None:
        functions = {item.function.name: item.function for item in self.flow.items}.values()
        dynamic = []
        for variable in [*self.module.variables.values(),
                         *(v for f in functions for v in f.variables)]:  # fmt: skip
            if variable.space == "shared":
                if variable.dynamic:
                    dynamic.append(variable)
                elif self._uses(variable):
                    self.shared_layout.add(
                        id(variable), variable.name, variable.size, variable.align
                    )
            elif variable.space in ("local", "param"):
                self.local_layout.add(id(variable), variable.name, variable.size, variable.align)
            elif variable.space in ("global", "const"):
                self.pieces[id(variable)] = self.arena.reserve(
                    variable.name, variable.size, variable.align, variable.space == "global"
                )
        if dynamic or self.shared_bytes:
            align = max((v.align for v in dynamic), default=16)
            name = dynamic[0].name if dynamic else "dynamic shared memory"
            place = self.shared_layout.add(0, name, self.shared_bytes, align)
            for variable in dynamic:
                self.shared_layout.places[id(variable)] = place

    def _uses(self, variable: Variable) -> bool:
        """Whether the kernel names a shared variable of the module; others take no room."""
        if not self._named:
            for item in self.flow.items:
                for operand in item.operation.operands:
                    base = getattr(operand, "base", operand)
                    if isinstance(base, Symbol):
                        self._named.add(id(base.variable))
        return id(variable) in self._named

    def set_parameters(self, values: dict[str, bytes]) -> None:
        """Take the bytes of the kernel's parameters, and room for them in constant memory."""
        self.parameters = values
        for parameter in self.kernel.parameters:
            variable = self.kernel.parameter_variables[parameter.name]
            name = f"parameter {parameter.name}"
            self.pieces[id(variable)] = self.arena.reserve(name, parameter.size, 16, False)

    def settle(self) -> None:
        """Fill memory: parameters, and variables with the addresses of others among them."""
        self.arena.settle()
        for parameter in self.kernel.parameters:
            piece = self.pieces[id(self.kernel.parameter_variables[parameter.name])]
            data = np.frombuffer(self.parameters[parameter.name], np.uint8)
            self.arena.bytes[piece.start : piece.end] = data
        for variable in self.module.variables.values():
            if variable.initial is None or id(variable) not in self.pieces:
                continue
            start = self.pieces[id(variable)].start
            data = bytearray(variable.initial)
            for place, size, symbol, _ in variable.references:
                target = symbol.variable
                if isinstance(target, str):
                    target = self.module.variables.get(target)
                value = (self.place(target) + symbol.offset) if target is not None else 0
                data[place : place + size] = (value % (1 << 8 * size)).to_bytes(size, "little")
            self.arena.bytes[start : start + len(data)] = np.frombuffer(bytes(data), np.uint8)

    def place(self, variable: Variable) -> int:
        """Address of a variable in its own state space."""
        key = id(variable)
        if variable.space == "shared":
            return self.shared_layout.places[key]
        if variable.space in ("local", "param"):
            return self.local_layout.places[key]
        return self.arena.base + self.pieces[key].start

    def is_constant(self, address: int) -> bool:
        """Whether a generic address lies in constant memory or a parameter."""
        place = address - self.arena.base
        piece = self.arena.find(place, place + 1)
        return piece is not None and not piece.writable

    def _good_lanes(self) -> int:
        """Lanes a chunk: few enough that the registers stay in the cache."""
        bytes_ = sum(
            r.type.storage.itemsize
            for f in {i.function.name: i.function for i in self.flow.items}.values()
            for r in f.registers
        )
        return int(np.clip((1 << 23) // max(bytes_, 1), 8192, 32768))

    # Program

    def segment(self, chunk: Chunk, place: int) -> Segment:
        """Return the bound steps from a place on."""
        found = chunk.segments.get(place)
        if found is None:
            found = chunk.segments[place] = self._bind_segment(chunk, place)
        return found

    def _bind_segment(self, chunk: Chunk, place: int) -> Segment:
        steps, items = [], []
        while True:
            item = self.flow.items[place]
            if item.kind != "step":
                return Segment(steps, items, item, place + 1)
            steps.append(chunk.bind(item))
            items.append(item)
            place += 1
            if place in self.flow.leaders:
                return Segment(steps, items, None, place)

    def guard(self, chunk: Chunk, item: Item) -> Array:
        """Row of an item's guard, whatever its sign."""
        chunk.function = item.function
        return chunk.row(item.operation.guard)

    def bound_source(self, chunk: Chunk, item: Item, operand: Any, type_: str) -> Any:
        """Return what reads an operand of an item."""
        chunk.function = item.function
        return chunk.source(operand, SCALARS[type_])

    def bound_target(self, chunk: Chunk, item: Item, operand: Any, type_: str) -> Any:
        """Return what an item writes to."""
        chunk.function = item.function
        return chunk.target(operand, SCALARS[type_])

    def copier(self, chunk: Chunk, item: Item, *, results: bool) -> Any:
        """Return the step that copies arguments into a function, or results out of it."""
        key = (id(chunk), item.place, None, "", results)
        if key not in self._bound:
            call = item.operation.call
            callee = self.module.functions[call.callee]
            inside = callee.results if results else callee.parameters
            outside = call.results if results else call.arguments
            pairs = []
            for operand, parameter in zip(outside, inside, strict=True):
                held = callee.parameter_variables[parameter.name]
                pairs.append((operand, held, parameter))
            self._bound[key] = self._copy_step(chunk, item, callee, pairs, results)
        return self._bound[key]

    def _copy_step(
        self, chunk: Chunk, item: Item, callee: Function, pairs: list, results: bool
    ) -> Any:
        moves = []
        for outer, inner, parameter in pairs:
            chunk.function = item.function
            ours = chunk.row_or_place(outer, parameter.type)
            chunk.function = callee
            theirs = chunk.row_or_place(inner, parameter.type)
            to, from_ = (ours, theirs) if results else (theirs, ours)
            moves.append(chunk.copy(to, from_, parameter.size))

        def step(select: Any) -> None:
            for move in moves:
                move(select)

        return step

    def unread(self, function: Function) -> set[int]:
        """Return the registers of a function that no one reads."""
        if function.name not in self._unread:
            self._unread[function.name] = unread(function)
        return self._unread[function.name]

    # Running

    def spend(self, count: int, lanes: int) -> None:
        """Count instructions, and stop a launch that never ends."""
        self.issued += count
        self.thread_instructions += count * lanes
        if self.issued > self.step_limit:
            raise Fault(
                "step limit",
                f"{self.step_limit} instructions were issued and threads still run; perhaps "
                "they wait for something that never happens",
            )

    def observe_steps(self, chunk: Chunk, segment: Segment, select: Any) -> None:
        """Run a segment and tell the observer of each instruction."""
        observer = self.observer
        for step, item in zip(segment.steps, segment.items, strict=True):
            observer.before(chunk, item, select)
            step(select)
            observer.after(chunk, item, select)
        if segment.last is not None:
            observer.before(chunk, segment.last, select)
            observer.after(chunk, segment.last, select)

    def run(self) -> None:
        """Run every block.  Raises :class:`Fault` for what the kernel may not do."""
        per_block = self.warps_per_block * WARP
        blocks = max(1, min(self.total_blocks, self.lanes_wanted // per_block))
        following, resident = 0, deque()
        free: list[Scheduler] = []
        lanes = 0
        with np.errstate(all="ignore"):
            while following < self.total_blocks or resident:
                room = lanes + blocks * per_block <= RESIDENT_LANES or not resident
                if following < self.total_blocks and room:
                    scheduler = free.pop() if free else Scheduler(self, Chunk(self, blocks))
                    count = min(blocks, self.total_blocks - following)
                    scheduler.begin(following, count)
                    following += count
                    lanes += blocks * per_block
                else:
                    scheduler = resident.popleft()
                others = bool(resident) or following < self.total_blocks
                if scheduler.run(others):
                    free.append(scheduler)
                    lanes -= blocks * per_block
                else:
                    resident.append(scheduler)
