"""The buttons in a page's header work by finger, by keyboard and without scripts."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser
PAGE = "book/monads/laws.html"
MENU = ".dropdown-download-buttons"


def test_a_page_is_downloaded_as_a_notebook_with_the_keyboard(
    browser: Browser, address: str
) -> None:
    page = browser.new_context(viewport={"width": 320, "height": 640}).new_page()
    page.goto(address + PAGE, wait_until="networkidle")
    button = page.locator(f"{MENU} > button")
    assert button.get_attribute("aria-label")
    button.focus()
    page.keyboard.press("Enter")
    assert button.get_attribute("aria-expanded") == "true"
    page.keyboard.press("ArrowDown")
    with page.expect_download() as download:
        page.keyboard.press("Enter")
    assert download.value.suggested_filename == "laws.ipynb"
    notebook = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert notebook["cells"][0]["source"][0].startswith("# The definition and its laws")
    page.context.close()


def test_the_menu_opens_without_scripts(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address + PAGE)
    link = page.locator(f"{MENU} a[download]")
    assert not link.is_visible()
    page.locator(f"{MENU} > button").focus()
    assert link.is_visible()
    assert link.get_attribute("href") == "laws.ipynb"
    context.close()


def test_a_page_without_code_offers_no_notebook(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(f"{address}book/glossary.html")
    assert page.locator("a[download], .dropdown-run-buttons").count() == 0
    page.close()
