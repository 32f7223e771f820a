"""Each page of the built site, loaded in Chromium with every other host out of reach."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page

from bookkit.browser import Traffic
from bookkit.contents import pages

ROOT = Path(__file__).resolve().parents[2]
ADDRESSES = [
    "index.html",
    *(f"{name}.html" for name in pages(ROOT)[1:]),
    "search.html",
    "genindex.html",
    "404.html",
]
MOST_BYTES = 300_000
SCREENS = {
    "desktop, light": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light"},
    "phone, dark": {"viewport": {"width": 320, "height": 640}, "color_scheme": "dark"},
}
pytestmark = pytest.mark.browser


def open_page(browser: Browser, url: str, **options: object) -> tuple[Page, Traffic]:
    traffic = Traffic(host=urlsplit(url).netloc)
    page = browser.new_context(**options).new_page()
    traffic.watch(page)
    page.goto(url, wait_until="networkidle")
    return page, traffic


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", ADDRESSES)
def test_page_loads_whole_and_asks_nobody_else(
    browser: Browser, address: str, name: str, screen: str
) -> None:
    page, traffic = open_page(browser, address + name, **SCREENS[screen])
    try:
        assert traffic.outside == []
        assert traffic.missing == []
        assert traffic.errors == []
        assert page.title()
        assert page.locator("html").get_attribute("lang") == "en"
        assert page.locator("h1").count() == 1
        assert page.locator("img:not([alt])").count() == 0
        broken = "[...document.images].filter(i => i.complete && !i.naturalWidth).map(i => i.src)"
        assert page.evaluate(broken) == []
        wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(wider) <= 0, "the page scrolls sideways"
    finally:
        page.context.close()


@pytest.mark.parametrize("name", ADDRESSES)
def test_first_load_is_light(browser: Browser, address: str, name: str) -> None:
    page, traffic = open_page(browser, address + name, **SCREENS["desktop, light"])
    try:
        sizes = traffic.compressed_bytes()
        assert sum(sizes.values()) <= MOST_BYTES, sizes
    finally:
        page.context.close()


@pytest.mark.parametrize("name", ADDRESSES)
def test_links_inside_the_site_lead_somewhere(
    browser: Browser, address: str, site: Path, name: str
) -> None:
    page, _ = open_page(browser, address + name, java_script_enabled=False)
    try:
        links = page.locator("a[href]").evaluate_all("all => all.map(a => a.href)")
        own = {urlsplit(link) for link in links if link.startswith(address)}
        lost = [parts.path for parts in own if not _file_of(site, parts.path).is_file()]
        assert lost == []
    finally:
        page.context.close()


def _file_of(site: Path, path: str) -> Path:
    file = site / path.lstrip("/")
    return file / "index.html" if file.is_dir() else file
