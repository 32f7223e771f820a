"""A page with everything in it becomes a notebook of plain Markdown, with and without a site."""

from __future__ import annotations

import json
from pathlib import Path

import nbformat
import pytest
from docutils import nodes
from sphinx.application import Sphinx

from bookkit.markdown import UnwritableError, Writer

CONFIG = """\
extensions = ["myst_nb", "bookkit.extension"]
html_theme = "sphinx_book_theme"
root_doc = "index"
nb_execution_mode = "off"
numfig = True
myst_enable_extensions = ["colon_fence", "deflist", "dollarmath", "substitution"]
myst_substitutions = {"what": "a substitution"}
"""
INDEX = "# Front\n\n```{toctree}\npage\nother\n```\n"
OTHER = "# The other *page*\n\n```{glossary}\nMonoid\n  A set with a product.\n```\n"
PAGE = """\
---
jupytext: {text_representation: {extension: .md, format_name: myst}}
kernelspec: {name: python3, display_name: Python 3}
---
(start)=
# A page

See {doc}`other`, {term}`monoid`, {ref}`start` and [the web](https://example.org/a_(b)).
With {{ what }}, {numref}`fig-dot` and {eq}`eq-one`. 2*x is *not* a_b, nor `a | b`.

1\\) is no list.

```{math}
:label: eq-one
a &= b \\\\
c &= d
```

```{list-table}
:header-rows: 1
* - a
  - b
* - $|x|$
  - `p | q`
```

```{margin}
A note with $x$.
```

````{admonition} Answer
:class: dropdown
First

$$
y =
1
$$

```python
>>> 1 + 1
2
```
````

```{note}
Mind *this*.
```

:::{figure} dot.svg
:name: fig-dot
:alt: A dot.
A black dot.
:::

## Code

```{code-cell} ipython3
x = 1
```

```{code-cell} ipython3
---
tags: [hide-input]
---
print(x)
```

```{code-cell} ipython3
---
tags: [hide-cell]
---
y = 2
```

```{code-cell} ipython3
---
tags: [remove-cell]
---
z = 3
```
"""
DOT = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>'


def build(folder: Path) -> Path:
    source, site = folder / "source", folder / "site"
    source.mkdir(parents=True)
    files = {"conf.py": CONFIG, "index.md": INDEX, "other.md": OTHER, "page.md": PAGE}
    for name, text in (files | {"dot.svg": DOT}).items():
        (source / name).write_text(text, encoding="utf-8")
    app = Sphinx(source, source, site, folder / "trees", "html", status=None, warning=None)
    app.build()
    return site


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small site, as a workflow of Ada's repository builds it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("BOOK_REPOSITORY", "ada/notes")
        patch.setenv("BOOK_REFERENCE", "0123abc")
        patch.delenv("BOOK_SITE", raising=False)
        return build(tmp_path_factory.mktemp("published"))


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, as a reader builds it, with no address of a repository."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("BOOK_REPOSITORY", "BOOK_REFERENCE", "BOOK_SITE"):
            patch.delenv(name, raising=False)
        return build(tmp_path_factory.mktemp("local"))


def prose(site: Path) -> str:
    cells = nbformat.read(site / "page.ipynb", as_version=4).cells
    return "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


def code(site: Path) -> list[nbformat.NotebookNode]:
    cells = nbformat.read(site / "page.ipynb", as_version=4).cells
    return [cell for cell in cells if cell.cell_type == "code"]


WRITTEN = {
    "a page": "[The other page](https://ada.github.io/notes/other.html)",
    "a term": "[monoid](https://ada.github.io/notes/other.html#term-Monoid)",
    "a label": "[A page](https://ada.github.io/notes/page.html#start)",
    "an address with brackets": "[the web](https://example.org/a_%28b%29)",
    "a substitution": "With a substitution,",
    "a numbered figure": "[Fig. 1](https://ada.github.io/notes/page.html#fig-dot)",
    "a numbered equation": "[(1)](https://ada.github.io/notes/page.html#equation-eq-one)",
    "the equation": "$$\na &= b \\\\\nc &= d \\tag{1}\n$$",
    "signs of Markdown": r"2\*x is *not* a_b, nor `a | b`.",
    "no list": r"1\) is no list.",
    "bars in a table": r"| $\vert{}x\vert{}$ | `p \| q` |",
    "a margin": "> A note with $x$.",
    "an answer": "<details>\n<summary><b>Answer</b></summary>\n\nFirst\n\n$$\ny =\n1\n$$",
    "an example in it": "```python\n>>> 1 + 1\n2\n```\n\n</details>",
    "a note": "> **Note**\n>\n> Mind *this*.",
    "a picture": "![A dot.](https://ada.github.io/notes/_images/dot.svg)",
    "its caption": "**Fig. 1.** A black dot.",
}


