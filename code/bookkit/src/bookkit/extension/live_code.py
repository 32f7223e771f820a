"""A Run button on each code cell: the page's own Python, served with the site.

A page gets one small script; everything else (editor, worker, Pyodide, the wheel of ``ideas``)
lies beside it and is fetched when a reader first presses Run.  What lies in
``_static/live-code/<digest>`` and ``_static/pyodide/<version>`` never changes under its name.

An exercise is a cell tagged ``exercise`` with a ``name`` in its metadata; the next cell tagged
``check`` holds its tests, and is folded.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import tempfile
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from myst_nb.core.read import read_myst_markdown_notebook
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

from bookkit.imports import module_needs
from bookkit.live import needs
from bookkit.node import ROOT, node_package
from bookkit.page_notes import PageNotes
from bookkit.scripts import bundle
from bookkit.wheel import build_wheel

SOURCES = Path(needs.__file__).parent
SCRIPT, STYLE = "live-code.js", "live-code.css"
FOLDER, PYODIDE = "live-code", "pyodide"
PACKAGE_HOST = "https://cdn.jsdelivr.net/pyodide/v{version}/full/"
SERVED = ("pyodide.mjs", "pyodide.asm.mjs", "python_stdlib.zip", "pyodide-lock.json")
COMPRESSED = "pyodide.asm.wasm"
NEEDS = "needs-"
NOTED = PageNotes("book_live_code")


def setup(app: Sphinx) -> None:
    """Mark the cells when a page is read; write what they need when the site is written."""
    app.connect("doctree-read", _mark_cells)
    app.connect("html-page-context", _load_script, priority=960)
    app.connect("build-finished", _write_files)
    NOTED.setup(app)


def _needs_of_modules(app: Sphinx) -> dict[str, list[str]]:
    """What the modules of ``ideas`` need: told once a build, since every page asks."""
    if not hasattr(app, "book_module_needs"):
        app.book_module_needs = module_needs(  # type: ignore[attr-defined]
            Path(app.srcdir) / app.config.book_code
        )
    return app.book_module_needs  # type: ignore[attr-defined,no-any-return]


def _mark_cells(app: Sphinx, doctree: nodes.document) -> None:
    """Put a place for buttons under the source of each cell, and note the page's cells."""
    shown = [
        one for one in doctree.findall(nodes.container) if one.get("nb_element") == "cell_code"
    ]
    name = app.env.docname
    path = Path(app.env.doc2path(name))
    if not shown or path.suffix != ".md":
        return
    notebook = read_myst_markdown_notebook(path.read_text(encoding="utf-8"))
    places: dict[int, int] = {}
    cells: list[dict[str, Any]] = []
    for index, cell in enumerate(notebook.cells):
        if cell.cell_type == "code":
            places[index] = len(cells)
            tags = list(cell.metadata.get("tags", []))
            cells.append({"source": cell.source.strip("\n"), "tags": tags,
                          "name": cell.metadata.get("name", "")})  # fmt: skip
    checks = pair_exercises(cells, name)
    of_modules = _needs_of_modules(app)
    for container in shown:
        place = places[container["cell_index"]]
        source = container.children[0] if container.children else None
        if source is None or source.get("nb_element") != "cell_code_source":
            continue
        if "check" in cells[place]["tags"]:
            container.setdefault("hide_mode", "input")
            container["prompt_show"], container["prompt_hide"] = (
                "Show the checks",
                "Hide the checks",
            )
        data = {"page": name, "cell": place}
        absent = [one for one in packages_of(cells, place, of_modules) if not _in_pyodide(one)]
        if absent:
            data["absent"] = " ".join(absent)
        if place in checks:
            data |= {"exercise": cells[place]["name"], "check": checks[place]}
        attributes = "".join(f' data-{key}="{escape(str(value))}"' for key, value in data.items())
        bar = f'<div class="live-bar"{attributes}></div>\n'
        source.append(nodes.raw("", bar, format="html"))
    if checks:
        title = next(doctree.findall(nodes.title))
        title.parent.insert(
            title.parent.index(title) + 1,
            nodes.raw("", '<p class="live-progress pst-js-only"></p>\n', format="html"),
        )
    NOTED.of(app.env)[name] = cells


def pair_exercises(cells: list[dict[str, Any]], page: str) -> dict[int, int]:
    """Return, for the place of each exercise, the place of the cell that checks it.

    >>> cells = [{"tags": ["exercise"], "name": "head"}, {"tags": ["check"], "name": ""}]
    >>> pair_exercises(cells, "page")
    {0: 1}
    """
    found: dict[int, int] = {}
    open_place = None
    for place, cell in enumerate(cells):
        if "exercise" in cell["tags"]:
            if not cell["name"]:
                raise ExtensionError(f"{page}: cell {place + 1} is an exercise without a name.")
            open_place = place
        elif "check" in cell["tags"]:
            if open_place is None:
                raise ExtensionError(f"{page}: cell {place + 1} is a check without an exercise.")
            found[open_place] = place
            open_place = None
    if open_place is not None:
        raise ExtensionError(f"{page}: cell {open_place + 1} is an exercise without a check.")
    names = [cells[place]["name"] for place in found]
    if len(set(names)) < len(names):
        raise ExtensionError(f"{page}: two exercises have one name among {names}.")
    return found


