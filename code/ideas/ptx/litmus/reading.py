"""Read litmus tests as text, with the parser that reads kernels.

The layout is the usual one: a name, initial values, a column a thread, a question.  Types may be
left out; they are then 32 bits.  Each thread becomes the body of a kernel, and the kernel is
parsed; what the memory model says nothing about is refused, and said to be.
"""

from __future__ import annotations

import re
from typing import Any

from .condition import Question
from .program import SCOPES, Instruction, Place, Test, Thread

ARITHMETIC = ("add", "sub", "mul", "and", "or", "xor", "mov", "min", "max", "selp", "not")
ATOMICS = ("add", "and", "or", "xor", "cas", "exch", "inc", "dec", "min", "max")
COMPARISONS = ("eq", "ne", "lt", "le", "gt", "ge")
INTEGERS = ("b32", "u32", "s32", "b64", "u64", "s64")
_BITWISE = ("and", "or", "xor", "not", "cas", "exch")
_STATEMENT = re.compile(r"(?:@!?%?[\w$]+\s+)?([a-z]\w*(?:\.[\w:]+)*)")
_NAME = r"%?[A-Za-z_$][\w$]*"
_OUTSIDE = {
    "nc": "the non-coherent path (.nc)",
    "cp": "asynchronous copies",
    "mbarrier": "mbarrier objects",
    "wgmma": "asynchronous matrix instructions",
    "tcgen05": "asynchronous matrix instructions",
    "multimem": "multimem addresses",
    "proxy": "proxies other than the generic one",
    "tex": "textures",
    "suld": "surfaces",
    "sust": "surfaces",
    "v2": "vector accesses",
    "v4": "vector accesses",
}


def parse(text: str) -> Test:
    r"""Read a test in the usual layout.

    Threads without a place run in blocks of their own on one GPU.
    Raises ValueError with the thread and the instruction that is wrong.

    >>> test = parse(r'''
    ... PTX MP
    ... { data=0; flag=0; }
    ...  P0@cta 0,gpu 0         | P1@cta 1,gpu 0            ;
    ...  st.weak [data], 42     | ld.acquire.gpu r0, [flag] ;
    ...  st.release.gpu [flag], 1 | ld.weak r1, [data]      ;
    ... exists (1:r0=1 /\ 1:r1=0)
    ... ''')
    >>> test.name, len(test.threads), str(test.threads[1].place)
    ('MP', 2, 'cta 1,gpu 0')
    """
    text = re.sub(r"//[^\n]*|\(\*.*?\*\)", "", text, flags=re.DOTALL)
    head = re.match(r"\s*PTX[ \t]+([^\n]+)\n(\s*\"[^\"]*\"\s*\n)*\s*(\{.*?\})?", text, re.DOTALL)
    if not head:
        raise ValueError(f"{text.strip()[:30]!r} begins; expected 'PTX' and the test's name")
    asked = re.search(r"(~\s*exists|\bexists|\bforall)\b.*", text, re.DOTALL)
    rows = text[head.end() : asked.start() if asked else None].split(";")
    table = [[cell.strip() for cell in row.split("|")] for row in rows if row.strip()]
    if not table:
        raise ValueError(f"test {head[1].strip()} has no threads; expected columns P0 | P1 ;")
    places = [_place(cell, t) for t, cell in enumerate(table[0])]
    initial, registers = _initial(head[3] or "{}", len(places))
    threads = []
    for t, place in enumerate(places):
        column = [row[t] for row in table[1:] if t < len(row) and row[t]]
        try:
            threads.append(Thread(read_instructions(";".join(column)), place, registers[t]))
        except ValueError as error:
            raise ValueError(f"thread {t}: {error}") from None
    question = Question.read(asked[0]) if asked else None
    return Test(head[1].strip(), threads, initial, question)


def _place(cell: str, t: int) -> Place:
    match = re.fullmatch(r"P(\d+)\s*(?:@\s*(.*))?", cell)
    if not match or int(match[1]) != t:
        raise ValueError(f"column {t} is headed {cell!r}; expected P{t}, or P{t}@cta 0,gpu 0")
    if not match[2]:
        return Place(t)
    found: dict[str, int] = {}
    for part in match[2].split(","):
        pair = re.fullmatch(r"\s*(cta|block|cluster|gpu)\s+(\d+)\s*", part)
        if not pair:
            raise ValueError(f"P{t} is at {part.strip()!r}; expected cta, cluster or gpu, a number")
        found["block" if pair[1] == "cta" else pair[1]] = int(pair[2])
    return Place(**found)


