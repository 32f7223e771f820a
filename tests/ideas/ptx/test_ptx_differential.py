"""Random C, compiled by NVRTC and run here, against the same C compiled by gcc: bit for bit.

A program is written once, with macros for what the two compilers spell differently.  What C
leaves undefined is avoided: shifts are masked, divisors made odd, floats clamped before they
become integers, and no product may fuse with a sum unless the program says ``fma``.
"""

from __future__ import annotations

import ctypes
import random
import shutil
import subprocess

import numpy as np
import pytest

from ideas.ptx import compile_cuda, load, run

THREADS = 96
BATCHES, PER_BATCH = 21, 100
INTEGERS = ("int", "uint", "llong", "ullong")
FLOATS = ("float", "double")
DTYPES = {"int": "i4", "uint": "u4", "llong": "i8", "ullong": "u8", "float": "f4", "double": "f8"}

COMMON = """
typedef unsigned uint; typedef long long llong; typedef unsigned long long ullong;
typedef signed char schar; typedef unsigned char uchar; typedef unsigned short ushort;
"""
DEVICE = (
    COMMON
    + """
#define ADDf(a,b) __fadd_rn(a,b)
#define SUBf(a,b) __fsub_rn(a,b)
#define MULf(a,b) __fmul_rn(a,b)
#define ADDd(a,b) __dadd_rn(a,b)
#define SUBd(a,b) __dsub_rn(a,b)
#define MULd(a,b) __dmul_rn(a,b)
#define POPC(x) __popc(x)
#define CLZ(x) __clz(x)
"""
)
HOST = (
    COMMON
    + """
#include <math.h>
static inline float ADDf(float a, float b) { return a + b; }
static inline float SUBf(float a, float b) { return a - b; }
static inline float MULf(float a, float b) { return a * b; }
static inline double ADDd(double a, double b) { return a + b; }
static inline double SUBd(double a, double b) { return a - b; }
static inline double MULd(double a, double b) { return a * b; }
#define POPC(x) __builtin_popcount(x)
#define CLZ(x) ((x) ? __builtin_clz(x) : 32)
#define ZEROS(T, NAME, F, PICK) static inline T NAME(T a, T b) { \\
  return a == 0 && b == 0 ? (PICK ? a : b) : F(a, b); }
ZEROS(float, least_f, fminf, signbit(a)) ZEROS(double, least_d, fmin, signbit(a))
ZEROS(float, most_f, fmaxf, !signbit(a)) ZEROS(double, most_d, fmax, !signbit(a))
#define fminf least_f
#define fmin least_d
#define fmaxf most_f
#define fmax most_d
static inline int min(int a, int b) { return a < b ? a : b; }
static inline int max(int a, int b) { return a > b ? a : b; }
"""
)


