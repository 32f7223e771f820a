"""Lighthouse's scores of one page of each kind, beside the same pages by Jupyter Book alone.

Mobile profile (a slow phone on a slow line, simulated), median of three runs, against a server
that compresses as a host does.  Name pages to score those only; ``--default`` builds the peer,
with none of this project's extension, and scores it in the same run.  The performance score
falls on a busy machine: Lighthouse's own measure of the machine is printed with it, and its
authors hold scores for comparable above 1000 or so.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from statistics import median

from page_weight import ROOT, default_book

from bookkit.browser import QUIET, chromium
from bookkit.node import node
from bookkit.serve import site_server

PACKAGE = ROOT / "benchmarks" / "node_modules" / "lighthouse"
RUNS = 3
AREAS = ("performance", "accessibility", "best-practices", "seo")
KINDS = (
    "index.html",
    "book/gumbel/index.html",
    "book/monads/laws.html",
    "book/monads/exercises.html",
    "book/glossary.html",
    "search.html",
    "404.html",
)
HOLD = {"performance": 95, "accessibility": 100, "best-practices": 100, "seo": 100}
MEASURES = ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time",
            "cumulative-layout-shift")  # fmt: skip


def install() -> None:
    """Install Lighthouse, once: it is large, and no other command needs it."""
    if not PACKAGE.is_dir():
        command = ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"]
        subprocess.run(command, cwd=PACKAGE.parents[1], check=True)


def run_once(url: str) -> dict[str, float]:
    """Return the scores (0 to 100) and measures (milliseconds, shift) of one load."""
    chrome = chromium()
    if chrome is None:
        sys.exit("Chromium is missing: on Debian and Ubuntu, apt-get install chromium.")
    command = [
        *(node(), str(PACKAGE / "cli" / "index.js"), url, "--quiet"),
        *("--output=json", "--output-path=stdout", f"--only-categories={','.join(AREAS)}"),
        f"--chrome-flags=--headless=new {' '.join(QUIET)}",
    ]
    done = subprocess.run(
        command, text=True, capture_output=True, env=os.environ | {"CHROME_PATH": chrome}
    )
    if done.returncode:
        sys.exit(f"Lighthouse could not score {url}: {done.stderr.strip()[-300:]}")
    found = json.loads(done.stdout)
    scores = {area: 100 * found["categories"][area]["score"] for area in AREAS}
    measures = {name: found["audits"][name]["numericValue"] for name in MEASURES}
    return scores | measures | {"machine": found["environment"]["benchmarkIndex"]}


def score(site: Path, addresses: list[str]) -> dict[str, dict[str, float]]:
    """Return the medians for each page of a site."""
    medians = {}
    with site_server(site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for address in addresses:
            url = f"http://127.0.0.1:{server.server_port}/{address}"
            runs = [run_once(url) for _ in range(RUNS)]
            medians[address] = {name: median(run[name] for run in runs) for name in runs[0]}
            report(address, medians[address])
        server.shutdown()
    return medians


def report(address: str, found: dict[str, float]) -> None:
    areas = " / ".join(f"{found[area]:.0f}" for area in AREAS)
    first, largest, blocked, shift = (found[name] for name in MEASURES)
    print(
        f"{areas:>22}  {address}: first paint {first:.0f} ms, largest {largest:.0f} ms, blocked "
        f"{blocked:.0f} ms, shift {shift:.3f}, machine {found['machine']:.0f}",
        flush=True,
    )


def main(arguments: list[str]) -> None:
    install()
    named = [argument for argument in arguments if not argument.startswith("--")]
    print(f"{' / '.join(AREAS)}, median of {RUNS}")
    found = score(ROOT / "_build" / "html", named or list(KINDS))
    for area, least in HOLD.items():
        lowest = min(page[area] for page in found.values())
        print(f"{area}: lowest {lowest:.0f}, at least {least} is to be held: {lowest >= least}")
    if "--default" in arguments:
        print("the same pages, default Jupyter Book")
        with tempfile.TemporaryDirectory() as folder:
            site = default_book(Path(folder))
            score(site, [page for page in found if (site / page).exists()])


if __name__ == "__main__":
    main(sys.argv[1:])
