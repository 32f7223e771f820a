"""A chunk: some blocks of a grid that run together, a lane of numpy's arrays for each thread.

A register is an array with an element a lane.  Every item of the program is bound once to the
arrays of the chunk: the result is a *step*, a function of the lanes that execute it.
Every warp takes 32 lanes, so that lane ``i`` is lane ``i % 32`` of warp ``i // 32``; lanes
beyond the block's threads are never alive.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .access import Step, bind_atomic, bind_load, bind_store, space_of
from .errors import Fault
from .flow import Item
from .instructions import TABLE, immediate_array, operand_types
from .memory import ARENA_BASE, LOCAL_WINDOW, SHARED_WINDOW, WINDOW, LaneMemory
from .scalars import SCALARS, Scalar
from .syntax import (
    Address,
    Function,
    Immediate,
    Operand,
    Operation,
    Pair,
    Register,
    Sink,
    Special,
    Symbol,
    Variable,
    Vector,
)

Array = np.ndarray
WARP = 32


class Uniform:
    """A value that is the same for all lanes, indexed like a register."""

    __slots__ = ("array",)

    def __init__(self, array: Array) -> None:
        self.array = array

    def __getitem__(self, select: Any) -> Array:
        return self.array


class Lowest:
    """A register read as a narrower type: its low bits."""

    __slots__ = ("dtype", "row")

    def __init__(self, row: Array, dtype: np.dtype) -> None:
        self.row, self.dtype = row, dtype

    def __getitem__(self, select: Any) -> Array:
        return self.row[select].astype(self.dtype.str.replace("f", "u")).view(self.dtype)


class Negated:
    """A predicate read through ``!``."""

    __slots__ = ("row",)

    def __init__(self, row: Array) -> None:
        self.row = row

    def __getitem__(self, select: Any) -> Array:
        return ~self.row[select]


class Computed:
    """A special register whose value is asked for when it is read."""

    __slots__ = ("function",)

    def __init__(self, function: Callable[[Any], Array]) -> None:
        self.function = function

    def __getitem__(self, select: Any) -> Array:
        return self.function(select)


class FloatBits:
    """A register wider than the float written to it: the bits, zero-extended."""

    __slots__ = ("row",)

    def __init__(self, row: Array) -> None:
        self.row = row

    def __setitem__(self, select: Any, values: Array) -> None:
        self.row[select] = values.view(f"u{values.dtype.itemsize}")


class Chunk:
    """Blocks `first` to `first + count` of the machine's grid."""

    def __init__(self, machine: Any, blocks: int) -> None:
        self.machine = machine
        self.blocks = blocks
        slots = machine.warps_per_block * WARP
        self.lanes = blocks * slots
        self.index = np.arange(self.lanes)
        self.block_of = self.index // slots
        self.thread = self.index % slots
        self.is_thread = self.thread < machine.threads_per_block
        self.full = bool(self.is_thread.all())
        self.shared = LaneMemory(blocks, machine.shared_layout, self.block_of)
        self.local = LaneMemory(self.lanes, machine.local_layout, self.index)
        self.alive = np.zeros(self.lanes, bool)
        self.rows: dict[tuple[str, int], Array] = {}
        self.function: Function = machine.kernel
        self.special: dict[str, Array] = {}
        self.first = 0
        self.count = 0
        self._make_specials()
        self.segments: dict[int, Any] = {}

    # Life

    def begin(self, first: int, count: int) -> Array:
        """Become the blocks from `first`; return the lanes that start."""
        self.first, self.count = first, count
        for memory in (self.shared, self.local):
            if memory.size:
                memory.clear()
        slots = self.lanes // self.blocks
        used = count * slots
        self.alive[:used] = self.is_thread[:used]
        self.alive[used:] = False
        block = np.arange(first, first + self.blocks)
        gx, gy, _ = self.machine.grid
        for name, number in (("x", block % gx), ("y", block // gx % gy), ("z", block // (gx * gy))):
            row = self.special[f"%ctaid.{name}"].reshape(self.blocks, slots)
            row[:] = number[:, None]
        return self.index[:used] if self.full else np.flatnonzero(self.alive)

    def _make_specials(self) -> None:
        machine = self.machine
        bx, by, _ = machine.block
        thread, lane = self.thread, self.index % WARP
        one = np.uint32(1)
        values: dict[str, Any] = {
            "%tid.x": thread % bx, "%tid.y": thread // bx % by, "%tid.z": thread // (bx * by),
            "%ctaid.x": self.index, "%ctaid.y": self.index, "%ctaid.z": self.index,
            "%laneid": lane, "%warpid": thread // WARP,
            "%lanemask_eq": one << lane.astype(np.uint32),
            "%lanemask_lt": (one << lane.astype(np.uint32)) - one,
        }  # fmt: skip
        values["%lanemask_le"] = values["%lanemask_lt"] | values["%lanemask_eq"]
        values["%lanemask_ge"] = ~values["%lanemask_lt"]
        values["%lanemask_gt"] = ~values["%lanemask_le"]
        for name, array in values.items():
            self.special[name] = array.astype(np.uint32)

    def fault(
        self, kind: str, message: str, operation: Operation, lane: int | None = None,
        address: int | None = None,
    ) -> Fault:  # fmt: skip
        """Make the error of a lane, or of no lane in particular."""
        line = operation.position.line
        block = thread = None
        if lane is not None:
            block, thread = self.coordinates(lane)
        return Fault(
            kind, message, line=line, text=self.machine.module.line(line), block=block,
            thread=thread, address=address,
        )  # fmt: skip

    def coordinates(self, lane: int) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """Block and thread of a lane, as triples."""
        names = [[f"%{n}.{d}" for d in "xyz"] for n in ("ctaid", "tid")]
        block, thread = (tuple(int(self.special[d][lane]) for d in n) for n in names)
        return block, thread

    # Registers and operands

    def row(self, register: Register) -> Array:
        """Return the array of a register of the function that is being bound."""
        key = (self.function.name, register.number)
        if key not in self.rows:
            self.rows[key] = np.zeros(self.lanes, register.type.storage)
        return self.rows[key]

    def carry(self) -> Array:
        """Return the carry bits of the function that is being bound."""
        return self.rows.setdefault((self.function.name, -1), np.zeros(self.lanes, bool))

    def source(self, operand: Operand, type_: Scalar) -> Any:
        """Return what gives, for lanes in brackets, the values of an operand."""
        if isinstance(operand, Register):
            row = self.row(operand)
            if operand.negated:
                return Negated(row)
            if row.dtype.itemsize > type_.storage.itemsize:
                return Lowest(row, type_.dtype)
            return row.view(type_.dtype)
        if isinstance(operand, Immediate):
            return Uniform(immediate_array(operand, type_))
        if isinstance(operand, Special):
            return self.special_source(operand.name, type_)
        if isinstance(operand, Symbol):
            address = self.address(operand, None)
            return Uniform(np.array([address % (1 << type_.bits)], type_.storage))
        raise TypeError(f"{operand} is no source")

    def special_source(self, name: str, type_: Scalar) -> Any:
        """Return what gives the values of a special register."""
        machine = self.machine
        if name in self.special:
            row = self.special[name]
            return row if type_.bits == 32 else Lowest(row, type_.dtype)
        uniform = dict(zip(("%ntid.x", "%ntid.y", "%ntid.z"), machine.block, strict=True))
        uniform |= zip(("%nctaid.x", "%nctaid.y", "%nctaid.z"), machine.grid, strict=True)
        uniform |= {"%nwarpid": 64, "%nsmid": 1, "%cluster_nctarank": 1, "%gridid": 1,
                    "%dynamic_smem_size": machine.shared_bytes,
                    "%total_smem_size": machine.shared_layout.size}  # fmt: skip
        uniform |= {f"%{n}.{d}": 1 for n in ("nclusterid", "cluster_nctaid") for d in "xyz"}
        if "clock" in name or "timer" in name:
            shift = 32 if name.endswith("_hi") else 0
            return Computed(lambda _: np.array([machine.issued >> shift]).astype(type_.dtype))
        if name.startswith("%clusterid"):
            return self.special_source(name.replace("%clusterid", "%ctaid"), type_)
        return Uniform(np.array([uniform.get(name, 0)]).astype(type_.dtype))

    def target(self, operand: Operand, type_: Scalar) -> Any:
        """Return the array to assign to, or None for ``_``."""
        if isinstance(operand, Sink):
            return None
        assert isinstance(operand, Register)
        row = self.row(operand)
        if row.dtype.itemsize == type_.storage.itemsize:
            return row.view(type_.dtype)
        if type_.dtype.kind == "f":
            return FloatBits(row)
        return row.view(f"{'i' if type_.kind == 's' else 'u'}{row.dtype.itemsize}")

    def address(self, symbol: Symbol, space: str | None) -> int:
        """Address of a variable: in its own space, as ``mov`` takes it."""
        variable = symbol.variable
        machine = self.machine
        if isinstance(variable, str):
            raise Fault("unsupported", f"the address of {variable}, which is no variable")
        place = machine.place(variable)
        return place + symbol.offset

    def kernel_parameter(self, operation: Operation, address: Address) -> bytes | None:
        """Bytes that ``ld.param`` reads from a fixed place of a kernel's parameter, or None."""
        base = address.base
        if not isinstance(base, Symbol) or not isinstance(base.variable, Variable):
            return None
        if base.variable.space != "kernel_param" or space_of(operation) != "param":
            return None
        data = self.machine.parameters[base.variable.name]
        width = int(operation.one_of("v2", "v4", default="v1")[1:]) * operation.types[0].bytes
        start = base.offset + address.offset
        if not 0 <= start <= len(data) - width:
            message = f"byte {start} of {base.variable.name}, which has {len(data)} bytes"
            raise self.fault("out of bounds", message, operation)
        return data[start : start + width]

    # Steps

    def bind(self, item: Item) -> Step:
        """Make the step of an item."""
        self.function = item.function
        operation = item.operation
        step = self._bind_plain(item)
        if operation.guard is None or item.kind != "step":
            return step
        guard = self.source(operation.guard, SCALARS["pred"])

        def guarded(select: Any) -> None:
            truth = guard[select]
            if truth.all():
                step(select)
            elif truth.any():
                step(self.index[select][truth])

        return guarded

    def _bind_plain(self, item: Item) -> Step:
        operation = item.operation
        name = operation.name
        if name in ("ld", "ldu"):
            return bind_load(self, operation)
        if name == "st":
            return bind_store(self, operation)
        if name in ("atom", "red"):
            target = operation.operands[0]
            unread = self.machine.unread(item.function)
            ignored = isinstance(target, Register) and target.number in unread
            return bind_atomic(self, operation, ignored)
        if name == "mov":
            return self._bind_mov(operation)
        if name == "cvta":
            return self._bind_cvta(operation)
        if name == "isspacep":
            return self._bind_isspacep(operation)
        if name == "activemask":
            return self._bind_activemask(operation)
        if name in ("fence", "membar"):
            return self._bind_fence(operation)
        if TABLE[name].meaning is None:
            return lambda select: None
        return self._bind_compute(operation)

    def _bind_compute(self, operation: Operation) -> Step:
        row = TABLE[operation.name]
        function = row.meaning(operation)
        types = operand_types(operation)
        target, *operands = operation.operands
        sources = [self.source(o, t) for o, t in zip(operands, types[1:], strict=True)]
        if operation.name in ("addc", "subc", "madc"):
            sources.append(self.carry())
        if operation.has("cc"):
            first, carry = self.target(target, types[0]), self.carry()
            dtype = types[0].dtype

            def carrying(select: Any) -> None:
                result, out = function(*(source[select] for source in sources))
                carry[select] = out
                if first is not None:
                    first[select] = result.view(dtype)

            return carrying
        if isinstance(target, Pair):
            pair = [self.target(t, types[0]) for t in (target.first, target.second)]

            def paired(select: Any) -> None:
                results = function(*(source[select] for source in sources))
                for held, result in zip(pair, results, strict=True):
                    if held is not None:
                        held[select] = result

            return paired
        held = self.target(target, types[0])
        if held is None:
            return lambda select: None
        return _applied(function, held, sources)

    def _bind_mov(self, operation: Operation) -> Step:
        target, source = operation.operands
        type_ = operation.types[0]
        if isinstance(target, Vector):
            return self._bind_unpack(target, source, type_)
        row = self.target(target, type_)
        if isinstance(source, Vector):
            return self._bind_pack(row, source, type_)
        values = self.source(source, type_)
        if row is None:
            return lambda select: None

        def step(select: Any) -> None:
            row[select] = values[select]

        return step

    def _bind_pack(self, row: Array, source: Vector, type_: Scalar) -> Step:
        bits = type_.bits // len(source.elements)
        part = SCALARS[f"b{bits}"]
        values = [self.source(element, part) for element in source.elements]
        pieces = row.view(part.storage).reshape(self.lanes, -1)

        def step(select: Any) -> None:
            found = [value[select] for value in values]
            for place, value in enumerate(found):
                pieces[select, place] = value

        return step

    def _bind_unpack(self, target: Vector, source: Operand, type_: Scalar) -> Step:
        bits = type_.bits // len(target.elements)
        part = SCALARS[f"b{bits}"]
        rows = [self.target(element, part) for element in target.elements]
        values = self.source(source, type_)

        def step(select: Any) -> None:
            whole = values[select]
            pieces = np.ascontiguousarray(whole).view(part.storage).reshape(whole.size, -1)
            for place, row in enumerate(rows):
                if row is not None:
                    row[select] = pieces[:, place]

        return step

    def _bind_cvta(self, operation: Operation) -> Step:
        target, source = operation.operands
        type_ = operation.types[0]
        row, values = self.target(target, type_), self.source(source, type_)
        base = {"shared": SHARED_WINDOW, "local": LOCAL_WINDOW}.get(space_of(operation), 0)
        move = type_.dtype.type((-base if operation.has("to") else base) % (1 << type_.bits))

        def step(select: Any) -> None:
            row[select] = values[select] + move if base else values[select]

        return step

    def _bind_isspacep(self, operation: Operation) -> Step:
        target, source = operation.operands
        row, values = self.target(target, SCALARS["pred"]), self.source(source, SCALARS["u64"])
        base = {"shared": SHARED_WINDOW, "local": LOCAL_WINDOW}.get(space_of(operation))
        constant = space_of(operation) in ("const", "param")

        def step(select: Any) -> None:
            address = values[select]
            if base is not None:
                row[select] = (address >= np.uint64(base)) & (address < np.uint64(base + WINDOW))
            elif constant:
                row[select] = [self.machine.is_constant(int(a)) for a in address]
            else:
                low, high = np.uint64(ARENA_BASE), np.uint64(SHARED_WINDOW)
                row[select] = (address >= low) & (address < high)

        return step

    def _bind_activemask(self, operation: Operation) -> Step:
        row = self.target(operation.operands[0], SCALARS["b32"])

        def step(select: Any) -> None:
            lanes = self.index[select]
            together = np.zeros(self.lanes, bool)
            together[lanes] = True
            packed = np.packbits(together.reshape(-1, WARP), axis=1, bitorder="little")
            row[select] = packed.view(np.uint32)[lanes // WARP, 0]

        return step

    def _bind_fence(self, operation: Operation) -> Step:
        observer = self.machine.observer
        if observer is None:
            return lambda select: None
        return lambda select: observer.fence(self, operation, select)

    def copy(self, target: Any, source: Any, size: int) -> Step:
        """Make a step that copies between registers and places in local memory."""
        bytes_, written = (
            x.reshape(self.lanes, -1) for x in (self.local.bytes, self.local.written)
        )
        if isinstance(target, int) and isinstance(source, int):

            def step(select: Any) -> None:
                for data in (bytes_, written):
                    data[select, target : target + size] = data[select, source : source + size]

        elif isinstance(target, int):

            def step(select: Any) -> None:
                lanes = self.index[select]
                values = np.broadcast_to(source[select], lanes.shape)
                parts = np.ascontiguousarray(values).view(np.uint8).reshape(lanes.size, size)
                bytes_[lanes, target : target + size] = parts
                written[lanes, target : target + size] = 255

        elif isinstance(source, int):

            def step(select: Any) -> None:
                parts = np.ascontiguousarray(bytes_[select, source : source + size])
                target[select] = parts.view(target.dtype)[:, 0]

        else:

            def step(select: Any) -> None:
                target[select] = source[select]

        return step

    def row_or_place(self, operand: Any, type_: Scalar) -> Any:
        """Array of a register or constant, or the place of a variable in local memory."""
        if isinstance(operand, Symbol):
            operand = operand.variable
        if isinstance(operand, Variable):
            return self.machine.place(operand)
        if isinstance(operand, Register):
            return self.row(operand)
        return self.source(operand, SCALARS[f"b{type_.bits}"])


def _applied(function: Callable[..., Any], held: Any, sources: list[Any]) -> Step:
    """Step that applies a function to its sources and stores the result."""
    plain = isinstance(function, np.ufunc) and isinstance(held, np.ndarray)
    if len(sources) == 2 and plain:
        a, b = sources
        if _same(held, a, b, function):

            def step(select: Any) -> None:
                if type(select) is slice:
                    function(a[select], b[select], out=held[select])
                else:
                    held[select] = function(a[select], b[select])

            return step
    if len(sources) == 1:
        (a,) = sources

        def step(select: Any) -> None:
            held[select] = function(a[select])
    elif len(sources) == 2:
        a, b = sources

        def step(select: Any) -> None:
            held[select] = function(a[select], b[select])
    elif len(sources) == 3:
        a, b, c = sources

        def step(select: Any) -> None:
            held[select] = function(a[select], b[select], c[select])
    else:

        def step(select: Any) -> None:
            held[select] = function(*(source[select] for source in sources))

    return step


def _same(held: Array, a: Any, b: Any, function: np.ufunc) -> bool:
    """Whether a ufunc may write straight into the target: integers, or comparisons."""
    kinds = [x.array.dtype if isinstance(x, Uniform) else getattr(x, "dtype", None) for x in (a, b)]
    if held.dtype == np.bool_:
        return not (isinstance(a, Uniform) and isinstance(b, Uniform))
    return kinds[0] == kinds[1] == held.dtype and held.dtype.kind in "iu"
