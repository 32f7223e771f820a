"""The scripts' own tests, one a file, run by node's test runner."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SUITES = sorted(path.relative_to(HERE).as_posix() for path in HERE.rglob("*.test.mjs"))


@pytest.mark.parametrize("suite", SUITES)
def test_suite_passes(tool: Callable[[str], str], suite: str) -> None:
    done = subprocess.run(
        [tool("node"), "--test", str(HERE / suite)], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "# pass 0" not in done.stdout, "no test ran"
