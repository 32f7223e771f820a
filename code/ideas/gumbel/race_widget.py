"""A race to watch: each class has an exponential clock, and the first to ring wins.

Minus the logarithm of the times is the same race told as Gumbel-max: the largest wins.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ideas.widgets import Check, Trait, Widget, one_of, whole_number

from .simplex_widget import exponentials

MOST_ROUNDS = 20_000


def whole_weights(value: Any) -> list[int]:
    """Return three whole weights from 1 to 20.

    Raises:
        ValueError: if they are not that.

    >>> whole_weights([2, 3, 5])
    [2, 3, 5]

    """
    whole = [w for w in value if isinstance(w, int) and not isinstance(w, bool) and 1 <= w <= 20]
    if len(value) != 3 or len(whole) != 3:
        raise ValueError(value)
    return whole


def times(weights: list[int], seed: int, rounds: int) -> np.ndarray:
    """Return when the clocks ring, shape (rounds, 3): exponentials over weights."""
    return exponentials(seed, rounds) / np.array(weights)


def wins(weights: list[int], seed: int, rounds: int) -> list[int]:
    """Return how often each class rings first."""
    first = times(weights, seed, rounds).argmin(1)
    return np.bincount(first, minlength=3).tolist()


class Race(Widget):
    """Run races between three clocks and count who wins.

    Traits: ``weights``, three whole numbers from 1 to 20; ``seed`` of the clocks; ``rounds`` run
    so far; ``scale``, whether the line shows time or minus its logarithm.

    >>> Race(weights=[2, 3, 5], rounds=1000).alt()[-46:]
    ' 1, 2, 3 won 214, 284 and 502 of 1,000 rounds.'
    """

    name = "gumbel-race"
    script = Path(__file__).with_suffix(".js")
    weights = Trait([2, 3, 5], Check(whole_weights, "three whole numbers from 1 to 20"))
    seed = Trait(1, whole_number(0, 999_999))
    rounds = Trait(1, whole_number(1, MOST_ROUNDS))
    scale = Trait("time", one_of("time", "noise"))

    def alt(self) -> str:
        """Say who won how often."""
        counts = wins(self.weights, self.seed, self.rounds)
        return (
            "A race of three exponential clocks with weights "
            f"{self.weights[0]}, {self.weights[1]} and {self.weights[2]}; the first to ring wins. "
            f"Classes 1, 2, 3 won {counts[0]}, {counts[1]} and {counts[2]} of {self.rounds:,} "
            f"round{'s' if self.rounds > 1 else ''}."
        )

    def picture(self) -> str:
        """Return the last race as three lines of time."""
        last = times(self.weights, self.seed, self.rounds)[-1]
        end = max(last)
        lanes = "".join(
            f'<path d="M70 {y}H300" stroke="currentColor" stroke-opacity=".4"/>'
            f'<text x="0" y="{y + 4}">class {i + 1}</text>'
            f'<circle cx="{70 + 220 * t / end:.1f}" cy="{y}" r="6" stroke="currentColor" '
            f'fill="{"currentColor" if t == min(last) else "none"}"/>'
            for i, (y, t) in enumerate(zip((20, 50, 80), last, strict=True))
        )
        return (
            '<svg viewBox="0 0 320 100" width="320" font-size="13" fill="currentColor">'
            f"{lanes}</svg>"
        )


def vectors() -> dict[str, Any]:
    """Return what the script must compute too: inputs, and outputs of this library."""
    return {
        "cases": [
            {
                "weights": weights,
                "seed": seed,
                "rounds": rounds,
                "last": times(weights, seed, rounds)[-1].tolist(),
                "wins": wins(weights, seed, rounds),
                "mean": float(times(weights, seed, rounds).min(1).mean()),
            }
            for weights, seed, rounds in (
                ([2, 3, 5], 1, 1),
                ([2, 3, 5], 1, 1000),
                ([1, 20, 1], 99, 5000),
                ([7, 7, 7], 123456, MOST_ROUNDS),
            )
        ]
    }
