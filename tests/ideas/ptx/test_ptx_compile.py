"""Compiling, assembling, and the complaints of both."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from ideas.ptx import (
    PtxError,
    ToolMissing,
    assemble,
    check_numba_cuda,
    compile_cuda,
    compile_numba,
    describe_toolchain,
    inline,
    kernels,
    read_listing,
    sass,
)
from ideas.ptx.assembler import sass_opcodes
from ideas.ptx.deepep import HELPERS, module_around
from ideas.ptx.toolchain import find_nvdisasm

TOOLS = describe_toolchain()
pytestmark = pytest.mark.skipif(
    "missing" in [TOOLS[t] for t in ("numba-cuda", "NVRTC", "NVVM", "nvJitLink")],
    reason="the compilers' wheels are not installed",
)
ARCHITECTURES = [(7, 5), (8, 0), (9, 0)]
EXPECTED = {
    kernels.saxpy: {"fma.rn.f32": 1, "ld.global.f32": 2, "st.global.f32": 1},
    kernels.strided_copy: {"ld.global.f32": 1, "st.global.f32": 1},
    kernels.count_values: {"atom.global.add.u32": 1, "ld.global.s32": 1},
    kernels.block_sum: {"bar.sync": 9, "atom.global.add.f32": 1, "ld.global.f32": 1},
    kernels.warp_sum: {"shfl.sync.down.b32": 5, "atom.global.add.f32": 1},
}


@pytest.mark.parametrize("kernel", kernels.SIGNATURES, ids=lambda kernel: kernel.__name__)
@pytest.mark.parametrize("cc", ARCHITECTURES)
def test_every_kernel_compiles_and_assembles(kernel, cc):
    listing = compile_numba(kernel, kernels.SIGNATURES[kernel], cc)
    assert f".target sm_{cc[0]}{cc[1]}" in listing.text
    assert f".entry {kernel.__name__}(" in listing.text
    for opcode, count in EXPECTED.get(kernel, {}).items():
        assert listing.opcodes[opcode] == count, opcode
    cubin = assemble(listing, cc)
    assert cubin.data[:4] == b"\x7fELF"
    assert len(cubin) == len(cubin.data)


@pytest.mark.parametrize("kernel", [kernels.warp_copy, kernels.warp_copy_with_tail])
def test_the_unrolled_loads_come_before_the_stores(kernel):
    listing = compile_numba(kernel, kernels.SIGNATURES[kernel], (8, 0))
    moves = [
        i.name for i in listing.instructions if "global" in i.qualifiers and i.name in ("ld", "st")
    ]
    assert moves[:10] == ["ld"] * 5 + ["st"] * 5
    rest = [
        group
        for group in zip(*[iter(moves)] * 10, strict=False)
        if list(group) != ["ld"] * 5 + ["st"] * 5
    ]
    alone = bool(rest) or len(moves) % 10 != 0
    assert alone == (kernel is kernels.warp_copy_with_tail), "only the tail moves single words"


def test_a_sum_instead_of_a_product_becomes_a_fused_multiply_add():
    from numba import cuda

    def scale(a, x):
        i = cuda.grid(1)
        x[i] = a * x[i] + a

    listing = compile_numba(scale, "void(float32, CPointer(float32))", (7, 5))
    assert listing.opcodes["fma.rn.f32"] == 1
    assert not listing.matching("mul", "f32")


@pytest.mark.parametrize("helper", HELPERS, ids=lambda helper: helper.ptx.split(" ")[0])
def test_each_helper_needs_exactly_what_the_table_says(helper):
    assemble(module_around(helper.ptx, helper.needs), helper.needs)
    older = {(7, 0): (6, 1), (8, 0): (7, 5), (9, 0): (8, 9)}.get(helper.needs)
    if older:
        with pytest.raises(PtxError) as caught:
            assemble(module_around(helper.ptx, older), older)
        assert caught.value.line == 14
        assert caught.value.text == helper.ptx


@pytest.mark.parametrize("cc", ARCHITECTURES)
@pytest.mark.parametrize("name", ["saxpy.ptx", "publish.ptx"])
def test_handwritten_ptx_assembles(name, cc):
    assert assemble(read_listing(name), cc).data[:4] == b"\x7fELF"


@pytest.mark.parametrize("cc", ARCHITECTURES)
def test_cuda_c_helpers_become_their_instruction(cc):
    listing = compile_cuda(str(read_listing("helpers.cu")), cc)
    for name, *qualifiers in (
        ("ld", "relaxed", "gpu", "global"),
        ("ld", "acquire", "gpu", "global"),
        ("ld", "global", "nc", "L1::no_allocate"),
        ("st", "relaxed", "gpu", "global", "L1::no_allocate"),
        ("st", "release", "gpu", "global"),
        ("atom", "release", "sys", "global", "add"),
    ):
        assert len(listing.matching(name, *qualifiers)) == 1, (name, qualifiers)
    assert assemble(listing, cc).data


LOADS = {
    inline.ld_relaxed_gpu: "ld.relaxed.gpu.global.s32",
    inline.ld_acquire_gpu: "ld.acquire.gpu.global.s32",
    inline.ld_volatile: "ld.volatile.global.s32",
    inline.ld_nc_no_allocate: "ld.global.nc.L1::no_allocate.s32",
}
STORES = {
    inline.st_relaxed_gpu: "st.relaxed.gpu.global.s32",
    inline.st_relaxed_gpu_no_allocate: "st.relaxed.gpu.global.L1::no_allocate.b32",
    inline.st_release_gpu: "st.release.gpu.global.s32",
}
MEMORY = ["void(CPointer(int32), CPointer(int32))", "void(int32[::1], int32[::1])"]


@pytest.mark.parametrize("signature", MEMORY)
@pytest.mark.parametrize("helper", LOADS)
def test_inline_loads_are_one_instruction_between_the_stores(helper, signature):
    def kernel(a, out):
        out[0] = 1
        value = helper(a, 3)
        out[0] = value

    listing = compile_numba(kernel, signature, (8, 0))
    assert listing.opcodes[LOADS[helper]] == 1
    assert len(listing.matching("st", "global")) == 2, "the clobber keeps the first store"
    assert assemble(listing, (8, 0)).data


@pytest.mark.parametrize("signature", MEMORY)
@pytest.mark.parametrize("helper", STORES)
def test_inline_stores_come_after_earlier_stores(helper, signature):
    def kernel(a, out):
        a[0] = 42
        helper(out, 0, 1)
        a[0] = 43

    listing = compile_numba(kernel, signature, (8, 0))
    stores = [i.opcode for i in listing.matching("st", "global")]
    assert stores == ["st.global.u32", STORES[helper], "st.global.u32"]
    assert assemble(listing, (8, 0)).data


def test_inline_atomic_returns_the_old_value_and_the_fence_is_there():
    def kernel(counter, out):
        out[0] = inline.atom_add_release_sys(counter, 1, 5)
        inline.fence_acq_rel()

    listing = compile_numba(kernel, MEMORY[0], (8, 0))
    (atom,) = listing.matching("atom", "release", "sys", "global", "add", "s32")
    (store,) = listing.matching("st", "global")
    assert store.operands[1] == atom.operands[0]
    assert listing.opcodes["fence.acq_rel.gpu"] == 1
    assert assemble(listing, (8, 0)).data


def test_an_inline_load_in_a_loop_stays_in_the_loop():
    def kernel(flag, out):
        while inline.ld_relaxed_gpu(flag, 0) == 0:
            pass
        out[0] = 1

    listing = compile_numba(kernel, MEMORY[0], (8, 0))
    target = [i for i in listing.matching("bra") if i.guard][-1].operands[0]
    loop = listing.text[listing.text.index(target + ":") :]
    assert "ld.relaxed" in loop


def test_inline_helpers_refuse_other_types():
    def kernel(a, out):
        out[0] = inline.ld_relaxed_gpu(a, 0)

    with pytest.raises(Exception, match="32-bit integers"):
        compile_numba(kernel, "void(CPointer(float32), CPointer(int32))", (8, 0))


@pytest.mark.parametrize("line", range(10, 14))
def test_an_assembler_error_carries_its_line_and_text(line):
    lines = module_around("add.u32 %r2, %r1, %r1;", (8, 0)).splitlines()
    lines[line - 1] = "    planted.u32 %r1;"
    with pytest.raises(PtxError) as caught:
        assemble("\n".join(lines), (8, 0))
    assert caught.value.line == line
    assert caught.value.text == "planted.u32 %r1;"
    assert caught.value.column is None
    assert "planted" in str(caught.value)


def test_text_that_is_no_ptx_is_an_error_without_a_line():
    with pytest.raises(PtxError) as caught:
        assemble("hello", (8, 0))
    assert caught.value.line is None
    assert caught.value.message


def test_a_cuda_error_carries_line_and_column():
    with pytest.raises(PtxError) as caught:
        compile_cuda('extern "C" __global__ void k(int* p) {\n\n   *p = missing;\n}', (8, 0))
    assert (caught.value.line, caught.value.column) == (3, 9)
    assert caught.value.text == "*p = missing;"


@pytest.mark.parametrize("cc", [None, 80, (8,), "sm_80", (8.0, 0)])
def test_cc_must_be_a_pair_of_integers(cc):
    for call in (
        lambda: compile_numba(kernels.saxpy, "void(int32)", cc),
        lambda: compile_cuda("", cc),
        lambda: assemble("", cc),
    ):
        with pytest.raises(ValueError, match="expected a pair of integers"):
            call()


@pytest.mark.parametrize(
    "instruction",
    [
        "ld.relaxed.global.s32 %r2, [%rd1];",
        "ld.relaxed.gpu.global.nc.s32 %r2, [%rd1];",
        "ld.volatile.global.L1::no_allocate.s32 %r2, [%rd1];",
        "ld.shared.L1::no_allocate.s32 %r2, [%r3];",
        "atom.global.add.s64 %rd2, [%rd1], %rd3;",
        "red.acquire.gpu.global.add.u32 [%rd1], %r1;",
    ],
)
def test_forms_that_do_not_exist_are_refused(instruction):
    with pytest.raises(PtxError) as caught:
        assemble(module_around(instruction, (9, 0)), (9, 0))
    assert caught.value.line == 14


def test_both_orders_of_an_atomics_qualifiers_give_one_machine_code():
    first, second = (
        assemble(module_around(text, (8, 0)), (8, 0)).data
        for text in (
            "atom.release.sys.global.add.s32 %r2, [%rd1], %r1;",
            "atom.add.release.sys.global.s32 %r2, [%rd1], %r1;",
        )
    )
    assert first == second


@pytest.mark.skipif(find_nvdisasm() is None, reason="nvdisasm is not installed")
@pytest.mark.parametrize("cc", ARCHITECTURES)
def test_volatile_and_relaxed_sys_are_one_machine_instruction(cc):
    def machine(load: str) -> list[str]:
        text = f"{load}.global.s32 %r2, [%rd1]; st.global.s32 [%rd1+4], %r2;"
        listing = sass(assemble(module_around(text, cc), cc))
        return [opcode for opcode in sass_opcodes(listing) if opcode.startswith("LDG")]

    assert machine("ld.volatile") == machine("ld.relaxed.sys") == ["LDG.E.STRONG.SYS"]
    assert machine("ld.relaxed.gpu") == ["LDG.E.STRONG.GPU"]
    assert "STRONG" not in machine("ld")[0]


def test_numba_cuda_is_numba_cudas():
    from importlib.metadata import version

    assert check_numba_cuda() == version("numba-cuda")


def test_the_old_target_of_numba_is_refused(monkeypatch):
    from numba import cuda

    monkeypatch.setattr(cuda, "__file__", "/somewhere/numba/cuda/__init__.py")
    check_numba_cuda.cache_clear()
    try:
        with pytest.raises(ToolMissing, match="old target"):
            check_numba_cuda()
    finally:
        check_numba_cuda.cache_clear()


def test_the_package_imports_nothing_heavy():
    code = (
        "import sys; before = set(sys.modules); import ideas.ptx; "
        "heavy = {'numba', 'numpy', 'cuda', 'cuda.bindings', 'llvmlite', 'matplotlib'}; "
        "print(*heavy & (set(sys.modules) - before))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="needs /proc")
def test_the_compilers_used_are_those_of_the_wheels_not_of_a_toolkit():
    code = """
from ideas.ptx import assemble, compile_cuda, compile_numba, kernels
listing = compile_numba(kernels.saxpy, kernels.SIGNATURES[kernels.saxpy], (8, 0))
assemble(listing, (8, 0)); compile_cuda("__device__ int a;", (8, 0))
for line in open("/proc/self/maps"):
    path = line.split(maxsplit=5)[-1].strip()
    if any(name in path for name in ("libnvrtc", "libnvvm", "libnvJitLink")):
        print(path)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    used = set(done.stdout.split())
    assert len(used) >= 3
    assert all("site-packages" in path for path in used), used
