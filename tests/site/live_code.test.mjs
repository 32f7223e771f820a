// Every cell of the monads and GF(2) chapters that claims to run in the page does: with the page's
// own wheel, runner and cells, in Pyodide under Node instead of a browser.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

const site = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "_build", "html", "_static");
assert.ok(existsSync(join(site, "live-code")), "there is no built site: run make test");
const { files } = JSON.parse(readFileSync(join(site, "live-code", "current.json"), "utf8"));
const folder = join(site, "live-code", files);
const config = JSON.parse(readFileSync(join(folder, "site.json"), "utf8"));
const pages = readdirSync(join(folder, "pages"), { recursive: true })
  .map(String)
  .filter((name) => /^book.(monads|gf2).*\.json$/.test(name))
  // its one cell tries every law of every monad, as the monads' own pyodide.test.mjs does
  .filter((name) => !name.endsWith(join("monads", "sources.json")))
  .sort();

const python = await loadPyodide();
python.unpackArchive(new Uint8Array(readFileSync(join(folder, config.wheel))), "wheel");
python.FS.mkdir("/course");
for (const name of ["runner.py", "needs.py"]) {
  python.FS.writeFile(`/course/${name}`, new Uint8Array(readFileSync(join(folder, name))));
}
const run = python.runPython(`
import json, sys
sys.path.append("/course")
import runner
from ideas.monads import laws

whole, most = laws.check, None

def fewer(subject, *, budget=20_000, **options):
    return whole(subject, budget=min(budget, most or budget), **options)

laws.check = fewer

def run_page(cells, modules, cases):
    """Run the cells of a page that need no package; return how many ran, and what went wrong."""
    global most
    most = cases
    cells, said = json.loads(cells), []
    sources = [cell["source"] for cell in cells]
    session = runner.Session(lambda kind, data: said.append((kind, data)), json.loads(modules))
    ran, wrong = 0, []
    for place, cell in enumerate(cells):
        if any(tag == "skip-execution" or tag.startswith("needs-") for tag in cell["tags"]):
            continue
        plan = session.plan(sources, place)
        if plan["packages"]:
            continue
        for one in plan["order"]:
            said.clear()
            if session.begin(one, sources[one]) is not True:
                wrong.append(f"cell {one + 1}: {said[-1][1]['error']['text']}")
        if any(kind == "stream" and data["name"] == "stderr" for kind, data in said):
            wrong.append(f"cell {place + 1} writes to stderr")
        ran += 1
    return json.dumps([ran, wrong])
run_page
`);

let total = 0;
for (const name of pages) {
  test(name.replace(".json", ""), () => {
    // the page on the laws tries each on up to 20,000 cases, most of a minute here: fewer will do
    const cases = name.endsWith(join("monads", "laws.json")) ? 400 : undefined;
    const cells = readFileSync(join(folder, "pages", name), "utf8");
    const [ran, wrong] = JSON.parse(run(cells, JSON.stringify(config.modules), cases));
    assert.deepEqual(wrong, []);
    total += ran;
  });
}

test("the chapters that need the standard library alone run in the page", () => {
  assert.ok(total > 150, `only ${total} cells ran`);
});