def packages_of(
    cells: list[dict[str, Any]], place: int, of_modules: Mapping[str, list[str]]
) -> list[str]:
    """Return the packages that a cell and the cells that it needs import, sorted."""
    sources = [cell["source"] for cell in cells]
    chosen = [*needs.cells_needed(sources, place), place]
    found = {name for one in chosen for name in needs.packages(sources[one], of_modules)}
    # what a function imports when it is called, an author says with a tag such as needs-numpy
    tagged = {tag for one in chosen for tag in cells[one]["tags"] if tag.startswith(NEEDS)}
    return sorted(found | {tag.removeprefix(NEEDS) for tag in tagged})


def _lock() -> dict[str, Any]:
    path = node_package("pyodide") / "pyodide-lock.json"
    return json.loads(path.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def packages_offered() -> dict[str, str]:
    """Return what Pyodide's host has: the name to import, and the package that brings it."""
    return {
        name: package
        for package, entry in _lock()["packages"].items()
        if entry["package_type"] == "package"
        for name in entry["imports"]
        if name.isidentifier() and not name.startswith("_")
    }


_OFFERED: dict[str, str] = {}


def _in_pyodide(name: str) -> bool:
    if not _OFFERED:
        _OFFERED.update(packages_offered())
    return name in _OFFERED


def _load_script(
    app: Sphinx, pagename: str, template: str, context: dict[str, Any], doctree: Any
) -> None:
    if app.builder.format == "html" and pagename in NOTED.of(app.env):
        context["widget_scripts"] = [*context.get("widget_scripts", []), SCRIPT]
        context["widget_styles"] = [*context.get("widget_styles", []), STYLE]


def _write_files(app: Sphinx, error: Exception | None) -> None:
    if error or app.builder.format != "html" or not NOTED.of(app.env):
        return
    root = Path(app.srcdir)
    write_live_code(
        Path(app.outdir) / "_static",
        NOTED.of(app.env),
        _needs_of_modules(app),
        root if (root / "pyproject.toml").exists() else ROOT,
    )


def write_live_code(
    static: Path,
    pages: Mapping[str, list[dict[str, Any]]],
    of_modules: Mapping[str, list[str]],
    root: Path,
) -> None:
    """Write the scripts, the wheel, the interpreter and each page's cells into a static folder."""
    version = json.loads((node_package("pyodide") / "package.json").read_text("utf-8"))["version"]
    with tempfile.TemporaryDirectory() as name:
        fresh = Path(name) / "files"
        fresh.mkdir()
        wheel = build_wheel(root, fresh)
        _bundle(SOURCES / "page.js", fresh / "page.js")
        _bundle(SOURCES / "worker.js", fresh / "worker.js", format="esm")
        _bundle(SOURCES / "start.js", static / SCRIPT)
        for file in ("runner.py", "needs.py"):
            shutil.copy(SOURCES / file, fresh)
        site = {
            "version": version,
            "wheel": wheel.name,
            "host": PACKAGE_HOST.format(version=version),
            "modules": dict(of_modules),
            "packages": packages_offered(),
        }
        (fresh / "site.json").write_text(json.dumps(site, sort_keys=True), encoding="utf-8")
        for page, cells in pages.items():
            path = fresh / "pages" / f"{page}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(cells, ensure_ascii=False), encoding="utf-8")
        digest = _digest(fresh)
        target = static / FOLDER
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(fresh, target / digest)
    (target / "current.json").write_text(json.dumps({"files": digest}), encoding="utf-8")
    _copy_interpreter(static / PYODIDE, version)


def _bundle(source: Path, target: Path, **options: str) -> None:
    bundle(
        f"The script {target.name}",
        entryPoints=[str(source)],
        outfile=str(target),
        nodePaths=[str(ROOT / "node_modules")],
        legalComments="inline",
        **options,
    )


def _copy_interpreter(folder: Path, version: str) -> None:
    """Copy Pyodide, the interpreter itself compressed: not every host compresses it on the way."""
    target = folder / version
    if (target / f"{COMPRESSED}.gz").exists():
        return
    shutil.rmtree(folder, ignore_errors=True)
    target.mkdir(parents=True)
    source = node_package("pyodide")
    for file in SERVED:
        shutil.copy(source / file, target)
    zipped = gzip.compress((source / COMPRESSED).read_bytes(), 9, mtime=0)
    (target / f"{COMPRESSED}.gz").write_bytes(zipped)


def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            digest.update(path.relative_to(folder).as_posix().encode() + path.read_bytes())
    return digest.hexdigest()[:16]
