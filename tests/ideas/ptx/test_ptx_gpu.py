"""The kernels on a real GPU, against their models."""

from __future__ import annotations

import numpy as np
import pytest

from ideas.ptx import compile_numba, describe_device, inline, kernels, launch, run

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.skipif(describe_device() == "no GPU found", reason="no GPU found"),
]

RNG = np.random.default_rng(7)
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


@pytest.mark.parametrize("case", CASES)
def test_a_kernel_leaves_what_its_model_leaves(case):
    kernel, grid, block, arguments = CASES[case]
    done = launch(kernel, kernels.MODELS[kernel], grid, block, *arguments)
    assert done.ran_on.startswith("ran on ")
    assert "sm_" in done.ran_on
    expected = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
    kernels.MODELS[kernel](*expected)
    np.testing.assert_allclose(done.arguments[-1], expected[-1], rtol=1e-5)


def test_a_message_arrives():
    from numba import cuda

    def message(data, flag, out):
        if cuda.blockIdx.x == 0:
            data[0] = 42
            inline.st_release_gpu(flag, 0, 1)
        else:
            while inline.ld_acquire_gpu(flag, 0) == 0:
                pass
            out[0] = data[0]

    zero = np.zeros(1, np.int32)
    done = launch(message, lambda *_: None, 2, 1, zero, zero, zero)
    assert done.arguments[2][0] == 42


def test_arrivals_are_counted_once_each():
    def arrive(counter, old):
        from_zero = inline.atom_add_release_sys(counter, 0, 1)
        old[from_zero] = 1

    done = launch(arrive, lambda *_: None, 8, 64, np.zeros(1, np.int32), np.zeros(512, np.int32))
    assert done.arguments[0][0] == 512
    assert done.arguments[1].all()


EXACT = ("saxpy", "strided_copy", "count_values", "warp_copy", "with_tail")


@pytest.mark.parametrize("case", EXACT)
def test_the_interpreter_leaves_the_bits_that_the_card_leaves(case):
    kernel, grid, block, arguments = CASES[case]
    listing = compile_numba(kernel, kernels.SIGNATURES[kernel], (8, 0))
    results = {}
    for backend in ("gpu", "interpreter"):
        copies = [a.copy() if isinstance(a, np.ndarray) else a for a in arguments]
        done = run(listing, None, grid, block, copies, backend=backend)
        assert ("interpreter" in done.ran_on) == (backend == "interpreter")
        results[backend] = [a.tobytes() for a in copies if isinstance(a, np.ndarray)]
    assert results["gpu"] == results["interpreter"]
