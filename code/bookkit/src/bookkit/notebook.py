"""Put a page together as a notebook: its words as plain Markdown, its cells as they are.

The notebook has no outputs and nothing that changes from one build to the next.  It begins with
the page's title and a cell that installs what is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import nbformat
from docutils import nodes
from nbformat import NotebookNode

from bookkit.markdown import Surroundings, Writer

FOLDED_SOURCE = {"hide-input", "hide-cell"}
FOLDED_OUTPUT = {"hide-output", "hide-cell"}
METADATA = {
    "colab": {"provenance": [], "toc_visible": True},
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"file_extension": ".py", "mimetype": "text/x-python", "name": "python"},
}


def notebook_of(
    page: nodes.document,
    cells: Sequence[NotebookNode],
    setup: str,
    surroundings: Surroundings | None = None,
) -> NotebookNode:
    """Return a page as a notebook.

    ``page`` is its doctree with every reference resolved; ``cells`` are the cells of its source,
    of which a code cell in the doctree gives the number; ``setup`` is the source of the cell
    that installs what is missing.  What has no form in a notebook raises an ``UnwritableError``.
    """
    return _Assembly(cells, setup, surroundings or Surroundings()).notebook(page)


class _Assembly:
    """One notebook in the making: cells that are done, and blocks of the next one."""

    def __init__(self, cells: Sequence[NotebookNode], setup: str, around: Surroundings) -> None:
        self.sources = cells
        self.setup = setup
        self.address = around.address
        self.writer = Writer(around)
        self.done: list[NotebookNode] = []
        self.blocks: list[str] = []
        self.next_source = 0

    def notebook(self, page: nodes.document) -> NotebookNode:
        self.children(page, level=0)
        self.sources_before(len(self.sources))
        self.end_of_text()
        for number, cell in enumerate(self.done, start=1):
            cell["id"] = f"cell-{number}"
        made = nbformat.v4.new_notebook(cells=self.done, metadata=METADATA)
        nbformat.validate(made)
        return made

    def children(self, parent: nodes.Element, level: int) -> None:
        for node in parent.children:
            if isinstance(node, nodes.section):
                self.end_of_text()
                self.children(node, level + 1)
            elif isinstance(node, nodes.title):
                self.blocks.append(self.writer.heading(node, level))
                if level == 1:
                    self.begin()
            elif isinstance(node, nodes.container) and node.get("nb_element") == "cell_code":
                self.code(node)
            else:
                self.blocks.append(self.writer.blocks([node]))

    def begin(self) -> None:
        """Under the title, say where the notebook is from and what the first cell is for."""
        name = "*Ideas You Can Run*"
        where = f"[this page]({self.address}) of {name}" if self.address else f"a page of {name}"
        self.blocks.append(
            f"This notebook is {where}. The folded cell below installs what is missing here and "
            "changes nothing that is installed already. Run it first, then the rest in order."
        )
        self.end_of_text()
        self.add_code(self.setup, {"tags": ["hide-input", "set-up"]})

    def code(self, node: nodes.Element) -> None:
        self.end_of_text()
        place = node["cell_index"]
        self.sources_before(place)
        self.add_code(self.sources[place].source, dict(self.sources[place].metadata))
        self.next_source = place + 1
        for figure in node.findall(nodes.figure):
            self.blocks.append(self.writer.caption(figure))
        alt = node["cell_metadata"].get("mystnb", {}).get("image", {}).get("alt")
        if alt:
            self.blocks.append(
                "<details>\n<summary>What the figure shows</summary>\n\n"
                f"{escape(str(alt), quote=False)}\n\n</details>"
            )
        self.end_of_text()

    def sources_before(self, place: int) -> None:
        """Add the code cells that the page does not show; those after them may need them."""
        for cell in self.sources[self.next_source : place]:
            if cell.cell_type == "code":
                self.end_of_text()
                self.add_code(cell.source, {"tags": ["hide-cell"]})
        self.next_source = max(self.next_source, place)

    def add_code(self, source: str, metadata: dict[str, Any]) -> None:
        tags = [str(tag) for tag in metadata.get("tags", [])]
        kept: dict[str, Any] = {"tags": tags} if tags else {}
        folded = {"source_hidden": True} if FOLDED_SOURCE & set(tags) else {}
        folded |= {"outputs_hidden": True} if FOLDED_OUTPUT & set(tags) else {}
        if folded:
            kept["jupyter"] = folded
        if folded.get("source_hidden"):
            kept["cellView"] = "form"  # the same, in Colab's words
        self.done.append(nbformat.v4.new_code_cell(source.strip("\n"), metadata=kept))

    def end_of_text(self) -> None:
        text = "\n\n".join(block for block in self.blocks if block.strip())
        self.blocks.clear()
        if text:
            self.done.append(nbformat.v4.new_markdown_cell(text))
