"""What the theme's own pages lack for readers who hear them or use the keyboard alone.

The arrows that open a chapter in the contents have no name; here each is told what it opens.  The
folds of cells have a name that hides the words they show; here the words are the name.  Entries of
the references carry a role that ARIA has withdrawn; they are items of a list.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape, unescape
from typing import Any

from sphinx.application import Sphinx

BRANCH = re.compile(r"(<a\b[^>]*>)((?:(?!</a>).)*)(</a>\s*<details[^>]*>\s*<summary)>", re.DOTALL)
MENDED = {
    ' aria-label="Toggle hidden content"': "",
    'role="doc-biblioentry"': 'role="listitem"',
}
TAG = re.compile(r"<[^>]+>")


def setup(app: Sphinx) -> None:
    """Work on the contents that the theme writes into each page."""
    app.connect("html-page-context", _name_branches, priority=950)


def named_branches(contents: str) -> str:
    """Return a table of contents whose opening arrows say whose pages they show.

    >>> named_branches('<a>A &amp; b</a><details><summary></summary></details>')
    '<a>A &amp; b</a><details><summary aria-label="Pages of A &amp; b"></summary></details>'
    >>> named_branches('<a>First</a> <a>B</a><details><summary></summary></details>')
    '<a>First</a> <a>B</a><details><summary aria-label="Pages of B"></summary></details>'
    """

    def name(found: re.Match[str]) -> str:
        words = escape(unescape(TAG.sub("", found.group(2))).strip())
        return f'{found.group(1)}{found.group(2)}{found.group(3)} aria-label="Pages of {words}">'

    return BRANCH.sub(name, contents)


def _name_branches(
    app: Sphinx, pagename: str, template: str, context: dict[str, Any], doctree: Any
) -> None:
    for attribute, right in MENDED.items() if "body" in context else ():
        context["body"] = context["body"].replace(attribute, right)
    written: Callable[..., Any] | None = context.get("generate_toctree_html")
    if written is not None:
        context["generate_toctree_html"] = lambda *a, **o: named_branches(str(written(*a, **o)))
