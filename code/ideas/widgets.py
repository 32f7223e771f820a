"""A widget is one ES module beside its Python class, alive in a notebook and on a static page.

In JupyterLab, VS Code and Colab the class is an ipywidget, through anywidget.  On the course's
site the cell's output carries the widget's state, and the page runs the same module without a
kernel.  In a Python that has no anywidget, the same class still holds and checks the same traits,
and shows a static picture.

A chapter's widget derives from :class:`Widget`, names its ``script`` and declares its traits:

>>> class Dial(Widget):
...     name = "example-dial"
...     angle = Trait(0, whole_number(0, 359))
...     def alt(self):
...         return f"A dial at {self.angle} degrees."
>>> dial = Dial(angle=90)
>>> dial.angle, dial.alt()
(90, 'A dial at 90 degrees.')
>>> Dial(angle=400)
Traceback (most recent call last):
    ...
traitlets.traitlets.TraitError: Dial.angle cannot be 400: give a whole number from 0 to 359.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any, ClassVar

try:
    import anywidget
    import traitlets
    from traitlets import TraitError
except ModuleNotFoundError:  # a Python in a browser, say
    anywidget = None

    class TraitError(ValueError):  # type: ignore[no-redef]
        """A trait was given a value that it does not accept."""


MIME_TYPE = "application/vnd.ideas-you-can-run.widget+json"
"""What the site looks for in a cell's output."""

CODE = Path(__file__).resolve().parents[1]
KIT_IMPORT = re.compile(r'^import \{[^}]*\} from "[./]*widget-kit\.js";\n', re.MULTILINE)


class Check:
    """What a trait accepts: a function that returns the value to keep or raises, and the words.

    The function may raise ``TypeError`` or ``ValueError`` with any message; the reader sees
    ``accepts``.
    """

    def __init__(self, convert: Callable[[Any], Any], accepts: str) -> None:
        self.convert = convert
        self.accepts = accepts


