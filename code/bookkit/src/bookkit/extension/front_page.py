"""The book's first page is the site's front page: it is written to ``/index.html``.

Sources lie under ``book/``, so Sphinx would put the first page at ``/book/index.html`` and
leave a bare redirect at ``/``.
"""

from __future__ import annotations

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder

from bookkit.icons import with_icons


class BookBuilder(StandaloneHTMLBuilder):
    """Sphinx's HTML builder, with the first page at the root and icons drawn in the page."""

    search = False  # the book has its own, see bookkit.extension.search

    def get_outfilename(self, pagename: str) -> str:
        """Return the file that a page is written to."""
        return super().get_outfilename(self._at_root(pagename))

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        """Return the address of a page, relative to the site's root."""
        return super().get_target_uri(self._at_root(docname), typ)

    def init_templates(self) -> None:
        """Draw icons in whatever a template renders."""
        super().init_templates()
        render = self.templates.render
        self.templates.render = lambda template, context: with_icons(render(template, context))

    def _at_root(self, pagename: str) -> str:
        return "index" if pagename == self.config.root_doc else pagename


def setup(app: Sphinx) -> None:
    """Take the place of the HTML builder."""
    app.add_builder(BookBuilder, override=True)
