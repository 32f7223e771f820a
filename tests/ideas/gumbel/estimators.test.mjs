import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import widget, { NAMES, gradient, moments } from "../../../code/ideas/gumbel/estimators_widget.js";

const { names, cases } = JSON.parse(
  readFileSync(new URL("estimators_vectors.json", import.meta.url)),
);

test("means and variances are Python's", () => {
  assert.deepEqual(NAMES, names);
  for (const { problem, tau, moments: wanted } of cases) {
    const [p, t, exponent] = problem;
    const found = moments({ p, t, exponent }, tau);
    for (const name of names) {
      found[name].forEach((value, i) => {
        const error = Math.abs(value - wanted[name][i]);
        assert.ok(error <= 1e-11 * Math.max(1, Math.abs(value)), `${name} ${value}`);
      });
    }
  }
});

test("the unbiased ones have the exact mean", () => {
  const problem = { p: 0.3, t: 0.6, exponent: 3 };
  const found = moments(problem, 0.7);
  for (const name of NAMES.slice(0, 5)) {
    assert.ok(Math.abs(found[name][0] - gradient(problem)) < 1e-8, name);
  }
});

test("a state from an address is checked", () => {
  const state = { p: 0.1, t: 0.45, exponent: 2, tau: 0.5, estimator: "ReinMax" };
  assert.deepEqual(widget.check(state), state);
  for (const bad of [{ p: 0 }, { p: "0.1" }, { t: 1 }, { exponent: 1 }, { tau: NaN }, { estimator: "best" }]) {
    assert.throws(() => widget.check({ ...state, ...bad }), /not a state/);
  }
});
