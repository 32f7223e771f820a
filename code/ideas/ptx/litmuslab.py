"""A widget: strengthen the instructions of a litmus test, and see which outcomes remain and why.

The page has no Python, so the verdicts come from tables that :func:`write_tables` computes and
writes into the script.  All threads are equally far apart there, and then a scope either reaches
every other thread or none; an access that reaches none is as good as weak, and a fence as none.
That leaves three strengths for each instruction, and some eight thousand programs in all.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from ideas.widgets import Check, Trait, Widget, one_of, whole_number

from .litmus import Test, allows, explain, seen
from .litmus.model import Order, Violation
from .litmus.search import Search

SCOPES = ("cta", "cluster", "gpu", "sys")
LEVELS = {
    "ld": ("weak", "relaxed", "acquire"),
    "st": ("weak", "relaxed", "release"),
    "fence": ("none", "acq_rel", "sc"),
}
SCRIPT = Path(__file__).with_name("litmuslab.js")
MARK = "const TABLES = "


@dataclass(frozen=True)
class Slot:
    """A place for an instruction: ``kind`` is ld, st or fence; ``rest`` its operands."""

    thread: int
    kind: str
    rest: str
    levels: tuple[str, ...]

    def text(self, choice: str) -> str:
        """Return the instruction for a choice such as ``release.gpu``; empty for no fence.

        >>> Slot(0, "st", "[x], 1", LEVELS["st"]).text("release.gpu")
        'st.release.gpu [x], 1'
        """
        return "" if choice == "none" else f"{self.kind}.{choice} {self.rest}".rstrip()

    def choices(self) -> Iterator[str]:
        """Yield what the menu offers, from weak to strong."""
        for level in self.levels:
            if level in ("weak", "none"):
                yield level
                continue
            yield from (f"{level}.{scope}" for scope in SCOPES)
            if level == "relaxed" and self.kind != "fence":
                yield "volatile"

    def level(self, choice: str, apart: str) -> int:
        """Return what a choice is worth between threads so far apart: an index of ``levels``."""
        order, _, scope = ("relaxed.sys" if choice == "volatile" else choice).partition(".")
        if order in ("weak", "none"):
            return 0
        reaches = SCOPES.index(scope) >= SCOPES.index(apart)
        return self.levels.index(order) if reaches else 0


@dataclass(frozen=True)
class Shape:
    """A litmus test with its strengths open: what is asked of it, and what it says."""

    title: str
    slots: tuple[Slot, ...]
    names: tuple[str, ...]
    asked: tuple[int, ...]

    def test(self, choices: list[str] | tuple[str, ...], apart: str) -> Test:
        """Make the test for a choice a slot."""
        threads: dict[int, list[str]] = {}
        for slot, choice in zip(self.slots, choices, strict=True):
            threads.setdefault(slot.thread, []).append(slot.text(choice))
        return Test.of(*("; ".join(filter(None, texts)) for texts in threads.values()), apart=apart)

    def weakest(self) -> list[str]:
        """Return the weakest choice of each slot."""
        return [next(slot.choices()) for slot in self.slots]

    @cache  # noqa: B019 -- there are as many as the shapes below
    def outcomes(self) -> list[tuple[int, ...]]:
        """Everything that may come out at the weakest."""
        return sorted(seen(self.test(self.weakest(), "gpu"), *self.names))


def _shape(title: str, threads: str, names: str, asked: str, stores: int = 3) -> Shape:
    """Make a shape from its text; the menus of its stores have the first `stores` levels."""
    slots = []
    for t, text in enumerate(threads.split("|")):
        for part in text.split(";"):
            kind, _, rest = part.strip().partition(" ")
            levels = LEVELS[kind][:stores] if kind == "st" else LEVELS[kind]
            slots.append(Slot(t, kind, rest, levels))
    values = tuple(int(v) for v in asked.split())
    return Shape(title, tuple(slots), tuple(names.split()), values)


SHAPES = {
    "MP": _shape("Message passing", "st [data], 1; fence; st [flag], 1 | ld r0, [flag]; fence; "
                 "ld r1, [data]", "1:r0 1:r1", "1 0"),
    "SB": _shape("Store buffering", "st [x], 1; fence; ld r0, [y] | st [y], 1; fence; ld r0, [x]",
                 "0:r0 1:r0", "0 0"),
    "LB": _shape("Load buffering", "ld r0, [x]; fence; st [y], 1 | ld r0, [y]; fence; st [x], 1",
                 "0:r0 1:r0", "1 1"),
    "CoRR": _shape("Coherence of two loads", "st [x], 1 | ld r0, [x]; fence; ld r1, [x]",
                   "1:r0 1:r1", "1 0"),
    "S": _shape("S: a load against a store", "st [x], 2; fence; st [y], 1 | ld r0, [y]; fence; "
                "st [x], 1", "1:r0 x", "1 2"),
    "R": _shape("R: a store against a load", "st [x], 1; fence; st [y], 1 | st [y], 2; fence; "
                "ld r0, [x]", "y 1:r0", "2 0"),
    "2+2W": _shape("Two stores each", "st [x], 1; fence; st [y], 2 | st [y], 1; fence; st [x], 2",
                   "x y", "1 1"),
    "WRC": _shape("Write to read causality", "st [x], 1 | ld r0, [x]; st [y], 1 | ld r0, [y]; "
                  "ld r1, [x]", "1:r0 2:r0 2:r1", "1 1 0"),
    "ISA2": _shape("A message passed on", "st [x], 1; st [f], 1 | ld r0, [f]; st [g], 1 | "
                   "ld r0, [g]; ld r1, [x]", "1:r0 2:r0 2:r1", "1 1 0"),
    "IRIW": _shape("Two readers of two writers", "st [x], 1 | st [y], 1 | ld r0, [x]; fence; "
                   "ld r1, [y] | ld r0, [y]; fence; ld r1, [x]", "2:r0 2:r1 3:r0 3:r1", "1 0 1 0",
                   stores=2),
}  # fmt: skip
"""The tests of the widget, by their usual names."""


def _reason(
    shape: Shape, choices: list[str], order: Order, violation: Violation | None = None
) -> str:
    """Write an explanation with slots for instructions: axiom, then ``a order b`` steps."""
    places: dict[tuple[int, int], int] = {}
    count: dict[int, int] = {}
    for number, (slot, choice) in enumerate(zip(shape.slots, choices, strict=True)):
        if choice != "none":
            index = count[slot.thread] = count.get(slot.thread, -1) + 1
            places[slot.thread, index] = number

    def place(event: int) -> str:
        found = order.events.list[event]
        return "i" if found.thread < 0 else str(places[found.thread, found.index])

    if violation is None:
        steps = [f"{place(w)} rf {place(r)}" for r, w in sorted(order.source.items())]
        return "|".join(("", *steps))
    steps = [f"{place(a)} {name} {place(b)}" for a, name, b in violation.steps]
    return "|".join((violation.axiom, *steps))


def row(shape: Shape, levels: tuple[int, ...]) -> list[str]:
    """Say of each outcome why it is allowed or forbidden at these strengths."""
    choices = []
    for slot, level in zip(shape.slots, levels, strict=True):
        order = slot.levels[level]
        choices.append(order if order in ("weak", "none") else f"{order}.gpu")
    test = shape.test(choices, "gpu")
    witness: dict[tuple[int, ...], Order] = {}
    for family in Search(test).families():
        for state in family.states():
            witness.setdefault(tuple(state[name] for name in shape.names), family.order)
    made = []
    for values in shape.outcomes():
        if values in witness:
            made.append(_reason(shape, choices, witness[values]))
            continue
        why = explain(test, dict(zip(shape.names, values, strict=True)))
        assert why.order is not None
        made.append(_reason(shape, choices, why.order, why.violation))
    return made


def table(shape: Shape) -> dict[str, Any]:
    """Compute one test's table: the reasons, the different rows, and a row for each program."""
    reasons: dict[str, int] = {}
    rows: dict[tuple[int, ...], int] = {}
    programs = []
    for levels in product(*(range(len(slot.levels)) for slot in shape.slots)):
        found = tuple(reasons.setdefault(r, len(reasons)) for r in row(shape, levels))
        programs.append(rows.setdefault(found, len(rows)))
    return {
        "title": shape.title,
        "slots": [[s.thread, s.kind, s.rest, list(s.levels)] for s in shape.slots],
        "names": list(shape.names),
        "asked": [list(v) for v in shape.outcomes()].index(list(shape.asked)),
        "outcomes": [list(v) for v in shape.outcomes()],
        "reasons": list(reasons),
        "rows": [list(r) for r in rows],
        "programs": programs,
    }


