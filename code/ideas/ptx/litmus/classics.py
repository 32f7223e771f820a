"""The classical litmus tests in PTX, at the strengths and scopes where the verdict changes.

Each has a verdict that someone published, and says who: the manual, the tests of NVIDIA's formal
model with proxies (NVlabs/mixedproxy), the tests of the verifier Dartagnan (Dat3M), or the proof
of the mapping from C++ onto PTX.  A few verdicts are nowhere published; they follow from an axiom
alone, say so, and are the ones with ``published`` False.

The tests are written anew; a spinning wait of the original is one look, and the condition says
that the look succeeded.
"""

from __future__ import annotations

from dataclasses import dataclass

from .program import Place, Test, Thread

MANUAL = "PTX ISA, Memory Consistency Model, {}"
NVIDIA = "NVlabs/mixedproxy, tests/{}.test"
DAT3M = "Dat3M, litmus/PTX/{}.litmus, verdict in PTXv6_0-expected.csv"
MAPPING = "C++ forbids it ({}), and the mapping onto PTX is proven sound: Lustig et al. (2019)"
DERIVED = "follows from {}; no published verdict found"


@dataclass(frozen=True)
class Classic:
    """A test, what is asked, the verdict, and who gave it.

    ``condition`` describes an outcome; ``allowed`` says whether the model allows it.
    """

    name: str
    family: str
    test: Test
    condition: str
    allowed: bool
    source: str

    @property
    def published(self) -> bool:
        """Whether someone published the verdict."""
        return "no published verdict" not in self.source

    def __str__(self) -> str:
        return f"{self.name}: {'allowed' if self.allowed else 'forbidden'} ({self.source})"


_BLOCKS = {
    "one block": (Place(0), Place(0), Place(0), Place(0)),
    "blocks": (Place(0), Place(1), Place(2), Place(3)),
    "two blocks": (Place(0), Place(0), Place(1), Place(1)),
    "last two": (Place(0), Place(1), Place(1), Place(1)),
    "cluster": (Place(0, cluster=0), Place(1, cluster=0), Place(2, cluster=1), Place(3, cluster=1)),
    "GPUs": (Place(0), Place(0, gpu=1), Place(0, gpu=2), Place(0, gpu=3)),
}
CLASSICS: list[Classic] = []
"""All of them, by family."""


def _add(name: str, where: str, threads: str, condition: str, verdict: str, source: str,
         initial: dict[str, int] | None = None) -> None:  # fmt: skip
    family = name.split("+")[0].split(" ")[0]
    places = _BLOCKS[where]
    made = [Thread(t, places[n]) for n, t in enumerate(threads.split("||"))]
    test = Test(name, made, initial or {})
    allowed = {"allowed": True, "forbidden": False}[verdict]
    CLASSICS.append(Classic(name, family, test, condition, allowed, source))


# Message passing: data, then a flag; the flag, then the data.

_MP = r"1:r0=1 /\ 1:r1=0"
_add("MP+fence.sys", "blocks", "st.weak [x], 1; fence.acq_rel.sys; st.relaxed.sys [y], 1 || "
     "ld.relaxed.sys r0, [y]; fence.acq_rel.sys; ld.weak r1, [x]", _MP, "forbidden",
     MANUAL.format("Causality: Message Passing"))  # fmt: skip
_add("MP+fence.sys, one block", "one block", "st.weak [x], 1; fence.acq_rel.sys; "
     "st.relaxed.sys [y], 1 || ld.relaxed.sys r0, [y]; fence.acq_rel.sys; ld.weak r1, [x]", _MP,
     "forbidden", DAT3M.format("Manual/MP-sys-fence"))  # fmt: skip
_add("MP+release.cta+acquire.cta", "one block", "st.weak [x], 1; st.release.cta [y], 1 || "
     "ld.acquire.cta r0, [y]; ld.weak r1, [x]", _MP, "forbidden",
     NVIDIA.format("MP_cta"))  # fmt: skip
_add("MP+release.gpu+acquire.gpu", "blocks", "st.weak [x], 1; st.release.gpu [y], 1 || "
     "ld.acquire.gpu r0, [y]; ld.weak r1, [x]", _MP, "forbidden",
     NVIDIA.format("MP_gpu"))  # fmt: skip
_add("MP+release.sys+acquire.sys", "GPUs", "st.weak [x], 1; st.release.sys [y], 1 || "
     "ld.acquire.sys r0, [y]; ld.weak r1, [x]", _MP, "forbidden",
     MAPPING.format("release and acquire"))  # fmt: skip
_add("MP+release.cta+acquire.gpu", "one block", "st.weak [x], 1; st.release.cta [y], 1 || "
     "ld.acquire.gpu r0, [y]; ld.weak r1, [x]", _MP, "forbidden",
     NVIDIA.format("Manual/MP-cta-gpu"))  # fmt: skip
_add("MP+release+relaxed", "one block", "st.release.sys [x], 1; st.release.sys [y], 1 || "
     "ld.relaxed.sys r0, [y]; ld.acquire.gpu r1, [x]", _MP, "allowed",
     NVIDIA.format("Manual/MP-relaxed"))  # fmt: skip
