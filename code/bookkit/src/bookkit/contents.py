"""What ``_toc.yml`` lists: the pages of the book, in order."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import yaml


class ContentsError(Exception):
    """What is wrong with ``_toc.yml``, in one sentence."""


def pages(root: Path) -> list[str]:
    """Return the names of the pages, without suffix, the front page first.

    Raises :class:`ContentsError` for a file that is not valid, a page that does not exist and a
    page that is listed twice.
    """
    try:
        contents = yaml.safe_load((root / "_toc.yml").read_text(encoding="utf-8"))
    except OSError as error:
        raise ContentsError(f"_toc.yml cannot be read: {error.strerror}.") from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = f", line {mark.line + 1}," if mark else ""
        raise ContentsError(f"_toc.yml{line} is not valid YAML.") from error
    if not isinstance(contents, dict) or "root" not in contents:
        raise ContentsError("_toc.yml has no entry 'root:' that names the first page.")
    names = list(_names(contents))
    for name in names:
        if not any((root / f"{name}{suffix}").is_file() for suffix in ("", ".md")):
            raise ContentsError(f"_toc.yml names the page {name}, but there is no file {name}.md.")
        if names.count(name) > 1:
            raise ContentsError(f"_toc.yml names the page {name} twice.")
    return [name.removesuffix(".md") for name in names]


def _names(entry: object) -> Iterator[str]:
    if isinstance(entry, dict):
        for key, value in entry.items():
            if key in {"root", "file"}:
                yield str(value)
            else:
                yield from _names(value)
    elif isinstance(entry, list):
        for item in entry:
            yield from _names(item)
