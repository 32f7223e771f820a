"""The GF(2) playground on its page: mouse, keyboard and touch, and what it shows against Python."""

from __future__ import annotations

import shutil
import statistics
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from bookkit.browser import Traffic
from ideas.gf2 import AffineMap, BitMatrix, Playground, named, reference
from ideas.gf2.playground import repack

pytestmark = pytest.mark.browser

PAGE = "book/gf2/index.html"
DOCUMENT = 0x4182050A142850A0
NUMBERS = {
    "qword": "The number with y0 on top, x7 on the left",
    "msb": "The number with y7 on top, x7 on the left",
    "lsb": "The number with y0 on top, x0 on the left",
}


class Play:
    """The playground on an open page, read and used as a reader would."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.root = page.locator(".gf2-playground")

    def cell(self, i: int, j: int) -> Locator:
        return self.root.get_by_label(f"A, row y{i}, column x{j}", exact=True)

    def bit(self, name: str) -> Locator:
        return self.root.locator("button.bit").and_(self.root.get_by_label(name, exact=True))

    def field(self, name: str) -> Locator:
        return self.root.get_by_label(name, exact=True)

    def press(self, name: str) -> None:
        self.root.get_by_role("button", name=name, exact=True).click()

    def choose(self, preset: str) -> None:
        self.root.get_by_label("Preset", exact=True).select_option(label=preset)

    def centre(self) -> None:
        """Bring the whole grid into view, for a pointer can only reach what is seen."""
        self.root.locator(".board").evaluate("b => b.scrollIntoView({ block: 'center' })")

    def open(self) -> None:
        self.root.locator("details").evaluate_all("all => all.forEach(d => (d.open = true))")

    def settle(self) -> None:
        self.page.evaluate("new Promise(go => requestAnimationFrame(() => setTimeout(go)))")

    def number(self) -> int:
        self.settle()
        return int(self.field(NUMBERS["qword"]).input_value(), 16)

    def byte(self, name: str) -> int:
        self.settle()
        return int(self.field(f"{name} in hexadecimal").input_value(), 16)

    def y(self) -> int:
        self.settle()
        return int(self.root.locator(".byte.y .hex").inner_text(), 16)

    def fact(self, name: str) -> str:
        self.settle()
        return self.root.locator(f"[data-fact='{name}']").inner_text()

    def matches(self) -> AffineMap:
        """Hold every part of the picture to Python, and return the map."""
        f = AffineMap.from_qword(self.number(), self.byte("b"))
        x = self.byte("x")
        assert self.y() == f(x) == reference.affine_byte(x, self.number(), f.constant)
        for layout, name in NUMBERS.items():
            assert int(self.field(name).input_value(), 16) == repack(self.number(), layout)
        pressed = dict(
            self.root.locator("button.bit").evaluate_all(
                "all => all.map(b => [b.ariaLabel, Number(b.ariaPressed === 'true')])"
            )
        )
        expected = {f"x{j}": x >> j & 1 for j in range(8)}
        expected |= {f"b{i}": f.constant >> i & 1 for i in range(8)}
        expected |= {
            f"A, row y{i}, column x{j}": f.matrix[i, j] for i in range(8) for j in range(8)
        }
        assert pressed == expected
        equations = self.root.locator(".equation").all_inner_texts()
        assert sorted(equations, reverse=True) == f.equations().split("\n")
        ends = self.root.locator(".at-y").evaluate_all("all => all.map(o => o.ariaLabel)")
        assert sorted(ends) == [f"y{i} is {f(x) >> i & 1}" for i in range(8)]
        assert self.fact("rank") == f"{f.matrix.rank()} of 8"
        assert self.fact("determinant") == str(f.matrix.determinant())
        assert self.fact("fixed points") == f"{f.fixed_points().count} of 256"
        dots = self.root.locator("path.dots").get_attribute("d")
        assert dots == "".join(f"M{u} {255 - v}h0" for u, v in enumerate(f.table()))
        return f


@pytest.fixture
def show(browser: Browser, address: str) -> Iterator[Callable[..., Play]]:
    """Open the page with the playground; every other host is out of reach."""
    contexts, traffics = [], []

    def start(hash_: str = "", script: str = "", **options: object) -> Play:
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}} | options)
        contexts.append(context)
        page = context.new_page()
        traffics.append(Traffic(host=urlsplit(address).netloc))
        traffics[-1].watch(page)
        if script:
            page.add_init_script(script)
        page.goto(address + PAGE + hash_, wait_until="load")
        play = Play(page)
        play.root.wait_for()
        return play

    yield start
    for context in contexts:
        context.close()
    for traffic in traffics:
        assert (traffic.outside, traffic.errors, traffic.missing) == ([], [], [])


@pytest.fixture
def play(show: Callable[..., Play]) -> Play:
    return show()


def middle(cell: Locator) -> tuple[float, float]:
    box = cell.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# ---- mouse


def test_it_starts_as_the_cell_says(play: Play) -> None:
    assert play.matches() == AffineMap.from_qword(DOCUMENT)
    assert play.byte("x") == 0x53


def test_a_click_changes_one_bit(play: Play) -> None:
    play.cell(3, 7).click()
    assert play.matches().matrix[3, 7] == 1
    play.bit("b0").click()
    play.bit("x7").click()
    f = play.matches()
    assert f.constant == 1
    assert play.byte("x") == 0xD3
    play.cell(3, 7).click()
    assert play.matches().matrix == BitMatrix.from_qword(DOCUMENT)


def test_a_drag_paints_without_gaps_and_is_undone_at_once(play: Play) -> None:
    play.centre()
    mouse = play.page.mouse
    mouse.move(*middle(play.cell(2, 7)))
    mouse.down()  # the cell is 0, so the drag paints ones
    mouse.move(*middle(play.cell(2, 0)))
    play.page.wait_for_timeout(500)  # a pause does not split it
    mouse.move(*middle(play.cell(7, 0)))
    mouse.move(*middle(play.bit("b7")))  # outside A nothing is painted
    mouse.up()
    f = play.matches()
    assert f.matrix.rows[2] == 0xFF
    assert f.matrix.column(0) & 0b11111100 == 0b11111100
    assert f.constant == 0
    play.press("Undo")
    assert play.matches() == AffineMap.from_qword(DOCUMENT)
    play.press("Redo")
    assert play.matches() == f


def test_a_drag_that_starts_on_a_one_erases(play: Play) -> None:
    play.choose("parity to all bits")
    play.centre()
    mouse = play.page.mouse
    mouse.move(*middle(play.cell(0, 0)))
    mouse.down()
    mouse.move(*middle(play.cell(7, 7)))
    mouse.up()
    everywhere = named.get("parity to all bits").matrix
    assert play.matches().matrix == everywhere + BitMatrix.identity()


def test_the_row_under_the_pointer_shows_its_path(play: Play) -> None:
    play.choose("AES affine")
    play.cell(5, 2).hover()
    play.settle()
    f = play.matches()
    x, row = play.byte("x"), f.matrix.rows[5]
    words = " ".join(play.root.locator(".path").inner_text().split())
    picked = " ⊕".join(f"x{j} {x >> j & 1}" for j in reversed(range(8)) if row >> j & 1)
    parity = (row & x).bit_count() & 1
    assert words.startswith("Row y5 selects")
    assert picked.replace(" ", "") in words.replace(" ", "")
    assert f"{row:08b} AND {x:08b} leaves {row & x:08b}" in words
    assert f"XOR{parity}⊕b51=y5{f(x) >> 5 & 1}" in words.replace(" ", "")


def test_dragging_over_the_map_moves_x(play: Play) -> None:
    plot = play.root.locator("svg.plot")
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    assert box is not None
    at = lambda x: (box["x"] + (x + 12) / 280 * box["width"], box["y"] + 60)  # noqa: E731
    play.page.mouse.move(*at(0))
    play.page.mouse.down()
    play.page.mouse.move(*at(200))
    play.page.mouse.up()
    assert abs(play.byte("x") - 200) <= 1
    play.matches()
    assert "64 different outputs, each from 4 inputs" in (plot.get_attribute("aria-label") or "")


# ---- keyboard


def test_the_grid_is_one_stop_and_arrows_walk_in_it(play: Play) -> None:
    assert play.root.locator("button.bit[tabindex='0']").count() == 1
    play.cell(0, 7).focus()
    keyboard = play.page.keyboard
    focused = lambda: play.page.evaluate("document.activeElement.ariaLabel")  # noqa: E731
    for key, label in {
        "ArrowUp": "x7", "ArrowLeft": "x7", "ArrowRight": "x6", "End": "x0",
        "ArrowDown": "A, row y0, column x0", "Control+End": "A, row y7, column x0",
    }.items():  # fmt: skip
        keyboard.press(key)
        assert focused() == label
    for key, label in {
        "ArrowRight": "b7", "ArrowUp": "b6", "Home": "A, row y6, column x7",
        "Control+Home": "A, row y0, column x7",
    }.items():  # fmt: skip
        keyboard.press(key)
        assert focused() == label
    assert play.root.locator("button.bit[tabindex='0']").count() == 1
    keyboard.press("Tab")
    assert "A, row" not in focused()


def test_space_changes_a_bit_and_digits_set_it(play: Play) -> None:
    keyboard = play.page.keyboard
    play.cell(0, 7).focus()
    keyboard.press("Space")
    assert play.matches().matrix[0, 7] == 1
    keyboard.press("1")
    assert play.matches().matrix[0, 7] == 1
    keyboard.press("0")
    assert play.matches().matrix[0, 7] == 0
    keyboard.press("Enter")
    keyboard.press("Control+z")
    assert play.matches() == AffineMap.from_qword(DOCUMENT)
    keyboard.press("Control+Shift+z")
    assert play.matches().matrix[0, 7] == 1


def test_every_step_is_undone_and_reset_goes_to_the_start(play: Play) -> None:
    keyboard = play.page.keyboard
    play.cell(7, 7).focus()
    for _ in range(3):  # quick steps stay apart
        keyboard.press("Space")
        keyboard.press("ArrowRight")
    after = play.matches()
    for _ in range(3):
        keyboard.press("Control+z")
    assert play.matches() == AffineMap.from_qword(DOCUMENT)
    assert play.root.get_by_role("button", name="Undo").get_attribute("aria-disabled") == "true"
    for _ in range(3):
        keyboard.press("Control+y")
    assert play.matches() == after
    play.press("Reset")
    assert play.matches() == AffineMap.from_qword(DOCUMENT)
    play.press("Undo")
    assert play.matches() == after


def test_a_slider_moves_by_arrows_and_each_press_is_a_step(play: Play) -> None:
    play.field("x on a slider").focus()
    play.page.keyboard.press("ArrowRight")
    play.page.keyboard.press("ArrowRight")
    assert play.byte("x") == 0x55
    play.matches()
    play.press("Undo")
    assert play.byte("x") == 0x54


def test_a_change_is_spoken(play: Play) -> None:
    play.cell(0, 7).focus()
    play.page.keyboard.press("Space")
    f = play.matches()
    spoken = play.root.get_by_role("status")
    value = f(0x53)
    expect(spoken).to_have_text(f"y is {value:02X}. y0 = x7 xor x6 xor x0, which is {value & 1}.")


# ---- touch


@pytest.mark.parametrize("width", [390, 320])
def test_a_finger_paints_and_the_page_stays(show: Callable[..., Play], width: int) -> None:
    play = show(viewport={"width": width, "height": 700}, has_touch=True, is_mobile=True)
    page = play.page
    play.centre()
    scroll = page.evaluate("scrollY")
    send = page.context.new_cdp_session(page).send
    spots = [middle(play.cell(i, 5)) for i in range(8)]
    first = play.matches().matrix[0, 5]
    at = lambda spot: [{"x": spot[0], "y": spot[1]}]  # noqa: E731
    send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": at(spots[0])})
    for spot in spots[1:]:
        send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": at(spot)})
    send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert play.matches().matrix.column(5) == (0 if first else 0xFF)
    assert page.evaluate("scrollY") == scroll
    play.cell(7, 7).tap()
    assert play.matches().matrix[7, 7] == 0
    play.bit("x0").tap()
    assert play.byte("x") == 0x52
    play.press("Undo")
    play.press("Undo")
    play.press("Undo")
    assert play.matches() == AffineMap.from_qword(DOCUMENT)


@pytest.mark.parametrize("width", [320, 390, 768, 1280])
def test_nothing_scrolls_sideways_and_targets_are_large(
    show: Callable[..., Play], width: int
) -> None:
    play = show(viewport={"width": width, "height": 700})
    play.open()
    play.choose("parity to all bits")
    play.field(NUMBERS["lsb"]).fill("not a number at all")
    play.settle()
    wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert play.page.evaluate(wider) <= 0
    small = play.root.locator("button, select, summary, input").evaluate_all(
        "all => all.map(e => [e.ariaLabel ?? e.textContent, e.getBoundingClientRect()])"
        ".filter(([, box]) => Math.min(box.width, box.height) < 24).map(([name]) => name)"
        ".filter((name) => name !== '')"
    )
    assert small == []
    out = play.root.evaluate(
        "root => [...root.querySelectorAll('*')].filter(e => !e.closest('pre, svg, .widget-spoken')"
        " && e.getBoundingClientRect().right > root.getBoundingClientRect().right + 1)"
        ".map(e => e.className)"
    )
    assert out == []


# ---- numbers


@pytest.mark.parametrize(
    "text", ["0x8001020408102040", "80 01 02 04 08 10 20 40", "0x8001_0204_0810_2040ULL"]
)
def test_a_qword_is_pasted_in_any_usual_form(play: Play, text: str) -> None:
    field = play.field(NUMBERS["qword"])
    field.fill(text)
    assert field.input_value() == text  # what was typed stands while it has the focus
    field.press("Enter")
    assert field.input_value() == "0x8001020408102040"
    assert play.matches().matrix == named.get("rol1").matrix


@pytest.mark.parametrize("layout", NUMBERS)
def test_each_layout_can_be_typed_and_drawn(play: Play, layout: str) -> None:
    A = BitMatrix.random(11)
    play.root.locator(f"input[type=radio][value={layout}]").check()
    play.field(NUMBERS[layout]).fill(f"{repack(A.to_qword(), layout):016x}")
    assert play.matches().matrix == A
    spelled = play.root.locator("button.bit.a").evaluate_all(
        "all => all.map(b => Number(b.ariaPressed === 'true')).join('')"
    )
    assert int(spelled, 2) == repack(A.to_qword(), layout)
    names = play.root.locator(".board .head.top").all_inner_texts()
    assert names == [f"x{j}" for j in (range(8) if layout == "lsb" else range(7, -1, -1))]
    rows = play.root.locator(".line[data-active] .side").evaluate_all(
        "all => all.map(e => e.textContent)"
    )
    assert rows == [f"y{i}" for i in (range(7, -1, -1) if layout == "msb" else range(8))]


@pytest.mark.parametrize(
    ("name", "bad", "message"),
    [
        (NUMBERS["qword"], "0x41820G", "“G” is not a hexadecimal digit"),
        (NUMBERS["msb"], "12345678 12345678 1", "17 digits are more than 64 bits"),
        (NUMBERS["lsb"], "", "There is no number"),
        ("x in hexadecimal", "1FF", "“1FF” is not a byte in hexadecimal, 00 to FF."),
        ("b in decimal", "256", "“256” is not a whole number from 0 to 255."),
    ],
)
def test_bad_text_is_kept_explained_and_harmless(
    play: Play, name: str, bad: str, message: str
) -> None:
    before = play.matches()
    field = play.field(name)
    first = field.input_value()
    field.fill(bad)
    play.settle()
    assert field.get_attribute("aria-invalid") == "true"
    note = play.page.locator(f"#{field.get_attribute('aria-describedby')}")
    assert message in note.inner_text()
    assert note.is_visible()
    expect(play.root.get_by_role("status")).to_contain_text(message)
    play.bit("x7").click()  # working on elsewhere does not lose the text
    play.settle()
    assert field.input_value() == bad
    play.bit("x7").click()
    field.press("Escape")
    assert field.input_value() == first
    assert not note.is_visible()
    assert play.matches() == before


def test_bytes_are_typed_in_hexadecimal_and_decimal(play: Play) -> None:
    play.field("x in hexadecimal").fill("0xB4")
    play.field("b in decimal").fill("99")
    assert play.matches().constant == 99
    assert play.byte("x") == 0xB4
    assert play.y() == 0x66 ^ 99
    assert play.root.locator(".byte.y .decimal").inner_text() == str(0x66 ^ 99)
    assert play.root.locator(".byte.y .bits").inner_text().replace(" ", "") == f"{0x66 ^ 99:08b}"


def test_the_typing_of_one_number_is_one_step(play: Play) -> None:
    field = play.field(NUMBERS["qword"])
    field.fill("")
    field.press_sequentially("8040201008040201", delay=1)
    assert play.matches().matrix == named.get("bit reverse").matrix
    play.press("Undo")
    assert play.matches() == AffineMap.from_qword(DOCUMENT)


# ---- algebra


def test_every_preset_and_what_is_made_of_it(play: Play) -> None:
    invert = play.root.get_by_role("button", name="Inverse")
    for name, entry in named.CATALOGUE.items():
        f, A = entry.map, entry.matrix
        play.choose(name)
        assert play.matches() == f
        assert entry.meaning in play.root.locator(".meaning").inner_text()
        kernel = repr(A.kernel()).removeprefix("AffineSubspace ").removeprefix("of ")
        assert play.fact("kernel") == kernel
        if f.is_invertible():
            both = f"{A.order()} for A, {f.order()} with b"
            assert play.fact("order") == (both if f.constant else str(A.order()))
            invert.click()
            assert play.matches() == f.inverse()
        else:
            assert play.fact("order").startswith("none: A is singular")
            assert invert.get_attribute("aria-disabled") == "true"
            reason = play.page.locator(f"#{invert.get_attribute('aria-describedby')}")
            assert f"{A.kernel().count} inputs share each output" in reason.inner_text()
            invert.click(force=True)
            assert play.number() == entry.qword
        play.choose(name)
        play.press("Square")
        assert AffineMap.from_qword(play.number(), play.byte("b")) == f @ f
        play.choose(name)
        play.press("Transpose")
        assert AffineMap.from_qword(play.number(), play.byte("b")) == AffineMap(A.T, f.constant)


@pytest.mark.parametrize("which", ["First A, then M", "First M, then A"])
def test_a_second_matrix_joins_in_the_order_that_the_words_say(play: Play, which: str) -> None:
    M = named.get("Gray decode").matrix
    play.open()
    play.choose("AES affine")
    play.root.get_by_label("Preset for M").select_option(label="Gray decode")
    play.settle()
    assert play.field("M, as the instruction takes it").input_value() == f"0x{M.to_qword():016X}"
    f, g = named.get("AES affine").map, AffineMap(M)
    play.press(which)
    joined = play.matches()
    assert joined == (g @ f if which == "First A, then M" else f @ g)
    for x in range(256):
        assert joined(x) == (M @ f(x) if which == "First A, then M" else f(M @ x))
    play.press("Swap A and M")
    assert play.matches().matrix == M


# ---- lines to paste


def lines(play: Play, language: str) -> str:
    play.settle()
    return play.root.locator(f"code[data-language={language}]").inner_text()


def test_the_python_lines_do_what_the_playground_shows(play: Play) -> None:
    play.open()
    play.choose("AES affine")
    scope: dict[str, object] = {"x": play.byte("x")}
    exec(lines(play, "Python"), scope)
    assert scope["y"] == play.y()
    assert scope["f"] == named.get("AES affine").map


def test_the_c_and_assembly_lines_hold_the_instruction(play: Play, tmp_path: Path) -> None:
    compiler = shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        pytest.skip("there is no C compiler here")
    target = subprocess.run([compiler, "-dumpmachine"], capture_output=True, text=True)
    if not target.stdout.startswith("x86_64"):
        pytest.skip("the C compiler here is not for x86-64")
    play.open()
    play.choose("AES affine")
    instruction = "gf2p8affineqb"
    (tmp_path / "lines.c").write_text(lines(play, "C"))
    (tmp_path / "lines.s").write_text(f".intel_syntax noprefix\n{lines(play, 'Assembly')}\nret\n")
    options = ["-O2", "-mgfni", "-Wall", "-Wextra", "-Werror"]
    made = subprocess.run(
        [compiler, *options, "-S", "-o", "-", "lines.c"],
        cwd=tmp_path, capture_output=True, text=True,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    assert instruction in made.stdout
    made = subprocess.run(
        [compiler, "-c", "-o", "lines.o", "lines.s"], cwd=tmp_path, capture_output=True, text=True
    )
    assert made.returncode == 0, made.stderr
    assert b"\x0f\x3a\xce" in (tmp_path / "lines.o").read_bytes()  # the opcode in Intel's manual
    cpu = Path("/proc/cpuinfo")
    if cpu.exists() and "gfni" in cpu.read_text():
        assert _run_c(compiler, tmp_path, lines(play, "C")) == bytes(
            named.get("AES affine").map.table()
        )


def _run_c(compiler: str, folder: Path, affine: str) -> bytes:
    """All 256 images, computed by the pasted C."""
    (folder / "run.c").write_text(
        f"#include <stdio.h>\n{affine}\n"
        "int main(void) { for (int x = 0; x < 256; x++) "
        "putchar(_mm_cvtsi128_si32(affine(_mm_set1_epi8((char)x))) & 255); return 0; }\n"
    )
    subprocess.run([compiler, "-O2", "-mgfni", "-o", "run", "run.c"], cwd=folder, check=True)
    return subprocess.run([folder / "run"], capture_output=True, check=True).stdout


def test_a_button_copies_the_lines(show: Callable[..., Play]) -> None:
    play = show(permissions=["clipboard-read", "clipboard-write"])
    play.open()
    for language in ("C", "Python", "Assembly"):
        play.press(f"Copy the lines in {language}")
        expect(play.root.get_by_role("status")).to_have_text("Copied.")
        assert play.page.evaluate("navigator.clipboard.readText()") == lines(play, language)
    play.press(f"Copy {NUMBERS['msb'].replace('The', 'the')}")
    assert play.page.evaluate("navigator.clipboard.readText()") == "0xA05028140A058241"


def test_where_a_page_may_not_copy_the_lines_are_selected(show: Callable[..., Play]) -> None:
    play = show(
        script="Object.defineProperty(navigator, 'clipboard', { value: undefined });"
        "document.execCommand = () => false;"
    )
    play.open()
    play.press("Copy the lines in C")
    expect(play.root.get_by_role("status")).to_have_text("Press Ctrl+C.")
    assert play.page.evaluate("getSelection().toString()").strip() == lines(play, "C").strip()


# ---- the page around it


def test_the_address_holds_the_whole_state(show: Callable[..., Play]) -> None:
    play = show()
    play.open()
    play.choose("AES affine")
    play.field("x in decimal").fill("202")
    play.root.get_by_label("Preset for M").select_option(label="ror1")
    play.root.locator("input[type=radio][value=msb]").check()
    play.page.wait_for_url("**#widget=gf2-playground&**msb**")
    shared = urlsplit(play.page.url).fragment
    again = show(f"#{shared}")
    assert again.matches() == named.get("AES affine").map
    assert again.byte("x") == 202
    assert again.root.locator("input[type=radio][value=msb]").is_checked()
    field = again.field("M, as the instruction takes it")
    assert int(field.input_value(), 16) == named.get("ror1").qword


@pytest.mark.parametrize("broken", ["matrix=%220xG%22", "x=256", "grid=%22up%22", "x=%2283%22"])
def test_a_broken_address_starts_anew(show: Callable[..., Play], broken: str) -> None:
    play = show(f"#widget=gf2-playground&{broken}")
    assert play.matches() == AffineMap.from_qword(DOCUMENT)
    assert "starts anew" in play.page.locator(".widget-note").inner_text()


def test_without_scripts_a_picture_with_words_stands_there(browser: Browser, address: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(address + PAGE)
    picture = page.locator(".widget-static [role=img]")
    assert "takes x = 0x53 to y = 0x1E" in (picture.get_attribute("aria-label") or "")
    assert picture.locator("svg rect").count() == 64 + 8 + 16
    context.close()


NOTEBOOK = """
async ([source, style, state]) => {
  const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const { default: widget } = await import(url);
  const heard = new Map();
  window.model = { state, saved: 0, get: (name) => state[name],
    set(name, value) {
      if (state[name] === value) return;
      state[name] = value; // a notebook's model tells its listeners at once
      for (const listener of heard.get(`change:${name}`) ?? []) listener();
    },
    save_changes() { this.saved += 1; },
    on: (event, listener) => heard.set(event, [...(heard.get(event) ?? []), listener]),
    off: (event, listener) => heard.set(event, heard.get(event).filter((one) => one !== listener)),
  };
  document.head.append(Object.assign(document.createElement("style"), { textContent: style }));
  window.stop = widget.render({ model: window.model, el: document.body });
  window.listening = () => [...heard.values()].flat().length;
}
"""


def test_a_notebook_runs_the_same_module(browser: Browser) -> None:
    context = browser.new_context()
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    widget = Playground(matrix=DOCUMENT)
    page.evaluate(NOTEBOOK, [widget._esm, widget._css, widget.state()])
    play = Play(page)
    play.choose("AES affine")  # two traits, one step
    assert play.matches() == named.get("AES affine").map
    assert page.evaluate("model.saved") == 1
    play.press("Undo")
    assert play.matches() == AffineMap.from_qword(DOCUMENT)
    page.evaluate("model.set('x', 0x80)")  # as Python would
    assert play.byte("x") == 0x80
    play.matches()
    before = page.evaluate("listening()")
    page.evaluate("stop()")
    assert page.evaluate("listening()") == before - 5
    assert errors == []
    context.close()


COUNT = """
(() => {
  const ask = window.requestAnimationFrame.bind(window);
  window.drawn = { asked: 0, times: [] };
  window.requestAnimationFrame = (draw) => {
    window.drawn.asked += 1;
    return ask((now) => {
      const start = performance.now();
      draw(now);
      document.body.getBoundingClientRect(); // the layout that the changes call for
      window.drawn.times.push(performance.now() - start);
    });
  };
})();
"""
STROKE = """
async ({ from, to, moves }) => {
  const board = document.querySelector(".gf2-playground .board");
  const send = (type, [x, y]) => document.elementFromPoint(x, y).dispatchEvent(
    new PointerEvent(type, { clientX: x, clientY: y, bubbles: true, pointerId: 1, button: 0 }));
  board.setPointerCapture = () => {};
  send("pointerdown", from);
  await new Promise((go) => setTimeout(go, 100));
  window.drawn.asked = 0;
  for (let k = 1; k <= moves; k += 1) {
    send("pointermove", from.map((start, axis) => start + ((to[axis] - start) * k) / moves));
  }
  const asked = window.drawn.asked;
  send("pointerup", to);
  return asked;
}
"""


def test_a_drag_redraws_once_a_frame_and_touches_little(
    show: Callable[..., Play], record_property: Callable[[str, object], None]
) -> None:
    play = show(script=COUNT)
    page = play.page
    play.choose("parity to all bits")
    play.centre()
    ends = {"from": middle(play.cell(0, 0)), "to": middle(play.cell(7, 7)), "moves": 200}
    page.evaluate("window.drawn.times.length = 0")
    assert page.evaluate(STROKE, ends) == 1, "200 moves within a frame ask for one redraw"
    everywhere = named.get("parity to all bits").matrix
    assert play.matches().matrix == everywhere + BitMatrix.identity()
    page.evaluate(
        "window.touched = 0; new MutationObserver((all) => (window.touched += all.length))"
        ".observe(document.querySelector('.gf2-playground'),"
        " { attributes: true, childList: true, characterData: true, subtree: true })"
    )
    play.field("x on a slider").press("ArrowRight")  # x 53 to 54: three columns change
    play.settle()
    assert 0 < page.evaluate("window.touched") < 100
    page.evaluate("window.drawn.times.length = 0")
    mouse = page.mouse
    before = play.matches().matrix
    mouse.move(*middle(play.cell(0, 0)))
    mouse.down()  # the cell is 0, so all becomes 1
    for i in range(8):
        for j in range(8) if i % 2 == 0 else range(7, -1, -1):
            mouse.move(*middle(play.cell(i, j)))
    mouse.up()
    play.settle()
    times = page.evaluate("window.drawn.times")
    median = statistics.median(times)
    record_property("median milliseconds of a redraw with layout", round(median, 2))
    print(f"a redraw with its layout: median {median:.2f} ms of {len(times)}")
    assert before != play.matches().matrix == everywhere


RATIO = """
(all) => all.map((e) => {
  const parse = (text) => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    return (over) => {
      canvas.fillStyle = `rgb(${over.join(" ")})`;
      canvas.fillRect(0, 0, 1, 1);
      canvas.fillStyle = text;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
  };
  const chain = [];
  for (let at = e; at; at = at.parentElement) chain.unshift(getComputedStyle(at).backgroundColor);
  const behind = chain.reduce((over, text) => parse(text)(over), [255, 255, 255]);
  const mark = e.classList.contains("bit") ? getComputedStyle(e, "::before").color
    : getComputedStyle(e).color;
  const light = (rgb) => rgb.map((v) => v / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, k) => sum + v * [0.2126, 0.7152, 0.0722][k], 0);
  const [high, low] = [light(parse(mark)(behind)), light(behind)].sort((a, b) => b - a);
  const name = `${e.className || e.tagName} ${e.textContent.slice(0, 20)}`;
  return [name, (high + 0.05) / (low + 0.05)];
})
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_word_and_every_bit_has_contrast(show: Callable[..., Play], scheme: str) -> None:
    play = show(color_scheme=scheme)
    assert play.page.locator("html").get_attribute("data-theme") == scheme
    play.open()
    play.field(NUMBERS["lsb"]).fill("?")
    play.page.wait_for_timeout(300)  # a cell's colour takes a moment
    found = play.root.locator(
        "button, .result, .equation, .head:not(:empty), .hint, .words, .reason, .chip i, .chip b,"
        " .sum, .meaning, .wrong, dt, dd, code, input[type=text], select, summary, legend, .bits"
    ).evaluate_all(RATIO)
    assert len(found) > 150
    assert [pair for pair in found if pair[1] < 4.5] == []