_add("MP+release.cta, scope too narrow", "blocks", "st.weak [x], 1; st.release.cta [y], 1 || "
     "ld.acquire.gpu r0, [y]; ld.weak r1, [x]", _MP, "allowed",
     DERIVED.format("Morally strong operations: the scopes do not include each other"))  # fmt: skip
_add("MP+release.gpu, scope too narrow", "GPUs", "st.weak [x], 1; st.release.gpu [y], 1 || "
     "ld.acquire.sys r0, [y]; ld.weak r1, [x]", _MP, "allowed",
     DERIVED.format("Morally strong operations: the scopes do not include each other"))  # fmt: skip
_add("MP+release.cluster+acquire.cluster", "cluster", "st.weak [x], 1; st.release.cluster [y], 1 "
     "|| ld.acquire.cluster r0, [y]; ld.weak r1, [x]", _MP, "forbidden",
     DERIVED.format("Release and Acquire Patterns, with the scope .cluster"))  # fmt: skip
_add("MP+release.cluster, scope too narrow", "blocks", "st.weak [x], 1; st.release.cluster [y], 1 "
     "|| ld.acquire.cluster r0, [y]; ld.weak r1, [x]", _MP, "allowed",
     DERIVED.format("Morally strong operations: the scopes do not include each other"))  # fmt: skip
_add("MP+relaxed", "blocks", "st.weak [x], 1; st.relaxed.gpu [y], 1 || ld.relaxed.gpu r0, [y]; "
     "ld.weak r1, [x]", _MP, "allowed",
     DERIVED.format("Memory synchronization: no pattern, no order"))  # fmt: skip
_add("MP+volatile", "blocks", "st.weak [x], 1; st.volatile [y], 1 || ld.volatile r0, [y]; "
     "ld.weak r1, [x]", _MP, "allowed",
     DERIVED.format("volatile Operation: the same as relaxed.sys"))  # fmt: skip
_add("MP+release, a strong write after it", "blocks", "st.weak [x], 1; st.release.sys [y], 1; "
     "st.relaxed.sys [y], 2 || ld.relaxed.sys r0, [y]; fence.acq_rel.sys; ld.weak r1, [x]",
     r"1:r0=2 /\ 1:r1=0", "forbidden", DAT3M.format("Nvidia/Release-acquire-pattern"))  # fmt: skip
_add("MP+red", "blocks", "st.weak [x], 42; st.release.gpu [y], 1 || "
     "red.sys.add [y], 1; fence.acquire.gpu; ld.weak r1, [x]", r"1:r1=0 /\ y=2", "allowed",
     MANUAL.format("Reductions do not form Acquire Patterns"))  # fmt: skip
_add("MP+atom", "blocks", "st.weak [x], 42; st.release.gpu [y], 1 || "
     "atom.sys.add r0, [y], 1; fence.acquire.gpu; ld.weak r1, [x]", r"1:r1=0 /\ y=2", "forbidden",
     MANUAL.format("Reductions do not form Acquire Patterns"))  # fmt: skip
_add("MP+fence.cta by the reader", "blocks", "st.relaxed.sys [x], 1; fence.sc.gpu; "
     "st.relaxed.sys [y], 1 || ld.relaxed.sys r0, [y]; fence.sc.cta; ld.relaxed.sys r1, [x]", _MP,
     "allowed", "Dat3M, litmus/PTX/Manual/MICRO24-Fig4a.litmus, verdict in the file")  # fmt: skip
_add("MP+fence.cta, atomics", "blocks", "atom.relaxed.gpu.add r1, [x], 1; fence.sc.cta; "
     "atom.relaxed.gpu.exch r2, [y], 1 || atom.relaxed.gpu.cas r0, [y], 1, 0; fence.sc.cta; "
     "atom.relaxed.gpu.add r1, [x], 0", _MP, "allowed",
     "Dat3M, litmus/PTX/Manual/MICRO24-Fig4b.litmus, verdict in the file")  # fmt: skip
_add("MP+dlb", "blocks", "st.relaxed.gpu [d], 1; fence.sc.gpu; ld.weak r2, [t]; add r2, r2, 1; "
     "st.weak [t], r2 || ld.weak r0, [t]; setp.eq p, r0, 0; @p bra OUT; fence.sc.gpu; "
     "ld.relaxed.gpu r1, [d]; OUT:", _MP, "forbidden", DAT3M.format("Manual/MP-dlb"))  # fmt: skip
_add("MP+dlb, no fence", "blocks", "st.relaxed.gpu [d], 1; ld.weak r2, [t]; add r2, r2, 1; "
     "st.weak [t], r2 || ld.weak r0, [t]; setp.eq p, r0, 0; @p bra OUT; fence.sc.gpu; "
     "ld.relaxed.gpu r1, [d]; OUT:", _MP, "allowed",
     DAT3M.format("Manual/MP-dlb-no-fence-1"))  # fmt: skip
_add("MP+volatile, one location", "blocks", "st.weak [x], 1; st.volatile [x], 2 || "
     "ld.weak r0, [x]; ld.volatile r1, [x]", r"1:r0=2 /\ 1:r1=1", "allowed",
     NVIDIA.format("CoMP_volatile"))  # fmt: skip

# Store buffering: a store, then a load of the other's location.

_SB = r"0:r0=0 /\ 1:r0=0"


