"""Run a kernel of a PTX module: on a GPU where there is one, else on the interpreter.

The two take the same arguments and leave the same bytes (``.approx`` within its stated error).
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from .listing import Listing
from .machine import STEP_LIMIT, Machine
from .parser import load
from .syntax import Function, Module, Parameter

MOST_THREADS = 1024
"""Threads of a block at most (CUDA C++ Programming Guide, technical specifications)."""
MOST_SHARED = 227 * 1024
"""Bytes of shared memory a block at most, on sm_90."""

Shape = int | Sequence[int]


@dataclass(frozen=True)
class Execution:
    """What a run did.

    ``ran_on`` says on what; ``instructions`` counts executed instructions, once a thread (None on
    a GPU), ``issued`` once for each group of threads that the interpreter ran together;
    ``output`` is what the kernel printed; ``hazards`` is what the detector found, or None where
    it did not look.
    """

    arguments: tuple[Any, ...]
    ran_on: str
    instructions: int | None = None
    issued: int | None = None
    output: str = ""
    hazards: tuple[Any, ...] | None = None

    def __str__(self) -> str:
        return self.ran_on


def run(
    module: Module | Listing | str,
    kernel: str | None,
    grid: Shape,
    block: Shape,
    args: Sequence[Any],
    *,
    shared_bytes: int = 0,
    backend: str = "auto",
    hazards: bool = False,
    step_limit: int = STEP_LIMIT,
    observer: Any = None,
) -> Execution:
    """Launch `kernel` of `module` with `grid` blocks of `block` threads.

    `module` is a loaded module or PTX text; `kernel` a name, or None where the module has one
    kernel.  `grid` and `block` are an int or up to three.  `args` has a value a parameter: a
    numpy array for a pointer (it is written back), a number for a number, bytes or a structured
    numpy scalar for a struct.  Where numba passed arrays, seven or more parameters each, one
    numpy array stands for all of them.  `shared_bytes` is the size of dynamic shared memory.

    `backend` is ``"interpreter"``, ``"gpu"``, or ``"auto"`` for a GPU where there is one.  With
    `hazards` the interpreter looks for data races (slower).  `step_limit` stops a kernel that
    never ends, counted in instructions issued.

    Raises :class:`PtxError` for a text that is no PTX, :class:`Fault` for what the kernel may
    not do, ValueError and TypeError for a launch that does not fit the kernel.

    >>> source = '''.version 8.0
    ... .target sm_80
    ... .address_size 64
    ... .visible .entry double(.param .u64 x) {
    ...     .reg .b32 %r<3>;
    ...     .reg .b64 %rd<4>;
    ...     ld.param.u64 %rd1, [x];
    ...     mov.u32 %r1, %tid.x;
    ...     mul.wide.u32 %rd2, %r1, 4;
    ...     add.s64 %rd3, %rd1, %rd2;
    ...     ld.global.u32 %r2, [%rd3];
    ...     shl.b32 %r2, %r2, 1;
    ...     st.global.u32 [%rd3], %r2;
    ...     ret;
    ... }'''
    >>> x = np.arange(4, dtype=np.int32)
    >>> print(run(source, "double", 1, 4, [x], backend="interpreter"))
    ran on the PTX interpreter
    >>> x.tolist()
    [0, 2, 4, 6]
    """
    if not isinstance(module, Module):
        module = load(module)
    function = _kernel(module, kernel)
    grid3, block3 = _shape(grid, "grid"), _shape(block, "block")
    _check_launch(function, block3, shared_bytes)
    if backend not in ("auto", "interpreter", "gpu"):
        raise ValueError(f"backend is {backend!r}; expected 'auto', 'interpreter' or 'gpu'")
    values = _expand(function, args)
    if backend != "interpreter":
        from .launch import NO_GPU, describe_device

        device = describe_device()
        if device != NO_GPU and observer is None and not hazards:
            from .gpu import run_on_gpu

            run_on_gpu(module, function, grid3, block3, values, shared_bytes)
            return Execution(tuple(args), f"ran on {device}")
        if backend == "gpu":
            raise ValueError(f"backend is 'gpu', but {device}; expected 'auto' or 'interpreter'")
        note = f" ({NO_GPU})" if device == NO_GPU else " (to be observed)"
    else:
        note = ""
    detector = None
    if hazards and observer is None:
        from .hazards import Detector

        observer = detector = Detector()
    machine = Machine(
        module, function, grid3, block3, shared_bytes=shared_bytes, observer=observer,
        step_limit=step_limit,
    )  # fmt: skip
    _interpret(machine, function, values)
    found = tuple(detector.hazards) if detector else None
    return Execution(
        tuple(args), f"ran on the PTX interpreter{note}", machine.thread_instructions,
        machine.issued, "".join(machine.output), found,
    )  # fmt: skip


def _interpret(machine: Machine, function: Function, values: Sequence[Any]) -> None:
    pieces: dict[int, Any] = {}
    data: dict[str, bytes] = {}
    for parameter, value in zip(function.parameters, values, strict=True):
        if isinstance(value, np.ndarray):
            if id(value) not in pieces:
                if value.dtype.hasobject:
                    raise TypeError(f"{parameter.name} is an array of objects; expected numbers")
                pieces[id(value)] = machine.arena.reserve(
                    parameter.name, value.nbytes, writable=value.flags.writeable, array=value
                )
            address = machine.arena.base + pieces[id(value)].start
            data[parameter.name] = address.to_bytes(8, "little")
        else:
            data[parameter.name] = pack(value, parameter)
    machine.set_parameters(data)
    machine.settle()
    if machine.observer is not None:
        machine.observer.begin(machine)
    try:
        machine.run()
    finally:
        machine.arena.end()
    machine.arena.write_back()


def pack(value: Any, parameter: Parameter) -> bytes:
    """Bytes of one argument, by the parameter's type.

    Raises TypeError or ValueError, naming the parameter, for a value that does not fit.
    """
    type_ = parameter.type
    if parameter.count or isinstance(value, (bytes, np.void)):
        data = (
            bytes(value) if isinstance(value, (bytes, bytearray)) else np.asarray(value).tobytes()
        )
        if len(data) != parameter.size:
            message = f"{parameter.name} has {len(data)} bytes; expected {parameter.size}"
            raise ValueError(message)
        return data
    if isinstance(value, np.generic):
        if value.dtype.kind == "f" and type_.kind not in ("f", "b") and value.itemsize:
            raise TypeError(f"{parameter.name} is {value!r}; expected an integer for {type_}")
        if value.dtype.kind == "f" and type_.kind == "b" and value.itemsize == type_.bytes:
            return value.tobytes()
        value = value.item()
    if type_.kind == "f":
        if not isinstance(value, (int, float)):
            raise TypeError(f"{parameter.name} is {value!r}; expected a number for {type_}")
        return np.array(value, np.float64).astype(type_.dtype).tobytes()
    if type_.kind == "b" and isinstance(value, float) and type_.bits in (32, 64):
        return struct.pack("<f" if type_.bits == 32 else "<d", value)
    if not isinstance(value, int):
        raise TypeError(f"{parameter.name} is {value!r}; expected an integer for {type_}")
    if not -(1 << (type_.bits - 1)) <= value < 1 << type_.bits:
        raise ValueError(f"{parameter.name} is {value}; expected {type_.bits} bits")
    return (value % (1 << type_.bits)).to_bytes(type_.bytes, "little")


def _expand(function: Function, args: Sequence[Any]) -> list[Any]:
    """One value a parameter; numba's arrays, which take several each, are spread out."""
    wanted = len(function.parameters)
    values = [a if isinstance(a, np.ndarray) and a.ndim else _plain(a) for a in args]
    if len(values) != wanted:
        spread: list[Any] = []
        for value in values:
            if isinstance(value, np.ndarray):
                spread += [0, 0, value.size, value.itemsize, value, *value.shape, *value.strides]
            else:
                spread.append(value)
        if len(spread) != wanted:
            raise ValueError(f"{len(values)} arguments for {function}; expected {wanted}")
        values = spread
    for value, parameter in zip(values, function.parameters, strict=True):
        if isinstance(value, np.ndarray) and parameter.type.bits != 64:
            raise TypeError(f"{parameter.name} is an array; expected a number for {parameter.type}")
    return values


