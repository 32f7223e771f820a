// Three layers of context: flatten the inner two first or the outer two first, and arrive together.
import { element, set, setText, onceAFrame, History, liveRegion } from "../widget-kit.js";

const LOGS = ["", "a", "b", "c"];

// How each monad maps and joins; a value is nested lists, as layers_widget.py writes them.
export const MONADS = {
  Maybe: { map: (f, m) => m.map(f), join: (m) => (m.length ? m[0] : []) },
  List: { map: (f, m) => m.map(f), join: (m) => m.flat() },
  Writer: { map: (f, [log, x]) => [log, f(x)], join: ([log, [next, x]]) => [log + next, x] },
  State: { map: (f, m) => m.map(([x, s]) => [f(x), s]), join: (m) => m.map(([x, s]) => x[s]) },
};

/** Both ways from three layers to one. */
export function flattened(monad, tree) {
  const { map, join } = MONADS[monad];
  const inner = map(join, tree);
  const outer = join(tree);
  return { inner, outer, result: join(inner), again: join(outer) };
}

const fits = (monad, tree, depth) => {
  if (depth === 0) return Number.isInteger(tree) && tree >= 0 && tree <= 9;
  if (!Array.isArray(tree)) return false;
  if (monad === "Maybe" || monad === "List") {
    return tree.length <= (monad === "Maybe" ? 1 : 3) && tree.every((t) => fits(monad, t, depth - 1));
  }
  if (tree.length !== 2) return false;
  if (monad === "Writer") return LOGS.includes(tree[0]) && fits(monad, tree[1], depth - 1);
  return tree.every((row) => Array.isArray(row) && row.length === 2
    && (row[1] === 0 || row[1] === 1) && fits(monad, row[0], depth - 1));
};

const STARTS = {
  Maybe: [[[3]]],
  List: [[[1, 2], [3]], [[4]]],
  Writer: ["a", ["b", ["c", 7]]],
  State: [[[[[[1, 1], [2, 0]], 1], [[[3, 0], [4, 1]], 0]], 1],
    [[[[[5, 0], [6, 0]], 0], [[[7, 1], [8, 1]], 1]], 0]],
};

const fresh = (depth) => (depth === 0 ? 1 : [fresh(depth - 1)]);

/** A copy of a tree with the part at a path put through a function. */
const changed = (tree, path, f) => {
  if (!path.length) return f(tree);
  const [first, ...rest] = path;
  return tree.map((part, i) => (i === first ? changed(part, rest, f) : part));
};

/** Say a value in words, for a label or a screen reader. */
export function worded(monad, tree, depth) {
  if (depth === 0) return String(tree);
  const inside = (t) => worded(monad, t, depth - 1);
  if (monad === "Maybe") return tree.length ? `Just ${inside(tree[0])}` : "Nothing";
  if (monad === "List") return `[${tree.map(inside).join(", ")}]`;
  if (monad === "Writer") return `log "${tree[0]}" with ${inside(tree[1])}`;
  return `{${tree.map(([t, s], i) => `from ${i}: ${inside(t)}, then state ${s}`).join("; ")}}`;
}

/** Draw a value as boxes in boxes; with `edit`, its parts are buttons. */
const drawn = (monad, tree, depth, edit, path = []) => {
  const part = (label, name, f) => (edit
    ? element("button", { type: "button", "aria-label": name, "data-path": path.join(), onclick: () => edit(path, f) }, label)
    : element("span", {}, label));
  if (depth === 0) return part(String(tree), `digit ${tree}, change it`, (n) => (n + 1) % 10);
  const below = (t, at) => drawn(monad, t, depth - 1, edit, [...path, ...at]);
  const box = (...children) => element("span", { class: `ml-box ml-${depth}` }, ...children);
  if (monad === "Maybe") {
    const turn = (m) => (m.length ? [] : fresh(depth));
    return box(part(tree.length ? "Just" : "Nothing", `layer ${4 - depth}: ${tree.length ? "Just, make it Nothing" : "Nothing, make it Just"}`, turn),
      tree.map((t, i) => below(t, [i])));
  }
  if (monad === "List") {
    const more = tree.length < 3 && edit && part("+", `layer ${4 - depth}: add one`, (m) => [...m, fresh(depth - 1)]);
    const less = tree.length > 0 && edit && part("−", `layer ${4 - depth}: take the last away`, (m) => m.slice(0, -1));
    return box(tree.map((t, i) => below(t, [i])), more || null, less || null,
      tree.length || edit ? null : element("span", { class: "ml-note" }, "empty"));
  }
  if (monad === "Writer") {
    const turn = ([log, x]) => [LOGS[(LOGS.indexOf(log) + 1) % LOGS.length], x];
    return box(part(`"${tree[0]}"`, `layer ${4 - depth}: log ${tree[0] || "empty"}, change it`, turn), below(tree[1], [1]));
  }
  return box(element("span", { class: "ml-rows" }, tree.map(([t, s], i) => {
    const at = [...path, i, 1];
    const after = edit
      ? element("button", { type: "button", "aria-label": `layer ${4 - depth}, from state ${i}: next state ${s}, change it`, "data-path": at.join(), onclick: () => edit(at, (n) => 1 - n) }, `→ ${s}`)
      : element("span", {}, `→ ${s}`);
    return element("span", { class: "ml-row" }, element("span", {}, `${i}:`), below(t, [i, 0]), after);
  })));
};