def _store_buffering(fence0: str, fence1: str, order: str = "weak") -> str:
    one = f"st.{order} [x], 1; {fence0} ld.{order} r0, [y]"
    return f"{one} || st.{order} [y], 1; {fence1} ld.{order} r0, [x]"


_add("SB+fence.sc.sys", "blocks", _store_buffering("fence.sc.sys;", "fence.sc.sys;"), _SB,
     "forbidden", MANUAL.format("Causality: Store Buffering"))  # fmt: skip
_add("SB+fence.acq_rel.sys", "blocks", _store_buffering("fence.acq_rel.sys;", "fence.acq_rel.sys;"),
     _SB, "allowed", MANUAL.format("Causality: Store Buffering"))  # fmt: skip
_add("SB+fence.sc.cta", "one block", _store_buffering("fence.sc.cta;", "fence.sc.cta;"), _SB,
     "forbidden", NVIDIA.format("SB_cta"))  # fmt: skip
_add("SB+fence.sc.gpu", "blocks", _store_buffering("fence.sc.gpu;", "fence.sc.gpu;"), _SB,
     "forbidden", NVIDIA.format("Manual/SB+sc-gpu"))  # fmt: skip
_add("SB+fence.sc.sys+fence.sc.gpu", "blocks", _store_buffering("fence.sc.sys;", "fence.sc.gpu;"),
     _SB, "forbidden", NVIDIA.format("Manual/SB+sc-sys-gpu"))  # fmt: skip
_add("SB+fence.sc.cta, scope too narrow", "blocks",
     _store_buffering("fence.sc.cta;", "fence.sc.cta;"), "1:r0=0", "allowed",
     DAT3M.format("Nvidia/SB+sc-cta-outScope"))  # fmt: skip
_add("SB+fence.sc.cta, scope too narrow, both", "blocks",
     _store_buffering("fence.sc.cta;", "fence.sc.cta;"), _SB, "allowed",
     DERIVED.format("Fence-SC order: it relates morally strong fences alone"))  # fmt: skip
_add("SB+fence.sc.gpu, scope too narrow", "GPUs",
     _store_buffering("fence.sc.gpu;", "fence.sc.sys;"), _SB, "allowed",
     DERIVED.format("Fence-SC order: it relates morally strong fences alone"))  # fmt: skip
_add("SB+weak", "blocks", _store_buffering("", ""), _SB, "allowed",
     NVIDIA.format("Manual/SB-weak"))  # fmt: skip
_add("SB+release+acquire", "one block", "st.release.cta [x], 1; fence.acq_rel.cta; "
     "ld.acquire.cta r0, [y] || st.release.cta [y], 1; fence.acq_rel.cta; ld.acquire.cta r0, [x]",
     r"0:r0=1 /\ 1:r0=0", "allowed", NVIDIA.format("Manual/SB+acq_rel-cta"))  # fmt: skip
_add("SB+release+acquire, both", "one block", "st.release.cta [x], 1; ld.acquire.cta r0, [y] || "
     "st.release.cta [y], 1; ld.acquire.cta r0, [x]", _SB, "allowed",
     DERIVED.format("the axioms: neither orders a store before a later load"))  # fmt: skip
_add("SB+two fences", "blocks", "st.weak [x], 1; fence.sc.gpu; st.weak [x], 2; fence.sc.gpu; "
     "ld.weak r0, [y] || st.weak [y], 1; fence.sc.gpu; st.weak [y], 2; fence.sc.gpu; "
     "ld.weak r0, [x]", r"~(0:r0=2 \/ 1:r0=2)", "forbidden",
     NVIDIA.format("Manual/SB+sc-gpu-multipleFence"))  # fmt: skip
_add("SB+two fences, last", "blocks", "st.weak [x], 1; fence.sc.gpu; st.weak [x], 2; fence.sc.gpu; "
     "ld.weak r0, [y] || st.weak [y], 1; fence.sc.gpu; st.weak [y], 2; fence.sc.gpu; "
     "ld.weak r0, [x]", r"0:r0=2 \/ 1:r0=2", "allowed",
     NVIDIA.format("Manual/SB+sc-gpu-multipleFence-TotalOrder"))  # fmt: skip
_add("SB+atomics", "blocks", "atom.add.acq_rel.gpu r1, [x], 1; atom.add.acq_rel.gpu r2, [y], 1 || "
     "atom.add.acq_rel.gpu r3, [y], 1; atom.add.acq_rel.gpu r4, [x], 1", r"0:r2=0 /\ 1:r4=0",
     "forbidden", NVIDIA.format("SB_rmw"))  # fmt: skip
_add("SB+atomics+relaxed", "blocks", "atom.add.acq_rel.gpu r1, [x], 1; "
     "atom.add.acq_rel.gpu r2, [y], 1 || st.relaxed.gpu [y], 1; ld.relaxed.gpu r3, [x]",
     r"0:r2=0 /\ 1:r3=0", "allowed", NVIDIA.format("SB_rmw_2"))  # fmt: skip
_add("SB+bar.sync", "one block", _store_buffering("bar.sync 0;", "bar.sync 0;"),
     r"~(0:r0=1 /\ 1:r0=1)", "forbidden",
     DERIVED.format("Memory synchronization: bar.sync synchronizes with bar.sync"))  # fmt: skip
