"""DeepEP-style helpers for numba kernels: one chosen PTX instruction each.

numba has no call for inline assembly.  An *intrinsic* hands numba the LLVM code for a call, and
LLVM has inline assembly.  Its constraint string lists the result (``=r``: written, 32-bit
register), the inputs (``l``: 64-bit register, ``r``: 32-bit) and the clobbers (``~{memory}``:
may read and write memory, so move no access across it).  ``side_effect`` is what CUDA C calls
``volatile``: never removed, merged or moved out of a loop.

Each helper takes an array or a pointer in global memory and an index; the name's ending gives
the element where it is not a 32-bit integer.
Where numba-cuda is missing the names are there, and calling one raises ToolMissing.
Source: LLVM Language Reference, section "Inline Assembler Expressions"; NVPTX constraints as in
NVIDIA, "Inline PTX Assembly in CUDA", section "Constraints".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .errors import ToolMissing
from .toolchain import check_numba_cuda, numba_cuda_errors, numba_cuda_types

_LETTERS = {"int32": "r", "int64": "l", "float32": "f", "float64": "d"}
"""Letter of the constraint for a value of each type."""


def _load(ptx: str, element: str = "int32") -> Callable[..., Any]:
    """Make a helper ``(array, index) -> element`` for a load with `ptx` up to its operands."""
    letter = _LETTERS[element]
    return _helper(f"{ptx} $0, [$1];", f"={letter},l,~{{memory}}", True, False, element)


def _store(ptx: str, element: str = "int32") -> Callable[..., Any]:
    """Make a helper ``(array, index, value)`` for a store."""
    return _helper(f"{ptx} [$0], $1;", f"l,{_LETTERS[element]},~{{memory}}", False, True, element)


def _atomic(ptx: str) -> Callable[..., Any]:
    """Make a helper ``(array, index, value) -> int32``; the result is the old value."""
    return _helper(f"{ptx} $0, [$1], $2;", "=r,l,r,~{memory}", True, True, "int32")


def _helper(
    ptx: str, constraints: str, result: bool, value: bool, element: str
) -> Callable[..., Any]:
    try:
        check_numba_cuda()
    except ToolMissing as missing:
        return _absent(ptx, missing)
    from llvmlite import ir
    from numba.cuda.extending import intrinsic

    types = numba_cuda_types()

    kind = getattr(types, element)
    held = {
        "int32": ir.IntType(32), "int64": ir.IntType(64),
        "float32": ir.FloatType(), "float64": ir.DoubleType(),
    }[element]  # fmt: skip
    returned = held if result else ir.VoidType()

    def emit(context, builder, signature, arguments):
        pointer = _element(context, builder, signature.args, arguments)
        operands = [pointer, arguments[2]] if value else [pointer]
        kinds = [operand.type for operand in operands]
        call = ir.InlineAsm(ir.FunctionType(returned, kinds), ptx, constraints, side_effect=True)
        done = builder.call(call, operands)
        return done if result else context.get_dummy_value()

    answer = kind if result else types.none
    if value:

        @intrinsic
        def helper(typing_context, array, index, value):
            return answer(_memory_of(array, element), types.intp, kind), emit

    else:

        @intrinsic
        def helper(typing_context, array, index):
            return answer(_memory_of(array, element), types.intp), emit

    return helper


def _memory_of(array: Any, element: str) -> Any:
    """Return the numba type `array`, if it is memory of the element; else a TypingError."""
    dtype = str(getattr(array, "dtype", None))
    if dtype not in (element, f"u{element}"):
        name = {"int32": "32-bit integers", "int64": "64-bit integers"}.get(element, element)
        raise numba_cuda_errors().TypingError(f"{array} is not an array or pointer of {name}")
    return array


def _element(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
    """Address of ``array[index]`` as LLVM code; an index below zero is not wrapped."""
    from numba.cuda import cgutils

    types = numba_cuda_types()
    array, index = arguments[:2]
    if isinstance(kinds[0], types.CPointer):
        return builder.gep(array, [index])
    struct = context.make_array(kinds[0])(context, builder, array)
    return cgutils.get_item_pointer(context, builder, kinds[0], struct, [index])


def _absent(ptx: str, missing: ToolMissing) -> Callable[..., Any]:
    def helper(*_: Any) -> None:
        raise ToolMissing(f"{ptx!r} needs numba-cuda: {missing}")

    return helper


def _fence(ptx: str) -> Callable[..., Any]:
    """Make a helper without arguments or result."""
    try:
        check_numba_cuda()
    except ToolMissing as missing:
        return _absent(ptx, missing)
    from llvmlite import ir
    from numba.cuda.extending import intrinsic

    types = numba_cuda_types()

    def emit(context, builder, signature, arguments):
        kind = ir.FunctionType(ir.VoidType(), [])
        builder.call(ir.InlineAsm(kind, ptx, "~{memory}", side_effect=True), [])
        return context.get_dummy_value()

    @intrinsic
    def helper(typing_context):
        return types.none(), emit

    return helper


def _function(ptx: str) -> Callable[..., Any]:
    """Make a helper ``(float32) -> float32``: a pure function, which the compiler may merge."""
    try:
        check_numba_cuda()
    except ToolMissing as missing:
        return _absent(ptx, missing)
    from llvmlite import ir
    from numba.cuda.extending import intrinsic

    types = numba_cuda_types()

    def emit(context, builder, signature, arguments):
        kind = ir.FunctionType(ir.FloatType(), [ir.FloatType()])
        return builder.call(ir.InlineAsm(kind, f"{ptx} $0, $1;", "=f,f"), arguments)

    @intrinsic
    def helper(typing_context, x):
        return types.float32(types.float32), emit

    return helper


def _number(ptx: str) -> Callable[..., Any]:
    """Make a helper ``() -> int32`` that reads a special register."""
    try:
        check_numba_cuda()
    except ToolMissing as missing:
        return _absent(ptx, missing)
    from llvmlite import ir
    from numba.cuda.extending import intrinsic

    types = numba_cuda_types()

    def emit(context, builder, signature, arguments):
        kind = ir.FunctionType(ir.IntType(32), [])
        return builder.call(ir.InlineAsm(kind, ptx, "=r"), [])

    @intrinsic
    def helper(typing_context):
        return types.int32(), emit

    return helper


ld_relaxed_gpu = _load("ld.relaxed.gpu.global.s32")
"""Load that other threads of the GPU may race with; orders nothing else."""

ld_acquire_gpu = _load("ld.acquire.gpu.global.s32")
"""Load that keeps every later access behind it."""

ld_volatile = _load("ld.volatile.global.s32")
"""Load that is never removed; relaxed.sys in the memory model."""

ld_nc_no_allocate = _load("ld.global.nc.L1::no_allocate.s32")
"""Load through the non-coherent path: only for data that no one writes during the kernel."""

st_relaxed_gpu = _store("st.relaxed.gpu.global.s32")
"""Store that other threads of the GPU may race with; orders nothing else."""

st_relaxed_gpu_no_allocate = _store("st.relaxed.gpu.global.L1::no_allocate.b32")
"""The document's ``st_na_relaxed``: a relaxed store that asks not to be kept in L1."""

