"""Write a page as the plain Markdown that every notebook program reads.

A page reaches this module after Sphinx has resolved it: references have their words and
addresses, figures and equations their numbers.  So nothing of MyST's own syntax is left to
translate, only docutils nodes.  Links inside the book become links to the published site, and
plain words where no site is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from urllib.parse import urljoin, urlsplit

from docutils import nodes
from sphinx import addnodes

INVISIBLE = (
    addnodes.index,
    addnodes.tabular_col_spec,
    addnodes.toctree,
    nodes.comment,
    nodes.colspec,
    nodes.meta,
    nodes.pending,
    nodes.substitution_definition,
    nodes.system_message,
    nodes.target,
)
"""What a page holds for the builder only."""

WORD_EDGE = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
LINE_START = re.compile(r"^(#{1,6}(?=\s|$)|[-+](?=\s|$)|>|=+$|-+$|\d{1,9}(?=[.)](\s|$)))")
SPACE = re.compile(r"\s+")


class UnwritableError(Exception):
    """A page holds something that has no form in a notebook."""


@dataclass(frozen=True)
class Surroundings:
    """What the words of a page do not tell: where the site is, what numbers its things have."""

    address: str = ""
    """The page's own address on the published site; empty where no site is known."""

    equations: Callable[[nodes.math_block], str] = lambda node: ""
    """The number of an equation, or an empty string."""

    figures: Callable[[nodes.Element], str] = lambda node: ""
    """The number of a figure with its word, such as ``Fig. 2``, or an empty string."""

    picture: Callable[[nodes.image], str] = lambda node: str(node["uri"])
    """The address at which a notebook finds a picture."""


