"""The monads chapter's widgets on their pages: mouse, keyboard, touch, and Python's own answers."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from ideas.monads import currying_widget, law_lab, layers_widget, pipeline

pytestmark = pytest.mark.browser

WIDGETS = {
    "pipeline": ("book/monads/maybe.html", ".monads-pipeline"),
    "layers": ("book/monads/laws.html", ".monads-layers"),
    "law lab": ("book/monads/lawless.html", ".monads-law-lab"),
    "currying": ("book/monads/state.html", ".monads-currying"),
}


class Shown:
    """A widget on an open page."""

    def __init__(self, page: Page, root: Locator) -> None:
        self.page, self.root = page, root

    def press(self, name: str) -> None:
        self.root.get_by_role("button", name=name, exact=True).click()

    def settle(self) -> None:
        self.page.evaluate("new Promise(go => requestAnimationFrame(() => setTimeout(go)))")

    def text(self, selector: str) -> str:
        self.settle()
        return self.root.locator(selector).inner_text()


@pytest.fixture
def show(browser: Browser, address: str) -> Iterator[Any]:
    contexts = []
    errors: list[str] = []

    def opened(name: str, fragment: str = "", **options: Any) -> Shown:
        context = browser.new_context(**({"viewport": {"width": 1280, "height": 900}} | options))
        contexts.append(context)
        host = urlsplit(address).netloc
        context.route(
            lambda url: urlsplit(url).netloc != host,
            lambda route: (errors.append(route.request.url), route.abort()),
        )
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        path, selector = WIDGETS[name]
        page.goto(address + path + fragment)
        page.locator(selector).scroll_into_view_if_needed()
        return Shown(page, page.locator(selector))

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


@pytest.mark.parametrize("text", ["4", "0", "-4", "hey", "", "1e-400", "1_0", "٤"])
def test_the_pipeline_gives_python_s_answers(show: Any, text: str) -> None:
    shown = show("pipeline")
    shown.root.get_by_label("Text", exact=True).fill(text)
    shown.press("Run all")
    answers = pipeline.run(text)
    for i, said in enumerate(shown.root.locator(".mp-said").all()):
        if i and answers[i - 1] is None:
            expected = "not called"
        else:
            expected = "Nothing" if answers[i] is None else f"Just {answers[i]}"
        expect(said).to_have_text(expected)


def test_the_pipeline_steps_by_keyboard_and_says_what_ran(show: Any) -> None:
    shown = show("pipeline")
    field = shown.root.get_by_label("Text", exact=True)
    field.focus()
    shown.page.keyboard.press("Control+a")
    shown.page.keyboard.type("0")
    shown.page.keyboard.press("Tab")
    step = shown.root.get_by_role("button", name="Step", exact=True)
    step.focus()
    shown.page.keyboard.press("Enter")
    shown.page.keyboard.press("Enter")
    assert "reciprocal was called with 0.0 and gave Nothing" in shown.text(".mp-words")
    shown.page.keyboard.press("Enter")
    assert "safe_sqrt was not called" in shown.text(".mp-words")
    expect(shown.root.get_by_role("status")).to_contain_text("safe_sqrt was not called")
    shown.page.keyboard.press("Control+z")
    shown.settle()
    assert "safe_sqrt was not called" not in shown.text(".mp-words")


def _draw(shown: Shown, way: str) -> None:
    for button in ("map join" if way == "Inner" else "join", "join"):
        shown.press(f"{way} two first: {button}")
        shown.settle()


@pytest.mark.parametrize("value", layers_widget.EXAMPLES, ids=str)
def test_both_ways_of_flattening_show_python_s_result(show: Any, value: list[Any]) -> None:
    import json
    from urllib.parse import urlencode

    state = {"value": value, "inner": 2, "outer": 2}
    fields = urlencode({key: json.dumps(part) for key, part in state.items()})
    shown = show("layers", f"#widget=monads-layers&{fields}")
    ways = layers_widget.flattened(*value)
    shown.settle()
    places = shown.root.locator("section .ml-place")
    drawn = [places.nth(i).inner_text().split() for i in range(4)]
    assert drawn[1] == drawn[3]
    digits = [c for c in json.dumps(ways["result"]) if c.isdigit()]
    if value[0] in ("List", "Maybe"):
        assert [c for c in "".join(drawn[1]) if c.isdigit()] == digits
    assert "they are equal" in shown.text(".ml-verdict")


def test_the_layers_are_edited_by_mouse_and_flattened(show: Any) -> None:
    shown = show("layers")
    shown.root.get_by_label("Monad").select_option("Maybe")
    shown.settle()
    shown.root.get_by_role("button", name="digit 3, change it").click()
    _draw(shown, "Inner")
    _draw(shown, "Outer")
    assert "Just 4" in shown.text(".ml-verdict")
    shown.page.wait_for_timeout(500)  # what is quickly done is undone at once
    shown.root.get_by_role("button", name="layer 2: Just, make it Nothing").click()
    assert "Both ways give Nothing" in shown.text(".ml-verdict")
    shown.press("Undo")
    shown.settle()
    assert "Just 4" in shown.text(".ml-verdict")


def test_the_layers_keep_the_focus_while_they_are_edited_by_keyboard(show: Any) -> None:
    shown = show("layers")
    shown.root.get_by_role("button", name="digit 1, change it").focus()
    for _ in range(3):
        shown.page.keyboard.press("Enter")
    focused = shown.page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert focused == "digit 4, change it"


def test_the_law_lab_shows_a_counterexample_and_the_law_beside_it(show: Any) -> None:
    shown = show("law lab")
    assert "counting bind breaks this law" in shown.text(".ll-verdict")
    shown.root.get_by_label("Monad").select_option("naive ListT")
    shown.root.get_by_label("Law").select_option("associativity")
    found = law_lab._said(
        law_lab.lawless.ALL["naive ListT"],
        next(law for law in law_lab.laws.LAWS if law.name == "associativity"),
        law_lab.LAWLESS_CASES,
    )
    assert isinstance(found, dict)
    example = shown.text(".ll-example")
    for name, value in (*found["with"], *found["left"], *found["right"]):
        assert f"{name} = {value}" in example
    shown.root.get_by_label("Monad").select_option("Maybe")
    assert "Maybe passes" in shown.text(".ll-verdict")


def test_a_writer_of_your_own_is_judged_as_python_judges_it(show: Any) -> None:
    shown = show("law lab")
    shown.root.get_by_label("Monad").select_option(law_lab.OWN)
    table = 0b0110
    for bit in (0, 3, 1):
        table ^= 1 << bit
        shown.root.locator(".ll-own td button").nth(bit).click()
        for law, failed in law_lab.own(0, table).items():
            shown.root.get_by_label("Law").select_option(law)
            verdict = shown.text(".ll-verdict")
            assert ("passes" in verdict) == (failed < 0), (table, law)


def test_the_arrows_of_currying_walk_to_python_s_bind(show: Any) -> None:
    shown = show("currying")
    size, m, f = currying_widget.FIRST
    shown.root.locator("[aria-label=m] button").first.click()
    changed = [(m[0] + 1) % 4, m[1]]
    pairs = ["(a, 0)", "(a, 1)", "(b, 0)", "(b, 1)"]
    bound = currying_widget.bound(size, changed, f)
    text = ", ".join(f"{s} ↦ {pairs[code]}" for s, code in enumerate(bound))
    expect(shown.root.get_by_text(f"m >>= f = {{ {text} }}")).to_be_visible()
    shown.root.get_by_label("f", exact=True).first.wait_for()
    shown.root.locator("select").nth(1).select_option("curried")
    assert "f(b) is a table" in shown.text(".mc-walk")
    shown.press("1")
    assert "From state 1" in shown.text(".mc-walk")
    shown.press("Undo")
    assert "From state 0" in shown.text(".mc-walk")


@pytest.mark.parametrize("name", WIDGETS)
def test_a_phone_can_touch_it_and_nothing_overflows(show: Any, name: str) -> None:
    shown = show(name, viewport={"width": 320, "height": 700}, has_touch=True, color_scheme="dark")
    overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert shown.page.evaluate(overflow) <= 0
    boxes = shown.root.locator("button:visible, select:visible, input:visible").evaluate_all(
        "all => all.map(e => { const b = e.getBoundingClientRect(); return [b.width, b.height]; })"
    )
    assert min(map(min, boxes)) >= 24
    if name == "pipeline":
        shown.root.get_by_role("button", name="hey", exact=True).tap()
        shown.root.get_by_role("button", name="Step", exact=True).tap()
        assert "gave Nothing" in shown.text(".mp-words")
    if name == "currying":
        shown.root.get_by_role("button", name="1", exact=True).tap()
        assert "From state 1" in shown.text(".mc-walk")


@pytest.mark.parametrize("name", WIDGETS)
def test_its_state_is_shared_in_the_address(show: Any, name: str) -> None:
    shown = show(name)
    act = {
        "pipeline": lambda: shown.press("Back"),
        "layers": lambda: shown.press("Inner two first: join"),
        "law lab": lambda: shown.root.get_by_label("Monad").select_option("State"),
        "currying": lambda: shown.press("1"),
    }[name]
    act()
    shown.page.wait_for_url("**#widget=monads-**")
    before = shown.root.inner_text()
    again = show(name, "#" + shown.page.url.split("#")[1])
    again.settle()
    assert again.root.inner_text().split("Undo")[0] == before.split("Undo")[0]
    assert again.page.locator(".widget-note").count() == 0


def test_a_change_is_drawn_within_a_frame(show: Any) -> None:
    shown = show("currying")
    took = shown.page.evaluate(
        """async () => {
          const frame = () => new Promise(requestAnimationFrame);
          const button = document.querySelector(".monads-currying [aria-label=m] button");
          const times = [];
          for (let i = 0; i < 30; i++) {
            await frame();
            const started = performance.now();
            button.click();
            await frame();
            times.push(performance.now() - started);
          }
          return times;
        }"""
    )
    assert statistics.median(took) < 50
