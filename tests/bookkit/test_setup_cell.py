"""The first cell of a notebook installs what is missing and changes nothing that is there.

The installation is real, in an environment of its own, with small stand-ins for the packages: an
older numpy that must stay, a newer one on offer that must not be taken.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import subprocess
import sys
import tomllib
import venv
import zipfile
from pathlib import Path

import pip
import pytest
from IPython.core.inputtransformer2 import TransformerManager
from packaging.requirements import Requirement

from bookkit.elsewhere import LIST, differences
from bookkit.setup_cell import needed_by, setup_cell

ROOT = Path(__file__).resolve().parents[2]
COLAB = ROOT / "tests" / "elsewhere" / "colab.txt"
PROJECT = ROOT / "pyproject.toml"
PIP = "from pip._internal.cli.main import main\n"
MAGIC = """\
import subprocess, sys
class Shell:
    def run_line_magic(self, name, line):
        line = line.format(**sys._getframe(1).f_locals)
        if subprocess.call(f'"{sys.executable}" -m {name} {line}', shell=True):
            raise SystemExit("pip failed")
get_ipython = Shell
"""


def wheel(folder: Path, name: str, version: str, *needs: str) -> Path:
    """Write a wheel that holds nothing but its own description."""
    info = f"{name.replace('-', '_')}-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
    metadata += "".join(f"Requires-Dist: {need}\n" for need in needs)
    files = {
        f"{info}/METADATA": metadata,
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    rows = [f"{path},{_digest(text)},{len(text)}" for path, text in files.items()]
    files[f"{info}/RECORD"] = "\n".join([*rows, f"{info}/RECORD,,"]) + "\n"
    path = folder / f"{name.replace('-', '_')}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for place, text in files.items():
            archive.writestr(place, text)
    return path


def _digest(text: str) -> str:
    raw = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"sha256={raw.rstrip('=')}"


class Place:
    """An environment with pip and a shelf of wheels, out of reach of any index."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder / "there", with_pip=False)
        home = folder / "there"
        self.python = next(
            path for path in (home / "bin/python", home / "Scripts/python.exe") if path.exists()
        )
        site = self.run("import sysconfig; print(sysconfig.get_path('purelib'))").strip()
        shelf_of_pip = Path(pip.__file__).parents[1]
        Path(site, "sitecustomize.py").write_text(
            "import sys\nfrom importlib.machinery import PathFinder\n"
            "class Pip:\n"
            "    @staticmethod\n"
            "    def find_spec(name, path=None, target=None):\n"
            f"        found = [{str(shelf_of_pip)!r}]\n"
            "        return PathFinder.find_spec(name, found) if name == 'pip' else None\n"
            "sys.meta_path.append(Pip)\n"
        )
        self.shelf = folder / "shelf"
        self.shelf.mkdir()

    def run(self, program: str) -> str:
        environment = {
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": str(getattr(self, "shelf", "")),
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "PIP_CONFIG_FILE": os.devnull,
        }
        environment |= {key: os.environ[key] for key in ("PATH", "SYSTEMROOT") if key in os.environ}
        done = subprocess.run(
            [str(self.python), "-c", program],
            env=environment
            | {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_CONFIG_FILE": "/dev/null"},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def versions(self) -> dict[str, str]:
        return dict(json.loads(self.run(LIST)))

    def run_cell(self, source: str) -> str:
        return self.run(MAGIC + TransformerManager().transform_cell(source))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    made = Place(tmp_path_factory.mktemp("elsewhere"))
    for name, version in {"numpy": "2.0.2", "torch": "2.8.0+cu126", "ipywidgets": "7.7.1"}.items():
        wheel(made.shelf, name, version)
    made.run(PIP + "main(['install', '-q', 'numpy', 'torch', 'ipywidgets'])")
    for name in ("numpy", "torch", "ipywidgets"):
        wheel(made.shelf, name, "99.0")
    wheel(made.shelf, "anywidget", "0.11.0", "ipywidgets>=7.6.0", "psygnal>=0.8.1")
    wheel(made.shelf, "psygnal", "0.16.1", "numpy")
    return made


def test_a_need_that_would_change_something_fails_and_changes_nothing(place: Place) -> None:
    wheel(place.shelf, "greedy", "1.0", "numpy>=50")
    before = place.versions()
    with pytest.raises(AssertionError, match="conflict"):
        place.run_cell(
            setup_cell({"ideas-you-can-run": "greedy", "greedy": "greedy"}),
        )
    assert place.versions() == before


def test_only_what_is_missing_is_installed(place: Place) -> None:
    ideas = wheel(place.shelf, "ideas-you-can-run", "0.1.0")
    needed = {
        "ideas-you-can-run": f"ideas-you-can-run @ {ideas.as_uri()}",
        "numpy": "numpy>=1.26",
        "torch": "torch>=2.2",
        "anywidget": "anywidget>=0.9",
    }
    before = place.versions()
    assert before["torch"] == "2.8.0+cu126"
    place.run_cell(setup_cell(needed))
    added, spoilt = differences(before, place.versions())
    assert spoilt == []
    assert added == ["anywidget 0.11.0", "ideas-you-can-run 0.1.0", "psygnal 0.16.1"]
    assert place.run_cell(setup_cell(needed)) == ""  # a second time there is nothing to do


def test_without_an_address_the_cell_says_so(place: Place) -> None:
    with pytest.raises(AssertionError, match="without the address of its repository"):
        place.run_cell(setup_cell({}))


def colab() -> dict[str, str]:
    lines = COLAB.read_text(encoding="utf-8").splitlines()
    return dict(line.split("==") for line in lines if line and not line.startswith("#"))


def test_the_ranges_allow_what_colab_has() -> None:
    """No lower bound asks for more than Colab has, and no upper bound waits to break it."""
    with PROJECT.open("rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    versions = colab()
    asked = [Requirement(line) for name, lines in extras.items() if name != "all" for line in lines]
    for requirement in asked:
        if requirement.name in versions:
            assert requirement.specifier.contains(versions[requirement.name]), str(requirement)
        assert all(part.operator == ">=" for part in requirement.specifier), str(requirement)


OF_CHAPTER = {
    "gf2": {"numba", "numpy"},
    "gumbel": {"numpy", "scikit-learn", "torch"},
    "monads": {"hypothesis"},
    "ptx": {"numba-cuda", "numpy", "nvidia-cuda-nvdisasm"},
}


PAGES = [f"book/{chapter}/{page}" for chapter in OF_CHAPTER for page in ("index", "exercises")]


@pytest.mark.parametrize("name", PAGES)
def test_a_page_asks_for_what_its_chapter_needs(name: str) -> None:
    text = (ROOT / f"{name}.md").read_text(encoding="utf-8")
    needed = set(needed_by(text, ROOT / "code", PROJECT, "https://example.org/ideas.zip"))
    assert needed >= {"ideas-you-can-run"}
    chapter = OF_CHAPTER[Path(name).parts[1]]
    shared = {"ideas-you-can-run", "matplotlib", "anywidget", "ipywidgets"}
    assert needed <= chapter | shared
    assert needed >= chapter
    if "matplotlib" in text:
        assert "matplotlib" in needed


def test_the_cell_is_python_where_there_is_nothing_to_install() -> None:
    """In this environment everything is there: the cell runs without pip, and leaves no name."""
    source = setup_cell({"ideas-you-can-run": "x", "numpy": "numpy"})
    done = subprocess.run(
        [sys.executable, "-c", TransformerManager().transform_cell(source) + "print(dir())"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "set_up" not in done.stdout
