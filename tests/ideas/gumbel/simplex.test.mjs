import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import widget, {
  SAMPLES,
  exponentials,
  logDensity,
  percentAt,
  rebalance,
  samples,
  tally,
  toPlane,
  winners,
} from "../../../code/ideas/gumbel/simplex_widget.js";

const { cases } = JSON.parse(readFileSync(new URL("simplex_vectors.json", import.meta.url)));
const close = (found, wanted, error = 1e-12) =>
  assert.ok(Math.abs(found - wanted) <= error * Math.max(1, Math.abs(wanted)), `${found} ${wanted}`);

test("noise, samples, tally and density are Python's", () => {
  for (const { percent, tau, seed, ...wanted } of cases) {
    const drawn = exponentials(seed, SAMPLES);
    wanted.exponentials.flat().forEach((value, i) => close(drawn[i], value));
    const x = samples(percent, tau, drawn);
    wanted.samples.flat().forEach((value, i) => close(x[i], value, 1e-11));
    assert.deepEqual(tally(winners(percent, drawn)), wanted.tally);
    wanted.points.forEach((point, i) =>
      close(logDensity(percent, tau, point.map(Math.log)), wanted.log_density[i]),
    );
  }
});

test("percentages stay whole, positive and 100 together", () => {
  for (let index = 0; index < 3; index++) {
    for (let value = -5; value <= 120; value++) {
      for (const start of [[20, 30, 50], [1, 1, 98], [98, 1, 1], [33, 33, 34]]) {
        const next = rebalance(start, index, value);
        assert.ok(next.every((part) => Number.isInteger(part) && part >= 1));
        assert.equal(next[0] + next[1] + next[2], 100);
        assert.equal(next[index], Math.min(98, Math.max(1, value)));
      }
    }
  }
});

test("a place on the triangle is the percentages drawn there", () => {
  for (const percent of [[20, 30, 50], [1, 1, 98], [33, 33, 34]]) {
    assert.deepEqual(percentAt(...toPlane(...percent.map((part) => part / 100))), percent);
  }
  assert.deepEqual(percentAt(-500, 900), [98, 1, 1]);
});

test("a state from an address is checked", () => {
  const state = { percent: [20, 30, 50], tau: 0.5, seed: 1, picked: 0, frozen: "no" };
  assert.deepEqual(widget.check(state), state);
  for (const bad of [
    { percent: [20, 30, 51] },
    { percent: [20, 80] },
    { percent: ["20", 30, 50] },
    { tau: 0 },
    { tau: 11 },
    { seed: 1.5 },
    { picked: 1000 },
    { frozen: "perhaps" },
  ]) {
    assert.throws(() => widget.check({ ...state, ...bad }), /not a state/);
  }
});
