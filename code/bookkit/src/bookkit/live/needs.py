"""What a cell needs: which cells above it, and which packages.  Told from the code, not by running.

The build asks this of a page as it was written; the page's own Python asks it again of what the
reader typed.  So this module uses the standard library alone.

A cell needs the cells that bind a name it uses, those that may change such a name, and what those
need in turn.  Whatever is doubtful counts as needed.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

GIVEN = frozenset(dir(builtins)) | {"__name__", "display", "get_ipython"}
"""Names that every cell has without binding them."""

HARMLESS = frozenset({"print", "display", "repr", "str", "len", "isinstance", "type", "id", "hash"})
"""Functions that leave their arguments as they were."""


@dataclass(slots=True)
class Names:
    """The names of one cell, seen from outside."""

    uses: set[str] = field(default_factory=set)
    """Names that the cell takes from cells above it, or from Python."""
    binds: set[str] = field(default_factory=set)
    """Names that the cell gives a value, whatever happens."""
    may_bind: set[str] = field(default_factory=set)
    """Names that the cell gives a value in some cases only."""
    changes: set[str] = field(default_factory=set)
    """Names whose object the cell may change."""
    star: bool = False
    """Whether the cell imports everything that a module has."""


def names(source: str) -> Names:
    r"""Return the names of a cell; one that is not Python has none.

    >>> found = names("y = [x for x in data]\ny.append(1)")
    >>> sorted(found.uses), sorted(found.binds), sorted(found.changes)
    (['data'], ['y'], ['y'])
    >>> sorted(names("def f():\n    return g(a)\ndef g(n):\n    return n").uses)
    ['a']
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return Names()
    found = Names()
    reader = _Reader(found)
    reader.block(tree.body)
    # a function's body runs when it is called: by then every name of the cell has its value
    found.uses |= reader.later - found.binds - found.may_bind
    found.uses -= GIVEN - found.binds
    found.may_bind -= found.binds
    return found


