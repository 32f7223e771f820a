"""SVG figures in the page: their own identifiers, the page's colour, a name to be read aloud."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from bookkit.extension.figures import INK, inline_svg
from ideas import figures

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
    'width="72pt" height="36pt" viewBox="0 0 72 36" version="1.1">'
    "<metadata>when and with what it was made</metadata>"
    '<defs><clipPath id="c"><rect width="9" height="9"/></clipPath><path id="m" d="M0 0"/></defs>'
    '<g clip-path="url(#c)" style="stroke: #222222"><use xlink:href="#m"/></g>'
    "<text>t &lt; 1</text></svg>"
)


def test_the_site_and_the_figures_agree_on_the_ink() -> None:
    assert figures.INK == INK


def test_every_reference_finds_its_target() -> None:
    drawn = inline_svg(SVG, "A square.")
    ids = set(re.findall(r'\bid="([^"]+)"', drawn))
    wanted = set(re.findall(r'url\(#([^)]+)\)|href="#([^"]+)"', drawn))
    assert {a or b for a, b in wanted} == ids
    assert len(ids) == 2


def test_two_drawings_share_no_identifier() -> None:
    def ids(drawn: str) -> set[str]:
        return set(re.findall(r'\bid="([^"]+)"', drawn))

    assert not ids(inline_svg(SVG, "")) & ids(inline_svg(SVG.replace("M0 0", "M1 1"), ""))


def test_ink_takes_the_colour_of_the_page_and_text_stays_text() -> None:
    drawn = inline_svg(SVG, 'A "quoted" <name>.')
    assert INK not in drawn
    assert "stroke: currentColor" in drawn
    assert "<text>t &lt; 1</text>" in drawn
    assert 'aria-label="A &quot;quoted&quot; &lt;name&gt;."' in drawn
    assert "metadata" not in drawn
    assert 'width="96" height="48"' in drawn


@pytest.mark.parametrize(
    "live",
    [
        "<script>go()</script>",
        "<SCRIPT>go()</SCRIPT>",
        '<g onclick="go()"/>',
        '<g OnLoad="go()"/>',
        '<a href="javascript:go()"><path/></a>',
        '<a xlink:href=" java&#10;script:go()"><path/></a>',
        '<foreignObject><b onclick="go()">go()</b></foreignObject>',
        '<set attributeName="onload" to="go()"/>',
        '<image href="data:image/svg+xml,go()"/>',
        '<use href="https://go()/"/>',
        "<style>@import 'https://go()';</style>",
        '<g style="fill: url(https://go())"/>',
    ],
)
def test_a_drawing_runs_and_fetches_nothing(live: str) -> None:
    drawn = inline_svg(SVG.replace("<text>", f"{live}<text>"), "A square.")
    assert "go()" not in drawn
    assert "<text>t &lt; 1</text>" in drawn


def test_links_and_pictures_inside_stay() -> None:
    kept = '<a href="https://example.org/x"><path/></a><image href="data:image/png;base64,AA"/>'
    drawn = inline_svg(SVG.replace("<text>", f"{kept}<text>"), "A square.")
    assert 'href="https://example.org/x"' in drawn
    assert 'href="data:image/png;base64,AA"' in drawn


def test_what_is_no_drawing_is_told() -> None:
    with pytest.raises(ElementTree.ParseError):
        inline_svg("<svg><g></svg>", "A square.")
