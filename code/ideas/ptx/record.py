"""Record again what the compilers say to a folder of pages: see :mod:`ideas.ptx.recordings`.

Needs the compilers' wheels, and nvdisasm for the SASS listings.  Usage::

    python -m ideas.ptx.record book/ptx
"""

from __future__ import annotations

import sys
from pathlib import Path

from . import recordings
from .toolchain import describe_toolchain


def main(arguments: list[str]) -> int:
    """Record the pages of the folder in `arguments`; return an exit status."""
    if len(arguments) != 1:
        print("usage: python -m ideas.ptx.record FOLDER_OF_PAGES", file=sys.stderr)
        return 2
    missing = [tool for tool, version in describe_toolchain().items() if version == "missing"]
    if missing:
        print(f"cannot record without {', '.join(missing)}", file=sys.stderr)
        return 1
    recordings.save(recordings.record_pages(Path(arguments[0])))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