class _Reader:
    """Go through statements in order, noting which names are bound by then."""

    def __init__(self, found: Names) -> None:
        self.found = found
        self.later: set[str] = set()
        self.bound: set[str] = found.binds

    def block(self, statements: Iterable[ast.stmt]) -> None:
        for statement in statements:
            self.statement(statement)

    def maybe(self, *blocks: Sequence[ast.stmt], names: Iterable[str] = ()) -> None:
        """Read blocks of which each may run or not; what only some bind is bound in doubt."""
        outer, ends = self.bound, []
        for block in blocks:
            self.bound = outer | set(names)
            self.block(block)
            ends.append(self.bound)
        self.found.may_bind |= set().union(*ends) - outer
        always = set.intersection(*ends) - outer if ends else set()
        outer |= always - set(names)
        self.bound = outer

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self.use(*node.decorator_list, *_defaults(node.args), *_annotations(node))
                self.later |= _free_in_function(node)
                self.bound.add(node.name)
            case ast.ClassDef():
                self.use(*node.decorator_list, *node.bases, *(k.value for k in node.keywords))
                self.class_body(node)
                self.bound.add(node.name)
            case ast.If():
                self.use(node.test)
                self.maybe(node.body, node.orelse)
            case ast.For() | ast.AsyncFor():
                self.use(node.iter)
                self.target(node.target, certain=False)
                self.maybe(node.body, [], names=_targets(node.target))
                self.maybe(node.orelse, [])
            case ast.While():
                self.use(node.test)
                self.maybe(node.body, [])
                self.maybe(node.orelse, [])
            case ast.With() | ast.AsyncWith():
                for item in node.items:
                    self.use(item.context_expr)
                    if item.optional_vars is not None:
                        self.target(item.optional_vars)
                self.block(node.body)
            case ast.Try() | ast.TryStar():
                self.maybe(node.body, [])
                for handler in node.handlers:
                    self.use(handler.type)
                    self.maybe(handler.body, [], names=[handler.name] if handler.name else [])
                self.maybe(node.orelse, [])
                self.block(node.finalbody)
            case ast.Match():
                self.use(node.subject)
                for case in node.cases:
                    self.use(case.guard, *_values_in(case.pattern))
                    self.maybe(case.body, [], names=_captures(case.pattern))
            case ast.Import():
                for alias in node.names:
                    self.bound.add(alias.asname or alias.name.split(".")[0])
            case ast.ImportFrom():
                for alias in node.names:
                    if alias.name == "*":
                        self.found.star = True
                    else:
                        self.bound.add(alias.asname or alias.name)
            case ast.Assign():
                self.use(node.value)
                for target in node.targets:
                    self.target(target)
            case ast.AnnAssign():
                self.use(node.value, node.annotation)
                if node.value is not None:
                    self.target(node.target)
            case ast.AugAssign():
                self.use(node.value, node.target)
                self.change(node.target)
                self.target(node.target)
            case ast.Delete():
                for target in node.targets:
                    self.use(target)
                    self.change(target)
            case ast.Expr():
                self.use(node.value)
                self.called_for_effect(node.value)
            case _:
                self.use(*(child for child in ast.iter_child_nodes(node)))

    def class_body(self, node: ast.ClassDef) -> None:
        """A class binds names of its own; its methods see those of the cell."""
        outer = self.bound
        self.bound = set(outer)
        self.block(node.body)
        self.bound = outer

    def target(self, node: ast.expr, certain: bool = True) -> None:
        """Bind what is assigned to; an item or attribute of a name changes its object."""
        for inner in ast.walk(node):
            if isinstance(inner, (ast.Attribute, ast.Subscript)):
                self.use(inner)
                self.change(inner)
        plain = set(_targets(node))
        if certain:
            self.bound |= plain
        else:
            self.found.may_bind |= plain

    def use(self, *nodes: ast.AST | None) -> None:
        for node in nodes:
            if node is not None:
                loaded, walrus, later = _loads(node)
                self.found.uses |= loaded - self.bound
                self.later |= later
                self.bound |= walrus

    def change(self, node: ast.AST) -> None:
        root = _root(node)
        if root is not None:
            self.found.changes.add(root)

    def called_for_effect(self, node: ast.expr) -> None:
        """A call whose value nobody takes is there for what it changes."""
        if isinstance(node, ast.Await):
            node = node.value
        if not isinstance(node, ast.Call):
            return
        if isinstance(node.func, ast.Attribute):
            self.change(node.func)
        if isinstance(node.func, ast.Name) and node.func.id in HARMLESS:
            return
        for value in (*node.args, *(keyword.value for keyword in node.keywords)):
            if isinstance(value, (ast.Name, ast.Attribute, ast.Subscript, ast.Starred)):
                self.change(value)


def _root(node: ast.AST) -> str | None:
    """The name that an expression such as ``a.b[0].c`` starts from."""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else None


def _targets(node: ast.AST) -> list[str]:
    return [
        inner.id
        for inner in ast.walk(node)
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)
    ]


def _captures(pattern: ast.pattern) -> list[str]:
    found = []
    for inner in ast.walk(pattern):
        name = getattr(inner, "name", None) or getattr(inner, "rest", None)
        if isinstance(name, str):
            found.append(name)
    return found


def _values_in(pattern: ast.pattern) -> list[ast.expr]:
    return [inner for inner in ast.walk(pattern) if isinstance(inner, ast.expr)]


def _defaults(arguments: ast.arguments) -> list[ast.expr]:
    return [*arguments.defaults, *(value for value in arguments.kw_defaults if value)]


def _annotations(node: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.expr]:
    arguments = node.args
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    every += [one for one in (arguments.vararg, arguments.kwarg) if one]
    annotations = [one.annotation for one in every if one.annotation]
    return [*annotations, *([node.returns] if node.returns else [])]


