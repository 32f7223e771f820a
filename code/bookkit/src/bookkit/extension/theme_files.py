"""The theme's style and icon font are cut down to what the book's pages use.

The theme's style sheet names every icon of Font Awesome, and the font it points at holds them
all (156 KB); the style itself draws about a dozen of them, beside admonitions and in menus.
"""

from __future__ import annotations

import re
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from sphinx.application import Sphinx

STYLE = "styles/pydata-sphinx-theme.css"
FONT = "vendor/fontawesome/webfonts/fa-solid-900.woff2"
NAMED_ICON = re.compile(r"(?:\.fa-[\w-]+:+(?:before|after),?)+\{[^{}]*\}")
OTHER_FACE = re.compile(r"@font-face\{[^{}]*fa-(?:regular|brands|v4)[^{}]*\}")
OLD_FORMAT = re.compile(r',url\([^)]*\.ttf\) format\("truetype"\)')
ICON = re.compile(r"[\ue000-\uf8ff]|\\[ef][0-9a-f]{3}")
"""An icon in a style sheet: a character for private use, itself or by its number."""
NOT_PUBLISHED = ("scripts/fontawesome.js", "scripts/fontawesome.js.LICENSE.txt")


def setup(app: Sphinx) -> None:
    """Work on the copies in the built site, once they are all there."""
    app.connect("build-finished", _cut_down)


def _cut_down(app: Sphinx, error: Exception | None) -> None:
    static = Path(app.outdir) / "_static"
    if error or app.builder.format != "html" or not (static / STYLE).exists():
        return
    style = slim_style((static / STYLE).read_text(encoding="utf-8"))
    (static / STYLE).write_text(style, encoding="utf-8")
    used = style + "".join(path.read_text("utf-8") for path in static.glob("styles/sphinx-*.css"))
    cut_font(static / FONT, code_points(used))
    for font in (static / FONT).parent.iterdir():
        if font.name != Path(FONT).name:
            font.unlink()
    for name in NOT_PUBLISHED:
        (static / name).unlink(missing_ok=True)
    for source_map in static.rglob("*.map"):
        source_map.unlink()


def slim_style(style: str) -> str:
    r"""Drop the rules that name icons one by one, and the fonts that no page shows.

    >>> slim_style('a{b:c}.fa-bars:before{content:"\\f0c9"}.note:after{content:"\\f0f3"}')
    'a{b:c}.note:after{content:"\\f0f3"}'
    """
    for pattern in (NAMED_ICON, OTHER_FACE, OLD_FORMAT):
        style = pattern.sub("", style)
    return style


def code_points(style: str) -> set[int]:
    r"""Return the code points of the icons that a style sheet draws.

    >>> sorted(map(hex, code_points('.a:after{content:"\\f107"}')))
    ['0xf107']
    """
    return {ord(icon) if len(icon) == 1 else int(icon[1:], 16) for icon in ICON.findall(style)}


def cut_font(path: Path, wanted: set[int]) -> None:
    """Keep only some characters of a WOFF2 font, in place."""
    font = TTFont(path)
    options = subset.Options(layout_features=[], name_IDs=[], notdef_outline=True)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=wanted)
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(path)