def write_tables(*names: str) -> None:
    """Compute the tables of some tests, or of all, and write them into the script.

    All of them take about a minute.
    """
    made = {name: table(SHAPES[name]) for name in names or SHAPES}
    tables = {name: made.get(name) or read_tables()[name] for name in SHAPES}
    lines = SCRIPT.read_text(encoding="utf-8").splitlines()
    text = MARK + json.dumps(tables, separators=(",", ":")) + ";"
    lines = [text if line.startswith(MARK) else line for line in lines]
    SCRIPT.write_text("\n".join(lines) + "\n", encoding="utf-8")


def read_tables() -> dict[str, Any]:
    """Read the tables back from the script."""
    for line in SCRIPT.read_text(encoding="utf-8").splitlines():
        if line.startswith(MARK):
            return json.loads(line.removeprefix(MARK).removesuffix(";"))
    raise ValueError(f"{SCRIPT.name} has no line that begins with {MARK!r}")


def vectors(count: int = 240, seed: int = 3) -> list[dict[str, Any]]:
    """Draw settings, and let the search say which outcomes they allow: for both test suites.

    Half of the settings are strong ones, where a scope decides.
    """
    draw = random.Random(seed)
    made = []
    for _ in range(count):
        name = draw.choice(list(SHAPES))
        shape = SHAPES[name]
        apart = draw.choice(SCOPES)
        low = draw.choice((0, -4))
        choices = [draw.choice(list(slot.choices())[low:]) for slot in shape.slots]
        found = seen(shape.test(choices, apart), *shape.names)
        allowed = [values in found for values in shape.outcomes()]
        made.append({"test": name, "apart": apart, "choices": " ".join(choices),
                     "allowed": allowed})  # fmt: skip
    return made


