"""What the parser makes of PTX text: a module of kernels, functions and variables.

Every part keeps the place in the text that it came from.
Source: PTX ISA, chapters 4 "Syntax" and 5 "State Spaces, Types, and Variables".
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .scalars import Scalar


@dataclass(frozen=True)
class Position:
    """A place in the text: line and column, both from 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


@dataclass(frozen=True)
class Register:
    """A register: ``number`` is its index among the registers of its function."""

    name: str
    number: int
    type: Scalar
    negated: bool = False

    def __str__(self) -> str:
        return f"{'!' if self.negated else ''}{self.name}"


@dataclass(frozen=True)
class Special:
    """A special register such as ``%tid.x``."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Immediate:
    """A constant: a Python int or float.

    In the notations ``0f`` and ``0d``, ``bits`` is 32 or 64 and ``value`` the bit pattern.
    """

    value: int | float
    bits: int = 0

    def __str__(self) -> str:
        if self.bits:
            return f"0{'f' if self.bits == 32 else 'd'}{self.value:0{self.bits // 4}X}"
        return str(self.value)


@dataclass(frozen=True)
class Symbol:
    """The address of a variable, a parameter or a function, plus an offset in bytes."""

    variable: Variable | str
    offset: int = 0

    def __str__(self) -> str:
        name = self.variable if isinstance(self.variable, str) else self.variable.name
        return f"{name}+{self.offset}" if self.offset else name


@dataclass(frozen=True)
class Address:
    """A memory operand ``[base + offset]``; the offset is in bytes."""

    base: Register | Symbol | Immediate
    offset: int = 0

    def __str__(self) -> str:
        return f"[{self.base}+{self.offset}]" if self.offset else f"[{self.base}]"


@dataclass(frozen=True)
class Vector:
    """Several operands in braces: a vector, or the parts of a packed register."""

    elements: tuple[Operand, ...]

    def __str__(self) -> str:
        return "{" + ", ".join(map(str, self.elements)) + "}"


@dataclass(frozen=True)
class Pair:
    """Two results, ``d|p``."""

    first: Operand
    second: Operand

    def __str__(self) -> str:
        return f"{self.first}|{self.second}"


@dataclass(frozen=True)
class Label:
    """The target of a branch."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Sink:
    """``_``: a result that no one wants."""

    def __str__(self) -> str:
        return "_"


Operand = Register | Special | Immediate | Symbol | Address | Vector | Pair | Label | Sink


@dataclass(frozen=True)
class Operation:
    """One instruction: guard, opcode with its modifiers, operands and place.

    ``modifiers`` are the parts of the opcode after its name, in order; ``types`` the types among
    them; ``call`` has the callee, the results and the arguments of a ``call``.
    """

    position: Position
    guard: Register | None
    name: str
    modifiers: tuple[str, ...]
    types: tuple[Scalar, ...]
    operands: tuple[Operand, ...]
    call: Call | None = None
    source: tuple[int, int] | None = None

    @property
    def opcode(self) -> str:
        """Name and modifiers, as written."""
        return ".".join((self.name, *self.modifiers))

    def has(self, *modifiers: str) -> bool:
        """Whether the opcode carries one of these modifiers."""
        return any(modifier in self.modifiers for modifier in modifiers)

    def one_of(self, *modifiers: str, default: str = "") -> str:
        """Return the first of these modifiers that the opcode carries."""
        return next((m for m in modifiers if m in self.modifiers), default)

    def __str__(self) -> str:
        guard = ""
        if self.guard:
            guard = f"@{self.guard} "
        operands = ", ".join(map(str, self.operands))
        if self.call:
            operands = str(self.call)
        return f"{guard}{self.opcode} {operands}".rstrip() + ";"


@dataclass(frozen=True)
class Call:
    """Callee, results and arguments of a call."""

    callee: str
    results: tuple[Operand, ...]
    arguments: tuple[Operand, ...]

    def __str__(self) -> str:
        results = f"({', '.join(map(str, self.results))}), " if self.results else ""
        arguments = f", ({', '.join(map(str, self.arguments))})" if self.arguments else ""
        return f"{results}{self.callee}{arguments}"


@dataclass(eq=False)
class Variable:
    """A variable in a state space: size and alignment in bytes, initial bytes or None.

    ``references`` are places in ``initial`` that hold addresses: (offset, bytes, symbol, generic).
    """

    name: str
    space: str
    type: Scalar
    size: int
    align: int
    position: Position
    initial: bytes | None = None
    references: tuple[tuple[int, int, Symbol, bool], ...] = ()
    dynamic: bool = False

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Parameter:
    """A parameter of a kernel or function.

    ``size`` is in bytes; an array of bytes (a struct passed by value) has ``count`` above 0.
    ``space`` and ``pointee_align`` come from ``.ptr``.
    """

    name: str
    type: Scalar
    size: int
    align: int
    count: int = 0
    is_pointer: bool = False
    space: str = "generic"
    pointee_align: int = 0

    def __str__(self) -> str:
        array = f"[{self.count}]" if self.count else ""
        return f".{self.type.name} {self.name}{array}"


@dataclass(eq=False)
class Function:
    """A kernel (``.entry``) or a function (``.func``) with its body.

    ``registers`` are in the order of first use; ``labels`` give the index of the operation that
    follows; ``tables`` are the lists of labels of ``.branchtargets``.
    """

    name: str
    is_kernel: bool
    position: Position
    parameters: tuple[Parameter, ...] = ()
    results: tuple[Parameter, ...] = ()
    registers: list[Register] = field(default_factory=list)
    variables: list[Variable] = field(default_factory=list)
    operations: list[Operation] = field(default_factory=list)
    labels: dict[str, int] = field(default_factory=dict)
    tables: dict[str, tuple[str, ...]] = field(default_factory=dict)
    limits: dict[str, tuple[int, ...]] = field(default_factory=dict)
    parameter_variables: dict[str, Variable | Register] = field(default_factory=dict)
    has_body: bool = True

    def __str__(self) -> str:
        word = ".entry" if self.is_kernel else ".func"
        return f"{word} {self.name}({', '.join(map(str, self.parameters))})"


@dataclass(eq=False)
class Module:
    """A parsed module: ``kernels`` and ``functions`` by name, the variables, version, target."""

    text: str
    version: tuple[int, int]
    target: tuple[str, ...]
    address_size: int
    kernels: dict[str, Function]
    functions: dict[str, Function]
    variables: dict[str, Variable]
    files: dict[int, str] = field(default_factory=dict)

    def line(self, number: int) -> str:
        """Return a line of the text, from 1, stripped."""
        lines = self.text.splitlines()
        return lines[number - 1].strip() if 1 <= number <= len(lines) else ""

    def __str__(self) -> str:
        names = ", ".join(self.kernels) or "no kernels"
        return f"PTX {self.version[0]}.{self.version[1]} for {self.target[0]}: {names}"
