"""What the chapter's widgets share on the Python side."""

from __future__ import annotations

from typing import Any

from ideas.widgets import Widget


class ChapterWidget(Widget):
    """A widget whose script stays a trait.

    For each instance anywidget makes a class of its own, in which the script is a trait; the
    script that the widget's class names must not be written over it.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        made = {key: value for key, value in vars(cls).items() if key in ("_esm", "_css")}
        super().__init_subclass__(**options)
        for key, value in made.items():
            setattr(cls, key, value)
