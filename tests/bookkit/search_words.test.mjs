// How the book's search cuts words, and what it finds for a question.
import assert from "node:assert/strict";
import test from "node:test";

import { find, makeIndex, snippet } from "../../code/bookkit/src/bookkit/search/find.js";
import { question, words } from "../../code/bookkit/src/bookkit/search/words.js";

const book = makeIndex(
  [
    ["m.html", "Kleisli", "", "Kleisli", "Composition is written f >=> g. Bind is >>=."],
    ["m.html", "Kleisli", "laws", "The laws", "The left identity law and the right identity law."],
    ["p.html", "Hints", "nc", "Read-only", "ld.global.nc.L1::no_allocate loads and says no more."],
    ["p.html", "Hints", "", "Hints", "A plain ld.global is coherent. Identity is left alone."],
  ].map(([page, title, anchor, heading, text]) => ({
    ...{ page, title, chapter: "", anchor, heading, text },
  })),
);
const places = (asking) =>
  find(book, asking).flatMap(({ page, sections }) => sections.map((s) => `${page}#${s.anchor}`));

test("names with dots are kept whole, with parts and beginnings", () => {
  assert.deepEqual(words("ld.global.nc"), ["ld.global.nc", "ld", "ld", "ld.global", "global", "nc"]);
});

test("runs of symbols are words, and punctuation is none", () => {
  assert.deepEqual(words("f >=> g, (x >>= y)."), ["f", ">=>", "g", "x", ">>=", "y"]);
});

test("a question is phrases and words", () => {
  assert.deepEqual(question('"Left  identity" >=> x'), { phrases: ["left identity"], asked: [">=>", "x"] });
});

test("symbols, names, phrases and beginnings are found", () => {
  assert.deepEqual(places(">=>"), ["m.html#"]);
  assert.deepEqual(places(">>="), ["m.html#"]);
  assert.deepEqual(places("ld.global.nc"), ["p.html#nc"]);
  assert.deepEqual(places('"left identity"'), ["m.html#laws"]);
  assert.deepEqual(places('"identity left"'), []);
  assert.deepEqual(places("compos"), ["m.html#"]);
  assert.deepEqual(places("cohernet"), ["p.html#"]);
  assert.deepEqual(places(""), []);
});

test("a snippet marks what was sought and adds up to its text", () => {
  const text = `${"word ".repeat(40)}target and more ${"word ".repeat(40)}`;
  const parts = snippet(text, ["target"]);
  assert.deepEqual(parts.filter((part) => part.marked), [{ text: "target", marked: true }]);
  assert.equal(snippet("a b", ["b"]).map((part) => part.text).join(""), "a b");
});