st_release_gpu = _store("st.release.gpu.global.s32")
"""Store that keeps every earlier access before it."""

atom_add_release_sys = _atomic("atom.release.sys.global.add.s32")
"""Add and return the old value; earlier accesses come before it, for every GPU and the host."""

fence_acq_rel = _fence("fence.acq_rel.gpu;")
"""``fence.acq_rel.gpu``."""

fence_acq_rel_sys = _fence("fence.acq_rel.sys;")
"""Order for every GPU and the host."""

fence_acq_rel_cta = _fence("fence.acq_rel.cta;")
"""Order within the block."""

ld_acquire_sys = _load("ld.acquire.sys.global.s32")
"""Read a flag that another GPU or the host raises."""

ld_acquire_cta = _load("ld.acquire.cta.global.s32")
"""Read a flag that the block raises."""

ld_volatile_float32 = _load("ld.volatile.global.f32", "float32")
"""``ld_volatile`` of a float32."""

ld_volatile_int64 = _load("ld.volatile.global.s64", "int64")
"""``ld_volatile`` of 64 bits."""

ld_relaxed_gpu_no_allocate = _load("ld.relaxed.gpu.global.L1::no_allocate.b32")
"""Coherent load that asks not to be kept in L1."""

ld_relaxed_gpu_no_allocate_int64 = _load("ld.relaxed.gpu.global.L1::no_allocate.b64", "int64")
"""The same, 64 bits."""

ld_nc_no_allocate_l2_256 = _load("ld.global.nc.L1::no_allocate.L2::256B.s32")
"""``ld_nc_no_allocate`` that also asks for 256 bytes to be brought into L2; needs sm_80."""

ld_nc_no_allocate_float32 = _load("ld.global.nc.L1::no_allocate.f32", "float32")
"""``ld_nc_no_allocate`` of a float32."""

ld_nc_no_allocate_int64 = _load("ld.global.nc.L1::no_allocate.s64", "int64")
"""``ld_nc_no_allocate`` of 64 bits."""

st_relaxed_sys = _store("st.relaxed.sys.global.s32")
"""Raise a flag for every GPU and the host; orders nothing else."""

st_release_sys = _store("st.release.sys.global.s32")
"""Publish to every GPU and the host."""

st_release_cta = _store("st.release.cta.global.s32")
"""Publish to the block."""

st_release_gpu_no_allocate = _store("st.release.gpu.global.L1::no_allocate.b32")
"""Publish, and ask not to be kept in L1."""

st_no_allocate = _store("st.global.L1::no_allocate.b32")
"""Weak store that asks not to be kept in L1."""

st_no_allocate_float32 = _store("st.global.L1::no_allocate.f32", "float32")
"""The same for a float32."""

atom_add_release_gpu = _atomic("atom.release.gpu.global.add.s32")
"""``atom_add_release_sys`` for this GPU."""

atom_exch_release_cta = _atomic("atom.release.cta.global.exch.b32")
"""Exchange and return the old value; gives back a lock of the block."""

lg2_approx = _function("lg2.approx.f32")
"""Logarithm to base 2, approximate."""

ex2_approx = _function("ex2.approx.f32")
"""Power of 2, approximate."""

lane_id = _number("mov.u32 $0, %laneid;")
"""Lane of the thread in its warp."""

trap = _fence("trap;")
"""Stop the kernel with an error."""
