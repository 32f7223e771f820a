"""The litmus laboratory on its page: menus, outcomes and reasons, without a kernel."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from ideas.ptx.litmus import seen
from ideas.ptx.litmuslab import SHAPES

PAGE = "book/ptx/order.html"


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": 1280, "height": 1000}, has_touch=True)
    context.route("**/*", lambda route: route.continue_() if route.request.url.startswith(address)
                  else route.abort())  # fmt: skip
    opened = context.new_page()
    opened.problems = []  # type: ignore[attr-defined]
    opened.on("pageerror", lambda error: opened.problems.append(str(error)))
    opened.goto(address + PAGE)
    opened.wait_for_selector(".litmus-lab")
    yield opened
    assert opened.problems == []  # type: ignore[attr-defined]
    context.close()


def verdicts(page: Page) -> list[bool]:
    page.wait_for_timeout(50)
    buttons = page.locator(".litmus-outcomes button")
    return [b.get_attribute("data-verdict") == "allowed" for b in buttons.all()]


def from_python(page: Page) -> list[bool]:
    bar = page.locator(".litmus-bar select")
    shape = SHAPES[bar.nth(0).input_value()]
    choices = [m.input_value() for m in page.locator(".litmus-line select").all()]
    found = seen(shape.test(choices, bar.nth(1).input_value()), *shape.names)
    return [values in found for values in shape.outcomes()]


def menu(page: Page, label: str):
    return page.get_by_label(label, exact=True)


def test_a_message_is_made_safe_step_by_step(page):
    assert page.locator(".widget-static").count() == 0
    assert verdicts(page) == from_python(page) == [True, True, True, True]
    menu(page, "Thread 0, st [flag], 1").select_option("release.gpu")
    assert verdicts(page) == from_python(page)
    menu(page, "Thread 1, ld r0, [flag]").select_option("acquire.gpu")
    assert verdicts(page) == from_python(page)
    assert verdicts(page).count(False) == 1
    assert "forbidden by Causality" in page.locator(".litmus-verdict").inner_text()
    assert page.locator(".litmus-steps li").count() == 4
    assert page.locator(".litmus-line[data-involved=true]").count() == 4


def test_a_scope_too_narrow_is_shown_and_the_outcome_returns(page):
    menu(page, "Thread 0, st [flag], 1").select_option("release.gpu")
    menu(page, "Thread 1, ld r0, [flag]").select_option("acquire.gpu")
    page.locator(".litmus-bar select").nth(1).select_option("sys")
    assert verdicts(page) == from_python(page)
    assert all(verdicts(page))
    assert page.locator(".litmus-line[data-reaches=false]").count() == 2


@pytest.mark.parametrize("name", SHAPES)
def test_each_test_agrees_with_python_at_its_strongest(page, name):
    page.locator(".litmus-bar select").nth(0).select_option(name)
    page.wait_for_timeout(50)
    assert verdicts(page) == from_python(page)
    for slot in page.locator(".litmus-line select").all():
        slot.select_option(index=slot.locator("option").count() - 1)
    assert verdicts(page) == from_python(page)


def test_keys_choose_undo_and_redo(page):
    first = menu(page, "Thread 0, st [flag], 1")
    first.focus()
    page.keyboard.press("ArrowDown")
    page.wait_for_timeout(50)
    assert first.input_value() == "relaxed.cta"
    page.keyboard.press("Control+z")
    page.wait_for_timeout(50)
    assert first.input_value() == "weak"
    page.keyboard.press("Control+Shift+z")
    page.wait_for_timeout(50)
    assert first.input_value() == "relaxed.cta"
    page.get_by_role("button", name="All weak").press("Enter")
    page.wait_for_timeout(50)
    assert first.input_value() == "weak"


def test_a_tap_chooses_the_outcome_and_the_address_keeps_it(page):
    page.locator(".litmus-outcomes button").nth(1).tap()
    page.wait_for_timeout(500)
    assert page.locator(".litmus-outcomes button").nth(1).get_attribute("aria-pressed") == "true"
    assert "#widget=ptx-litmus-lab" in page.url
    page.reload()
    page.wait_for_selector(".litmus-lab")
    assert page.locator(".litmus-outcomes button").nth(1).get_attribute("aria-pressed") == "true"
    said = page.locator(".litmus-lab .widget-spoken")
    menu(page, "Thread 0, fence").select_option("sc.gpu")
    page.wait_for_timeout(700)
    assert "outcomes allowed" in said.inner_text()


@pytest.mark.parametrize("width", [320, 390])
def test_it_fits_a_phone(page, width):
    page.set_viewport_size({"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for target in page.locator(".litmus-lab select, .litmus-lab button").all():
        box = target.bounding_box()
        assert box["height"] >= 24
        assert box["x"] + box["width"] <= width
