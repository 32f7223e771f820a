"""Each page loads only scripts and styles that it uses, and all of them from the site itself.

The theme and its companions put about 850 KB (compressed) on every page, most of it for icons,
live code and a search that the page does not show.  Inline scripts are replaced by one file, so
that a page works under a Content-Security-Policy without ``unsafe-inline``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

HERE = Path(__file__).resolve().parents[1]
UNUSED_SCRIPTS = {"sphinx-thebe.js", "design-tabs.js", "togglebutton.js"}
UNUSED_STYLES = {"sphinx-thebe.css", "togglebutton.css"}


def setup(app: Sphinx) -> None:
    """Serve the book's own scripts, styles and templates; leave out what is not used."""
    app.config.templates_path.append(str(HERE / "templates"))
    app.connect("config-inited", _add_folders)
    app.connect("html-page-context", _choose_assets, priority=900)
    app.add_css_file("book.css", priority=900)
    app.add_js_file("scroll-areas.js", priority=900)
    _disconnect(app, "sphinx_thebe")


def _add_folders(app: Sphinx, config: Any) -> None:
    config.templates_path.insert(0, str(HERE / "templates"))
    config.html_static_path.append(str(HERE / "static"))
    config.html_favicon = config.html_favicon or str(HERE / "static" / "favicon.svg")
    config.html_context["default_mode"] = "auto"


def _disconnect(app: Sphinx, module: str) -> None:
    """Take an extension that the book builder always loads out of the build."""
    for name, listeners in app.events.listeners.items():
        app.events.listeners[name] = [
            listener for listener in listeners if listener.handler.__module__ != module
        ]


def _choose_assets(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    context["script_files"] = [
        script for script in context["script_files"] if _is_used(script, UNUSED_SCRIPTS)
    ]
    for script in context["script_files"]:
        _wait_for_page(script)
    context["css_files"] = [
        style for style in context["css_files"] if _is_used(style, UNUSED_STYLES)
    ]
    context["header_buttons"] = _buttons_without_inline_scripts(context["header_buttons"])


def _is_used(asset: Any, unused: set[str]) -> bool:
    """Whether an asset is a file of the site that pages use (an inline script has no file)."""
    file = getattr(asset, "filename", asset)
    if not file or not isinstance(file, (str, Path)):
        return False
    return Path(str(file)).name.split("?")[0] not in unused


def _wait_for_page(script: Any) -> None:
    """Let the page be drawn before a script runs; scripts keep their order."""
    if hasattr(script, "attributes") and not {"async", "defer"} & set(script.attributes):
        script.attributes["defer"] = ""


def _buttons_without_inline_scripts(buttons: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Keep the theme's buttons that are links; its script buttons need inline handlers."""
    kept = []
    for button in buttons:
        if button["type"] == "group":
            inner = _buttons_without_inline_scripts(button["buttons"])
            if inner:
                kept.append(button | {"buttons": inner})
        elif button["type"] != "javascript":
            kept.append(button)
    return kept