def _words(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value


class LitmusLab(Widget):
    """A litmus test whose instructions can be strengthened one by one.

    ``choices`` has a word for each instruction, such as ``weak`` or ``release.gpu``; left empty
    it is the weakest.  ``outcome`` is the index of the outcome that is explained.

    >>> LitmusLab(test="MP").alt()
    'Message passing, threads in blocks of one GPU: r0=1, r1=0 is allowed.'
    """

    name = "ptx-litmus-lab"
    script = SCRIPT
    test = Trait("MP", one_of(*SHAPES))
    apart = Trait("gpu", one_of(*SCOPES))
    choices = Trait("", Check(_words, "a word for each instruction, with spaces between"))
    outcome = Trait(-1, whole_number(-1, 15))

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        shape = SHAPES[self.test]
        words = self.choices.split() or shape.weakest()
        if len(words) != len(shape.slots):
            raise ValueError(f"{len(words)} choices; expected {len(shape.slots)} for {self.test}")
        for slot, word in zip(shape.slots, words, strict=True):
            if word not in slot.choices():
                raise ValueError(f"the choice {word!r}; expected {', '.join(slot.choices())}")
        self.choices = " ".join(words)
        if not 0 <= self.outcome < len(shape.outcomes()):
            self.outcome = shape.outcomes().index(shape.asked)

    def _case(self) -> tuple[Shape, Test, dict[str, int]]:
        shape = SHAPES[self.test]
        test = shape.test(self.choices.split(), self.apart)
        return shape, test, dict(zip(shape.names, shape.outcomes()[self.outcome], strict=True))

    def alt(self) -> str:
        """Say which test it is, where the threads are, and whether the outcome is allowed."""
        shape, test, wanted = self._case()
        where = {"cta": "in one block", "cluster": "in blocks of one cluster",
                 "gpu": "in blocks of one GPU", "sys": "on different GPUs"}  # fmt: skip
        what = ", ".join(f"{name.partition(':')[2] or name}={v}" for name, v in wanted.items())
        condition = " /\\ ".join(f"{name}={v}" for name, v in wanted.items())
        verdict = "allowed" if allows(test, condition) else "forbidden"
        return f"{shape.title}, threads {where[self.apart]}: {what} is {verdict}."

    def picture(self) -> str:
        """Return the graph of the execution, in the colour of the text around it."""
        _, test, wanted = self._case()
        svg = explain(test, wanted)._repr_svg_().replace("#222222", "currentColor")
        head, _, body = svg.partition(" fill=")
        return f'{head} style="max-width:100%;height:auto" fill={body}'


__all__ = ["LEVELS", "SCOPES", "SHAPES", "LitmusLab", "Shape", "Slot", "read_tables",
           "row", "table", "vectors", "write_tables"]  # fmt: skip
