"""The inline helpers: what each becomes in PTX, and that it runs."""

from __future__ import annotations

import numpy as np
import pytest

from ideas.ptx import assemble, compile_numba, inline, launch, load, run

LOADS = {
    "ld_acquire_sys": ("ld.acquire.sys.global.s32", "int32"),
    "ld_acquire_cta": ("ld.acquire.cta.global.s32", "int32"),
    "ld_volatile_float32": ("ld.volatile.global.f32", "float32"),
    "ld_volatile_int64": ("ld.volatile.global.s64", "int64"),
    "ld_relaxed_gpu_no_allocate": ("ld.relaxed.gpu.global.L1::no_allocate.b32", "int32"),
    "ld_relaxed_gpu_no_allocate_int64": ("ld.relaxed.gpu.global.L1::no_allocate.b64", "int64"),
    "ld_nc_no_allocate_l2_256": ("ld.global.nc.L1::no_allocate.L2::256B.s32", "int32"),
    "ld_nc_no_allocate_float32": ("ld.global.nc.L1::no_allocate.f32", "float32"),
    "ld_nc_no_allocate_int64": ("ld.global.nc.L1::no_allocate.s64", "int64"),
}
STORES = {
    "st_relaxed_sys": ("st.relaxed.sys.global.s32", "int32"),
    "st_release_sys": ("st.release.sys.global.s32", "int32"),
    "st_release_cta": ("st.release.cta.global.s32", "int32"),
    "st_release_gpu_no_allocate": ("st.release.gpu.global.L1::no_allocate.b32", "int32"),
    "st_no_allocate": ("st.global.L1::no_allocate.b32", "int32"),
    "st_no_allocate_float32": ("st.global.L1::no_allocate.f32", "float32"),
}


@pytest.mark.parametrize("name", LOADS)
def test_a_load_becomes_its_instruction_and_loads(name):
    opcode, element = LOADS[name]
    helper = getattr(inline, name)

    def copy(x, y):
        y[0] = helper(x, 3)

    listing = compile_numba(copy, f"void({element}[::1], {element}[::1])", (8, 0))
    assert opcode in listing.opcodes
    assert assemble(listing, (8, 0)).size
    x, y = np.arange(5).astype(element), np.zeros(1, element)
    run(listing, None, 1, 1, [x, y], backend="interpreter")
    assert y[0] == 3


@pytest.mark.parametrize("name", STORES)
def test_a_store_becomes_its_instruction_and_stores(name):
    opcode, element = STORES[name]
    helper = getattr(inline, name)

    def put(x):
        helper(x, 2, 7)

    listing = compile_numba(put, f"void({element}[::1])", (8, 0))
    assert opcode in listing.opcodes
    assert assemble(listing, (8, 0)).size
    x = np.zeros(4, element)
    run(listing, None, 1, 1, [x], backend="interpreter")
    assert x.tolist() == [0, 0, 7, 0]


def test_atomics_fences_and_the_small_ones():
    def all_of_them(x, f, lanes):
        inline.fence_acq_rel_sys()
        inline.fence_acq_rel_cta()
        old = inline.atom_add_release_gpu(x, 0, 1)
        lanes[old] = inline.lane_id()
        inline.atom_exch_release_cta(x, 1, 9)
        f[0] = inline.ex2_approx(inline.lg2_approx(f[1]))
        if x[0] < 0:
            inline.trap()

    listing = compile_numba(all_of_them, "void(int32[::1], float32[::1], int32[::1])", (8, 0))
    opcodes = set(listing.opcodes)
    assert {"fence.acq_rel.sys", "fence.acq_rel.cta", "atom.release.gpu.global.add.s32",
            "atom.release.cta.global.exch.b32", "lg2.approx.f32", "ex2.approx.f32",
            "trap"} <= opcodes  # fmt: skip
    x, f, lanes = np.zeros(2, np.int32), np.array([0, 5], np.float32), np.zeros(32, np.int32)
    run(listing, None, 1, 32, [x, f, lanes], backend="interpreter")
    assert x.tolist() == [32, 9]
    assert lanes.tolist() == list(range(32))
    assert abs(f[0] - 5) < 1e-5


def test_a_launch_without_a_model_runs_the_kernels_ptx():
    from numba import cuda

    def message(data, flag, out):
        if cuda.blockIdx.x == 1:
            data[0] = 42
            inline.st_release_gpu(flag, 0, 1)
        else:
            while inline.ld_acquire_gpu(flag, 0) == 0:
                pass
            out[0] = data[0]

    zero = np.zeros(1, np.int32)
    done = launch(message, None, 2, 1, zero, zero, zero)
    assert done.arguments[2][0] == 42
    assert done.ran_on.startswith("ran on ")


def test_a_helper_refuses_memory_of_another_type():
    from numba.core.errors import TypingError

    def wrong(x):
        inline.st_no_allocate(x, 0, 1)

    with pytest.raises(TypingError, match="32-bit integers"):
        compile_numba(wrong, "void(float32[::1])", (8, 0))


def test_loaded_text_knows_its_parameters():
    def nothing(x):
        pass

    module = load(compile_numba(nothing, "void(int32[::1])", (8, 0)))
    (kernel,) = module.kernels.values()
    assert len(kernel.parameters) == 7
