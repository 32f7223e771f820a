"""What goes wrong in a build is told in a sentence, and the site built last stays in place."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bookkit.build import BuildError, build_book

HEADER = """\
---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  display_name: Python 3
  language: python
  name: python3
---
"""
GOOD_CELL = "```{code-cell} ipython3\nprint(6 * 7)\n```\n"
CONFIG = """\
title: A small book
execute:
  execute_notebooks: cache
  timeout: 3
  stderr_output: remove-warn
exclude_patterns: [code]
sphinx:
  extra_extensions: [bookkit.extension]
  recursive_update: true
  config:
    language: en
    nb_ipywidgets_js: {}
"""
TOC = "format: jb-book\nroot: book/index\nchapters:\n  - file: book/page\n"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A book of two pages, with a package of its own that the second may import."""
    (tmp_path / "book").mkdir()
    (tmp_path / "code" / "ideas").mkdir(parents=True)
    (tmp_path / "_config.yml").write_text(CONFIG)
    (tmp_path / "_toc.yml").write_text(TOC)
    (tmp_path / "book" / "index.md").write_text("# Front\n\nHello.\n")
    write_page(tmp_path, GOOD_CELL)
    return tmp_path


def write_page(book: Path, body: str) -> None:
    (book / "book" / "page.md").write_text(f"{HEADER}\n# A page\n\n{body}")


def page_of(book: Path) -> str:
    return (book / "_build" / "html" / "book" / "page.html").read_text(encoding="utf-8")


def test_a_good_book_is_built_with_its_first_page_at_the_root(book: Path) -> None:
    site = build_book(book)
    assert "Hello." in (site / "index.html").read_text(encoding="utf-8")
    assert "42" in page_of(book)


