"""A widget's Python class: checked traits, one module, and a Python that has no anywidget."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from ideas.widgets import (
    MIME_TYPE,
    Trait,
    TraitError,
    Widget,
    one_of,
    real_number,
    whole_module,
    whole_number,
)

CODE = Path(__file__).resolve().parents[2] / "code"


class Dial(Widget):
    name = "example-dial"
    angle = Trait(0, whole_number(0, 359))
    speed = Trait(0.5, real_number(0, 1))
    mode = Trait("slow", one_of("slow", "fast"))

    def alt(self) -> str:
        return f"A dial at {self.angle} degrees."


@pytest.mark.parametrize(
    ("trait", "bad", "accepted"),
    [
        ("angle", 360, "a whole number from 0 to 359"),
        ("angle", True, "a whole number from 0 to 359"),
        ("angle", 1.5, "a whole number from 0 to 359"),
        ("speed", "fast", "a number from 0 to 1"),
        ("speed", float("nan"), "a number from 0 to 1"),
        ("mode", "medium", "one of 'slow', 'fast'"),
    ],
)
def test_a_bad_trait_is_named_with_what_is_accepted(trait: str, bad: object, accepted: str) -> None:
    with pytest.raises(TraitError) as at_once:
        Dial(**{trait: bad})
    dial = Dial()
    with pytest.raises(TraitError) as later:
        setattr(dial, trait, bad)
    for failure in (at_once, later):
        message = str(failure.value)
        assert f"Dial.{trait}" in message
        assert accepted in message
        assert repr(bad) in message


def test_an_unknown_trait_is_refused_with_the_known_ones() -> None:
    with pytest.raises(TraitError, match="no trait 'angel'; it has angle, speed, mode"):
        Dial(angel=3)


def test_the_bundle_carries_the_state_for_the_site() -> None:
    bundle, _ = Dial(angle=90, mode="fast")._repr_mimebundle_()
    assert bundle[MIME_TYPE]["state"] == {"angle": 90, "speed": 0.5, "mode": "fast"}
    assert bundle["text/plain"] == "A dial at 90 degrees."
    assert "application/vnd.jupyter.widget-view+json" in bundle
    json.dumps(bundle)


def test_a_widget_with_a_script_carries_it_whole(tmp_path: Path) -> None:
    script = tmp_path / "scripted.js"
    script.write_text("export default { render() {} };\n")
    script.with_suffix(".css").write_text("p { color: red; }\n")
    namespace = {"name": "scripted", "script": script, "alt": lambda self: "Something."}
    scripted = type("Scripted", (Widget,), namespace)
    first, second = scripted(), scripted()
    assert first._esm == second._esm == script.read_text()
    assert first._css.endswith("p { color: red; }\n")
    assert ".widget-spoken" in first._css  # words for screen readers alone stay unseen


WITHOUT = """
import sys
sys.modules["anywidget"] = None
from ideas.widgets import MIME_TYPE, Trait, TraitError, Widget, whole_number

class Dial(Widget):
    name = "example-dial"
    angle = Trait(0, whole_number(0, 359))
    def alt(self): return f"A dial at {self.angle} degrees."
    def picture(self): return "<svg></svg>"

dial = Dial(angle=90)
dial.angle = 180
bundle, _ = dial._repr_mimebundle_()
assert bundle[MIME_TYPE]["state"] == {"angle": 180}
assert "A dial at 180 degrees." in bundle["text/html"]
assert "stays alive" in bundle["text/html"]
for bad in (dict(angle=400), dict(angel=1)):
    try:
        Dial(**bad)
    except TraitError as error:
        assert "Dial" in str(error)
    else:
        raise AssertionError(bad)
assert Dial().angle == 0
assert "traitlets" not in sys.modules
"""


def test_without_anywidget_the_class_still_holds_checks_and_shows() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT],
        capture_output=True,
        text=True,
        env={"PYTHONPATH": str(CODE)},
    )
    assert done.returncode == 0, done.stderr


def test_a_module_for_a_notebook_has_no_import_left(tmp_path: Path) -> None:
    script = tmp_path / "dial.js"
    script.write_text(
        'import { element, History } from "../widget-kit.js";\n'
        "export default { render() { element('p'); } };\n"
    )
    module = whole_module(script)
    assert "import " not in module.replace("important", "")
    assert module.count("export ") == 1
    assert "class History" in module
