"""The package's type hints, checked by mypy --strict."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

CODE = Path(__file__).resolve().parents[3] / "code"
CONFIG = """\
[mypy]
strict = true
explicit_package_bases = true
[mypy-ideas.widgets,ideas.figures]
follow_imports = silent
[mypy-matplotlib.*,hypothesis.*]
ignore_missing_imports = true
"""


def test_the_package_is_clean_under_mypy_strict(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy is missing; to install it: pip install mypy")
    (tmp_path / "mypy.ini").write_text(CONFIG, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file", "mypy.ini", "-p", "ideas.monads"]
    paths = {"MYPYPATH": str(CODE)}
    done = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, env=os.environ | paths
    )
    assert done.returncode == 0, done.stdout + done.stderr
