"""A listing that knows where it came from, and how to be read one instruction at a time."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_LABEL = re.compile(r"^\s*(?:[$%\w]+:\s*)+")
_GUARD = re.compile(r"^@(!?%?\w+)\s+")
_HEADER = (".visible", ".entry", ".func", ".extern", ".weak", ".common", ".const")


@dataclass(frozen=True)
class Instruction:
    """One instruction of a listing.

    ``opcode`` keeps every qualifier (``ld.global.f32``), ``guard`` is the predicate of a
    predicated instruction without its ``@`` (or None), ``operands`` are split at the commas
    outside brackets and braces, ``line`` counts from 1.
    """

    line: int
    guard: str | None
    opcode: str
    operands: tuple[str, ...]

    @property
    def name(self) -> str:
        """The opcode before its first dot: ``ld`` of ``ld.global.f32``."""
        return self.opcode.split(".")[0]

    @property
    def qualifiers(self) -> tuple[str, ...]:
        """What follows the name: ``("global", "f32")`` of ``ld.global.f32``."""
        return tuple(self.opcode.split(".")[1:])

    def __str__(self) -> str:
        guard = f"@{self.guard} " if self.guard else ""
        return f"{guard}{self.opcode} {', '.join(self.operands)}".rstrip() + ";"


@dataclass(frozen=True)
class Listing:
    r"""PTX or SASS text with its origin; printing it prints the text.

    ``language`` is ``"PTX"`` or ``"SASS"``; ``origin`` says which tool made the text, here or
    when it was recorded.

    >>> listing = Listing("ld.global.u32 %r1, [%rd1];\n@%p1 bra $L1;\nret;", "written by hand")
    >>> [instruction.opcode for instruction in listing.instructions]
    ['ld.global.u32', 'bra', 'ret']
    >>> listing.instructions[1].guard
    '%p1'
    """

    text: str
    origin: str
    language: str = field(default="PTX")

    def __str__(self) -> str:
        return self.text

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        """Every instruction in order, without directives, labels and comments."""
        return tuple(_instructions(self.text))

    @property
    def opcodes(self) -> Counter[str]:
        """How often each full opcode occurs."""
        return Counter(instruction.opcode for instruction in self.instructions)

    def matching(self, name: str, *qualifiers: str) -> tuple[Instruction, ...]:
        """Instructions of this name that carry all these qualifiers.

        >>> text = "ld.global.nc.u32 %r1, [%rd1]; ld.shared.u32 %r2, [%r9];"
        >>> [str(i) for i in Listing(text, "").matching("ld", "nc")]
        ['ld.global.nc.u32 %r1, [%rd1];']
        """
        wanted = set(qualifiers)
        return tuple(i for i in self.instructions if i.name == name and wanted <= set(i.qualifiers))

    @property
    def body(self) -> str:
        """The instructions and labels between the outer braces, for printing.

        Declarations of registers and comments are left out, and opcodes stand in one column.
        """
        inside = self.text[self.text.find("{") + 1 : self.text.rfind("}")]
        lines = [
            line
            for line in _COMMENT.sub("", inside).splitlines()
            if line.strip() and not line.strip().startswith((".reg", ".pragma", ".loc"))
        ]
        opcodes = [line.split()[0] for line in lines]
        column = max((len(opcode) for opcode in opcodes if len(opcode) < 24), default=0)
        kept = []
        for line, opcode in zip(lines, opcodes, strict=True):
            rest = " ".join(line.split()[1:])
            indent = "    " if line[0].isspace() else ""
            padded = f"{opcode:{column}}" if rest and not opcode.startswith("@") else opcode
            kept.append(f"{indent}{padded} {rest}".rstrip())
        return "\n".join(kept)


def read_listing(name: str) -> Listing:
    """One of the package's own sources: a ``.ptx`` or ``.cu`` file of the folder ``listings``.

    Raises ValueError for a name that is not there.

    >>> read_listing("publish.ptx").language
    'PTX'
    """
    folder = Path(__file__).parent / "listings"
    names = sorted(path.name for path in folder.iterdir() if path.suffix in (".ptx", ".cu"))
    if name not in names:
        raise ValueError(f"no listing named {name!r}; expected one of {', '.join(names)}")
    language = "PTX" if name.endswith(".ptx") else "CUDA C"
    return Listing((folder / name).read_text(encoding="utf-8"), "written by hand", language)


def without_banner(text: str) -> str:
    r"""Return the text without comments and ``.version``: what must not change between compilers.

    >>> without_banner("// by NVVM\n.version 8.8\n.target sm_80\nret;")
    '.target sm_80\nret;'
    """
    lines = (line.strip() for line in _COMMENT.sub("", text).splitlines())
    return "\n".join(line for line in lines if line and not line.startswith(".version"))


def _instructions(text: str):
    """Yield instructions; statements end at a semicolon, braces may be operands."""
    blanked = _COMMENT.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)
    start = 0
    for end in (m.end() for m in re.finditer(";", blanked)):
        chunk = blanked[start:end]
        statement, offset = _last_statement(chunk)
        line = 1 + blanked.count("\n", 0, start + offset)
        start = end
        if not statement or statement.startswith("."):
            continue
        guard = _GUARD.match(statement)
        if guard:
            statement = statement[guard.end() :]
        opcode, _, rest = statement.partition(" ")
        yield Instruction(line, guard[1] if guard else None, opcode, _split_operands(rest))


def _last_statement(chunk: str) -> tuple[str, int]:
    """Drop the labels, headers and opening braces that come before a statement."""
    offset = 0
    while True:
        rest = chunk[offset:]
        skipped = len(rest) - len(rest.lstrip(" \t\r\n{}"))
        rest = rest[skipped:]
        label = _LABEL.match(rest)
        if skipped:
            offset += skipped
        elif label:
            offset += label.end()
        elif rest.startswith((".version", ".target", ".address_size", ".file", ".pragma")):
            newline = rest.find("\n")
            if newline < 0:
                return "", offset
            offset += newline
        elif rest.startswith(_HEADER) and "{" in rest:
            offset += rest.index("{") + 1
        else:
            return " ".join(rest.rstrip(";").split()), offset


def _split_operands(text: str) -> tuple[str, ...]:
    parts = re.split(r",(?![^\[{(]*[\]})])", text)
    return tuple(part.strip() for part in parts if part.strip())
