"""SVG figures are put into the page itself, so that they follow its light and dark colours.

An ``<img>`` cannot see the page's colours; a drawing in the page can.  What a figure draws in
:data:`INK` (``ideas.figures.INK``) takes the colour of the text around it.  The alt text from
the cell's metadata becomes the drawing's accessible name.
"""

from __future__ import annotations

import hashlib
import re
from html import escape
from xml.etree import ElementTree

from docutils import nodes
from myst_nb.core.render import MimeData, NbElementRenderer
from sphinx.application import Sphinx

INK = "#222222"
"""The colour that stands for the page's own; equal to ``ideas.figures.INK`` (a test checks)."""

REFERENCE = re.compile(r"url\(#([^)]+)\)")
XLINK = "{http://www.w3.org/1999/xlink}href"
NOT_DRAWN = {"script", "foreignobject", "iframe", "object", "embed", "audio", "video", "handler",
             "set", "animate"}  # fmt: skip
PICTURE = ("data:image/png", "data:image/jpeg", "data:image/gif", "data:image/webp")
OUTSIDE = re.compile(r"@import|url\(\s*['\"]?(?!#|['\"]?data:image/)|javascript:", re.IGNORECASE)
"""What a style or an attribute must not hold: a fetch from elsewhere, or a script."""


def setup(app: Sphinx) -> None:
    """Nothing to connect: the renderer is found by its entry point."""


class InlineSvg:
    """How myst-nb renders ``image/svg+xml`` for the site."""

    mime_priority_overrides = (("html", "image/svg+xml", 5),)

    @staticmethod
    def handle_mime(
        renderer: NbElementRenderer, data: MimeData, inline: bool
    ) -> list[nodes.Element] | None:
        """Return the drawing as raw HTML; a picture without alt text is warned of."""
        if inline or data.mime_type != "image/svg+xml":
            return None
        options = renderer.renderer.get_cell_level_config(
            "render_image_options", data.cell_metadata, line=data.line
        )
        alt = options.get("alt")
        if not alt:
            renderer.logger.warning(
                "A figure has no alt text: say in the cell's metadata what it shows "
                "(mystnb: image: alt: ...).",
                subtype="image",
                line=data.line,
            )
        try:
            svg = inline_svg(str(data.content), str(alt or ""))
        except ElementTree.ParseError as error:
            renderer.logger.warning(
                "A figure is not well-formed SVG: %s.", error, subtype="image", line=data.line
            )
            return [nodes.paragraph("", str(alt or "A figure that cannot be shown."))]
        return [nodes.raw("", scrolling(svg), format="html", classes=["output", "image_svg"])]


def inline_svg(source: str, alt: str) -> str:
    """Return an SVG document as an element for the page, named by its alt text.

    Identifiers get a prefix of their own, since a page may hold several drawings.  A drawing is
    only a drawing: scripts, handlers of events, foreign elements and links to anything but the
    web, the page or a picture inside are left out.  Wide ones scroll in a box of their own.
    Raises ``ElementTree.ParseError`` for what is not well-formed.

    >>> dot = '<svg xmlns="http://www.w3.org/2000/svg" width="9pt"><g fill="#222222"/></svg>'
    >>> print(inline_svg(dot, "Dot"))
    <svg class="figure-svg" role="img" aria-label="Dot" width="12"><g fill="currentColor" /></svg>
    >>> live = '<svg onload="go()"><script>go()</script><a href="javascript:go()"/></svg>'
    >>> print(inline_svg(live, "Live"))
    <svg class="figure-svg" role="img" aria-label="Live"><a /></svg>
    """
    root = ElementTree.fromstring(source.encode())
    prefix = f"s{hashlib.sha256(source.encode()).hexdigest()[:4]}-"
    _drop_namespaces_and_metadata(root)
    _keep_only_the_drawing(root)
    for element in root.iter():
        _rename(element, prefix)
    head = f'<svg class="figure-svg" role="img" aria-label="{escape(alt)}"'
    for name, value in root.attrib.items():
        head += f' {name}="{escape(_points_to_pixels(name, value))}"'
    body = "".join(ElementTree.tostring(child, encoding="unicode") for child in root)
    return f"{head}>{body.strip()}</svg>".replace(INK, "currentColor")


def scrolling(svg: str) -> str:
    """Return a drawing in a box that scrolls on a screen too narrow for its words.

    >>> scrolling('<svg width="538" height="3"></svg>')
    '<div class="figure-scroll" style="--drawn:538px"><svg width="538" height="3"></svg></div>'
    """
    width = re.match(r'<svg[^>]*? width="([\d.]+)"', svg)
    drawn = f"{width.group(1)}px" if width else "100%"
    return f'<div class="figure-scroll" style="--drawn:{drawn}">{svg}</div>'


def _drop_namespaces_and_metadata(root: ElementTree.Element) -> None:
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag.endswith("}metadata"):
                parent.remove(child)
    for element in root.iter():
        element.tag = element.tag.split("}")[-1]
        if XLINK in element.attrib:
            element.attrib["href"] = element.attrib.pop(XLINK)
    root.attrib.pop("version", None)


def _keep_only_the_drawing(root: ElementTree.Element) -> None:
    """Leave out what could run or fetch something."""
    for parent in list(root.iter()):
        for child in list(parent):
            if not isinstance(child.tag, str) or child.tag.lower() in NOT_DRAWN:
                parent.remove(child)
    for element in root.iter():
        for name, value in list(element.attrib.items()):
            plain = name.split("}")[-1].lower()
            if (
                plain.startswith("on")
                or (plain == "href" and not _may_lead_to(element.tag, value))
                or OUTSIDE.search(value)
            ):
                del element.attrib[name]
        if element.tag == "style" and element.text and OUTSIDE.search(element.text):
            element.text = ""


def _may_lead_to(tag: str, target: str) -> bool:
    """Whether a reference stays in the drawing, or is a link that a reader follows."""
    target = "".join(target.split()).lower()
    inside = target.startswith("#") or (tag == "image" and target.startswith(PICTURE))
    return inside or (tag == "a" and target.startswith(("https://", "http://")))


def _rename(element: ElementTree.Element, prefix: str) -> None:
    for name, value in element.attrib.items():
        if name == "id":
            element.attrib[name] = prefix + value
        elif name == "href" and value.startswith("#"):
            element.attrib[name] = f"#{prefix}{value[1:]}"
        else:
            element.attrib[name] = REFERENCE.sub(rf"url(#{prefix}\1)", value)
    if element.tag == "style" and element.text:
        element.text = REFERENCE.sub(rf"url(#{prefix}\1)", element.text)


def _points_to_pixels(name: str, value: str) -> str:
    if name in {"width", "height"} and value.endswith("pt"):
        return f"{float(value[:-2]) * 4 / 3:g}"
    return value
