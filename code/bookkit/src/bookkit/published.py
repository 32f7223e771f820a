"""Put the built notebooks together as the branch that Colab and Binder open.

    python -m bookkit.published FOLDER [IMAGE]

writes what the branch holds into a folder that is not there yet: the notebooks, a note on where
they come from, and how Binder gets its environment.  ``IMAGE`` names the image that the workflow
built and everybody may pull; Binder then has nothing to install.  Without it the folder holds the
whole recipe, and Binder follows it, in some minutes.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from bookkit.node import ROOT

RECIPE = ("binder", "pyproject.toml", "README.md", "LICENSE", "code/ideas")
"""What ``binder/Dockerfile`` needs besides itself."""

NOTE = """\
# Notebooks of *Ideas You Can Run*

Each page of the book that has code, as a notebook for Colab, Binder and JupyterLab. The workflow
*Publish* writes this branch anew from the text of the pages; what is changed here is lost.
"""

FROM_IMAGE = """\
# Built by the workflow Publish from binder/Dockerfile of the main branch.
FROM {image}
COPY --chown=1000 book ${{HOME}}/book
"""


def write_branch(site: Path, root: Path, folder: Path, image: str = "") -> list[str]:
    """Write the branch's files into a new folder; return the names of the notebooks.

    ``site`` is the built site and ``root`` the checkout.  A site without notebooks raises a
    ``FileNotFoundError``, a folder that is there a ``FileExistsError``.
    """
    notebooks = sorted(site.rglob("*.ipynb"))
    if not notebooks:
        raise FileNotFoundError(f"{site} holds no notebooks: run make book first.")
    folder.mkdir(parents=True)
    for path in notebooks:
        _copy(path, folder / path.relative_to(site))
    if image:
        (folder / "binder").mkdir()
        recipe = FROM_IMAGE.format(image=image)
        (folder / "binder" / "Dockerfile").write_text(recipe, encoding="utf-8")
    else:
        for name in RECIPE:
            _copy(root / name, folder / name)
        whole = folder / "binder" / "Dockerfile"
        lines = whole.read_text(encoding="utf-8").splitlines()
        place = lines.index("USER ${NB_USER}")
        lines.insert(place, "COPY --chown=${NB_UID} book ${HOME}/book")
        whole.write_text("\n".join(lines) + "\n", encoding="utf-8")
    (folder / "README.md").write_text(NOTE, encoding="utf-8")
    return [path.relative_to(site).as_posix() for path in notebooks]


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copyfile(source, target)


if __name__ == "__main__":
    written = write_branch(ROOT / "_build" / "html", ROOT, Path(sys.argv[1]), *sys.argv[2:3])
    print(f"{len(written)} notebooks are in {sys.argv[1]}.")
