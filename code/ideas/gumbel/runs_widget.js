// Recorded training runs to scrub through: soft and hard errors, and the usage of the codes.
// What is computed here equals ideas.gumbel.runs_widget in Python, on shared vectors.
import { element, set, setText, onceAFrame, History, liveRegion } from "../widget-kit.js";

const COLUMNS = ["step", "tau", "soft", "sampled", "argmax", "usage"];
const [LEFT, RIGHT, TOP, BOTTOM] = [44, 310, 12, 150];

/** The exponential of the entropy of counts: how many codes are in use. */
export function perplexity(usage) {
  const total = usage.reduce((sum, count) => sum + count, 0);
  const entropy = usage.reduce(
    (sum, count) => (count ? sum - (count / total) * Math.log(count / total) : sum),
    0,
  );
  return Math.exp(entropy);
}

/** By what factor discrete codes are worse than the soft ones that training saw. */
export const gap = (run, at) => run.sampled[at] / run.soft[at];

export function check(state) {
  const { runs, run, at } = state;
  const numbers = (column) => Array.isArray(column) && column.every((x) => Number.isFinite(x));
  const right =
    Array.isArray(runs) &&
    runs.every(
      (each) =>
        typeof each.name === "string" &&
        COLUMNS.every((column) => each[column]?.length === each.step.length) &&
        COLUMNS.slice(0, 5).every((column) => numbers(each[column])) &&
        each.usage.every(numbers),
    ) &&
    Number.isInteger(run) &&
    Number.isInteger(at) &&
    run >= 0 &&
    run < runs.length &&
    at >= 0 &&
    at < runs[run].step.length;
  if (!right) throw new Error("not a state of the runs");
  return { runs, run, at };
}

const text = (attributes, words) => element("text", { class: "gt-small", ...attributes }, words);

function errorChart() {
  const line = (name) => element("path", { class: `gt-line gt-${name}` });
  const lines = { soft: line("soft"), sampled: line("sampled"), argmax: line("argmax") };
  const shade = element("path", { class: "gt-gap" });
  const now = element("path", { class: "gt-now" });
  const ticks = [text({ x: LEFT - 4, "text-anchor": "end" }), text({ x: LEFT - 4, y: BOTTOM, "text-anchor": "end" }, "0")];
  const end = text({ x: RIGHT, y: BOTTOM + 14, "text-anchor": "end" });
  const svg = element(
    "svg",
    { viewBox: "0 0 320 170", role: "img" },
    shade,
    element("path", { class: "gt-frame", d: `M${LEFT} ${TOP}V${BOTTOM}H${RIGHT}` }),
    ...Object.values(lines),
    now,
    ...ticks,
    text({ x: LEFT, y: BOTTOM + 14 }, "step 0"),
    end,
  );
  return { svg, lines, shade, now, ticks, end };
}

