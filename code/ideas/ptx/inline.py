"""DeepEP-style helpers for numba kernels: one chosen PTX instruction each.

numba has no call for inline assembly.  An *intrinsic* hands numba the LLVM code for a call, and
LLVM has inline assembly.  Its constraint string lists the result (``=r``: written, 32-bit
register), the inputs (``l``: 64-bit register, ``r``: 32-bit) and the clobbers (``~{memory}``:
may read and write memory, so move no access across it).  ``side_effect`` is what CUDA C calls
``volatile``: never removed, merged or moved out of a loop.

Each helper takes an array or a pointer of 32-bit integers in global memory and an index.
Where numba-cuda is missing the names are there, and calling one raises ToolMissing.
Source: LLVM Language Reference, section "Inline Assembler Expressions"; NVPTX constraints as in
NVIDIA, "Inline PTX Assembly in CUDA", section "Constraints".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .errors import ToolMissing
from .toolchain import check_numba_cuda


def _load(ptx: str) -> Callable[..., Any]:
    """Make a helper ``(array, index) -> int32`` for a load with `ptx` up to its operands."""
    return _helper(f"{ptx} $0, [$1];", "=r,l,~{memory}", result=True, value=False)


def _store(ptx: str) -> Callable[..., Any]:
    """Make a helper ``(array, index, value)`` for a store."""
    return _helper(f"{ptx} [$0], $1;", "l,r,~{memory}", result=False, value=True)


def _atomic(ptx: str) -> Callable[..., Any]:
    """Make a helper ``(array, index, value) -> int32``; the result is the old value."""
    return _helper(f"{ptx} $0, [$1], $2;", "=r,l,r,~{memory}", result=True, value=True)


def _helper(ptx: str, constraints: str, *, result: bool, value: bool) -> Callable[..., Any]:
    try:
        check_numba_cuda()
    except ToolMissing as missing:
        return _absent(ptx, missing)
    from llvmlite import ir
    from numba.cuda import types
    from numba.cuda.extending import intrinsic

    word = ir.IntType(32)
    returned = word if result else ir.VoidType()

    def emit(context, builder, signature, arguments):
        pointer = _element(context, builder, signature.args, arguments)
        operands = [pointer, arguments[2]] if value else [pointer]
        kinds = [operand.type for operand in operands]
        call = ir.InlineAsm(ir.FunctionType(returned, kinds), ptx, constraints, side_effect=True)
        done = builder.call(call, operands)
        return done if result else context.get_dummy_value()

    answer = types.int32 if result else types.none
    if value:

        @intrinsic
        def helper(typing_context, array, index, value):
            return answer(_int32_memory(array), types.intp, types.int32), emit

    else:

        @intrinsic
        def helper(typing_context, array, index):
            return answer(_int32_memory(array), types.intp), emit

    return helper


def _int32_memory(array: Any) -> Any:
    """Return the numba type `array`, if it is memory of 32-bit integers; else a TypingError."""
    from numba.cuda import types
    from numba.cuda.core.errors import TypingError

    if getattr(array, "dtype", None) not in (types.int32, types.uint32):
        raise TypingError(f"{array} is not an array or pointer of 32-bit integers")
    return array


def _element(context: Any, builder: Any, kinds: Any, arguments: Any) -> Any:
    """Address of ``array[index]`` as LLVM code; an index below zero is not wrapped."""
    from numba.cuda import cgutils, types

    array, index = arguments[:2]
    if isinstance(kinds[0], types.CPointer):
        return builder.gep(array, [index])
    struct = context.make_array(kinds[0])(context, builder, array)
    return cgutils.get_item_pointer(context, builder, kinds[0], struct, [index])


def _absent(ptx: str, missing: ToolMissing) -> Callable[..., Any]:
    def helper(*_: Any) -> None:
        raise ToolMissing(f"{ptx!r} needs numba-cuda: {missing}")

    return helper


def _make_fence() -> Callable[..., Any]:
    try:
        check_numba_cuda()
    except ToolMissing as missing:
        return _absent("fence.acq_rel.gpu;", missing)
    from llvmlite import ir
    from numba.cuda import types
    from numba.cuda.extending import intrinsic

    def emit(context, builder, signature, arguments):
        kind = ir.FunctionType(ir.VoidType(), [])
        builder.call(ir.InlineAsm(kind, "fence.acq_rel.gpu;", "~{memory}", side_effect=True), [])
        return context.get_dummy_value()

    @intrinsic
    def helper(typing_context):
        return types.none(), emit

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

fence_acq_rel = _make_fence()
"""``fence.acq_rel.gpu``."""
