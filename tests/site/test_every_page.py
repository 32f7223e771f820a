"""Each page of the built site, loaded in Chromium with every other host out of reach.

A page is loaded once in light on a wide screen and once in dark on a phone; all that can be
asked of a loaded page is asked then, and everything found wrong is told at once.  On the dark
phone axe looks at a page of each kind; ``BOOK_WALK=all``, as in the workflow, lets it look at all.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from html import unescape
from itertools import pairwise
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from bookkit.browser import Traffic
from bookkit.contents import pages
from bookkit.node import node_package

ROOT = Path(__file__).resolve().parents[2]
OTHERS = ["search.html", "genindex.html", "404.html"]
ADDRESSES = ["index.html", *(f"{name}.html" for name in pages(ROOT)[1:]), *OTHERS]
LINK = re.compile(r'<a\b[^>]*\bhref="([^"]*)"')
MOST_BYTES = 300_000
SCREENS = {
    "wide, light": {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light"},
    "phone, dark": {"viewport": {"width": 320, "height": 640}, "color_scheme": "dark"},
}
PICTURED = ["index.html", "search.html", "404.html", *(a for a in ADDRESSES if "/index" in a)]
"""One page of each kind, of which pictures are kept where BOOK_PICTURES names a folder."""

RECORD = """
globalThis.__shift = 0;
globalThis.__violations = [];
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) __shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
document.addEventListener("securitypolicyviolation", (event) => {
  __violations.push(`${event.violatedDirective}: ${event.blockedURI}`);
});
"""
AXE = """
async ({ whole, contents }) => {
  const found = await axe.run(
    // A formula's drawing is hidden from readers (its MathML is read), and has the text's colour.
    { exclude: [[".katex-html"], ...(contents ? [] : [["#pst-primary-sidebar"]])] },
    {
      resultTypes: ["violations"],
      elementRef: false,
      // What colours and the screen's width can change; the rest is told on the wide screen.
      ...(whole ? {} : { runOnly: { type: "rule", values: [
        "color-contrast", "link-in-text-block", "scrollable-region-focusable", "target-size",
        "button-name", "link-name", "label", "aria-hidden-focus", "nested-interactive"] } }),
    },
  );
  return found.violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id}: ${node.target} ${node.html.slice(0, 120)}`));
}
"""
"""The contents at the side are alike on all pages: one page of each kind is asked for them."""
FACTS = """
() => ({
  lang: document.documentElement.lang,
  description: document.querySelector("meta[name=description]")?.content ?? "",
  policy: document.querySelector("meta[http-equiv=Content-Security-Policy]")?.content ?? "",
  inline: document.querySelectorAll(
    "script:not([src]):not([type='application/json']), [onclick], [onload]").length,
  headings: [...document.querySelectorAll("main :is(h1,h2,h3,h4,h5,h6)")]
    .map((heading) => Number(heading.tagName[1])),
  unnamed: [...document.querySelectorAll(
    "img:not([alt]), svg[role=img]:not([aria-label]), svg[role=img][aria-label=''], " +
    ".widget-static [role=img]:not([aria-label])")].map((one) => one.outerHTML.slice(0, 100)),
  unread: [...document.querySelectorAll(".katex")]
    .filter((one) => !one.querySelector("math")).length,
  broken: [...document.images].filter((i) => i.complete && !i.naturalWidth).map((i) => i.src),
  unsized: [...document.images].filter((i) => i.loading !== "lazy" && !i.width).map((i) => i.src),
  focusless: [...document.querySelectorAll("main pre, main div.math, main .figure-scroll")]
    .filter((area) => area.scrollWidth > area.clientWidth + 1 && area.tabIndex < 0 &&
      ["auto", "scroll"].includes(getComputedStyle(area).overflowX))
    .map((area) => area.textContent.slice(0, 60)),
})
"""
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def axe() -> str:
    return (node_package("axe-core") / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def screens(browser: Browser) -> Iterator[Callable[[str], BrowserContext]]:
    """One context a screen, kept for all pages, so that the site's styles are fetched once."""
    made: dict[str, BrowserContext] = {}

    def context(screen: str) -> BrowserContext:
        if screen not in made:
            made[screen] = browser.new_context(**SCREENS[screen], reduced_motion="reduce")
            made[screen].add_init_script(RECORD)
        return made[screen]

    yield context
    for opened in made.values():
        opened.close()


def in_order(levels: list[int]) -> bool:
    """Whether there is one first heading and no level is skipped on the way down."""
    steps = pairwise(levels)
    return levels.count(1) == 1 and levels[0] == 1 and all(b - a <= 1 for a, b in steps)


def keep_picture(page: Page, name: str, screen: str, width: int) -> None:
    folder = os.environ.get("BOOK_PICTURES")
    if not folder or name not in PICTURED:
        return
    file = f"{name.removesuffix('.html').replace('/', '-')}-{width}-{screen.split()[-1]}.png"
    Path(folder).mkdir(parents=True, exist_ok=True)
    page.screenshot(path=Path(folder) / file)


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("name", ADDRESSES)
def test_page_is_whole_and_open_to_every_reader(
    screens: Callable[[str], BrowserContext], axe: str, address: str, name: str, screen: str
) -> None:
    page = screens(screen).new_page()
    traffic = Traffic(host=urlsplit(address).netloc)
    traffic.watch(page)
    try:
        page.goto(address + name, wait_until="load")
        page.wait_for_timeout(50)
        facts = page.evaluate(FACTS)
        wrong: dict[str, object] = {
            "asked other hosts": traffic.outside,
            "violations of the policy": page.evaluate("__violations"),
            "pictures or figures without words": facts["unnamed"],
            "formulas without MathML": facts["unread"],
            "broken pictures": facts["broken"],
            "pictures without a size": facts["unsized"],
            "scripts in the page": facts["inline"],
            "scroll areas that the keyboard cannot reach": facts["focusless"],
            "moved while it loaded": page.evaluate("__shift") > 0.1,
            "headings out of order": [] if in_order(facts["headings"]) else facts["headings"],
            "no language": facts["lang"] != "en",
            "no description": len(facts["description"]) < 20,
            "no policy": "script-src 'self'" not in facts["policy"],
            "no title": not page.title(),
        }
        for width in (1280, 768, 320) if "wide" in screen or name in PICTURED else (320,):
            page.set_viewport_size({"width": width, "height": 800})
            wrong[f"scrolls sideways at {width}"] = max(0, page.evaluate(WIDER))
            keep_picture(page, name, screen, width)
        page.set_viewport_size(SCREENS[screen]["viewport"])
        if "wide" in screen or name in PICTURED or os.environ.get("BOOK_WALK") == "all":
            page.evaluate(axe)
            options = {"whole": "wide" in screen, "contents": name in PICTURED}
            wrong["axe"] = page.evaluate(AXE, options)
        wrong["missing"] = traffic.missing
        wrong["errors"] = traffic.errors
        assert {what: found for what, found in wrong.items() if found} == {}
    finally:
        page.close()


@pytest.mark.parametrize("name", ADDRESSES)
def test_first_load_is_light(browser: Browser, address: str, name: str) -> None:
    traffic = Traffic(host=urlsplit(address).netloc)
    page = browser.new_context().new_page()
    try:
        traffic.watch(page)
        page.goto(address + name, wait_until="networkidle")
        sizes = traffic.compressed_bytes()
        assert sum(sizes.values()) <= MOST_BYTES, sizes
    finally:
        page.context.close()


@pytest.mark.parametrize("name", ADDRESSES)
def test_links_inside_the_site_lead_somewhere(site: Path, name: str) -> None:
    found = LINK.findall((site / name).read_text(encoding="utf-8"))
    links = {urljoin(f"/{name}", unescape(link)) for link in found}
    own = {urlsplit(link).path for link in links if not urlsplit(link).netloc}
    lost = [path for path in own if path.startswith("/") and not _file_of(site, path).is_file()]
    assert len(own) > 1
    assert lost == []


def test_titles_and_descriptions_tell_pages_apart(site: Path) -> None:
    titles = [_between((site / a).read_text("utf-8"), "<title>", "</title>") for a in ADDRESSES]
    assert len(set(titles)) == len(titles)


def test_the_first_tab_skips_to_the_text(browser: Browser, address: str) -> None:
    page = browser.new_context().new_page()
    page.goto(f"{address}book/gf2/bits.html")
    page.keyboard.press("Tab")
    focused = "document.activeElement"
    assert page.evaluate(f"{focused}.getAttribute('href')") == "#main-content"
    box = page.locator("#pst-skip-link a").bounding_box()
    assert box is not None
    assert box["y"] >= 0
    page.keyboard.press("Tab")
    seen = f"getComputedStyle({focused}).outlineStyle + getComputedStyle({focused}).boxShadow"
    assert page.evaluate(seen) != "nonenone", "the focus cannot be seen"
    page.context.close()


def test_storage_that_is_forbidden_stops_nothing(browser: Browser, address: str) -> None:
    page = browser.new_context(color_scheme="dark").new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.add_init_script(
        "Object.defineProperty(Window.prototype, 'localStorage', { configurable: true, "
        "get() { throw new DOMException('off', 'SecurityError'); } });"
        "Object.defineProperty(window, 'localStorage', { configurable: true, "
        "get() { throw new DOMException('off', 'SecurityError'); } });"
    )
    page.goto(f"{address}book/gf2/bits.html")
    assert errors == []
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.context.close()


def test_a_printed_page_is_the_text_alone(browser: Browser, address: str) -> None:
    page = browser.new_context(viewport={"width": 720, "height": 1000}).new_page()
    page.goto(f"{address}book/gf2/bits.html")
    page.emulate_media(media="print")
    shown = "e => getComputedStyle(e).display !== 'none' && e.getClientRects().length > 0"
    for part in ("#pst-primary-sidebar", ".prev-next-footer", "#pst-back-to-top"):
        assert not page.locator(part).first.evaluate(shown), part
    assert page.locator("article h1").evaluate(shown)
    assert page.evaluate(WIDER) <= 0
    assert len(page.pdf(format="A4")) > 20_000
    page.context.close()


def _between(text: str, start: str, end: str) -> str:
    return text.split(start, 1)[1].split(end, 1)[0]


def _file_of(site: Path, path: str) -> Path:
    file = site / path.lstrip("/")
    return file / "index.html" if file.is_dir() else file
