"""The teaching kernels on the interpreter, from CUDA C and from numba, against numpy."""

from __future__ import annotations

import numpy as np
import pytest

from ideas.ptx import compile_cuda, compile_numba, kernels, load, read_listing, run

CUDA = r"""
#define TILE 16
extern "C" __global__ void saxpy(int n, float a, const float* __restrict__ x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
extern "C" __global__ void reduce_shared(int n, const int* x, int* total) {
  __shared__ int part[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  part[t] = i < n ? x[i] : 0;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (t < half) part[t] += part[t + half];
    __syncthreads();
  }
  if (t == 0) atomicAdd(total, part[0]);
}
extern "C" __global__ void reduce_shuffle(int n, const float* x, float* sums) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = i < n ? x[i] : 0;
  for (int d = 16; d; d /= 2) v += __shfl_down_sync(~0u, v, d);
  if (threadIdx.x % 32 == 0) sums[i / 32] = v;
}
extern "C" __global__ void histogram(int n, const unsigned char* x, unsigned* bins) {
  __shared__ unsigned mine[256];
  mine[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&mine[x[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], mine[threadIdx.x]);
}
extern "C" __global__ void matmul(int n, const float* a, const float* b, float* c) {
  __shared__ float s[TILE][TILE], t[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y, col = blockIdx.x * TILE + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += TILE) {
    s[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
    t[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + col];
    __syncthreads();
    for (int j = 0; j < TILE; j++) sum += s[threadIdx.y][j] * t[j][threadIdx.x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}
template <int PAD> __device__ void transpose(int n, const int* x, int* y) {
  __shared__ int tile[32][32 + PAD];
  int i = blockIdx.x * 32 + threadIdx.x;
  for (int r = threadIdx.y; r < 32; r += blockDim.y)
    tile[r][threadIdx.x] = x[(blockIdx.y * 32 + r) * n + i];
  __syncthreads();
  for (int r = threadIdx.y; r < 32; r += blockDim.y)
    y[(blockIdx.x * 32 + r) * n + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][r];
}
extern "C" __global__ void transpose_plain(int n, const int* x, int* y) { transpose<0>(n, x, y); }
extern "C" __global__ void transpose_padded(int n, const int* x, int* y) { transpose<1>(n, x, y); }
extern "C" __global__ void prefix_sum(const int* x, int* y) {
  extern __shared__ int two[];
  int n = blockDim.x, t = threadIdx.x, out = 0, in = 1;
  two[t] = x[t];
  __syncthreads();
  for (int d = 1; d < n; d *= 2) {
    out = 1 - out; in = 1 - out;
    two[out * n + t] = t >= d ? two[in * n + t] + two[in * n + t - d] : two[in * n + t];
    __syncthreads();
  }
  y[t] = two[out * n + t];
}
extern "C" __global__ void spin_lock(int* lock, int* counter) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      *(volatile int*)counter = *(volatile int*)counter + 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}
extern "C" __global__ void spin_lock_outside(int* lock, int* counter) {
  while (atomicCAS(lock, 0, 1) != 0) ;
  __threadfence();
  *(volatile int*)counter = *(volatile int*)counter + 1;
  __threadfence();
  atomicExch(lock, 0);
}
extern "C" __global__ void message(int* data, int* flag, int* out) {
  if (blockIdx.x == gridDim.x - 1) {
    if (threadIdx.x == 0) {
      *data = 42;
      asm volatile("st.release.gpu.global.s32 [%0], 1;" :: "l"(flag) : "memory");
    }
  } else {
    int seen;
    do asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
    while (!seen);
    out[blockIdx.x * blockDim.x + threadIdx.x] = *data;
  }
}
"""

RNG = np.random.default_rng(5)
CCS = ((7, 5), (8, 0), (9, 0))


@pytest.fixture(scope="module", params=CCS, ids=lambda cc: f"sm_{cc[0]}{cc[1]}")
def cuda_module(request):
    return load(compile_cuda(CUDA, request.param))


def interpret(module, kernel, grid, block, args, **options):
    done = run(module, kernel, grid, block, args, backend="interpreter", **options)
    assert done.ran_on == "ran on the PTX interpreter"
    return done


def test_saxpy_rounds_once(cuda_module):
    n = 100_000
    x, y = (RNG.standard_normal(n, dtype=np.float32) for _ in range(2))
    exact = (x.astype(np.float64) * 3 + y).astype(np.float32)
    interpret(cuda_module, "saxpy", 400, 256, [n, 3.0, x, y])
    assert y.tobytes() == exact.tobytes()


def test_reduction_in_shared_memory(cuda_module):
    x, total = RNG.integers(-1000, 1000, 10_001).astype(np.int32), np.zeros(1, np.int32)
    interpret(cuda_module, "reduce_shared", 40, 256, [x.size, x, total])
    assert total[0] == x.sum()


def test_reduction_by_shuffles_adds_in_a_tree(cuda_module):
    x = RNG.standard_normal(640, dtype=np.float32)
    sums = np.zeros(20, np.float32)
    interpret(cuda_module, "reduce_shuffle", 5, 128, [x.size, x, sums])
    lanes = x.reshape(20, 32).copy()
    for distance in (16, 8, 4, 2, 1):
        lanes = lanes[:, :distance] + lanes[:, distance : 2 * distance]
    assert sums.tobytes() == lanes[:, 0].tobytes()


