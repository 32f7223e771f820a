"""Which files of ``ideas`` a page uses, told from its imports without running anything.

A page that imports ``ideas.gf2`` uses that package's files and, through them, whatever they
import from ``ideas``.
"""

from __future__ import annotations

import ast
import hashlib
import re
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

CODE_CELL = re.compile(r"^(`{3,}|:{3,})\{code-cell\}[^\n]*\n(.*?)^\1\s*$", re.DOTALL | re.MULTILINE)
MAGIC = re.compile(r"^\s*[%!].*$", re.MULTILINE)
CELL_OPTIONS = re.compile(r"\A(?:---\n.*?^---\n|(?::[^\n]*\n)+)", re.DOTALL | re.MULTILINE)
PACKAGE = "ideas"


def code_cells(page: str) -> Iterator[str]:
    r"""Yield the source of each code cell of a text notebook, without its options.

    >>> list(code_cells("# A\n\n```{code-cell} ipython3\n:tags: [x]\nimport ideas\n```\n"))
    ['import ideas\n']
    """
    for found in CODE_CELL.finditer(page):
        yield CELL_OPTIONS.sub("", found.group(2))


def files_used(page: str, code: Path, known: dict[str, list[Path]] | None = None) -> set[Path]:
    """Return the files under ``code`` that a page's cells import, directly or not.

    Files beside a module with the same name and another suffix (its script, its style) and the
    data folders of its package belong to it.  A cell that is not Python is skipped here; running
    it will say what is wrong.  A caller that asks for many pages may pass one dictionary,
    ``known``, in which what was found for a name is kept.
    """
    known = {} if known is None else known

    def files(name: str) -> list[Path]:
        if name not in known:
            known[name] = _files(name, code)
        return known[name]

    wanted = {name for cell in code_cells(page) for name in _imports(MAGIC.sub("", cell), "")}
    seen: set[Path] = set()
    queue = [path for name in wanted for path in files(name)]
    while queue:
        path = queue.pop()
        if path in seen:
            continue
        seen.add(path)
        if path.suffix == ".py":
            parts = path.relative_to(code).with_suffix("").parts
            package = ".".join(parts if path.stem == "__init__" else parts[:-1])
            package = package.removesuffix(".__init__")
            for name in _names_in(path, package, path.stat().st_mtime_ns):
                if name.split(".")[0] == PACKAGE:
                    queue.extend(files(name))
    return seen


def imported_modules(page: str, files: Iterable[Path]) -> set[str]:
    r"""Return the top-level modules that a page's cells and some files import.

    >>> page = "```{code-cell}\nimport numpy as np\nfrom os import path\n```\n"
    >>> sorted(imported_modules(page, []))
    ['numpy', 'os']
    """
    names = [name for cell in code_cells(page) for name in _all_imports(MAGIC.sub("", cell), "")]
    for path in files:
        if path.suffix == ".py":
            names += _names_in(path, "", path.stat().st_mtime_ns)
    return {name.split(".")[0] for name in names}


def fingerprint(files: Iterable[Path]) -> str:
    """Return a digest of the contents of some files, whatever their order."""
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(path.name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _imports(source: str, package: str) -> Iterator[str]:
    """Yield the dotted names under ``ideas`` that some source may import."""
    for name in _all_imports(source, package):
        if name.split(".")[0] == PACKAGE:
            yield name


@cache
def _names_in(path: Path, package: str, changed: int) -> tuple[str, ...]:
    """The dotted names that a file may import; most files are asked for by many pages."""
    return tuple(_all_imports(path.read_text(encoding="utf-8"), package))


def _all_imports(source: str, package: str) -> Iterator[str]:
    """Yield the dotted names that some source may import; a relative one is made whole."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parents = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parents, *([base] if base else [])])
            names = [base, *(f"{base}.{alias.name}" for alias in node.names)]
        else:
            continue
        yield from names


def _files(name: str, code: Path) -> list[Path]:
    """The files of a module or package, and the ``__init__`` of every package above it."""
    parts = name.split(".")
    found: list[Path] = []
    for depth in range(1, len(parts) + 1):
        place = code.joinpath(*parts[:depth])
        if (place / "__init__.py").exists():
            found.append(place / "__init__.py")
            if depth > 1:
                found.extend(_data(place))
        elif place.with_suffix(".py").exists():
            found.extend(path for path in place.parent.glob(f"{place.name}.*") if path.is_file())
            break
    return found


def _data(package: Path) -> list[Path]:
    """The files of a package's data folders: those that are not packages themselves."""
    return [
        path
        for folder in package.iterdir()
        if folder.is_dir() and folder.name != "__pycache__"
        if not (folder / "__init__.py").exists()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    ]


def module_needs(code: Path) -> dict[str, list[str]]:
    """Return the packages that each module of ``ideas`` must have to be imported at all.

    Imports inside functions, under ``TYPE_CHECKING`` and in a ``try`` do not count: the module
    loads without them.  Modules that need the standard library alone are left out.
    """
    direct: dict[str, set[str]] = {}
    inner: dict[str, set[str]] = {}
    for path in (code / PACKAGE).rglob("*.py"):
        parts = path.relative_to(code).with_suffix("").parts
        package = ".".join(parts[:-1])
        name = package if path.stem == "__init__" else ".".join(parts)
        tree = ast.parse(path.read_text(encoding="utf-8"))
        kept = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
        top = ast.unparse(ast.Module(body=kept, type_ignores=[]))
        inner[name] = {*_imports(top, package), *([package] if package else [])}
        direct[name] = {
            alias.name.split(".")[0]
            for node in kept
            if isinstance(node, ast.Import)
            for alias in node.names
        } | {node.module.split(".")[0] for node in kept
             if isinstance(node, ast.ImportFrom) and node.module and not node.level}  # fmt: skip
    found: dict[str, list[str]] = {}
    for name in direct:
        seen, queue = set(), [name]
        while queue:
            module = queue.pop()
            if module in seen or module not in direct:
                continue
            seen.add(module)
            queue.extend(inner[module])
        outside = set().union(*(direct[module] for module in seen)) - {PACKAGE}
        packages = sorted(outside - sys.stdlib_module_names)
        if packages:
            found[name] = packages
    return dict(sorted(found.items()))
