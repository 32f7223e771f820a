"""Searching the built site: symbols, names, phrases and sections are found, by keyboard too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

from bookkit.browser import Traffic

pytestmark = pytest.mark.browser


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A page of the browser, checked at the end: nothing from outside, nothing missing."""
    traffic = Traffic(host=urlsplit(address).netloc)
    opened = browser.new_page()
    traffic.watch(opened)
    yield opened
    opened.close()
    assert traffic.missing == []
    assert traffic.outside == []


def results(page: Page) -> list[str]:
    """The addresses found, in order, once the search has said how many there are."""
    expect(page.locator(".bd-article .search-status")).to_have_text(
        re.compile("^(Found|Nothing)"), timeout=30_000
    )
    links = page.locator(".bd-article .search-results a")
    return [
        urlsplit(link).path.lstrip("/") + ("#" + urlsplit(link).fragment).rstrip("#")
        for link in links.evaluate_all("all => all.map(a => a.href)")
    ]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("kleisli", "book/monads/kleisli.html"),
        ("four ideas", "index.html"),
        ("perplexity", "book/gumbel/training.html"),
        ("%3E%3D%3E", "book/monads/kleisli.html"),  # >=>
        ("ld.global.nc", "book/ptx/hints.html"),
        ("affine", "book/gf2/affine.html"),
        ("%22what linear means%22", "book/gf2/bits.html#what-linear-means"),
    ],
)
def test_a_question_leads_to_its_page(page: Page, address: str, words: str, expected: str) -> None:
    page.goto(f"{address}search.html?q={words.replace(' ', '+')}")
    assert expected in results(page)


def test_every_result_is_a_place_in_the_site(page: Page, address: str, site: Path) -> None:
    page.goto(f"{address}search.html?q=matrix")
    found = results(page)
    assert len(found) > 10
    for path, _, anchor in (address.partition("#") for address in found):
        text = (site / path).read_text(encoding="utf-8")
        assert not anchor or f'id="{anchor}"' in text, (path, anchor)


def test_a_phrase_keeps_its_order(page: Page, address: str) -> None:
    page.goto(f"{address}search.html?q=%22means linear what%22")
    assert results(page) == []
    assert "Nothing found" in page.locator(".bd-article .search-status").inner_text()


def test_search_opens_by_keyboard_and_loads_only_then(page: Page, address: str) -> None:
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto(f"{address}book/gf2/bits.html")
    page.wait_for_load_state("networkidle")
    assert not [url for url in loaded if "/search/" in url]
    page.keyboard.press("Control+k")
    page.keyboard.type("kleisli comp")
    first = page.locator("#pst-search-dialog .search-results a").first
    first.wait_for()
    page.keyboard.press("ArrowDown")
    assert first.evaluate("a => a === document.activeElement")
    page.keyboard.press("Enter")
    page.wait_for_url("**/book/monads/kleisli.html*")


def test_slash_opens_the_search_and_enter_goes_to_its_page(page: Page, address: str) -> None:
    page.goto(f"{address}book/gf2/bits.html")
    page.keyboard.press("/")
    page.keyboard.type("gumbel")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=gumbel")
    assert "book/gumbel/index.html" in results(page)


def test_search_works_from_disk(browser: Browser, site: Path) -> None:
    opened = browser.new_page()
    opened.goto((site / "book" / "gf2" / "bits.html").as_uri())
    opened.keyboard.press("/")
    opened.keyboard.type("perplexity")
    opened.locator("#pst-search-dialog .search-results a").first.wait_for()
    opened.close()