_add("SB+bar.sync, two blocks", "blocks", _store_buffering("bar.sync 0;", "bar.sync 0;"), _SB,
     "allowed", DERIVED.format("Memory synchronization: the barrier is another one"))  # fmt: skip
_add("SB+bar.sync twice", "one block", "st.weak [a], 1; bar.sync 1; ld.weak r0, [b]; "
     "st.weak [c], 1; bar.sync 2; ld.weak r1, [d] || st.weak [b], 1; bar.sync 1; ld.weak r0, [a]; "
     "st.weak [d], 1; bar.sync 2; ld.weak r1, [c]",
     r"~((0:r0=1 \/ 1:r0=1) /\ (0:r1=1 \/ 1:r1=1))", "forbidden",
     DAT3M.format("Manual/SB+twice-bars"))  # fmt: skip

# Load buffering: a load, then a store of what the other loads.

_LB = r"0:r0=1 /\ 1:r0=1"
_add("LB+data dependencies", "blocks", "ld.weak r0, [x]; st.weak [y], r0 || "
     "ld.weak r0, [y]; st.weak [x], r0", r"~(x=0 /\ y=0)", "forbidden",
     MANUAL.format("No Thin Air: Load Buffering with true dependencies"))  # fmt: skip
_add("LB", "blocks", "ld.weak r0, [x]; st.weak [y], 1 || ld.weak r0, [y]; st.weak [x], 1",
     _LB, "allowed", MANUAL.format("No Thin Air: Load Buffering without dependencies"))  # fmt: skip
_add("LB+relaxed", "blocks", "ld.relaxed.gpu r0, [x]; st.relaxed.gpu [y], 1 || "
     "ld.relaxed.gpu r0, [y]; st.relaxed.gpu [x], 1", _LB, "allowed",
     DERIVED.format("No Thin Air: the cycle has no dependency"))  # fmt: skip
_add("LB+acquire+release", "blocks", "ld.acquire.gpu r0, [x]; st.release.gpu [y], 1 || "
     "ld.acquire.gpu r0, [y]; st.release.gpu [x], 1", _LB, "forbidden",
     MAPPING.format("release and acquire"))  # fmt: skip
_add("LB+control dependencies", "blocks", "ld.relaxed.gpu r0, [x]; setp.eq p, r0, 1; "
     "@p st.relaxed.gpu [y], 1 || ld.relaxed.gpu r0, [y]; setp.eq p, r0, 1; "
     "@p st.relaxed.gpu [x], 1", _LB, "forbidden",
     DERIVED.format("No Thin Air: the speculation would fulfil itself"))  # fmt: skip
_add("LB+dlb", "blocks", "atom.relaxed.gpu.cas r0, [h], 0, 1; fence.sc.gpu; st.weak [t], 1 || "
     "ld.weak r0, [t]; fence.sc.gpu; atom.relaxed.gpu.cas r3, [h], 0, 1", _LB, "forbidden",
     DAT3M.format("Manual/LB-dlb"))  # fmt: skip
_add("LB+dlb, no fence", "blocks", "atom.relaxed.gpu.cas r0, [h], 0, 1; st.relaxed.gpu [t], 1 || "
     "ld.relaxed.gpu r0, [t]; fence.sc.gpu; atom.relaxed.gpu.cas r3, [h], 0, 1", _LB, "allowed",
     DAT3M.format("Manual/LB-dlb-no-fence-1"))  # fmt: skip

# Coherence: one location.

_add("CoRR+relaxed.sys", "blocks", "st.relaxed.sys [x], 1 || ld.relaxed.sys r0, [x]; "
     "ld.relaxed.sys r1, [x]", _MP, "forbidden",
     MANUAL.format("Sequential Consistency Per Location: CoRR"))  # fmt: skip
_add("CoRR+acquire+weak", "blocks", "st.release.gpu [x], 1 || ld.acquire.gpu r0, [x]; "
     "ld.weak r1, [x]", _MP, "forbidden", NVIDIA.format("Manual/CoRR-acquire-weak"))  # fmt: skip
_add("CoRR+weak", "GPUs", "st.release.gpu [x], 1 || ld.weak r0, [x]; ld.weak r1, [x]", _MP,
     "allowed", DAT3M.format("Manual/CoRR-weak-weak"))  # fmt: skip
_add("CoRR+relaxed.cta, scope too narrow", "blocks", "st.relaxed.gpu [x], 1 || "
     "ld.relaxed.cta r0, [x]; ld.relaxed.cta r1, [x]", _MP, "allowed",
     DERIVED.format("Sequential Consistency Per Location: it binds morally strong pairs"))  # fmt: skip  # noqa: E501
_add("CoRR+relaxed+acquire+weak", "blocks", "st.release.gpu [x], 1; st.release.gpu [x], 2 || "
     "ld.relaxed.gpu r1, [x]; ld.acquire.gpu r2, [x]; ld.weak r3, [x]", r"1:r1=2 \/ 1:r3=1",
     "allowed", NVIDIA.format("Manual/CoRR-relaxed-acquire-weak"))  # fmt: skip
_add("CoRR+weak+acquire+weak", "blocks", "st.release.gpu [x], 1; st.weak [x], 2 || "
     "ld.weak r1, [x]; ld.acquire.gpu r2, [x]; ld.weak r3, [x]", r"1:r1=2 \/ 1:r3=1", "allowed",
     NVIDIA.format("Manual/CoRR-weak-acquire-weak"))  # fmt: skip