class Writer:
    """Writes one random program: expressions over typed variables, statements around them."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.variables: dict[str, str] = {"i": "int"}
        self.loops = 0

    def expression(self, kind: str, depth: int) -> str:
        rng = self.rng
        names = [n for n, k in self.variables.items() if k == kind]
        if depth == 0 or rng.random() < 0.12:
            return rng.choice(names) if names and rng.random() < 0.8 else self.constant(kind)
        if rng.random() < 0.15:
            return self.cast(kind, depth)
        if rng.random() < 0.1:
            condition = self.condition(depth - 1)
            return (
                f"({condition} ? {self.expression(kind, depth - 1)} : "
                f"{self.expression(kind, depth - 1)})"
            )
        a, b = (self.expression(kind, depth - 1) for _ in range(2))
        return self.floating(kind, a, b, depth) if kind in FLOATS else self.integer(kind, a, b)

    def constant(self, kind: str) -> str:
        rng = self.rng
        if kind == "float":
            return f"{rng.choice([0.5, -1.25, 3.0, 1e-3, 7.75e5, -0.1, 1e-40])}f"
        if kind == "double":
            return f"{rng.choice([0.5, -1.25, 3.0, 1e-3, 7.75e5, -0.1, 1e-300])}"
        value = rng.choice([0, 1, 2, 3, 7, 31, 255, 65537, 2**31 - 1, rng.randrange(2**31)])
        return f"(({kind}){value}{'u' if kind[0] == 'u' else ''}{'ll' if 'l' in kind else ''})"

    def integer(self, kind: str, a: str, b: str) -> str:
        wide = "llong" in kind
        top = 63 if wide else 31
        # Signed numbers may not overflow in C: they go through the unsigned type of their size.
        u, s = ("ullong" if wide else "uint"), kind
        forms = [f"({s})(({u}){a} + ({u}){b})", f"({s})(({u}){a} - ({u}){b})",
                 f"({s})(({u}){a} * ({u}){b})", f"({a} & {b})", f"({a} | {b})",
                 f"({a} ^ {b})", f"(~{a})", f"({s})(({u}){a} << ({b} & {top}))", f"({a} >> ({b} & {top}))",
                 f"({a} / (({b} & 1023) | 1))", f"({a} % (({b} & 4095) | 1))", f"({s})(0 - ({u}){a})"]  # fmt: skip
        if kind == "int":
            forms += [f"min({a}, {b})", f"max({a}, {b})", f"((int)(schar){a})",
                      f"((int)(short){a})", f"(int)(((llong){a} * {b}) >> 32)"]  # fmt: skip
        if kind == "uint":
            forms += [f"(uint)POPC({a})", f"(uint)CLZ({a})", f"((uint)(uchar){a})",
                      f"((uint)(ushort){a})", f"(uint)(((ullong){a} * {b}) >> 32)",
                      f"(({a} << 7) | ({a} >> 25))"]  # fmt: skip
        return self.rng.choice(forms)

    def floating(self, kind: str, a: str, b: str, depth: int) -> str:
        s = "f" if kind == "float" else "d"
        end = "f" if kind == "float" else ""
        c = self.expression(kind, depth - 1)
        return self.rng.choice([
            f"ADD{s}({a}, {b})", f"SUB{s}({a}, {b})", f"MUL{s}({a}, {b})", f"ADD{s}({a}, {b})",
            f"MUL{s}({a}, {b})", f"({a} / {b})", f"fma{end}({a}, {b}, {c})", f"fabs{end}({a})",
            f"sqrt{end}(fabs{end}({a}))", f"(- {a})", f"fmin{end}({a}, {b})",
            f"fmax{end}({a}, {b})", f"floor{end}({a})", f"trunc{end}({a})", f"rint{end}({a})",
        ])  # fmt: skip

    def cast(self, kind: str, depth: int) -> str:
        source = self.rng.choice([k for k in (*INTEGERS, *FLOATS) if k != kind])
        inner = self.expression(source, depth - 1)
        if source in FLOATS and kind in INTEGERS:
            end = "f" if source == "float" else ""
            low = "0" if kind[0] == "u" else "-1e6"
            name = f"fmin{end}(fmax{end}({inner}, ({source}){low}), ({source})1e6)"
            return f"(({kind}){name})"
        return f"(({kind}){inner})"

    def condition(self, depth: int) -> str:
        kind = self.rng.choice((*INTEGERS, *FLOATS))
        sign = self.rng.choice(["<", "<=", ">", ">=", "==", "!="])
        return f"({self.expression(kind, depth)} {sign} {self.expression(kind, depth)})"

    def statements(self, count: int, depth: int) -> str:
        return "\n".join(self.statement(depth) for _ in range(count))

    def statement(self, depth: int) -> str:
        rng = self.rng
        name = rng.choice([n for n in self.variables if n != "i" and n[0] != "j"])
        kind = self.variables[name]
        choice = rng.random()
        if depth and choice < 0.2:
            return f"if {self.condition(1)} {{\n{self.statements(2, depth - 1)}\n}} else {{\n" \
                   f"{self.statements(1, depth - 1)}\n}}"  # fmt: skip
        if depth and choice < 0.35:
            self.loops += 1
            j = f"j{self.loops}"
            bound = rng.choice(["3", "5", "(i & 7)", "(i % 11)"])
            self.variables[j] = "int"
            body = self.statements(2, depth - 1)
            del self.variables[j]
            leave = f"if {self.condition(1)} break;" if rng.random() < 0.4 else ""
            return f"for (int {j} = 0; {j} < {bound}; {j}++) {{\n{body}\n{leave}\n}}"
        return f"{name} = {self.expression(kind, rng.choice([1, 2, 3]))};"


def straight(rng: random.Random, name: str) -> tuple[str, str, list[str]]:
    """One thread, one result: arithmetic, casts, branches, loops."""
    writer = Writer(rng)
    kinds = [rng.choice((*INTEGERS, *FLOATS)) for _ in range(3)]
    start = []
    for index, kind in enumerate(kinds):
        writer.variables[f"v{index}"] = kind
        start.append(f"{kind} v{index} = x{index}[i];")
    body = "\n".join(start) + "\n" + writer.statements(rng.choice([2, 4, 6]), 2)
    stores = "\n".join(f"x{i}[i] = v{i};" for i in range(3))
    arguments = ", ".join(f"{k}* x{i}" for i, k in enumerate(kinds))
    device = f'extern "C" __global__ void {name}({arguments}) {{\nint i = threadIdx.x;\n' \
             f"{body}\n{stores}\n}}\n"  # fmt: skip
    host = f"void {name}({arguments}) {{\nfor (int i = 0; i < {THREADS}; i++) {{\n" \
           f"{body}\n{stores}\n}}\n}}\n"  # fmt: skip
    return device, host, kinds


def together(rng: random.Random, name: str) -> tuple[str, str, list[str]]:
    """Threads that exchange values: through shared memory, shuffles or atomics."""
    kinds = [rng.choice(("int", "uint", "float")), rng.choice(("int", "uint", "float")),
             rng.choice(("int", "uint"))]  # fmt: skip
    writer = Writer(rng)
    writer.variables |= {"v0": kinds[0], "v1": kinds[1], "v2": kinds[2]}
    first = writer.statements(2, 1)
    second = writer.statements(2, 1)
    a = rng.randrange(1, THREADS)
    d = rng.choice([1, 2, 4, 8, 16])
    shuffle, source = rng.choice([
        (f"__shfl_xor_sync(~0u, v1, {d})", f"i ^ {d}"),
        (f"__shfl_down_sync(~0u, v1, {d})", f"(i % 32 + {d} < 32 ? i + {d} : i)"),
        (f"__shfl_up_sync(~0u, v1, {d})", f"(i % 32 >= {d} ? i - {d} : i)"),
        (f"__shfl_sync(~0u, v1, {d})", f"i / 32 * 32 + {d}"),
    ])  # fmt: skip
    atomic, update = rng.choice([
        ("atomicAdd(&x2[i % {m}], v2)", "x2[i % {m}] = (uint)x2[i % {m}] + (uint)s2[i]"),
        ("atomicMin(&x2[i % {m}], v2)", "if (s2[i] < x2[i % {m}]) x2[i % {m}] = s2[i]"),
        ("atomicMax(&x2[i % {m}], v2)", "if (s2[i] > x2[i % {m}]) x2[i % {m}] = s2[i]"),
        ("atomicXor(&x2[i % {m}], v2)", "x2[i % {m}] ^= s2[i]"),
        ("atomicAnd(&x2[i % {m}], v2)", "x2[i % {m}] &= s2[i]"),
        ("atomicOr(&x2[i % {m}], v2)", "x2[i % {m}] |= s2[i]"),
    ])  # fmt: skip
    m = rng.choice([1, 3, 16])
    arguments = ", ".join(f"{k}* x{i}" for i, k in enumerate(kinds))
    device = f"""extern "C" __global__ void {name}({arguments}) {{
      __shared__ {kinds[0]} s[{THREADS}];
      int i = threadIdx.x; {kinds[0]} v0 = x0[i]; {kinds[1]} v1 = x1[i]; {kinds[2]} v2 = x2[i];
      {first}
      s[i] = v0; __syncthreads(); v0 = s[(i + {a}) % {THREADS}];
      v1 = {shuffle};
      {second}
      x0[i] = v0; x1[i] = v1; __syncthreads();
      {atomic.format(m=m)};
    }}\n"""
    host = f"""void {name}({arguments}) {{
      static {kinds[0]} s0[{THREADS}]; static {kinds[1]} s1[{THREADS}];
      static {kinds[2]} s2[{THREADS}];
      for (int i = 0; i < {THREADS}; i++) {{
        {kinds[0]} v0 = x0[i]; {kinds[1]} v1 = x1[i]; {kinds[2]} v2 = x2[i];
        {first}
        s0[i] = v0; s1[i] = v1; s2[i] = v2; }}
      for (int i = 0; i < {THREADS}; i++) {{
        {kinds[0]} v0 = s0[(i + {a}) % {THREADS}]; {kinds[1]} v1 = s1[{source}];
        {kinds[2]} v2 = s2[i];
        {second}
        x0[i] = v0; x1[i] = v1; s2[i] = v2; }}
      for (int i = 0; i < {THREADS}; i++) {{ {update.format(m=m)}; }}
    }}\n"""
    return device, host, kinds


def values(kind: str, rng: np.random.Generator) -> np.ndarray:
    dtype = np.dtype(DTYPES[kind])
    if dtype.kind == "f":
        small = rng.standard_normal(THREADS) * 10.0 ** rng.integers(-3, 6, THREADS)
        small[:4] = [0.0, -0.0, 1.0, -2.5]
        return small.astype(dtype)
    bits = rng.integers(0, 256, THREADS * dtype.itemsize, dtype=np.uint8).view(dtype)
    bits[:4] = [0, 1, dtype.type(-1 % 2**dtype.itemsize), 7]
    bits[4 : THREADS // 2] %= 1000
    return bits


@pytest.fixture(scope="module")
def programs(tmp_path_factory):
    """Write every program, and compile the host's side as one library."""
    gcc = shutil.which("gcc")
    if gcc is None:
        pytest.skip("gcc is missing; Debian and Ubuntu: apt-get install gcc")
    rng = random.Random(1)
    batches, host = [], [HOST]
    for batch in range(BATCHES):
        device, kernels = [DEVICE], {}
        for index in range(PER_BATCH):
            make = together if index % 4 == 0 else straight
            name = f"k{batch}_{index}"
            ours, theirs, kinds = make(rng, name)
            device.append(ours)
            host.append(theirs)
            kernels[name] = kinds
        batches.append(("".join(device), kernels))
    folder = tmp_path_factory.mktemp("differential")
    (folder / "host.c").write_text("".join(host))
    command = [gcc, "-O0", "-w", "-shared", "-fPIC", "-fwrapv", "-ffp-contract=off",
               "-fno-strict-aliasing", "-o", folder / "host.so", folder / "host.c", "-lm"]  # fmt: skip
    subprocess.run(command, check=True)
    return batches, ctypes.CDLL(str(folder / "host.so"))


@pytest.mark.parametrize("batch", range(BATCHES))
def test_a_hundred_random_programs_give_the_bits_that_gcc_gives(programs, batch):
    batches, library = programs
    source, kernels = batches[batch]
    cc = ((7, 5), (8, 0), (9, 0))[batch % 3]
    module = load(compile_cuda(source, cc))
    rng = np.random.default_rng(batch)
    wrong = []
    for name, kinds in kernels.items():
        ours = [values(kind, rng) for kind in kinds]
        theirs = [x.copy() for x in ours]
        run(module, name, 1, THREADS, ours, backend="interpreter")
        library[name](*(ctypes.c_void_p(x.ctypes.data) for x in theirs))
        if not all(same_bits(a, b) for a, b in zip(ours, theirs, strict=True)):
            wrong.append(name)
    assert not wrong


def same_bits(a: np.ndarray, b: np.ndarray) -> bool:
    """Same bits, but any NaN equals any other: the two processors write different ones."""
    if a.dtype.kind == "f":
        a, b = (np.where(np.isnan(x), 0.125, x) for x in (a, b))
    return a.tobytes() == b.tobytes()
