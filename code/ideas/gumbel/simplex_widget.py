"""A triangle to play with: three probabilities, a temperature, and a thousand samples.

Everything the script shows is computed here too, from the library: the noise, the samples, the
density and the tally of the largest entries.  The noise is a hash of a seed and a number, so that
Python and JavaScript draw the same one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from ideas.widgets import Check, Trait, Widget, one_of, real_number, whole_number

from ._arrays import softmax
from .concrete import Concrete
from .simplex import lattice, to_plane

SAMPLES = 1000
"""How many samples are shown."""

LEAST_TAU, MOST_TAU = 0.05, 10.0


def percentages(value: Any) -> list[int]:
    """Return three whole percentages, each at least 1, that sum to 100.

    Raises:
        ValueError: if they are not that.

    >>> percentages([20, 30, 50])
    [20, 30, 50]

    """
    whole = [part for part in value if isinstance(part, int) and not isinstance(part, bool)]
    if len(value) != 3 or len(whole) != 3 or min(whole) < 1 or sum(whole) != 100:
        raise ValueError(value)
    return whole


def hash32(x: np.ndarray) -> np.ndarray:
    """Return 32-bit numbers mixed so that every bit depends on every bit.

    Source: Wellons, *Prospecting for hash functions* (2018), the function lowbias32.

    >>> hex(hash32(np.array([1], np.uint32))[0])
    '0x688990c0'
    """
    x = np.asarray(x, np.uint32).copy()
    for shift, factor in ((16, 0x7FEB352D), (15, 0x846CA68B)):
        x ^= x >> np.uint32(shift)
        x *= np.uint32(factor)
    return x ^ (x >> np.uint32(16))


def exponentials(seed: int, n: int) -> np.ndarray:
    """Return standard exponential variables (n, 3), the same for the same seed everywhere.

    Two hashes make 53 bits of a uniform number, so the tail is as long as float64 allows.
    """
    base = hash32(np.array([seed], np.uint32))
    halves = hash32(base + np.arange(6 * n, dtype=np.uint32)).astype(np.float64).reshape(n, 3, 2)
    u = (halves[..., 0] * 2**21 + np.floor(halves[..., 1] / 2**11) + 0.5) / 2**53
    return np.maximum(-np.log(u), 2**-54)


def samples(percent: list[int], tau: float, seed: int, n: int = SAMPLES) -> np.ndarray:
    """Return Gumbel-Softmax samples (n, 3)."""
    perturbed = np.log(np.array(percent) / 100) - np.log(exponentials(seed, n))
    return softmax(perturbed, tau, -1)


def tally(percent: list[int], seed: int, n: int = SAMPLES) -> list[int]:
    """Return how often each class has the largest entry: the temperature plays no part."""
    first = (exponentials(seed, n) / np.array(percent)).argmin(1)
    return np.bincount(first, minlength=3).tolist()


class Simplex(Widget):
    """Drag three probabilities and a temperature, and see where the samples go.

    Traits: ``percent``, three whole numbers that sum to 100; ``tau``; ``seed`` of the noise;
    ``picked``, the sample whose bars are shown; ``frozen``, whether a change keeps the noise.

    >>> Simplex(percent=[20, 30, 50], tau=0.1).alt()[:48]
    'A triangle whose corners are three classes with '
    """

    name = "gumbel-simplex"
    script = Path(__file__).with_suffix(".js")
    percent = Trait([20, 30, 50], Check(percentages, "three whole numbers from 1 that sum to 100"))
    tau = Trait(0.5, real_number(LEAST_TAU, MOST_TAU))
    seed = Trait(1, whole_number(0, 999_999))
    picked = Trait(0, whole_number(0, SAMPLES - 1))
    frozen = Trait("no", one_of("no", "yes"))

    def alt(self) -> str:
        """Say what the samples do."""
        spread = samples(self.percent, self.tau, self.seed).max(1).mean()
        first, second, third = self.percent
        counts = tally(self.percent, self.seed)
        return (
            f"A triangle whose corners are three classes with probabilities {first}, {second} "
            f"and {third} %, and {SAMPLES:,} Gumbel-Softmax samples in it at temperature "
            f"{self.tau:g}. Their largest entry is {spread:.2f} on average; it is class 1, 2, 3 in "
            f"{counts[0]}, {counts[1]} and {counts[2]} of them."
        )

    def picture(self) -> str:
        """Return the triangle with its samples."""
        x = samples(self.percent, self.tau, self.seed)
        plane = (20, 265) + to_plane(x) * (280, -280)
        dots = "".join(f"M{a:.0f} {b:.0f}h0" for a, b in plane)
        places = zip((40, 280, 160), (284, 284, 12), self.percent, strict=True)
        corners = "".join(
            f'<text x="{a}" y="{b}" text-anchor="middle">{i}: {p} %</text>'
            for i, (a, b, p) in enumerate(places, start=1)
        )
        return (
            '<svg viewBox="0 0 320 290" width="320" font-size="13" fill="currentColor">'
            '<path d="M20 265H300L160 22.5Z" fill="none" stroke="currentColor"/>'
            f'<path d="{dots}" stroke="#2f7fb8" stroke-width="3" stroke-linecap="round"/>'
            f"{corners}</svg>"
        )


def vectors() -> dict[str, Any]:
    """Return what the script must compute too: inputs, and outputs of this library."""
    cases = []
    for percent, tau, seed in (
        ([20, 30, 50], 0.5, 1),
        ([1, 1, 98], 0.05, 7),
        ([33, 33, 34], 1.0, 123456),
        ([80, 15, 5], 10.0, 0),
    ):
        points = lattice(6)
        density = Concrete(np.log(np.array(percent) / 100), tau).log_prob(points)
        cases.append(
            {
                "percent": percent,
                "tau": tau,
                "seed": seed,
                "exponentials": exponentials(seed, 4).tolist(),
                "samples": samples(percent, tau, seed, 4).tolist(),
                "tally": tally(percent, seed),
                "points": points.tolist(),
                "log_density": density.tolist(),
            }
        )
    return {"cases": cases}
