"""Bytes of a page's first load, compressed, without pictures: every page, and the default book.

The peer is a book of the same pages built by Jupyter Book alone, with none of this project's
extension: run with ``--default`` to build and weigh it too (a minute more).
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from statistics import median

import yaml

from bookkit.browser import Traffic, chromium, open_browser
from bookkit.contents import pages
from bookkit.serve import site_server

ROOT = Path(__file__).resolve().parents[1]
MOST_BYTES = 300_000


def weigh(site: Path, addresses: list[str]) -> tuple[dict[str, int], int]:
    """Return the bytes of each page, and how many requests went to other hosts."""
    executable = chromium()
    if executable is None:
        sys.exit("Chromium is missing: on Debian and Ubuntu, apt-get install chromium.")
    sizes, outside = {}, 0
    with site_server(site) as server, open_browser(executable) as browser:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        host = f"127.0.0.1:{server.server_port}"
        for address in addresses:
            traffic = Traffic(host)
            page = browser.new_context().new_page()
            traffic.watch(page)
            page.goto(f"http://{host}/{address}", wait_until="networkidle")
            sizes[address] = sum(traffic.compressed_bytes().values())
            outside += len(traffic.outside)
            page.context.close()
        server.shutdown()
    return sizes, outside


def default_book(folder: Path) -> Path:
    """Build the same pages with Jupyter Book's own settings, and return the site."""
    shutil.copytree(ROOT / "book", folder / "book")
    shutil.copytree(ROOT / "code" / "ideas", folder / "code" / "ideas")
    shutil.copy(ROOT / "_toc.yml", folder)
    config = yaml.safe_load((ROOT / "_config.yml").read_text(encoding="utf-8"))
    config.pop("sphinx")
    config["execute"]["execute_notebooks"] = "off"
    (folder / "_config.yml").write_text(yaml.safe_dump(config))
    build = "from jupyter_book.cli.main import main; main()"
    command = [sys.executable, "-c", build, "build", str(folder), "--quiet"]
    subprocess.run(command, check=True, capture_output=True)
    return folder / "_build" / "html"


def report(name: str, sizes: dict[str, int], outside: int) -> None:
    """Print what a site weighs."""
    heaviest = max(sizes, key=lambda page: sizes[page])
    print(
        f"{name}: {len(sizes)} pages, median {median(sizes.values()) / 1000:.0f} KB, "
        f"heaviest {sizes[heaviest] / 1000:.0f} KB ({heaviest}), "
        f"{outside} requests to other hosts"
    )


def main(arguments: list[str]) -> None:
    first, *rest = pages(ROOT)
    addresses = ["index.html", *(f"{name}.html" for name in rest), "search.html"]
    sizes, outside = weigh(ROOT / "_build" / "html", addresses)
    for page, size in sizes.items():
        print(f"{size / 1000:8.1f} KB  {page}")
    report("this book", sizes, outside)
    print(f"at most {MOST_BYTES / 1000:.0f} KB is to be held: {max(sizes.values()) <= MOST_BYTES}")
    if "--default" in arguments:
        with tempfile.TemporaryDirectory() as folder:
            site = default_book(Path(folder))
            default, asked = weigh(site, [f"{name}.html" for name in (first, *rest)])
        report("the same pages, default Jupyter Book", default, asked)
        ratio = median(default.values()) / median(sizes.values())
        print(f"ratio of the medians, default to this: {ratio:.1f}")


if __name__ == "__main__":
    main(sys.argv[1:])
