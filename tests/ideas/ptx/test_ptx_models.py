"""The models: reading a listing, sectors, warp copy, and what two threads can see."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ideas.ptx import (
    Listing,
    describe_device,
    describe_toolchain,
    kernels,
    launch,
    read_listing,
)
from ideas.ptx.coalescing import efficiency, sectors, warp_addresses
from ideas.ptx.warpcopy import left_behind, rounds, waits, warp_copy

HAVE_COMPILERS = all(describe_toolchain()[tool] != "missing" for tool in ("NVVM", "numba-cuda"))


def macro(words: int, unroll: int) -> set[int]:
    """The macro's loops, lane by lane, written again and independently of the model."""
    touched = set()
    for lane in range(32):
        i = lane
        while i < words // (32 * unroll) * (32 * unroll):
            touched |= {i + 32 * j for j in range(unroll)}
            i += 32 * unroll
    return touched


def test_warp_copy_without_tail_is_the_macro_for_all_small_sizes():
    for unroll in range(1, 9):
        for words in range(0, 300):
            got = warp_copy(list(range(words)), unroll)
            assert {i for i, value in enumerate(got) if value is not None} == macro(words, unroll)
            assert got.count(None) == left_behind(words, unroll)


@pytest.mark.parametrize("tail", ["strided", "guarded"])
def test_warp_copy_with_a_tail_copies_each_word_once_for_all_small_sizes(tail):
    for unroll in range(1, 9):
        for words in range(0, 300):
            assert warp_copy(list(range(words)), unroll, tail) == list(range(words))
            visits = Counter(i for group in rounds(words, unroll, tail) for i in group)
            assert visits == Counter(range(words))


def test_the_token_of_the_document():
    words = 7168 * 2 // 16
    assert words == 896
    assert [left_behind(words, u) for u in (4, 5, 7)] == [0, 96, 0]
    assert 96 * 16 == 1536
    assert waits(words, 7) == 4


@pytest.mark.parametrize(
    ("words", "unroll", "tail"), [(-1, 1, "none"), (1, 0, "none"), (1, 1, "x")]
)
def test_warp_copy_refuses_bad_input(words, unroll, tail):
    with pytest.raises(ValueError, match="expected"):
        list(rounds(words, unroll, tail))


@given(st.lists(st.integers(0, 10_000), min_size=1, max_size=32), st.sampled_from([1, 4, 8, 16]))
def test_sectors_are_those_of_the_single_bytes(addresses, size):
    assert sectors(addresses, size) == {(a + b) // 32 for a in addresses for b in range(size)}
    assert 0 < efficiency(addresses, size) <= 1


def test_sectors_of_strides():
    for stride in range(1, 33):
        assert len(sectors(warp_addresses(stride))) == min(32, 4 * stride)
    assert len(sectors(warp_addresses(1, base=4))) == 5


@pytest.mark.parametrize(("addresses", "size"), [([-1], 4), ([0], 0)])
def test_sectors_refuse_bad_input(addresses, size):
    with pytest.raises(ValueError, match="expected"):
        sectors(addresses, size)


def test_a_listing_is_read_instruction_by_instruction():
    text = """
.version 8.0
.target sm_80
// ld.fake.u32 %r1, [%rd1];
.visible .entry k(.param .u64 p)
{
    .reg .b32 %r<4>;
$L1: L2:
    ld.global.v2.u32 {%r1, %r2}, [%rd1+8];
    @!%p1 bra.uni $L1; mov.b64 %rd1, {%r1, %r2}; /* st.fake
    */ ret;
}
"""
    read = Listing(text, "").instructions
    assert [i.opcode for i in read] == ["ld.global.v2.u32", "bra.uni", "mov.b64", "ret"]
    assert [i.line for i in read] == [9, 10, 10, 11]
    assert read[0].operands == ("{%r1, %r2}", "[%rd1+8]")
    assert read[1].guard == "!%p1"


def test_an_unknown_listing_is_refused():
    with pytest.raises(ValueError, match="expected one of"):
        read_listing("nothing.ptx")


@pytest.mark.parametrize(("grid", "block"), [(0, 32), (1, 0), (1, 2048)])
def test_launch_refuses_impossible_shapes(grid, block):
    with pytest.raises(ValueError, match="expected"):
        launch(kernels.saxpy, kernels.saxpy_model, grid, block)


@pytest.mark.skipif(not HAVE_COMPILERS, reason="the compilers are not installed")
def test_a_launch_leaves_its_arguments_alone_and_says_what_ran():
    import numpy as np

    x = np.ones(8, dtype=np.float32)
    device = describe_device()
    model = "ran as a Python model of the kernel (no GPU found)"
    interpreter = "ran on the PTX interpreter (no GPU found)"
    for stand_in, fallback in ((kernels.saxpy_model, model), (None, interpreter)):
        done = launch(kernels.saxpy, stand_in, 1, 32, 8, np.float32(3), x, x.copy())
        assert done.arguments[3].tolist() == [4] * 8
        assert x.tolist() == [1] * 8
        assert done.ran_on == (fallback if device == "no GPU found" else f"ran on {device}")


@pytest.mark.skipif(not HAVE_COMPILERS, reason="the compilers are not installed")
@pytest.mark.parametrize("kernel", kernels.MODELS, ids=lambda kernel: kernel.__name__)
def test_each_kernel_leaves_what_its_numpy_check_leaves(kernel):
    import numpy as np

    x = np.arange(300, dtype=np.float32)
    words = np.arange(1, 897, dtype=np.int32)
    sums = (2, 256, (x.size, x, np.zeros(1, np.float32)))
    copies = (1, 32, (words.size, words, np.zeros_like(words)))
    grid, block, arguments = {
        "saxpy": (2, 256, (x.size, np.float32(2), x, x.copy())),
        "strided_copy": (2, 256, (x.size, 3, x, np.zeros_like(x))),
        "count_values": (2, 256, (300, words[:300] % 8, np.zeros(8, np.int32))),
        "block_sum": sums,
        "warp_sum": sums,
        "warp_copy": copies,
        "warp_copy_with_tail": copies,
    }[kernel.__name__]
    done = launch(kernel, None, grid, block, *arguments)
    kernels.MODELS[kernel](*arguments)
    np.testing.assert_allclose(done.arguments[-1], arguments[-1], rtol=1e-5)
