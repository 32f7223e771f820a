// State from the two halves of currying: m : S -> A x S, f : A x S -> A x S, and their bind.
import { element, set, setText, onceAFrame, History, liveRegion } from "../widget-kit.js";

const LETTERS = ["a", "b"];

/** The table of m >>= f, by way of the adjunction: curry f, then evaluate at the new state. */
export function bound(size, m, f) {
  const curried = LETTERS.map((_, a) => f.slice(size * a, size * (a + 1)));
  const evaluate = (table, s) => table[s];
  return m.map((code) => evaluate(curried[Math.floor(code / size)], code % size));
}

const pair = (code, size) => `(${LETTERS[Math.floor(code / size)]}, ${code % size})`;

const isTable = (codes, length, size) => Array.isArray(codes) && codes.length === length
  && codes.every((code) => Number.isInteger(code) && code >= 0 && code < 2 * size);

export default {
  check({ tables, start, view }) {
    if (!Array.isArray(tables) || tables.length !== 3) throw new Error("tables");
    const [size, m, f] = tables;
    if (size !== 2 && size !== 3) throw new Error("size");
    if (!isTable(m, size, size) || !isTable(f, 2 * size, size)) throw new Error("tables");
    if (!Number.isInteger(start) || start < 0 || start > 2) throw new Error("start");
    if (view !== "curried" && view !== "uncurried") throw new Error("view");
    return { tables, start, view };
  },

  render({ model, el }) {
    const history = new History(model, ["tables", "start", "view"]);
    const spoken = liveRegion();
    const change = (values) => {
      for (const [name, value] of Object.entries(values)) model.set(name, value);
      model.save_changes();
    };
    const button = (label, act) => element("button", { type: "button", onclick: act }, label);
    const edit = (which, i) => {
      const tables = structuredClone(model.get("tables"));
      tables[which][i] = (tables[which][i] + 1) % (2 * tables[0]);
      change({ tables });
    };
    const size = element("select", {
      onchange: () => {
        const n = Number(size.value);
        change({ tables: [n, Array.from({ length: n }, (_, s) => n + (s + 1) % n),
          Array.from({ length: 2 * n }, (_, i) => (i + 1) % (2 * n))], start: 0 });
      },
    }, element("option", { value: "2" }, "2"), element("option", { value: "3" }, "3"));
    const view = element("select", { onchange: () => change({ view: view.value }) },
      element("option", { value: "uncurried" }, "on pairs, A × S → A × S"),
      element("option", { value: "curried" }, "curried, A → (A × S)^S"));
    const undo = button("Undo", () => history.undo());
    const redo = button("Redo", () => history.redo());
    const picture = element("svg", { viewBox: "0 0 460 240", role: "img", "aria-label": "Arrows of m and f" });
    const starts = element("div", { class: "mc-row", role: "group", "aria-label": "Start from" });
    const first = element("div", { class: "mc-row", role: "group", "aria-label": "m" });
    const second = element("div", { class: "mc-list", role: "group", "aria-label": "f" });
    const result = element("p", {});
    const walk = element("p", { class: "mc-walk" });
    let built = "";
    let buttons = {};

    const rebuild = (n, shape) => {
      built = `${n} ${shape}`;
      buttons = {
        start: Array.from({ length: n }, (_, s) => button(String(s), () => change({ start: s }))),
        m: Array.from({ length: n }, (_, s) => button("", () => edit(1, s))),
        f: Array.from({ length: 2 * n }, (_, i) => button("", () => edit(2, i))),
      };
      starts.replaceChildren("Start from state ", ...buttons.start);
      first.replaceChildren("m: ", ...buttons.m);
      const groups = shape === "curried"
        ? LETTERS.map((letter, a) => element("div", { class: "mc-row" }, `f(${letter}) = { `, buttons.f.slice(n * a, n * (a + 1)), " }"))
        : [element("div", { class: "mc-row" }, "f: ", buttons.f)];
      second.replaceChildren(...groups);
    };

    const drawArrows = (n, m, f, start) => {
      const low = (i, rows) => 20 + 220 * (i + 0.5) / rows;
      const line = (x, y, toX, toY, on) => element("line", { x1: x, y1: y, x2: toX, y2: toY, class: on ? "mc-on" : "mc-off" });
      const label = (x, y, text, on) => element("text", { x, y: y + 5, "text-anchor": "middle", class: on ? "mc-here" : "" }, text);
      const there = f[m[start]];
      picture.replaceChildren(
        label(25, 12, "S"), label(215, 12, "A × S"), label(420, 12, "A × S"),
        ...m.map((code, i) => line(45, low(i, n), 180, low(code, 2 * n), i === start)),
        ...f.map((code, i) => line(250, low(i, 2 * n), 385, low(code, 2 * n), i === m[start])),
        ...m.map((_, i) => label(25, low(i, n), String(i), i === start)),
        ...f.map((_, i) => label(215, low(i, 2 * n), pair(i, n), i === m[start])),
        ...f.map((_, i) => label(420, low(i, 2 * n), pair(i, n), i === there)),
      );
    };

    const draw = () => {
      const [n, m, f] = model.get("tables");
      const start = model.get("start") % n;
      const shape = model.get("view");
      size.value = String(n);
      view.value = shape;
      if (built !== `${n} ${shape}`) rebuild(n, shape);
      buttons.start.forEach((b, s) => set(b, "aria-pressed", s === start));
      buttons.m.forEach((b, s) => {
        setText(b, `${s} ↦ ${pair(m[s], n)}`);
        set(b, "aria-label", `m of ${s} is ${pair(m[s], n)}, change it`);
      });
      buttons.f.forEach((b, i) => {
        setText(b, `${shape === "curried" ? i % n : pair(i, n)} ↦ ${pair(f[i], n)}`);
        set(b, "aria-label", `f of ${pair(i, n)} is ${pair(f[i], n)}, change it`);
      });
      drawArrows(n, m, f, start);
      const table = bound(n, m, f);
      setText(result, `m >>= f = { ${table.map((code, s) => `${s} ↦ ${pair(code, n)}`).join(", ")} }`);
      const [letter, next] = [LETTERS[Math.floor(m[start] / n)], m[start] % n];
      const text = shape === "curried"
        ? `From state ${start}: m gives ${pair(m[start], n)}. f(${letter}) is a table; evaluate it at ${next} and get ${pair(f[m[start]], n)}.`
        : `From state ${start}: m gives ${pair(m[start], n)}, and f takes that pair to ${pair(f[m[start]], n)}.`;
      setText(walk, text);
      set(picture, "aria-label", text);
      spoken.say(text);
      undo.disabled = !history.past.length;
      redo.disabled = !history.future.length;
    };
    const redraw = onceAFrame(draw);
    for (const name of ["tables", "start", "view"]) model.on(`change:${name}`, redraw);
    el.append(element("div", {
      class: "monads-currying", role: "group", "aria-label": "State by currying",
      onkeydown: (event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
        event.preventDefault();
        if (event.shiftKey) history.redo();
        else history.undo();
      },
    },
    element("div", { class: "mc-row" }, element("label", {}, "States ", size), element("label", {}, "f ", view), undo, redo),
    starts, picture, first, second, result, walk, spoken.element));
    draw();
  },
};
