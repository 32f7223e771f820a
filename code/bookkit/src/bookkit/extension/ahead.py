"""Pages that must be executed are executed side by side, before Sphinx reads them one by one.

Each page has a kernel of its own anyway, so a machine with several cores need not wait.  What
went well is put in the same cache that the reader of notebooks looks in; a page that fails is
left to it, which executes the page again and reports the cell.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from jupyter_cache.cache.main import JupyterCacheBase
from jupyter_cache.executors.utils import ExecutionResult, single_nb_execution
from myst_nb.core.read import create_nb_reader
from nbformat import NotebookNode
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

MOST_AT_ONCE = 4  # a kernel with PyTorch loaded takes about half a gigabyte
logger = logging.getLogger(__name__)


def setup(app: Sphinx) -> None:
    """Execute pages when it is known which ones will be read."""
    app.connect("env-before-read-docs", _execute_ahead)


def _execute_ahead(app: Sphinx, env: BuildEnvironment, names: list[str]) -> None:
    if app.config.nb_execution_mode != "cache":
        return
    cache = get_cache(app.config.nb_execution_cache_path)
    waiting = {name: page for name in names if (page := _to_execute(env, cache, name)) is not None}
    with ThreadPoolExecutor(min(os.cpu_count() or 1, MOST_AT_ONCE)) as pool:
        running = {
            pool.submit(_execute, app, env.doc2path(name), page): name
            for name, page in waiting.items()
        }
        for done in as_completed(running):
            name = running[done]
            if done.exception() is not None or done.result().err is not None:
                logger.info("%s.md: a cell failed, so it will run again", name)
                continue
            logger.info("%s.md: Executing notebook using a kernel of its own", name)
            _keep(cache, env.doc2path(name), done.result())


def _to_execute(env: BuildEnvironment, cache: JupyterCacheBase, name: str) -> NotebookNode | None:
    """The page as a notebook, where it has code and no outputs are kept for that code."""
    path = env.doc2path(name)
    text = Path(path).read_text(encoding="utf-8")
    reader = create_nb_reader(path, env.myst_config, env.mystnb_config, text)
    if reader is None:
        return None
    notebook = reader.read(text)
    if not any(cell.cell_type == "code" for cell in notebook.cells):
        return None
    try:
        cache.match_cache_notebook(notebook)
    except KeyError:
        return notebook
    return None


def _execute(app: Sphinx, path: str, page: NotebookNode) -> ExecutionResult:
    return single_nb_execution(
        page,
        cwd=str(Path(path).parent),
        timeout=app.config.nb_execution_timeout,
        allow_errors=app.config.nb_execution_allow_errors,
    )


def _keep(cache: JupyterCacheBase, path: str, result: ExecutionResult) -> None:
    record = cache.add_nb_to_project(path)
    bundle = CacheBundleIn(result.nb, record.uri, data={"execution_seconds": result.time})
    cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)