_add("CoWW+weak", "one block", "st.weak [x], 1; st.weak [x], 2", "x=1", "forbidden",
     DAT3M.format("Manual/CoWW_"))  # fmt: skip
_add("CoWW+a load", "one block", "st.weak [x], 1; st.weak [x], 2; ld.acquire.sys r1, [x]",
     "0:r1=1", "forbidden", NVIDIA.format("Manual/CoWW-R"))  # fmt: skip
_add("CoWW+two weak loads", "one block", "st.weak [x], 1; st.weak [x], 2 || ld.weak r0, [x]; "
     "ld.weak r1, [x]", r"1:r0=2 /\ 1:r1=1", "allowed",
     NVIDIA.format("Manual/CoWW-RR"))  # fmt: skip
_add("CoRW", "blocks", "st.release.sys [x], 1 || ld.acquire.sys r1, [x]; st.weak [x], 2; "
     "ld.weak r2, [x]", r"1:r1=1 /\ 1:r2=1", "forbidden",
     NVIDIA.format("Manual/CoRW-R"))  # fmt: skip
_add("CoWR", "blocks", "st.release.gpu [x], 1 || st.release.sys [x], 2; ld.weak r1, [x]; "
     "ld.weak r2, [x]", r"1:r1=1 /\ 1:r2=1", "allowed",
     NVIDIA.format("Manual/CoWR-R"))  # fmt: skip
_add("CoWR+own store", "one block", "st.weak [x], 1; ld.weak r0, [x]", "0:r0=0", "forbidden",
     DERIVED.format("Sequential Consistency Per Location, in one thread"))  # fmt: skip
_READERS = ("ld.acquire.sys r0, [x]; ld.acquire.sys r1, [x]",) * 2
_add("Co4+relaxed.sys", "one block", "||".join(("st.relaxed.sys [x], 1", "st.relaxed.sys [x], 2",
     *_READERS)), r"2:r0=1 /\ 2:r1=2 /\ 3:r0=2 /\ 3:r1=1", "forbidden",
     NVIDIA.format("Manual/Coherence"))  # fmt: skip
_add("Co4+weak", "one block", "||".join(("st.weak [x], 1", "st.weak [x], 2", *_READERS)),
     r"2:r0=1 /\ 2:r1=2 /\ 3:r0=2 /\ 3:r1=1", "allowed",
     NVIDIA.format("Manual/Coherence-weak"))  # fmt: skip
_add("Co3+weak, flags", "one block", "st.weak [x], 1; st.release.sys [f], 1 || st.weak [x], 2; "
     "st.release.sys [g], 1 || ld.acquire.sys r0, [f]; ld.acquire.sys r1, [g]; ld.weak r2, [x]; "
     "ld.weak r3, [x]", r"2:r0=1 /\ 2:r1=1 /\ 2:r2=1 /\ 2:r3=2", "allowed",
     NVIDIA.format("Manual/Co-Total-3-threads-scope-same"))  # fmt: skip
_add("Co4+weak, flags", "one block", "st.weak [x], 1; st.release.sys [f], 1 || st.weak [x], 2; "
     "st.release.sys [g], 1 || ld.acquire.sys r0, [f]; ld.acquire.sys r1, [g]; ld.weak r2, [x] || "
     "ld.acquire.sys r0, [f]; ld.acquire.sys r1, [g]; ld.weak r2, [x]",
     r"2:r0=1 /\ 2:r1=1 /\ 2:r2=1 /\ 3:r0=1 /\ 3:r1=1 /\ 3:r2=2", "allowed",
     NVIDIA.format("Manual/Co-Total-4-threads"))  # fmt: skip
_add("Co3+strong", "blocks", "st.release.sys [x], 1; st.release.sys [f], 1 || "
     "st.release.gpu [x], 2; ld.acquire.sys r0, [x]; st.release.sys [g], 1 || "
     "ld.acquire.sys r1, [g]; ld.acquire.sys r2, [g]; ld.acquire.sys r3, [x]",
     r"1:r0=0 /\ 2:r1=1 /\ 2:r2=1 /\ 2:r3=2", "forbidden",
     NVIDIA.format("SC_per_location"))  # fmt: skip
_CAUSE = ("{} [x], 1; st.release.sys [f], 1 || ld.acquire.gpu r1, [x]; st.weak [x], 2; "
          "st.release.sys [g], 1 || ld.acquire.sys r2, [g]; ld.acquire.sys r3, [g]; "
          "ld.weak r4, [x]")  # fmt: skip
_add("CoCause+release", "blocks", _CAUSE.format("st.release.gpu"),
     r"1:r1=1 /\ 2:r2=1 /\ 2:r3=1 /\ 2:r4=1", "forbidden",
     NVIDIA.format("Manual/Cause-base-strong"))  # fmt: skip
_add("CoCause+weak", "blocks", _CAUSE.format("st.weak"),
     r"1:r1=1 /\ 2:r2=1 /\ 2:r3=1 /\ 2:r4=1", "allowed",
     NVIDIA.format("Manual/Cause-base-weak"))  # fmt: skip

# Three threads and more: does order pass on?

