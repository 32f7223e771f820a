"""Icons are drawn into the page as small SVGs, instead of by a script that draws all there are.

The theme marks a place for an icon with an empty element, such as ``<i class="fa-solid
fa-bars"></i>``, and loads a script of 540 KB (compressed) that knows every icon of Font Awesome.
A page of the book shows about a dozen, so they are taken, one file each, from the package that
npm installed.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from bookkit.node import node_package

STYLES = {
    "fa-solid": "solid",
    "fas": "solid",
    "fa-regular": "regular",
    "far": "regular",
    "fa-brands": "brands",
    "fab": "brands",
}
"""Font Awesome's style classes, and the folder that each style is kept in."""

OLD_NAMES = {"pencil-alt": "pencil"}
"""Names that the theme still uses and Font Awesome has changed."""

PLACE = re.compile(r'<(i|span) class="([^"]*\bfa[srb]?\b[^"]*)"([^>]*)></\1>')
DRAWING = re.compile(r'viewBox="([^"]+)".*?<path d="([^"]+)"', re.DOTALL)


def with_icons(html: str) -> str:
    """Return a page with each empty icon element replaced by its drawing.

    The drawing is hidden from screen readers: the buttons around icons carry the words.
    A name that Font Awesome does not have raises a ``LookupError`` that names it.

    >>> with_icons('<i class="fa-solid fa-bars"></i>')[:62]
    '<svg class="svg-inline--fa fa-solid fa-bars" aria-hidden="true'
    """
    return PLACE.sub(_draw, html)


def _draw(place: re.Match[str]) -> str:
    _, classes, attributes = place.groups()
    names = classes.split()
    style = next((STYLES[name] for name in names if name in STYLES), None)
    if style is None:
        return place.group()
    known = [name[3:] for name in names if name.startswith("fa-") and _exists(style, name[3:])]
    if not known:
        raise LookupError(f"Font Awesome has no {style} icon among the classes {classes!r}.")
    box, path = _drawing(style, known[0])
    return (
        f'<svg class="svg-inline--fa {classes}" aria-hidden="true" focusable="false" '
        f'viewBox="{box}"{attributes}><path fill="currentColor" d="{path}"></path></svg>'
    )


def _file(style: str, name: str) -> Path:
    name = OLD_NAMES.get(name, name)
    return node_package("@fortawesome/fontawesome-free") / "svgs" / style / f"{name}.svg"


@cache
def _exists(style: str, name: str) -> bool:
    return _file(style, name).exists()


@cache
def _drawing(style: str, name: str) -> tuple[str, str]:
    """The view box and the path of one icon."""
    found = DRAWING.search(_file(style, name).read_text(encoding="utf-8"))
    if found is None:
        raise LookupError(f"The {style} icon {name!r} is not a drawing of one path.")
    return found.group(1), found.group(2)
