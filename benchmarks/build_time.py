"""Seconds to build the book: from nothing executed, again with nothing changed, and the ratio.

The installs are done before; what is built in between is kept apart from the book's own build.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MOST_SECONDS = {"from nothing executed": 300, "with nothing changed": 20}
BUILD = """
import sys
from pathlib import Path
from bookkit.build import build_book
build_book(Path(sys.argv[1]))
"""


def seconds(book: Path) -> float:
    """Build a book in a process of its own and return how long that took."""
    started = time.monotonic()
    command = [sys.executable, "-c", BUILD, str(book)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - started


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "course"
        skip = shutil.ignore_patterns("_build", ".venv", "node_modules", ".git", "dist")
        shutil.copytree(ROOT, copy, ignore=skip)
        took = {name: seconds(copy) for name in MOST_SECONDS}
    for name, most in MOST_SECONDS.items():
        held = took[name] <= most
        print(f"built {name}: {took[name]:6.1f} s (at most {most} s is to be held: {held})")
    first, second = took.values()
    print(f"ratio, first build to second: {first / second:.1f}")


if __name__ == "__main__":
    main()
