"""The built site, served on this machine, and a browser to read it with."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from bookkit.browser import open_browser
from bookkit.serve import site_server

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def site() -> Path:
    folder = ROOT / "_build" / "html"
    if not (folder / "index.html").exists():
        pytest.fail("There is no built site: run make test, or make book before pytest.")
    return folder


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """Where the site is served, with a slash at the end."""
    with site_server(site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="session")
def browser(tool: Callable[[str], str]) -> Iterator[Browser]:
    with open_browser(tool("chromium")) as opened:
        yield opened


@pytest.fixture(scope="session")
def wait_until() -> Callable[..., None]:
    """Wait until an expression holds in a page, whose policy forbids a script to evaluate text.

    Playwright's own ``wait_for_function`` evaluates the text inside the page after its first try.
    """

    def wait(page: Page, expression: str, seconds: float = 30) -> None:
        end = time.monotonic() + seconds
        while not page.evaluate(expression):
            assert time.monotonic() < end, f"not true within {seconds} s: {expression}"
            page.wait_for_timeout(50)

    return wait
