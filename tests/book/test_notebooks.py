"""Every page with code runs by itself, from the first cell, in a clean kernel and folder."""

from __future__ import annotations

from pathlib import Path

import jupytext
import pytest
from nbclient import NotebookClient

from bookkit.contents import pages

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = [
    name
    for name in pages(ROOT)
    if "{code-cell}" in (ROOT / f"{name}.md").read_text(encoding="utf-8")
]
SECONDS_A_CELL = 120


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_page_runs_alone(name: str, tmp_path: Path) -> None:
    notebook = jupytext.read(ROOT / f"{name}.md")
    client = NotebookClient(
        notebook,
        timeout=SECONDS_A_CELL,
        kernel_name="python3",
        resources={"metadata": {"path": str(tmp_path)}},
    )
    client.execute()


def test_there_are_notebooks_of_every_chapter() -> None:
    chapters = {Path(name).parts[1] for name in NOTEBOOKS}
    assert {"monads", "gf2", "gumbel", "ptx"} <= chapters
