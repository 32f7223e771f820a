"""A widget: the pipeline of ``compute``, one bind at a time, on whatever you type."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

from ideas.monads.examples import parse_number, reciprocal, safe_sqrt
from ideas.monads.maybe import Just, Nothing
from ideas.widgets import Check, Trait, Widget, whole_number

__all__ = ["Pipeline", "run", "vectors"]

LONGEST = 40
STEPS = (parse_number, reciprocal, safe_sqrt)
NAMES = tuple(step.__name__ for step in STEPS)
INPUTS = (
    *("4", "0", "-4", "hey", "", " ", " 4 ", "0.25", ".5", "5.", ".", "-0", "+7", "--7", "1e3"),
    *("1E-3", "1e", "e5", "1_000", "1__0", "_1", "1_", "1_0e1_0", "1e400", "1e-400", "5e-324"),
    *("nan", "NaN", "inf", "-Infinity", "0x10", "1,5", "4 4", "١٢", "４", "𝟜", "\u20074\u2007"),
    *("123456789012345678", "1e16", "1e-5", "0.0001", "3", "2e300", "-0.0", "\ufeff4", "４_2"),
)


def text_of_length(longest: int) -> Check:
    """Accept a text of at most ``longest`` characters."""

    def convert(value: Any) -> str:
        if not isinstance(value, str) or len(value) > longest:
            raise ValueError(value)
        return value

    return Check(convert, f"a text of at most {longest} characters")


def run(text: str) -> list[str | None]:
    """What stands after each step, printed: a number in a Just, or None for Nothing.

    >>> run("4"), run("0")
    (['4.0', '0.25', '0.5'], ['0.0', None, None])
    """
    answers: list[str | None] = []
    m: Just[Any] | Nothing = Just(text)
    for step in STEPS:
        m = m.bind(step)
        answers.append(None if isinstance(m, Nothing) else repr(m.value))
    return answers


def vectors() -> list[dict[str, Any]]:
    """What ``pipeline.js`` must compute as well; kept in a file that both test suites read."""
    return [{"text": text, "answers": run(text)} for text in INPUTS]


class Pipeline(Widget):
    """Type a text, and step it through three functions that can fail.

    >>> Pipeline(text="0", step=3).alt()
    "'0' after 3 of 3 steps: parse_number gave Just 0.0, reciprocal gave Nothing, \
safe_sqrt was not called."
    """

    name = "monads-pipeline"
    script = Path(__file__).with_suffix(".js")
    text = Trait("4", text_of_length(LONGEST))
    step = Trait(0, whole_number(0, 3))

    def alt(self) -> str:
        """Say what each step gave."""
        told = [f"{name} {said}" for name, said in zip(NAMES, self._said(), strict=True)]
        done = ", ".join(told[: self.step]) or "nothing has run yet"
        return f"{self.text!r} after {self.step} of 3 steps: {done}."

    def picture(self) -> str:
        """Three boxes on a track, with what each gave under it."""
        parts = ['<svg viewBox="0 0 600 90" width="600" font-size="14" fill="currentColor">']
        for i, (name, said) in enumerate(zip(NAMES, self._said(), strict=True)):
            x = 10 + 200 * i
            dash = "" if "Just" in said else ' stroke-dasharray="5 4"'
            parts.append(
                f'<rect x="{x}" y="10" width="170" height="36" rx="6" fill="none" '
                f'stroke="currentColor" stroke-width="2"{dash}/>'
                f'<text x="{x + 85}" y="33" text-anchor="middle">{name}</text>'
            )
            if i < self.step:
                parts.append(
                    f'<text x="{x + 85}" y="70" text-anchor="middle">{escape(said)}</text>'
                )
        return "".join(parts) + "</svg>"

    def _said(self) -> list[str]:
        answers = run(self.text)
        told, before = [], "start"
        for answer in answers:
            if before is None:
                told.append("was not called")
            else:
                told.append("gave Nothing" if answer is None else f"gave Just {answer}")
            before = answer  # type: ignore[assignment]
        return told