_ISA2 = r"1:r0=1 /\ 2:r1=1 /\ 2:r2=0"
_add("ISA2+two scopes", "two blocks", "st.weak [x], 42; st.release.cta [f], 1 || "
     "ld.acquire.cta r0, [f]; st.release.gpu [g], 1 || ld.acquire.gpu r1, [g]; ld.weak r2, [x]",
     _ISA2, "forbidden", NVIDIA.format("ISA2"))  # fmt: skip
_add("ISA2+message received", "two blocks", "st.weak [x], 42; st.release.cta [f], 1 || "
     "ld.acquire.gpu r0, [f]; st.release.gpu [g], 1 || ld.acquire.gpu r1, [g]; ld.weak r2, [x]",
     r"1:r0=1 /\ 2:r1=1 /\ 2:r2=42", "allowed",
     DAT3M.format("Nvidia/Co-Total-3-threads-scope-diff"))  # fmt: skip
_add("ISA2+first scope too narrow", "blocks", "st.weak [x], 42; st.release.cta [f], 1 || "
     "ld.acquire.cta r0, [f]; st.release.gpu [g], 1 || ld.acquire.gpu r1, [g]; ld.weak r2, [x]",
     _ISA2, "allowed", DERIVED.format("Morally strong operations: no synchronization"))  # fmt: skip
_add("ISA2+relaxed in the middle", "two blocks", "st.weak [x], 42; st.release.cta [f], 1 || "
     "ld.relaxed.cta r0, [f]; st.release.gpu [g], 1 || ld.acquire.gpu r1, [g]; ld.weak r2, [x]",
     _ISA2, "allowed", DERIVED.format("Release and Acquire Patterns: no acquire"))  # fmt: skip
_WRC = r"1:r0=1 /\ 2:r0=1 /\ 2:r1=0"
_add("WRC+fence.cta+fence.sys", "last two", "st.weak [x], 1 || ld.weak r0, [x]; fence.sc.cta; "
     "st.weak [y], 1 || ld.weak r0, [x]; fence.sc.sys; ld.weak r1, [y]", _WRC, "allowed",
     DAT3M.format("Memalloy/WRC1"))  # fmt: skip
_add("WRC+fence.sys+fence.cta", "last two", "st.weak [x], 1 || ld.weak r0, [x]; fence.sc.sys; "
     "st.weak [y], 1 || ld.weak r0, [x]; fence.sc.cta; ld.weak r1, [y]", _WRC, "allowed",
     DAT3M.format("Memalloy/WRC2"))  # fmt: skip
_add("WRC+release+acquire", "blocks", "st.release.gpu [x], 1 || ld.acquire.gpu r0, [x]; "
     "st.release.gpu [y], 1 || ld.acquire.gpu r0, [y]; ld.relaxed.gpu r1, [x]", _WRC, "forbidden",
     MAPPING.format("release and acquire"))  # fmt: skip
_add("WRC+relaxed", "blocks", "st.relaxed.gpu [x], 1 || ld.relaxed.gpu r0, [x]; "
     "st.relaxed.gpu [y], 1 || ld.relaxed.gpu r0, [y]; ld.relaxed.gpu r1, [x]", _WRC, "allowed",
     DERIVED.format("Memory synchronization: no pattern, no order"))  # fmt: skip
_add("WRC+relaxed store, then release", "blocks", "st.relaxed.gpu [x], 1 || "
     "ld.relaxed.gpu r0, [x]; st.release.gpu [y], 1 || ld.acquire.gpu r0, [y]; "
     "ld.relaxed.gpu r1, [x]", _WRC, "forbidden",
     DERIVED.format("Causality Order: what is observed before a release comes along"))  # fmt: skip


def _iriw(store: str, load: str, between: str = "") -> str:
    readers = [f"{load} r0, [{a}]; {between} {load} r1, [{b}]" for a, b in ("xy", "yx")]
    return "||".join((f"{store} [x], 1", f"{store} [y], 1", *readers))


_IRIW = r"2:r0=1 /\ 2:r1=0 /\ 3:r0=1 /\ 3:r1=0"
_add("IRIW+relaxed", "blocks", _iriw("st.relaxed.gpu", "ld.relaxed.gpu"), _IRIW, "allowed",
     DERIVED.format("the axioms: none orders the readers' loads"))  # fmt: skip
_add("IRIW+release+acquire", "blocks", _iriw("st.release.gpu", "ld.acquire.gpu"), _IRIW, "allowed",
     DERIVED.format("the axioms: writes need not reach all readers in one order"))  # fmt: skip
_add("IRIW+fence.sc.gpu", "blocks", _iriw("st.relaxed.gpu", "ld.relaxed.gpu", "fence.sc.gpu;"),
     _IRIW, "forbidden", MAPPING.format("seq_cst fences"))  # fmt: skip
_add("IRIW+fence.acq_rel.gpu", "blocks",
     _iriw("st.relaxed.gpu", "ld.relaxed.gpu", "fence.acq_rel.gpu;"), _IRIW, "allowed",
     DERIVED.format("the axioms: writes need not reach all readers in one order"))  # fmt: skip
_add("IRIW+fence.sc.cta, scope too narrow", "blocks",
     _iriw("st.relaxed.gpu", "ld.relaxed.gpu", "fence.sc.cta;"), _IRIW, "allowed",
     DERIVED.format("Fence-SC order: it relates morally strong fences alone"))  # fmt: skip

