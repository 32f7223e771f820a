"""What a search engine shows of a page: its title with its chapter, and its first sentences.

A page may say it better in its metadata: ``myst: html_meta: description: ...`` stays as it is.
"""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

LONGEST = 200
"""Characters that search engines show, about."""
SENTENCE = re.compile(r"(?<=[.?!])\s+")
OTHER_PAGES = {
    "search": "Search the pages of the book.",
    "genindex": "The index of the book: each term and name with the pages that it is on.",
    "404": "There is no page at this address: the contents and the search lead on.",
}


def setup(app: Sphinx) -> None:
    """Describe each page, after the theme has made a description of its own."""
    app.connect("html-page-context", _describe, priority=950)


def shortened(text: str, longest: int = LONGEST) -> str:
    """Return the whole sentences at the start that fit, or the words that do.

    >>> shortened("What is a byte? A row of bits. It has eight of them.", 32)
    'What is a byte? A row of bits.'
    >>> shortened("One sentence that is far too long", 14)
    'One sentence …'
    """
    text = " ".join(text.split())
    kept = ""
    for sentence in SENTENCE.split(text):
        if len(kept) + len(sentence) + 1 > longest:
            break
        kept = f"{kept} {sentence}".strip()
    if kept:
        return kept
    return text if len(text) <= longest else text[: longest - 1].rsplit(" ", 1)[0] + " …"


def description(doctree: nodes.document) -> str:
    """Return the first sentences of a page: its paragraphs outside boxes, margins and cells."""
    found: list[str] = []
    for section in list(doctree.findall(nodes.section))[:1]:
        for child in section.children:
            if isinstance(child, nodes.section) and found:
                break
            if isinstance(child, (nodes.paragraph, nodes.section)):
                found += [_words(paragraph) for paragraph in child.findall(nodes.paragraph)]
            if sum(map(len, found)) > LONGEST:
                break
    return shortened(" ".join(found))


def _words(paragraph: nodes.paragraph) -> str:
    """A paragraph as plain text: its sentences up to the first formula that is not plain."""
    sentences = []
    for sentence in SENTENCE.split(paragraph.astext()):
        if "\\" in sentence:
            break
        sentences.append(sentence)
    return " ".join(sentences)


def _describe(
    app: Sphinx, pagename: str, template: str, context: dict[str, Any], doctree: Any
) -> None:
    words = OTHER_PAGES.get(pagename, "")
    if doctree is not None:
        words = description(doctree)
    title = re.sub(r"<[^>]+>", "", str(context.get("title", "")))
    context["page_description"] = words or f"{title}: {app.config.html_title}."
    context["chapter_title"] = _chapter(app, pagename)
    context["has_own_description"] = 'name="description"' in context.get("metatags", "")


def _chapter(app: Sphinx, pagename: str) -> str:
    """The short title of the chapter that a page is in; empty for the chapter's first page."""
    first = f"{pagename.rpartition('/')[0]}/index"
    if first in (pagename, app.config.root_doc) or first not in app.env.titles:
        return ""
    return app.env.titles[first].astext().split(":")[0]
