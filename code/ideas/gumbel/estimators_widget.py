"""Bias and variance against temperature, for every estimator, without noise.

The problem is one coin and the payment :math:`|b - t|^e`; the means and the variances are those
of :mod:`ideas.gumbel.moments`, so the curves do not jitter.
"""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np

from ideas.widgets import Trait, Widget, one_of, real_number

from .moments import NAMES, Problem, moments

LEAST_TAU, MOST_TAU = 0.05, 5.0


class Estimators(Widget):
    """Drag the problem and the temperature; see which gradients point the wrong way.

    Traits: ``p``, the coin's probability of 1; ``t``, the target; ``exponent``; ``tau``; and the
    ``estimator`` that stands out.

    >>> Estimators(p=0.1, tau=0.5, estimator="Gumbel-Softmax").alt()[-57:]
    ' mean -0.0220, standard deviation 0.0746: the wrong sign.'
    """

    name = "gumbel-estimators"
    script = Path(__file__).with_suffix(".js")
    p = Trait(0.1, real_number(0.02, 0.98))
    t = Trait(0.45, real_number(0.02, 0.98))
    exponent = Trait(2.0, real_number(1.25, 4.0))
    tau = Trait(0.5, real_number(LEAST_TAU, MOST_TAU))
    estimator = Trait("Gumbel-Softmax", one_of(*NAMES))

    def problem(self) -> Problem:
        """Return the problem that the traits describe."""
        return Problem(self.p, self.t, self.exponent)

    def alt(self) -> str:
        """Say how the chosen estimator does."""
        truth, found = self.problem().gradient(), moments(self.problem(), self.tau)[self.estimator]
        wrong = "the wrong sign" if truth * found.mean < 0 else "the right sign"
        return (
            f"Mean gradient and standard deviation of ten estimators against temperature, for a "
            f"coin with p = {self.p:g} that pays |b - {self.t:g}| to the power {self.exponent:g}. "
            f"The exact gradient is {truth:.4f}. {self.estimator} at temperature {self.tau:g}: "
            f"mean {found.mean:.4f}, standard deviation {math.sqrt(found.variance):.4f}: {wrong}."
        )

    def picture(self) -> str:
        """Return the mean of the chosen estimator against temperature, and the exact gradient."""
        problem = self.problem()
        taus = np.geomspace(LEAST_TAU, MOST_TAU, 40)
        means = [moments(problem, tau)[self.estimator].mean for tau in taus]
        truth = problem.gradient()
        low, high = min(0.0, truth, *means), max(0.0, truth, *means)

        def height(value: float) -> float:
            return 190 - 180 * (value - low) / (high - low)

        curve = " ".join(f"{20 + 7.2 * i:.0f},{height(m):.1f}" for i, m in enumerate(means))
        return (
            '<svg viewBox="0 0 320 220" width="320" font-size="12" fill="currentColor">'
            f'<path d="M20 {height(0):.1f}H301" stroke="currentColor" stroke-opacity=".5"/>'
            f'<path d="M20 {height(truth):.1f}H301" stroke="#009e73" stroke-width="2"/>'
            f'<polyline points="{curve}" fill="none" stroke="#2f7fb8" stroke-width="2" '
            'stroke-dasharray="5 3"/>'
            f'<text x="20" y="212">temperature {LEAST_TAU:g}</text>'
            f'<text x="301" y="212" text-anchor="end">{MOST_TAU:g}</text></svg>'
        )


def vectors() -> dict[str, Any]:
    """Return what the script must compute too: inputs, and outputs of this library."""
    cases = []
    for p, t, exponent in ((0.1, 0.45, 2.0), (0.5, 0.45, 1.5), (0.9, 0.2, 3.0), (0.3, 0.7, 1.25)):
        problem = Problem(p, t, exponent)
        for tau in (0.05, 0.5, 2.0, 5.0):
            found = {name: list(pair) for name, pair in moments(problem, tau).items()}
            cases.append({"problem": problem, "tau": tau, "moments": found})
    return {"names": NAMES, "cases": cases}
