"""A widget: pick a monad, lawful or lawless, and a law; see it hold, or see why it fails.

The results of the package's own monads are computed here, by :mod:`ideas.monads.laws`, and stand
in the script as data; ``python -m ideas.monads.law_lab`` writes them anew.  A Writer over a table
of your own is computed by the script itself, all cases at each click.
"""

from __future__ import annotations

import json
from html import escape
from itertools import product
from pathlib import Path
from typing import Any

from ideas.monads import ALL, lawless, laws, writer
from ideas.monads.laws import Law, LawError
from ideas.monads.monad import Monad
from ideas.monads.monoid import Monoid
from ideas.monads.tables import Table, all_functions
from ideas.monads.writer import Writer
from ideas.widgets import Trait, Widget, one_of, whole_number

__all__ = ["OWN", "LawLab", "own", "results", "vectors"]

OWN = "your own Writer"
OWN_LAWS = ("left identity", "right identity", "associativity")
LAWFUL_CASES, LAWLESS_CASES = 500, 3_000
SCRIPT = Path(__file__).with_suffix(".js")
BEFORE, AFTER = "// data: begin\n", "// data: end\n"


def _every_law() -> dict[str, str]:
    records = (*ALL.values(), *lawless.ALL.values())
    return {law.name: law.statement for monad in records for law in laws.chosen(monad, None)}


def _said(monad: Monad, law: Law, budget: int) -> int | dict[str, list[list[str]]]:
    """How many cases passed, or the counterexample as text."""
    try:
        return laws.check(monad, laws=[law], budget=budget)[law.name]
    except LawError as error:

        def texts(steps: Any) -> list[list[str]]:
            return [[name, laws.show(monad, value)] for name, value in steps]

        return {
            "with": texts(error.case.items()),
            "left": texts(error.left),
            "right": texts(error.right),
        }


def results() -> dict[str, Any]:
    """What the script shows: each law's statement, and for each monad what came of each law."""
    found: dict[str, dict[str, Any]] = {}
    for records, budget in ((ALL, LAWFUL_CASES), (lawless.ALL, LAWLESS_CASES)):
        for name, monad in records.items():
            chosen = laws.chosen(monad, None)
            found[name] = {law.name: _said(monad, law, budget) for law in chosen}
    return {"laws": _every_law(), "lawful": list(ALL), "lawless": list(lawless.ALL), "found": found}


def own(unit: int, table: int) -> dict[str, int]:
    """Try three laws of Writer over a table on {0, 1}; -1 if a law holds, or the case that fails.

    Bit 2x + y of ``table`` is x . y, and ``unit`` is the log of eta.  Cases are numbered in the
    order in which they are listed.

    >>> own(unit=0, table=0b0110)                 # addition modulo 2
    {'left identity': -1, 'right identity': -1, 'associativity': -1}
    >>> own(unit=0, table=0b1000)["left identity"]  # multiplication has the unit 1
    8
    """
    monoid: Monoid[int] = Monoid("own", unit, lambda x, y: table >> (2 * x + y) & 1, (0, 1))
    T = writer.monad(monoid)
    values = tuple(T.values((0, 1)))
    arrows: tuple[Table[Any, Writer[int, int]], ...] = tuple(all_functions((0, 1), values))

    def first(holds: list[bool]) -> int:
        return holds.index(False) if False in holds else -1

    sides = (
        [T.bind(T.unit(a), f) == f(a) for a, f in product((0, 1), arrows)],
        [T.bind(m, T.unit) == m for m in values],
        [
            T.bind(T.bind(m, f), g) == T.bind(m, lambda x, f=f, g=g: T.bind(f(x), g))  # type: ignore[misc]
            for m, f, g in product(values, arrows, arrows)
        ],
    )
    return dict(zip(OWN_LAWS, map(first, sides), strict=True))


def vectors() -> list[dict[str, Any]]:
    """All 32 choices of a unit and a table, as ``law_lab.js`` must judge them as well."""
    return [{"unit": u, "table": t, "own": own(u, t)} for u in (0, 1) for t in range(16)]


def written() -> str:
    """The script's data, as it stands between its two marks."""
    return f"export const DATA = {json.dumps(results(), ensure_ascii=False, indent=0)};\n"


class LawLab(Widget):
    """Try one law of one monad.

    >>> LawLab(monad="counting bind", law="right identity").alt()
    "counting bind breaks the law 'right identity', m >>= unit = m."
    >>> LawLab(monad="your own Writer", law="associativity", table=0b0110).alt()
    "your own Writer passes the law 'associativity', (m >>= f) >>= g = m >>= (x -> f(x) >>= g)."
    """

    name = "monads-law-lab"
    script = SCRIPT
    monad = Trait("Maybe", one_of(*ALL, *lawless.ALL, OWN))
    law = Trait("associativity", one_of(*_every_law()))
    unit = Trait(0, whole_number(0, 1))
    table = Trait(0b0110, whole_number(0, 15))

    def _broken(self) -> LawError | bool:
        if self.monad == OWN:
            return own(self.unit, self.table).get(self.law, -1) >= 0
        record = ALL.get(self.monad) or lawless.ALL[self.monad]
        budget = LAWFUL_CASES if self.monad in ALL else LAWLESS_CASES
        chosen = [law for law in laws.chosen(record, None) if law.name == self.law]
        try:
            laws.check(record, laws=chosen, budget=budget)
        except LawError as error:
            return error
        return False

    def alt(self) -> str:
        """Say which law is tried on which monad, and what came of it."""
        statement = _every_law()[self.law]
        verb = "breaks" if self._broken() else "passes"
        return f"{self.monad} {verb} the law {self.law!r}, {statement}."

    def picture(self) -> str:
        """The verdict, with the counterexample's lines if there is one."""
        broken = self._broken()
        lines = str(broken).splitlines() if isinstance(broken, LawError) else [self.alt()]
        texts = "".join(
            f'<text x="10" y="{24 + 20 * i}" xml:space="preserve">{escape(line)}</text>'
            for i, line in enumerate(lines)
        )
        height = 20 * len(lines) + 20
        return (
            f'<svg viewBox="0 0 760 {height}" width="760" font-size="13" '
            f'font-family="monospace" fill="currentColor">{texts}</svg>'
        )


def main() -> None:
    """Write the data into the script."""
    text = SCRIPT.read_text(encoding="utf-8")
    head, rest = text.split(BEFORE)
    _, tail = rest.split(AFTER)
    SCRIPT.write_text(head + BEFORE + written() + AFTER + tail, encoding="utf-8")


if __name__ == "__main__":
    main()
