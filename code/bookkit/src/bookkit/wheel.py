"""Build the wheel of ``ideas`` that the page's Python installs: pure Python, no network, no traces.

The sources are copied to a folder of their own first, so that no build folder is left beside
them, and what is not part of the package stays out.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PARTS = ("pyproject.toml", "README.md", "LICENSE")
LEFT_OUT = ("__pycache__", "*.pyc", "*.egg-info", "bookkit")
EPOCH = "315532800"
"""The first second that a zip file can name: the same sources make the same bytes."""
PROGRAM = (
    "import sys\nfrom setuptools import build_meta\nprint(build_meta.build_wheel(sys.argv[1]))\n"
)


class WheelError(Exception):
    """Why there is no wheel, in one sentence."""


def build_wheel(root: Path, target: Path) -> Path:
    """Write the wheel of the checkout at ``root`` into a folder, and return its path."""
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name)
        for part in PARTS:
            shutil.copy(root / part, copy)
        ignored = shutil.ignore_patterns(*LEFT_OUT)
        shutil.copytree(root / "code" / "ideas", copy / "code" / "ideas", ignore=ignored)
        done = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(target.resolve())],
            cwd=copy,
            env=os.environ | {"SOURCE_DATE_EPOCH": EPOCH, "PYTHONDONTWRITEBYTECODE": "1"},
            text=True,
            capture_output=True,
        )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no reason was given"])[-1]
        raise WheelError(f"The wheel of ideas could not be built: {last}")
    return target / done.stdout.split()[-1]
