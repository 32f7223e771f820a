"""What the compilers said, kept for machines that have none (macOS, Windows on Arm).

Everything the chapter compiles is recorded by running its pages once::

    python -m ideas.ptx.record book/ptx

Run it again after changing a kernel or a page.  A test runs the pages in the same way and
compares.  PTX and SASS are kept as text files in ``recorded``; the outcomes of assembling (a
size in bytes or the complaints) in ``recorded/outcomes.json``.  A recording is found by a hash
of what was compiled, so an edited kernel never gets the listing of the original.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import linecache
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

from .errors import Complaint, PtxError, ToolMissing
from .listing import Listing

FOLDER = Path(__file__).parent / "recorded"
_CELL = re.compile(r"^```\{code-cell\}[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass
class Recorder:
    """What was compiled while a recording was on: texts by file name, outcomes by key."""

    texts: dict[str, str] = field(default_factory=dict)
    outcomes: dict[str, object] = field(default_factory=dict)


_recorder: Recorder | None = None


def key(kind: str, source: str, signature: str, cc: tuple[int, int]) -> str:
    """Sixteen hexadecimal digits that stand for one compilation.

    >>> len(key("cuda", "int a;", "", (8, 0)))
    16
    """
    parts = json.dumps([kind, source.strip(), signature, list(cc)])
    return hashlib.sha256(parts.encode()).hexdigest()[:16]


def listing(
    key: str,
    missing: ToolMissing,
    cause: BaseException | None = None,
    language: str = "PTX",
) -> Listing:
    """Return the recorded listing, or its recorded error; `missing` where nothing was recorded."""
    for path in sorted(FOLDER.glob(f"*-{key}.{language.lower()}")):
        origin, _, text = path.read_text(encoding="utf-8").partition("\n")
        made = origin.removeprefix("// ")
        return Listing(text, f"recorded earlier, not made on this machine: {made}", language)
    _raise_recorded(key)
    raise missing from cause


def cubin_size(key: str, missing: ToolMissing, cause: BaseException | None = None) -> int:
    """Return the recorded size in bytes, or raise the recorded error; `missing` without either."""
    _raise_recorded(key)
    outcome = _outcomes().get(key)
    if not isinstance(outcome, int):
        raise missing from cause
    return outcome


def note(key: str, name: str, listing: Listing) -> None:
    """Record a listing, while a recording is on."""
    if _recorder is not None:
        file = f"{name}-{key}.{listing.language.lower()}"
        _recorder.texts[file] = f"// {listing.origin}\n{listing.text.rstrip()}\n"


def note_cubin(key: str, size: int) -> None:
    """Record that assembling worked, while a recording is on."""
    if _recorder is not None:
        _recorder.outcomes[key] = size


def note_error(key: str, error: PtxError) -> None:
    """Record a rejection, while a recording is on."""
    if _recorder is not None:
        complaints = [asdict(complaint) for complaint in error.complaints]
        _recorder.outcomes[key] = {"origin": error.origin, "complaints": complaints}


@contextlib.contextmanager
def recording() -> Iterator[Recorder]:
    """Collect every compilation made inside the block."""
    global _recorder
    before, _recorder = _recorder, Recorder()
    try:
        yield _recorder
    finally:
        _recorder = before


def cells(page: Path) -> list[str]:
    """Return the code cells of a text notebook, without their metadata."""
    found = []
    for body in _CELL.findall(page.read_text(encoding="utf-8")):
        if body.startswith("---\n"):
            body = body.split("\n---\n", 1)[1]
        found.append("\n".join(line for line in body.split("\n") if not line.startswith(":")))
    return found


def run_page(page: Path) -> None:
    """Run the code cells of `page` in one namespace, as a notebook would, and print nothing."""
    namespace: dict[str, object] = {"__name__": "__main__"}
    with contextlib.redirect_stdout(io.StringIO()):
        for index, source in enumerate(cells(page)):
            name = f"<{page.stem}, cell {index}>"
            lines = source.splitlines(keepends=True)
            linecache.cache[name] = (len(source), None, lines, name)
            exec(compile(source, name, "exec"), namespace)


def record_pages(folder: Path) -> Recorder:
    """Run every page of `folder` and return what it compiled."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    with recording() as recorder:
        for page in sorted(folder.glob("*.md")):
            run_page(page)
            pyplot.close("all")
    return recorder


def save(recorder: Recorder) -> None:
    """Replace the contents of ``recorded`` by what `recorder` holds."""
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.iterdir():
        if path.suffix in (".ptx", ".sass", ".json"):
            path.unlink()
    for file, text in recorder.texts.items():
        (FOLDER / file).write_text(text, encoding="utf-8")
    outcomes = json.dumps(recorder.outcomes, indent=1, sort_keys=True)
    (FOLDER / "outcomes.json").write_text(outcomes + "\n", encoding="utf-8")


def _outcomes() -> dict[str, object]:
    path = FOLDER / "outcomes.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def _raise_recorded(key: str) -> None:
    outcome = _outcomes().get(key)
    if isinstance(outcome, dict):
        complaints = tuple(Complaint(**complaint) for complaint in outcome["complaints"])
        raise PtxError(complaints, f"recorded earlier from {outcome['origin']}")
