"""A widget in a cell's output is alive on the page, without a kernel and without a widget manager.

The output carries the widget's state (see ``ideas.widgets``).  Here it becomes a place on the
page with that state and a static picture; the page loads a small host and the widget's module,
bundled into a classic script, so that it also works from disk and under a strict script policy.
Ordinary ipywidgets need a kernel, so a page shows what they held and says where they run.
"""

from __future__ import annotations

import json
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from myst_nb.core.render import MimeData, NbElementRenderer
from sphinx.application import Sphinx

from bookkit import scripts
from bookkit.page_notes import PageNotes

MIME_TYPE = "application/vnd.ideas-you-can-run.widget+json"
"""Equal to ``ideas.widgets.MIME_TYPE`` (a test checks)."""
VIEW_TYPE = "application/vnd.jupyter.widget-view+json"
HOST = "widget-host.js"
FOLDER = "widgets"
NOTED = PageNotes("book_widgets")


class LiveWidget:
    """How myst-nb renders the course's own widgets for the site."""

    mime_priority_overrides = (("html", MIME_TYPE, 1),)

    @staticmethod
    def handle_mime(
        renderer: NbElementRenderer, data: MimeData, inline: bool
    ) -> list[nodes.Element] | None:
        """Return the widget's place on the page."""
        if inline or data.mime_type != MIME_TYPE:
            return None
        content = data.content if isinstance(data.content, dict) else json.loads(data.content)
        element = nodes.raw("", place(content), format="html", classes=["output"])
        element["widget"] = {"name": content["name"], "module": content["module"]}
        return [element]


class OrdinaryWidget:
    """How myst-nb renders any other ipywidget for the site: what it holds, and a note."""

    mime_priority_overrides = (("html", VIEW_TYPE, 2),)

    @staticmethod
    def handle_mime(
        renderer: NbElementRenderer, data: MimeData, inline: bool
    ) -> list[nodes.Element] | None:
        """Return a picture in words of the controls, and what they showed."""
        if inline or data.mime_type != VIEW_TYPE:
            return None
        content = data.content if isinstance(data.content, dict) else json.loads(data.content)
        html = still(content["model_id"], _models_of(renderer))
        return [nodes.raw("", html, format="html")]


def place(content: dict[str, Any]) -> str:
    """Return the HTML of a widget's place: its state, and what stands there without scripts."""
    state = json.dumps(content["state"]).replace("<", "\\u003c")
    alt = escape(content["alt"])
    return (
        f'<div class="book-widget" data-widget="{escape(content["name"])}">'
        f'<script type="application/json">{state}</script>'
        f'<div class="widget-static"><div role="img" aria-label="{alt}">{content["picture"]}</div>'
        f"<p>{alt} <span>With scripts on, you can change it here.</span></p></div></div>\n"
    )


def still(model_id: str, models: dict[str, dict[str, Any]]) -> str:
    """Return the HTML of an ipywidget at rest: its controls with their values, its outputs."""
    rows = "".join(_rows(model_id, models))
    return (
        '<div class="still-widget" role="group" aria-label="Controls, shown at rest">'
        f"<dl>{rows}</dl>"
        "<p>These controls need a running kernel: open this page as a notebook, in JupyterLab, "
        "VS Code or Colab, to move them.</p></div>\n"
    )


def _rows(model_id: str, models: dict[str, dict[str, Any]]) -> list[str]:
    """One row a control, and one an output, in the order they are shown."""
    state = models.get(model_id.removeprefix("IPY_MODEL_"), {}).get("state", {})
    rows = []
    for child in state.get("children", []):
        rows += _rows(child, models)
    if "value" in state and state.get("_model_name") != "LayoutModel":
        name = state.get("description") or "value"
        rows.append(f"<dt>{escape(str(name))}</dt><dd>{escape(_worded(state['value']))}</dd>")
    for output in state.get("outputs", []):
        text = output.get("text") or output.get("data", {}).get("text/plain", "")
        if text:
            rows.append(f"<dt>output</dt><dd><pre>{escape(text)}</pre></dd>")
    return rows


def _worded(value: Any) -> str:
    return " to ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _models_of(renderer: NbElementRenderer) -> dict[str, dict[str, Any]]:
    """The state of every ipywidget that the notebook saved."""
    saved = renderer.renderer.nb_client.nb_metadata.get("widgets", {})
    return saved.get("application/vnd.jupyter.widget-state+json", {}).get("state", {})


def setup(app: Sphinx) -> None:
    """Give each page with a widget the scripts that it needs, and bundle those once."""
    app.connect("doctree-read", _note_widgets)
    app.connect("html-page-context", _load_scripts, priority=950)
    app.connect("build-finished", _bundle_scripts)
    NOTED.setup(app)


def _note_widgets(app: Sphinx, doctree: nodes.document) -> None:
    """Note them when a page is read: a later build may write none of its pages anew."""
    found = {
        element["widget"]["name"]: element["widget"]["module"]
        for element in doctree.findall(nodes.raw)
        if "widget" in element
    }
    if found:
        NOTED.of(app.env)[app.env.docname] = found


def _load_scripts(
    app: Sphinx, pagename: str, template: str, context: dict[str, Any], doctree: Any
) -> None:
    found = NOTED.of(app.env).get(pagename, {})
    if app.builder.format != "html" or not found:
        return
    context["widget_scripts"] = [HOST, *(f"{FOLDER}/{name}.js" for name in found)]
    context["widget_styles"] = [
        f"{FOLDER}/{name}.css"
        for name, module in found.items()
        if (_code(app) / module).with_suffix(".css").exists()
    ]


def _code(app: Sphinx) -> Path:
    return Path(app.srcdir) / app.config.book_code


def _bundle_scripts(app: Sphinx, error: Exception | None) -> None:
    if error or app.builder.format != "html":
        return
    wanted = {pair for found in NOTED.of(app.env).values() for pair in found.items()}
    target = Path(app.outdir) / "_static" / FOLDER
    for name, module in sorted(wanted):
        bundle(name, _code(app) / module, target)


def bundle(name: str, module: Path, target: Path) -> None:
    """Write a widget's module as a classic script that registers it, and its style beside it."""
    target.mkdir(parents=True, exist_ok=True)
    scripts.bundle(
        f"The widget {name}",
        stdin={
            "contents": f"import widget from {json.dumps('./' + module.name)};\n"
            f"globalThis.bookWidgets.register({json.dumps(name)}, widget);\n",
            "resolveDir": str(module.parent),
        },
        outfile=str(target / f"{name}.js"),
    )
    style = module.with_suffix(".css")
    if style.exists():
        (target / f"{name}.css").write_text(style.read_text(encoding="utf-8"), encoding="utf-8")
