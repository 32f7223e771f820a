"""Python in the page, with every other host out of reach and under a strict policy of scripts."""

from __future__ import annotations

import functools
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from bookkit.browser import Traffic
from bookkit.serve import SiteHandler, SiteServer

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self' https://cdn.jsdelivr.net"
)
STARTING = 120_000  # milliseconds that Python may take to start on a busy machine
MOST_FIRST = 15_000
MOST_ON_PRESS = 8_000_000
MAYBE = "book/monads/maybe.html"
pytestmark = pytest.mark.browser


class StrictHandler(SiteHandler):
    """Serve the site under the policy, and let the browser keep what never changes."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()


@pytest.fixture(scope="module")
def strict(site: Path) -> Iterator[str]:
    handler = functools.partial(StrictHandler, directory=str(site))
    with SiteServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()


class Opened:
    """A page of the site, what it asked for, and hands to press its buttons."""

    def __init__(self, context: BrowserContext, host: str, name: str) -> None:
        self.page: Page = context.new_page()
        self.traffic = Traffic(host)
        self.traffic.watch(self.page)
        self.page.goto(f"http://{host}/{name}", wait_until="networkidle")

    def bar(self, cell: int):
        return self.page.locator(f".live-bar[data-cell='{cell}']")

    def press(self, cell: int, label: str = "Run") -> None:
        self.bar(cell).get_by_role("button", name=label).click()

    def says(self, cell: int, words: str | re.Pattern[str], timeout: int = STARTING) -> None:
        expect(self.bar(cell).locator(".live-status")).to_contain_text(words, timeout=timeout)

    def root(self, cell: int):
        return self.page.locator(".cell", has=self.bar(cell))

    def write(self, cell: int, text: str) -> None:
        """Replace the text of a cell, as with the keyboard."""
        self.root(cell).locator(".cm-content").fill(text)

    def output(self, cell: int):
        return self.root(cell).locator(".live-output")


@pytest.fixture(scope="module")
def context(browser: Browser) -> Iterator[BrowserContext]:
    made = browser.new_context()
    yield made
    made.close()


@pytest.fixture(scope="module")
def maybe(context: BrowserContext, strict: str) -> Iterator[Opened]:
    """The page on Maybe with its Python started, by the first press of Run; shared by tests."""
    opened = Opened(context, strict, MAYBE)
    before = len(opened.traffic.responses)
    opened.first = opened.traffic.compressed_bytes()
    opened.press(2)
    opened.says(2, "Done in")
    opened.fetched = opened.traffic.responses[before:]
    yield opened
    assert opened.traffic.outside == []
    assert opened.traffic.errors == []
    assert opened.traffic.missing == []


def test_a_press_runs_the_cell_and_those_it_needs(maybe: Opened) -> None:
    maybe.says(2, "after cell 2")
    expect(maybe.output(2)).to_contain_text("Just(value=3), Nothing(), Nothing()")
    expect(maybe.output(2)).to_contain_text("Run here")
    expect(maybe.root(2).locator(".cell_output")).to_be_hidden()
    maybe.says(1, "Ran for cell 3")


def test_first_load_and_first_press_are_light(maybe: Opened) -> None:
    first = sum(size for path, size in maybe.first.items() if "live-code" in path)
    assert 0 < first <= MOST_FIRST
    assert not [path for path in maybe.first if "pyodide" in path]
    sizes = Traffic("", responses=maybe.fetched).compressed_bytes()
    assert any(path.endswith(".asm.wasm.gz") for path in sizes)
    assert sum(sizes.values()) <= MOST_ON_PRESS, sizes


def test_widgets_stay_alive_while_cells_run(maybe: Opened) -> None:
    widget = maybe.page.locator(".book-widget .widget-live").first
    expect(widget).to_be_visible()
    before = widget.inner_text()
    widget.get_by_role("button").first.click()
    assert widget.inner_text() != before


def test_a_widget_made_here_is_alive(maybe: Opened) -> None:
    maybe.write(0, 'from ideas.monads.pipeline import Pipeline\nPipeline(text="16", step=3)')
    maybe.press(0)
    maybe.says(0, "Done in")
    made = maybe.output(0).locator(".book-widget .widget-live")
    expect(made).to_be_visible()
    assert made.get_by_role("textbox").first.input_value() == "16"


def test_edit_error_and_reset(maybe: Opened) -> None:
    original = maybe.root(1).locator(".cm-content").inner_text()
    maybe.write(1, "def f(n):\n    return 1 / n\n\nprint('before')\nf(0)")
    maybe.press(1)
    maybe.says(1, "ZeroDivisionError in line 2")
    error = maybe.output(1).locator(".live-error").inner_text()
    assert "Cell 2, line 2, in f" in error
    assert "runner" not in error
    assert "pyodide" not in error
    expect(maybe.output(1).locator(".live-stdout")).to_have_text("before\n")
    maybe.press(1, "Reset")
    expect(maybe.root(1).locator(".live-output")).to_have_count(0)
    expect(maybe.root(1).locator(".cell_output")).to_be_visible()
    assert maybe.root(1).locator(".cm-content").inner_text() == original


def test_html_and_svg_of_a_cell_are_shown_and_harmless(maybe: Opened) -> None:
    svg = "<svg width='9' xmlns='http://www.w3.org/2000/svg' onload='hit()'><circle r='4'/></svg>"
    html = (
        "<table><tr><td onclick='hit()'>cell</td></tr></table><script>hit()</script>"
        "<style>body{display:none}</style><img src='http://other.example/x.png' onerror='hit()'>"
        "<a href='javascript:hit()'>link</a><p style='background:url(http://other.example)'>p</p>"
    )
    maybe.write(4, f"from IPython.display import HTML, SVG\ndisplay(SVG({svg!r}))\nHTML({html!r})")
    maybe.press(4)
    maybe.says(4, "Done in")
    shown = maybe.output(4)
    expect(shown.locator("svg circle")).to_have_count(1)
    expect(shown.locator("td")).to_have_text("cell")
    source = shown.inner_html()
    for bad in ("hit()", "<style", "<script", "other.example", "javascript:"):
        assert bad not in source, bad
    maybe.press(4, "Reset")
    # the browser tells of each handler that the policy kept from running while HTML was cleaned
    told = [error for error in maybe.traffic.errors if "inline event handler" in error]
    assert len(told) == len(maybe.traffic.errors)
    maybe.traffic.errors.clear()


def test_output_streams_a_loop_does_not_freeze_the_page_and_stop_ends_it(maybe: Opened) -> None:
    maybe.write(4, "print('first', flush=True)\nwhile True:\n    pass")
    maybe.press(4)
    expect(maybe.output(4)).to_contain_text("first")
    maybe.says(4, "Running")
    assert maybe.page.evaluate("1 + 1") == 2
    maybe.press(4, "Stop")
    maybe.says(4, "Stopped")
    maybe.press(4, "Reset")
    # the two cells had run: a new Python has to run the first again, and says so
    heard = maybe.page.evaluate_handle(
        """() => { const heard = [];
        const place = document.querySelector(".live-bar[data-cell='2'] .live-status");
        new MutationObserver(() => heard.push(place.textContent))
          .observe(place, { childList: true });
        return heard; }"""
    )
    maybe.press(2)
    maybe.says(2, "after cell 2")
    said = " ".join(heard.json_value())
    assert "Python is starting" in said
    assert "Python was started anew. Running cell 2 first" in said


def test_a_flood_of_text_is_cut(maybe: Opened) -> None:
    maybe.write(5, "for n in range(100_000):\n    print('line', n)")
    maybe.press(5)
    maybe.says(5, "Done in")
    text = maybe.output(5).inner_text()
    assert "the rest is not shown" in text
    assert len(text) < 250_000
    maybe.press(5, "Reset")


def test_a_package_from_elsewhere_is_asked_for_first(maybe: Opened) -> None:
    maybe.press(3)
    question = maybe.page.get_by_role("group", name="A question before this cell runs")
    expect(question).to_contain_text("matplotlib", timeout=STARTING)
    expect(question).to_contain_text("cdn.jsdelivr.net")
    question.get_by_role("button", name="Do not fetch").click()
    maybe.says(3, "nothing was fetched")
    assert maybe.traffic.outside == []


def test_all_by_keyboard(maybe: Opened) -> None:
    """Tab indents, Escape and Tab leave, Shift and Enter run; the focus is never lost."""
    page = maybe.page
    editor = maybe.root(1).locator(".cm-content")
    maybe.write(1, "6 * 7")
    editor.focus()
    page.keyboard.press("Home")
    page.keyboard.press("Tab")
    assert editor.inner_text().startswith("    6")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Enter")
    maybe.says(1, "Done in")
    expect(maybe.output(1).locator(".live-value")).to_have_text("42")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Run"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Reset"
    page.keyboard.press("Enter")
    expect(maybe.output(1)).to_have_count(0)
    assert editor.get_attribute("aria-label").startswith("Cell 2")
    assert maybe.bar(1).locator(".live-status").get_attribute("role") == "status"


def test_two_pages_at_once_are_apart_and_a_phone_is_wide_enough(
    maybe: Opened, context: BrowserContext, strict: str
) -> None:
    other = Opened(context, strict, "book/monads/exercises.html")
    other.page.set_viewport_size({"width": 320, "height": 640})
    other.press(0)
    other.says(0, "Done in")
    other.write(0, "mine = 1\nmine")
    other.press(0)
    expect(other.output(0).locator(".live-value")).to_have_text("1")
    maybe.write(1, "mine")
    maybe.press(1)
    maybe.says(1, "NameError")
    maybe.press(1, "Reset")
    wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert other.page.evaluate(wider) <= 0
    assert other.traffic.errors == []
    assert other.traffic.outside == []
    other.page.close()


def test_a_cell_for_torch_says_where_it_runs_and_loads_nothing(
    context: BrowserContext, strict: str
) -> None:
    opened = Opened(context, strict, "book/gumbel/miniature.html")
    bar = opened.page.locator(".live-bar[data-absent*=torch]").first
    bar.get_by_role("button", name="Run").click()
    expect(bar.locator(".live-status")).to_contain_text("torch")
    where = opened.page.locator(".live-where").first
    expect(where).to_contain_text("on a machine of your own")
    asked = [response.url for response in opened.traffic.responses]
    assert not [url for url in asked if "/live-code/" in url or "/pyodide/" in url]
    opened.page.close()


def test_from_disk_it_says_what_it_needs(browser: Browser, site: Path) -> None:
    page = browser.new_page()
    page.goto((site / MAYBE).as_uri())
    bar = page.locator(".live-bar[data-cell='1']")
    bar.get_by_role("button", name="Run").click()
    expect(bar.locator(".live-status")).to_contain_text("served over http")
    page.context.close()


def test_without_scripts_there_is_no_button(browser: Browser, strict: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"http://{strict}/{MAYBE}")
    assert page.locator(".live-bar button").count() == 0
    context.close()


def test_an_answer_is_checked_and_progress_is_kept_here(browser: Browser, strict: str) -> None:
    context = browser.new_context()
    opened = Opened(context, strict, "book/monads/exercises.html")
    bar = opened.page.locator(".live-bar[data-exercise='safe-head']")
    cell = int(bar.get_attribute("data-cell"))
    progress = opened.page.locator(".live-progress")
    expect(progress).to_contain_text("0 of 6")
    opened.press(cell, "Check my answer")
    opened.says(cell, "Not yet.")
    opened.says(cell, "head((5, 7)) is Just(5)")
    opened.write(cell, "head = lambda xs: Just(xs[0]) if xs else Nothing()\n"
                       "head_head = MAYBE.fish(head, head)")  # fmt: skip
    opened.press(cell, "Check my answer")
    opened.says(cell, "Right")
    expect(progress).to_contain_text("1 of 6")
    opened.page.reload()
    expect(progress).to_contain_text("1 of 6")
    progress.get_by_role("button", name="Forget it").click()
    expect(progress).to_contain_text("0 of 6")
    assert opened.traffic.outside == []
    assert opened.traffic.errors == []
    context.close()


def test_progress_works_where_the_browser_stores_nothing(browser: Browser, strict: str) -> None:
    context = browser.new_context()
    context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('off'); } })"
    )
    page = context.new_page()
    page.goto(f"http://{strict}/book/gf2/exercises.html")
    expect(page.locator(".live-progress")).to_contain_text("0 of 4")
    expect(page.locator(".live-bar[data-exercise] .live-check")).to_have_count(4)
    context.close()
