r"""Conditions on the final state, in the words of litmus files: ``1:r0=1 /\ ~(x=2)``.

A name with a colon is a register of a thread; a name without is a location.
Source: Alglave, Maranget and Tautschnig, "Herding cats" (2014), and the herd manual.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

_TOKEN = re.compile(
    r"\s*(/\\|\\/|&&|\|\||!=|==|<>|[()~=]|not\b|true\b|-?\d+(?!\s*:)(?!\w)"
    r"|\d+\s*:\s*%?[A-Za-z_$][\w$]*|P\d+\s*:\s*%?[A-Za-z_$][\w$]*|\[?[A-Za-z_$][\w$]*\]?)"
)


@dataclass(frozen=True)
class Condition:
    r"""A condition: ``kind`` is ``is``, ``not``, ``and``, ``or`` or ``true``.

    ``parts`` are conditions, or a name and a value where the kind is ``is``.

    >>> where = Condition.read(r"1:r0=1 /\ (x=2 \/ x=3)")
    >>> where.holds({"1:r0": 1, "x": 3}), where.holds({"1:r0": 1, "x": 1})
    (True, False)
    >>> print(where)
    1:r0=1 /\ (x=2 \/ x=3)
    """

    kind: str
    parts: tuple = ()

    @staticmethod
    def read(text: str) -> Condition:
        """Parse a condition.  Raises ValueError with what was expected."""
        tokens, place = [], 0
        while text[place:].strip():
            match = _TOKEN.match(text, place)
            if not match:
                raise ValueError(
                    f"the condition has {text[place:].strip()[:20]!r}; "
                    r"expected something like 1:r0=1 /\ x=0"
                )
            tokens.append(match[1])
            place = match.end()
        condition, rest = _either(tokens)
        if rest:
            raise ValueError(f"the condition goes on with {rest[0]!r}; expected its end")
        return condition

    @staticmethod
    def all_of(values: Mapping[str, int]) -> Condition:
        """Make the condition that each name has its value."""
        parts = tuple(Condition("is", (name, value)) for name, value in values.items())
        return parts[0] if len(parts) == 1 else Condition("and" if parts else "true", parts)

    def holds(self, state: Mapping[str, int]) -> bool:
        """Whether a state satisfies it."""
        if self.kind == "is":
            name, value = self.parts
            return state[name] == value % (1 << 64) or state[name] == value % (1 << 32)
        if self.kind == "not":
            return not self.parts[0].holds(state)
        if self.kind == "or":
            return any(part.holds(state) for part in self.parts)
        return all(part.holds(state) for part in self.parts)

    def names(self) -> set[str]:
        """The registers and locations that it names."""
        if self.kind == "is":
            return {self.parts[0]}
        return {name for part in self.parts for name in part.names()}

    def __str__(self) -> str:
        if self.kind == "is":
            return f"{self.parts[0]}={self.parts[1]}"
        if self.kind == "true":
            return "true"
        inner = [f"({p})" if p.kind in ("and", "or") else str(p) for p in self.parts]
        if self.kind == "not":
            return f"~{inner[0]}" if inner[0].startswith("(") else f"~({inner[0]})"
        return (r" /\ " if self.kind == "and" else r" \/ ").join(inner)


def _either(tokens: list[str]) -> tuple[Condition, list[str]]:
    first, tokens = _both(tokens)
    parts = [first]
    while tokens and tokens[0] in (r"\/", "||"):
        part, tokens = _both(tokens[1:])
        parts.append(part)
    return (parts[0] if len(parts) == 1 else Condition("or", tuple(parts))), tokens


def _both(tokens: list[str]) -> tuple[Condition, list[str]]:
    first, tokens = _one(tokens)
    parts = [first]
    while tokens and tokens[0] in ("/\\", "&&"):
        part, tokens = _one(tokens[1:])
        parts.append(part)
    return (parts[0] if len(parts) == 1 else Condition("and", tuple(parts))), tokens


def _one(tokens: list[str]) -> tuple[Condition, list[str]]:
    if not tokens:
        raise ValueError("the condition ends too early; expected something like 1:r0=1")
    head, *rest = tokens
    if head in ("~", "not"):
        inner, rest = _one(rest)
        return Condition("not", (inner,)), rest
    if head == "true":
        return Condition("true"), rest
    if head == "(":
        inner, rest = _either(rest)
        if not rest or rest[0] != ")":
            raise ValueError("the condition has a '(' that does not close; expected ')'")
        return inner, rest[1:]
    if len(rest) < 2 or rest[0] not in ("=", "==", "!=", "<>") or not rest[1].lstrip("-").isdigit():
        raise ValueError(f"the condition has {head!r} without a value; expected {head}=1, say")
    name = re.sub(r"[\s%\[\]]", "", head)
    same = Condition("is", (name.removeprefix("P") if ":" in name else name, int(rest[1])))
    return (same if rest[0] in ("=", "==") else Condition("not", (same,))), rest[2:]


@dataclass(frozen=True)
class Question:
    """A condition and what is asked of it: ``exists``, ``~exists`` or ``forall``.

    >>> Question.read("~exists (x=1)").kind
    '~exists'
    """

    kind: str
    condition: Condition

    @staticmethod
    def read(text: str) -> Question:
        """Parse a question.  Raises ValueError with what was expected."""
        match = re.match(r"\s*(~\s*exists|not\s+exists|exists|forall)\b(.*)", text, re.DOTALL)
        if not match:
            raise ValueError(f"{text.strip()[:30]!r} asks nothing; expected exists or forall first")
        kind = match[1] if match[1] in ("exists", "forall") else "~exists"
        return Question(kind, Condition.read(match[2]))

    def __str__(self) -> str:
        return f"{self.kind} ({self.condition})"
