"""The colours of figures stay apart for readers with a colour-vision deficiency.

The three deficiencies are simulated by the matrices of Machado, Oliveira and Fernandes (2009),
"A physiologically-based model for simulation of color vision deficiency", at full severity, on
linear RGB; distances are those of CIELAB.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from ideas import figures

PALETTE = figures.CYCLE
EYES = {
    "typical": np.eye(3),
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "tritanopia": np.array(
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ]
    ),
}
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750],
     [0.0193339, 0.1191920, 0.9503041]]
)  # fmt: skip
WHITE = TO_XYZ.sum(axis=1)
APART = 10.0
"""Far above the just noticeable difference, which is about 2.3 (Mahy and others, 1994)."""


def linear(colour: str) -> np.ndarray:
    levels = np.array([int(colour[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    return np.where(levels <= 0.04045, levels / 12.92, ((levels + 0.055) / 1.055) ** 2.4)


def lab(rgb: np.ndarray) -> np.ndarray:
    x, y, z = np.cbrt(TO_XYZ @ np.clip(rgb, 0, 1) / WHITE)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def distance(one: str, other: str, eye: str) -> float:
    seen = [lab(EYES[eye] @ linear(colour)) for colour in (one, other)]
    return float(np.linalg.norm(seen[0] - seen[1]))


@pytest.mark.parametrize("eye", EYES)
def test_any_two_colours_stay_apart(eye: str) -> None:
    near = {
        (one, other): round(distance(one, other, eye), 1)
        for one, other in combinations(PALETTE, 2)
        if distance(one, other, eye) < APART
    }
    assert near == {}


def test_the_simulation_tells_what_is_known() -> None:
    """Red and green of equal lightness meet for two of the deficiencies, not for the third."""
    red, green = "#c06a4a", "#7d8a46"
    assert distance(red, green, "typical") > 40
    assert distance(red, green, "deuteranopia") < distance(red, green, "typical") / 2
    assert distance(red, green, "tritanopia") > 25
    assert np.allclose(lab(np.ones(3)), [100, 0, 0], atol=0.01)
