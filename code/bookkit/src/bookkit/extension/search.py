"""The book's own search: it finds symbols, names with dots and phrases, section by section.

Sphinx's search drops symbols and the order of words.  Here the texts of all sections go into one
script, ``_static/search/texts.js``, and the search itself (MiniSearch, with the book's way of
cutting words) into ``engine.js`` beside it.  A page loads both when a reader turns to the search
field, by classic scripts, so that it also works from disk and under a strict script policy.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from bookkit.node import node_package
from bookkit.page_notes import PageNotes
from bookkit.scripts import bundle

SOURCES = Path(__file__).resolve().parents[1] / "search"
NOTED = PageNotes("book_sections")
SILENT = (nodes.raw, nodes.comment, nodes.substitution_definition, nodes.system_message)
ARROWS = {
    "to": "→",
    "mapsto": "↦",
    "circ": "∘",
    "oplus": "⊕",
    "cdot": "·",
    "times": "×",
    "sum": "Σ",
}
COMMAND = re.compile(r"\\(?:begin|end)\{\w+\*?\}|\\([A-Za-z]+|.)")


def setup(app: Sphinx) -> None:
    """Note the texts when pages are read; write them when the book is."""
    app.connect("doctree-read", _note_sections)
    NOTED.setup(app)
    app.connect("html-collect-pages", lambda app: [("search", {"title": "Search"}, "search.html")])
    app.connect("build-finished", _write)


def _note_sections(app: Sphinx, doctree: nodes.document) -> None:
    NOTED.of(app.env)[app.env.docname] = list(sections(doctree))


def sections(doctree: nodes.Node) -> Iterator[dict[str, str]]:
    """Yield the anchor, heading and text of each section, without those of sections inside it.

    Each entry of a glossary counts as a section.
    """
    for number, section in enumerate(doctree.findall(nodes.section)):
        title = section.next_node(nodes.title)
        yield _section(section["ids"][0] if number else "", title, section.children)
    for glossary in doctree.findall(addnodes.glossary):
        for entry in glossary.findall(nodes.definition_list_item):
            term = entry.next_node(nodes.term)
            if term is not None and term["ids"]:
                yield _section(term["ids"][0], term, entry.children)


def _section(anchor: str, heading: nodes.Node | None, children: list[nodes.Node]) -> dict[str, str]:
    words = " ".join(" ".join(_texts(children)).split())
    return {"anchor": anchor, "heading": _words(heading) if heading else "", "text": words}


def _texts(children: list[nodes.Node]) -> Iterator[str]:
    for child in children:
        if isinstance(child, (nodes.section, nodes.title, nodes.term, addnodes.glossary, *SILENT)):
            continue
        if isinstance(child, nodes.image):
            yield child.get("alt", "")
        elif isinstance(child, nodes.TextElement):
            yield _words(child)
        elif isinstance(child, nodes.Element):
            yield from _texts(child.children)


def _words(element: nodes.Node) -> str:
    """What an element says, with formulas in plain characters and without citation keys."""
    if isinstance(element, (nodes.math, nodes.math_block)):
        return plain_maths(element.astext())
    if isinstance(element, SILENT) or "bibtex" in element.get("classes", []):
        return ""
    if isinstance(element, addnodes.pending_xref) and element.get("refdomain") == "cite":
        return ""
    return "".join(
        child.astext() if isinstance(child, nodes.Text) else _words(child)
        for child in element.children
    )


def plain_maths(tex: str) -> str:
    r"""Return a formula in characters that a reader may search for or read in a snippet.

    >>> plain_maths(r"\mathcal{C}_T \xrightarrow{L} \mu_B \circ Tf")
    'C_T → L μ_B ∘ Tf'
    """

    def character(found: re.Match[str]) -> str:
        name = found.group(1)
        if not name:  # an environment begins or ends
            return ""
        if name == "gg":  # bind is \gg= in the formulas, >>= elsewhere
            return ">>"
        if name in ARROWS:
            return f"{ARROWS[name]} "
        if name.endswith("rightarrow"):
            return "→ "
        size = "CAPITAL" if name[0].isupper() else "SMALL"
        try:
            return unicodedata.lookup(f"GREEK {size} LETTER {name.upper()}")
        except KeyError:
            return " "

    return " ".join(re.sub(r"[{}&]", "", COMMAND.sub(character, tex)).split())


def all_sections(env: BuildEnvironment, address_of: Any) -> list[dict[str, str]]:
    """Return the sections of every page, in the order of the contents."""
    noted, result = NOTED.of(env), []
    for name in sorted(noted):
        title = env.titles[name].astext() if name in env.titles else name
        first = f"{name.rpartition('/')[0]}/index"
        chapter = env.titles[first].astext() if first in env.titles else ""
        about = {"page": address_of(name), "title": title, "chapter": chapter.split(":")[0]}
        result += [about | section for section in noted[name]]
    return result


def _write(app: Sphinx, error: Exception | None) -> None:
    if error or app.builder.format != "html":
        return
    target = Path(app.outdir) / "_static" / "search"
    target.mkdir(parents=True, exist_ok=True)
    texts = json.dumps(all_sections(app.env, app.builder.get_target_uri), ensure_ascii=False)
    (target / "texts.js").write_text(f"bookSearch.load({texts});\n", encoding="utf-8")
    bundle(
        "The search",
        entryPoints=[str(SOURCES / "panel.js")],
        nodePaths=[str(node_package("minisearch").parent)],
        outfile=str(target / "engine.js"),
    )
