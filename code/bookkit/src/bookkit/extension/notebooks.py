"""Beside each page with code lies the same page as a notebook: ``laws.ipynb`` by ``laws.html``.

JupyterLab, VS Code and Colab open it; Colab and Binder cannot open the pages' own source.
``BOOK_REFERENCE`` names the commit whose code a notebook installs; without it, that is the
repository's branch.
"""

from __future__ import annotations

import base64
import mimetypes
import os
from pathlib import Path
from urllib.parse import urljoin

import nbformat
from docutils import nodes
from myst_nb.core.read import read_myst_markdown_notebook
from myst_parser.config.main import MdParserConfig
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util import logging

from bookkit.imports import fingerprint
from bookkit.markdown import Surroundings, UnwritableError
from bookkit.notebook import notebook_of
from bookkit.setup_cell import needed_by, setup_cell, source_of

logger = logging.getLogger(__name__)


def setup(app: Sphinx) -> None:
    """Write a notebook whenever a page is written."""
    app.add_config_value("book_set_up", "", "html")
    app.connect("config-inited", _note_what_set_up_depends_on)
    app.connect("doctree-resolved", _write, priority=900)


def is_notebook(app: Sphinx, name: str) -> bool:
    """Whether a page has code, and so a notebook beside it."""
    path = Path(app.env.doc2path(name))
    return path.suffix == ".md" and "{code-cell}" in path.read_text(encoding="utf-8")


def _note_what_set_up_depends_on(app: Sphinx, config: Config) -> None:
    """Let every page be written anew when the cell that installs would read otherwise."""
    project = _project(app)
    ranges = fingerprint([project]) if project.exists() else ""
    config.book_set_up = f"{_source(config)} {ranges}"


def _project(app: Sphinx) -> Path:
    return Path(app.srcdir) / "pyproject.toml"


def _source(config: Config) -> str:
    options = config.html_theme_options
    branch = options.get("repository_branch") or "main"
    reference = os.environ.get("BOOK_REFERENCE") or branch
    return source_of(options.get("repository_url", ""), reference)


def _write(app: Sphinx, doctree: nodes.document, name: str) -> None:
    if app.builder.format != "html" or not is_notebook(app, name):
        return
    text = Path(app.env.doc2path(name)).read_text(encoding="utf-8")
    config = MdParserConfig(enable_extensions=set(app.config.myst_enable_extensions))
    cells = read_myst_markdown_notebook(text, config).cells
    code = Path(app.srcdir) / app.config.book_code
    needed = needed_by(text, code, _project(app), _source(app.config))
    try:
        notebook = notebook_of(doctree, cells, setup_cell(needed), _surroundings(app, name))
    except UnwritableError as error:
        logger.warning("This page has no notebook: %s.", error, location=name)
        return
    path = Path(app.outdir) / f"{name}.ipynb"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(nbformat.writes(notebook) + "\n", encoding="utf-8")


def _surroundings(app: Sphinx, name: str) -> Surroundings:
    site = app.config.html_baseurl
    numbers = app.env.toc_fignumbers.get(name, {})

    def number(kind: str, node: nodes.Element) -> str:
        found = numbers.get(kind, {}).get(node["ids"][0] if node["ids"] else "", ())
        return ".".join(map(str, found))

    def equation(node: nodes.math_block) -> str:
        return number("displaymath", node) or str(node.get("number") or "")

    def figure(node: nodes.Element) -> str:
        found = number("figure", node)
        return app.config.numfig_format["figure"] % found if found else ""

    def picture(node: nodes.image) -> str:
        """The picture on the site; without one, the picture itself, written into the text."""
        source = str(node["uri"])
        if "://" in source or source.startswith("data:"):
            return source
        if site and source in app.env.images:
            return urljoin(site, f"_images/{app.env.images[source][1]}")
        kind = mimetypes.guess_type(source)[0] or "application/octet-stream"
        content = (Path(app.srcdir) / source).read_bytes()
        return f"data:{kind};base64,{base64.b64encode(content).decode()}"

    address = urljoin(site, app.builder.get_target_uri(name)) if site else ""
    return Surroundings(address, equation, figure, picture)
