"""The litmus laboratory gives the published verdicts, and says why."""

from __future__ import annotations

import time
import xml.etree.ElementTree as ET
from itertools import permutations, product

import pytest

from ideas.ptx.litmus import (
    Place,
    Test,
    Thread,
    TooLarge,
    allows,
    answer,
    explain,
    outcomes,
    parse,
    races,
    seen,
)
from ideas.ptx.litmus.classics import CLASSICS
from ideas.ptx.litmus.condition import Condition, Question
from ideas.ptx.litmus.search import MOST_CANDIDATES, Search

NAMES = [c.name for c in CLASSICS]


@pytest.mark.parametrize("classic", CLASSICS, ids=NAMES)
def test_verdict_is_the_published_one(classic):
    start = time.process_time()
    assert allows(classic.test, classic.condition) == classic.allowed, classic.source
    assert time.process_time() - start < 1


def test_there_are_at_least_sixty_published_verdicts_and_none_without_a_source():
    assert sum(c.published for c in CLASSICS) >= 60
    assert all(c.source for c in CLASSICS)
    assert len(set(NAMES)) == len(NAMES)
    families = {c.family for c in CLASSICS}
    assert families >= {"MP", "SB", "LB", "CoRR", "CoWW", "CoWR", "CoRW", "IRIW", "WRC", "2",
                        "R", "S", "ISA2", "Lock", "RelSeq", "RMW"}  # fmt: skip


@pytest.mark.parametrize("classic", CLASSICS, ids=NAMES)
def test_explanation_is_a_witness_or_a_cycle(classic):
    why = explain(classic.test, classic.condition)
    assert why.allowed == classic.allowed
    ET.fromstring(why._repr_svg_())
    if why.allowed:
        assert why.outcome in outcomes(classic.test)
        assert Condition.read(classic.condition).holds(why.outcome)
    elif why.order is not None:
        steps = why.violation.steps
        assert all(a[2] == b[0] for a, b in zip(steps, (*steps[1:], steps[0]), strict=True))
        assert why.violation.axiom in str(why)


def test_each_step_of_a_cycle_holds_in_its_execution():
    for classic in CLASSICS:
        why = explain(classic.test, classic.condition)
        if why.violation is None:
            continue
        order = why.order
        holds = {
            "po": lambda a, b, o=order: o.program[a] >> b & 1,
            "sw": lambda a, b, o=order: o.synchronized[a] >> b & 1,
            "sc": lambda a, b, o=order: o.fences[a] >> b & 1,
            "bar": lambda a, b, o=order: o.events.barriers[a] >> b & 1,
            "obs": lambda a, b, o=order: o.observed[a] >> b & 1,
            "rf": lambda a, b, o=order: o.source[b] == a,
            "dep": lambda a, b, o=order: o.events.depends[a] >> b & 1,
            "atom": lambda a, b, o=order: o.events.halves[b] == a,
            "co": lambda a, b, w=why: w.coherence[a] >> b & 1,
            "fr": lambda a, b, w=why: w.order.source[a] != b,
        }
        for a, name, b in why.violation.steps:
            assert holds[name](a, b), (classic.name, name)


@pytest.mark.parametrize(
    ("forbidden", "axiom"),
    [
        ("MP+fence.sys", "Causality"),
        ("SB+fence.sc.sys", "Causality"),
        ("LB+acquire+release", "Causality"),
        ("CoRR+relaxed.sys", "SC-per-Location"),
        ("CoWW+weak", "Coherence"),
        ("RMW+inc.sys", "Atomicity"),
    ],
)
def test_the_axiom_is_the_one_of_the_manual(forbidden, axiom):
    classic = next(c for c in CLASSICS if c.name == forbidden)
    assert explain(classic.test, classic.condition).violation.axiom == axiom


def test_a_value_out_of_thin_air_is_shown_as_such():
    test = next(c.test for c in CLASSICS if c.name == "LB+data dependencies")
    why = explain(test, r"0:r0=42 /\ 1:r0=42")
    assert why.violation.axiom == "No-Thin-Air"
    assert {name for _, name, _ in why.violation.steps} == {"rf", "dep"}


def test_a_value_that_no_one_writes_is_told_from_a_forbidden_one():
    why = explain(Test.of("st.weak [x], 1", "ld.weak r0, [x]"), "1:r0=7")
    assert not why.allowed
    assert why.order is None
    assert "no write" in str(why)