class Writer:
    """Turns nodes into Markdown, a block or a line at a time."""

    def __init__(self, surroundings: Surroundings) -> None:
        self.around = surroundings

    # -- blocks -----------------------------------------------------------------------------

    def blocks(self, children: Iterable[nodes.Node], nested: bool = False) -> str:
        """Return several nodes as Markdown blocks with an empty line between them.

        Inside a quotation or a list an equation takes one line, for there its lines would begin
        with the signs of the quotation.
        """
        written, words = [], []
        for child in children:
            if not _stands_alone(child):
                words.append(child)
                continue
            if words:
                written.append(self._paragraph(words))
                words = []
            written.append(self.block(child, nested))
        if words:
            written.append(self._paragraph(words))
        return "\n\n".join(block for block in written if block.strip())

    def block(self, node: nodes.Node, nested: bool = False) -> str:
        """Return one node as Markdown."""
        if isinstance(node, INVISIBLE):
            return ""
        for kind in type(node).__mro__:
            write = getattr(self, f"_write_{kind.__name__}", None)
            if write is not None:
                return str(write(node, nested))
        raise UnwritableError(f"a notebook has no form for <{node.tagname}>")  # type: ignore[attr-defined]

    def heading(self, title: nodes.Element, level: int) -> str:
        """Return a section's title."""
        return f"{'#' * min(level, 6)} {self.line(title.children)}"

    def _paragraph(self, children: Iterable[nodes.Node]) -> str:
        words = SPACE.sub(" ", self.line(children)).strip()
        return LINE_START.sub(_escaped_start, words)

    def _write_paragraph(self, node: nodes.Element, nested: bool) -> str:
        return self._paragraph(node.children)

    def _write_rubric(self, node: nodes.Element, nested: bool) -> str:
        return f"**{self.line(node.children)}**"

    def _write_container(self, node: nodes.Element, nested: bool) -> str:
        return self.blocks(node.children, nested)

    _write_compound = _write_container
    _write_legend = _write_container
    _write_centered = _write_paragraph
    _write_caption = _write_rubric
    _write_compact_paragraph = _write_paragraph
    _write_line = _write_paragraph
    _write_glossary = _write_container
    _write_line_block = _write_container

    def _write_section(self, node: nodes.Element, nested: bool) -> str:
        raise UnwritableError("a section stands where only text can")

    def _write_math_block(self, node: nodes.math_block, nested: bool) -> str:
        number = self.around.equations(node)
        tag = rf" \tag{{{number}}}" if number else ""
        formula = node.astext().strip() + tag
        return f"$$ {SPACE.sub(' ', formula)} $$" if nested else f"$$\n{formula}\n$$"

    def _write_literal_block(self, node: nodes.Element, nested: bool) -> str:
        text = node.astext().rstrip("\n")
        longest = max((len(run) for run in re.findall("`{3,}", text)), default=2)
        fence = "`" * (longest + 1)
        language = node.get("language", "")
        word = {"ipython3": "python", "default": "", "none": ""}.get(language, language)
        return f"{fence}{word}\n{text}\n{fence}"

    _write_doctest_block = _write_literal_block

    def _write_bullet_list(self, node: nodes.Element, nested: bool) -> str:
        return self._list(node, lambda place: "- ")

    def _write_enumerated_list(self, node: nodes.Element, nested: bool) -> str:
        first = node.get("start", 1)
        return self._list(node, lambda place: f"{first + place}. ")

    def _list(self, node: nodes.Element, mark: Callable[[int], str]) -> str:
        items = [self.blocks(item.children, nested=True) for item in node.children]  # type: ignore[attr-defined]
        gap = "\n\n" if any("\n" in item for item in items) else "\n"
        return gap.join(
            _indented(item, mark(place)) for place, item in enumerate(items) if item.strip()
        )

    def _write_definition_list(self, node: nodes.Element, nested: bool) -> str:
        return self.blocks(node.children, nested)

    def _write_definition_list_item(self, node: nodes.Element, nested: bool) -> str:
        terms = [self.line(n.children) for n in node.findall(nodes.term)]
        body = [child for child in node.children if isinstance(child, nodes.definition)]
        text = self.blocks((c for part in body for c in part.children), nested=True)
        return f"**{', '.join(terms)}**\n\n{_quoted(text)}"

    def _write_block_quote(self, node: nodes.Element, nested: bool) -> str:
        return _quoted(self.blocks(node.children, nested=True))

    def _write_attribution(self, node: nodes.Element, nested: bool) -> str:
        return f"— {self.line(node.children)}"

    def _write_Admonition(self, node: nodes.Element, nested: bool) -> str:  # noqa: N802
        title = node.next_node(nodes.title, descend=True)
        given = title is not None and title.parent is node
        words = self.line(title.children) if given else node.tagname.capitalize()  # type: ignore[union-attr]
        rest = [child for child in node.children if not (given and child is title)]
        if "dropdown" in node["classes"]:
            opened = " open" if "open" in node["classes"] else ""
            body = self.blocks(rest, nested)
            plain = title.astext() if given else words  # type: ignore[union-attr]
            summary = f"<summary><b>{escape(plain, quote=False)}</b></summary>"
            return f"<details{opened}>\n{summary}\n\n{body}\n\n</details>"
        return _quoted(_joined(f"**{words}**", self.blocks(rest, nested=True)))

    def _write_sidebar(self, node: nodes.Element, nested: bool) -> str:
        titles = [c for c in node.children if isinstance(c, (nodes.title, nodes.subtitle))]
        words = " ".join(self.line(title.children) for title in titles).strip()
        rest = [child for child in node.children if child not in titles]
        return _quoted(_joined(f"**{words}**" if words else "", self.blocks(rest, nested=True)))

    _write_topic = _write_sidebar

    def _write_figure(self, node: nodes.Element, nested: bool) -> str:
        captions = [child for child in node.children if isinstance(child, nodes.caption)]
        rest = [child for child in node.children if child not in captions]
        lines = [self.caption(node)] if captions else []
        return _joined(self.blocks(rest, nested), *lines)

    def caption(self, figure: nodes.Element) -> str:
        """Return the number and the caption of a figure as a line."""
        words = figure.next_node(nodes.caption)
        number = self.around.figures(figure)
        text = self.line(words.children) if words is not None else ""
        return f"**{number}.** {text}" if number else text

    def _write_image(self, node: nodes.image, nested: bool) -> str:
        return f"![{_words(node.get('alt', ''))}]({self.around.picture(node)})"

    def _write_transition(self, node: nodes.Element, nested: bool) -> str:
        return "---"

    def _write_raw(self, node: nodes.Element, nested: bool) -> str:
        return node.astext() if "html" in node.get("format", "") else ""

    def _write_table(self, node: nodes.Element, nested: bool) -> str:
        titles = [child for child in node.children if isinstance(child, nodes.title)]
        head = [self._cells(row) for part in node.findall(nodes.thead) for row in part.children]
        body = [self._cells(row) for part in node.findall(nodes.tbody) for row in part.children]
        width = max(len(row) for row in head + body)
        first = head[0] if head else [""] * width
        lines = [first, ["---"] * width, *head[1:], *body]
        table = "\n".join(f"| {' | '.join(row)} |" for row in lines)
        return _joined(*(f"**{self.line(title.children)}**" for title in titles), table)

    def _cells(self, row: nodes.Node) -> list[str]:
        writer = TableWriter(self.around)
        return [writer.cell(entry) for entry in row.children if isinstance(entry, nodes.entry)]

    def _write_footnote(self, node: nodes.Element, nested: bool) -> str:
        label = node.children[0].astext()
        return _indented(self.blocks(node.children[1:], nested=True), f"[{label}] ")

    _write_citation = _write_footnote

    # -- words ------------------------------------------------------------------------------

    def line(self, children: Iterable[nodes.Node]) -> str:
        """Return inline nodes as one line of Markdown."""
        return "".join(map(self.inline, children))

    def inline(self, node: nodes.Node) -> str:
        """Return an inline node as Markdown."""
        if isinstance(node, nodes.Text):
            return _words(SPACE.sub(" ", node.astext()))
        if isinstance(node, INVISIBLE):
            return ""
        if isinstance(node, nodes.literal):
            return _code(node.astext())
        if isinstance(node, nodes.math):
            return self._formula(node)
        if isinstance(node, nodes.image):
            return self._write_image(node, True)
        if isinstance(node, nodes.raw):
            return self._write_raw(node, True)
        words = self.line(node.children)
        if isinstance(node, nodes.strong):
            return f"**{words}**"
        if isinstance(node, (nodes.emphasis, nodes.title_reference)):
            return f"*{words}*"
        if isinstance(node, nodes.subscript):
            return f"<sub>{words}</sub>"
        if isinstance(node, nodes.superscript):
            return f"<sup>{words}</sup>"
        if isinstance(node, nodes.footnote_reference):
            return f"[{words}]"
        if isinstance(node, (nodes.reference, addnodes.download_reference)):
            return self._link(node, words)
        if isinstance(node, (nodes.inline, nodes.TextElement)):
            return words
        raise UnwritableError(f"a notebook has no form for <{node.tagname}> in a line")  # type: ignore[attr-defined]

    def _formula(self, node: nodes.math) -> str:
        return f"${SPACE.sub(' ', node.astext()).strip()}$"

    def _link(self, node: nodes.Element, words: str) -> str:
        target = node.get("refuri") or (f"#{node['refid']}" if node.get("refid") else "")
        if target and not urlsplit(target).scheme:
            target = urljoin(self.around.address, target) if self.around.address else ""
        return f"[{words}]({_address(target)})" if target else words


