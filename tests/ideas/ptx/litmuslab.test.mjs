import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import widget, {
  TESTS,
  choicesOf,
  instruction,
  look,
  outcomeText,
} from "../../../code/ideas/ptx/litmuslab.js";

const cases = JSON.parse(readFileSync(new URL("litmuslab_vectors.json", import.meta.url)));

test("the tables say what Python's search says, at every scope and distance", () => {
  assert.ok(cases.length > 100);
  for (const { test: name, apart, choices, allowed } of cases) {
    const found = look(name, apart, choices.split(" ")).map((reason) => reason.allowed);
    assert.deepEqual(found, allowed, `${name} ${apart} ${choices}`);
  }
});

test("each reason is a cycle of its slots, or the sources of an allowed outcome", () => {
  for (const { slots, reasons } of Object.values(TESTS)) {
    for (const reason of reasons) {
      const [axiom, ...steps] = reason.split("|");
      const parts = steps.map((step) => step.split(" "));
      for (const [a, , b] of parts) {
        for (const place of [a, b]) assert.ok(place === "i" || slots[Number(place)]);
      }
      if (!axiom) continue;
      parts.forEach(([, , b], i) => assert.equal(b, parts[(i + 1) % parts.length][0]));
    }
  }
});

test("strengthening one instruction never adds an outcome", () => {
  for (const { test: name, apart, choices } of cases) {
    const words = choices.split(" ");
    const before = look(name, apart, words);
    TESTS[name].slots.forEach((slot, i) => {
      const menu = choicesOf(slot);
      const [order, scope] = words[i].split(".");
      for (const word of menu) {
        const [other, reach] = word.split(".");
        const wider = other === order && menu.indexOf(word) > menu.indexOf(words[i]);
        const stronger = slot[3].indexOf(other) > slot[3].indexOf(order) && reach === scope;
        if (words[i] === "volatile" || (!wider && !stronger)) continue;
        const after = look(name, apart, words.with(i, word));
        after.forEach(({ allowed }, n) => assert.ok(!allowed || before[n].allowed));
      }
    });
  }
});

test("instructions and outcomes in words", () => {
  assert.equal(instruction([0, "st", "[x], 1", []], "release.gpu"), "st.release.gpu [x], 1");
  assert.equal(instruction([0, "fence", "", []], "none"), "");
  assert.equal(outcomeText(TESTS.MP, [1, 0]), "r0=1, r1=0");
  assert.equal(outcomeText(TESTS.SB, [0, 0]), "0:r0=0, 1:r0=0");
});

test("a state from an address is checked", () => {
  const state = { test: "CoRR", apart: "gpu", choices: "weak weak none weak", outcome: 0 };
  assert.deepEqual(widget.check(state), state);
  for (const bad of [
    { test: "constructor" },
    { apart: "warp" },
    { choices: "weak weak none" },
    { choices: "weak weak none strong" },
    { choices: "acquire.gpu weak none weak" },
    { outcome: 4 },
    { outcome: 0.5 },
  ]) {
    assert.throws(() => widget.check({ ...state, ...bad }), /not a state/);
  }
});