export default {
  check({ value, inner, outer }) {
    if (!Array.isArray(value) || value.length !== 2 || !Object.hasOwn(MONADS, value[0])) throw new Error("value");
    if (!fits(value[0], value[1], 3)) throw new Error("value");
    for (const step of [inner, outer]) if (![0, 1, 2].includes(step)) throw new Error("step");
    return { value, inner, outer };
  },

  render({ model, el }) {
    const history = new History(model, ["value", "inner", "outer"]);
    const spoken = liveRegion();
    const change = (values) => {
      for (const [name, value] of Object.entries(values)) model.set(name, value);
      model.save_changes();
    };
    const select = element("select", { onchange: () => change({ value: [select.value, STARTS[select.value]], inner: 0, outer: 0 }) },
      Object.keys(MONADS).map((name) => element("option", { value: name }, name)));
    const top = element("div", { class: "ml-place", role: "group", "aria-label": "Three layers; change any part" });
    const edit = (path, f) => {
      const [monad, tree] = model.get("value");
      const focus = document.activeElement?.getAttribute("aria-label");
      change({ value: [monad, changed(tree, path, f)] });
      draw();
      const same = [...top.querySelectorAll("button")].filter((b) => b.dataset.path === path.join());
      (same.find((b) => b.getAttribute("aria-label") === focus) ?? same[0])?.focus();
    };
    const ways = ["inner", "outer"].map((side) => {
      const places = [0, 1].map(() => element("div", { class: "ml-place" }));
      const act = element("button", { type: "button", class: "ml-act", onclick: () => change({ [side]: (model.get(side) + 1) % 3 }) });
      const column = element("section", { "aria-label": side === "inner" ? "Inner two first" : "Outer two first" },
        element("strong", {}, side === "inner" ? "Inner two first" : "Outer two first"), act, places);
      return { side, places, act, column };
    });
    const verdict = element("p", { class: "ml-verdict" });
    const undo = element("button", { type: "button", onclick: () => history.undo() }, "Undo");
    const redo = element("button", { type: "button", onclick: () => history.redo() }, "Redo");
    let last = "";

    const draw = () => {
      const [monad, tree] = model.get("value");
      const results = flattened(monad, tree);
      if (select.value !== monad) select.value = monad;
      const now = JSON.stringify([monad, tree]);
      if (now !== last) top.replaceChildren(drawn(monad, tree, 3, edit));
      last = now;
      for (const { side, places, act } of ways) {
        const step = model.get(side);
        const shown = [results[side], side === "inner" ? results.result : results.again];
        places.forEach((place, i) => {
          place.hidden = step <= i;
          if (step > i) place.replaceChildren(drawn(monad, shown[i], 2 - i, null));
        });
        setText(act, step === 0 ? (side === "inner" ? "map join" : "join") : step === 1 ? "join" : "start again");
        set(act, "aria-label", `${side === "inner" ? "Inner" : "Outer"} two first: ${act.textContent}`);
      }
      const [a, b] = [model.get("inner"), model.get("outer")];
      const same = JSON.stringify(results.result) === JSON.stringify(results.again);
      const text = a === 2 && b === 2
        ? `Both ways give ${worded(monad, results.result, 1)}: they are ${same ? "equal" : "different"}.`
        : "Flatten both ways, down to one layer.";
      setText(verdict, text);
      spoken.say(text);
      undo.disabled = !history.past.length;
      redo.disabled = !history.future.length;
    };
    const redraw = onceAFrame(draw);
    for (const name of ["value", "inner", "outer"]) model.on(`change:${name}`, redraw);
    el.append(element("div", {
      class: "monads-layers", role: "group", "aria-label": "Flatten three layers",
      onkeydown: (event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
        event.preventDefault();
        if (event.shiftKey) history.redo();
        else history.undo();
      },
    },
    element("div", { class: "ml-bar" }, element("label", {}, "Monad ", select), undo, redo),
    top,
    element("div", { class: "ml-ways" }, ways.map(({ column }) => column)),
    verdict, spoken.element));
    draw();
  },
};