FLAG_STORES = ["weak", "relaxed", "volatile", "release"]
FLAG_LOADS = ["weak", "relaxed", "volatile", "acquire"]
SCOPES = ["cta", "cluster", "gpu", "sys"]


def scoped(order: str, scope: str) -> str:
    return order if order in ("weak", "volatile") else f"{order}.{scope}"


@pytest.mark.parametrize("stored", FLAG_STORES)
@pytest.mark.parametrize("loaded", FLAG_LOADS)
def test_a_message_arrives_only_by_release_and_acquire_with_wide_scopes(stored, loaded):
    for apart, one, other in product(SCOPES, repeat=3):
        test = Test.of(
            f"st.weak [data], 42; st.{scoped(stored, one)} [flag], 1",
            f"ld.{scoped(loaded, other)} r0, [flag]; ld.weak r1, [data]",
            apart=apart,
        )
        wide = min(SCOPES.index(one), SCOPES.index(other)) >= SCOPES.index(apart)
        safe = stored == "release" and loaded == "acquire" and wide
        assert ((1, 0) not in seen(test, "1:r0", "1:r1")) == safe


def test_outcomes_include_every_interleaving_in_program_order():
    """A machine that does one access after the other, in any order of the threads."""
    for classic in CLASSICS:
        threads = classic.test.threads
        plain = {"ld", "st"}
        if not all(i.kind in plain and not i.guard and all(isinstance(o, int) for o in i.operands)
                   for t in threads for i in t.instructions):  # fmt: skip
            continue
        allowed = outcomes(classic.test)
        turns = [t for t, thread in enumerate(threads) for _ in thread.instructions]
        for order in set(permutations(turns)) if len(turns) < 7 else [turns, turns[::-1]]:
            memory = dict.fromkeys(classic.test.locations, 0) | dict(classic.test.initial)
            registers, place = {}, dict.fromkeys(range(len(threads)), 0)
            for t in order:
                i = threads[t].instructions[place[t]]
                place[t] += 1
                if i.kind == "st":
                    memory[i.location] = i.operands[0]
                else:
                    registers[f"{t}:{i.target}"] = memory[i.location]
            assert any(dict(o) == registers | memory for o in allowed), classic.name


def test_threads_free_of_races_see_the_interleaved_outcomes_alone():
    careful = "ld.acquire.gpu r0, [flag]; setp.eq p, r0, 1; @p ld.weak r1, [data]"
    test = Test.of("st.weak [data], 42; st.release.gpu [flag], 1", careful)
    assert races(test) == ()
    assert seen(test, "1:r0", "1:r1") == {(0, 0), (1, 42)}


def test_races_name_both_instructions():
    (race,) = races(Test.of("st.relaxed.cta [x], 1", "ld.relaxed.gpu r0, [x]"))
    assert (race.first, race.second) == ((0, 0), (1, 0))
    assert "st.relaxed.cta [x], 1" in str(race)
    assert races(Test.of("st.relaxed.gpu [x], 1", "ld.relaxed.gpu r0, [x]")) == ()
    assert races(Test.of("st.weak [x], 1; bar.sync 0", "bar.sync 0; ld.weak r0, [x]",
                         apart="cta")) == ()  # fmt: skip


LITMUS = r"""
PTX SB
"store buffering"
{ x=0; y=0; 0:r9=0; }
 P0@cta 0,gpu 0     | P1@cta 1,gpu 0       ;
 st.weak [x], 1     | st.global.u32 [y], 1 ; // types may stand or not
 fence.sc.gpu       | membar.gl            ;
 ld.weak %r0, [y]   | ld.weak.u32 r0, [x]  ;
~exists (P0:r0=0 /\ 1:r0=0)
"""


def test_the_usual_layout_is_read():
    test = parse(LITMUS)
    assert test.name == "SB"
    assert [len(t.instructions) for t in test.threads] == [3, 3]
    assert test.threads[1].place == Place(1)
    assert str(test.question) == "~exists (0:r0=0 /\\ 1:r0=0)"
    assert answer(test)
    assert not answer(parse(LITMUS.replace("fence.sc.gpu", "fence.acq_rel.gpu")))
    assert not answer(parse(LITMUS.replace("membar.gl", "membar.cta")))


