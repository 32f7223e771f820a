"""Thread-instructions a second of the PTX interpreter, against numba's simulator in one run.

Saxpy at 1 M elements and tiled matrix product at 256 here; the simulator, which starts an
operating-system thread for every CUDA thread, gets 16,384 threads and matrix product at 64.  The
ratio is of the times per element of saxpy, and per multiplication of the matrix product (a thread
of the larger product has four times the work).  Last, how the cost grows with the threads.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time

import numpy as np

SAXPY_TO_HOLD = 250e6
RATIO_TO_HOLD = 1000

CUDA = r"""
extern "C" __global__ void saxpy(int n, float a, const float* x, float* y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
extern "C" __global__ void matmul(int n, const float* a, const float* b, float* c) {
  __shared__ float s[16][16], t[16][16];
  int row = blockIdx.y * 16 + threadIdx.y, col = blockIdx.x * 16 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    s[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
    t[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + col];
    __syncthreads();
    for (int j = 0; j < 16; j++) sum += s[threadIdx.y][j] * t[j][threadIdx.x];
    __syncthreads();
  }
  c[row * n + col] = sum;
}
"""

SIMULATED = r"""
import time
import numpy as np
from numba import cuda, float32

@cuda.jit
def saxpy(n, a, x, y):
    i = cuda.grid(1)
    if i < n:
        y[i] = a * x[i] + y[i]

@cuda.jit
def matmul(n, a, b, c):
    s = cuda.shared.array((16, 16), float32)
    t = cuda.shared.array((16, 16), float32)
    col, row = cuda.grid(2)
    total = float32(0)
    for k in range(0, n, 16):
        s[cuda.threadIdx.y, cuda.threadIdx.x] = a[row, k + cuda.threadIdx.x]
        t[cuda.threadIdx.y, cuda.threadIdx.x] = b[k + cuda.threadIdx.y, col]
        cuda.syncthreads()
        for j in range(16):
            total += s[cuda.threadIdx.y, j] * t[j, cuda.threadIdx.x]
        cuda.syncthreads()
    c[row, col] = total

x = np.ones(16384, np.float32)
start = time.perf_counter()
saxpy[64, 256](x.size, np.float32(2), x, x.copy())
print((time.perf_counter() - start) / x.size)
m = np.ones((64, 64), np.float32)
start = time.perf_counter()
matmul[(4, 4), (16, 16)](64, m, m, m.copy())
print((time.perf_counter() - start) / 64**3)
"""


def best(times: int, function) -> tuple[float, int]:
    """Shortest time of several, and the instructions executed."""
    found = []
    for _ in range(times):
        start = time.perf_counter()
        done = function()
        found.append((time.perf_counter() - start, done.instructions))
    return min(found)


def saxpy(module, n: int):
    from ideas.ptx import run

    x, y = np.ones(n, np.float32), np.ones(n, np.float32)
    return run(module, "saxpy", -(-n // 256), 256, [n, 2.0, x, y], backend="interpreter")


def matmul(module, n: int):
    from ideas.ptx import run

    a, c = np.ones((n, n), np.float32), np.zeros((n, n), np.float32)
    shape = (n // 16, n // 16)
    return run(module, "matmul", shape, (16, 16), [n, a, a, c], backend="interpreter")


def main() -> None:
    from ideas.ptx import compile_cuda, load

    module = load(compile_cuda(CUDA, (8, 0)))
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1"}
    printed = subprocess.run(
        [sys.executable, "-c", SIMULATED],
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    )
    simulator = [float(line) for line in printed.stdout.split()]
    cases = (("saxpy, 1 M elements", saxpy, 1 << 20, 1 << 20), ("matmul, 256", matmul, 256, 256**3))
    for (name, function, size, units), theirs in zip(cases, simulator, strict=True):
        seconds, instructions = best(7, lambda f=function, s=size: f(module, s))
        ratio = theirs / (seconds / units)
        print(
            f"{name}: {instructions / seconds / 1e6:.0f} M thread-instructions/s, "
            f"{ratio:.0f} times numba's simulator"
        )
        if function is saxpy:
            print(f"at least {SAXPY_TO_HOLD / 1e6:.0f} M/s is to be held: "
                  f"{instructions / seconds >= SAXPY_TO_HOLD}")  # fmt: skip
        print(f"at least {RATIO_TO_HOLD} times is to be held: {ratio >= RATIO_TO_HOLD}")
    for n in (1_000, 10_000, 100_000, 1_000_000, 10_000_000):
        seconds, _ = best(3 if n < 1e7 else 1, lambda n=n: saxpy(module, n))
        print(f"saxpy, {n:>10,} threads: {seconds * 1e3:9.2f} ms, {seconds / n * 1e9:8.1f} ns each")


if __name__ == "__main__":
    main()
