"""The teaching kernels, as Python functions for numba, each with an independent check in numpy.

A kernel is written for one thread.  Its model does the work of all of them at once, with the
same arguments: the tests compare the two.  ``SIGNATURES`` gives, for each kernel, the signature
that the chapter compiles it with.
"""

from __future__ import annotations

from typing import Any

try:
    from numba import cuda, float32, int32
except ImportError:  # without numba the sources can still be read and found in the recordings
    cuda = float32 = int32 = None


def saxpy(n, a, x, y):
    """One thread adds ``a * x[i]`` to ``y[i]``."""
    i = cuda.grid(1)
    if i < n:
        y[i] = a * x[i] + y[i]


def strided_copy(n, stride, source, target):
    """One thread copies element ``i * stride``: the further apart, the more sectors."""
    i = cuda.grid(1) * stride
    if i < n:
        target[i] = source[i]


def count_values(n, values, counts):
    """Count values: many threads may add to one counter, so the addition is atomic."""
    i = cuda.grid(1)
    if i < n:
        cuda.atomic.add(counts, values[i], 1)


def block_sum(n, x, total):
    """256 threads add 256 values in shared memory by halves, then one adds to the total."""
    partial = cuda.shared.array(256, float32)
    i = cuda.grid(1)
    t = cuda.threadIdx.x
    partial[t] = x[i] if i < n else float32(0)
    cuda.syncthreads()
    half = 128
    while half > 0:
        if t < half:
            partial[t] += partial[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        cuda.atomic.add(total, 0, partial[0])


def warp_sum(n, x, total):
    """32 lanes add 32 values by passing registers down the warp; no memory is shared."""
    i = cuda.grid(1)
    value = x[i] if i < n else float32(0)
    for distance in (16, 8, 4, 2, 1):
        value += cuda.shfl_down_sync(0xFFFFFFFF, value, distance)
    if cuda.laneid == 0:
        cuda.atomic.add(total, 0, value)


def warp_copy(n, source, target):
    """One warp copies whole rounds of 5 * 32 words, as the macro does: no tail."""
    held = cuda.local.array(5, int32)
    for i in range(cuda.laneid, n // 160 * 160, 160):
        for j in range(5):
            held[j] = source[i + 32 * j]
        for j in range(5):
            target[i + 32 * j] = held[j]


def warp_copy_with_tail(n, source, target):
    """Copy the same, and then the words left over, one a lane at a time."""
    held = cuda.local.array(5, int32)
    whole = n // 160 * 160
    for i in range(cuda.laneid, whole, 160):
        for j in range(5):
            held[j] = source[i + 32 * j]
        for j in range(5):
            target[i + 32 * j] = held[j]
    for i in range(whole + cuda.laneid, n, 32):
        target[i] = source[i]


def saxpy_model(n: int, a: float, x: Any, y: Any) -> None:
    """Do what a launch of :func:`saxpy` with at least `n` threads does to `y`, in float32.

    The GPU fuses multiplication and addition, numpy rounds twice: the last bit may differ.
    """
    y[:n] = x.dtype.type(a) * x[:n] + y[:n]


def strided_copy_model(n: int, stride: int, source: Any, target: Any) -> None:
    """Do what a launch of :func:`strided_copy` with enough threads does to `target`."""
    target[:n:stride] = source[:n:stride]


def count_values_model(n: int, values: Any, counts: Any) -> None:
    """Do what a launch of :func:`count_values` does to `counts`."""
    import numpy as np

    np.add.at(counts, values[:n], 1)


def sum_model(n: int, x: Any, total: Any) -> None:
    """Do what :func:`block_sum` and :func:`warp_sum` do to `total`, up to rounding."""
    total[0] += x[:n].sum(dtype=total.dtype)


def warp_copy_model(n: int, source: Any, target: Any) -> None:
    """Do what one warp of :func:`warp_copy` does to `target`."""
    whole = n // 160 * 160
    target[:whole] = source[:whole]


def warp_copy_with_tail_model(n: int, source: Any, target: Any) -> None:
    """Do what one warp of :func:`warp_copy_with_tail` does to `target`."""
    target[:n] = source[:n]


SIGNATURES = {
    saxpy: "void(int32, float32, CPointer(float32), CPointer(float32))",
    strided_copy: "void(int32, int32, CPointer(float32), CPointer(float32))",
    count_values: "void(int32, int32[::1], int32[::1])",
    block_sum: "void(int32, float32[::1], float32[::1])",
    warp_sum: "void(int32, float32[::1], float32[::1])",
    warp_copy: "void(int32, CPointer(int32), CPointer(int32))",
    warp_copy_with_tail: "void(int32, CPointer(int32), CPointer(int32))",
}
"""Signature that each kernel is compiled with; atomics need arrays, the others take pointers."""

MODELS = {
    saxpy: saxpy_model,
    strided_copy: strided_copy_model,
    count_values: count_values_model,
    block_sum: sum_model,
    warp_sum: sum_model,
    warp_copy: warp_copy_model,
    warp_copy_with_tail: warp_copy_with_tail_model,
}
"""The numpy model of each kernel."""
