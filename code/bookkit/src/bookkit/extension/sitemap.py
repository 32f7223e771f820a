"""A list of all pages for search engines, where the address of the published site is known."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree

from sphinx.application import Sphinx

SCHEMA = "http://www.sitemaps.org/schemas/sitemap/0.9"


def setup(app: Sphinx) -> None:
    """Write the list when the pages are there."""
    app.connect("build-finished", _write)


def sitemap(site: str, pages: Iterable[str]) -> str:
    """Return the sitemap of some pages, named by their addresses below the site's.

    >>> print(sitemap("https://example.org/book/", ["index.html"]).split("?>")[1].strip())
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://example.org/book/</loc></url></urlset>
    """
    root = ElementTree.Element("urlset", xmlns=SCHEMA)
    for page in sorted(pages):
        place = ElementTree.SubElement(ElementTree.SubElement(root, "url"), "loc")
        place.text = site + ("" if page == "index.html" else page)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True)


def _write(app: Sphinx, error: Exception | None) -> None:
    if error or app.builder.format != "html" or not app.config.html_baseurl:
        return
    pages = [app.builder.get_target_uri(name) for name in app.env.found_docs]
    text = sitemap(app.config.html_baseurl, pages)
    (Path(app.outdir) / "sitemap.xml").write_text(text, encoding="utf-8")
