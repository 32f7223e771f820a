"""Searching the built site: results come, and each leads to a page."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser

from bookkit.browser import Traffic

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("kleisli", "book/monads/kleisli.html"),
        ("four ideas", "index.html"),
        ("perplexity", "book/gumbel/training.html"),
    ],
)
def test_results_lead_to_pages(
    browser: Browser, address: str, site: Path, words: str, expected: str
) -> None:
    traffic = Traffic(host=urlsplit(address).netloc)
    page = browser.new_page()
    traffic.watch(page)
    page.goto(f"{address}search.html?q={words.replace(' ', '+')}")
    page.wait_for_function("/Search finished/.test(document.body.innerText)")
    page.wait_for_load_state("networkidle")
    links = page.locator("#search-results li > a").evaluate_all("all => all.map(a => a.href)")
    paths = {urlsplit(link).path.lstrip("/") for link in links}
    assert expected in paths
    assert [path for path in paths if not (site / path).is_file()] == []
    assert traffic.missing == []
    assert traffic.outside == []
    page.close()


def test_search_opens_by_keyboard_from_any_page(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(f"{address}book/gf2/bits.html")
    page.keyboard.press("Control+k")
    page.keyboard.type("gumbel")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html?q=gumbel")
    page.close()
