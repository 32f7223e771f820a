"""The playground's Python class, and the vectors that hold its script to this package.

``python tests/ideas/gf2/test_playground.py`` writes the vectors anew.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ideas.gf2 import AffineMap, BitMatrix, Playground, named
from ideas.gf2.playground import LAYOUTS, parse_qword, repack
from ideas.widgets import MIME_TYPE, TraitError

VECTORS = Path(__file__).with_name("playground_vectors.json")
CODE = Path(__file__).resolve().parents[3] / "code"

TEXTS = [
    "0x4182050A142850A0", "4182050a142850a0", "0X4182_050A_1428_50A0", "41 82 05 0A 14 28 50 A0",
    "  0x4182050A142850A0ULL ", "0x4182050A142850A0 ull", "0x4182'050A'1428'50A0LLU", "\t0x1\n",
    "1ul", "0", "0x0000000000000000000000ff", "FFFFFFFFFFFFFFFF", "0xdeadBEEFu",
    "", "   ", "0x", "ULL", "0xZZ", "12G4", "0x12345678123456789", "0x0x12", "1,2", "-1", "1.5",
    "0xULL0", "0b101", "١٢", "😀",
]  # fmt: skip


def vectors() -> dict[str, Any]:
    """Everything that the script computes, computed by this package.

    Each case is a matrix, a constant, an input and a second matrix; each text is what it is read
    as, or the sentence that refuses it.
    """
    maps = [(entry.qword, entry.constant) for entry in named.CATALOGUE.values()]
    maps += [(BitMatrix.random(seed).to_qword(), 37 * seed % 256) for seed in range(12)]
    maps += [(BitMatrix.random_invertible(seed).to_qword(), 91 * seed % 256) for seed in range(12)]
    maps += [(0, 0), (0, 0xA5), (0x0100000000000000, 0), (0x0001020408102040, 0x80)]
    return {
        "cases": [_case(A, b, 83 + 7 * k & 0xFF, k) for k, (A, b) in enumerate(maps)],
        "texts": [[text, *_read(text)] for text in TEXTS],
        "presets": [
            [entry.name, _hex(entry.qword), entry.constant, entry.meaning]
            for entry in named.CATALOGUE.values()
        ],
    }


def _case(qword: int, b: int, x: int, seed: int) -> dict[str, Any]:
    f = AffineMap.from_qword(qword, b)
    A, M = f.matrix, BitMatrix.random(1000 + seed)
    inverse = f.inverse() if f.is_invertible() else None
    zero = next((k for k in range(1, 9) if not (A**k)), None)
    return {
        "matrix": _hex(qword),
        "b": b,
        "x": x,
        "y": f(x),
        "table": bytes(f.table()).hex(),
        "equations": f.equations(),
        "msb": _hex(repack(qword, "msb")),
        "lsb": _hex(repack(qword, "lsb")),
        "transpose": _hex(A.T.to_qword()),
        "square": _pair(f @ f),
        "inverse": _pair(inverse) if inverse else None,
        "second": _hex(M.to_qword()),
        "A first": _pair(AffineMap(M) @ f),
        "M first": _pair(f @ AffineMap(M)),
        "rank": A.rank(),
        "determinant": A.determinant(),
        "kernel": re.sub("^AffineSubspace (of )?", "", repr(A.kernel())),
        "order": A.order() if inverse else None,
        "order of the map": f.order() if inverse else None,
        "least zero power": zero,
        "fixed points": f.fixed_points().count,
    }


def _pair(f: AffineMap) -> list[str | int]:
    return [_hex(f.matrix.to_qword()), f.constant]


def _hex(qword: int) -> str:
    return f"0x{qword:016X}"


def _read(text: str) -> tuple[str | None, str]:
    try:
        return _hex(parse_qword(text)), ""
    except ValueError as error:
        return None, str(error)


def as_json(data: dict[str, Any]) -> str:
    """One case a line, so that a change shows where it is."""
    parts = [
        f"{json.dumps(key)}: [\n" + ",\n".join(map(json.dumps, rows)) + "\n]"
        for key, rows in data.items()
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def test_the_vectors_are_what_this_package_computes() -> None:
    assert VECTORS.read_text(encoding="utf-8") == as_json(vectors())


def test_the_vectors_reach_every_kind_of_case() -> None:
    cases = vectors()["cases"]
    assert {case["rank"] for case in cases} >= {0, 1, 6, 7, 8}
    assert {case["least zero power"] for case in cases} >= {None, 1, 2, 4, 8}
    assert {case["order"] for case in cases} >= {None, 1, 2, 51, 255}
    assert any(case["order"] != case["order of the map"] for case in cases)
    read = [qword for _, qword, _ in vectors()["texts"]]
    assert None in read
    assert read.count("0x4182050A142850A0") == 7


def test_a_layout_spells_the_grid_row_by_row() -> None:
    for seed in range(20):
        A = BitMatrix.random(seed)
        for layout in ("msb", "lsb"):
            spelled = int(A.to_text(layout).translate(str.maketrans(".", "0", " \n")), 2)
            assert repack(A.to_qword(), layout) == spelled
            assert repack(spelled, layout) == A.to_qword()
        assert repack(A.to_qword(), "qword") == A.to_qword()


def test_the_msb_number_is_the_bytes_in_memory() -> None:
    qword = 0x4182050A142850A0
    assert repack(qword, "msb").to_bytes(8, "big") == qword.to_bytes(8, "little")


def test_an_unknown_layout_is_named() -> None:
    with pytest.raises(ValueError, match="layout is 'usb', expected one of qword, msb, lsb"):
        repack(0, "usb")


@pytest.mark.parametrize(
    "matrix", [0x8001020408102040, "0x8001_0204_0810_2040ULL", named.get("rol1").matrix]
)
def test_a_matrix_may_be_a_number_text_or_a_matrix(matrix: Any) -> None:
    play = Playground(matrix=matrix, x=0x53)
    assert play.matrix == "0x8001020408102040"
    assert play.map == named.get("rol1").map
    assert play.y == 0xA6


@pytest.mark.parametrize(
    ("trait", "bad", "accepted"),
    [
        ("matrix", "0xG", "64 bits as an int or as text"),
        ("matrix", 1 << 64, "64 bits as an int or as text"),
        ("matrix", -1, "64 bits as an int or as text"),
        ("matrix", True, "64 bits as an int or as text"),
        ("matrix", None, "64 bits as an int or as text"),
        ("matrix", BitMatrix.identity(4), "an 8x8 BitMatrix"),
        ("second", 1.0, "64 bits as an int or as text"),
        ("x", 256, "a whole number from 0 to 255"),
        ("x", "53", "a whole number from 0 to 255"),
        ("b", -1, "a whole number from 0 to 255"),
        ("grid", "top", "one of 'qword', 'msb', 'lsb'"),
    ],
)
def test_a_bad_trait_is_refused_in_one_sentence(trait: str, bad: Any, accepted: str) -> None:
    play = Playground()
    before = play.state()
    with pytest.raises(TraitError, match=f"Playground.{trait} cannot be") as later:
        setattr(play, trait, bad)
    assert accepted in str(later.value)
    assert play.state() == before
    with pytest.raises(TraitError, match=f"Playground.{trait} cannot be"):
        Playground(**{trait: bad})


def test_the_words_say_the_state() -> None:
    words = Playground(matrix=0xF1E3C78F1F3E7CF8, b=0x63, x=0xCA).alt()
    for part in ("0xF1E3C78F1F3E7CF8", "(AES affine)", "rank 8", "0x63", "0xCA", "0xED"):
        assert part in words
    assert "(" not in Playground(matrix=BitMatrix.random(3)).alt().removeprefix("GF(2)")


@pytest.mark.parametrize("grid", LAYOUTS)
def test_the_picture_shows_every_bit(grid: str) -> None:
    play = Playground(matrix=BitMatrix.random(5), b=0x63, x=0x53, grid=grid)
    texts = [text.text for text in ElementTree.fromstring(play.picture()).iter(f"{{{SVG}}}text")]
    rows = [texts[11 + 8 :][r * 13 : r * 13 + 13] for r in range(8)]
    order = range(7, -1, -1) if grid == "msb" else range(8)
    for i, (name, _, _, *bits) in zip(order, rows, strict=True):
        assert name == f"y{i}"
        assert bits[-1] == "·1"[play.y >> i & 1]
        assert bits[-2] == "·1"[play.b >> i & 1]
        row = play.map.matrix.rows[i]
        columns = range(8) if grid == "lsb" else range(7, -1, -1)
        assert bits[:-2] == ["·1"[row >> j & 1] for j in columns]


SVG = "http://www.w3.org/2000/svg"

ALONE = """
import sys
sys.modules["anywidget"] = None
import ideas.gf2
assert "ideas.widgets" not in sys.modules
play = ideas.gf2.Playground(matrix=0x8001020408102040, x=0x53)
play.x = 0x80
bundle, _ = play._repr_mimebundle_()
assert "y = 0x01" in bundle["text/html"] and "<svg" in bundle["text/html"]
try:
    ideas.gf2.Playpen
