"""What the interpreter refuses, and how exactly it says so."""

from __future__ import annotations

import random

import numpy as np
import pytest

from ideas.ptx import Fault, PtxError, compile_cuda, kernels, load, read_listing, run
from ideas.ptx.compilers import compile_numba

CUDA = r"""
__constant__ int table[4] = {10, 20, 30, 40};
__device__ __noinline__ int twice(int x) { return 2 * x; }
extern "C" __global__ void past(int* x) { x[threadIdx.x + blockIdx.x * 32] = 1; }
extern "C" __global__ void odd(char* x) { *(int*)(x + threadIdx.x) = 1; }
extern "C" __global__ void unwritten(int* x) {
  __shared__ int s[32];
  if (threadIdx.x != 7) s[threadIdx.x] = 1;
  __syncthreads();
  x[threadIdx.x] = s[threadIdx.x];
}
extern "C" __global__ void reads_constant(int* x) { x[threadIdx.x] = twice(table[threadIdx.x]); }
extern "C" __global__ void keep(int* x, unsigned long long* kept) {
  kept[0] = (unsigned long long)x;
}
extern "C" __global__ void use(unsigned long long* kept, int* y) { y[0] = *(int*)kept[0]; }
extern "C" __global__ void spins(volatile int* flag) { while (!*flag) ; }
extern "C" __global__ void stuck(int* x) {
  if (threadIdx.x == 3) asm volatile("bar.sync 1, 64;");
  x[threadIdx.x] = 1;
}
extern "C" __global__ void past_shared(int* x, int n) {
  __shared__ int s[8];
  s[threadIdx.x + n] = 1; __syncthreads(); x[threadIdx.x] = s[threadIdx.x + n];
}
extern "C" __global__ void says(int n) { printf("thread %d of %d: %.2f %s\n", threadIdx.x, n, 0.5, "ok"); }
"""


@pytest.fixture(scope="module")
def module():
    return load(compile_cuda(CUDA, (8, 0)))


def interpret(module, kernel, grid, block, args, **options):
    return run(module, kernel, grid, block, args, backend="interpreter", **options)


def test_past_the_end_names_thread_block_line_address_and_array(module):
    with pytest.raises(Fault) as caught:
        interpret(module, "past", 2, 32, [np.zeros(40, np.int32)])
    fault = caught.value
    assert fault.kind == "out of bounds"
    assert (fault.block, fault.thread) == ((1, 0, 0), (8, 0, 0))
    assert fault.text.startswith("st.global.u32")
    assert "byte 160 of past_param_0, which has 160 bytes" in str(fault)
    assert f"{fault.address:#x}" in str(fault)
    assert module.line(fault.line) == fault.text


def test_a_misaligned_store(module):
    with pytest.raises(Fault, match=r"misaligned: thread \(1, 0, 0\).*no multiple of 4"):
        interpret(module, "odd", 1, 32, [np.zeros(64, np.int8)])


def test_a_read_of_shared_memory_that_no_one_wrote(module):
    with pytest.raises(Fault, match=r"uninitialised read: thread \(7, 0, 0\).*byte 28 of "):
        interpret(module, "unwritten", 1, 32, [np.zeros(32, np.int32)])


def test_a_write_to_constant_memory():
    text = """.version 8.0
.target sm_80
.address_size 64
.const .b32 table[4] = {1, 2, 3, 4};
.visible .entry writes() {
  .reg .b64 %a;
  mov.u64 %a, table;
  cvta.const.u64 %a, %a;
  st.b32 [%a+8], 7;
}"""
    with pytest.raises(Fault, match=r"write to const.*line 9.*table is constant"):
        interpret(text, "writes", 1, 1, [])


def test_constants_can_be_read_and_functions_called(module):
    x = np.zeros(4, np.int32)
    interpret(module, "reads_constant", 1, 4, [x])
    assert x.tolist() == [20, 40, 60, 80]


def test_an_array_that_may_not_be_written(module):
    x = np.zeros(64, np.int32)
    x.flags.writeable = False
    with pytest.raises(Fault, match="write to const"):
        interpret(module, "past", 2, 32, [x])


def test_a_pointer_kept_from_an_earlier_launch(module):
    kept = np.zeros(1, np.uint64)
    interpret(module, "keep", 1, 1, [np.zeros(4, np.int32), kept])
    with pytest.raises(Fault, match=r"its launch is over.*keep_param_0"):
        interpret(module, "use", 1, 1, [kept, np.zeros(1, np.int32)])


