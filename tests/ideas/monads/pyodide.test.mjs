// The monads in a browser's Python: Pyodide under node runs every law and every doctest.

import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "..");

const start = async () => {
  const python = await loadPyodide();
  python.FS.mkdir("/course");
  python.mountNodeFS("/course", join(root, "code"));
  python.runPython("import sys; sys.path.insert(0, '/course'); sys.dont_write_bytecode = True");
  return python;
};

const python = await start();

test("it is the browser's Python, and only the standard library is there", () => {
  assert.equal(python.runPython("sys.platform"), "emscripten");
  assert.ok(python.runPython("sys.version_info >= (3, 11)"));
  const found = python.runPython(`
import importlib.util
[name for name in ("numpy", "hypothesis", "matplotlib", "anywidget") if importlib.util.find_spec(name)]
`);
  assert.deepEqual(found.toJs(), []);
});

test("every monad of the package passes every law", () => {
  const report = python.runPython(`
from ideas.monads import ALL, laws
{name: min(laws.check(monad, budget=150).values()) for name, monad in ALL.items()}
`).toJs();
  assert.equal(Object.keys(report).length, 12);
  for (const cases of Object.values(report)) assert.ok(cases > 0);
});

test("every lawless thing is caught, by the law that it breaks", () => {
  const wrong = python.runPython(`
from ideas.monads import LawError, laws, lawless
wrong = []
for name, monad in lawless.ALL.items():
    law = next(law for law in laws.LAWS if law.name == lawless.BREAKS[name])
    try:
        laws.check(monad, laws=[law])
        wrong.append(name)
    except LawError as error:
        if error.law != law.name:
            wrong.append(name)
wrong
`).toJs();
  assert.deepEqual(wrong, []);
});

test("every doctest of the modules holds", () => {
  const report = python.runPython(`
import doctest, importlib, pkgutil
import ideas.monads
failed, attempted = [], 0
for module in pkgutil.iter_modules(ideas.monads.__path__, "ideas.monads."):
    if module.name.endswith((".draw", ".law_lab")):
        continue  # the first needs matplotlib, the other tries every law of every monad again
    result = doctest.testmod(importlib.import_module(module.name))
    attempted += result.attempted
    if result.failed:
        failed.append(module.name)
[failed, attempted]
`).toJs();
  assert.deepEqual(report[0], []);
  assert.ok(report[1] > 150);
});

test("a hundred thousand binds run in the browser's small stack", () => {
  const answer = python.runPython(`
from ideas.monads import state
tick = state.modify(lambda n: n + 1)
m = tick
for _ in range(100_000):
    m = m.bind(lambda _: tick)
m.exec(0)
`);
  assert.equal(answer, 100_001);
});
