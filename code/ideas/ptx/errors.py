"""What a compiler objects to: one exception that carries the line, the text and the message."""

from __future__ import annotations

import re
from dataclasses import dataclass

_PTXAS = re.compile(r"line (?P<line>\d+); (?:error|fatal)\s*: (?P<message>.*)")
_NVRTC = re.compile(r"\((?P<line>\d+)\): (?:catastrophic )?error: (?P<message>.*)")


class ToolMissing(RuntimeError):  # noqa: N818 -- the name says what is wrong
    """A compiler, assembler or disassembler is not installed, and no recording stands in."""


@dataclass(frozen=True)
class Complaint:
    """One objection: where it is and what it says.

    Lines and columns count from 1; each is None where the compiler does not tell.
    ``text`` is the offending line of the source, stripped, or an empty string.
    """

    line: int | None
    column: int | None
    text: str
    message: str

    def __str__(self) -> str:
        where = "" if self.line is None else f"line {self.line}"
        if self.column is not None:
            where += f", column {self.column}"
        quoted = f"  `{self.text}`" if self.text else ""
        return f"{where}: {self.message}{quoted}".removeprefix(": ")


class PtxError(ValueError):
    """A source was rejected.  The first complaint is at hand as attributes.

    ``complaints`` holds all of them in the order of the compiler, ``origin`` says who spoke.

    >>> error = PtxError((Complaint(4, None, "ld.glbal.u32 %r1, [%rd1];", "Unknown modifier"),))
    >>> error.line, error.message
    (4, 'Unknown modifier')
    >>> print(error)
    line 4: Unknown modifier  `ld.glbal.u32 %r1, [%rd1];`
    """

    def __init__(self, complaints: tuple[Complaint, ...], origin: str = "") -> None:
        self.complaints = complaints
        self.origin = origin
        super().__init__("\n".join(map(str, complaints)))

    @property
    def line(self) -> int | None:
        """Line of the first complaint, from 1."""
        return self.complaints[0].line

    @property
    def column(self) -> int | None:
        """Column of the first complaint, from 1; ptxas and nvJitLink never give one."""
        return self.complaints[0].column

    @property
    def text(self) -> str:
        """The offending line of the first complaint."""
        return self.complaints[0].text

    @property
    def message(self) -> str:
        """What the first complaint says."""
        return self.complaints[0].message


def from_assembler_log(log: str, source: str) -> tuple[Complaint, ...]:
    r"""Complaints in a log of ptxas or nvJitLink about the PTX text `source`.

    >>> from_assembler_log("ptxas f, line 2; error   : Unknown modifier '.glbal'", "ret;\n bad;")
    (Complaint(line=2, column=None, text='bad;', message="Unknown modifier '.glbal'"),)
    """
    found = tuple(
        Complaint(int(m["line"]), None, _line(source, int(m["line"])), m["message"].strip())
        for m in _PTXAS.finditer(log)
    )
    return found or (Complaint(None, None, "", _first_line(log)),)


def from_nvrtc_log(log: str, source: str) -> tuple[Complaint, ...]:
    r"""Complaints in a log of NVRTC about the CUDA C text `source`.

    NVRTC prints a caret below the quoted source line; its place gives the column.

    >>> log = "k.cu(1): error: expected a ';'\n  int a\n       ^\n"
    >>> from_nvrtc_log(log, "int a")
    (Complaint(line=1, column=6, text='int a', message="expected a ';'"),)
    """
    lines = log.splitlines()
    found = []
    for index, text in enumerate(lines):
        match = _NVRTC.search(text)
        if match:
            number = int(match["line"])
            column = _caret_column(lines[index + 1 : index + 3])
            found.append(Complaint(number, column, _line(source, number), match["message"]))
    return tuple(found) or (Complaint(None, None, "", _first_line(log)),)


def _caret_column(quoted: list[str]) -> int | None:
    indent = 2
    if len(quoted) == 2 and quoted[1].strip() == "^":
        return quoted[1].index("^") - indent + 1
    return None


def _line(source: str, number: int) -> str:
    lines = source.splitlines()
    return lines[number - 1].strip() if 1 <= number <= len(lines) else ""


def _first_line(log: str) -> str:
    return next((part.strip() for part in log.splitlines() if part.strip()), "no message")


class Fault(RuntimeError):  # noqa: N818 -- the word that CUDA uses
    """A kernel did what it may not, on the interpreter.

    ``kind`` is a short name such as ``"out of bounds"``; ``line`` and ``text`` are of the PTX;
    ``block`` and ``thread`` are triples, or None where no single thread is to blame;
    ``address`` is the offending generic address, or None.
    """

    def __init__(
        self,
        kind: str,
        message: str,
        *,
        line: int | None = None,
        text: str = "",
        block: tuple[int, int, int] | None = None,
        thread: tuple[int, int, int] | None = None,
        address: int | None = None,
    ) -> None:
        self.kind, self.message = kind, message
        self.line, self.text = line, text
        self.block, self.thread, self.address = block, thread, address
        who = f"thread {thread} of block {block}, " if thread is not None else ""
        where = f"line {line}" if line is not None else ""
        quoted = f"  `{text}`" if text else ""
        super().__init__(f"{kind}: {who}{where}: {message}{quoted}".replace(": : ", ": "))
