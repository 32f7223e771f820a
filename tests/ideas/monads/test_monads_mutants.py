"""Small wrong edits to the monads, each of which the law suite must catch.

An edit is made to a module's source, the whole package is imported anew with it, and the laws of
one monad are tried: at least one must fail.  An edit that no law catches would be a hole in the
suite.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

import ideas.monads

FOLDER = Path(ideas.monads.__file__).parent

# monad, module, what is written there (once), what is written instead
EDITS = [
    ("Maybe", "maybe", "eta: put a plain value in the context.\"\"\"\n    return Just(value)",
     "\"\"\"\n    return Nothing()"),
    ("Maybe", "maybe", "        m = function(self.value)", "        m = self"),
    ("Maybe", "maybe", "        return Just(function(self.value))",
     "        return Just(self.value)"),
    ("Maybe", "maybe", "        return Just(function(self.value))",
     "        return Nothing() if function(self.value) == 0 else Just(function(self.value))"),
    ("Maybe", "maybe", "            return Just(m.value.value)", "            return Nothing()"),
    ("Maybe", "maybe", "Nothing) else m", "Just) else m"),
    ("Maybe", "maybe", "Plus(Nothing(),", "Plus(Just(0),"),
    ("Maybe", "maybe", 'return n if isinstance(_maybe(m, "plus expected"), Nothing) else m',
     "return m if isinstance(n, Nothing) else n"),
    ("Either", "either", "        \"\"\"Keep the error.\"\"\"\n        return self",
     "        return Left('e')"),
    ("Either", "either", "        return Right(function(self.value))",
     "        return Right(function(function(self.value)))"),
    ("Either", "either", "Right(m.value.value)", "Left(m.value.value)"),
    ("Either", "either", "function`` is not called.\"\"\"\n        return self",
     "\"\"\"\n        return Left('e')"),
    ("Identity", "identity", "    return _same(function(value),",
     "    return _same(function(0),"),
    ("List", "lists", "    return (value,)", "    return (value, value)"),
    ("List", "lists", "    return tuple(value for answers in lists for value in answers)",
     "    return tuple(value for answers in lists for value in answers)[:2]"),
    ("List", "lists", "    return tuple(value for answers in lists for value in answers)",
     "    return tuple(value for answers in reversed([*lists]) for value in answers)"),
    ("List", "lists", "    return tuple(value for answers in lists for value in answers)",
     "    return tuple(dict.fromkeys(value for answers in lists for value in answers))"),
    ("List", "lists", "    return tuple(map(function, _list(m, \"map expected\")))",
     "    return tuple(map(function, reversed(_list(m, \"map expected\"))))"),
    ("List", "lists", "    return (*_list(m, \"plus expected\"), *_list(n, \"plus expected\"))",
     "    return (*n, *m[:1])"),
    ("List", "lists", "            todo.pop()", "            todo.pop(0)"),
    ("List", "lists", "Plus((), _append", "Plus((0,), _append"),
    ("State", "state", "            answer, current = action(current)",
     "            answer, _ = action(current)"),
    ("State", "state", "            answer, current = action(current)",
     "            answer, current = action(start)"),
    ("State", "state", "    return State(Pure(value))",
     "    return State(Prim(lambda s: (value, 0)))"),
    ("State", "state", "        return run(self, perform), current",
     "        return run(self, perform), start"),
    ("Reader", "reader", "lambda action: action(environment)", "lambda action: action(0)"),
    ("Reader", "reader", "    return Reader(Pure(value))",
     "    return asks(lambda environment: environment)"),
    ("Writer", "writer", "log = combine(item, log)", "log = combine(log, item)"),
    ("Writer", "writer", "log = combine(item, log)", "log = item"),
    ("Writer", "writer", "lambda value: Writer(value, monoid.empty)",
     "lambda value: Writer(value, monoid.sample[-1])"),
    ("Writer", "writer", "log = monoid.combine(log, m.log)", "log = m.log"),
    ("Dist", "dist", "weights.get(b, 0) + p * q", "p * q"),
    ("Dist", "dist", "weights.get(b, 0) + p * q", "weights.get(b, 0) + q / len(m.weights)"),
    ("FreeGroup", "group", "for letter, sign in reversed(word))", "for letter, sign in word)"),
    ("FreeGroup", "group", "(letter, -sign) for", "(letter, sign) for"),
    ("FreeGroup", "group", "stack[-1] == (letter, -sign)", "stack[-1] == (letter, sign)"),
    ("FreeGroup", "group", "lambda a: ((a, 1),)", "lambda a: ((a, -1),)"),
    ("Cont", "cont", "    return Cont(Pure(value))", "    return abort(0)"),
    ("Cont", "cont", "        return continuation(node.value)", "        return 0"),
    ("Free", "program", "        program = then(head.value)", "        program = then(0)"),
    ("Free", "free", "    return Free(Pure(value))", "    return Free(Prim('flip'))"),
    ("IO", "io", "    return IO(Pure(value))", "    return put_line('unit').then(IO(Pure(value)))"),
    ("IO", "program", "rest = below if following == end else", "rest = below if following else"),
    ("IO", "program", "return type(self)(self.head, [*shared[:length], then], length + 1)",
     "return type(self)(self.head, [then, *shared[:length]], length + 1)"),
    ("Free", "program", " and len(shared) == length:\n            shared.append(then)\n"
     "            if shared[length] is then:  # no other thread came first",
     ":\n            shared.append(then)\n            if True:"),
    ("Free", "program", "(program._continuations, 0, program._length, stack)",
     "(program._continuations, 0, len(program._continuations), stack)"),
    ("List", "monad", "return lambda a: reduce(self.bind, rest, first(a))",
     "return lambda a: reduce(self.bind, rest[::-1], first(a))"),
    ("List", "monad", "return lambda a: reduce(self.bind, rest, first(a))",
     "return lambda a: first(a)"),
    ("List", "monad", "return self.bind(mf, lambda f: self.map(f, ma))",
     "return self.bind(ma, lambda a: self.map(lambda f: f(a), mf))"),
    ("List", "monad", "self.map(lambda b: function(a, b), mb)",
     "self.map(lambda b: function(b, a), mb)"),
    ("List", "monad", "        return self.bind(first, lambda _: second)",
     "        return self.bind(second, lambda _: first)"),
    ("List", "monad", " if self.own_join is not None else self.bind(mm, _identity)",
     " if self.own_join is not None else mm[0] if mm else ()"),
    ("List", "monad", "            return self.bind(total, lambda b: step(b, item))",
     "            return self.map(lambda b: b, total)"),
    ("Reader", "monad", "            return self.unit(result.value)",
     "            return self.bind(step(start), self.unit)"),
    ("List", "monad", "    return tuple(reversed(values))", "    return tuple(values)"),
    ("List", "monad", "        return self.traverse(_identity, ms)",
     "        return self.traverse(_identity, reversed(ms))"),
]  # fmt: skip


@contextmanager
def edited(module: str, old: str, new: str) -> Iterator[ModuleType]:
    """Import the package anew with one module's source changed, and put the old one back."""
    source = (FOLDER / f"{module}.py").read_text(encoding="utf-8")
    assert source.count(old) == 1, f"{old!r} must stand once in {module}.py"
    changed = f"ideas.monads.{module}"
    kept = {k: v for k, v in sys.modules.items() if (k + ".").startswith("ideas.monads.")}
    for name in kept:
        del sys.modules[name]

    class Finder:
        @staticmethod
        def find_spec(name: str, path: object = None, target: object = None) -> object:
            return importlib.util.spec_from_loader(name, Loader) if name == changed else None

    class Loader:
        @staticmethod
        def create_module(spec: object) -> None:
            return None

        @staticmethod
        def exec_module(module: ModuleType) -> None:
            exec(compile(source.replace(old, new), changed, "exec"), module.__dict__)

    sys.meta_path.insert(0, Finder)  # type: ignore[arg-type]
    try:
        yield importlib.import_module("ideas.monads")
    finally:
        sys.meta_path.remove(Finder)  # type: ignore[arg-type]
        for name in [k for k in sys.modules if (k + ".").startswith("ideas.monads.")]:
            del sys.modules[name]
        sys.modules.update(kept)
        sys.modules["ideas"].monads = kept["ideas.monads"]  # type: ignore[attr-defined]


def caught(monad: str, module: str, old: str, new: str) -> set[str]:
    """The laws that the edit breaks, or why their two sides cannot even be computed."""
    with edited(module, old, new) as package:
        try:
            return set(package.laws.failures(package.ALL[monad], budget=1_000))
        except (TypeError, ValueError) as error:  # an edit may leave the monad's own types
            return {str(error)}


def test_there_are_thirty_edits_and_more_in_every_monad() -> None:
    assert len(EDITS) >= 30
    assert {edit[0] for edit in EDITS} == set(ideas.monads.ALL)


@pytest.mark.parametrize("edit", EDITS, ids=[f"{m}-{f}-{i}" for i, (m, f, *_) in enumerate(EDITS)])
def test_the_laws_catch_a_small_wrong_edit(edit: tuple[str, str, str, str]) -> None:
    assert caught(*edit)


def test_without_an_edit_nothing_is_caught() -> None:
    same = "    return (value,)"
    assert caught("List", "lists", same, same) == set()
