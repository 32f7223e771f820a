"""How kept vectors are compared with what the library computes on this machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


@pytest.fixture(scope="session")
def assert_same_vectors() -> Callable[[Any, Any], None]:
    """Hold two pieces of data equal, up to the last bits of a float.

    numpy's exponential and logarithm take other instructions on other processors, and may differ
    in the last bit; a difference of two numbers near 1 keeps that bit in full.
    """

    def same(kept: Any, found: Any) -> None:
        if isinstance(kept, dict):
            assert kept.keys() == found.keys()
            for key in kept:
                same(kept[key], found[key])
        elif isinstance(kept, list):
            assert len(kept) == len(found)
            for one, other in zip(kept, found, strict=True):
                same(one, other)
        elif isinstance(kept, float):
            assert found == pytest.approx(kept, rel=1e-14, abs=1e-15)
        else:
            assert kept == found

    return same
