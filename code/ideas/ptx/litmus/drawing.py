"""Draw an execution as a graph: a column a thread, arrows for the orders between events.

A forbidden execution shows its cycle, dashed.  The colours are those of the course's figures,
and each arrow also has its name beside it.
"""

from __future__ import annotations

from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING

from ideas.figures import BLUE, GREEN, INK, ORANGE, PURPLE, VERMILION

from .relations import pairs

if TYPE_CHECKING:
    from .explain import Explanation

COLOURS = {"rf": GREEN, "co": ORANGE, "fr": VERMILION, "sw": BLUE, "sc": PURPLE, "bar": BLUE,
           "po": INK, "obs": GREEN, "dep": INK, "atom": INK}  # fmt: skip
_HIGH, _GAP, _ROW, _LETTER = 26, 84, 66, 6.7


def draw(explanation: Explanation) -> str:
    """Return an SVG of the execution.

    >>> from ideas.ptx.litmus import Test
    >>> from ideas.ptx.litmus.explain import explain
    >>> draw(explain(Test.of("st.weak [x], 1", "ld.weak r0, [x]"), "1:r0=1"))[:4]
    '<svg'
    """
    if explanation.order is None:
        return _sheet(420, 40, [f'<text x="10" y="25">{escape(str(explanation))}</text>'])
    return _Picture(explanation).svg()


