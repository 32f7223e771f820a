"""Run the exported notebooks in another Python, as Colab or Binder would, and see what that did.

    python -m bookkit.elsewhere PYTHON [PAGE ...]

``PYTHON`` is the interpreter of an environment with ``ipykernel`` and whatever else the place
has.  Every notebook of the built site, or those of the pages named, runs there from its first
cell, in an empty folder, and installs ``ideas`` from this checkout in place of the published
repository.  At the end the environment may have gained packages; none may have changed or gone.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from bookkit.node import ROOT
from bookkit.setup_cell import needed_by, setup_cell

KERNEL = "elsewhere"
SECONDS_A_CELL = 300
LIST = """\
import json, re
from importlib.metadata import distributions
found = {re.sub("[-_.]+", "-", d.name).lower(): d.version for d in distributions() if d.name}
print(json.dumps(found))
"""


def versions(python: str) -> dict[str, str]:
    """Return the version of each distribution that another Python finds."""
    done = subprocess.run(
        [python, "-c", LIST], env=_clean(), check=True, capture_output=True, text=True
    )
    return dict(json.loads(done.stdout))


def differences(before: dict[str, str], after: dict[str, str]) -> tuple[list[str], list[str]]:
    """Return what was added, and what was changed or removed.

    >>> differences({"a": "1", "b": "1"}, {"b": "2", "c": "3"})
    (['c 3'], ['a 1 is gone', 'b 1 became 2'])
    """
    added = [f"{name} {after[name]}" for name in sorted(set(after) - set(before))]
    spoilt = [
        f"{name} {old} became {after[name]}" if name in after else f"{name} {old} is gone"
        for name, old in sorted(before.items())
        if after.get(name) != old
    ]
    return added, spoilt


@contextmanager
def kernel_of(python: str) -> Iterator[None]:
    """Let Jupyter start kernels of another Python, under the name :data:`KERNEL`."""
    before = os.environ.get("JUPYTER_PATH")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "kernels", KERNEL)
        place.mkdir(parents=True)
        command = [python, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
        spec = {"argv": command, "display_name": KERNEL, "language": "python"}
        (place / "kernel.json").write_text(json.dumps(spec))
        os.environ["JUPYTER_PATH"] = folder
        try:
            yield
        finally:
            del os.environ["JUPYTER_PATH"]
            if before is not None:
                os.environ["JUPYTER_PATH"] = before


def run(notebook: nbformat.NotebookNode, kernel: str = KERNEL, seconds: int = 0) -> None:
    """Run a notebook in an empty folder; what a cell raises is raised here."""
    with tempfile.TemporaryDirectory() as folder:
        NotebookClient(
            notebook,
            timeout=seconds or SECONDS_A_CELL,
            kernel_name=kernel,
            resources={"metadata": {"path": folder}},
        ).execute(env=_clean())


def from_checkout(notebook: nbformat.NotebookNode, page: str, checkout: Path) -> None:
    """Let a notebook's first code cell install ``ideas`` from a checkout, with the same ranges."""
    cell = next(cell for cell in notebook.cells if cell.cell_type == "code")
    text = (checkout / f"{page}.md").read_text(encoding="utf-8")
    needed = needed_by(text, checkout / "code", checkout / "pyproject.toml", checkout.as_uri())
    cell.source = setup_cell(needed).rstrip("\n")


def main(arguments: list[str]) -> int:
    """Run what the arguments name; return 0 where all ran and nothing was changed."""
    parser = argparse.ArgumentParser(prog="python -m bookkit.elsewhere")
    parser.add_argument("python")
    parser.add_argument("pages", nargs="*")
    given = parser.parse_args(arguments)
    site = ROOT / "_build" / "html"
    pages = given.pages or [
        path.relative_to(site).with_suffix("").as_posix() for path in sorted(site.rglob("*.ipynb"))
    ]
    if not pages:
        print("There are no notebooks yet: run make book first.", file=sys.stderr)
        return 2
    before, failed = versions(given.python), []
    if "ipykernel" not in before:
        print(f"{given.python} has no ipykernel, so it runs no notebooks.", file=sys.stderr)
        return 2
    with kernel_of(given.python):
        for page in pages:
            notebook = nbformat.read(site / f"{page}.ipynb", as_version=4)
            from_checkout(notebook, page, ROOT)
            try:
                run(notebook)
            except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
                failed.append(page)
                print(f"FAILED {page}\n{error}", flush=True)
            else:
                print(f"ran    {page}{_widgets_in(notebook)}", flush=True)
    added, spoilt = differences(before, versions(given.python))
    print(f"{len(pages) - len(failed)} of {len(pages)} notebooks ran.")
    print(f"Added: {', '.join(added) or 'nothing'}.")
    print(f"Changed or gone: {', '.join(spoilt) or 'nothing'}.")
    return 1 if failed or spoilt else 0


def _widgets_in(notebook: nbformat.NotebookNode) -> str:
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    kind = "application/vnd.jupyter.widget-view+json"
    count = sum(kind in output.get("data", {}) for output in outputs)
    return f" ({count} widgets)" if count else ""


def _clean() -> dict[str, str]:
    """The environment without this checkout on Python's path: the notebook must install it."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return kept | {"PYDEVD_DISABLE_FILE_VALIDATION": "1"}  # a debugger's note on stderr


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