def test_past_the_end_of_shared_memory(module):
    with pytest.raises(Fault, match=r"out of bounds: thread \(5, 0, 0\).*32 bytes of shared"):
        interpret(module, "past_shared", 1, 8, [np.zeros(8, np.int32), 3])


def test_a_flag_that_no_one_raises_meets_the_step_limit(module):
    with pytest.raises(Fault, match="step limit: 5000 instructions"):
        interpret(module, "spins", 2, 32, [np.zeros(1, np.int32)], step_limit=5000)


def test_a_barrier_that_misses_threads_is_a_deadlock(module):
    with pytest.raises(Fault, match="deadlock"):
        interpret(module, "stuck", 1, 32, [np.zeros(32, np.int32)])


def test_printf_prints_in_lane_order(module):
    done = interpret(module, "says", 1, 2, [2])
    assert done.output == "thread 0 of 2: 0.50 ok\nthread 1 of 2: 0.50 ok\n"


@pytest.mark.parametrize(("args", "message"), [
    ([], "0 arguments"), ([1.5], "expected an integer"), (["x"], "expected an integer")])  # fmt: skip
def test_arguments_that_do_not_fit(module, args, message):
    with pytest.raises((ValueError, TypeError), match=message):
        interpret(module, "past", 1, 1, args)


@pytest.mark.parametrize(("grid", "block"), [(0, 1), (1, 2048), ((1, 2, 3, 4), 1), ("x", 1)])
def test_a_launch_that_cannot_be(module, grid, block):
    with pytest.raises(ValueError, match="expected"):
        interpret(module, "past", grid, block, [np.zeros(1, np.int32)])


def test_the_parser_says_where_and_what():
    text = read_listing("saxpy.ptx").text
    with pytest.raises(PtxError) as caught:
        load(text.replace("ld.global", "ld.glbal", 1))
    assert "unknown modifier .glbal" in str(caught.value)
    assert caught.value.line == 1 + text[: text.index("ld.global")].count("\n")
    assert caught.value.column is not None


SEEDS = [read_listing("saxpy.ptx").text, read_listing("publish.ptx").text]


def broken(text: str, rng: random.Random) -> str:
    """Truncate, shuffle, repeat, replace: what an editor, a disk or a mistake does to a text."""
    for _ in range(rng.randrange(1, 4)):
        a, b = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        how = rng.randrange(7)
        if how == 0:
            text = text[:a]
        elif how == 1:
            text = text[:a] + text[min(b, a + 20) :]
        elif how == 2:
            lines = text.split("\n")
            rng.shuffle(lines)
            text = "\n".join(lines)
        elif how == 3:
            noise = "".join(chr(rng.choice((rng.randrange(1, 127), rng.randrange(1, 0xD000))))
                            for _ in range(5))  # fmt: skip
            text = text[:a] + noise + text[a:]
        elif how == 4:
            text = text[:a] + rng.choice('{}()[];,.%:@!|<>"0x9-+*/') + text[a + 1 :]
        elif how == 5:
            words = text.split(" ")
            i, j = (rng.randrange(len(words)) for _ in range(2))
            words[i], words[j] = words[j], words[i]
            text = " ".join(words)
        else:
            text = text[:a] + text[a:b] * 2 + text[b:]
        text = text or ";"
    return text


@pytest.mark.parametrize("seed", range(20))
def test_broken_ptx_is_a_ptx_error_and_nothing_else(seed):
    rng = random.Random(seed)
    refused = 0
    sources = [*SEEDS, compile_numba(kernels.block_sum, kernels.SIGNATURES[kernels.block_sum],
                                     (8, 0)).text]  # fmt: skip
    for _ in range(60):
        text = broken(rng.choice(sources), rng)
        try:
            load(text)
        except PtxError as error:
            refused += bool(error.message)
    assert refused > 20


@pytest.mark.parametrize("text", ["", "\0", "{" * 5000, ".version 8.0\n.target sm_80\n" + "(" * 999,
                                  ".version 8.0 .target sm_80 .global .b8 x[99999999999999999];",
                                  ".version 8.0 .target sm_80 .global .b32 x = " + "-" * 9999 + "1;",
                                  ".version 8.0 .target sm_80 .global .b32 x = " + "9" * 9999 + ";",
                                  "/*", '"', ".version"])  # fmt: skip
def test_texts_that_are_hardly_ptx(text):
    with pytest.raises(PtxError):
        load(text)
