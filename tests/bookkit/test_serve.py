"""Serving the site: a free port works, a taken or impossible one is told."""

from __future__ import annotations

import gzip
import socket
import threading
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from bookkit.serve import ServeError, serve_site, site_server


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text("front")
    (tmp_path / "404.html").write_text("lost")
    return tmp_path


def test_pages_and_the_404_page_are_served(site: Path) -> None:
    with site_server(site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}/"
        assert urlopen(base).read() == b"front"
        with pytest.raises(HTTPError) as lost:
            urlopen(base + "no/such/page.html")
        assert lost.value.code == 404
        assert lost.value.read() == b"lost"
        server.shutdown()


def test_texts_are_compressed_for_those_who_ask(site: Path) -> None:
    with site_server(site) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}/index.html"
        asked = urlopen(Request(base, headers={"Accept-Encoding": "gzip"}))
        assert asked.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(asked.read()) == b"front"
        plain = urlopen(base)
        assert plain.headers["Content-Encoding"] is None
        assert plain.read() == b"front"
        server.shutdown()


def test_a_port_in_use_is_told(site: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ServeError, match=f"Port {port} cannot be used"):
            serve_site(site, str(port))


@pytest.mark.parametrize("port", ["no", "99999", "-1"])
def test_what_is_no_port_is_told(site: Path, port: str) -> None:
    with pytest.raises(ServeError, match="not a port"):
        serve_site(site, port)


def test_nothing_built_is_told(tmp_path: Path) -> None:
    with pytest.raises(ServeError, match="make book"):
        site_server(tmp_path)
