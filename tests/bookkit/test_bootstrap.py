"""The first command on a new machine says in a sentence what it cannot do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bookkit import bootstrap
from bookkit.commands import COMMANDS

ROOT = Path(__file__).resolve().parents[2]


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert bootstrap.main(["help"]) == 0
    listed = capsys.readouterr().out
    assert all(f"make {name}" in listed for name in COMMANDS)


def test_the_makefile_has_every_command() -> None:
    makefile = (ROOT / "Makefile").read_text()
    phony = next(line for line in makefile.splitlines() if line.startswith(".PHONY:"))
    assert set(phony.split()[1:]) == set(COMMANDS)


def test_unknown_command_lists_the_known(capsys: pytest.CaptureFixture[str]) -> None:
    assert bootstrap.main(["bok"]) == 2
    said = capsys.readouterr().err
    assert "'bok'" in said
    assert "make book" in said


def test_old_python_is_refused(monkeypatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(bootstrap, "OLDEST_PYTHON", (99, 0))
    assert bootstrap.main(["book"]) == 1
    assert "99.0 or newer" in capsys.readouterr().err


def test_unknown_torch_build_is_refused(monkeypatch) -> None:
    monkeypatch.setenv("TORCH", "gpu")
    with pytest.raises(bootstrap.SetupError, match="TORCH=gpu"):
        bootstrap._install_commands("requirements.txt")


@pytest.mark.parametrize("build", ["cpu", "cu126", "auto"])
def test_a_named_build_of_torch_goes_through_uv(monkeypatch, build: str) -> None:
    monkeypatch.setenv("TORCH", build)
    *_, last = bootstrap._install_commands("requirements.txt")
    assert last[last.index("--torch-backend") + 1] == build


@pytest.mark.parametrize("on_disk", [True, False])
def test_on_linux_torch_comes_without_cuda_unless_a_wheel_is_on_disk(
    monkeypatch, on_disk: bool
) -> None:
    monkeypatch.delenv("TORCH", raising=False)
    monkeypatch.setattr(bootstrap.sys, "platform", "linux")
    monkeypatch.setattr(bootstrap, "_torch_is_on_disk", lambda: on_disk)
    assert bootstrap._torch_backend() == (None if on_disk else "cpu")


def test_elsewhere_torch_comes_from_pypi(monkeypatch) -> None:
    monkeypatch.delenv("TORCH", raising=False)
    monkeypatch.setattr(bootstrap.sys, "platform", "darwin")
    assert bootstrap._torch_backend() is None


@pytest.mark.skipif(os.name == "nt", reason="the stand-in for pip is a shell script")
def test_no_network_at_install_is_told(
    monkeypatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A pip that cannot reach anything: the message names the file, and no stamp is left."""
    venv = tmp_path / ".venv"
    venv.mkdir()
    pip = tmp_path / "python"
    pip.write_text("#!/bin/sh\nexit 1\n")
    pip.chmod(0o755)
    monkeypatch.setenv("TORCH", "")
    monkeypatch.setattr(bootstrap, "_torch_is_on_disk", lambda: True)
    monkeypatch.setattr(bootstrap, "VENV", venv)
    monkeypatch.setattr(bootstrap, "PYTHON", pip)
    assert bootstrap.main(["book"]) == 1
    said = capsys.readouterr().err
    assert "requirements.txt could not be installed" in said
    assert "network" in said
    assert not list(venv.glob("installed-*"))


def test_bootstrap_needs_only_the_standard_library() -> None:
    isolated = [sys.executable, "-I", "-S", str(ROOT / "code" / "bookkit"), "help"]
    done = subprocess.run(
        isolated, capture_output=True, text=True, env={"PATH": os.environ["PATH"]}
    )
    assert done.returncode == 0, done.stderr
    assert "make book" in done.stdout