except AttributeError as error:
    assert "Playpen" in str(error)
else:
    raise AssertionError
"""


def test_the_package_stays_light_and_works_without_anywidget() -> None:
    done = subprocess.run(
        [sys.executable, "-c", ALONE],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(CODE)},
    )
    assert done.returncode == 0, done.stderr


def test_every_playground_has_its_script_and_its_own_state() -> None:
    first, second = Playground(x=1), Playground(x=2)
    assert (first.x, second.x) == (1, 2)
    assert "class Store" in first._esm
    assert "import {" not in first._esm
    assert ".gf2-playground" in first._css
    bundle, _ = first._repr_mimebundle_()
    assert bundle[MIME_TYPE]["module"] == "ideas/gf2/playground.js"
    assert bundle[MIME_TYPE]["state"] == first.state()
    json.dumps(bundle[MIME_TYPE])


def test_the_module_for_a_notebook_is_whole(tool: Callable[[str], str], tmp_path: Path) -> None:
    (tmp_path / "whole.mjs").write_text(Playground()._esm, encoding="utf-8")
    program = "import('./whole.mjs').then((m) => console.log(typeof m.default.render))"
    done = subprocess.run(
        [tool("node"), "-e", program], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stdout == "function\n", done.stderr


def test_every_rule_of_the_style_is_the_widgets_own() -> None:
    style = re.sub(r"/\*.*?\*/", "", Playground.script.with_suffix(".css").read_text(), flags=re.S)
    for selectors in re.findall(r"([^{}]+)\{", style):
        if not selectors.strip().startswith("@"):
            for selector in re.split(r",(?![^(]*\))", selectors):
                assert selector.strip().startswith(".gf2-playground")


if __name__ == "__main__":
    VECTORS.write_text(as_json(vectors()), encoding="utf-8")