def _initial(text: str, threads: int) -> tuple[dict[str, int], list[dict[str, int]]]:
    initial: dict[str, int] = {}
    registers: list[dict[str, int]] = [{} for _ in range(threads)]
    for part in filter(None, (p.strip() for p in text.strip("{} \n").split(";"))):
        match = re.fullmatch(rf"(?:P?(\d+)\s*:\s*)?\[?({_NAME})\]?\s*=\s*(-?\d+)", part)
        if not match:
            raise ValueError(f"the initial state has {part!r}; expected x=0 or 0:r1=0")
        value = int(match[3]) % (1 << 32)
        if match[1] is None:
            initial[match[2]] = value
        elif int(match[1]) < threads:
            registers[int(match[1])][match[2].removeprefix("%")] = value
        else:
            raise ValueError(f"{part!r} names thread {match[1]}; expected 0 to {threads - 1}")
    return initial, registers


def read_instructions(text: str) -> tuple[Instruction, ...]:
    """Read the instructions of one thread, with ``;`` between them.

    >>> [i.order for i in read_instructions("st.weak [x], 1; fence.sc.gpu; ld.volatile r0, [y]")]
    ['weak', 'sc', 'relaxed']
    >>> read_instructions("ld.global.nc.u32 r0, [x]")
    Traceback (most recent call last):
        ...
    ValueError: 'ld.global.nc.u32 r0, [x]': the memory model leaves out the non-coherent path (.nc)
    """
    statements, labels = _statements(text)
    operations = _parsed(statements, labels)
    both = enumerate(zip(statements, operations, strict=True))
    return tuple(_instruction(text, operation, labels, n) for n, (text, operation) in both)


def _statements(text: str) -> tuple[list[str], dict[str, int]]:
    statements: list[str] = []
    labels: dict[str, int] = {}
    for part in re.split(r"[;\n]", text):
        part = " ".join(part.split())
        while match := re.match(rf"({_NAME})\s*:(?!:)\s*", part):
            labels[match[1]] = len(statements)
            part = part[match.end() :]
        if part:
            statements.append(part)
    return statements, labels


def _parsed(statements: list[str], labels: dict[str, int]) -> list[Any]:
    """Wrap the statements in a kernel that declares what they name, and parse it."""
    from ..errors import PtxError
    from ..parser import load

    predicates: set[str] = set()
    registers: set[str] = set()
    locations: dict[str, tuple[str, str]] = {}
    typed = []
    for statement in statements:
        opcode, statement = _with_type(statement)
        parts = opcode.split(".")
        shared = any(p.startswith("shared") for p in parts)
        kind = next((p for p in parts[1:] if p in INTEGERS), "b32")
        for name in re.findall(rf"\[\s*({_NAME})", statement):
            locations.setdefault(name, ("shared" if shared else "global", f".b{kind[1:]}"))
        predicates |= {n.lstrip("!") for n in re.findall(rf"@(!?{_NAME})", statement)}
        rest = re.sub(r"\[[^\]]*\]", "", statement.split(opcode, 1)[1])
        names = set(re.findall(_NAME, rest)) - set(labels)
        if parts[0] == "setp":
            predicates |= set(re.findall(_NAME, rest.split(",")[0]))
        if parts[0] == "selp":
            predicates.add(rest.split(",")[-1].strip())
        registers |= {(name, kind[1:]) for name in names if parts[0] != "bra"}  # type: ignore[misc]
        typed.append(statement)
    widths = dict(sorted(registers))  # type: ignore[call-overload]
    lines = [".version 8.6", ".target sm_90", ".address_size 64"]
    lines += [f".{space} {kind} {name};" for name, (space, kind) in locations.items()]
    lines += [".visible .entry litmus() {"]
    lines += [f".reg .pred {name};" for name in sorted(predicates)]
    lines += [f".reg .b{widths[n]} {n};" for n in sorted(widths) if n not in predicates]
    first = len(lines) + 1
    for index, statement in enumerate(typed):
        here = "".join(f"{name}: " for name, place in labels.items() if place == index)
        lines.append(f"{here}{statement};")
    lines.append("".join(f"{n}: " for n, place in labels.items() if place == len(typed)) + "ret;")
    lines.append("}")
    try:
        return load("\n".join(lines)).kernels["litmus"].operations[: len(statements)]
    except PtxError as error:
        index = (error.line or first) - first
        text = statements[index] if 0 <= index < len(statements) else "; ".join(statements)
        raise ValueError(f"{text!r}: {error.message}") from None