def _plain(value: Any) -> Any:
    return value[()] if isinstance(value, np.ndarray) else value


def _kernel(module: Module, name: str | None) -> Function:
    if name is None and len(module.kernels) == 1:
        return next(iter(module.kernels.values()))
    if name not in module.kernels:
        known = ", ".join(module.kernels) or "none"
        raise ValueError(f"no kernel named {name!r}; expected one of {known}")
    return module.kernels[name]


def _shape(shape: Shape, what: str) -> tuple[int, int, int]:
    values = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
    if not 1 <= len(values) <= 3 or not all(isinstance(v, (int, np.integer)) for v in values):
        raise ValueError(f"{what} is {shape!r}; expected an int or up to three")
    if min(values) < 1:
        raise ValueError(f"{what} is {shape!r}; expected at least 1 everywhere")
    padded = (*map(int, values), 1, 1)[:3]
    return padded[0], padded[1], padded[2]


def _check_launch(function: Function, block: tuple[int, int, int], shared_bytes: int) -> None:
    threads = block[0] * block[1] * block[2]
    if threads > MOST_THREADS:
        raise ValueError(f"block is {block}; expected at most {MOST_THREADS} threads")
    if not 0 <= shared_bytes <= MOST_SHARED:
        raise ValueError(f"shared_bytes is {shared_bytes}; expected 0 to {MOST_SHARED}")
    wanted = function.limits.get("reqntid")
    if wanted and (*wanted, 1, 1)[:3] != block:
        raise ValueError(f"block is {block}; {function.name} requires {wanted}")
    most = function.limits.get("maxntid")
    if most and threads > int(np.prod(most)):
        raise ValueError(f"block is {block}; {function.name} takes at most {most}")