class TableWriter(Writer):
    """Writes the cells of a table: one line each, in which a bar does not end the cell."""

    def cell(self, entry: nodes.Element) -> str:
        """Return a cell as one line."""
        parts = []
        for child in entry.children:
            if not isinstance(child, nodes.paragraph):
                raise UnwritableError(f"a table in a notebook has no form for <{child.tagname}>")  # type: ignore[attr-defined]
            parts.append(SPACE.sub(" ", self.line(child.children)).strip())
        return "<br>".join(parts).replace("|", r"\|")

    def _formula(self, node: nodes.math) -> str:
        return _without_bars(super()._formula(node))


def _stands_alone(node: nodes.Node) -> bool:
    """Whether a node is a block by itself, and no word of a paragraph."""
    if isinstance(node, (nodes.image, nodes.raw)):
        return not isinstance(node.parent, nodes.TextElement)
    return not isinstance(node, (nodes.Text, nodes.Inline))


def _without_bars(formula: str) -> str:
    r"""Write bars by name: inside a table a bar would end the cell.

    >>> _without_bars(r"|x| + \|y\|")
    '\\vert{}x\\vert{} + \\Vert{}y\\Vert{}'
    """
    return formula.replace(r"\|", r"\Vert{}").replace("|", r"\vert{}")


def _words(text: str) -> str:
    r"""Escape what Markdown would read as markup.

    >>> print(_words("2*x, a_b, _c_, 1 < 2, <b>, [x](y), costs $5"))
    2\*x, a_b, \_c\_, 1 < 2, &lt;b>, [x\](y), costs \$5
    """
    text = re.sub(r"([\\`*~$])", r"\\\1", text)
    text = WORD_EDGE.sub(r"\\_", text)
    text = re.sub(r"&(?=#?\w+;)", "&amp;", text)
    text = re.sub(r"<(?=[A-Za-z/!?])", "&lt;", text)
    return text.replace("](", r"\](")


def _escaped_start(found: re.Match[str]) -> str:
    r"""Keep the first words of a paragraph from being read as a heading or a list."""
    mark = found.group(1)
    return f"{mark}\\" if mark.isdigit() else f"\\{mark}"


def _code(text: str) -> str:
    """Return a piece of code inside a line.

    >>> print(_code("a | b"), _code("a `b`"))
    `a | b` `` a `b` ``
    """
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * (longest + 1)
    gap = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{fence}{gap}{text}{gap}{fence}"


def _address(target: str) -> str:
    """An address that Markdown reads to its end."""
    return target.replace(" ", "%20").replace("(", "%28").replace(")", "%29")


def _indented(text: str, mark: str) -> str:
    r"""Put a list's mark before a text, and indent what follows its first line.

    >>> _indented("a\n\nb", "- ")
    '- a\n\n  b'
    """
    first, *rest = text.split("\n")
    return "\n".join([mark + first, *(" " * len(mark) + line if line else "" for line in rest)])


def _quoted(text: str) -> str:
    r"""Return a text as a quotation.

    >>> _quoted("a\n\nb")
    '> a\n>\n> b'
    """
    return "\n".join(f"> {line}" if line else ">" for line in text.split("\n"))


def _joined(*blocks: str) -> str:
    return "\n\n".join(block for block in blocks if block.strip())
