// The playground's mathematics against the vectors that the Python package wrote.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as play from "../../../code/ideas/gf2/playground.js";

const read = new URL("playground_vectors.json", import.meta.url);
const { cases, texts, presets } = JSON.parse(readFileSync(read, "utf8"));
const hex = (bytes) => bytes.map((byte) => byte.toString(16).padStart(2, "0")).join("");
const each = (name, compute) =>
  test(name, () => {
    for (const one of cases) {
      const [got, wanted] = compute(one, play.rowsOf(one.matrix));
      assert.deepEqual(got, wanted, one.matrix);
    }
  });
const pair = ({ rows, b }) => [play.qwordOf(rows), b];

test("there are cases", () => assert.ok(cases.length >= 50 && texts.length >= 20));

each("rows and qword lead to each other", (one, a) => [play.qwordOf(a), one.matrix]);
each("y = A x + b", (one, a) => [play.apply(a, one.x, one.b), one.y]);
each("the table of 256 bytes", (one, a) => [hex(play.table(a, one.b)), one.table]);
each("the equations", (one, a) => [play.equations(a, one.b), one.equations]);
each("the number with y7 on top", (one) => [play.repack(one.matrix, "msb"), one.msb]);
each("the number with x0 on the left", (one) => [play.repack(one.matrix, "lsb"), one.lsb]);
each("the transpose", (one, a) => [play.qwordOf(play.transpose(a)), one.transpose]);
each("the square", (one, a) =>
  [[play.qwordOf(play.product(a, a)), play.apply(a, one.b, one.b)], one.square]);
each("the inverse", (one, a) => {
  const undone = play.inverse(a);
  return [undone && [play.qwordOf(undone), play.apply(undone, one.b)], one.inverse];
});
for (const which of ["A first", "M first"]) {
  each(`joined with a second matrix, ${which}`, (one, a) =>
    [pair(play.compose(a, one.b, play.rowsOf(one.second), which)), one[which]]);
}
each("the rank", (one, a) => [play.rank(a), one.rank]);
each("the determinant", (one, a) => [play.factsOf(a, one.b).texts[1], String(one.determinant)]);
each("the kernel", (one, a) => [play.kernelText(play.kernel(a)), one.kernel]);
each("the order", (one, a) => [play.orderOf(play.table(a)), one.order]);
each("the order of the map", (one, a) =>
  [play.orderOf(play.table(a, one.b)), one["order of the map"]]);
each("the least power that is zero", (one, a) => [play.nilpotency(a), one["least zero power"]]);
each("the fixed points", (one, a) =>
  [play.factsOf(a, one.b).texts[4], `${one["fixed points"]} of 256`]);

each("a row's path ends at its bit of y", (one, a) => {
  const ends = a.map((row, i) => {
    const { selected, and, xor, constant, y } = play.path(a, one.b, one.x, i);
    const columns = [7, 6, 5, 4, 3, 2, 1, 0].filter((j) => (row >> j) & 1);
    assert.deepEqual(selected.map(([j]) => j), columns);
    assert.equal(selected.reduce((sum, [, bit]) => sum ^ bit, 0), xor);
    assert.equal(and, row & one.x);
    assert.equal(xor ^ constant, y);
    return y;
  });
  return [ends.reduce((sum, bit, i) => sum | (bit << i), 0), one.y];
});

test("text is read, or refused with the same sentence as in Python", () => {
  for (const [text, qword, message] of texts) {
    if (qword) assert.equal(play.parseQword(text), qword, JSON.stringify(text));
    else assert.throws(() => play.parseQword(text), { message }, JSON.stringify(text));
  }
});

test("a repacked number leads back", () => {
  for (const { matrix } of cases) {
    for (const layout of Object.keys(play.LAYOUTS)) {
      assert.equal(play.repack(play.repack(matrix, layout), layout), matrix);
    }
  }
});

test("bytes are read in hexadecimal and in decimal", () => {
  for (const [text, byte] of [["0x53", 83], ["5 3", 83], [" ff ", 255], ["0", 0], ["00a", 10]]) {
    assert.equal(play.parseHexByte(text), byte);
  }
  for (const text of ["", "0x", "100", "0xG", "-1"]) {
    assert.throws(() => play.parseHexByte(text), /is not a byte in hexadecimal, 00 to FF/);
  }
  for (const [text, byte] of [["83", 83], [" 255 ", 255], ["007", 7]]) {
    assert.equal(play.parseDecimalByte(text), byte);
  }
  for (const text of ["", "256", "-1", "1.5", "0x10", "1e2"]) {
    assert.throws(() => play.parseDecimalByte(text), /is not a whole number from 0 to 255/);
  }
});

test("the presets are the catalogue", () => assert.deepEqual(play.PRESETS, presets));

test("a quick drag leaves no gap", () => {
  assert.deepEqual(play.between([1, 0], [1, 3]), [[1, 1], [1, 2], [1, 3]]);
  assert.deepEqual(play.between([3, 3], [1, 1]), [[2, 2], [1, 1]]);
  assert.deepEqual(play.between([2, 2], [2, 2]), []);
  for (const to of [[8, 1], [2, 7], [1, 5]]) {
    let [r, c] = [4, 4];
    for (const [nextR, nextC] of play.between([4, 4], to)) {
      assert.ok(Math.abs(nextR - r) <= 1 && Math.abs(nextC - c) <= 1);
      [r, c] = [nextR, nextC];
    }
    assert.deepEqual([r, c], to);
  }
});

test("a state from an address is normalised or refused", () => {
  const state = { matrix: "4182050a142850a0", second: "0x1", x: 83, b: 0, grid: "msb" };
  assert.deepEqual(play.check(state), {
    ...state, matrix: "0x4182050A142850A0", second: "0x0000000000000001",
  });
  for (const bad of [{ x: 256 }, { b: 1.5 }, { grid: "top" }, { grid: "toString" },
    { matrix: "no" }, { second: "" }]) {
    assert.throws(() => play.check({ ...state, ...bad }));
  }
});