def test_a_thread_without_a_place_has_a_block_of_its_own():
    test = parse("PTX T\n{}\nP0 | P1 ;\nst.weak [x], 1 | ld.weak r0, [x] ;\nexists (1:r0=1)")
    assert [t.place for t in test.threads] == [Place(0), Place(1)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ld.global.nc.u32 r0, [x]", "non-coherent"),
        ("cp.async.ca.shared.global [x], [y], 4", "asynchronous copies"),
        ("fence.proxy.async", "proxies"),
        ("ld.acquire r0, [x]", "scope"),
        ("ld.release.gpu r0, [x]", "release"),
        ("st.acquire.gpu [x], 1", "acquire"),
        ("fence.acq_rel", "scope"),
        ("ld.weak r0, [x+4]", "name"),
        ("ld.weak.u8 r0, [x]", "32 or 64 bits"),
        ("L: ld.weak r0, [x]; bra L", "loops"),
        ("nonsense r0", "unknown instruction"),
        ("ld.weak r0, [x", "expected"),
        ("bar.arrive 0, 64", "bar.sync"),
        ("sin.approx.f32 r0, r1", "arithmetic"),
        ("ld.v2.u32 {r0, r1}, [x]", "vector"),
    ],
)
def test_what_is_outside_the_model_is_refused_in_words(text, message):
    with pytest.raises(ValueError, match=message):
        Thread(text)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Test.of(*["ld.weak r0, [x]"] * 5), "5 threads"),
        (lambda: Test.of(";".join(["ld.weak r0, [x]"] * 13)), "13 instructions"),
        (lambda: Test.of("ld.weak.u32 r0, [x]", "st.weak.u64 [x], 1"), "mixed sizes"),
        (lambda: Test.of("st.shared.u32 [x], 1", "ld.shared.u32 r0, [x]"), "two blocks"),
        (lambda: Test.of("ld.weak r0, [x]", apart="warp"), "apart"),
        (lambda: Test.of("ld.weak r0, [x]", question="exists (1:r0=0)"), "names 1:r0"),
        (lambda: Test.of("ld.weak r0, [x]", question="perhaps"), "asks nothing"),
        (lambda: outcomes(Test.of("bar.sync 0", "ld.weak r0, [x]", apart="cta")), "thread 1"),
        (lambda: explain(Test.of("ld.weak r0, [x]"), "y=0"), "names y"),
        (lambda: answer(Test.of("ld.weak r0, [x]")), "asks nothing"),
        (lambda: parse("MP"), "PTX"),
        (lambda: parse("PTX MP\n{}\nP0 | P2 ;\n"), "P1"),
        (lambda: Condition.read("1:r0"), "without a value"),
        (lambda: Condition.read("(x=1"), "close"),
        (lambda: Question.read("exists (x=1) y"), "goes on|expected"),
    ],
)
def test_bad_tests_are_refused_in_words(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_a_test_beyond_the_limit_is_refused_and_says_the_limit():
    store = "; ".join(f"st.relaxed.gpu [x], {n}" for n in range(1, 7))
    load = "; ".join(f"ld.relaxed.gpu r{n}, [x]" for n in range(6))
    with pytest.raises(TooLarge, match="more than 500 candidate executions"):
        list(Search(Test.of(store, store, load, load), most=500).families())


def test_the_classical_tests_are_far_from_the_limit():
    for classic in CLASSICS:
        search = Search(classic.test)
        assert list(search.families()) or not classic.allowed
        assert search.tried < MOST_CANDIDATES / 20


def test_shared_memory_of_one_block_is_covered():
    test = Test.of("st.shared.u32 [x], 1; bar.sync 0", "bar.sync 0; ld.shared.u32 r0, [x]",
                   apart="cta")  # fmt: skip
    assert seen(test, "1:r0") == {(1,)}


def test_values_follow_arithmetic_guards_and_atomics():
    thread = (
        "mov r1, 5; add r2, r1, 3; setp.gt p, r2, 7; @p st.weak [x], r2; @!p st.weak [x], 0; "
        "atom.cas r3, [x], 8, 9; atom.exch r4, [x], 1; atom.min r5, [x], 0; atom.dec r6, [x], 3; "
        "xor r7, r6, -1; selp r8, r2, r1, p; sub r9, r1, r2"
    )
    (only,) = outcomes(Test("values", [Thread(thread)]))
    wanted = {"r1": 5, "r2": 8, "r3": 8, "r4": 9, "r5": 1, "r6": 0, "r7": 2**32 - 1, "r8": 8,
              "r9": 2**32 - 3}  # fmt: skip
    assert {name: only[f"0:{name}"] for name in wanted} == wanted
    assert only["x"] == 3
