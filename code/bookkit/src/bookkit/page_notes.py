"""What is noted of each page when it is read, and kept in Sphinx's environment between builds."""

from __future__ import annotations

from typing import Any

from sphinx.application import Sphinx


class PageNotes:
    """Notes by the name of the page, under one attribute of the environment.

    A page that is read anew or is gone loses its note; a part of the environment that another
    process read brings its own.
    """

    def __init__(self, attribute: str) -> None:
        self.attribute = attribute

    def setup(self, app: Sphinx) -> None:
        """Keep the notes in step with the pages."""
        app.connect("env-purge-doc", lambda app, env, name: self.of(env).pop(name, None))
        app.connect(
            "env-merge-info", lambda app, env, names, other: self.of(env).update(self.of(other))
        )

    def of(self, env: Any) -> dict[str, Any]:
        """Return the notes, to read and to write.

        >>> from types import SimpleNamespace
        >>> env, notes = SimpleNamespace(), PageNotes("book_titles")
        >>> notes.of(env)["index"] = "Front"
        >>> env.book_titles
        {'index': 'Front'}
        """
        if not hasattr(env, self.attribute):
            setattr(env, self.attribute, {})
        return getattr(env, self.attribute)  # type: ignore[no-any-return]
