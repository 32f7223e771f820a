"""The instructions that DeepEP's ``utils.cuh`` wraps, each with its purpose and its needs.

A row is one PTX instruction.  :func:`module_around` puts it into the smallest module that
declares its registers, so that an assembler can accept or refuse it on its own.  ``needs`` is
the oldest architecture that takes the instruction (ptxas of CUDA 12.9 starts at sm_50; "any"
is written (5, 0)).
Source: DeepEP, ``csrc/kernels/utils.cuh``; PTX ISA, section "Instruction Set".
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Helper:
    """One instruction: its group, the PTX, what it is for, and the oldest architecture."""

    group: str
    ptx: str
    purpose: str
    needs: tuple[int, int]


HELPERS: tuple[Helper, ...] = (
    Helper("fence", "fence.acq_rel.sys;", "order, every GPU and the host", (7, 0)),
    Helper("fence", "fence.acq_rel.gpu;", "order, this GPU", (7, 0)),
    Helper("fence", "fence.acq_rel.cta;", "order, this block", (7, 0)),
    Helper("publish", "st.relaxed.sys.global.s32 [%rd1], %r1;", "raise a flag, no order", (7, 0)),
    Helper("publish", "st.release.sys.global.s32 [%rd1], %r1;", "raise a flag", (7, 0)),
    Helper("publish", "st.release.cta.s32 [%rd1], %r1;", "raise a flag in the block", (7, 0)),
    Helper("poll", "ld.acquire.sys.global.s32 %r2, [%rd1];", "read a flag", (7, 0)),
    Helper("poll", "ld.acquire.gpu.global.s32 %r2, [%rd1];", "read a flag", (7, 0)),
    Helper("poll", "ld.acquire.cta.s32 %r2, [%rd1];", "read a flag in the block", (7, 0)),
    Helper("poll", "ld.volatile.global.s32 %r2, [%rd1];", "read again, no order", (5, 0)),
    Helper("poll", "ld.volatile.global.f32 %f1, [%rd1];", "read again, a float", (5, 0)),
    Helper("poll", "ld.volatile.global.s64 %rd2, [%rd1];", "read again, 64 bits", (5, 0)),
    Helper("poll", "ld.volatile.global.u64 %rd2, [%rd1];", "read again, 64 bits", (5, 0)),
    Helper(
        "count",
        "atom.add.release.sys.global.s32 %r2, [%rd1], %r1;",
        "count, keep the old value",
        (7, 0),
    ),
    Helper(
        "count",
        "atom.add.release.gpu.global.s32 %r2, [%rd1], %r1;",
        "count, keep the old value",
        (7, 0),
    ),
    Helper(
        "lock",
        "atom.cas.acquire.cta.shared::cta.b32 %r2, [%r3], %r4, %r1;",
        "take a lock in shared memory",
        (7, 0),
    ),
    Helper(
        "lock", "atom.exch.release.cta.shared::cta.b32 %r2, [%r3], %r4;", "give it back", (7, 0)
    ),
    Helper(
        "stream",
        "ld.relaxed.gpu.global.L1::no_allocate.b32 %r2, [%rd1];",
        "coherent, please not into L1",
        (7, 0),
    ),
    Helper(
        "stream",
        "ld.relaxed.gpu.global.L1::no_allocate.b64 %rd2, [%rd1];",
        "the same, 64 bits",
        (7, 0),
    ),
    Helper(
        "stream", "st.relaxed.gpu.global.L1::no_allocate.b32 [%rd1], %r1;", "coherent store", (7, 0)
    ),
    Helper(
        "stream",
        "st.release.gpu.global.L1::no_allocate.b32 [%rd1], %r1;",
        "coherent store that publishes",
        (7, 0),
    ),
    Helper(
        "token",
        "ld.global.nc.L1::no_allocate.s32 %r2, [%rd1];",
        "read-only path, please not into L1",
        (7, 0),
    ),
    Helper(
        "token",
        "ld.global.nc.L1::no_allocate.L2::256B.s32 %r2, [%rd1];",
        "and prefetch 256 bytes into L2",
        (8, 0),
    ),
    Helper(
        "token",
        "ld.global.nc.L1::no_allocate.L2::256B.v4.s32 {%r2, %r5, %r6, %r7}, [%rd1];",
        "16 bytes a lane",
        (8, 0),
    ),
    Helper(
        "token",
        "st.global.L1::no_allocate.v4.s32 [%rd1], {%r1, %r1, %r1, %r1};",
        "weak store, 16 bytes a lane",
        (7, 0),
    ),
    Helper("maths", "lg2.approx.f32 %f1, %f2;", "logarithm to base 2", (5, 0)),
    Helper("maths", "ex2.approx.f32 %f1, %f2;", "power of 2", (5, 0)),
    Helper("lane", "mov.u32 %r2, %laneid;", "which lane am I?", (5, 0)),
    Helper("lane", "trap;", "stop with an error", (5, 0)),
    Helper("TMA", "mbarrier.init.shared::cta.b64 [%r3], 1;", "barrier in shared memory", (8, 0)),
    Helper("TMA", "mbarrier.arrive.shared::cta.b64 %rd2, [%r3];", "arrive at it", (8, 0)),
    Helper(
        "TMA",
        "mbarrier.arrive.expect_tx.shared::cta.b64 %rd2, [%r3], 64;",
        "arrive, and expect 64 bytes",
        (9, 0),
    ),
    Helper(
        "TMA",
        "mbarrier.try_wait.parity.shared::cta.b64 %p1, [%r3], 0;",
        "is this phase over?",
        (9, 0),
    ),
    Helper("TMA", "fence.proxy.async.shared::cta;", "order with the copy engine", (9, 0)),
    Helper(
        "TMA",
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
        "[%r3], [%rd1], 64, [%r4];",
        "bulk load",
        (9, 0),
    ),
    Helper(
        "TMA",
        "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r3], 64;",
        "bulk store",
        (9, 0),
    ),
    Helper("TMA", "elect.sync %r2|%p1, 0xffffffff;", "pick one lane", (9, 0)),
)
"""The helpers, in the order of the chapter's table."""


def module_around(instruction: str, cc: tuple[int, int], version: str = "8.0") -> str:
    """Write the smallest PTX module that contains `instruction`, for the architecture `cc`.

    It declares ``%r0``-``%r9`` (32 bits), ``%rd0``-``%rd9`` (64 bits), ``%f0``-``%f9`` and
    ``%p0``-``%p9``; ``%rd1`` holds the kernel's one pointer parameter and ``%r3`` and ``%r4``
    addresses in shared memory.  The instruction stands on line 14.

    >>> module_around("trap;", (7, 5)).splitlines()[13].strip()
    'trap;'
    """
    return f"""\
.version {version}
.target sm_{cc[0]}{cc[1]}
.address_size 64
.shared .align 16 .b8 room[256];
.visible .entry one(.param .u64 pointer)
{{
    .reg .pred %p<10>;
    .reg .b32 %r<10>;
    .reg .b64 %rd<10>;
    .reg .f32 %f<10>;
    ld.param.u64 %rd1, [pointer];
    mov.u32 %r3, room;
    add.u32 %r4, %r3, 128;
    {instruction}
    ret;
}}
"""
