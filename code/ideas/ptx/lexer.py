"""Cut PTX text into tokens, each with its line and column.

Source: PTX ISA, section 4.2 "Comments" to 4.5 "Constants".
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from .errors import Complaint, PtxError

_TOKEN = re.compile(
    r"""
    (?P<blank>\s+|//[^\n]*|/\*.*?\*/)
  | (?P<float>0[fF][0-9a-fA-F]{8}(?![\w])|0[dD][0-9a-fA-F]{16}(?![\w])
      |\d+\.\d*(?:[eE][+-]?\d+)?(?![\w.])|\d+[eE][+-]?\d+(?![\w.]))
  | (?P<integer>0[xX][0-9a-fA-F]+U?(?!\w)|0[bB][01]+U?(?!\w)|0[0-7]*U?(?!\w)|[1-9]\d*U?(?!\w))
  | (?P<word>[A-Za-z_$%][\w$]*(?:::[A-Za-z_]\w*)*)
  | (?P<dot>\.[A-Za-z_]\w*(?:::[\w]+)*|\.\d\w*(?:::[\w]+)*)
  | (?P<string>"[^"\n]*")
  | (?P<mark><<|>>|<=|>=|==|!=|&&|\|\||[-+*/%~!&|^?:;,(){}\[\]<>=@])
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A token: its kind (word, dot, integer, float, string, mark, end), text and offset."""

    kind: str
    text: str
    start: int

    def __str__(self) -> str:
        return "the end of the text" if self.kind == "end" else repr(self.text)


class Source:
    """Text, and where its lines begin."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0, *(m.end() for m in re.finditer("\n", text))]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column, from 1, of an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def error(self, offset: int, message: str) -> PtxError:
        """Make an error that points at an offset."""
        line, column = self.place(offset)
        return self.error_at(line, column, message)

    def error_at(self, line: int, column: int | None, message: str) -> PtxError:
        """Make an error that points at a line."""
        end = self._starts[line] if line < len(self._starts) else len(self.text)
        text = self.text[self._starts[line - 1] : end].strip()
        return PtxError((Complaint(line, column, text[:200], message),), "the PTX parser")


def tokens(source: Source) -> list[Token]:
    """All tokens of a text; the last has kind ``end``.

    Raises :class:`PtxError` at the first character that begins no token.

    >>> [t.text for t in tokens(Source("ld.global.u32 %r1, [%rd1+4]; // load"))][:6]
    ['ld', '.global', '.u32', '%r1', ',', '[']
    """
    found = []
    position, text, match = 0, source.text, _TOKEN.match
    while position < len(text):
        m = match(text, position)
        if m is None:
            if text.startswith("/*", position):
                raise source.error(position, "a comment that does not end; expected '*/'")
            what = text[position]
            raise source.error(position, f"unexpected {what!r}; expected the start of a token")
        if m.lastgroup != "blank":
            found.append(Token(m.lastgroup or "", m[0], position))
        position = m.end()
    found.append(Token("end", "", max(len(text) - 1, 0)))
    return found


def integer_value(text: str) -> int:
    """Value of an integer constant.

    >>> [integer_value(t) for t in ("0x1F", "0b101U", "017", "42")]
    [31, 5, 15, 42]
    """
    digits = text.rstrip("U").lower()
    if len(digits) > 70:
        raise ValueError("an integer constant of more than 64 bits")
    if digits.startswith(("0x", "0b")):
        return int(digits, 0)
    return int(digits, 8) if len(digits) > 1 and digits[0] == "0" else int(digits)


def float_value(text: str) -> tuple[int | float, int]:
    """Value of a floating-point constant; for ``0f`` and ``0d`` the bit pattern and its width.

    >>> float_value("0f3F800000") == (0x3F800000, 32), float_value("2.5")
    (True, (2.5, 0))
    """
    head = text[:2].lower()
    if head in ("0f", "0d"):
        return int(text[2:], 16), 32 if head == "0f" else 64
    return float(text), 0
