"""Run one command inside the environment that :mod:`bookkit.bootstrap` made."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from shutil import rmtree

from bookkit.build import BuildError, build_book
from bookkit.commands import COMMANDS
from bookkit.node import ROOT
from bookkit.serve import ServeError, serve_site

SITE = ROOT / "_build" / "html"


def book(arguments: list[str]) -> int:
    """Build the site."""
    build_book(ROOT)
    return 0


def test(arguments: list[str]) -> int:
    """Build the site, then run pytest over everything; arguments go to pytest."""
    build_book(ROOT)
    workers = os.environ.get("WORKERS", "auto")
    pytest = [sys.executable, "-m", "pytest", "-n", workers, "--dist", "worksteal", *arguments]
    return subprocess.call(pytest, cwd=ROOT)


def serve(arguments: list[str]) -> int:
    """Serve the built site on this machine until it is stopped."""
    serve_site(SITE, os.environ.get("PORT", "8000"))
    return 0


def bench(arguments: list[str]) -> int:
    """Run every benchmark, or those named."""
    build_book(ROOT)
    chosen = arguments or sorted(path.stem for path in (ROOT / "benchmarks").glob("*.py"))
    status = 0
    for name in chosen:
        print(f"== {name}", flush=True)
        status |= subprocess.call([sys.executable, str(ROOT / "benchmarks" / f"{name}.py")])
    return status


def setup(arguments: list[str]) -> int:
    """Say that the environment is there: making it was all there was to do."""
    print("The environment is ready in .venv.")
    return 0


def clean(arguments: list[str]) -> int:
    """Remove what was built."""
    rmtree(ROOT / "_build", ignore_errors=True)
    return 0


RUN: dict[str, Callable[[list[str]], int]] = {
    "book": book,
    "test": test,
    "serve": serve,
    "bench": bench,
    "setup": setup,
    "clean": clean,
}


def main(arguments: list[str]) -> int:
    """Run the command named first and return its exit status."""
    name, *rest = arguments
    assert set(RUN) == set(COMMANDS) - {"help"}
    try:
        return RUN[name](rest)
    except (BuildError, ServeError) as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