function render({ model, el }) {
  const runs = model.get("runs");
  const history = new History(model, ["run", "at"]);
  const live = liveRegion();
  const calm = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
  const change = (values) => {
    for (const [name, each] of Object.entries(values)) model.set(name, each);
    model.save_changes();
  };
  const current = () => {
    const run = runs[Math.min(model.get("run"), runs.length - 1)];
    return [run, Math.min(model.get("at"), run.step.length - 1)];
  };

  const chart = errorChart();
  const codes = runs[0].usage[0].length;
  const bars = Array.from({ length: codes }, (_, i) =>
    element("rect", {
      class: "gt-code",
      x: (LEFT + ((RIGHT - LEFT) * i) / codes).toFixed(1),
      width: ((0.8 * (RIGHT - LEFT)) / codes).toFixed(1),
    }),
  );
  const even = element("path", { class: "gt-even" });
  const meter = element(
    "svg",
    { viewBox: "0 0 320 170", role: "img" },
    element("path", { class: "gt-frame", d: `M${LEFT} ${TOP}V${BOTTOM}H${RIGHT}` }),
    ...bars,
    even,
    text({ x: LEFT, y: BOTTOM + 14 }, "codes, most used first"),
  );
  const select = element(
    "select",
    { onchange: (event) => change({ run: Number(event.target.value) }) },
    ...runs.map((run, i) => element("option", { value: i }, run.name)),
  );
  const scrub = element("input", {
    type: "range",
    min: 0,
    step: 1,
    oninput: (event) => change({ at: event.target.valueAsNumber }),
  });
  const step = element("output", { class: "gt-value" });
  const button = (words, onclick) => element("button", { type: "button", onclick }, words);
  let playing = false;
  const play = button("Play", () => {
    playing = !playing;
    if (playing && current()[1] === current()[0].step.length - 1) change({ at: 0 });
    if (playing) advance();
    redraw();
  });
  const advance = () =>
    setTimeout(() => {
      if (!playing || !play.isConnected) return;
      const [run, at] = current();
      playing = at + 1 < run.step.length;
      if (playing) change({ at: at + 1 });
      if (playing) advance();
      redraw();
    }, 180);
  const undo = button("Undo", () => history.undo());
  const redo = button("Redo", () => history.redo());
  const reading = element("p", { class: "gt-reading" });

  const draw = () => {
    const [run, at] = current();
    const last = run.step[run.step.length - 1];
    const most = Math.max(...runs.flatMap((each) => each.sampled.slice(2)));
    const x = (each) => LEFT + ((RIGHT - LEFT) * each) / last;
    const y = (error) => Math.max(TOP, BOTTOM - ((BOTTOM - TOP) * error) / most);
    const point = (each, i) => `${x(run.step[i]).toFixed(1)} ${y(each).toFixed(1)}`;
    for (const name of ["soft", "sampled", "argmax"]) {
      set(chart.lines[name], "d", `M${run[name].map(point).join("L")}`);
    }
    const around = [...run.soft.map(point), ...run.sampled.map(point).reverse()];
    set(chart.shade, "d", `M${around.join("L")}Z`);
    set(chart.now, "d", `M${x(run.step[at]).toFixed(1)} ${TOP}V${BOTTOM}`);
    set(chart.ticks[0], "y", TOP + 4);
    setText(chart.ticks[0], most.toFixed(2));
    setText(chart.end, String(last));
    const usage = [...run.usage[at]].sort((a, b) => b - a);
    const total = usage.reduce((sum, count) => sum + count, 0);
    const tallest = Math.max(4 / codes, usage[0] / total);
    usage.forEach((count, i) => {
      const height = ((BOTTOM - TOP) * count) / total / tallest;
      set(bars[i], "y", (BOTTOM - height).toFixed(1));
      set(bars[i], "height", height.toFixed(1));
    });
    set(even, "d", `M${LEFT} ${(BOTTOM - (BOTTOM - TOP) / codes / tallest).toFixed(1)}H${RIGHT}`);
    select.value = String(model.get("run"));
    set(scrub, "max", run.step.length - 1);
    scrub.value = at;
    set(scrub, "aria-valuetext", `step ${run.step[at]}`);
    setText(step, String(run.step[at]));
    setText(play, playing ? "Pause" : "Play");
    set(undo, "aria-disabled", !history.past.length);
    set(redo, "aria-disabled", !history.future.length);
    const used = perplexity(run.usage[at]).toFixed(1);
    const words =
      `Step ${run.step[at]}, temperature ${run.tau[at]}. Error with soft codes ${run.soft[at].toFixed(4)}, ` +
      `sampled ${run.sampled[at].toFixed(4)} (${gap(run, at).toFixed(2)} times), ` +
      `argmax ${run.argmax[at].toFixed(4)}. Perplexity of code usage: ${used} of ${codes}.`;
    setText(reading, words);
    set(chart.svg, "aria-label", `Errors of the run ${run.name}`);
    set(meter, "aria-label", `Usage of the codes: ${used} of ${codes} in use`);
    if (!playing) live.say(words);
  };
  const redraw = onceAFrame(draw);
  for (const name of ["run", "at"]) model.on(`change:${name}`, redraw);

  const key = element(
    "p",
    { class: "gt-key" },
    element("span", { class: "gt-soft" }, "soft, solid"),
    element("span", { class: "gt-sampled" }, "sampled, dashed"),
    element("span", { class: "gt-argmax" }, "argmax, dotted"),
  );
  const root = element(
    "div",
    {
      class: "gumbel-runs",
      role: "group",
      "aria-label": "Training runs: soft-hard gap and code usage",
      onkeydown: (event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
        event.preventDefault();
        if (event.shiftKey) history.redo();
        else history.undo();
      },
    },
    element("label", { class: "gt-row" }, element("span", {}, "run"), select),
    element("label", { class: "gt-row" }, element("span", {}, "step"), scrub, step),
    element("div", { class: "gt-buttons" }, calm ? null : play, undo, redo),
    element(
      "div",
      { class: "gt-pair" },
      element("div", {}, element("p", { class: "gt-caption" }, "error a pixel"), chart.svg, key),
      element("div", {}, element("p", { class: "gt-caption" }, "usage of the codes"), meter,
        element("p", { class: "gt-key" }, "dashed line: all equally common")),
    ),
    reading,
    live.element,
  );
  draw();
  el.append(root);
}

// On the course's site the address holds what can be changed; the recorded numbers stay out.
export default { shared: ["run", "at"], check, render };
