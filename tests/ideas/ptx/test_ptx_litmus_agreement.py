"""The search agrees with a plain implementation of the manual's axioms, and is monotone.

The plain one shares nothing with the search: it keeps sets of pairs, takes an atomic as one
operation as the manual does (the search splits it as the paper does), lists every source of every
read, every order of the fences and every partial order of the writes, and keeps what the axioms,
as they are written, do not forbid.  In one place the two texts part: an observation by another
thread begins at an atomic's write, in the paper, and so does not put its read before anything.
Both implementations follow the paper there.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations_with_replacement, permutations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from ideas.ptx.litmus import Place, Test, Thread, outcomes
from ideas.ptx.litmus.program import Instruction

WIDTH = {"": 0, "cta": 1, "cluster": 2, "gpu": 3, "sys": 4}


@cache
def partial_orders(count: int) -> list[frozenset[tuple[int, int]]]:
    """Every strict partial order of 0 .. count - 1."""
    pairs = [(a, b) for a in range(count) for b in range(a + 1, count)]
    found = []
    for choice in product((None, False, True), repeat=len(pairs)):
        order = {
            (b, a) if turned else (a, b)
            for (a, b), turned in zip(pairs, choice, strict=True)
            if turned is not None
        }
        if all((a, d) in order for a, b in order for c, d in order if b == c):
            found.append(frozenset(order))
    return found


def closed(relation: set) -> set:
    made = set(relation)
    while more := {(a, d) for a, b in made for c, d in made if b == c} - made:
        made |= more
    return made


def acyclic(relation: set) -> bool:
    return all(a != b for a, b in closed(relation))


class Plain:
    """The chapter 'Memory Consistency Model' read aloud, for tests of constants."""

    def __init__(self, test: Test) -> None:
        self.ops = [
            (t, n) for t, th in enumerate(test.threads) for n in range(len(th.instructions))
        ]
        self.i = {(t, n): test.threads[t].instructions[n] for t, n in self.ops}
        self.place = [th.place for th in test.threads]
        self.locations = {i.location for i in self.i.values() if i.location}
        self.writes = [o for o in self.ops if self.i[o].kind in ("st", "atom", "red")]
        self.reads = [o for o in self.ops if self.i[o].kind in ("ld", "atom", "red")]
        self.atomics = [o for o in self.ops if self.i[o].kind in ("atom", "red")]
        self.po = {(a, b) for a in self.ops for b in self.ops if a[0] == b[0] and a[1] < b[1]}
        self.ms = {(a, b) for a in self.ops for b in self.ops if a != b and self.moral(a, b)}
        self.fences = [o for o in self.ops if self.i[o].kind == "fence" and self.i[o].order == "sc"]
        self.release, self.acquire = self.patterns()

    def includes(self, a, b) -> bool:
        mine, other = self.place[a[0]], self.place[b[0]]
        reach = WIDTH[self.i[a].scope]
        if mine.gpu != other.gpu:
            return reach == 4
        if mine.block == other.block and mine.cluster == other.cluster:
            return reach >= 1
        if mine.cluster is not None and mine.cluster == other.cluster:
            return reach >= 2
        return reach >= 3

    def strong(self, o) -> bool:
        return self.i[o].order != "weak"

    def moral(self, a, b) -> bool:
        if self.i[a].location and self.i[b].location and self.i[a].location != self.i[b].location:
            return False
        if a[0] == b[0]:
            return True
        both = self.strong(a) and self.strong(b)
        return both and self.includes(a, b) and self.includes(b, a)

    def patterns(self):
        """Pairs (first, write) and (read, last)."""
        release, acquire = set(), set()
        for a in self.ops:
            first, is_fence = self.i[a], self.i[a].kind == "fence"
            if first.kind in ("st", "atom", "red") and first.order in ("release", "acq_rel"):
                release.add((a, a))
            if first.order in ("release", "acq_rel", "sc") and (is_fence or a in self.writes):
                release |= {(a, w) for w in self.writes if (a, w) in self.po and self.strong(w)
                            and (is_fence or self.i[w].location == first.location)}  # fmt: skip
            if first.kind in ("ld", "atom") and first.order in ("acquire", "acq_rel"):
                acquire.add((a, a))
            if first.order in ("acquire", "acq_rel", "sc") and (is_fence or a in self.reads):
                acquire |= {(r, a) for r in self.reads if (r, a) in self.po and self.strong(r)
                            and self.i[r].kind != "red"
                            and (is_fence or self.i[r].location == first.location)}  # fmt: skip
        return release, acquire

    def outcomes(self) -> set[tuple]:
        found = set()
        options = [[None, *(w for w in self.writes if w != r
                            and self.i[w].location == self.i[r].location)]
                   for r in self.reads]  # fmt: skip
        for chosen in product(*options):
            rf = dict(zip(self.reads, chosen, strict=True))
            chain = {(w, r) for r, w in rf.items() if r in self.atomics and w in self.atomics}
            if acyclic(chain):  # no thin air: only atomics pass a value on
                found |= self.executions(rf)
        return found

    def executions(self, rf: dict) -> set[tuple]:
        seen = {(w, r) for r, w in rf.items() if w is not None and (w, r) in self.ms}
        while more := {(w, r) for w, z in seen for y, r in seen
                       if z == y and z in self.atomics} - seen:  # fmt: skip
            seen |= more
        sync = {(first, last) for first, w in self.release for r, last in self.acquire
                if (w, r) in seen and (first, last) in self.ms}  # fmt: skip
        found = set()
        for line in permutations(self.fences):
            sc = {(a, b) for n, a in enumerate(line) for b in line[n + 1 :] if (a, b) in self.ms}
            base = closed(self.po | sync | sc)
            cause = base | {(x, y) for x, z in seen for v, y in base if z == v}
            if any((a, b) in cause and (a, b) not in sc
                   for a in self.fences for b in self.fences if (a, b) in self.ms):  # fmt: skip
                continue
            if any((r, w) in base for r, w in rf.items()):
                continue  # Causality: no read from a later write
            ends = [self.finals(rf, cause, name) for name in sorted(self.locations)]
            values = {}
            registers = [(f"{r[0]}:{self.i[r].target}", self.read_value(rf, r, values))
                         for r in self.reads if self.i[r].target]  # fmt: skip
            for last in product(*ends):
                memory = zip(sorted(self.locations), last, strict=True)
                found.add(tuple(sorted([*registers, *memory])))
        return found

    def read_value(self, rf: dict, r, values: dict) -> int:
        if rf[r] is None:
            return 0
        return self.written(rf, rf[r], values)

    def written(self, rf: dict, w, values: dict) -> int:
        constant = self.i[w].operands[0]
        if self.i[w].kind == "st" or self.i[w].operation == "exch":
            return constant
        return self.read_value(rf, w, values) + constant

    def finals(self, rf: dict, cause: set, name: str) -> set[int]:
        """Values that a location may end with, over all coherence orders."""
        writes = [w for w in self.writes if self.i[w].location == name]
        if not writes:
            return {0} if self.silent(rf, cause, name) else set()
        found = set()
        for numbers in partial_orders(len(writes)):
            co = {(writes[a], writes[b]) for a, b in numbers}
            if self.allowed(rf, cause, name, writes, co):
                last = [w for w in writes if not any(a == w for a, _ in co)]
                found |= {self.written(rf, w, {}) for w in last}
        return found

    def silent(self, rf, cause, name) -> bool:
        return self.allowed(rf, cause, name, [], set())

    def allowed(self, rf, cause, name, writes, co) -> bool:
        if any((a, b) in self.ms and not {(a, b), (b, a)} & co
               for a in writes for b in writes if a != b):  # fmt: skip
            return False  # coherence relates what is morally strong
        if any((a, b) in cause and (a, b) not in co for a in writes for b in writes):
            return False  # Coherence
        reads = [r for r in self.reads if self.i[r].location == name]
        fr = {(r, w) for r in reads for w in writes
              if w != r and (rf[r] is None or (rf[r], w) in co)}  # fmt: skip
        read = {(rf[r], r) for r in reads if rf[r] is not None}
        for a in self.atomics:
            if any((a, w) in fr and (w, a) in co and (a, w) in self.ms for w in writes):
                return False  # Atomicity
        local = {(a, b) for a, b in self.po
                 if self.i[a].location == self.i[b].location == name}  # fmt: skip
        if not acyclic(local | ((read | co | fr) & self.ms)):
            return False  # SC per location
        return not any((w, r) in cause for r, w in fr)  # Causality: no read from a hidden write


def agree(test: Test) -> None:
    fast = {tuple(sorted(o.items())) for o in outcomes(test)}
    assert fast == Plain(test).outcomes(), [i.text for t in test.threads for i in t.instructions]


def access(kind: str, order: str, location: str, scope: str = "gpu") -> Instruction:
    """An access whose value and register the thread fills in."""
    scope = "" if order == "weak" else scope
    operation = "add" if kind in ("atom", "red") else ""
    return Instruction("", kind, order, scope, location, operation=operation)


def numbered(instructions, thread: int) -> tuple[Instruction, ...]:
    made = []
    for n, i in enumerate(instructions):
        value = 1 + n + 3 * thread if i.kind == "st" else 10 ** (1 + n + 2 * thread)
        made.append(Instruction(
            f"{i.kind}.{i.order}.{i.scope} [{i.location}]", i.kind, i.order, i.scope, i.location,
            target=f"r{n}" if i.kind in ("ld", "atom") else "", operation=i.operation,
            operands=(value,) if i.kind in ("st", "atom", "red") else (),
        ))  # fmt: skip
    return tuple(made)


def made(threads, places) -> Test:
    both = enumerate(zip(threads, places, strict=True))
    return Test("generated", [Thread(numbered(i, t), place) for t, (i, place) in both])


TWO_BLOCKS = (Place(0), Place(1))


def swapped(thread):
    other = {"x": "y", "y": "x", "": ""}
    return tuple((k, o, other[loc]) for k, o, loc in thread)


def programs(words: list[tuple[str, str, str]]):
    """Every pair of two-instruction threads, once up to the names of threads and locations."""
    threads = list(product(words, repeat=2))
    known = set()
    for pair in combinations_with_replacement(threads, 2):
        if not {w[2] for w in pair[0]} & {w[2] for w in pair[1]} - {""}:
            continue  # the threads share nothing
        mirror = tuple(sorted(map(swapped, pair)))
        if mirror in known:
            continue
        known.add(tuple(sorted(pair)))
        yield pair


LOADS_AND_STORES = [
    *[("ld", order, x) for order in ("weak", "relaxed", "acquire") for x in "xy"],
    *[("st", order, x) for order in ("weak", "relaxed", "release") for x in "xy"],
]
ATOMICS = [
    ("ld", "relaxed", "x"), ("ld", "acquire", "y"), ("st", "release", "y"), ("st", "weak", "x"),
    ("atom", "relaxed", "x"), ("atom", "acq_rel", "x"), ("atom", "acq_rel", "y"),
    ("red", "relaxed", "x"), ("red", "release", "y"),
]  # fmt: skip


def test_all_pairs_of_loads_and_stores_agree():
    count = 0
    for pair in programs(LOADS_AND_STORES):
        agree(made([[access(*w) for w in thread] for thread in pair], TWO_BLOCKS))
        count += 1
    assert count > 4000


def test_all_pairs_with_atomics_agree():
    count = 0
    for pair in programs(ATOMICS):
        agree(made([[access(*w) for w in thread] for thread in pair], TWO_BLOCKS))
        count += 1
    assert count > 2000


SCOPES = ("cta", "cluster", "gpu", "sys")
PLACES = (Place(0), Place(1), Place(0, cluster=0), Place(1, cluster=0), Place(0, gpu=1))
ORDERS = {
    "ld": ("weak", "relaxed", "acquire"),
    "st": ("weak", "relaxed", "release"),
    "atom": ("relaxed", "acquire", "release", "acq_rel"),
    "red": ("relaxed", "release"),
    "fence": ("acquire", "release", "acq_rel", "sc"),
}


def drawn(choose) -> Instruction:
    kind = choose(("ld", "ld", "st", "st", "atom", "red", "fence"))
    location = "" if kind == "fence" else choose("xy")
    return access(kind, choose(ORDERS[kind]), location, choose(SCOPES))


def test_three_instructions_with_scopes_and_fences_agree():
    random.seed(7)
    for _ in range(700):
        threads = [[drawn(random.choice) for _ in range(random.choice((1, 2, 3)))] for _ in "01"]
        if any(i.location for thread in threads for i in thread):
            agree(made(threads, random.choices(PLACES, k=2)))


def test_fences_between_accesses_agree():
    random.seed(8)
    for _ in range(400):
        threads = []
        for _ in "01":
            between = access("fence", random.choice(ORDERS["fence"]), "", random.choice(SCOPES))
            kinds = random.choices(("ld", "st"), k=2)
            a, b = (access(k, random.choice(ORDERS[k]), random.choice("xy"), random.choice(SCOPES))
                    for k in kinds)  # fmt: skip
            threads.append([a, between, b])
        agree(made(threads, random.choices(PLACES, k=2)))


def test_three_threads_agree():
    random.seed(9)
    for _ in range(250):
        threads = [[drawn(random.choice) for _ in range(random.choice((1, 2)))] for _ in "012"]
        if any(i.location for thread in threads for i in thread):
            agree(made(threads, random.choices(PLACES, k=3)))


def test_the_plain_one_knows_the_difference():
    """The plain implementation is no rubber stamp: it tells a release from a relaxed store."""
    writer = [access("st", "weak", "x"), access("st", "release", "y")]
    reader = [access("ld", "acquire", "y"), access("ld", "weak", "x")]
    strict = Plain(made([writer, reader], TWO_BLOCKS)).outcomes()
    writer[1] = access("st", "relaxed", "y")
    loose = Plain(made([writer, reader], TWO_BLOCKS)).outcomes()
    assert strict < loose


STRONGER = {
    "ld": {"weak": ["relaxed"], "relaxed": ["acquire"]},
    "st": {"weak": ["relaxed"], "relaxed": ["release"]},
    "atom": {"relaxed": ["acquire", "release"], "acquire": ["acq_rel"], "release": ["acq_rel"]},
    "red": {"relaxed": ["release"]},
    "fence": {"acquire": ["acq_rel"], "release": ["acq_rel"], "acq_rel": ["sc"]},
}


def strengthened(i: Instruction):
    """Every instruction that is one step stronger, or one scope wider."""
    for order in STRONGER[i.kind].get(i.order, ()):
        for scope in [i.scope] if i.scope else SCOPES:
            yield access(i.kind, order, i.location, scope)
    if i.scope and i.scope != "sys":
        yield access(i.kind, i.order, i.location, SCOPES[SCOPES.index(i.scope) + 1])


@st.composite
def threads_and_places(draw):
    def choose(options):
        return draw(st.sampled_from(options))

    threads = [[drawn(choose) for _ in range(draw(st.integers(1, 3)))]
               for _ in range(draw(st.integers(2, 3)))]  # fmt: skip
    return threads, [choose(PLACES) for _ in threads]


@settings(max_examples=250, deadline=None, derandomize=True)
@given(threads_and_places(), st.data())
def test_strengthening_or_widening_adds_no_outcome(program, data):
    threads, places = program
    t = data.draw(st.integers(0, len(threads) - 1))
    n = data.draw(st.integers(0, len(threads[t]) - 1))
    before = outcomes(made(threads, places))
    for stronger in strengthened(threads[t][n]):
        changed = [list(thread) for thread in threads]
        changed[t][n] = stronger
        assert outcomes(made(changed, places)) <= before


@settings(max_examples=100, deadline=None, derandomize=True)
@given(threads_and_places(), st.data())
def test_a_fence_more_adds_no_outcome(program, data):
    threads, places = program
    t = data.draw(st.integers(0, len(threads) - 1))
    n = data.draw(st.integers(0, len(threads[t])))
    fence = access("fence", data.draw(st.sampled_from(ORDERS["fence"])), "",
                   data.draw(st.sampled_from(SCOPES)))  # fmt: skip
    before = made(threads, places)
    changed = [list(thread.instructions) for thread in before.threads]
    changed[t].insert(n, fence)
    after = Test("more", [Thread(i, p) for i, p in zip(changed, places, strict=True)])
    assert outcomes(after) <= outcomes(before)