def _loads(node: ast.AST) -> tuple[set[str], set[str], set[str]]:
    """Names that an expression loads, those that it binds, and those that a lambda in it loads."""
    loaded: set[str] = set()
    walrus: set[str] = set()
    later: set[str] = set()

    def visit(inner: ast.AST, local: frozenset[str]) -> None:
        if isinstance(inner, ast.Lambda):
            for value in _defaults(inner.args):
                visit(value, local)
            own = _parameters(inner.args)
            free, _, deeper = _loads(inner.body)
            later.update((free | deeper) - own - local)
        elif isinstance(inner, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
            names = local
            for generator in inner.generators:
                visit(generator.iter, names)
                names = names | frozenset(_targets(generator.target))
                for test in generator.ifs:
                    visit(test, names)
            parts = [inner.key, inner.value] if isinstance(inner, ast.DictComp) else [inner.elt]
            for part in parts:
                visit(part, names)
        elif isinstance(inner, ast.NamedExpr):
            visit(inner.value, local)
            walrus.add(inner.target.id)
        elif isinstance(inner, ast.Name):
            if inner.id not in local and not isinstance(inner.ctx, ast.Store):
                loaded.add(inner.id)
        else:
            for child in ast.iter_child_nodes(inner):
                visit(child, local)

    visit(node, frozenset())
    return loaded, walrus, later


def _parameters(arguments: ast.arguments) -> set[str]:
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    every += [one for one in (arguments.vararg, arguments.kwarg) if one]
    return {one.arg for one in every}


def _free_in_function(node: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    """Names that a function's body takes from outside it, functions within it included."""
    inside = Names()
    reader = _Reader(inside)
    reader.block(node.body)
    declared = {
        name for inner in ast.walk(node) if isinstance(inner, ast.Global) for name in inner.names
    }
    local = (inside.binds | inside.may_bind | _parameters(node.args)) - declared
    return (inside.uses | reader.later | declared) - local


def cells_needed(sources: Sequence[str], target: int) -> list[int]:
    """Return which cells above one it needs, by their places in the page, in order.

    >>> cells_needed(["a = 1", "b = 2", "c = a", "print(c)"], 3)
    [0, 2]
    >>> cells_needed(["xs = []", "xs.append(1)", "ys = []", "xs"], 3)
    [0, 1]
    """
    found = [names(source) for source in sources[: target + 1]]
    needed: set[int] = set()
    queue = [(target, name) for name in sorted(found[target].uses)]
    seen = set(queue)
    while queue:
        place, name = queue.pop()
        for above in _givers(found, place, name):
            if above not in needed:
                needed.add(above)
                for more in found[above].uses:
                    if (above, more) not in seen:
                        seen.add((above, more))
                        queue.append((above, more))
    return sorted(needed)


def _givers(found: Sequence[Names], place: int, name: str) -> Iterator[int]:
    """The cells above a place that give a name its value or may change it, the nearest first."""
    for above in range(place - 1, -1, -1):
        cell = found[above]
        if name in cell.binds:
            yield above
            return
        if name in cell.may_bind or name in cell.changes or cell.star:
            yield above


def imported(source: str) -> list[str]:
    r"""Return the dotted names that a cell imports, whole modules and names of them alike.

    >>> imported("import numpy as np\nfrom ideas import gf2")
    ['numpy', 'ideas', 'ideas.gf2']
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return []
    found: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return list(dict.fromkeys(found))


def packages(source: str, of_modules: Mapping[str, Sequence[str]]) -> list[str]:
    r"""Return the packages that a cell imports and Python does not bring, sorted.

    ``of_modules`` says which packages a module of ``ideas`` needs to be imported.

    >>> of_modules = {"ideas.gumbel.prior": ["torch"]}
    >>> packages("import math, numpy\nfrom ideas.gumbel import prior", of_modules)
    ['numpy', 'torch']
    """
    found: set[str] = set()
    for name in imported(source):
        top = name.split(".")[0]
        if top == "ideas":
            found.update(of_modules.get(name, ()))
        elif top not in sys.stdlib_module_names:
            found.add(top)
    return sorted(found - {"ideas", "IPython"})