@pytest.mark.parametrize("what", WRITTEN)
def test_markup_becomes_plain_markdown(published: Path, what: str) -> None:
    assert WRITTEN[what] in prose(published)


def test_without_a_site_links_become_words_and_pictures_come_along(local: Path) -> None:
    text = prose(local)
    assert "See The other page, monoid, A page and [the web](" in text
    assert "With a substitution, Fig. 1 and (1)." in text
    assert "![A dot.](data:image/svg+xml;base64," in text
    assert str(local) not in text


def test_a_site_elsewhere_is_linked_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOOK_SITE", "https://example.org/course")
    monkeypatch.delenv("BOOK_REPOSITORY", raising=False)
    site = build(tmp_path)
    assert "[The other page](https://example.org/course/other.html)" in prose(site)
    assert "colab" not in (site / "page.html").read_text(encoding="utf-8")


def test_cells_are_folded_as_on_the_page(published: Path) -> None:
    setup, shown, folded, hidden, removed = code(published)
    assert setup.metadata["jupyter"] == {"source_hidden": True}
    assert shown.source == "x = 1"
    assert shown.metadata == {}
    assert folded.metadata["jupyter"] == {"source_hidden": True}
    assert folded.metadata["cellView"] == "form"
    assert hidden.metadata["jupyter"] == {"source_hidden": True, "outputs_hidden": True}
    assert removed.source == "z = 3"


def test_the_first_cell_installs_from_the_commit(published: Path, local: Path) -> None:
    archive = "https://github.com/ada/notes/archive/0123abc.zip"
    assert archive in code(published)[0].source
    assert "%pip" not in code(local)[0].source
    assert "ModuleNotFoundError" in code(local)[0].source


def test_a_second_build_writes_the_same(published: Path, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setenv("BOOK_REPOSITORY", "ada/notes")
    monkeypatch.setenv("BOOK_REFERENCE", "0123abc")
    again = build(tmp_path)
    assert (again / "page.ipynb").read_bytes() == (published / "page.ipynb").read_bytes()


def test_only_pages_with_code_have_one(published: Path) -> None:
    assert [path.name for path in published.rglob("*.ipynb")] == ["page.ipynb"]


def test_buttons_lead_to_the_fork(published: Path) -> None:
    html = (published / "page.html").read_text(encoding="utf-8")
    colab = "https://colab.research.google.com/github/ada/notes/blob/notebooks/page.ipynb"
    assert f'href="{colab}"' in html
    binder = "https://mybinder.org/v2/gh/ada/notes/notebooks?urlpath=lab%2Ftree%2Fpage.ipynb"
    assert f'href="{binder}"' in html
    assert "onclick" not in html
    assert "colab" not in (published / "other.html").read_text(encoding="utf-8")


def test_only_a_published_site_lists_its_pages(published: Path, local: Path) -> None:
    text = (published / "sitemap.xml").read_text(encoding="utf-8")
    assert "<loc>https://ada.github.io/notes/page.html</loc>" in text
    assert not (local / "sitemap.xml").exists()


def test_a_local_copy_offers_the_download_alone(local: Path) -> None:
    html = (local / "page.html").read_text(encoding="utf-8")
    assert 'href="page.ipynb"' in html
    assert "colab" not in html
    assert "mybinder" not in html


def test_what_has_no_form_is_told() -> None:
    with pytest.raises(UnwritableError, match="<document>"):
        Writer.block(Writer.__new__(Writer), nodes.document(None, None))


def test_the_notebook_is_text_that_git_can_compare(published: Path) -> None:
    text = (published / "page.ipynb").read_text(encoding="utf-8")
    assert text.endswith("}\n")
    assert json.loads(text)["nbformat"] == 4
