"""A page is executed again when the code that it imports has changed, not only its own cells.

jupyter-cache keeps the outputs of a page under the text of its cells.  Here a page's record is
dropped when the files of ``ideas`` that it uses, or the pinned requirements, differ from those
it was executed with.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from jupyter_cache import get_cache
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from bookkit.extension.notebooks import is_notebook
from bookkit.imports import files_used, fingerprint
from bookkit.node import ROOT

RECORD = "code-used.json"
REQUIREMENTS = ("requirements.txt", "code/bookkit/constraints.txt")
logger = logging.getLogger(__name__)


def setup(app: Sphinx) -> None:
    """Look at the code before Sphinx decides which pages to read."""
    app.add_config_value("book_code", "code", "env")
    app.connect("config-inited", _keep_one_cache)
    app.connect("env-get-outdated", _changed_pages)


def _keep_one_cache(app: Sphinx, config: Config) -> None:
    """Keep outputs in one folder, wherever the builder was told to put its own."""
    if not config.nb_execution_cache_path:
        config.nb_execution_cache_path = str(Path(app.srcdir) / "_build" / ".jupyter_cache")


def _changed_pages(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Return the pages whose code changed, after dropping what is cached of them."""
    known: dict[str, list[Path]] = {}
    now = {name: _code_of(app, name, known) for name in env.found_docs if is_notebook(app, name)}
    before = getattr(env, "book_code_used", {})
    env.book_code_used = now  # type: ignore[attr-defined]
    if app.config.nb_execution_mode == "cache":
        _drop_stale_records(app, now)
    return [name for name, code in now.items() if name in before and before[name] != code]


def _code_of(app: Sphinx, name: str, known: dict[str, list[Path]]) -> str:
    """A digest of everything besides its own text that a page's outputs depend on."""
    page = Path(app.env.doc2path(name)).read_text(encoding="utf-8")
    code = Path(app.srcdir) / app.config.book_code
    requirements = [ROOT / file for file in REQUIREMENTS if (ROOT / file).exists()]
    return fingerprint(files_used(page, code, known)) + fingerprint(requirements) + sys.version


def _drop_stale_records(app: Sphinx, now: dict[str, str]) -> None:
    """Remove cached outputs that were made with other code; keep the rest."""
    folder = Path(app.config.nb_execution_cache_path)
    record = folder / RECORD
    known = json.loads(record.read_text()) if record.exists() else {}
    stale = {
        str(Path(app.env.doc2path(name))) for name in now if known.get(name, now[name]) != now[name]
    }
    here = {str(Path(app.env.doc2path(name))) for name in now}
    cache = get_cache(str(folder))
    for entry in cache.list_cache_records():
        if entry.uri in stale:
            logger.info("the code under %s changed: it will run again", entry.uri)
            cache.remove_cache(entry.pk)
        elif entry.uri not in here:  # a page that was renamed: nothing tells what code it used
            cache.remove_cache(entry.pk)
    folder.mkdir(parents=True, exist_ok=True)
    record.write_text(json.dumps(known | now, indent=1, sort_keys=True))