# Two writes, and a write against a read.

_add("2+2W+relaxed", "blocks", "st.relaxed.gpu [x], 1; st.relaxed.gpu [y], 2 || "
     "st.relaxed.gpu [y], 1; st.relaxed.gpu [x], 2", r"x=1 /\ y=1", "allowed",
     DERIVED.format("the axioms: none orders writes to two locations"))  # fmt: skip
_add("2+2W+release", "blocks", "st.relaxed.gpu [x], 1; st.release.gpu [y], 2 || "
     "st.relaxed.gpu [y], 1; st.release.gpu [x], 2", r"x=1 /\ y=1", "allowed",
     DERIVED.format("the axioms: a release that no one acquires orders nothing"))  # fmt: skip
_add("2+2W+fence.sc.gpu", "blocks", "st.relaxed.gpu [x], 1; fence.sc.gpu; st.relaxed.gpu [y], 2 || "
     "st.relaxed.gpu [y], 1; fence.sc.gpu; st.relaxed.gpu [x], 2", r"x=1 /\ y=1", "forbidden",
     MAPPING.format("seq_cst fences"))  # fmt: skip
_add("R+release+acquire", "blocks", "st.relaxed.gpu [x], 1; st.release.gpu [y], 1 || "
     "st.release.gpu [y], 2; ld.acquire.gpu r0, [x]", r"y=2 /\ 1:r0=0", "allowed",
     DERIVED.format("the axioms: coherence alone does not synchronize"))  # fmt: skip
_add("R+fence.sc.gpu", "blocks", "st.relaxed.gpu [x], 1; fence.sc.gpu; st.relaxed.gpu [y], 1 || "
     "st.relaxed.gpu [y], 2; fence.sc.gpu; ld.relaxed.gpu r0, [x]", r"y=2 /\ 1:r0=0", "forbidden",
     MAPPING.format("seq_cst fences"))  # fmt: skip
_add("S+release+acquire", "blocks", "st.relaxed.gpu [x], 2; st.release.gpu [y], 1 || "
     "ld.acquire.gpu r0, [y]; st.relaxed.gpu [x], 1", r"1:r0=1 /\ x=2", "forbidden",
     MAPPING.format("release and acquire"))  # fmt: skip
_add("S+relaxed", "blocks", "st.relaxed.gpu [x], 2; st.relaxed.gpu [y], 1 || "
     "ld.relaxed.gpu r0, [y]; st.relaxed.gpu [x], 1", r"1:r0=1 /\ x=2", "allowed",
     DERIVED.format("Memory synchronization: no pattern, no order"))  # fmt: skip

# Atomics: they are not torn apart, and they pass a release on.

_add("RMW+inc.sys", "blocks", "atom.sys.inc r0, [x], 9 || atom.sys.inc r0, [x], 9", "~x=2",
     "forbidden", MANUAL.format("Atomicity: Litmus Test 1"))  # fmt: skip
_add("RMW+inc.cta+inc.gpu", "blocks", "atom.cta.inc r0, [x], 9 || atom.gpu.inc r0, [x], 9", "x=1",
     "allowed", MANUAL.format("Atomicity: Litmus Test 2"))  # fmt: skip
_add("RMW+add.sys", "blocks", "atom.acq_rel.sys.add r0, [x], 1 || atom.acq_rel.sys.add r0, [x], 1",
     "~x=2", "forbidden", DAT3M.format("Manual/Atom-plus-location_"))  # fmt: skip
_add("RMW+red.sys", "blocks", "red.release.sys.add [x], 1 || red.release.sys.add [x], 1",
     "~x=2", "forbidden", DAT3M.format("Manual/Red-plus-location_"))  # fmt: skip
_add("RMW+add.cta, scope too narrow", "blocks", "atom.add.acq_rel.cta r0, [x], 1 || "
     "atom.add.acq_rel.cta r1, [x], 1; ld.acquire.cta r2, [x]", "1:r2=1", "allowed",
     NVIDIA.format("Manual/Atom-plus-register"))  # fmt: skip
_add("RMW+counter, plain store", "one block", "st.weak [x], 1; bar.sync 0; "
     "atom.acq_rel.gpu.add r0, [x], 1 || bar.sync 0; atom.acq_rel.gpu.add r0, [x], 1",
     r"0:r0=1 /\ 1:r0=1", "forbidden", DAT3M.format("Manual/counter-plain-store-rmw"))  # fmt: skip
_add("RMW+counter, atomic store", "one block", "st.relaxed.gpu [x], 1; bar.sync 0; "
     "atom.acq_rel.gpu.add r0, [x], 1 || bar.sync 0; atom.acq_rel.gpu.add r0, [x], 1",
     r"0:r0=1 /\ 1:r0=1", "forbidden", DAT3M.format("Manual/counter-atomic-store-rmw"))  # fmt: skip
_SEQUENCE = ("st.relaxed.gpu [x], 1; st.release.gpu [y], 1 || {} || "
             "ld.acquire.gpu r1, [y]; ld.relaxed.gpu r2, [x]")  # fmt: skip
_add("RelSeq+atom", "blocks", _SEQUENCE.format("atom.relaxed.gpu.add r0, [y], 1"),
     r"1:r0=1 /\ 2:r1=2 /\ 2:r2=0", "forbidden",
     MAPPING.format("a release sequence"))  # fmt: skip
