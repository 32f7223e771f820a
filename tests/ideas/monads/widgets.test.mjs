// The widgets' mathematics against the vectors that the Python package wrote.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as currying from "../../../code/ideas/monads/currying_widget.js";
import * as lab from "../../../code/ideas/monads/law_lab.js";
import * as layers from "../../../code/ideas/monads/layers_widget.js";
import * as pipeline from "../../../code/ideas/monads/pipeline.js";

const read = (name) =>
  JSON.parse(readFileSync(new URL(`${name}_vectors.json`, import.meta.url), "utf8"));

test("the pipeline reads and prints numbers as Python does", () => {
  const cases = read("pipeline");
  assert.ok(cases.length > 40);
  for (const { text, answers } of cases) assert.deepEqual(pipeline.run(text), answers, text);
});

test("both ways of flattening give what the library gives", () => {
  for (const { value, inner, outer, result } of read("layers")) {
    const got = layers.flattened(...value);
    assert.deepEqual(got, { inner, outer, result, again: result }, JSON.stringify(value));
  }
});

test("a Writer over each of 32 tables is judged as the library judges it", () => {
  const cases = read("law_lab");
  assert.equal(cases.length, 32);
  for (const { unit, table, own } of cases) {
    const got = lab.own(unit, table);
    const failed = Object.fromEntries(Object.entries(got).map(([law, found]) => [law, found.failed]));
    assert.deepEqual(failed, own, `unit ${unit}, table ${table}`);
    assert.deepEqual(Object.values(got).map(({ cases: n }) => n), [32, 4, 1024]);
  }
});

test("bind by the adjunction gives what the library's adjunction gives", () => {
  for (const { tables, bound } of read("currying")) {
    assert.deepEqual(currying.bound(...tables), bound, JSON.stringify(tables));
  }
});

test("states from an address are checked", () => {
  const refused = [
    [pipeline, { text: "4", step: 9 }], [pipeline, { text: 4, step: 0 }],
    [layers, { value: ["Maybe", [[[1, 2]]]], inner: 0, outer: 0 }],
    [layers, { value: ["toString", []], inner: 0, outer: 0 }],
    [layers, { value: ["List", []], inner: 3, outer: 0 }],
    [lab, { monad: "constructor", law: "associativity", unit: 0, table: 0 }],
    [lab, { monad: "Maybe", law: "put then put", unit: 0, table: 0 }],
    [lab, { monad: "Maybe", law: "associativity", unit: 0, table: 99 }],
    [currying, { tables: [2, [0, 9], [0, 0, 0, 0]], start: 0, view: "curried" }],
    [currying, { tables: [2, [0, 0], [0, 0, 0, 0]], start: 0, view: "up" }],
  ];
  for (const [module, state] of refused) assert.throws(() => module.default.check(state));
  const fine = { text: "4", step: 2 };
  assert.deepEqual(pipeline.default.check(fine), fine);
});
