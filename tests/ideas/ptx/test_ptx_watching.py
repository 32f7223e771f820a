"""Traces and counts, against what can be worked out by hand."""

from __future__ import annotations

import json

import numpy as np
import pytest

from ideas import ptx
from ideas.ptx import coalescing

CUDA = r"""
extern "C" __global__ void strided(int stride, const int* x, int* y) {
  y[threadIdx.x] = x[threadIdx.x * stride];
}
extern "C" __global__ void column(int* y, int pad) {
  extern __shared__ int s[];
  s[threadIdx.x * (32 + pad)] = threadIdx.x; __syncthreads(); y[threadIdx.x] = s[threadIdx.x * (32 + pad)];
}
extern "C" __global__ void parted(int* y, int k) {
  int v;
  if ((threadIdx.x & 31) < k) { asm volatile("mov.u32 %0, 1;" : "=r"(v)); }
  else { asm volatile("mov.u32 %0, 2;" : "=r"(v)); }
  y[threadIdx.x] = v;
}
extern "C" __global__ void four(const int* __restrict__ x, int* y) {
  int i = threadIdx.x, a = x[i], b = x[i + 32], c = x[i + 64], d = x[i + 96];
  y[i] = a + b + c + d;
}
"""


@pytest.fixture(scope="module")
def module():
    return ptx.load(ptx.compile_cuda(CUDA, (8, 0)))


@pytest.mark.parametrize("stride", [1, 2, 4, 8, 16])
def test_sectors_are_those_of_the_coalescing_model(module, stride):
    arrays = [np.zeros(32 * stride, np.int32), np.zeros(32, np.int32)]
    found = ptx.analyse(module, "strided", 1, 32, [stride, *arrays])
    (load,), (store,) = found.of("load", "global"), found.of("store", "global")
    assert load.sectors == len(coalescing.sectors(coalescing.warp_addresses(stride)))
    assert store.sectors == 4
    assert store.lines == 1
    assert load.bytes_asked == 128


@pytest.mark.parametrize(("pad", "turns"), [(0, 32), (1, 1)])
def test_a_column_of_a_tile_conflicts_unless_rows_are_padded(module, pad, turns):
    size = 4 * 32 * (32 + pad)
    found = ptx.analyse(module, "column", 1, 32, [np.zeros(32, np.int32), pad], shared_bytes=size)
    (load,) = found.of("load", "shared")
    assert load.turns == turns
    assert load.conflicts == turns - 1


@pytest.mark.parametrize(("k", "divided"), [(0, 0), (8, 2), (32, 0)])
def test_divergence_counts_the_warps_that_part(module, k, divided):
    found = ptx.analyse(module, "parted", 1, 64, [np.zeros(64, np.int32), k])
    assert sum(found.divergent.values()) == divided
    assert (found.active < 1) == bool(divided)


def test_four_independent_loads_fly_together(module):
    arrays = [np.zeros(128, np.int32), np.zeros(32, np.int32)]
    assert ptx.analyse(module, "four", 1, 32, arrays).loads_in_flight == 4
    assert ptx.analyse(module, "strided", 1, 32, [1, *arrays]).loads_in_flight == 1


def test_bytes_are_counted_by_cache_hint(module):
    arrays = [np.zeros(128, np.int32), np.zeros(32, np.int32)]
    found = ptx.analyse(module, "four", 1, 32, arrays).bytes_by_hint
    assert found == {"nc": 4 * 128, "default": 128}


def test_a_trace_shows_lanes_registers_and_memory(module):
    y = np.zeros(32, np.int32)
    seen = ptx.trace(module, "parted", 1, 32, [y, 8])
    assert y.tolist() == [1] * 8 + [2] * 24
    masks = {step.active for step in seen.steps}
    assert masks == {0xFFFFFFFF, 0xFF, 0xFFFFFF00}
    (store,) = [s for s in seen.steps if s.touched and s.touched.kind == "store"]
    assert store.active == 0xFFFFFFFF
    assert store.touched.places == [4 * i for i in range(32)]
    assert store.touched.array == "parted_param_0"
    for step in seen.steps:
        for values in step.registers.values():
            assert len(values) == bin(step.active).count("1")
    ones = [s for s in seen.steps if s.active == 0xFF and s.registers]
    assert [list(s.registers.values()) for s in ones] == [[[1] * 8]]


def test_a_trace_is_small_json_and_can_be_narrowed(module):
    y = np.zeros(128, np.int32)
    seen = ptx.trace(module, "parted", 1, 128, [y, 8], warps=[(0, 2)])
    assert {(s.block, s.warp) for s in seen.steps} == {(0, 2)}
    assert len(json.loads(seen.to_json())["steps"]) == len(seen.steps)
    short = ptx.trace(module, "parted", 1, 128, [y, 8], steps=5)
    assert len(short.steps) == 5
    assert not short.complete
