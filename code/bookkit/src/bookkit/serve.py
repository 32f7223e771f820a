"""Serve the built site on this machine, for reading it as it will be published.

Texts are compressed and may be kept for ten minutes, as GitHub Pages does.
"""

from __future__ import annotations

import gzip
import io
from functools import lru_cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import BinaryIO

HOST = "127.0.0.1"
COMPRESSED = {".html", ".css", ".js", ".svg", ".json", ".txt", ".xml"}
"""Suffixes of the files that a host compresses; pictures and fonts are compressed already."""
KEEP = "max-age=600"


class ServeError(Exception):
    """Something that keeps the site from being served, in one sentence."""


class SiteHandler(SimpleHTTPRequestHandler):
    """Serve files, answer a missing one with the site's own 404 page, and log nothing."""

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        """Send the headers of a file, compressed where it is text and the reader takes gzip."""
        path = Path(self.translate_path(self.path))
        if self.path.split("?")[0].split("#")[0].endswith("/"):
            path /= "index.html"
        if (
            "gzip" not in self.headers.get("Accept-Encoding", "")
            or path.suffix not in COMPRESSED
            or not path.is_file()
        ):
            return super().send_head()
        body = _compressed(path, path.stat().st_mtime_ns)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Vary", "Accept-Encoding")
        self.end_headers()
        return io.BytesIO(body)

    def end_headers(self) -> None:
        """Say how long an answer may be kept."""
        self.send_header("Cache-Control", KEEP)
        super().end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer with ``404.html`` where a page is missing."""
        page = Path(self.directory) / "404.html"
        if code != 404 or not page.exists():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Stay silent."""


@lru_cache(maxsize=1024)
def _compressed(path: Path, changed: int) -> bytes:
    """A file's contents, compressed once for each time it was changed."""
    return gzip.compress(path.read_bytes(), 6)


class SiteServer(ThreadingHTTPServer):
    """A server that refuses a port already in use instead of sharing it."""

    allow_reuse_address = False
    daemon_threads = True


def site_server(site: Path, port: int = 0) -> ThreadingHTTPServer:
    """Return a server of a folder, bound to this machine only; port 0 takes a free one."""
    if not (site / "index.html").exists():
        raise ServeError("There is no built site yet: run make book first.")
    try:
        return SiteServer((HOST, port), partial(SiteHandler, directory=str(site)))
    except OSError as error:
        raise ServeError(
            f"Port {port} cannot be used ({error.strerror}): choose another, "
            "as in make serve PORT=8001."
        ) from error
    except OverflowError as error:
        raise ServeError(f"PORT={port} is not a port: give a number from 1 to 65535.") from error


def serve_site(site: Path, port: str) -> None:
    """Serve a folder until it is interrupted."""
    if not port.isdecimal():
        raise ServeError(f"PORT={port} is not a port: give a number from 1 to 65535.")
    with site_server(site, int(port)) as server:
        print(f"Serving the book at http://{HOST}:{server.server_port}/ (Ctrl-C stops it).")
        server.serve_forever()
