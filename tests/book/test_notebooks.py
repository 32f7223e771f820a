"""Every page with code lies beside its page as a notebook, which runs by itself anywhere.

These are the very files that a reader downloads: each runs from its first cell, in a clean kernel
and an empty folder.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import nbformat
import pytest
from bs4 import BeautifulSoup
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.dollarmath import dollarmath_plugin
from nbclient import NotebookClient

from bookkit.contents import pages
from bookkit.imports import code_cells

ROOT = Path(__file__).resolve().parents[2]
SITE = ROOT / "_build" / "html"
NAMES = [
    name
    for name in pages(ROOT)
    if "{code-cell}" in (ROOT / f"{name}.md").read_text(encoding="utf-8")
]
SECONDS_A_CELL = 120
MARKDOWN = MarkdownIt("commonmark").enable("table").use(dollarmath_plugin, double_inline=True)
MYST = re.compile(r"\{[\w:.-]+\}`|^\s*(:{3,}|`{3,}|~{3,})\{|^\([\w-]+\)=|\{\{", re.MULTILINE)
MACHINE = re.compile(r"(?<![\w.])/(?:home|root|Users|tmp|work|mnt)/|[A-Z]:\\\\")


def notebook_of(name: str) -> nbformat.NotebookNode:
    path = SITE / f"{name}.ipynb"
    if not path.exists():
        pytest.fail(f"{name}.ipynb was not built: run make test, or make book before pytest.")
    return nbformat.read(path, as_version=4)


def test_there_are_notebooks_of_every_chapter() -> None:
    chapters = {Path(name).parts[1] for name in NAMES}
    assert {"monads", "gf2", "gumbel", "ptx"} <= chapters


def test_there_are_no_others() -> None:
    built = {path.relative_to(SITE).with_suffix("").as_posix() for path in SITE.rglob("*.ipynb")}
    assert built == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_notebook_runs_alone(name: str, tmp_path: Path) -> None:
    client = NotebookClient(
        notebook_of(name),
        timeout=SECONDS_A_CELL,
        kernel_name="python3",
        resources={"metadata": {"path": str(tmp_path)}},
    )
    client.execute()


@pytest.mark.parametrize("name", NAMES)
def test_notebook_is_valid_and_bare(name: str) -> None:
    notebook = notebook_of(name)
    nbformat.validate(notebook)
    assert notebook.nbformat_minor >= 5
    ids = [cell.id for cell in notebook.cells]
    assert ids == [f"cell-{number}" for number in range(1, len(ids) + 1)]
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert cell.outputs == []
            assert cell.execution_count is None
    text = json.dumps(notebook)
    assert str(ROOT) not in text
    assert not MACHINE.search(text)
    assert "ipython3" not in text


@pytest.mark.parametrize("name", NAMES)
def test_notebook_has_the_cells_of_the_page(name: str) -> None:
    """After the one that installs, each cell of the page as it stands there."""
    page = (ROOT / f"{name}.md").read_text(encoding="utf-8")
    first, *rest = [cell.source for cell in notebook_of(name).cells if cell.cell_type == "code"]
    assert first.startswith("# Set-up.")
    assert rest == [source.strip("\n") for source in code_cells(page)]


@pytest.mark.parametrize("name", NAMES)
def test_notebook_says_what_the_page_says(name: str) -> None:
    """Word for word: nothing was lost, and no character was read as markup.

    Left out are what only one of the two can show: equations, outputs, the words that describe a
    figure to who cannot see it, and the note on where the notebook is from.
    """
    html = (SITE / f"{name}.html").read_text(encoding="utf-8")
    assert _words_of_notebook(notebook_of(name)) == _words_of_page(html)


@pytest.mark.parametrize("name", NAMES)
def test_no_markup_of_the_book_builder_is_left(name: str) -> None:
    for cell in notebook_of(name).cells:
        if cell.cell_type == "markdown":
            for token in _tokens(cell.source):
                if token.type in {"text", "html_block", "html_inline"}:
                    assert not MYST.search(token.content), token.content
                if token.type == "fence":
                    assert "{" not in token.info


def _tokens(markdown: str) -> list[Token]:
    """Blocks, and in place of each line its parts."""
    return [
        part
        for token in MARKDOWN.parse(markdown)
        for part in (token.children if token.type == "inline" and token.children else [token])
    ]


def _words_of_notebook(notebook: nbformat.NotebookNode) -> str:
    said = []
    for number, cell in enumerate(notebook.cells):
        if cell.cell_type != "markdown":
            continue
        words = "".join(_word(token) for token in _tokens(cell.source))
        words = re.sub(r"What the figure shows.*", "", words, flags=re.DOTALL)
        said.append(words.split("This notebook is")[0] if number == 0 else words)
    return _without_spaces("".join(said))


def _word(token: Token) -> str:
    if token.type in {"text", "code_inline", "fence"}:
        return token.content
    if token.type in {"html_block", "html_inline"}:
        return BeautifulSoup(token.content, "html.parser").get_text()
    return ""


def _words_of_page(html: str) -> str:
    article = BeautifulSoup(html, "html.parser").select_one("article")
    left_out = ".cell_input, .headerlink, .eqno, .toctree-wrapper, .math, .katex, script, style"
    for element in article.select(f"{left_out}, .cell_output > :not(figure), .cell summary"):
        element.decompose()
    for figure in article.select(".cell_output figure"):
        caption = figure.select_one("figcaption")
        number = caption.select_one(".caption-number") if caption else None
        if number is not None:
            number.string = number.get_text().strip() + "."
        figure.replace_with(caption.get_text() if caption else "")
    return _without_spaces(article.get_text())


def _without_spaces(text: str) -> str:
    return re.sub(r"\s+", "", text)
