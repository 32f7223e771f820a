"""One style sheet for the whole site, with only the rules that its pages use.

A page of the theme waits for ten style sheets (70 KB, compressed), three quarters of them for
things that no page shows.  Those that every page loads are joined in their order; PurgeCSS drops
the rules whose names no page and no script mentions, and esbuild writes the rest without blanks.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path, PurePosixPath
from typing import Any

from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from bookkit.node import node, node_package

SITE_STYLE = "site.css"
FIRST = ("basic.css", "styles/pydata-sphinx-theme.css")
"""What the theme's own template loads before all others (the first through an import)."""

SHARED = re.compile(
    r"_static/(pygments|styles/sphinx-book-theme|copybutton|mystnb\.\w+|sphinx-design\.min"
    r"|katex/katex\.min|katex-math|book)\.css$"
)
"""The other styles that every page loads."""

REFERENCE = re.compile(r"url\(\s*(['\"]?)(?!data:|#|https?:|/)([^'\")]+)\1\s*\)")

PROGRAM = """
const [purge, esbuild, work] = JSON.parse(process.argv[1]);
const { PurgeCSS } = require(purge);
(async () => {
  const [result] = await new PurgeCSS().purge({
    content: work.content,
    css: [{ raw: require("fs").readFileSync(work.style, "utf8") }],
    // Bootstrap's own scripts put these together from pieces
    safelist: { greedy: [/^show$/, /^collaps/, /^fade$/, /tooltip/, /data-theme/, /data-mode/] },
    defaultExtractor: (text) => text.match(/[\\w-]+/g) ?? [],
  });
  const { code } = require(esbuild).transformSync(result.css, { loader: "css", minify: true });
  require("fs").writeFileSync(work.style, code);
})();
"""


def setup(app: Sphinx) -> None:
    """Point each page at the one sheet, and write it when all pages are there."""
    app.connect("html-page-context", _use_one_sheet, priority=960)
    app.connect("build-finished", _write_sheet, priority=900)


def _use_one_sheet(
    app: Sphinx, pagename: str, template: str, context: dict[str, Any], doctree: Any
) -> None:
    context["css_files"] = [
        style for style in context["css_files"] if not SHARED.search(_file(style))
    ]


def _file(style: Any) -> str:
    return str(getattr(style, "filename", style)).split("?")[0]


def _write_sheet(app: Sphinx, error: Exception | None) -> None:
    static = Path(app.outdir) / "_static"
    if error or app.builder.format != "html" or not (static / FIRST[1]).exists():
        return
    styles = sorted(app.builder._css_files, key=lambda style: style.priority)  # type: ignore[attr-defined]
    shared = [_file(style) for style in styles if SHARED.search(_file(style))]
    names = [*FIRST, *(file.split("_static/")[-1] for file in shared)]
    sheet = static / SITE_STYLE
    sheet.write_text(
        "\n".join(moved(_read(static / name), PurePosixPath(name).parent) for name in names),
        encoding="utf-8",
    )
    slim(sheet, Path(app.outdir))


def _read(style: Path) -> str:
    return style.read_text(encoding="utf-8").removeprefix("\ufeff").replace('@charset "UTF-8";', "")


def moved(style: str, folder: PurePosixPath) -> str:
    """Return a style sheet as it must read one or more folders further up.

    >>> moved("a{b:url(../fonts/c.woff2)} d{e:url(data:f)}", PurePosixPath("katex"))
    'a{b:url("fonts/c.woff2")} d{e:url(data:f)}'
    """

    def move(found: re.Match[str]) -> str:
        return f'url("{os.path.normpath(folder / found.group(2)).replace(os.sep, "/")}")'

    return REFERENCE.sub(move, style)


def slim(sheet: Path, site: Path) -> None:
    """Drop from a style sheet, in place, what no page and no script of the site mentions."""
    scripts = [path for path in (site / "_static").rglob("*.js") if "locales" not in path.parts]
    work = {
        "style": str(sheet),
        "content": [
            str(path).replace(os.sep, "/")
            for path in (*site.glob("*.html"), *site.glob("book/**/*.html"), *scripts)
        ],
    }
    tools = [
        str(node_package("purgecss") / "lib" / "purgecss.js"),
        str(node_package("esbuild") / "lib" / "main.js"),
    ]
    program = [node(), "-e", PROGRAM, json.dumps([*tools, work])]
    done = subprocess.run(program, text=True, capture_output=True, encoding="utf-8")
    if done.returncode:
        raise ExtensionError(f"The site's style could not be written: {done.stderr.strip()[-500:]}")
