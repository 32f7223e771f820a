"""Icons become drawings, and an unknown one is named."""

from __future__ import annotations

import pytest

from bookkit.icons import with_icons


@pytest.mark.parametrize(
    "place",
    [
        '<i class="fa-solid fa-bars"></i>',
        '<span class="fas fa-download fa-lg"></span>',
        '<i class="fab fa-github"></i>',
        '<i class="theme-switch fa-solid fa-sun                fa-lg" data-mode="light"></i>',
        '<i class="fas fa-pencil-alt"></i>',
    ],
)
def test_icon_is_drawn(place: str) -> None:
    drawn = with_icons(f"<p>{place}</p>")
    assert drawn.count("<svg") == drawn.count("<path") == 1
    assert "<i " not in drawn
    assert 'aria-hidden="true"' in drawn


def test_attributes_are_kept() -> None:
    assert 'data-mode="dark"' in with_icons('<i class="fa-solid fa-moon" data-mode="dark"></i>')


def test_other_elements_are_left_alone() -> None:
    html = '<i class="note"></i><span class="fast"></span><i>fa-bars</i>'
    assert with_icons(html) == html


def test_unknown_icon_is_named() -> None:
    with pytest.raises(LookupError, match="fa-no-such-icon"):
        with_icons('<i class="fa-solid fa-no-such-icon"></i>')
