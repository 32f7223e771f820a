"""Widgets on a page without a kernel: from a server, from disk, and under a strict policy."""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from bookkit.build import build_book
from bookkit.extension.widgets import MIME_TYPE as SITE_TYPE
from ideas.widgets import MIME_TYPE

HEADER = """\
---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  display_name: Python 3
  language: python
  name: python3
---
"""
CONFIG = """\
title: A small book
execute: {execute_notebooks: cache, timeout: 60, stderr_output: remove-warn}
exclude_patterns: [code]
sphinx:
  extra_extensions: [bookkit.extension]
  recursive_update: true
  config: {language: en, nb_ipywidgets_js: {}}
"""
COUNTER = """\
import { element, setText } from "../widget-kit.js";

export default {
  shared: ["count"],
  check(state) {
    if (state.count > 99) throw new Error("too many");
    return state;
  },
  render({ model, el }) {
    const shown = element("output", {}, String(model.get("count")));
    const more = element("button", { onclick: () => {
      model.set("count", model.get("count") + 1);
      model.save_changes();
    } }, "one more");
    model.on("change:count", () => setText(shown, String(model.get("count"))));
    el.append(element("p", { class: "label" }, model.get("label")), more, shown);
  },
};
"""
LABEL = "<img src=x onerror=alert(1)>"
STATE = {"count": 3, "label": LABEL}
OUTPUT = {
    "name": "small-counter",
    "module": "ideas/small/counter.js",
    "state": STATE,
    "alt": "A counter at 3.",
    "picture": '<svg viewBox="0 0 10 10" width="10"><circle r="3" cx="5" cy="5"/></svg>',
}
PAGE = f"""{HEADER}
# A page

```{{code-cell}} ipython3
from IPython.display import display
display({{{MIME_TYPE!r}: {OUTPUT!r}, "text/plain": "A counter at 3."}}, raw=True)
```

```{{code-cell}} ipython3
import ipywidgets
ipywidgets.VBox([ipywidgets.IntSlider(value=7, description="speed"),
                 ipywidgets.Text(value="<b>bold</b>", description="name")])
```
"""
pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def small_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    book = tmp_path_factory.mktemp("small")
    kit = Path(__file__).resolve().parents[2] / "code" / "ideas" / "widget-kit.js"
    files = {
        "_config.yml": CONFIG,
        "_toc.yml": "format: jb-book\nroot: book/index\nchapters:\n  - file: book/page\n",
        "book/index.md": "# Front\n\nHello.\n",
        "book/page.md": PAGE,
        "code/ideas/small/counter.js": COUNTER,
        "code/ideas/small/counter.css": ".label { font-weight: bold; }\n",
        "code/ideas/widget-kit.js": kit.read_text(encoding="utf-8"),
    }
    for name, text in files.items():
        (book / name).parent.mkdir(parents=True, exist_ok=True)
        (book / name).write_text(text, encoding="utf-8")
    return build_book(book)


class StrictHandler(SimpleHTTPRequestHandler):
    """Serve files under a policy that allows scripts from the site's own files only."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", "default-src 'self'; script-src 'self'; "
                         "style-src 'self' 'unsafe-inline'; img-src 'self' data:")  # fmt: skip
        super().end_headers()

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def strict_address(small_site: Path) -> Iterator[str]:
    handler = functools.partial(StrictHandler, directory=str(small_site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(params=["from disk", "under a strict policy"])
def page(request, browser: Browser, small_site: Path, strict_address: str) -> Iterator[Page]:
    base = small_site.as_uri() + "/" if request.param == "from disk" else strict_address
    context = browser.new_context()
    opened = context.new_page()
    opened.errors = []
    opened.on("pageerror", lambda error: opened.errors.append(str(error)))
    opened.on("console", lambda m: opened.errors.append(m.text) if m.type == "error" else None)
    opened.base = f"{base}book/page.html"
    yield opened
    assert opened.errors == []
    context.close()


def test_the_site_and_the_widgets_agree_on_the_type() -> None:
    assert MIME_TYPE == SITE_TYPE


def test_widget_is_alive_without_a_kernel(page: Page) -> None:
    page.goto(page.base)
    place = page.locator(".book-widget")
    assert place.locator("output").inner_text() == "3"
    place.get_by_role("button").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert place.locator("output").inner_text() == "5"
    assert page.locator(".widget-static").count() == 0


def test_text_of_a_trait_is_never_html(page: Page) -> None:
    page.goto(page.base)
    assert page.locator(".book-widget .label").inner_text() == LABEL
    assert page.locator(".book-widget img").count() == 0


def test_state_is_shared_in_the_address(page: Page) -> None:
    page.goto(page.base)
    page.locator(".book-widget").get_by_role("button").click()
    page.wait_for_url("**#widget=small-counter&**")
    shared = page.url
    assert "label" not in shared
    page.goto("about:blank")
    page.goto(shared)
    assert page.locator(".book-widget output").inner_text() == "4"
    assert page.locator(".widget-note").count() == 0


def test_a_shared_address_opens_on_a_page_that_is_there_already(
    page: Page, wait_until: Callable[..., None]
) -> None:
    page.goto(page.base)
    page.evaluate("location.hash = '#widget=small-counter&count=42'")
    wait_until(page, "document.querySelector('.book-widget output').textContent === '42'")
    page.evaluate("location.hash = '#widget=small-counter&count=100'")
    page.wait_for_selector(".widget-note")
    assert page.locator(".book-widget output").inner_text() == "42"


@pytest.mark.parametrize(
    "address",
    [
        "#widget=small-counter&count=100",
        "#widget=small-counter&count=many",
        "#widget=small-counter&count=%22many%22",
        "#widget=small-counter&colour=1",
        "#widget=small-counter&label=%22forged%22",
    ],
)
def test_a_broken_address_starts_anew_and_says_so(page: Page, address: str) -> None:
    page.goto(page.base + address)
    assert page.locator(".book-widget output").inner_text() == "3"
    assert "starts anew" in page.locator(".widget-note").inner_text()


def test_without_scripts_a_picture_with_words_stands_there(
    browser: Browser, strict_address: str
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{strict_address}book/page.html")
    picture = page.locator(".widget-static [role=img]")
    assert picture.get_attribute("aria-label") == "A counter at 3."
    assert picture.locator("svg").count() == 1
    context.close()


def test_an_ordinary_ipywidget_is_shown_at_rest(page: Page) -> None:
    page.goto(page.base)
    still = page.locator(".still-widget")
    words = still.inner_text()
    assert "speed" in words
    assert "7" in words
    assert "<b>bold</b>" in words
    assert "running kernel" in words
    assert still.locator("input").count() == 0


def test_no_widget_manager_and_no_state_block_is_on_the_page(small_site: Path) -> None:
    text = (small_site / "book" / "page.html").read_text(encoding="utf-8")
    assert "require.js" not in text
    assert "widget-state+json" not in text


def test_a_change_in_a_script_reaches_the_site_when_no_page_changed(small_site: Path) -> None:
    script = small_site.parents[1] / "code" / "ideas" / "small" / "counter.js"
    before = script.read_text(encoding="utf-8")
    try:
        script.write_text(before.replace("one more", "another one"), encoding="utf-8")
        build_book(small_site.parents[1])
        bundle = small_site / "_static" / "widgets" / "small-counter.js"
        assert "another one" in bundle.read_text(encoding="utf-8")
    finally:
        script.write_text(before, encoding="utf-8")
        build_book(small_site.parents[1])


def test_other_pages_load_no_widget_script(small_site: Path) -> None:
    assert "widget-host" not in (small_site / "index.html").read_text(encoding="utf-8")
