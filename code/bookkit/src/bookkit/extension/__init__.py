"""The Sphinx extension of the book: list ``bookkit.extension`` in ``_config.yml``.

Each module here does one thing and has a ``setup`` of its own.
"""

from __future__ import annotations

from sphinx.application import Sphinx

from bookkit.extension import (
    accessibility,
    ahead,
    answers,
    assets,
    descriptions,
    figures,
    freshness,
    front_page,
    live_code,
    maths,
    notebooks,
    repository,
    run_buttons,
    search,
    sitemap,
    styles,
    theme_files,
    widgets,
)


def setup(app: Sphinx) -> dict[str, object]:
    """Set up every part."""
    parts = (
        repository,
        assets,
        theme_files,
        maths,
        figures,
        widgets,
        answers,
        search,
        freshness,
        ahead,  # after freshness has dropped what is stale
        live_code,
        front_page,
        notebooks,
        run_buttons,
        accessibility,
        descriptions,
        sitemap,
        styles,
    )
    for part in parts:
        part.setup(app)
    return {
        "version": "0.1.0",
        "env_version": 3,  # raise it when what is kept of a page between builds changes
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
