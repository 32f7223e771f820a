"""The three GFNI instructions as numba functions, and the test whether they may be compiled.

Compiling one for a target without GFNI makes LLVM end the whole process, which no ``except``
can stop.  So :func:`missing` must be asked first; :mod:`ideas.gf2.instruction` always does.
This module needs numba, and is imported only where it is used.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numba
from llvmlite import binding, ir
from numba import njit, types
from numba.core.registry import cpu_target
from numba.extending import intrinsic

BYTE = ir.IntType(8)
BYTES_IN = types.Array(types.uint8, 1, "C", readonly=True)
BYTES_OUT = types.Array(types.uint8, 1, "C")
QWORDS_IN = types.Array(types.uint64, 1, "C", readonly=True)
QWORDS_OUT = types.Array(types.uint64, 1, "C")

LLVM_NAMES = {
    "affine": "llvm.x86.vgf2p8affineqb.{bits}",
    "affine_inverse": "llvm.x86.vgf2p8affineinvqb.{bits}",
    "multiply": "llvm.x86.vgf2p8mulb.{bits}",
}


def target_features() -> set[str]:
    """The processor features that numba compiles for."""
    text = cpu_target.target_context.codegen().magic_tuple()[2]
    return {item[1:] for item in text.split(",") if item.startswith("+")}


def missing() -> str | None:
    """Why the instructions cannot be compiled and run here; None if they can."""
    if numba.config.DISABLE_JIT:
        return "numba's compiler is switched off"
    if "gfni" not in target_features():
        return "numba's target has no GFNI"
    if not binding.get_host_cpu_features().get("gfni", False):
        return "this processor has no GFNI, though numba's target claims it"
    return None


def vector_bytes() -> int:
    """How many bytes one instruction takes on numba's target: 64, 32 or 16."""
    features = target_features()
    if {"avx512f", "avx512bw", "avx512vl"} <= features:
        return 64
    return 32 if "avx" in features else 16


@lru_cache(maxsize=32)
def unary(name: str, immediate: int = 0) -> Callable:
    """A compiled ``f(source, target, qword, constant)`` over one-dimensional uint8 arrays.

    `name` is "affine" or "affine_inverse".  `immediate` goes into the instruction; `constant`
    is XORed afterwards, so that one compiled function serves every constant.
    """
    width = vector_bytes()
    block = _array_block(name, immediate, width)
    lane = _lane(name, immediate)

    @njit((BYTES_IN, BYTES_OUT, types.uint64, types.uint8), nogil=True)
    def apply(source, target, qword, constant):
        n = source.size
        whole = n - n % width
        for start in range(0, whole, width):
            block(source, target, start, qword, constant)
        for i in range(whole, n):
            target[i] = (lane(numba.uint64(source[i]), qword) & 0xFF) ^ constant

    return apply


@lru_cache(maxsize=1)
def product() -> Callable:
    """A compiled ``f(x, y, target)`` over one-dimensional uint8 arrays: GF2P8MULB."""
    width = vector_bytes()
    block = _product_block(width)
    lane = _lane("multiply", 0)

    @njit((BYTES_IN, BYTES_IN, BYTES_OUT), nogil=True)
    def apply(x, y, target):
        n = x.size
        whole = n - n % width
        for start in range(0, whole, width):
            block(x, y, target, start)
        for i in range(whole, n):
            target[i] = lane(numba.uint64(x[i]), numba.uint64(y[i])) & 0xFF

    return apply


@lru_cache(maxsize=8)
def scalar(name: str, immediate: int = 0) -> Callable:
    """A compiled ``f(x, y)`` on 64-bit integers: eight bytes at once, one instruction."""
    lane = _lane(name, immediate)

    @njit("uint64(uint64, uint64)")
    def apply(x, y):
        return lane(x, y)

    return apply


@lru_cache(maxsize=4)
def lanes(name: str) -> Callable:
    """A compiled ``f(x, y, target)`` over uint64 arrays: each lane of x has its own y."""
    lane = _lane(name, 0)

    @njit((QWORDS_IN, QWORDS_IN, QWORDS_OUT), nogil=True)
    def apply(x, y, target):
        for i in range(x.size):
            target[i] = lane(x[i], y[i])

    return apply


