"""A temperature schedule is a pure function of the step, and it must really anneal.

Three bugs recur in public code: a schedule whose start equals its end, a decay that is never
called, and a decay that compounds because it multiplies a stored temperature.  A pure function of
the step cannot have the last two, and the constructors here refuse the first.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

from ._arrays import check_temperature

Schedule: TypeAlias = Callable[[int], float]
"""From a step (0, 1, 2, ...) to a temperature."""


def constant(tau: float) -> Schedule:
    """Return the schedule that keeps one temperature: the baseline every other has to beat.

    Raises:
        ValueError: if ``tau`` is not positive and finite.

    >>> constant(0.5)(1000)
    0.5

    """
    value = float(check_temperature(tau))
    return lambda step: value + 0.0 * _fraction(step, 1)


def cosine(start: float, end: float, steps: int) -> Schedule:
    """Return the schedule that falls from ``start`` to ``end`` along half a cosine, then stays.

    Raises:
        ValueError: if a temperature is not positive and finite, ``end`` is not below ``start``,
            or ``steps`` is not a positive integer.

    >>> tau = cosine(1.0, 1 / 16, steps=150_000)
    >>> tau(0), tau(75_000), tau(150_000), tau(200_000)
    (1.0, 0.53125, 0.0625, 0.0625)

    """
    _check_anneals(start, end, steps)

    def schedule(step: int) -> float:
        weight = (1 + math.cos(math.pi * _fraction(step, steps))) / 2
        return end + (start - end) * weight

    return schedule


def exponential(start: float, end: float, steps: int) -> Schedule:
    """Return the schedule that falls by a constant factor a step, from ``start`` to ``end``.

    It is the rule max(end, start * exp(-rate * step)) of Jang, Gu and Poole (2017) with the
    rate ``log(start / end) / steps``, named by where it ends instead of by its rate.

    Raises:
        ValueError: as for :func:`cosine`.

    >>> [round(exponential(1.0, 0.25, steps=2)(step), 3) for step in range(4)]
    [1.0, 0.5, 0.25, 0.25]
    >>> exponential(0.5, 0.5, steps=100)
    Traceback (most recent call last):
    ...
    ValueError: end must be below start or nothing is annealed: start 0.5, end 0.5

    """
    _check_anneals(start, end, steps)
    return lambda step: start * (end / start) ** _fraction(step, steps)


def _fraction(step: int, steps: int) -> float:
    if step < 0:
        raise ValueError(f"step must be 0 or more, not {step}")
    return min(step / steps, 1.0)


def _check_anneals(start: float, end: float, steps: int) -> None:
    check_temperature(start)
    check_temperature(end)
    if not end < start:
        raise ValueError(
            f"end must be below start or nothing is annealed: start {start}, end {end}"
        )
    if int(steps) != steps or steps < 1:
        raise ValueError(f"steps must be a positive integer, not {steps}")
