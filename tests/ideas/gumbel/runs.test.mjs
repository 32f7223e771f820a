import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import widget, { gap, perplexity } from "../../../code/ideas/gumbel/runs_widget.js";

const wanted = JSON.parse(readFileSync(new URL("runs_vectors.json", import.meta.url)));
const close = (found, value) => assert.ok(Math.abs(found - value) <= 1e-12 * value, `${found}`);

test("perplexity and gap are Python's", () => {
  for (const [usage, value] of wanted.perplexity) close(perplexity(usage), value);
  wanted.gaps.forEach((value, at) => close(gap(wanted.run, at), value));
});

test("a state from an address is checked", () => {
  const run = { name: "a", step: [0], tau: [1], soft: [1], sampled: [1], argmax: [1], usage: [[1]] };
  assert.deepEqual(widget.check({ runs: [run], run: 0, at: 0 }), { runs: [run], run: 0, at: 0 });
  for (const bad of [{ run: 1 }, { at: 1 }, { at: -1 }, { runs: [{ ...run, tau: [] }] }]) {
    assert.throws(() => widget.check({ runs: [run], run: 0, at: 0, ...bad }), /not a state/);
  }
});
