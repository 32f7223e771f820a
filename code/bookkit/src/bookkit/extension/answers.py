"""A collapsible admonition is a native ``details`` element: no script, and every keyboard opens it.

Authors write an admonition with ``:class: dropdown``.
"""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator


def setup(app: Sphinx) -> None:
    """Take over how admonitions are written."""
    for node in (nodes.admonition, nodes.note, nodes.tip, nodes.hint, nodes.warning):
        app.add_node(node, override=True, html=(_visit, _depart))


def _visit(translator: HTML5Translator, node: nodes.Element) -> None:
    if "dropdown" not in node["classes"]:
        _standard(translator, node)
        return
    title = node.next_node(nodes.title)
    words = title.astext() if title is not None else node.tagname.capitalize()
    if title is not None:
        node.remove(title)
    attributes = {"CLASS": "admonition"}
    if "open" in node["classes"]:
        attributes["open"] = "open"
    translator.body.append(translator.starttag(node, "details", **attributes))
    translator.body.append(
        f'<summary class="admonition-title">{translator.encode(words)}</summary>\n'
    )


def _standard(translator: HTML5Translator, node: nodes.Element) -> None:
    name = "" if isinstance(node, nodes.admonition) else node.tagname
    HTML5Translator.visit_admonition(translator, node, name)


def _depart(translator: HTML5Translator, node: nodes.Element) -> None:
    if "dropdown" in node["classes"]:
        translator.body.append("</details>\n")
    else:
        HTML5Translator.depart_admonition(translator, node)
