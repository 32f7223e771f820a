"""The Gumbel-Softmax widgets on the built site: mouse, keyboard, touch, and Python's numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page

from bookkit.browser import Traffic
from ideas.gumbel import race_widget, simplex_widget
from ideas.gumbel.moments import Problem, moments

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
    """What the address says, once it has had time to follow the last change."""
    page.wait_for_timeout(600)
    return dict(part.split("=", 1) for part in urlsplit(page.url).fragment.split("&"))


def simplex(page: Page) -> Locator:
    widget = page.locator(".gumbel-simplex")
    widget.scroll_into_view_if_needed()
    return widget


def test_samples_stream_in_and_are_pythons(opened: Opener, wait_until: Callable[..., None]) -> None:
    page = opened("index.html")
    widget = simplex(page)
    wait_until(
        page,
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
    temperature = widget.get_by_role("slider", name="temperature")
    temperature.focus()
    moved = set()
    for key in ("End", "Home"):
        page.keyboard.press(key)
        page.wait_for_timeout(100)
        moved.add(widget.locator(".gs-dots").first.get_attribute("d"))
        assert dots(widget) == before
    assert len(moved) == 2
    assert widget.get_by_role("slider", name="class 1").is_disabled()
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
    words = widget.locator("svg text").all_text_contents()
    percent = [int(re.search(r": (\d+) %", word)[1]) for word in words]
    assert sum(percent) == 100
    assert percent[0] > 25
    assert percent[2] < 50
    seed = int(state(page)["seed"])
    assert dots(widget) == simplex_widget.tally(percent, seed)
    widget.get_by_role("button", name="Undo").click()
    page.wait_for_timeout(100)
    assert "class 1: 20 %" in widget.locator("svg text").all_text_contents()
    page.keyboard.press("Control+Shift+Z")
    page.wait_for_timeout(100)
    assert f"class 1: {percent[0]} %" in widget.locator("svg text").all_text_contents()


def test_a_tap_picks_a_sample(opened: Opener) -> None:
    options = {"has_touch": True, "viewport": {"width": 390, "height": 844}}
    page = opened("index.html", reduced_motion="reduce", **options)
    widget = simplex(page)
    widget.locator("svg").scroll_into_view_if_needed()
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


def test_races_are_counted_as_in_python(opened: Opener) -> None:
    page = opened("gumbel-max.html", reduced_motion="reduce")
    widget = page.locator(".gumbel-race")
    widget.get_by_role("button", name="Run 1,000").click()
    widget.get_by_label("weight 1").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(100)
    wins = race_widget.wins([3, 3, 5], 1, 1001)
    shown = widget.locator(".gr-bar .gr-value").all_inner_texts()
    assert shown == [f"{100 * count / 1001:.1f} %" for count in wins]
    last = race_widget.times([3, 3, 5], 1, 1001)[-1]
    assert f"{last.min():.2f} wins" in widget.locator("svg text").all_text_contents()
    widget.get_by_role("button", name="log of time").click()
    page.wait_for_timeout(100)
    noise = f"{-math.log(last.min()):.2f} wins"
    assert noise in widget.locator("svg text").all_text_contents()


def test_a_race_runs_to_its_end_in_time(opened: Opener, wait_until: Callable[..., None]) -> None:
    page = opened("gumbel-max.html")
    widget = page.locator(".gumbel-race")
    widget.get_by_role("button", name="Run a race").click()
    page.wait_for_timeout(150)
    assert widget.locator(".gr-sweep").get_attribute("visibility") == "visible"
    wait_until(page, "document.querySelector('.gr-sweep').getAttribute('visibility') === 'hidden'")
    assert widget.locator(".gr-bell.gr-winner").count() == 1


def estimator_row(widget: Locator, name: str) -> list[str]:
    row = widget.locator("tbody tr").filter(has=widget.page.get_by_text(name, exact=True))
    return row.locator("td").all_inner_texts()


def test_means_and_deviations_are_pythons_after_a_drag(opened: Opener) -> None:
    page = opened("estimators.html")
    widget = page.locator(".gumbel-estimators")
    widget.scroll_into_view_if_needed()
    assert estimator_row(widget, "Gumbel-Softmax")[0] == "-0.0220"
    assert estimator_row(widget, "Gumbel-Softmax")[3] == "wrong"
    assert float(widget.locator(".ge-wrong").first.get_attribute("height")) > 50
    slider = widget.get_by_label("t, target")
    box = slider.bounding_box()
    page.mouse.move(box["x"] + 0.45 * box["width"], box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.75 * box["width"], box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    widget.get_by_label("estimator").select_option("REBAR")
    page.wait_for_timeout(100)
    t = float(slider.input_value())
    assert t > 0.6
    problem = Problem(0.1, t, 2.0)
    for name, pair in moments(problem, 0.5).items():
        mean, _, deviation, sign = estimator_row(widget, name)
        assert float(mean) == pytest.approx(pair.mean, abs=6e-5)
        assert float(deviation) == pytest.approx(math.sqrt(max(pair.variance, 0)), abs=6e-5)
        assert (sign == "wrong") == (pair.mean * problem.gradient() < 0)
    assert widget.locator("tr.ge-row th").inner_text() == "REBAR"
    page.keyboard.press("Control+z")
    page.wait_for_timeout(100)
    assert widget.get_by_label("estimator").input_value() == "Gumbel-Softmax"


def test_a_shared_problem_opens_as_it_was(opened: Opener) -> None:
    page = opened("estimators.html#widget=gumbel-estimators&p=0.5&tau=1&estimator=%22ReinMax%22")
    widget = page.locator(".gumbel-estimators")
    assert widget.get_by_label("estimator").input_value() == "ReinMax"
    assert estimator_row(widget, "ReinMax")[0] == "0.0250"


def test_training_is_scrubbed_by_keyboard_and_the_address_stays_short(opened: Opener) -> None:
    page = opened("training.html")
    widget = page.locator(".gumbel-runs")
    scrub = widget.get_by_role("slider")
    scrub.focus()
    page.keyboard.press("Home")
    page.wait_for_timeout(100)
    assert "Step 0, temperature 1." in widget.locator(".gt-reading").inner_text()
    widget.get_by_role("combobox").select_option(label="constant temperature 2")
    scrub.focus()
    page.keyboard.press("End")
    page.wait_for_timeout(100)
    reading = widget.locator(".gt-reading").inner_text()
    assert "Step 300, temperature 2." in reading
    assert float(re.search(r"\(([\d.]+) times\)", reading)[1]) > 1.5
    assert state(page).keys() == {"widget", "run", "at"}
    shared = page.url
    page.goto("about:blank")
    page.goto(shared)
    assert page.locator(".gumbel-runs .gt-reading").inner_text() == reading


@pytest.mark.parametrize("name", ["index.html", "gumbel-max.html", "estimators.html"])
def test_controls_are_large_enough_to_touch(opened: Opener, name: str) -> None:
    page = opened(name, viewport={"width": 320, "height": 640}, has_touch=True)
    small = page.evaluate(
        "[...document.querySelectorAll('.widget-live :is(button, input, select)')]"
        ".filter(e => e.getBoundingClientRect().height < 24).length"
    )
    assert small == 0


def test_live_code_is_shown_at_rest(opened: Opener) -> None:
    still = opened("index.html").locator(".still-widget")
    words = still.inner_text()
    assert "p1" in words
    assert "tau" in words
    assert "slope" in words
    assert re.search(r"0\.\d{3}, 0\.\d{3}, 0\.\d{3}", words)
    assert "running kernel" in words
