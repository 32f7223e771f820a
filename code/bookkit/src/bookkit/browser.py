"""Drive Chromium over the built site: where it is, how it starts, and what a page asks for."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Request, Response

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-sync",
    "--no-first-run",
    "--no-sandbox",
)
"""Options that keep Chromium from asking for anything besides the page."""
PICTURES = ("image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml", "image/avif")


def chromium() -> str | None:
    """Return the path of a Chromium or Chrome on this machine, or None."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


@contextmanager
def open_browser(executable: str) -> Iterator[Browser]:
    """Start Chromium without a window, and close it at the end."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=list(QUIET))
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Traffic:
    """What one page asked for and what went wrong, kept while it loads."""

    host: str
    outside: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    responses: list[Response] = field(default_factory=list)

    def watch(self, page: Page) -> None:
        """Listen to a page and keep it from reaching any other host."""
        page.route("**/*", self._route)
        page.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("response", self._keep)

    def compressed_bytes(self) -> dict[str, int]:
        """The bytes of each answer that a host which compresses would send, pictures left out."""
        return {
            urlsplit(response.url).path: len(_compressed(response.url, response.body()))
            for response in self.responses
            if response.headers.get("content-type", "").split(";")[0] not in PICTURES
        }

    def _route(self, route, request: Request) -> None:  # type: ignore[no-untyped-def]
        parts = urlsplit(request.url)
        if parts.scheme in {"http", "https", "ws", "wss"} and parts.netloc != self.host:
            self.outside.append(request.url)
            route.abort()
        else:
            route.continue_()

    def _keep(self, response: Response) -> None:
        if response.status >= 400:
            self.missing.append(f"{response.status} {response.url}")
        elif response.status < 300 and response.url.startswith("http"):
            self.responses.append(response)


def _compressed(url: str, body: bytes) -> bytes:
    """A body as it would be sent: fonts in WOFF2 are compressed already."""
    return body if urlsplit(url).path.endswith(".woff2") else gzip.compress(body, 9)