_add("RelSeq+red", "blocks", _SEQUENCE.format("red.relaxed.gpu.add [y], 1"),
     r"2:r1=2 /\ 2:r2=0", "forbidden",
     DERIVED.format("Observation order: red is an atomic operation"))  # fmt: skip
_add("RelSeq+atom.cta, scope too narrow", "blocks",
     _SEQUENCE.format("atom.relaxed.cta.add r0, [y], 1"), r"1:r0=1 /\ 2:r1=2 /\ 2:r2=0", "allowed",
     DERIVED.format("Observation order: each step is morally strong"))  # fmt: skip
_add("RelSeq+store", "blocks", _SEQUENCE.format("st.relaxed.gpu [y], 2"),
     r"2:r1=2 /\ 2:r2=0", "allowed",
     DERIVED.format("Observation order: a store of another thread ends it"))  # fmt: skip
_add("PC+bar.sync", "one block", "ld.weak r0, [x]; bar.sync 0; bar.sync 1 || bar.sync 0; "
     "st.weak [x], 1; bar.sync 1", "0:r0=1", "forbidden",
     DAT3M.format("Manual/PC-bar-sync-sync-1"))  # fmt: skip

# Locks.

_HELD = {"m": 1}
_add("Lock+cas, fences", "blocks", "st.relaxed.gpu [x], 1; fence.sc.gpu; "
     "atom.relaxed.gpu.exch r0, [m], 0 || atom.relaxed.gpu.cas r1, [m], 0, 1; setp.ne p, r1, 0; "
     "@p bra OUT; fence.sc.gpu; ld.relaxed.gpu r3, [x]; OUT:", r"1:r1=0 /\ 1:r3=0", "forbidden",
     DAT3M.format("Manual/SL-cas-plus"), _HELD)  # fmt: skip
_add("Lock+cas, no fences", "blocks", "st.weak [x], 1; atom.relaxed.cta.exch r0, [m], 0 || "
     "atom.relaxed.cta.cas r1, [m], 0, 1; setp.ne p, r1, 0; @p bra OUT; ld.weak r3, [x]; OUT:",
     r"1:r1=0 /\ 1:r3=0", "allowed", DAT3M.format("Manual/SL-cas-minus"), _HELD)  # fmt: skip
_add("Lock+cas, release and acquire", "blocks", "st.weak [x], 1; atom.release.gpu.exch r0, [m], 0 "
     "|| atom.acquire.gpu.cas r1, [m], 0, 1; setp.ne p, r1, 0; @p bra OUT; ld.weak r3, [x]; OUT:",
     r"1:r1=0 /\ 1:r3=0", "forbidden", MAPPING.format("release and acquire"), _HELD)  # fmt: skip
_add("Lock+future, fences", "blocks", "ld.relaxed.gpu r0, [x]; fence.sc.gpu; "
     "atom.relaxed.gpu.exch r1, [m], 0 || atom.relaxed.gpu.cas r2, [m], 0, 1; setp.ne p, r2, 0; "
     "@p bra OUT; fence.sc.gpu; st.relaxed.gpu [x], 1; OUT:", r"0:r0=1 /\ 1:r2=0", "forbidden",
     DAT3M.format("Manual/SL-future-plus"), _HELD)  # fmt: skip
_add("Lock+future, no fences", "blocks", "ld.weak r0, [x]; st.weak [m], 0; fence.sc.gpu || "
     "atom.relaxed.gpu.cas r2, [m], 0, 1; setp.ne p, r2, 0; @p bra OUT; st.weak [x], 1; OUT:",
     r"0:r0=1 /\ 1:r2=0", "allowed", DAT3M.format("Manual/SL-future-minus"), _HELD)  # fmt: skip


def _ticket(take: tuple[str, str], give: str, scope: str = "gpu") -> str:
    return "||".join(
        f"atom.{order}.{scope}.add r1, [in], 1; ld.acquire.{scope} r2, [out]; setp.ne p, r1, r2; "
        f"@p bra OUT; ld.weak r3, [x]; st.weak [x], {value}; "
        f"atom.{give}.{scope}.add r4, [out], 1; mov r5, 1; OUT:"
        for value, order in zip((1, 2), take, strict=True)
    )


_BOTH = r"0:r5=1 /\ 1:r5=1 /\ 0:r3=0 /\ 1:r3=0"
_add("Lock+tickets", "one block", _ticket(("acquire", "acquire"), "release"), _BOTH, "forbidden",
     DAT3M.format("Manual/Ticketlock-same-gpu"))  # fmt: skip
_add("Lock+tickets, relaxed take", "one block", _ticket(("relaxed", "acquire"), "release"), _BOTH,
     "forbidden", DAT3M.format("Manual/Ticketlock-acq2rlx-1"))  # fmt: skip
_add("Lock+tickets, relaxed give", "one block", _ticket(("acquire", "acquire"), "relaxed"), _BOTH,
     "allowed", DAT3M.format("Manual/Ticketlock-rel2rlx"))  # fmt: skip
_add("Lock+tickets, two GPUs", "GPUs", _ticket(("acquire", "acquire"), "release"), _BOTH,
     "allowed", DAT3M.format("Manual/Ticketlock-diff-gpu"))  # fmt: skip
