"""The Gumbel-Softmax widgets on the built site: mouse, keyboard, touch, and Python's numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page

from bookkit.browser import Traffic
from ideas.gumbel import simplex_widget

pytestmark = pytest.mark.browser
Opener = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser, address: str) -> Iterator[Opener]:
    """Open a page of the chapter; what went wrong on it fails the test at the end."""
    pages = []

    def open_page(name: str, **options: object) -> Page:
        page = browser.new_context(**options).new_page()
        traffic = Traffic(urlsplit(address).netloc)
        traffic.watch(page)
        page.goto(f"{address}book/gumbel/{name}")
        pages.append((page, traffic))
        return page

    yield open_page
    for page, traffic in pages:
        assert traffic.errors == []
        assert traffic.outside == []
        page.context.close()


def dots(widget: Locator) -> list[int]:
    """How many samples of each class are drawn."""
    paths = widget.locator(".gs-dots")
    return [(paths.nth(i).get_attribute("d") or "").count("M") for i in range(3)]


def state(page: Page) -> dict[str, str]:
    page.wait_for_url("**#widget=*")
    return dict(part.split("=", 1) for part in urlsplit(page.url).fragment.split("&"))


def simplex(page: Page) -> Locator:
    widget = page.locator(".gumbel-simplex")
    widget.scroll_into_view_if_needed()
    return widget


def test_samples_stream_in_and_are_pythons(opened: Opener) -> None:
    page = opened("index.html")
    widget = simplex(page)
    page.wait_for_function(
        "[...document.querySelectorAll('.gs-dots')]"
        ".map(p => (p.getAttribute('d') ?? '').split('M').length - 1)"
        ".reduce((a, b) => a + b) === 1000",
    )
    assert dots(widget) == simplex_widget.tally([20, 30, 50], 1)
    shown = widget.locator(".gs-pair > div").first.locator(".gs-value").all_inner_texts()
    first = simplex_widget.samples([20, 30, 50], 0.5, 1, 1)[0]
    assert shown == [f"{value:.3f}" for value in first]


def test_with_reduced_motion_all_samples_are_there_at_once(opened: Opener) -> None:
    widget = simplex(opened("index.html", reduced_motion="reduce"))
    assert sum(dots(widget)) == 1000


def test_frozen_noise_keeps_every_winner_while_the_temperature_moves(opened: Opener) -> None:
    page = opened("index.html", reduced_motion="reduce")
    widget = simplex(page)
    widget.get_by_role("button", name="Freeze").click()
    before = dots(widget)
    temperature = widget.get_by_label("temperature")
    temperature.focus()
    moved = set()
    for key in ("End", "Home"):
        page.keyboard.press(key)
        page.wait_for_timeout(100)
        moved.add(widget.locator(".gs-dots").first.get_attribute("d"))
        assert dots(widget) == before
    assert len(moved) == 2
    assert widget.get_by_label("class 1", exact=False).first.is_disabled()
    widget.get_by_role("button", name="Freeze").click()
    temperature.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(100)
    assert dots(widget) != before


def test_probabilities_are_dragged_in_the_triangle(opened: Opener) -> None:
    page = opened("index.html", reduced_motion="reduce")
    widget = simplex(page)
    box = widget.locator(".gs-handle path").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 40, y + 30, steps=5)
    page.mouse.up()
    words = widget.locator("svg text").all_inner_texts()
    percent = [int(re.search(r": (\d+) %", word)[1]) for word in words]
    assert sum(percent) == 100
    assert percent[0] > 25
    assert percent[2] < 50
    seed = int(state(page)["seed"])
    assert dots(widget) == simplex_widget.tally(percent, seed)
    widget.get_by_role("button", name="Undo").click()
    page.wait_for_timeout(100)
    assert "class 1: 20 %" in widget.locator("svg text").all_inner_texts()
    page.keyboard.press("Control+Shift+Z")
    page.wait_for_timeout(100)
    assert f"class 1: {percent[0]} %" in widget.locator("svg text").all_inner_texts()


def test_a_tap_picks_a_sample(opened: Opener) -> None:
    options = {"has_touch": True, "viewport": {"width": 390, "height": 844}}
    page = opened("index.html", reduced_motion="reduce", **options)
    widget = simplex(page)
    box = widget.locator(".gs-frame").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + 4)
    page.wait_for_timeout(100)
    soft = widget.locator(".gs-pair > div").first.locator(".gs-value").all_inner_texts()
    assert float(soft[2]) > 0.9
    hard = widget.locator(".gs-pair > div").last.locator(".gs-value").all_inner_texts()
    assert hard == ["0", "0", "1"]


def test_many_changes_in_a_frame_are_one_redraw(opened: Opener) -> None:
    page = opened("index.html", reduced_motion="reduce")
    simplex(page)
    changes = page.evaluate(
        """async () => {
          let redraws = 0;
          const dots = document.querySelector(".gs-dots");
          new MutationObserver((all) => { redraws += all.length; })
            .observe(dots, { attributes: true });
          const slider = document.querySelectorAll(".gumbel-simplex input")[3];
          for (let k = 0; k < 20; k++) {
            slider.value = k;
            slider.dispatchEvent(new Event("input", { bubbles: true }));
          }
          await new Promise((done) => setTimeout(done, 200));
          return redraws;
        }"""
    )
    assert changes == 1
