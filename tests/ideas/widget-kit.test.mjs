// The parts that widgets share, run by node's own test runner (pytest calls it).
import assert from "node:assert/strict";
import { test } from "node:test";
import { History } from "../../code/ideas/widget-kit.js";

class Model {
  state = { x: 0, y: 0, hint: "" };
  listeners = {};
  get = (name) => this.state[name];
  set = (name, value) => (this.state[name] = value);
  on = (event, listener) => (this.listeners[event] = listener);
  save_changes = () => Object.values(this.listeners).forEach((listener) => listener());
  change(name, value) {
    this.set(name, value);
    this.save_changes();
  }
}

test("undo and redo walk through the states", () => {
  const model = new Model();
  const history = new History(model, ["x", "y"], { pause: -1 });
  model.change("x", 1);
  model.change("y", 2);
  assert.equal(history.undo(), true);
  assert.deepEqual(model.state, { x: 1, y: 0, hint: "" });
  assert.equal(history.undo(), true);
  assert.deepEqual(model.state, { x: 0, y: 0, hint: "" });
  assert.equal(history.undo(), false);
  history.redo();
  history.redo();
  assert.deepEqual(model.state, { x: 1, y: 2, hint: "" });
  assert.equal(history.redo(), false);
});

test("a drag is undone at once", () => {
  const model = new Model();
  const history = new History(model, ["x"], { pause: 10_000 });
  for (const x of [1, 2, 3, 4]) model.change("x", x);
  history.undo();
  assert.equal(model.state.x, 0);
});

test("a new change forgets what could be redone", () => {
  const model = new Model();
  const history = new History(model, ["x"], { pause: -1 });
  model.change("x", 1);
  history.undo();
  model.change("x", 5);
  assert.equal(history.redo(), false);
  assert.equal(model.state.x, 5);
});

test("other traits are left alone", () => {
  const model = new Model();
  const history = new History(model, ["x"], { pause: -1 });
  model.change("hint", "seen");
  assert.equal(history.undo(), false);
  assert.equal(model.state.hint, "seen");
});
