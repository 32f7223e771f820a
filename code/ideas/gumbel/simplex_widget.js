// The simplex of three classes: drag three probabilities and a temperature, watch the samples.
// What is computed here equals ideas.gumbel.simplex_widget in Python, on shared vectors.
import { element, set, setText, onceAFrame, History, liveRegion } from "../widget-kit.js";

export const SAMPLES = 1000;
const TAUS = [0.05, 10];
const CELLS = 64;
const FRAMES = 60;
const LEVELS = [-2, -1, -0.5, 0, 0.5, 1, 2, 3];

/** Mix a 32-bit number so that every bit depends on every bit (lowbias32). */
export function hash32(x) {
  x ^= x >>> 16;
  x = Math.imul(x, 0x7feb352d);
  x ^= x >>> 15;
  x = Math.imul(x, 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}

/** Exponential variables, three a sample, the same as in Python. */
export function exponentials(seed, n) {
  const base = hash32(seed);
  const drawn = new Float64Array(3 * n);
  for (let i = 0; i < 3 * n; i++) {
    const high = hash32((base + 2 * i) >>> 0);
    const low = hash32((base + 2 * i + 1) >>> 0);
    const u = (high * 2 ** 21 + Math.floor(low / 2 ** 11) + 0.5) / 2 ** 53;
    drawn[i] = Math.max(-Math.log(u), 2 ** -54);
  }
  return drawn;
}

/** Gumbel-Softmax samples, three numbers a sample, from minus the logarithm of exponentials. */
export function samples(percent, tau, drawn) {
  const x = new Float64Array(drawn.length);
  const logits = percent.map((part) => Math.log(part / 100));
  for (let i = 0; i < x.length; i += 3) {
    const z = logits.map((logit, j) => logit - Math.log(drawn[i + j]));
    const top = Math.max(...z);
    const weights = z.map((value) => Math.exp((value - top) / tau));
    const total = weights[0] + weights[1] + weights[2];
    for (let j = 0; j < 3; j++) x[i + j] = weights[j] / total;
  }
  return x;
}

/** Which class wins each sample: the first of three clocks to ring. */
export function winners(percent, drawn) {
  const won = new Uint8Array(drawn.length / 3);
  for (let i = 0; i < won.length; i++) {
    const times = percent.map((part, j) => drawn[3 * i + j] / part);
    won[i] = times.indexOf(Math.min(...times));
  }
  return won;
}

/** How often each class wins. */
export function tally(won) {
  const counts = [0, 0, 0];
  for (const winner of won) counts[winner] += 1;
  return counts;
}

/** The log-density of the Concrete distribution at the point with these logarithms. */
export function logDensity(percent, tau, logs) {
  const logits = percent.map((part) => Math.log(part / 100));
  const z = logits.map((logit, j) => logit - tau * logs[j]);
  const top = Math.max(...z);
  const normaliser = top + Math.log(z.reduce((sum, value) => sum + Math.exp(value - top), 0));
  const terms = logits.reduce((sum, logit, j) => sum + logit - (tau + 1) * logs[j], 0);
  return Math.log(2) + 2 * Math.log(tau) + terms - 3 * normaliser;
}

/** Give one class a new percentage; the other two share the rest as they did before. */
export function rebalance(percent, index, value) {
  const [a, b] = [0, 1, 2].filter((j) => j !== index);
  const next = [0, 0, 0];
  next[index] = Math.min(98, Math.max(1, Math.round(value)));
  const rest = 100 - next[index];
  const share = Math.round((rest * percent[a]) / (percent[a] + percent[b]));
  next[a] = Math.min(rest - 1, Math.max(1, share));
  next[b] = rest - next[a];
  return next;
}

/** The nearest whole percentages to a point of the plane, each at least 1. */
export function percentAt(x, y) {
  const third = (265 - y) / 242.5;
  const second = (x - 20) / 280 - third / 2;
  const free = [1 - second - third, second, third].map((part) => Math.max(part, 0.01));
  const total = free[0] + free[1] + free[2];
  const next = free.map((part) => Math.max(1, Math.round((100 * part) / total)));
  next[next.indexOf(Math.max(...next))] += 100 - (next[0] + next[1] + next[2]);
  return next;
}

export const toPlane = (a, b, c) => [20 + 280 * (b + c / 2), 265 - 242.5 * c];

// A lattice of the triangle's points, kept off the border, with their logarithms.
const lattice = (() => {
  const points = [];
  for (let i = 0; i <= CELLS; i++) {
    for (let j = 0; j <= CELLS - i; j++) {
      const x = [CELLS - i - j, j, i].map((part) => (part / CELLS + 0.002) / 1.006);
      points.push({ plane: toPlane(...x), logs: x.map(Math.log) });
    }
  }
  const row = (i) => (i * (2 * CELLS + 3 - i)) / 2;
  const triangles = [];
  for (let i = 0; i < CELLS; i++) {
    for (let j = 0; j < CELLS - i; j++) {
      const [here, up] = [row(i) + j, row(i + 1) + j];
      triangles.push([here, here + 1, up]);
      if (j < CELLS - i - 1) triangles.push([here + 1, up + 1, up]);
    }
  }
  return { points, triangles };
})();

/** Contours of the density over that of the uniform one: path data for lines above and below. */
function contours(percent, tau) {
  const heights = lattice.points.map((p) => logDensity(percent, tau, p.logs) - Math.log(2));
  const paths = { above: "", below: "" };
  for (const corners of lattice.triangles) {
    const [a, b, c] = [heights[corners[0]], heights[corners[1]], heights[corners[2]]];
    const [low, high] = [Math.min(a, b, c), Math.max(a, b, c)];
    for (const level of LEVELS) {
      if (level <= low || level > high) continue;
      const cuts = [];
      for (let k = 0; k < 3; k++) {
        const [p, q] = [corners[k], corners[(k + 1) % 3]];
        const [u, v] = [heights[p] - level, heights[q] - level];
        if (u < 0 === v < 0) continue;
        const [[px, py], [qx, qy]] = [lattice.points[p].plane, lattice.points[q].plane];
        const t = u / (u - v);
        cuts.push(`${(px + t * (qx - px)).toFixed(1)} ${(py + t * (qy - py)).toFixed(1)}`);
      }
      if (cuts.length === 2) paths[level >= 0 ? "above" : "below"] += `M${cuts[0]}L${cuts[1]}`;
    }
  }
  return paths;
}

const sliderOf = (tau) => Math.round(100 * Math.log10(tau));
const tauOf = (value) => {
  const tau = Number((10 ** (value / 100)).toPrecision(2));
  return Math.min(TAUS[1], Math.max(TAUS[0], tau));
};

export function check(state) {
  const { percent, tau, seed, picked, frozen } = state;
  const whole = (x, most) => Number.isInteger(x) && x >= 0 && x <= most;
  const right =
    Array.isArray(percent) &&
    percent.length === 3 &&
    percent.every((part) => whole(part, 98) && part >= 1) &&
    percent[0] + percent[1] + percent[2] === 100 &&
    tau >= TAUS[0] &&
    tau <= TAUS[1] &&
    whole(seed, 999999) &&
    whole(picked, SAMPLES - 1) &&
    (frozen === "yes" || frozen === "no");
  if (!right) throw new Error("not a state of the simplex");
  return { percent: [...percent], tau, seed, picked, frozen };
}

function slider(label, min, max, oninput) {
  const shown = element("output", { class: "gs-value" });
  const input = element("input", { type: "range", min, max, step: 1, oninput });
  const name = element("span", {}, label);
  return { row: element("label", { class: "gs-slider" }, name, input, shown), input, shown };
}

function bars(caption, labels) {
  const rows = labels.map((label) => {
    const fill = element("span", { class: "gs-fill" });
    const mark = element("span", { class: "gs-mark" });
    const value = element("span", { class: "gs-value" });
    const track = element("span", { class: "gs-track", "aria-hidden": "true" }, fill, mark);
    return { fill, mark, value, row: element("div", { class: "gs-bar" }, label, track, value) };
  });
  const title = element("p", { class: "gs-caption" }, caption);
  return { title, rows, box: element("div", {}, title, ...rows.map((row) => row.row)) };
}

function showBar(row, share, text, mark) {
  row.fill.style.inlineSize = `${100 * share}%`;
  row.mark.style.insetInlineStart = mark === undefined ? "-9em" : `${100 * mark}%`;
  setText(row.value, text);
}

function drawing() {
  const made = {
    above: element("path", { class: "gs-above" }),
    below: element("path", { class: "gs-below" }),
    dots: [1, 2, 3].map((i) => element("path", { class: `gs-dots gs-class-${i}` })),
    ring: element("circle", { class: "gs-ring", r: 7 }),
    handle: element("g", { class: "gs-handle" }),
    corners: [
      [24, 284, "start"],
      [296, 284, "end"],
      [160, 14, "middle"],
    ].map(([x, y, anchor]) => element("text", { x, y, "text-anchor": anchor })),
  };
  made.handle.append(
    element("circle", { r: 22, class: "gs-reach" }),
    element("path", { d: "M0-8L8 0L0 8L-8 0Z" }),
  );
  made.svg = element(
    "svg",
    { viewBox: "0 0 320 292", class: "gs-triangle", role: "img" },
    element("path", { class: "gs-frame", d: "M20 265H300L160 22.5Z" }),
    made.below,
    made.above,
    ...made.dots,
    made.ring,
    made.handle,
    ...made.corners,
  );
  return made;
}

function render({ model, el }) {
  const names = ["percent", "tau", "seed", "picked", "frozen"];
  const history = new History(model, names);
  const calm = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? false;
  const live = liveRegion();
  const view = drawing();
  const frozen = () => model.get("frozen") === "yes";
  let shown = calm ? SAMPLES : 0;
  let seed = -1;
  let drawn, x, won;

  const change = (values) => {
    const fresh = "percent" in values || "tau" in values;
    if (fresh && !frozen()) values.seed = (model.get("seed") + 1) % 1000000;
    for (const [name, value] of Object.entries(values)) model.set(name, value);
    model.save_changes();
  };
  const sliders = [0, 1, 2].map((i) =>
    slider(`class ${i + 1}`, 1, 98, (event) =>
      change({ percent: rebalance(model.get("percent"), i, event.target.valueAsNumber) }),
    ),
  );
  const heat = slider("temperature", sliderOf(TAUS[0]), sliderOf(TAUS[1]), (event) =>
    change({ tau: tauOf(event.target.valueAsNumber) }),
  );
  const pick = slider("sample", 1, SAMPLES, (event) =>
    change({ picked: event.target.valueAsNumber - 1 }),
  );
  const button = (text, onclick) => element("button", { type: "button", onclick }, text);
  const freeze = button("Freeze the noise", () => change({ frozen: frozen() ? "no" : "yes" }));
  const again = button("New noise", () => {
    shown = calm ? SAMPLES : 0;
    change({ seed: (model.get("seed") + 1) % 1000000 });
    stream();
  });
  const undo = button("Undo", () => history.undo());
  const redo = button("Redo", () => history.redo());
  const soft = bars("soft sample", ["1", "2", "3"]);
  const hard = bars("its argmax", ["1", "2", "3"]);
  const shares = bars("argmax of all, and the probabilities (|)", ["1", "2", "3"]);

  const draw = () => {
    const [percent, tau, picked] = [model.get("percent"), model.get("tau"), model.get("picked")];
    if (seed !== model.get("seed")) {
      seed = model.get("seed");
      drawn = exponentials(seed, SAMPLES);
    }
    x = samples(percent, tau, drawn);
    won = winners(percent, drawn);
    const lines = contours(percent, tau);
    set(view.above, "d", lines.above);
    set(view.below, "d", lines.below);
    drawDots();
    const at = toPlane(x[3 * picked], x[3 * picked + 1], x[3 * picked + 2]);
    set(view.ring, "cx", at[0].toFixed(1));
    set(view.ring, "cy", at[1].toFixed(1));
    const centre = toPlane(...percent.map((part) => part / 100));
    set(view.handle, "transform", `translate(${centre[0].toFixed(1)} ${centre[1].toFixed(1)})`);
    view.corners.forEach((text, i) => setText(text, `class ${i + 1}: ${percent[i]} %`));
    sliders.forEach(({ input, shown: value }, i) => {
      input.value = percent[i];
      input.disabled = frozen();
      setText(value, `${percent[i]} %`);
    });
    view.handle.classList.toggle("gs-locked", frozen());
    heat.input.value = sliderOf(tau);
    set(heat.input, "aria-valuetext", String(tau));
    setText(heat.shown, String(tau));
    pick.input.value = picked + 1;
    setText(pick.shown, String(picked + 1));
    for (let j = 0; j < 3; j++) {
      const value = x[3 * picked + j];
      showBar(soft.rows[j], value, value.toFixed(3));
      showBar(hard.rows[j], won[picked] === j ? 1 : 0, won[picked] === j ? "1" : "0");
    }
    set(freeze, "aria-pressed", frozen());
    set(undo, "aria-disabled", !history.past.length);
    set(redo, "aria-disabled", !history.future.length);
    set(view.svg, "aria-label", `Samples at temperature ${tau}, probabilities ${percent.join(", ")} %`);
  };

  // Dots of one class are one path: each is a line of no length with round ends.
  const drawDots = () => {
    const paths = ["", "", ""];
    for (let i = 0; i < shown; i++) {
      const [px, py] = toPlane(x[3 * i], x[3 * i + 1], x[3 * i + 2]);
      paths[won[i]] += `M${px.toFixed(1)} ${py.toFixed(1)}h0`;
    }
    view.dots.forEach((path, j) => set(path, "d", paths[j]));
    const counts = tally(won.subarray(0, shown));
    const percent = model.get("percent");
    counts.forEach((count, j) => {
      const share = shown ? count / shown : 0;
      showBar(shares.rows[j], share, `${(100 * share).toFixed(1)} %`, percent[j] / 100);
    });
    if (shown === SAMPLES) {
      const parts = counts.map((count, j) => `class ${j + 1} ${count}, expected ${10 * percent[j]}`);
      live.say(`Temperature ${model.get("tau")}. Largest entry of 1,000 samples: ${parts.join("; ")}.`);
    }
  };

  let streaming = false;
  const stream = () => {
    if (streaming) return;
    streaming = true;
    const step = () => {
      shown = Math.min(SAMPLES, shown + Math.ceil(SAMPLES / (3 * FRAMES)));
      drawDots();
      streaming = shown < SAMPLES && view.svg.isConnected;
      if (streaming) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  };
  const redraw = onceAFrame(() => {
    // A change made while samples still come in shows them all.
    shown = streaming ? shown : SAMPLES;
    draw();
  });
  for (const name of names) model.on(`change:${name}`, redraw);

  const place = (event) => {
    const box = view.svg.getBoundingClientRect();
    const scale = 320 / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  };
  view.handle.addEventListener("pointerdown", (event) => {
    if (frozen() || event.button !== 0) return;
    event.preventDefault();
    view.handle.setPointerCapture(event.pointerId);
    const move = (moved) => change({ percent: percentAt(...place(moved)) });
    view.handle.addEventListener("pointermove", move);
    const stop = () => view.handle.removeEventListener("pointermove", move);
    view.handle.addEventListener("lostpointercapture", stop, { once: true });
  });
  view.svg.addEventListener("click", (event) => {
    if (view.handle.contains(event.target) && !frozen()) return;
    const [px, py] = place(event);
    let best = [Infinity, 0];
    for (let i = 0; i < shown; i++) {
      const [qx, qy] = toPlane(x[3 * i], x[3 * i + 1], x[3 * i + 2]);
      best = Math.hypot(qx - px, qy - py) < best[0] ? [Math.hypot(qx - px, qy - py), i] : best;
    }
    if (best[0] < 24) change({ picked: best[1] });
  });

  const root = element(
    "div",
    {
      class: "gumbel-simplex",
      role: "group",
      "aria-label": "Simplex: probabilities, temperature and samples",
      onkeydown: (event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
        event.preventDefault();
        if (event.shiftKey) history.redo();
        else history.undo();
      },
    },
    element(
      "div",
      { class: "gs-left" },
      view.svg,
      element(
        "p",
        { class: "gs-key" },
        "◆ the probabilities: drag it. ○ the sample shown in bars: click another. Lines: contours " +
          "of the density, solid above the uniform one, dotted below.",
      ),
    ),
    element(
      "div",
      { class: "gs-right" },
      ...sliders.map((each) => each.row),
      heat.row,
      element("div", { class: "gs-buttons" }, freeze, again, undo, redo),
      pick.row,
      element("div", { class: "gs-pair" }, soft.box, hard.box),
      shares.box,
      live.element,
    ),
  );
  draw();
  el.append(root);
  if (calm) return;
  // Samples start to come when the triangle is on the screen.
  new IntersectionObserver((seen, observer) => {
    if (!seen.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    stream();
  }).observe(view.svg);
}

export default { check, render };
