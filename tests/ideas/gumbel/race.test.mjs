import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import widget, { MOST_ROUNDS, results, times } from "../../../code/ideas/gumbel/race_widget.js";

const { cases } = JSON.parse(readFileSync(new URL("race_vectors.json", import.meta.url)));
const close = (found, wanted) =>
  assert.ok(Math.abs(found - wanted) <= 1e-12 * Math.max(1, Math.abs(wanted)), `${found} ${wanted}`);

test("times, wins and the mean winning time are Python's", () => {
  for (const { weights, seed, rounds, last, wins, mean } of cases) {
    times(weights, seed, rounds - 1).forEach((time, j) => close(time, last[j]));
    const found = results(weights, seed, rounds);
    assert.deepEqual(found.wins, wins);
    close(found.mean, mean);
  }
});

test("a state from an address is checked", () => {
  const state = { weights: [2, 3, 5], seed: 1, rounds: 1, scale: "time" };
  assert.deepEqual(widget.check(state), state);
  for (const bad of [
    { weights: [0, 3, 5] },
    { weights: [2, 3] },
    { seed: -1 },
    { rounds: MOST_ROUNDS + 1 },
    { scale: "space" },
  ]) {
    assert.throws(() => widget.check({ ...state, ...bad }), /not a state/);
  }
});
