"""Buttons in a page's header: run its notebook in Colab or on Binder, or download it.

Colab and Binder open the branch ``notebooks``, which the workflow *Publish* keeps.  Both take
repositories on GitHub; where none is set, only the download is offered.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from docutils import nodes
from sphinx.application import Sphinx

from bookkit.extension.notebooks import is_notebook
from bookkit.extension.repository import GITHUB

BRANCH = "notebooks"
"""Where the published notebooks are; the workflow pushes to a branch of this name."""

Button = dict[str, Any]


def setup(app: Sphinx) -> None:
    """Add the buttons after the theme's own, and before those are looked through."""
    app.connect("html-page-context", _add_buttons, priority=890)


def colab_address(repository: str, page: str) -> str:
    """Return where Colab opens a page's notebook, or an empty string.

    >>> colab_address("https://github.com/ada/notes", "book/laws")
    'https://colab.research.google.com/github/ada/notes/blob/notebooks/book/laws.ipynb'
    """
    name = _name(repository)
    if not name:
        return ""
    return f"https://colab.research.google.com/github/{name}/blob/{BRANCH}/{page}.ipynb"


def binder_address(repository: str, page: str) -> str:
    """Return where Binder opens a page's notebook, or an empty string.

    >>> binder_address("https://github.com/ada/notes", "book/laws")
    'https://mybinder.org/v2/gh/ada/notes/notebooks?urlpath=lab%2Ftree%2Fbook%2Flaws.ipynb'
    """
    name = _name(repository)
    if not name:
        return ""
    path = quote(f"lab/tree/{page}.ipynb", safe="")
    return f"https://mybinder.org/v2/gh/{name}/{BRANCH}?urlpath={path}"


def _name(repository: str) -> str:
    found = GITHUB.fullmatch(repository)
    return f"{found.group(1)}/{found.group(2)}" if found else ""


def _add_buttons(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    if doctree is None or not is_notebook(app, pagename):
        return
    repository = app.config.html_theme_options.get("repository_url", "")
    places = [
        ("Colab", colab_address(repository, pagename), "Run this page in Google Colab"),
        ("Binder", binder_address(repository, pagename), "Run this page on Binder"),
    ]
    elsewhere: list[Button] = [
        {"type": "link", "text": name, "url": url, "tooltip": words, "label": f"run-{name.lower()}"}
        for name, url, words in places
        if url
    ]
    download: Button = {
        "type": "link",
        "text": ".ipynb",
        "url": context["pathto"](f"{pagename}.ipynb", 1),
        "tooltip": "Download this page as a notebook",
        "icon": "fas fa-code",
        "label": "download-notebook",
        "download": True,
    }
    buttons: list[Button] = context["header_buttons"]
    for group in buttons:
        if group.get("label") == "download-buttons":
            group["buttons"].insert(0, download)
            break
    else:
        buttons.insert(0, download)
    if elsewhere:
        buttons.insert(
            0,
            {
                "type": "group",
                "tooltip": "Run this page elsewhere",
                "icon": "fas fa-rocket",
                "label": "run-buttons",
                "buttons": elsewhere,
            },
        )
