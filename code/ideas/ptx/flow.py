"""The flow of control: branches, their targets, and where diverged lanes meet again.

Lanes that part at a branch meet at its *immediate post-dominator*: the first place that every
way from the branch must pass.  Functions are laid one after another into one list of items, so
that a place in the program is one number.
Source: W. Fung et al., "Dynamic Warp Formation and Scheduling for Efficient GPU Control Flow",
MICRO 2007, section 2; K. Cooper, T. Harvey and K. Kennedy, "A Simple, Fast Dominance Algorithm".
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from .errors import Complaint, PtxError
from .syntax import Function, Module, Operation, Register

COLLECTIVE = frozenset(("shfl", "vote", "match", "redux", "elect"))
"""Instructions that need the other lanes of their mask."""


@dataclass(eq=False)
class Item:
    """An operation in its place.

    ``kind`` is ``step`` (does something and goes on), ``bra``, ``brx``, ``call``, ``ret``,
    ``exit``, ``bar``, ``warp`` (needs other lanes) or ``trap``.  ``targets`` are places;
    ``join`` is where lanes that part here meet, or None; ``weight`` of a branch backwards says
    how much its loop looks like waiting for another thread.
    """

    place: int
    operation: Operation
    function: Function
    kind: str
    targets: tuple[int, ...] = ()
    join: int | None = None
    weight: int = 0


@dataclass(eq=False)
class Flow:
    """The items of a kernel and of all it calls; where each function begins; the leaders."""

    items: list[Item]
    entry: dict[str, int]
    leaders: frozenset[int]


def flow(module: Module, kernel: Function) -> Flow:
    """Lay out a kernel.  Raises PtxError for recursion, and for a call of what has no body."""
    functions = _reachable(module, kernel)
    items: list[Item] = []
    entry: dict[str, int] = {}
    leaders: set[int] = set()
    for function in functions:
        entry[function.name] = len(items)
        _append(items, function)
    for function in functions:
        start = entry[function.name]
        end = next((p for p in sorted(entry.values()) if p > start), len(items))
        leaders |= _joins(items, start, end)
    for item in items:
        if item.kind == "call" and item.operation.call.callee in entry:
            item.targets = (entry[item.operation.call.callee],)
    return Flow(items, entry, frozenset(leaders))


BUILT_IN = ("vprintf", "__assertfail")
"""Functions without a body that the machine carries out itself."""


def _reachable(module: Module, kernel: Function) -> list[Function]:
    order: list[Function] = []
    open_: list[str] = []

    def visit(function: Function) -> None:
        open_.append(function.name)
        order.append(function)
        for operation in function.operations:
            if operation.call is None or operation.call.callee in BUILT_IN:
                continue
            callee = module.functions[operation.call.callee]
            if callee.name in open_:
                raise _refuse(module, operation, f"{callee.name} calls itself; the machine has "
                              "no stack of frames, expected no recursion")  # fmt: skip
            if not callee.has_body:
                raise _refuse(module, operation, f"{callee.name} has no body; expected one to run")
            if callee not in order:
                visit(callee)
        open_.pop()

    visit(kernel)
    return order


def _refuse(module: Module, operation: Operation, message: str) -> PtxError:
    place = operation.position
    complaint = Complaint(place.line, place.column, module.line(place.line), message)
    return PtxError((complaint,), "the PTX machine")


def _append(items: list[Item], function: Function) -> None:
    """Add a function's items: guards of what may wait become branches around it."""
    start = len(items)
    places: list[int] = []
    for operation in function.operations:
        places.append(len(items))
        kind = _kind(operation, function)
        if operation.guard and kind in ("call", "bar", "warp", "trap", "brx", "ret"):
            guard = replace(operation.guard, negated=not operation.guard.negated)
            around = replace(operation, name="bra", guard=guard, modifiers=(), operands=(),
                             types=(), call=None)  # fmt: skip
            items.append(Item(len(items), around, function, "bra", (len(items) + 2,)))
            operation = replace(operation, guard=None)
        items.append(Item(len(items), operation, function, kind))
    places.append(len(items))
    last = function.operations[-1] if function.operations else None
    position = last.position if last else function.position
    final = Operation(position, None, "ret", (), (), ())
    items.append(Item(len(items), final, function, "exit" if function.is_kernel else "ret"))
    end = len(items) - 1
    for item in items[start:]:
        operation = item.operation
        if item.kind == "bra" and operation.operands:
            label = operation.operands[0]
            item.targets = (places[function.labels[label.name]],)
        elif item.kind == "brx":
            table = function.tables[operation.operands[1].name]
            item.targets = tuple(places[function.labels[name]] for name in table)
        elif item.kind == "ret" and item.place != end:
            # Every return leaves by one door, where lanes that returned early wait.
            item.kind, item.targets = "bra", (end,)