def _sheet(width: float, height: float, parts: list[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" font-family="ui-monospace, Menlo, Consolas, monospace"'
        f' font-size="11" fill="{INK}">'
    )
    return head + "".join(parts) + "</svg>"


class _Picture:
    def __init__(self, explanation: Explanation) -> None:
        assert explanation.order is not None
        assert explanation.run is not None
        self.explanation, self.order, self.result = explanation, explanation.order, explanation.run
        self.events = self.order.events
        self.steps = explanation.violation.steps if explanation.violation else ()
        self.boxes: dict[tuple[int, int], tuple[float, float, float]] = {}
        self.place()

    def place(self) -> None:
        """Give each instruction a box: centre, and half of the width."""
        threads = self.events.test.threads
        left = 10.0
        self.initial = [n for n in self.events.initial.values() if n in self.order.source.values()]
        self.top = 24 if self.initial else 0
        for t, thread in enumerate(threads):
            shown = [(n, i) for n, i in enumerate(thread.instructions) if self.numbers(t, n)]
            words = [self.words(t, n) for n, _ in shown] + [f"thread {t} ({thread.place})"]
            half = max(map(len, words)) * _LETTER / 2 + 8
            for row, (n, _) in enumerate(shown):
                self.boxes[t, n] = (left + half, self.top + 58 + row * _ROW, half)
            left += 2 * half + _GAP
        self.width = left - _GAP + 46
        self.height = max((y for _, y, _ in self.boxes.values()), default=60) + 34
        for n, number in enumerate(self.initial):
            where = (n + 1) * self.width / (len(self.initial) + 1)
            self.boxes[-1, number] = (where, 16, 34)

    def numbers(self, t: int, n: int) -> list[int]:
        return [e for e in self.events.of.get((t, n), []) if self.order.ran >> e & 1]

    def words(self, t: int, n: int) -> str:
        text = str(self.events.test.threads[t].instructions[n])
        for e in self.numbers(t, n):
            if self.events.list[e].kind == "R":
                text += f"  → {self.result.values.get(e, 0)}"
        return text

    def box_of(self, number: int) -> tuple[float, float, float]:
        event = self.events.list[number]
        return self.boxes[(-1, number) if event.thread < 0 else (event.thread, event.index)]

    def arrows(self) -> list[tuple[int, str, int, bool]]:
        """Choose the arrows: sources, coherence, synchronization, and the cycle."""
        order, events = self.order, self.events
        bad = {(a, name, b) for a, name, b in self.steps if name != "atom"}
        found: dict[tuple[int, int, str], bool] = {}
        for read, write in order.source.items():
            found[write, read, "rf"] = (write, "rf", read) in bad
        coherence = self.explanation.coherence
        for a, b in pairs(coherence):
            if not any(coherence[a] >> c & 1 and coherence[c] >> b & 1 for c in range(events.size)):
                found[a, b, "co"] = (a, "co", b) in bad
        for a, b in pairs(order.synchronized):
            found[a, b, "sw"] = (a, "sw", b) in bad
        for a, b in pairs(order.fences):
            if events.list[a].thread != events.list[b].thread:
                found[a, b, "sc"] = (a, "sc", b) in bad
        for a, name, b in bad:
            if name != "po" or abs(events.list[a].index - events.list[b].index) > 0:
                found[a, b, name] = True
        return [(a, name, b, wrong) for (a, b, name), wrong in found.items()]

    def svg(self) -> str:
        parts = [self.marker(name, colour) for name, colour in COLOURS.items()]
        for t in range(len(self.events.test.threads)):
            mine = [box for (owner, _), box in self.boxes.items() if owner == t]
            if not mine:
                continue
            x, y, _ = mine[0]
            place = self.events.test.threads[t].place
            parts.append(
                f'<text x="{x:.4g}" y="{y - 26:.4g}" text-anchor="middle" font-weight="bold">'
                f"thread {t} ({place})</text>"
            )
            for (_, y1, _), (_, y2, _) in pairwise(mine):
                parts.append(
                    f'<path d="M{x:.4g} {y1 + 13:.4g}V{y2 - 13:.4g}" stroke="{INK}" '
                    'stroke-opacity="0.45" fill="none"/>'
                )
        for (t, n), (x, y, half) in self.boxes.items():
            if t < 0:
                name = self.events.list[n].location
                words = f"{name}={self.result.values[n]}"
            else:
                words = self.words(t, n)
            parts.append(
                f'<rect x="{x - half:.5g}" y="{y - 13:.4g}" width="{2 * half:.5g}" height="{_HIGH}"'
                f' rx="5" fill="none" stroke="{INK}" stroke-opacity="0.7"/>'
                f'<text x="{x:.5g}" y="{y + 4:.4g}" text-anchor="middle">{escape(words)}</text>'
            )
        taken: list[tuple[float, float]] = []
        for a, name, b, wrong in self.arrows():
            if self.box_of(a) != self.box_of(b):
                parts.append(self.arrow(a, name, b, wrong, taken))
        return _sheet(round(self.width), round(self.height), parts)

    @staticmethod
    def marker(name: str, colour: str) -> str:
        return (
            f'<marker id="litmus-{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="9" '
            f'markerHeight="9" markerUnits="userSpaceOnUse" orient="auto-start-reverse">'
            f'<path d="M0 0L8 4L0 8z" fill="{colour}"/></marker>'
        )

    def arrow(self, a: int, name: str, b: int, wrong: bool, taken: list) -> str:
        """Draw one arrow with its name; those within a column bend to its right."""
        (x1, y1, h1), (x2, y2, h2) = self.box_of(a), self.box_of(b)
        bend = {"rf": 0, "sw": 12, "fr": -12, "co": 20, "sc": 8}.get(name, 4)
        if x1 == x2 and self.events.list[a].thread >= 0:
            if name == "po":
                sign = 1 if y2 > y1 else -1
                path, at = f"M{x1:.4g} {y1 + sign * 13:.4g}V{y2 - sign * 13:.4g}", (
                    x1 + 12, (y1 + y2) / 2 + 4)  # fmt: skip
            else:
                side = x1 + max(h1, h2)
                out = side + 22 + bend
                path = (f"M{x1 + h1:.4g} {y1:.4g}C{out:.4g} {y1:.4g} {out:.4g} {y2:.4g} "
                        f"{x2 + h2:.4g} {y2:.4g}")  # fmt: skip
                at = (side + 18 + bend * 0.75, (y1 + y2) / 2)
        else:
            if abs(y1 - y2) > 30 and self.events.list[a].thread < 0:
                start, end = (x1, y1 + 13), (x2, y2 - 13)
            else:
                sign = 1 if x2 > x1 else -1
                start, end = (x1 + sign * h1, y1 + bend / 2), (x2 - sign * h2, y2 + bend / 2)
            bow = 0.0
            if start[1] == end[1] and self.crosses(start, end):
                bow = -46.0 if bend <= 0 else 46.0
            middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2 + bow)
            path = (f"M{start[0]:.4g} {start[1]:.4g}Q{middle[0]:.4g} {middle[1]:.4g} "
                    f"{end[0]:.4g} {end[1]:.4g}")  # fmt: skip
            at = self.free(start, end, bow / 2, taken)
        taken.append(at)
        dashes = ' stroke-dasharray="6 3"' if wrong else ""
        width = 2.4 if wrong else 1.4
        return (
            f'<path d="{path}" fill="none" stroke="{COLOURS[name]}" stroke-width="{width}"'
            f'{dashes} marker-end="url(#litmus-{name})"/>'
            f'<text x="{at[0]:.4g}" y="{at[1]:.4g}" text-anchor="middle" font-style="italic" '
            f'font-weight="{"bold" if wrong else "normal"}">{name}</text>'
        )

    def crosses(self, start: tuple[float, float], end: tuple[float, float]) -> bool:
        """Whether a level arrow would run through a box."""
        low, high = sorted((start[0], end[0]))
        return any(low < x < high and abs(y - start[1]) < _HIGH for x, y, _ in self.boxes.values())

    @staticmethod
    def free(
        start: tuple[float, float], end: tuple[float, float], bow: float, taken: list
    ) -> tuple[float, float]:
        """Find a place along an arrow for its name that no other name has."""
        at = start
        for share in (0.5, 0.3, 0.7, 0.2, 0.8):
            rise = start[1] + share * (end[1] - start[1]) + 4 * share * (1 - share) * bow
            at = (start[0] + share * (end[0] - start[0]), rise - 5)
            if all(abs(at[0] - x) > 22 or abs(at[1] - y) > 12 for x, y in taken):
                break
        return at
