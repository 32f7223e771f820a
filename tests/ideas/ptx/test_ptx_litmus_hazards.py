"""The happens-before detector of the machine and the litmus laboratory agree.

The machine runs one interleaving of a program, and the detector watches that run; the laboratory
looks at every execution that the model allows.  So what the detector reports, the laboratory
reports too.  The other way round needs a discipline: relaxed accesses never race, and yet two
threads that use them may both miss the other's store.  Where data is weak and one flag is
released and acquired, no race reported means that nothing can come out but what an interleaving
gives.
"""

from __future__ import annotations

import random
from itertools import permutations, product

import numpy as np

from ideas.ptx import run
from ideas.ptx.litmus import Test, outcomes, races

KERNEL = """.version 8.0
.target sm_80
.address_size 64
.visible .entry litmus(.param .u64 px, .param .u64 py) {{
    .reg .pred %p<2>;
    .reg .b32 %r<9>;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd1, [px];
    ld.param.u64 %rd2, [py];
    mov.u32 %r8, %ctaid.x;
    setp.ne.s32 %p1, %r8, 0;
    @%p1 bra OTHER;
{0}
    ret;
OTHER:
{1}
    ret;
}}
"""


def instruction(word: str, n: int, thread: int) -> str:
    """An instruction such as ``st.release.gpu x``, with its register or its value."""
    if word.startswith("fence"):
        return word
    opcode, location = word.split()
    if opcode.startswith("ld"):
        return f"{opcode} r{n}, [{location}]"
    return f"{opcode} [{location}], {1 + n + 2 * thread}"


def in_kernel(text: str) -> str:
    """The same instruction on the kernel's pointers."""
    if text.startswith("fence"):
        return f"    {text};"
    text = text.replace("[x]", "[%rd1]").replace("[y]", "[%rd2]").replace(" r", " %r")
    opcode, rest = text.split(" ", 1)
    kind, *order = opcode.removesuffix(".weak").split(".")
    return f"    {'.'.join((kind, *order))}.global.u32 {rest};"


def texts(threads) -> list[list[str]]:
    return [[instruction(w, n, t) for n, w in enumerate(words)] for t, words in enumerate(threads)]


def hazards(threads) -> set[frozenset[str]]:
    """Pairs of instructions that the detector reports in a run on the machine."""
    bodies = ["\n".join(map(in_kernel, thread)) for thread in texts(threads)]
    arrays = [np.zeros(1, np.uint32), np.zeros(1, np.uint32)]
    done = run(KERNEL.format(*bodies), "litmus", 2, 1, arrays, backend="interpreter",
               hazards=True)  # fmt: skip
    lines = KERNEL.format(*bodies).splitlines()
    return {frozenset((lines[h.first.line - 1].strip(), lines[h.second.line - 1].strip()))
            for h in done.hazards}  # fmt: skip


def laboratory(threads) -> Test:
    return Test.of(*("; ".join(thread) for thread in texts(threads)))


def reported(test: Test) -> set[frozenset[str]]:
    """Pairs of instructions that the laboratory reports."""
    found = set()
    for race in races(test):
        pair = [test.threads[t].instructions[n].text for t, n in (race.first, race.second)]
        found.add(frozenset(in_kernel(text).strip() for text in pair))
    return found


def interleaved(test: Test) -> set[tuple]:
    """What one access after the other gives, in any order of the threads."""
    turns = [t for t, thread in enumerate(test.threads) for _ in thread.instructions]
    found = set()
    for order in set(permutations(turns)):
        memory, state = dict.fromkeys(test.locations, 0), {}
        place = dict.fromkeys(turns, 0)
        for t in order:
            i = test.threads[t].instructions[place[t]]
            place[t] += 1
            if i.kind == "st":
                memory[i.location] = i.operands[0]
            elif i.kind == "ld":
                state[f"{t}:{i.target}"] = memory[i.location]
        found.add(tuple(sorted((state | memory).items())))
    return found


WORDS = [
    *[f"ld.{order} {x}" for order in ("weak", "relaxed.gpu", "acquire.gpu", "relaxed.cta")
      for x in "xy"],
    *[f"st.{order} {x}" for order in ("weak", "relaxed.gpu", "release.gpu", "release.cta")
      for x in "xy"],
    "fence.acq_rel.gpu", "fence.sc.gpu", "fence.acq_rel.cta",
]  # fmt: skip


def test_what_the_detector_reports_the_laboratory_reports():
    random.seed(11)
    count = 0
    for _ in range(200):
        threads = [random.choices(WORDS, k=random.choice((2, 3))) for _ in "01"]
        if all(word.startswith("fence") for thread in threads for word in thread):
            continue
        test = laboratory(threads)
        found = hazards(threads)
        assert found <= reported(test), threads
        count += bool(found)
    assert count > 60


def test_no_race_reported_means_no_outcome_but_the_interleaved_ones():
    """On every program of two instructions a thread, with weak data and a released flag."""
    words = ["ld.weak x", "st.weak x", "ld.acquire.gpu y", "st.release.gpu y"]
    clean = 0
    for threads in product(product(words, repeat=2), repeat=2):
        if hazards(threads):
            continue
        test = laboratory(threads)
        clean += 1
        allowed = {tuple(sorted(o.items())) for o in outcomes(test)}
        assert allowed <= interleaved(test), threads
    assert clean > 20


def test_relaxed_accesses_do_not_race_and_are_not_interleaved():
    """Why the discipline is needed: store buffering without a data race."""
    threads = [["st.relaxed.gpu x", "ld.relaxed.gpu y"], ["st.relaxed.gpu y", "ld.relaxed.gpu x"]]
    assert hazards(threads) == reported(laboratory(threads)) == set()
    allowed = {tuple(sorted(o.items())) for o in outcomes(laboratory(threads))}
    assert allowed > interleaved(laboratory(threads))