def _kind(operation: Operation, function: Function) -> str:
    name = operation.name
    if name in ("bra", "brx", "call", "trap", "exit"):
        return name
    if name == "ret":
        return "exit" if function.is_kernel else "ret"
    if name in ("bar", "barrier"):
        return "warp" if operation.has("warp") else "bar"
    return "warp" if name in COLLECTIVE else "step"


def successors(item: Item) -> tuple[int, ...]:
    """Places that may come after an item, within its function; empty at its end."""
    following = (item.place + 1,)
    if item.kind == "bra":
        return (*item.targets, *(following if item.operation.guard else ()))
    if item.kind == "brx":
        return tuple(dict.fromkeys(item.targets))
    if item.kind == "exit":
        return following if item.operation.guard else ()
    return () if item.kind in ("ret", "trap") else following


def _joins(items: list[Item], start: int, end: int) -> set[int]:
    """Find the leaders of a function, and set the join of every branch and its weight."""
    leaders = {start}
    for item in items[start:end]:
        if item.kind != "step":
            leaders.add(item.place + 1)
            leaders.update(item.targets)
    leaders = {place for place in leaders if place < end}
    order = sorted(leaders)
    last = {}
    for index, leader in enumerate(order):
        stop = order[index + 1] if index + 1 < len(order) else end
        last[leader] = items[stop - 1]
    after = {leader: successors(item) for leader, item in last.items()}
    post = _post_dominators(order, after, {k for k, i in last.items() if i.operation.guard
                                           and i.kind == "exit"})  # fmt: skip
    for leader, item in last.items():
        if item.kind in ("bra", "brx", "exit"):
            item.join = post.get(leader)
        if item.kind == "bra" and item.targets[0] <= item.place:
            item.weight = _weight(items[item.targets[0] : item.place])
    return leaders


EXIT = -1


def _post_dominators(
    nodes: list[int], after: dict[int, tuple[int, ...]], leaving: set[int]
) -> dict[int, int]:
    """Immediate post-dominator of each node, where it has one before the exit."""
    before: dict[int, list[int]] = {EXIT: []}
    for node in nodes:
        ways = after[node] + ((EXIT,) if node in leaving or not after[node] else ())
        for way in ways:
            before.setdefault(way, []).append(node)
    order: list[int] = []
    seen = {EXIT}
    stack = [(EXIT, iter(before[EXIT]))]
    while stack:
        node, ways = stack[-1]
        for way in ways:
            if way not in seen:
                seen.add(way)
                stack.append((way, iter(before.get(way, []))))
                break
        else:
            order.append(node)
            stack.pop()
    rank = {node: index for index, node in enumerate(order)}
    found: dict[int, int] = {EXIT: EXIT}

    def meet(a: int, b: int) -> int:
        while a != b:
            while rank[a] < rank[b]:
                a = found[a]
            while rank[b] < rank[a]:
                b = found[b]
        return a

    changed = True
    while changed:
        changed = False
        for node in reversed(order[:-1]):
            ways = after[node] + ((EXIT,) if node in leaving or not after[node] else ())
            known = [way for way in ways if way in found]
            if not known:
                continue
            new = known[0]
            for way in known[1:]:
                new = meet(way, new)
            if found.get(node) != new:
                found[node] = new
                changed = True
    return {node: join for node, join in found.items() if node != EXIT and join != EXIT}


STRONG = 64
"""Weight of a loop that reads memory as one waits for a flag: strongly, or by an atomic."""


def _weight(body: list[Item]) -> int:
    weight = 0
    for item in body:
        operation = item.operation
        if operation.name in ("atom", "nanosleep") or (
            operation.name == "ld" and operation.has("volatile", "relaxed", "acquire", "mmio")
        ):
            return STRONG
        if operation.name == "call" or (operation.name == "ld" and not operation.has("param")):
            weight = 1
    return weight


def unread(function: Function) -> set[int]:
    """Numbers of the registers that no operation reads."""
    from .instructions import TABLE
    from .syntax import Address, Pair, Vector

    read: set[int] = set()

    def note(operand: object) -> None:
        if isinstance(operand, Register):
            read.add(operand.number)
        elif isinstance(operand, Address):
            note(operand.base)
        elif isinstance(operand, Vector):
            for part in operand.elements:
                note(part)
        elif isinstance(operand, Pair):
            note(operand.first)
            note(operand.second)

    for operation in function.operations:
        if operation.guard:
            read.add(operation.guard.number)
        for operand in operation.operands[TABLE[operation.name].results :]:
            note(operand)
        for operand in operation.operands[: TABLE[operation.name].results]:
            if isinstance(operand, Address):
                note(operand)
        if operation.call:
            for operand in operation.call.arguments:
                note(operand)
    return {register.number for register in function.registers} - read