def whole_number(low: int, high: int) -> Check:
    """Accept an int from ``low`` to ``high``, both included; bool is none."""

    def convert(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError(value)
        return value

    return Check(convert, f"a whole number from {low} to {high}")


def real_number(low: float, high: float) -> Check:
    """Accept an int or a finite float from ``low`` to ``high``, both included."""

    def convert(value: Any) -> float:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise TypeError(value)
        if not low <= value <= high:
            raise ValueError(value)
        return float(value)

    return Check(convert, f"a number from {low:g} to {high:g}")


def one_of(*choices: str) -> Check:
    """Accept one of some words."""

    def convert(value: Any) -> str:
        if value not in choices:
            raise ValueError(value)
        return str(value)

    return Check(convert, "one of " + ", ".join(map(repr, choices)))


def _checked(owner: str, name: str, check: Check, value: Any) -> Any:
    try:
        return check.convert(value)
    except (TypeError, ValueError) as error:
        raise TraitError(f"{owner}.{name} cannot be {value!r}: give {check.accepts}.") from error


if anywidget is not None:

    class Trait(traitlets.TraitType):  # type: ignore[type-arg]  # Colab's takes no arguments
        """One piece of a widget's state, checked, and shared with its script."""

        def __init__(self, default: Any, check: Check) -> None:
            super().__init__(default_value=default)
            self.check = check
            self.tag(sync=True)

        def validate(self, obj: Any, value: Any) -> Any:
            """Return the value to keep, or raise a ``TraitError`` that says what is accepted."""
            return _checked(type(obj).__name__, str(self.name), self.check, value)

    _Base: Any = anywidget.AnyWidget

else:

    class Trait:  # type: ignore[no-redef]
        """One piece of a widget's state, checked."""

        def __init__(self, default: Any, check: Check) -> None:
            self.default = default
            self.check = check

        def __set_name__(self, owner: type, name: str) -> None:
            self.name = name

        def __get__(self, obj: Any, owner: type) -> Any:
            return self if obj is None else obj.__dict__.get(self.name, self.default)

        def __set__(self, obj: Any, value: Any) -> None:
            checked = _checked(type(obj).__name__, self.name, self.check, value)
            obj.__dict__[self.name] = checked

    class _Base:  # type: ignore[no-redef]
        """Hold traits without anywidget."""

        def __init__(self, **values: Any) -> None:
            for name, value in values.items():
                if not isinstance(getattr(type(self), name, None), Trait):
                    raise TraitError(f"{type(self).__name__} has no trait {name!r}.")
                setattr(self, name, value)


class Widget(_Base):
    """A widget of the course: traits, a script, and words and a picture that stand for it."""

    name: ClassVar[str]
    """What the page knows the widget by, such as ``gf2-playground``."""

    script: ClassVar[Path | None] = None
    """The ES module; a style sheet of the same name may lie beside it."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        # anywidget derives a class anew for each widget that it makes; the script is set by then
        if anywidget is not None and vars(cls).get("script") is not None:
            cls._esm = whole_module(cls.script)
            style = cls.script.with_suffix(".css")
            kit = Path(__file__).with_name("widget-kit.css").read_text(encoding="utf-8")
            cls._css = kit + (style.read_text(encoding="utf-8") if style.exists() else "")

    def __init__(self, **values: Any) -> None:
        unknown = sorted(set(values) - set(self.trait_specs()) - {"layout"})
        if unknown:
            known = ", ".join(self.trait_specs())
            raise TraitError(f"{type(self).__name__} has no trait {unknown[0]!r}; it has {known}.")
        super().__init__(**values)

    @classmethod
    def trait_specs(cls) -> dict[str, Trait]:
        """Return the widget's own traits by name, in the order they were declared."""
        found: dict[str, Trait] = {}
        for base in reversed(cls.__mro__):
            found |= {key: value for key, value in vars(base).items() if isinstance(value, Trait)}
        return found

    def state(self) -> dict[str, Any]:
        """Return the widget's traits as plain data."""
        return {name: getattr(self, name) for name in self.trait_specs()}

    def alt(self) -> str:
        """Say in a sentence what the widget shows; a reader who cannot see it reads this."""
        raise NotImplementedError

    def picture(self) -> str:
        """Return an SVG of the widget's state, for where no script runs."""
        return ""

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """What the cell shows: an ipywidget where there is one, and the state for the site."""
        bundle: dict[str, Any] = {"text/plain": self.alt()}
        metadata: dict[str, Any] = {}
        if anywidget is not None:
            shown = super()._repr_mimebundle_(**options)
            live, metadata = shown if isinstance(shown, tuple) else (shown or {}, {})
            bundle |= {key: value for key, value in live.items() if key != "text/plain"}
        else:
            note = (
                "Python has no anywidget here, so this is a picture of the widget; "
                "a widget of this kind that is on the page already stays alive."
            )
            bundle["text/html"] = (
                f'<figure role="img" aria-label="{escape(self.alt())}">{self.picture()}'
                f"<figcaption>{escape(self.alt())} {note}</figcaption></figure>"
            )
        bundle[MIME_TYPE] = {
            "name": self.name,
            "module": self.script.relative_to(CODE).as_posix() if self.script else "",
            "state": self.state(),
            "alt": self.alt(),
            "picture": self.picture(),
        }
        return bundle, metadata


def whole_module(script: Path) -> str:
    """Return an ES module with the course's kit of widget parts written into it.

    A notebook takes one module; the scripts share their parts through ``widget-kit.js``.
    """
    source = script.read_text(encoding="utf-8")
    if not KIT_IMPORT.search(source):
        return source
    kit = Path(__file__).with_name("widget-kit.js").read_text(encoding="utf-8")
    parts = re.sub(r"^export ", "", kit, flags=re.MULTILINE)
    return parts + "\n" + KIT_IMPORT.sub("", source)
