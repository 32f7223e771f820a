"""The first code cell of an exported notebook: it installs what is missing, and nothing else.

Elsewhere than here a notebook meets versions of torch, numpy or numba that others chose, in
Colab above all.  What is installed stays as it is: the cell gives pip every version that it
finds as a constraint, so pip can add packages and can change none.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

from bookkit.imports import files_used, imported_modules

GITHUB = re.compile(r"https://github\.com/[\w.-]+/[\w.-]+")
NAME = re.compile(r"[\w.-]+")

WORDS = """\
# Set-up. This notebook needs the packages below. Those that are missing here are installed;
# those that are here already, whatever their version, stay as they are.
"""

INSTALL = """\
def set_up():
    import re
    import tempfile
    from importlib.metadata import distributions
    from pathlib import Path

    needed = NEEDED
    version = r"[\\d.]+((a|b|rc|\\.post|\\.dev)\\d+)*(\\+[\\w.]+)?"
    here = {
        re.sub(r"[-_.]+", "-", found.name).lower(): found.version
        for found in reversed([*distributions()])
        if found.name and re.fullmatch(version, found.version)
    }
    missing = [line for name, line in needed.items() if name not in here]
    if missing:
        folder = Path(tempfile.mkdtemp())
        (folder / "here.txt").write_text("\\n".join(f"{n}=={v}" for n, v in here.items()))
        (folder / "missing.txt").write_text("\\n".join(missing))
        %pip install --quiet --constraint "{folder}/here.txt" --requirement "{folder}/missing.txt"

set_up()
del set_up
"""

NO_ADDRESS = """\
if __import__("importlib.util").util.find_spec("ideas") is None:
    raise ModuleNotFoundError(
        "The package `ideas` is missing, and this copy of the book was built without the address "
        "of its repository. In a checkout of the repository, type: pip install '.[all]'"
    )
"""


def setup_cell(needed: dict[str, str]) -> str:
    """Return the source of the cell that installs what is missing.

    ``needed`` maps the normal name of a distribution to the line for pip that asks for it.  Where
    ``ideas-you-can-run`` is not among them, no address is known to install it from, and the cell
    can only say so.

    >>> print(setup_cell({}).splitlines()[0])
    # Set-up. This notebook needs the package `ideas`, the code of the course.
    """
    if "ideas-you-can-run" not in needed:
        return "# Set-up. This notebook needs the package `ideas`, the code of the course.\n" + (
            NO_ADDRESS
        )
    return WORDS + INSTALL.replace("NEEDED", _dictionary(needed))


def _dictionary(needed: dict[str, str]) -> str:
    lines = "".join(f"        {json.dumps(k)}: {json.dumps(v)},\n" for k, v in needed.items())
    return f"{{\n{lines}    }}"


def needed_by(page: str, code: Path, project: Path, source: str) -> dict[str, str]:
    """Return what a page needs besides Python: distributions, and how pip is asked for each.

    ``page`` is the text of the page, ``code`` the folder that holds ``ideas``, ``project`` its
    ``pyproject.toml`` with the optional dependencies, and ``source`` where ``ideas`` itself is
    installed from.  A page that imports ``ideas.gf2`` needs the extra ``gf2``; one that draws,
    ``figures``; one with a widget, ``widgets``.
    """
    if not source:
        return {}
    extras = _extras(project)
    used = files_used(page, code)
    modules = imported_modules(page, used)
    wanted = {path.relative_to(code / "ideas").parts[0] for path in used}
    wanted |= {"figures"} if "matplotlib" in modules else set()
    wanted |= {"widgets"} if "widgets.py" in wanted or "ipywidgets" in modules else set()
    asked = [line for extra in extras if extra in wanted for line in extras[extra]]
    return {"ideas-you-can-run": f"ideas-you-can-run @ {source}"} | dict(_by_name(asked))


def _extras(project: Path) -> dict[str, list[str]]:
    """The optional dependencies of a project; none where there is no such file."""
    if not project.exists():
        return {}
    with project.open("rb") as file:
        return dict(tomllib.load(file)["project"].get("optional-dependencies", {}))


def _by_name(requirements: Iterable[str]) -> Iterable[tuple[str, str]]:
    for line in requirements:
        found = NAME.match(line)
        if found is None:
            raise ValueError(f"{line!r} names no distribution")
        yield re.sub(r"[-_.]+", "-", found.group()).lower(), line


def source_of(repository: str, reference: str) -> str:
    """Return where pip gets ``ideas`` from: an archive of the repository at a commit or a branch.

    GitHub packs archives, which need no git on the reader's machine; any other host is asked
    through git.

    >>> source_of("https://github.com/ada/notes", "main")
    'https://github.com/ada/notes/archive/main.zip'
    >>> source_of("https://git.example.org/ada/notes", "main")
    'git+https://git.example.org/ada/notes@main'
    >>> source_of("", "main")
    ''
    """
    if not repository:
        return ""
    if GITHUB.fullmatch(repository):
        return f"{repository}/archive/{reference}.zip"
    return f"git+{repository}@{reference}"