@lru_cache(maxsize=1)
def table_lookup() -> Callable:
    """A compiled ``f(source, target, table)``: the portable path, no special instruction."""

    @njit((BYTES_IN, BYTES_OUT, BYTES_IN), nogil=True)
    def apply(source, target, table):
        for i in range(source.size):
            target[i] = table[source[i]]

    return apply


# ---- how the instruction gets into the code: numba intrinsics that emit LLVM's


def _declare(builder: ir.IRBuilder, name: str, width: int) -> ir.Function:
    vector = ir.VectorType(BYTE, width)
    arguments = [vector, vector] + ([] if name == "multiply" else [BYTE])
    signature = ir.FunctionType(vector, arguments)
    llvm_name = LLVM_NAMES[name].format(bits=8 * width)
    module = builder.module
    return module.globals.get(llvm_name) or ir.Function(module, signature, llvm_name)


def _immediate(name: str, immediate: int) -> list[ir.Constant]:
    return [] if name == "multiply" else [ir.Constant(BYTE, immediate)]


def _splat(builder: ir.IRBuilder, value: ir.Value, count: int) -> ir.Value:
    one = ir.Constant(ir.VectorType(value.type, count), ir.Undefined)
    one = builder.insert_element(one, value, ir.Constant(ir.IntType(32), 0))
    zeros = ir.Constant(ir.VectorType(ir.IntType(32), count), [0] * count)
    return builder.shuffle_vector(one, one, zeros)


def _pointer(context, builder, array_type, array, start, width) -> ir.Value:
    data = context.make_array(array_type)(context, builder, array).data
    place = builder.gep(data, [start])
    return builder.bitcast(place, ir.VectorType(BYTE, width).as_pointer())


@lru_cache(maxsize=32)
def _lane(name: str, immediate: int):
    """(uint64, uint64) -> uint64 through lane 0 of a 128-bit register."""

    @intrinsic
    def lane(typing_context, x, y):
        def generate(context, builder, signature, arguments):
            pair = ir.VectorType(ir.IntType(64), 2)
            first = ir.Constant(ir.IntType(32), 0)
            operands = [
                builder.bitcast(
                    builder.insert_element(ir.Constant(pair, [0, 0]), value, first),
                    ir.VectorType(BYTE, 16),
                )
                for value in arguments
            ]
            call = builder.call(_declare(builder, name, 16), operands + _immediate(name, immediate))
            return builder.extract_element(builder.bitcast(call, pair), first)

        return types.uint64(types.uint64, types.uint64), generate

    return lane


@lru_cache(maxsize=32)
def _array_block(name: str, immediate: int, width: int):
    """One register's worth of an array, from `start`: load, transform, XOR, store."""

    @intrinsic
    def block(typing_context, source, target, start, qword, constant):
        def generate(context, builder, signature, arguments):
            src, dst, at, matrix, xor = arguments
            place = _pointer(context, builder, signature.args[0], src, at, width)
            vector = builder.load(place, align=1)
            matrices = builder.bitcast(_splat(builder, matrix, width // 8), vector.type)
            result = builder.call(
                _declare(builder, name, width),
                [vector, matrices, *_immediate(name, immediate)],
            )
            result = builder.xor(result, _splat(builder, xor, width))
            place = _pointer(context, builder, signature.args[1], dst, at, width)
            builder.store(result, place, align=1)
            return context.get_dummy_value()

        signature = types.void(source, target, types.intp, types.uint64, types.uint8)
        return signature, generate

    return block


@lru_cache(maxsize=4)
def _product_block(width: int):
    """One register's worth of GF2P8MULB on two arrays."""

    @intrinsic
    def block(typing_context, x, y, target, start):
        def generate(context, builder, signature, arguments):
            at = arguments[3]
            vectors = [
                builder.load(
                    _pointer(context, builder, signature.args[k], arguments[k], at, width),
                    align=1,
                )
                for k in range(2)
            ]
            result = builder.call(_declare(builder, "multiply", width), vectors)
            place = _pointer(context, builder, signature.args[2], arguments[2], at, width)
            builder.store(result, place, align=1)
            return context.get_dummy_value()

        return types.void(x, y, target, types.intp), generate

    return block
