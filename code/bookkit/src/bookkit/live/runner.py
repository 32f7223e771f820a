"""Run the cells of one page: in the page's own Python, and in the tests of this module.

Whatever a cell says goes out through one function, ``emit(kind, data)``: text of its streams,
what it displays, and how it ended.  The standard library alone; ``needs`` lies beside it.
"""

from __future__ import annotations

import ast
import base64
import builtins
import inspect
import io
import linecache
import os
import pprint
import re
import sys
import time
import traceback
import types
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

try:
    from bookkit.live import needs
except ImportError:  # in the page the two files lie side by side
    import needs  # type: ignore[import-not-found, no-redef]

Emit = Callable[[str, dict[str, Any]], None]
MOST_TEXT = 200_000
"""Characters that one run of a cell may write to the page."""
SOON = 300
"""Pieces of text that go out at once; after that they are gathered for a moment."""
MOMENT = 0.05
"""Seconds that text is gathered for."""
WIDTH = 79
DEEPEST = 550
"""Calls within calls in a browser, whose stack is small: beyond it, Python ends with an error."""
BACKEND = "course_figures"


class Session:
    """One page's Python: a namespace, and what ran in it."""

    def __init__(self, emit: Emit, of_modules: dict[str, list[str]] | None = None) -> None:
        self.emit = emit
        self.of_modules = of_modules or {}
        self.module = types.ModuleType("__main__")
        self.module.__dict__.update(
            __builtins__=builtins, display=self.display, input=_no_input, _=None
        )
        self.ran: dict[int, str] = {}
        self.streams: tuple[_Stream, ...] = ()
        if sys.platform == "emscripten":
            sys.setrecursionlimit(DEEPEST)
        _offer_ipython(self.display)
        sys.modules[BACKEND] = _figures_backend(self)
        os.environ["MPLBACKEND"] = f"module://{BACKEND}"

    def plan(self, sources: Sequence[str], target: int) -> dict[str, Any]:
        """Say which cells to run for one, itself last, and which packages these import.

        Cells above it that ran in their present form are not run again.
        """
        above = needs.cells_needed(sources, target)
        order: list[int] = []
        for place in above:
            again = self.ran.get(place) != sources[place]
            if again or set(needs.cells_needed(sources, place)) & set(order):
                order.append(place)
        order.append(target)
        wanted = {
            name for place in order for name in needs.packages(sources[place], self.of_modules)
        }
        return {"order": order, "packages": sorted(wanted)}

    def begin(self, place: int, source: str) -> Any:
        """Run one cell to its end; one that awaits gives something to await.

        Most cells need no event loop, and one that closed it must not stop those after it.
        """
        running = self.run(place, source)
        if _awaits(source):
            return running
        try:
            running.send(None)
        except StopIteration as stop:
            return stop.value
        raise RuntimeError("a cell without await was suspended")

    async def run(self, place: int, source: str) -> bool:
        """Run one cell and say how it ended; return whether it ended well."""
        self.ran.pop(place, None)
        out, err = _Stream(self.emit, "stdout"), _Stream(self.emit, "stderr")
        self.streams = (out, err)
        main, started = sys.modules.get("__main__"), time.perf_counter()
        sys.modules["__main__"] = self.module
        problem = None
        try:
            with redirect_stdout(out), redirect_stderr(err):
                value = await self._execute(f"<cell {place + 1}>", source)
                if value is not None:
                    self.module.__dict__["_"] = value
                    self.display(value)
                self.show_figures()
        except BaseException as error:  # whatever a reader's code raises is told, not passed on
            problem = told(error, place, source)
        finally:
            if main is not None:
                sys.modules["__main__"] = main
            out.finish()
            err.finish()
        if problem is None:
            self.ran[place] = source
        seconds = time.perf_counter() - started
        self.emit("end", {"ok": problem is None, "seconds": seconds, "error": problem})
        return problem is None

    async def _execute(self, filename: str, source: str) -> Any:
        """Execute a cell; the value of a last line that is an expression is returned."""
        lines = source.splitlines(keepends=True)
        linecache.cache[filename] = (len(source), None, lines, filename)
        tree = ast.parse(source, filename)
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        flags, space = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, self.module.__dict__
        if tree.body:
            await _run_code(compile(tree, filename, "exec", flags, True), space)
        if last is None:
            return None
        code = compile(ast.Expression(last.value), filename, "eval", flags, True)
        value = await _run_code(code, space)
        return None if source.rstrip().endswith(";") else value

    def display(self, *objects: Any, raw: bool = False, **options: Any) -> None:
        """Show objects in the page, each in the richest form that it has."""
        for stream in self.streams:
            stream.flush()
        for thing in objects:
            bundle = dict(thing) if raw else forms(thing)
            self.emit("display", {key: _plain(value) for key, value in bundle.items()})

    def show_figures(self) -> None:
        """Show the figures that matplotlib holds open, and close them."""
        pyplot = sys.modules.get("matplotlib.pyplot")
        if pyplot is None:
            return
        for number in pyplot.get_fignums():
            figure, buffer = pyplot.figure(number), io.StringIO()
            figure.savefig(buffer, format="svg")
            pyplot.close(figure)
            self.emit("display", {"image/svg+xml": buffer.getvalue()})