def test_histogram(cuda_module):
    x, bins = RNG.integers(0, 256, 50_000).astype(np.uint8), np.zeros(256, np.uint32)
    interpret(cuda_module, "histogram", 7, 256, [x.size, x, bins])
    assert (bins == np.bincount(x, minlength=256)).all()


def test_tiled_matrix_product(cuda_module):
    n = 64
    a, b = (RNG.integers(-8, 8, (n, n)).astype(np.float32) for _ in range(2))
    c = np.zeros((n, n), np.float32)
    interpret(cuda_module, "matmul", (4, 4), (16, 16), [n, a, b, c])
    assert (c == a @ b).all()


@pytest.mark.parametrize("kernel", ["transpose_plain", "transpose_padded"])
def test_transpose(cuda_module, kernel):
    n = 96
    x, y = np.arange(n * n, dtype=np.int32).reshape(n, n), np.zeros((n, n), np.int32)
    interpret(cuda_module, kernel, (3, 3), (32, 8), [n, x, y])
    assert (y == x.T).all()


def test_prefix_sum_in_dynamic_shared_memory(cuda_module):
    x, y = RNG.integers(-9, 9, 200).astype(np.int32), np.zeros(200, np.int32)
    interpret(cuda_module, "prefix_sum", 1, 200, [x, y], shared_bytes=2 * 4 * 200)
    assert (y == np.cumsum(x)).all()


@pytest.mark.parametrize("kernel", ["spin_lock", "spin_lock_outside"])
def test_a_spin_lock_lets_every_thread_in(cuda_module, kernel):
    lock, counter = np.zeros(1, np.int32), np.zeros(1, np.int32)
    interpret(cuda_module, kernel, 3, 40, [lock, counter])
    assert counter[0] == 120
    assert lock[0] == 0


def test_a_message_passes_from_a_later_block(cuda_module):
    data, flag, out = np.zeros(1, np.int32), np.zeros(1, np.int32), np.zeros(3 * 64, np.int32)
    interpret(cuda_module, "message", 4, 64, [data, flag, out])
    assert (out == 42).all()


def test_a_message_passes_from_a_block_of_another_chunk(cuda_module):
    blocks = 200
    data, flag, out = (np.zeros(k, np.int32) for k in (1, 1, (blocks - 1) * 1024))
    interpret(cuda_module, "message", blocks, 1024, [data, flag, out])
    assert (out == 42).all()


X = RNG.random(10_000, dtype=np.float32)
VALUES = RNG.integers(0, 8, 10_000).astype(np.int32)
WORDS = np.arange(1, 897, dtype=np.int32)
CASES = {
    "saxpy": (kernels.saxpy, 40, 256, (X.size, np.float32(2), X, X)),
    "strided_copy": (kernels.strided_copy, 40, 256, (X.size, 3, X, np.zeros_like(X))),
    "count_values": (kernels.count_values, 40, 256, (X.size, VALUES, np.zeros(8, np.int32))),
    "block_sum": (kernels.block_sum, 40, 256, (X.size, X, np.zeros(1, np.float32))),
    "warp_sum": (kernels.warp_sum, 40, 256, (X.size, X, np.zeros(1, np.float32))),
    "warp_copy": (kernels.warp_copy, 1, 32, (896, WORDS, np.zeros_like(WORDS))),
    "with_tail": (kernels.warp_copy_with_tail, 1, 32, (896, WORDS, np.zeros_like(WORDS))),
}


@pytest.mark.parametrize("cc", CCS, ids=lambda cc: f"sm_{cc[0]}{cc[1]}")
@pytest.mark.parametrize("case", CASES)
def test_a_kernel_from_numba_leaves_what_its_model_leaves(case, cc):
    kernel, grid, block, arguments = CASES[case]
    ours = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
    theirs = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
    interpret(compile_numba(kernel, kernels.SIGNATURES[kernel], cc), None, grid, block, ours)
    kernels.MODELS[kernel](*theirs)
    np.testing.assert_allclose(ours[-1], theirs[-1], rtol=1e-5)


def test_a_two_dimensional_array_of_numba_is_one_argument():
    from numba import cuda

    def scale(matrix):
        i, j = cuda.grid(2)
        if i < matrix.shape[0] and j < matrix.shape[1]:
            matrix[i, j] *= 2

    matrix = np.arange(35, dtype=np.float64).reshape(5, 7)
    listing = compile_numba(scale, "void(float64[:,:])", (8, 0))
    interpret(listing, None, (1, 1), (8, 8), [matrix])
    assert (matrix == 2 * np.arange(35).reshape(5, 7)).all()


def test_the_listings_of_the_package_run():
    module = load(read_listing("saxpy.ptx").text)
    (kernel,) = module.kernels.values()
    x, y = np.arange(64, dtype=np.float32), np.ones(64, np.float32)
    values = {"u64": iter((x, y)), "f32": iter((2.0,)), "u32": iter((64,)), "s32": iter((64,))}
    args = [next(values[p.type.name]) for p in kernel.parameters]
    interpret(module, None, 1, 64, args)
    assert (y == 2 * x + 1).all()
