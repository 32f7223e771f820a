"""Equations are rendered when the book is built, so that no script is needed to read them.

KaTeX runs in Node during the build and writes HTML for the eye and MathML for screen readers.
Its style and fonts come from the package that npm installed, and are served with the site.
"""

from __future__ import annotations

import re
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.writers.html5 import HTML5Translator
from sphinxcontrib import katex

from bookkit.node import node, node_package

STYLE = "katex/katex.min.css"
RENDERER = "checked_katex"
OPTIONS = {"throwOnError": True, "strict": "error"}
ATTEMPTS = 10
SLOWEST = 60.0
"""Seconds to wait for Node to start and for one equation, on a busy machine."""
logger = logging.getLogger(__name__)
Visit = Callable[[HTML5Translator, nodes.Element], None]


class _Remembered(subprocess.Popen[bytes]):
    """A process that can be found again: the renderer keeps no hold of one that it failed with."""

    latest: ClassVar[_Remembered | None] = None

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        _Remembered.latest = self


def setup(app: Sphinx) -> None:
    """Render with KaTeX at build time."""
    katex.NODEJS_BINARY = node()
    katex.Popen = _Remembered
    katex.KATEX_DEFAULT_OPTIONS = OPTIONS
    katex.STARTUP_TIMEOUT = katex.RENDER_TIMEOUT = SLOWEST
    app.setup_extension("sphinxcontrib.katex")
    app.add_html_math_renderer(
        RENDERER,
        inline_renderers=(_checked(katex.html_visit_math), None),
        block_renderers=(_checked(katex.html_visit_displaymath), None),
    )
    app.connect("config-inited", _use_local_katex)
    app.connect("builder-inited", _start_renderer)
    app.connect("build-finished", _copy_style_and_fonts)


def _use_local_katex(app: Sphinx, config: Config) -> None:
    config.html_math_renderer = RENDERER
    config.katex_prerender = True
    config.katex_css_path = STYLE


def _start_renderer(app: Sphinx) -> None:
    """Start KaTeX's server before it is needed.

    It may refuse the first connection: its socket is there a moment before it listens.  The
    process that refused is ended, or it would outlive the build.
    """
    for _ in range(ATTEMPTS):
        try:
            katex.KaTeXServer.get()
            return
        except ConnectionRefusedError:
            refused = _Remembered.latest
            if refused is not None:
                refused.kill()
                refused.wait()
            time.sleep(0.1)
    raise ExtensionError("The KaTeX server, run by Node, refuses every connection.")


def _checked(visit: Visit) -> Visit:
    """Warn, with file and line, of an equation that KaTeX cannot read."""

    def visit_checked(translator: HTML5Translator, element: nodes.Element) -> None:
        try:
            visit(translator, element)
        except katex.KaTeXError as error:
            logger.warning(
                "KaTeX cannot read the equation %r: %s", element.astext(), error, location=element
            )
            raise nodes.SkipNode from error

    return visit_checked


def _copy_style_and_fonts(app: Sphinx, error: Exception | None) -> None:
    """Copy KaTeX's style and the one format of its fonts that every browser reads today."""
    if error or app.builder.format != "html":
        return
    source = node_package("katex") / "dist"
    target = Path(app.outdir) / "_static" / "katex"
    (target / "fonts").mkdir(parents=True, exist_ok=True)
    style = (source / "katex.min.css").read_text(encoding="utf-8")
    (target / "katex.min.css").write_text(_only_woff2(style), encoding="utf-8")
    for font in (source / "fonts").glob("*.woff2"):
        (target / "fonts" / font.name).write_bytes(font.read_bytes())


def _only_woff2(style: str) -> str:
    """Drop the older font formats from the style.

    >>> _only_woff2('src:url(a.woff2) format("woff2"),url(a.ttf) format("truetype")}')
    'src:url(a.woff2) format("woff2")}'
    """
    return re.sub(r',url\([^)]*\.(?:woff|ttf)\) format\("\w+"\)', "", style)
