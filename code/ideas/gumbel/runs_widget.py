"""Training runs to scrub through: the gap between soft and hard codes, and which codes are used.

The runs are recorded where they were trained, with :func:`ideas.gumbel.dvae.record`; the widget
holds their numbers and needs no kernel to show them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ideas.widgets import Check, Trait, Widget, whole_number

COLUMNS = ("step", "tau", "soft", "sampled", "argmax", "usage")


def recorded(value: Any) -> list[dict[str, Any]]:
    """Return runs whose columns are equally long.

    Raises:
        ValueError: if there is no run, or one lacks a column, or columns differ in length.

    """
    for run in value:
        columns = [run.get(column, ()) for column in COLUMNS] if isinstance(run, dict) else [()]
        lengths = set(map(len, columns))
        if len(lengths) != 1 or 0 in lengths or not isinstance(run.get("name"), str):
            raise ValueError(value)
    if not value:
        raise ValueError(value)
    return list(value)


def perplexity(usage: list[int]) -> float:
    """Return the exponential of the entropy of counts: how many codes are in use.

    >>> round(perplexity([1, 1, 1, 1]), 12), perplexity([7, 0, 0])
    (4.0, 1.0)
    """
    share = np.array(usage) / sum(usage)
    return float(np.exp(-(share * np.log(np.where(share > 0, share, 1))).sum()))


def gap(run: dict[str, Any], at: int) -> float:
    """Return by what factor discrete codes are worse than the soft ones that training saw."""
    return float(run["sampled"][at] / run["soft"][at])


class TrainingRuns(Widget):
    """Choose a run and scrub through its steps.

    Traits: ``runs``, as :func:`ideas.gumbel.dvae.record` writes them; ``run``, which one is
    shown; ``at``, which of its looks, from 0.
    """

    name = "gumbel-runs"
    script = Path(__file__).with_suffix(".js")
    runs = Trait([], Check(recorded, "runs as ideas.gumbel.dvae.record returns them"))
    run = Trait(0, whole_number(0, 99))
    at = Trait(0, whole_number(0, 9999))

    def shown(self) -> tuple[dict[str, Any], int]:
        """Return the run that is shown and the look at it, both within bounds."""
        run = self.runs[min(self.run, len(self.runs) - 1)]
        return run, min(self.at, len(run["step"]) - 1)

    def alt(self) -> str:
        """Say where the chosen run stands."""
        run, at = self.shown()
        return (
            f"Training run “{run['name']}” at step {run['step'][at]}: with soft codes the error "
            f"is {run['soft'][at]:.4f}, with sampled codes {run['sampled'][at]:.4f}, with argmax "
            f"codes {run['argmax'][at]:.4f}; {perplexity(run['usage'][at]):.1f} of "
            f"{len(run['usage'][at])} codes are in use."
        )

    def picture(self) -> str:
        """Return the usage of the codes as bars, most used first."""
        run, at = self.shown()
        usage = sorted(run["usage"][at], reverse=True)
        width = 300 / len(usage)
        bars = "".join(
            f'<rect x="{10 + i * width:.1f}" y="{110 - 100 * u / max(usage):.1f}" '
            f'width="{0.8 * width:.1f}" height="{100 * u / max(usage):.1f}"/>'
            for i, u in enumerate(usage)
        )
        return f'<svg viewBox="0 0 320 120" width="320" fill="currentColor">{bars}</svg>'


def vectors() -> dict[str, Any]:
    """Return what the script must compute too: inputs, and outputs of this library."""
    usages = [[1, 1, 1, 1], [7, 0, 0], [3, 0, 5, 2, 0, 9], list(range(32))]
    run = {"soft": [0.07, 0.0101], "sampled": [0.0712, 0.0255]}
    return {
        "perplexity": [[usage, perplexity(usage)] for usage in usages],
        "run": run,
        "gaps": [gap(run, 0), gap(run, 1)],
    }
