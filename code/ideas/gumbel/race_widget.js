// A race of three exponential clocks: the first to ring wins.
// What is computed here equals ideas.gumbel.race_widget in Python, on shared vectors.
import { element, set, setText, onceAFrame, History, liveRegion } from "../widget-kit.js";

export const MOST_ROUNDS = 20000;
const LANES = [26, 66, 106];
const [LEFT, RIGHT] = [64, 306];
const SECONDS = 1.4;

function hash32(x) {
  x ^= x >>> 16;
  x = Math.imul(x, 0x7feb352d);
  x ^= x >>> 15;
  x = Math.imul(x, 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}

/** When the clocks of one round ring: exponentials, the same as in Python, over weights. */
export function times(weights, seed, round) {
  const base = hash32(seed);
  return weights.map((weight, j) => {
    const at = 2 * (3 * round + j);
    const high = hash32((base + at) >>> 0);
    const low = hash32((base + at + 1) >>> 0);
    const u = (high * 2 ** 21 + Math.floor(low / 2 ** 11) + 0.5) / 2 ** 53;
    return Math.max(-Math.log(u), 2 ** -54) / weight;
  });
}

/** How often each class wins, and the mean time of the winner, over some rounds. */
export function results(weights, seed, rounds) {
  const wins = [0, 0, 0];
  let total = 0;
  for (let round = 0; round < rounds; round++) {
    const [a, b, c] = times(weights, seed, round);
    const winner = a <= b ? (a <= c ? 0 : 2) : b <= c ? 1 : 2;
    wins[winner] += 1;
    total += [a, b, c][winner];
  }
  return { wins, mean: total / rounds };
}

export function check({ weights, seed, rounds, scale }) {
  const whole = (x, least, most) => Number.isInteger(x) && x >= least && x <= most;
  const right =
    Array.isArray(weights) &&
    weights.length === 3 &&
    weights.every((weight) => whole(weight, 1, 20)) &&
    whole(seed, 0, 999999) &&
    whole(rounds, 1, MOST_ROUNDS) &&
    (scale === "time" || scale === "noise");
  if (!right) throw new Error("not a state of the race");
  return { weights: [...weights], seed, rounds, scale };
}

function render({ model, el }) {
  const names = ["weights", "seed", "rounds", "scale"];
  const history = new History(model, names);
  const calm = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
  const live = liveRegion();
  let started = null;
  let found = null;
  const change = (values) => {
    for (const [name, value] of Object.entries(values)) model.set(name, value);
    model.save_changes();
  };

  const lanes = LANES.map((y, i) => {
    const bell = element("circle", { class: "gr-bell", cy: y, r: 7 });
    const time = element("text", { class: "gr-time", y: y - 10, "text-anchor": "middle" });
    const name = element("text", { x: 4, y: y + 4 }, `class ${i + 1}`);
    const line = element("path", { class: "gr-lane", d: `M${LEFT} ${y}H${RIGHT}` });
    return { bell, time, y, all: [line, name, bell, time] };
  });
  const sweep = element("path", { class: "gr-sweep", d: "M0 8V122" });
  const [first, last] = ["start", "end"].map((anchor) =>
    element("text", { class: "gr-axis", y: 138, x: anchor === "start" ? LEFT : RIGHT, "text-anchor": anchor }),
  );
  const svg = element(
    "svg",
    { viewBox: "0 0 320 144", class: "gr-track", role: "img" },
    ...lanes.flatMap((lane) => lane.all),
    sweep,
    first,
    last,
  );

  const weights = [0, 1, 2].map((i) => {
    const shown = element("output", { class: "gr-value" });
    const input = element("input", {
      type: "range",
      min: 1,
      max: 20,
      step: 1,
      oninput: (event) =>
        change({ weights: model.get("weights").with(i, event.target.valueAsNumber) }),
    });
    const label = element("span", {}, `weight ${i + 1}`);
    return { input, shown, row: element("label", { class: "gr-slider" }, label, input, shown) };
  });
  const button = (text, onclick) => element("button", { type: "button", onclick }, text);
  const run = (more) => {
    const rounds = Math.min(MOST_ROUNDS, model.get("rounds") + more);
    if (more === 1 && !calm) started = performance.now();
    change({ rounds });
    redraw();
  };
  const one = button("Run a race", () => run(1));
  const many = button("Run 1,000", () => run(1000));
  const anew = button("Start anew", () =>
    change({ rounds: 1, seed: (model.get("seed") + 1) % 1000000 }),
  );
  const mirror = button("Show −log of time", () =>
    change({ scale: model.get("scale") === "time" ? "noise" : "time" }),
  );
  const undo = button("Undo", () => history.undo());
  const redo = button("Redo", () => history.redo());
  const bars = [0, 1, 2].map((i) => {
    const fill = element("span", { class: "gr-fill" });
    const mark = element("span", { class: "gr-mark" });
    const value = element("span", { class: "gr-value" });
    const track = element("span", { class: "gr-bartrack", "aria-hidden": "true" }, fill, mark);
    return { fill, mark, value, row: element("div", { class: "gr-bar" }, `${i + 1}`, track, value) };
  });
  const summary = element("p", { class: "gr-summary" });

  // Where a time stands: the last of the three near the right end; as noise, mirrored.
  const placed = (rung) => {
    const noise = model.get("scale") === "noise";
    const values = noise ? rung.map((t) => -Math.log(t)) : rung;
    const [low, high] = noise
      ? [Math.min(...values) - 0.5, Math.max(...values) + 0.5]
      : [0, 1.08 * Math.max(...values)];
    setText(first, noise ? `log w + g = ${low.toFixed(1)}` : "start");
    setText(last, noise ? high.toFixed(1) : `time ${high.toFixed(2)}`);
    return values.map((value) => LEFT + ((RIGHT - LEFT) * (value - low)) / (high - low));
  };

  const draw = () => {
    const state = names.map((name) => model.get(name));
    const [given, seed, rounds, scale] = state;
    const key = JSON.stringify([given, seed, rounds]);
    if (found?.key !== key) found = { key, ...results(given, seed, rounds) };
    const rung = times(given, seed, rounds - 1);
    const x = placed(rung);
    const winner = rung.indexOf(Math.min(...rung));
    // Time runs until all have rung; told as noise it runs from the right.
    const gone = started === null ? 1 : Math.min(1, (performance.now() - started) / (1000 * SECONDS));
    const now = scale === "time" ? LEFT + gone * (RIGHT - LEFT) : RIGHT - gone * (RIGHT - LEFT);
    set(sweep, "transform", `translate(${now.toFixed(1)} 0)`);
    set(sweep, "visibility", gone < 1 ? "visible" : "hidden");
    lanes.forEach((lane, i) => {
      const rang = gone === 1 || (scale === "time" ? x[i] <= now : x[i] >= now);
      set(lane.bell, "cx", x[i].toFixed(1));
      set(lane.time, "x", Math.min(296, x[i]).toFixed(1));
      set(lane.bell, "visibility", rang ? "visible" : "hidden");
      lane.bell.classList.toggle("gr-winner", i === winner);
      const value = scale === "time" ? rung[i] : -Math.log(rung[i]);
      setText(lane.time, rang ? value.toFixed(2) + (i === winner ? " wins" : "") : "");
    });
    const whole = given[0] + given[1] + given[2];
    const sum = `${rounds.toLocaleString("en")} round${rounds > 1 ? "s" : ""}`;
    found.wins.forEach((count, i) => {
      bars[i].fill.style.inlineSize = `${(100 * count) / rounds}%`;
      bars[i].mark.style.insetInlineStart = `${(100 * given[i]) / whole}%`;
      setText(bars[i].value, `${((100 * count) / rounds).toFixed(1)} %`);
      weights[i].input.value = given[i];
      setText(weights[i].shown, String(given[i]));
    });
    setText(
      summary,
      `${sum}. Bars: shares of wins; marks: w over the sum of all weights. ` +
        `Mean winning time ${found.mean.toFixed(4)}, expected ${(1 / whole).toFixed(4)}.`,
    );
    set(svg, "aria-label", `Last race: class ${winner + 1} wins`);
    set(mirror, "aria-pressed", scale === "noise");
    for (const each of [one, many]) set(each, "aria-disabled", rounds >= MOST_ROUNDS);
    set(undo, "aria-disabled", !history.past.length);
    set(redo, "aria-disabled", !history.future.length);
    if (gone === 1) {
      started = null;
      live.say(`Class ${winner + 1} wins. Of ${sum}: ${found.wins.join(", ")}.`);
    } else if (svg.isConnected) redraw();
  };
  const redraw = onceAFrame(draw);
  for (const name of names) model.on(`change:${name}`, redraw);

  const root = element(
    "div",
    {
      class: "gumbel-race",
      role: "group",
      "aria-label": "Race of three exponential clocks",
      onkeydown: (event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
        event.preventDefault();
        if (event.shiftKey) history.redo();
        else history.undo();
      },
    },
    element("div", {}, svg, element("div", { class: "gr-buttons" }, one, many, anew, mirror, undo, redo)),
    element("div", {}, ...weights.map((each) => each.row), ...bars.map((each) => each.row), summary),
    live.element,
  );
  draw();
  el.append(root);
}

export default { check, render };