BROKEN = {
    "an exception": ("```{code-cell} ipython3\nx = 1\nx / 0\n```\n", "cell 1: ZeroDivisionError"),
    "a syntax error": (
        GOOD_CELL + "\n```{code-cell} ipython3\ndef f(:\n```\n",
        "cell 2: SyntaxError",
    ),
    "a cell that never ends": (
        "```{code-cell} ipython3\nwhile True:\n    pass\n```\n",
        "did not end within 3 s; it begins: while True:",
    ),
    "a missing package": (
        "```{code-cell} ipython3\nimport no_such_package\n```\n",
        "ModuleNotFoundError: No module named 'no_such_package'",
    ),
    "a broken reference": ("See {ref}`no-such-label`.\n", "no-such-label"),
    "a missing page": ("See [there](no-such-page.md).\n", "no-such-page"),
    "a missing image": ("![A cat.](no-such-image.png)\n", "no-such-image.png"),
    "an equation that is no LaTeX": ("$$\\frac{1$$\n", "KaTeX"),
    "something on stderr": (
        "```{code-cell} ipython3\nimport sys\nprint('oops', file=sys.stderr)\n```\n",
        "stderr",
    ),
    "a figure without alt text": (
        "```{code-cell} ipython3\nfrom IPython.display import SVG\n"
        "SVG('<svg xmlns=\"http://www.w3.org/2000/svg\"/>')\n```\n",
        "alt text",
    ),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_a_fault_is_named_and_the_last_good_site_stays(book: Path, fault: str) -> None:
    body, expected = BROKEN[fault]
    (book / "_build" / "html").mkdir(parents=True)
    (book / "_build" / "html" / "index.html").write_text("the last good site")
    write_page(book, body)
    with pytest.raises(BuildError) as failure:
        build_book(book)
    message = str(failure.value)
    assert "book/page.md" in message
    assert expected in message
    assert "Traceback" not in message
    assert (book / "_build" / "html" / "index.html").read_text() == "the last good site"


def test_a_fault_is_told_again_when_nothing_was_mended(book: Path) -> None:
    write_page(book, "See {ref}`no-such-label`.\n")
    for _ in range(2):
        with pytest.raises(BuildError, match="no-such-label"):
            build_book(book)


@pytest.mark.parametrize(
    ("contents", "expected"),
    [
        ("format: jb-book\nroot: book/index\nchapters:\n  - file: book/lost\n", "book/lost"),
        (TOC + "  - file: book/page\n", "twice"),
        ("format: [", "line 1"),
        ("format: jb-book\n", "root"),
    ],
)
def test_a_bad_table_of_contents_is_told(book: Path, contents: str, expected: str) -> None:
    (book / "_toc.yml").write_text(contents)
    with pytest.raises(BuildError, match=re.escape(expected)) as failure:
        build_book(book)
    assert "\n" not in str(failure.value)


def test_a_change_in_the_code_runs_the_page_again(book: Path, monkeypatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(book / "code"))
    package = book / "code" / "ideas"
    (package / "__init__.py").write_text("from ideas.answer import ANSWER\n")
    (package / "answer.py").write_text("ANSWER = 'first answer'\n")
    write_page(book, "```{code-cell} ipython3\nimport ideas\nprint(ideas.ANSWER)\n```\n")
    build_book(book)
    assert "first answer" in page_of(book)
    (package / "answer.py").write_text("ANSWER = 'second answer'\n")
    build_book(book)
    assert "second answer" in page_of(book)


def test_nothing_runs_again_when_nothing_changed(book: Path) -> None:
    write_page(book, "```{code-cell} ipython3\nimport time\nprint(time.time_ns())\n```\n")
    build_book(book)
    before = page_of(book)
    build_book(book)
    assert page_of(book) == before


@pytest.mark.skipif(os.name == "nt", reason="signals are of POSIX")
def test_a_builder_that_is_killed_is_told_and_leaves_nothing_running(book: Path) -> None:
    """Kill it while a cell runs, when the renderer of equations is up: the build must end."""
    (book / "_config.yml").write_text(CONFIG.replace("timeout: 3", "timeout: 300"))
    write_page(
        book,
        "```{code-cell} ipython3\nimport os, signal, time\n"
        "os.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(60)\n```\n",
    )
    with pytest.raises(BuildError, match="by signal 9"):
        build_book(book)


def test_a_build_that_was_interrupted_tells_its_problems_the_next_time(book: Path) -> None:
    """What was read before an interruption must not pass in silence after it."""
    write_page(book, "```{code-cell} ipython3\n1 / 0\n```\n")
    work = book / "_build" / "work"
    builder = [sys.executable, "-c", "from jupyter_book.cli.main import main; main()"]
    subprocess.run([*builder, "build", str(book), "--path-output", str(work)], check=True)
    with pytest.raises(BuildError, match="ZeroDivisionError"):
        build_book(book)


def test_a_page_that_was_removed_leaves_the_site(book: Path) -> None:
    (book / "_toc.yml").write_text(TOC + "  - file: book/second\n")
    (book / "book" / "second.md").write_text("# Second\n\nHere.\n")
    site = build_book(book)
    assert (site / "book" / "second.html").exists()
    (book / "book" / "second.md").unlink()
    (book / "_toc.yml").write_text(TOC)
    build_book(book)
    assert not (site / "book" / "second.html").exists()
    assert (site / "book" / "page.html").exists()


def test_a_renamed_page_runs_again_when_its_code_changes(book: Path, monkeypatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(book / "code"))
    package = book / "code" / "ideas"
    (package / "__init__.py").write_text("ANSWER = 'first answer'\n")
    write_page(book, "```{code-cell} ipython3\nimport ideas\nprint(ideas.ANSWER)\n```\n")
    build_book(book)
    (book / "book" / "page.md").rename(book / "book" / "other.md")
    (book / "_toc.yml").write_text(TOC.replace("book/page", "book/other"))
    build_book(book)
    (package / "__init__.py").write_text("ANSWER = 'second answer'\n")
    site = build_book(book)
    assert "second answer" in (site / "book" / "other.html").read_text(encoding="utf-8")


def test_a_replacement_that_was_interrupted_is_undone(book: Path) -> None:
    site = build_book(book)
    site.rename(site.with_name("html.old"))
    write_page(book, "See {ref}`no-such-label`.\n")
    with pytest.raises(BuildError):
        build_book(book)
    assert "Hello." in (site / "index.html").read_text(encoding="utf-8")


def test_a_cell_that_ends_its_kernel_is_told_with_its_page(book: Path) -> None:
    write_page(book, "```{code-cell} ipython3\nimport os\nos._exit(3)\n```\n")
    with pytest.raises(BuildError, match=r"book/page\.md: a cell ended its own kernel"):
        build_book(book)
