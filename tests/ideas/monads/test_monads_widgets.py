"""The widgets' Python classes, and the vectors that hold their scripts to this package.

``python tests/ideas/monads/test_monads_widgets.py`` writes the vectors anew.
"""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from ideas.monads import currying_widget, law_lab, layers_widget, pipeline
from ideas.monads.currying_widget import Currying
from ideas.monads.law_lab import LawLab
from ideas.monads.layers_widget import Layers
from ideas.monads.pipeline import Pipeline
from ideas.widgets import MIME_TYPE, TraitError, Widget

HERE = Path(__file__).parent
MODULES = {
    "pipeline": pipeline,
    "layers": layers_widget,
    "law_lab": law_lab,
    "currying": currying_widget,
}


def _vectors(name: str) -> str:
    rows = ",\n".join(json.dumps(row) for row in MODULES[name].vectors())  # type: ignore[attr-defined]
    return f"[\n{rows}\n]\n"


@pytest.mark.parametrize("name", MODULES)
def test_the_vectors_are_what_the_package_gives(name: str) -> None:
    assert (HERE / f"{name}_vectors.json").read_text(encoding="utf-8") == _vectors(name)


def test_the_law_lab_carries_what_the_law_checker_finds() -> None:
    script = law_lab.SCRIPT.read_text(encoding="utf-8")
    carried = script.split(law_lab.BEFORE)[1].split(law_lab.AFTER)[0]
    assert carried == law_lab.written()


@pytest.mark.parametrize("widget", [Pipeline, Layers, LawLab, Currying])
def test_a_widget_shows_words_and_a_picture_and_one_module(widget: type[Widget]) -> None:
    bundle, _ = widget()._repr_mimebundle_()
    shown = bundle[MIME_TYPE]
    assert shown["alt"].endswith(".")
    assert ElementTree.fromstring(shown["picture"]).tag == "svg"
    json.dumps(shown["state"])
    module = widget._esm  # type: ignore[attr-defined]
    assert "import " not in str(module).split("export default")[0].replace("important", "")


@pytest.mark.parametrize(
    ("widget", "trait", "bad"),
    [
        (Pipeline, "text", "x" * 41),
        (Pipeline, "step", 4),
        (Layers, "value", ["Maybe", [[[1, 2]]]]),
        (Layers, "value", ["List", [[1]]]),
        (Layers, "value", ["Tree", []]),
        (Layers, "value", ["Writer", ["d", ["a", ["b", 1]]]]),
        (Layers, "value", ["State", [[1, 0], [1, 1]]]),
        (Layers, "inner", 3),
        (LawLab, "monad", "Burrito"),
        (LawLab, "table", 16),
        (Currying, "tables", [2, [4, 0], [0, 0, 0, 0]]),
        (Currying, "tables", [4, [0] * 4, [0] * 8]),
        (Currying, "view", "sideways"),
    ],
)
def test_a_bad_trait_is_refused(widget: type[Widget], trait: str, bad: Any) -> None:
    with pytest.raises(TraitError, match=trait):
        widget(**{trait: bad})


@pytest.mark.parametrize("value", layers_widget.EXAMPLES, ids=str)
def test_encoding_undoes_decoding(value: list[Any]) -> None:
    monad, tree = value
    assert layers_widget.encode(monad, layers_widget.decode(monad, tree), 3) == tree


def test_the_own_writer_is_a_monad_exactly_for_the_monoids() -> None:
    lawful = [(u, t) for u in (0, 1) for t in range(16) if set(law_lab.own(u, t).values()) == {-1}]
    assert len(lawful) == 4


def test_a_lawless_widget_says_so() -> None:
    assert "breaks" in LawLab(monad="naive ListT").alt()
    assert "left   " in LawLab(monad="counting bind", law="right identity").picture()
    assert "passes" in LawLab(monad="State", law="put then get").alt()


if __name__ == "__main__":
    for module in MODULES:
        (HERE / f"{module}_vectors.json").write_text(_vectors(module), encoding="utf-8")
