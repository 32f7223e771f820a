"""Build the site with Jupyter Book, and put it in place only when all of it is right.

Jupyter Book works in ``_build/work``.  Any warning fails the build; what is wrong is then told
in one line a problem, with the file and, for a cell, its number.  The last good site stays in
``_build/html`` until a new one is complete.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO

from bookkit.contents import ContentsError, pages
from bookkit.imports import code_cells

ANSI = re.compile(r"\x1b\[[0-9;]*m")
PROGRESS = re.compile(r"^(reading sources|writing output)\.\.\. \[\s*(\d+)%\] (.*)$")
PROBLEM = re.compile(r"\b(?:WARNING|ERROR|CRITICAL|SEVERE):")
SAVED_REPORT = re.compile(r"Notebook exception traceback saved in: (.+?)(?: \[mystnb.*)?$")
CELL_SOURCE = re.compile(r"-{18,}\n(.*?)\n-{18,}\n", re.DOTALL)
EXCEPTION = re.compile(r"[\w.]*(?:Error|Exception): .+")
DRAIN_SECONDS = 5.0
TIMEOUT = re.compile(r"after (\d+) seconds")


class BuildError(Exception):
    """Why the book was not built; the site built last is untouched."""


def build_book(root: Path) -> Path:
    """Build the site and return where it is, or raise a ``BuildError`` that names each problem."""
    started = time.monotonic()
    try:
        pages(root)
    except ContentsError as error:
        raise BuildError(f"The book was not built: {error}") from error
    work = root / "_build" / "work"
    site = root / "_build" / "html"
    _bring_back_the_last_site(site)
    sound = work / "sound"  # there only while the last build ended without a problem
    if not sound.exists():
        _forget(work)  # what was read with a problem then would pass in silence now
    sound.unlink(missing_ok=True)
    command = [
        *(sys.executable, "-c", "from jupyter_book.cli.main import main; main()"),
        *("build", str(root), "--path-output", str(work)),
        *("--nitpick", "--keep-going", "--warningiserror"),
    ]
    log = root / "_build" / "build.log"
    log.parent.mkdir(exist_ok=True)
    status, lines = _run(command, root, log)
    problems = list(_problems(root, lines))
    if status or problems:
        if status < 0:
            problems.append(f"the builder was ended from outside, by signal {-status}")
        raise BuildError(_report(root, problems or _last_words(lines), log))
    sound.touch()
    _put_in_place(work / "_build" / "html", site, root)
    print(f"The book is built ({time.monotonic() - started:.0f} s): open {site / 'index.html'}")
    return site


def _run(command: list[str], root: Path, log: Path) -> tuple[int, list[str]]:
    """Run the builder, print its progress, and keep all that it said in the log.

    The builder's end counts, not the end of its output: a helper process that it leaves behind
    when it is killed would keep the pipe open.
    """
    environment = os.environ | {"PYTHONUNBUFFERED": "1", "PYDEVD_DISABLE_FILE_VALIDATION": "1"}
    lines: list[str] = []
    process = subprocess.Popen(
        command,
        cwd=root,
        env=environment,
        text=True,
        encoding="utf-8",
        errors="replace",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    )
    reader = threading.Thread(target=_follow, args=(process.stdout, root, log, lines), daemon=True)
    reader.start()
    try:
        process.wait()
        reader.join(timeout=DRAIN_SECONDS)
    finally:
        _end_with_helpers(process)
    reader.join(timeout=DRAIN_SECONDS)
    return process.returncode, lines


def _follow(output: IO[str], root: Path, log: Path, lines: list[str]) -> None:
    """Keep every line, in the log and for later, and show those that tell of progress."""
    with log.open("w", encoding="utf-8") as file:
        for raw in output:
            line = ANSI.sub("", raw).rstrip()
            file.write(line + "\n")
            file.flush()
            lines.append(line)
            _show_progress(line, root)


def _end_with_helpers(process: subprocess.Popen[str]) -> None:
    """End the builder, where it still runs, and the processes that it started."""
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGTERM)
    elif process.poll() is None:
        process.terminate()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(timeout=DRAIN_SECONDS)
    if process.poll() is None:
        process.kill()


def _show_progress(line: str, root: Path) -> None:
    found = PROGRESS.match(line)
    if found:
        stage = "reading" if found.group(1).startswith("reading") else "writing"
        print(f"  {stage} {found.group(2):>3}%  {found.group(3)}", flush=True)
    elif "Executing notebook using" in line or "it will run again" in line:
        print(f"  {line.replace(f'{root}{os.sep}', '').removesuffix(' [mystnb]')}", flush=True)


def _problems(root: Path, lines: Iterable[str]) -> Iterator[str]:
    """Turn what the builder warned of into one sentence a problem."""
    for line in lines:
        if not PROBLEM.search(line) or "[IPKernelApp]" in line:
            continue
        report = SAVED_REPORT.search(line)
        if report:
            yield from _failed_cell(root, Path(report.group(1).strip()))
        elif "Executing notebook failed" not in line:
            yield line.replace(f"{root}{os.sep}", "").replace(os.sep, "/")


def _failed_cell(root: Path, report: Path) -> Iterator[str]:
    """Say which cell failed and why, from the traceback that was saved."""
    try:
        traceback = ANSI.sub("", report.read_text(encoding="utf-8"))
    except OSError:
        yield f"A notebook failed, and its report {report} cannot be read."
        return
    page = _page_of(root, report)
    source = CELL_SOURCE.search(traceback)
    cell = _number_of(source.group(1), root / page) if source else None
    place = f"{page}, cell {cell}" if cell else page
    timeout = TIMEOUT.search(traceback) if "CellTimeoutError" in traceback else None
    if timeout:
        first = _first_line_of_preview(traceback)
        yield f"{place}: a cell did not end within {timeout.group(1)} s; it begins: {first}"
    else:
        last = [line for line in traceback.splitlines() if line.strip()][-1]
        yield f"{place}: {last.strip()}"


def _page_of(root: Path, report: Path) -> str:
    relative = report.parts[report.parts.index("reports") + 1 :]
    return Path(*relative[:-1], relative[-1].split(".")[0] + ".md").as_posix()


def _number_of(source: str, page: Path) -> int | None:
    """The number of the code cell with this source, counted from 1."""
    for number, cell in enumerate(code_cells(page.read_text(encoding="utf-8")), start=1):
        if cell.strip() == source.strip():
            return number
    return None


def _first_line_of_preview(traceback: str) -> str:
    found = re.search(r"preview of the cell contents:\n-+\n(.*?)\n", traceback)
    return found.group(1) if found else "(unknown)"


def _last_words(lines: list[str]) -> list[str]:
    """What stopped the builder, where it failed without a warning."""
    errors = [line for line in lines if EXCEPTION.match(line)]
    if errors and "DeadKernelError" in errors[-1]:
        page = next((line for line in reversed(lines) if "Executing notebook" in line), "a page")
        return [
            f"{page.split(':')[0]}: a cell ended its own kernel (a crash, os._exit or no memory)"
        ]
    return errors[-1:] or [line for line in lines if line.strip()][-1:]


def _report(root: Path, problems: list[str], log: Path) -> str:
    listed = "\n".join(f"  {problem}" for problem in dict.fromkeys(problems))
    count = len(set(problems))
    kept = (
        "the site built last stays as it was"
        if (root / "_build" / "html" / "index.html").exists()
        else "nothing was put in _build/html"
    )
    return (
        f"The book was not built, for {count} {'reason' if count == 1 else 'reasons'} "
        f"(all that was said is in {log.relative_to(root)}); {kept}:\n{listed}"
    )


def _forget(work: Path) -> None:
    """Make the next build read every page anew; outputs that are right stay cached."""
    shutil.rmtree(work / "_build" / ".doctrees", ignore_errors=True)


def _bring_back_the_last_site(site: Path) -> None:
    """Undo a replacement that was interrupted between its two renames."""
    old = site.with_name("html.old")
    if old.exists() and not site.exists():
        old.rename(site)


def _put_in_place(new: Path, site: Path, root: Path) -> None:
    """Replace the site by a copy of the new one; a reader sees one or the other, whole."""
    fresh, old = site.with_name("html.new"), site.with_name("html.old")

    def left_out(folder: str, names: list[str]) -> set[str]:
        """Name what is not published: notes of the build, and pages whose source is gone."""
        place = Path(folder).relative_to(new)
        return {
            name
            for name in names
            if name in {".buildinfo", "reports"}
            or (
                place.parts[:1] == ("book",)
                and name.endswith((".html", ".ipynb"))
                and not (root / place / name).with_suffix(".md").exists()
            )
        }

    shutil.rmtree(fresh, ignore_errors=True)
    shutil.copytree(new, fresh, ignore=left_out)
    shutil.rmtree(old, ignore_errors=True)
    if site.exists():
        site.rename(old)
    fresh.rename(site)
    shutil.rmtree(old, ignore_errors=True)
