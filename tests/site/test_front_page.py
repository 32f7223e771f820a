"""The address ``/`` is a real page, and an unknown one gets the site's own answer."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser


def test_front_page_is_no_redirect(site: Path) -> None:
    text = (site / "index.html").read_text(encoding="utf-8")
    assert 'http-equiv="refresh"' not in text.lower()
    assert '<html lang="en"' in text
    assert "<title>" in text


def test_first_page_is_written_once(site: Path) -> None:
    assert not (site / "book" / "index.html").exists()


@pytest.mark.browser
def test_unknown_address_gets_the_404_page(browser: Browser, address: str) -> None:
    page = browser.new_page()
    response = page.goto(f"{address}book/no/such/page.html")
    assert response is not None
    assert response.status == 404
    assert page.locator("h1").inner_text().startswith("Page not found")
    page.locator("nav a", has_text="Glossary").first.click()
    assert page.url == f"{address}book/glossary.html"
    page.close()


@pytest.mark.browser
def test_equations_are_there_without_scripts(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}book/gumbel/density.html")
    assert page.locator(".katex math").count() > 0
    assert page.locator(".katex").first.bounding_box()["height"] > 5
    context.close()


@pytest.mark.browser
def test_answers_open_without_scripts(browser: Browser, address: str, site: Path) -> None:
    with_answers = [
        path.relative_to(site).as_posix()
        for path in (site / "book").rglob("*.html")
        if "<details class=" in path.read_text(encoding="utf-8")
    ]
    assert with_answers
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address + with_answers[0])
    answer = page.locator("details.admonition").first
    assert answer.get_attribute("open") is None
    answer.locator("summary").focus()
    page.keyboard.press("Enter")
    assert answer.get_attribute("open") is not None
    context.close()
