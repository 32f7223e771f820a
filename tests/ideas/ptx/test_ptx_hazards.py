"""The race detector: what it must find, and where it must stay silent."""

from __future__ import annotations

import numpy as np
import pytest

from ideas.ptx import compile_cuda, load, run

CUDA = r"""
#define ST(x) asm volatile("st." x ".s32 [%0], 1;" :: "l"(flag) : "memory")
#define LD(x) asm volatile("ld." x ".s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory")
#define PASS(NAME, WRITE, READ) \
  extern "C" __global__ void NAME(int* data, int* flag, int* out) { \
    int seen; \
    if (blockIdx.x == 0) { *data = 42; WRITE; } \
    else { do { READ; } while (!seen); *out = *data; } }
PASS(good, ST("release.gpu.global"), LD("acquire.gpu.global"))
PASS(relaxed, ST("relaxed.gpu.global"), LD("relaxed.gpu.global"))
PASS(narrow, ST("release.cta.global"), LD("acquire.cta.global"))
PASS(no_acquire, ST("release.gpu.global"), LD("relaxed.gpu.global"))
PASS(fences, __threadfence(); ST("relaxed.gpu.global"), LD("relaxed.gpu.global"); __threadfence())
PASS(weak, *(volatile int*)flag = 1, LD("volatile.global"))

extern "C" __global__ void reverse(int* x) {
  __shared__ int s[64]; int i = threadIdx.x;
  x += blockIdx.x * 64; s[i] = x[i]; __syncthreads(); x[i] = s[63 - i];
}
extern "C" __global__ void hasty(int* x) {
  __shared__ volatile int s[64]; int i = threadIdx.x;
  asm volatile("st.shared.s32 [%0], %1;" :: "r"((int)__cvta_generic_to_shared((void*)&s[i])), "r"(x[i]));
  int v; asm volatile("ld.shared.s32 %0, [%1];" : "=r"(v)
                      : "r"((int)__cvta_generic_to_shared((void*)&s[i ^ 33])));
  x[i] = v;
}
extern "C" __global__ void one_place(int* x) { x[0] = threadIdx.x; }
extern "C" __global__ void counted(int* x) { atomicAdd(x, 1); }
extern "C" __global__ void neighbours(int* x) {
  int i = blockIdx.x * blockDim.x + threadIdx.x; x[i] = x[i + 1];
}
extern "C" __global__ void not_coherent(const int* __restrict__ x, int* y) {
  int i = threadIdx.x; y[i] = __ldg(x + (i ^ 1));
}
extern "C" __global__ void last_block(const int* x, int* part, int* count, int* total) {
  __shared__ bool last;
  part[blockIdx.x * 32 + threadIdx.x] = x[threadIdx.x] + blockIdx.x;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicAdd(count, 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (last) {
    int sum = 0;
    for (int b = 0; b < gridDim.x; b++) sum += part[b * 32 + threadIdx.x];
    atomicAdd(total, sum);
  }
}
"""


@pytest.fixture(scope="module")
def module():
    return load(compile_cuda(CUDA, (8, 0)))


def look(module, kernel, grid, block, *sizes):
    arrays = [np.zeros(size, np.int32) for size in sizes]
    return run(module, kernel, grid, block, arrays, backend="interpreter", hazards=True).hazards


@pytest.mark.parametrize("kernel", ["good", "fences"])
def test_release_and_acquire_order_a_message(module, kernel):
    assert look(module, kernel, 2, 1, 1, 1, 1) == ()


@pytest.mark.parametrize("kernel", ["relaxed", "narrow", "no_acquire", "weak"])
def test_anything_less_is_a_race_on_the_data(module, kernel):
    races = [h for h in look(module, kernel, 2, 1, 1, 1, 1) if not h.first.scope]
    assert len(races) == 1
    (race,) = races
    assert race.kind == "data race, write and read"
    assert race.first.block == (0, 0, 0)
    assert race.second.block == (1, 0, 0)
    assert race.first.text.startswith("st.global")
    assert race.second.text.startswith("ld.global")
    assert "no release" in race.missing


def test_flags_with_too_narrow_a_scope_race_themselves(module):
    flags = [h for h in look(module, "narrow", 2, 1, 1, 1, 1) if h.first.scope]
    assert flags
    assert all("scopes do not include each other" in h.missing for h in flags)


def test_a_barrier_orders_shared_memory(module):
    assert look(module, "reverse", 2, 64, 128) == ()


def test_a_missing_barrier_is_found(module):
    (race,) = look(module, "hasty", 1, 64, 64)
    assert race.space == "shared"
    assert "no barrier" in race.missing
    assert race.first.thread != race.second.thread


def test_lanes_that_store_to_one_place(module):
    (race,) = look(module, "one_place", 1, 8, 1)
    assert "an atomic is missing" in race.missing
    assert look(module, "counted", 4, 64, 1) == ()


def test_a_read_of_what_the_neighbour_writes(module):
    assert {h.kind for h in look(module, "neighbours", 4, 64, 257)} == {"data race, read and write"}


def test_big_grids_are_followed_through_barriers(module):
    assert look(module, "reverse", 100, 64, 6400) == ()
    assert look(module, "neighbours", 100, 64, 6401)


def test_the_non_coherent_path_is_for_constant_data(module):
    x = np.arange(64, dtype=np.int32)
    found = run(module, "not_coherent", 1, 64, [x, x], backend="interpreter", hazards=True).hazards
    assert ".nc read of data that the kernel writes" in {h.kind for h in found}
    assert look(module, "not_coherent", 1, 64, 64, 64) == ()


def test_the_last_block_may_sum_what_all_blocks_wrote(module):
    assert look(module, "last_block", 5, 32, 32, 160, 1, 1) == ()