def _awaits(source: str) -> bool:
    try:
        code = compile(source, "<cell>", "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, True)
    except (SyntaxError, ValueError):
        return False
    return bool(code.co_flags & inspect.CO_COROUTINE)


async def _run_code(code: types.CodeType, space: dict[str, Any]) -> Any:
    value = eval(code, space)
    return await value if code.co_flags & inspect.CO_COROUTINE else value


class _Stream(io.TextIOBase):
    """A stream whose text goes to the page: a line at a time, and gathered when it floods."""

    def __init__(self, emit: Emit, name: str) -> None:
        self.send, self.name = emit, name
        self.held, self.sent, self.pieces, self.last = "", 0, 0, 0.0

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() takes text, not {type(text).__name__}")
        if self.sent < MOST_TEXT:
            self.held += text
            flooding = self.pieces > SOON and time.monotonic() - self.last < MOMENT
            if "\n" in text and not flooding:
                self.flush()
        return len(text)

    def flush(self) -> None:
        if self.held and self.sent < MOST_TEXT:
            text = self.held[: MOST_TEXT - self.sent]
            self.sent += len(text)
            self.pieces += 1
            self.last = time.monotonic()
            if self.sent >= MOST_TEXT:
                text += f"\n(more than {MOST_TEXT:,} characters: the rest is not shown)\n"
            self.send("stream", {"name": self.name, "text": text})
        self.held = ""

    def finish(self) -> None:
        self.flush()


def forms(thing: Any) -> dict[str, Any]:
    """Return an object's forms by MIME type, as a notebook would ask for them.

    >>> forms([1, 2])
    {'text/plain': '[1, 2]'}
    """
    bundle: dict[str, Any] = {}
    whole = _method(thing, "_repr_mimebundle_")
    if whole is not None:
        made = whole()
        bundle = dict(made[0] if isinstance(made, tuple) else made or {})
    for kind, name in REPRESENTATIONS.items():
        method = None if kind in bundle else _method(thing, name)
        value = method() if method else None
        if value is not None:
            bundle[kind] = value
    if "text/plain" not in bundle:
        bundle["text/plain"] = _text(thing)
    return bundle


REPRESENTATIONS = {
    "text/html": "_repr_html_",
    "image/svg+xml": "_repr_svg_",
    "image/png": "_repr_png_",
    "text/markdown": "_repr_markdown_",
    "text/latex": "_repr_latex_",
}


def _method(thing: Any, name: str) -> Callable[[], Any] | None:
    """A method of an object's class; what answers to every name has none."""
    return (
        None if isinstance(thing, type) or not hasattr(type(thing), name) else getattr(thing, name)
    )


def _text(thing: Any) -> str:
    text = repr(thing)
    if len(text) > WIDTH and "\n" not in text and isinstance(thing, (dict, list, tuple, set)):
        return pprint.pformat(thing, width=WIDTH, sort_dicts=False)
    return text


def _plain(value: Any) -> Any:
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value


def told(error: BaseException, place: int, source: str = "") -> dict[str, Any]:
    """Return an exception as the page shows it: no frame of this machinery, cells by number."""
    trace = error.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    if isinstance(error, SyntaxError) and trace is not None and trace.tb_next is None:
        trace = None  # the frame of ast.parse says nothing
    written = traceback.format_exception(type(error), error, trace)
    text = re.sub(r'File "<cell (\d+)>"', r"Cell \1", "".join(written))
    name, message = type(error).__name__, str(error)
    hint = ""
    if isinstance(error, SyntaxError):
        message = str(error.msg)
        if re.search(r"^\s*[%!]", source, re.MULTILINE):
            hint = "Lines that begin with % or ! belong to Jupyter; this Python does not know them."
    return {
        "name": name,
        "message": message,
        "line": _line_in_cell(error, trace, f"<cell {place + 1}>"),
        "text": text.rstrip("\n") + (f"\n{hint}" if hint else ""),
        "missing": _missing(error),
    }


def _missing(error: BaseException) -> str:
    """The package that an import did not find, also where one error led to another."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, ModuleNotFoundError) and seen.name:
            return seen.name.split(".")[0]
        seen = seen.__cause__ or seen.__context__
    return ""


def _line_in_cell(
    error: BaseException, trace: types.TracebackType | None, filename: str
) -> int | None:
    """The last line of the cell itself that had begun."""
    if isinstance(error, SyntaxError):
        return error.lineno
    line = None
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == filename:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line


def _no_input(prompt: object = "") -> str:
    raise RuntimeError("input() has no keyboard in the page: write the text into the cell instead.")


def _offer_ipython(display: Callable[..., None]) -> None:
    """Offer the few names of IPython that cells use, where IPython itself is not there."""
    from importlib.util import find_spec

    if "IPython" in sys.modules or find_spec("IPython") is not None:
        return
    whole, part = types.ModuleType("IPython"), types.ModuleType("IPython.display")
    part.display = whole.display = display  # type: ignore[attr-defined]
    whole.get_ipython = lambda: None  # type: ignore[attr-defined]
    for name, method in (("HTML", "_repr_html_"), ("SVG", "_repr_svg_"),
                         ("Markdown", "_repr_markdown_")):  # fmt: skip
        setattr(part, name, _holder(name, method))
    whole.__path__ = []
    sys.modules["IPython"], sys.modules["IPython.display"] = whole, part


def _holder(name: str, method: str) -> type:
    def __init__(self: Any, data: str) -> None:  # noqa: N807
        self.data = data

    return type(name, (), {"__init__": __init__, method: lambda self: self.data})


def _figures_backend(session: Session) -> types.ModuleType:
    """A backend for matplotlib whose figures go to the page, made when it is asked for."""

    class Backend(types.ModuleType):
        def __getattr__(self, name: str) -> Any:
            if name not in {"FigureCanvas", "FigureManager"}:
                raise AttributeError(name)
            from matplotlib.backend_bases import FigureManagerBase
            from matplotlib.backends.backend_agg import FigureCanvasAgg

            class FigureManager(FigureManagerBase):
                @classmethod
                def pyplot_show(cls, *, block: bool | None = None) -> None:
                    session.show_figures()

            class FigureCanvas(FigureCanvasAgg):
                manager_class = FigureManager

            self.FigureCanvas, self.FigureManager = FigureCanvas, FigureManager
            return self.__dict__[name]

    return Backend(BACKEND)