def _with_type(statement: str) -> tuple[str, str]:
    """Return the opcode and the statement, with a type where it has none."""
    match = _STATEMENT.match(statement)
    if not match:
        raise ValueError(f"{statement!r} is no instruction; expected one such as ld.weak r0, [x]")
    opcode = match[1]
    name, *modifiers = opcode.split(".")
    for part in (name, *modifiers):
        if part in _OUTSIDE:
            raise ValueError(f"{statement!r}: the memory model leaves out {_OUTSIDE[part]}")
    untyped = not any(re.fullmatch(r"[bsuf]\d+|pred|f16x2|bf16", m) for m in modifiers)
    if untyped and name not in ("fence", "membar", "bar", "barrier", "bra"):
        bits = name in _BITWISE or any(m in _BITWISE for m in modifiers)
        full = f"{opcode}.{'b32' if bits or name in ('ld', 'st') else 'u32'}"
        statement = statement[: match.start(1)] + full + statement[match.end(1) :]
        opcode = full
    return opcode, statement


def _instruction(text: str, operation: Any, labels: dict[str, int], index: int) -> Instruction:
    """Turn a parsed operation into what the model sees of it."""
    name = operation.name
    guard = (str(operation.guard).lstrip("!%"), not operation.guard.negated) \
        if operation.guard else None  # fmt: skip
    kind = next((m for m in operation.modifiers if m in INTEGERS), "")
    common: dict[str, Any] = {"text": text, "guard": guard}
    if name in ("ld", "st", "atom", "red"):
        if not kind:
            raise ValueError(f"{text!r}: expected a type of 32 or 64 bits, such as .u32")
        return _access(text, operation, common | {"width": int(kind[1:])})
    if name in ("fence", "membar"):
        order = "sc" if name == "membar" else operation.one_of(
            "sc", "acquire", "release", default="acq_rel")  # fmt: skip
        scope = operation.one_of(*SCOPES, default="gpu" if operation.has("gl") else "")
        if not scope:
            raise ValueError(f"{text!r} has no scope; expected one of .cta, .cluster, .gpu, .sys")
        return Instruction(kind="fence", order=order, scope=scope, **common)
    if name in ("bar", "barrier"):
        if not operation.has("sync") or len(operation.operands) != 1 or guard:
            raise ValueError(f"{text!r}: expected bar.sync with a constant, for the whole block")
        return Instruction(kind="bar", order="", barrier=_constant(text, operation.operands[0]),
                           **common)  # fmt: skip
    if name == "bra":
        target = labels[str(operation.operands[0])]
        if target <= index:
            raise ValueError(f"{text!r} jumps back; expected a test without loops: unroll it")
        return Instruction(kind="bra", jump=target, **common)
    names = tuple(_operand(text, o) for o in operation.operands)
    if name == "setp" and operation.one_of(*COMPARISONS) and len(names) == 3:
        what = f"setp.{operation.one_of(*COMPARISONS)}.{kind[0]}"
    elif name in ARITHMETIC:
        what = f"{name}.{kind[:1] or 'b'}"
    else:
        raise ValueError(f"{text!r}: expected an access, a fence, bar.sync or simple arithmetic")
    return Instruction(kind="alu", operation=what, target=str(names[0]), operands=names[1:],
                       **common)  # fmt: skip


def _access(text: str, operation: Any, common: dict[str, Any]) -> Instruction:
    name = operation.name
    atomic = name in ("atom", "red")
    order = operation.one_of("weak", "relaxed", "acquire", "release", "acq_rel", "volatile",
                             default="relaxed" if atomic else "weak")  # fmt: skip
    scope = operation.one_of(*SCOPES, default="gpu" if atomic else "")
    if order == "volatile":
        order, scope = "relaxed", "sys"
    elif order == "weak":
        if scope:
            raise ValueError(f"{text!r} is weak and has a scope; expected an order such as relaxed")
    elif not scope:
        raise ValueError(f"{text!r} has no scope; expected one of .cta, .cluster, .gpu, .sys")
    operands = list(operation.operands)
    target = "" if name in ("st", "red") else _register(operands.pop(0))
    address = operands.pop(0)
    location = str(address.base)
    if address.offset or not hasattr(address.base, "variable"):
        raise ValueError(f"{text!r}: expected a location by its name, such as [x]")
    return Instruction(
        kind=name, order=order, scope=scope, location=location, target=target,
        space="shared" if operation.has("shared", "shared::cta") else "global",
        operation=operation.one_of(*ATOMICS) if atomic else "",
        operands=tuple(_operand(text, o) for o in operands), **common,
    )  # fmt: skip


def _register(operand: Any) -> str:
    return "" if str(operand) == "_" else str(operand).removeprefix("%")


def _operand(text: str, operand: Any) -> str | int:
    if hasattr(operand, "value"):
        return _constant(text, operand)
    if not hasattr(operand, "number"):
        raise ValueError(f"{text!r}: the operand {operand}; expected a register or a constant")
    return str(operand).removeprefix("%")


def _constant(text: str, operand: Any) -> int:
    value = getattr(operand, "value", None)
    if not isinstance(value, int):
        raise ValueError(f"{text!r}: the operand {operand}; expected a whole number")
    return value
