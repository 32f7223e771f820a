// Bias and variance of ten gradient estimators against temperature, without noise.
// What is computed here equals ideas.gumbel.moments in Python, on shared vectors.
import { element, set, setText, onceAFrame, History, liveRegion } from "../widget-kit.js";

export const NAMES = [
  "REINFORCE",
  "REINFORCE + baseline",
  "RLOO-2",
  "REBAR",
  "REBAR, tuned",
  "Gumbel-Softmax",
  "straight-through",
  "ST-Gumbel-Softmax",
  "Gumbel-Rao",
  "ReinMax",
];
const RAO = 10;
const STEPS = 40;
const [LEAST_TAU, MOST_TAU] = [0.05, 5];
const COLUMNS = 41;

const logistic = (z) => 0.5 * (1 + Math.tanh(0.5 * z));
const value = ({ t, exponent }, x) => Math.abs(x - t) ** exponent;
const slope = ({ t, exponent }, x) =>
  exponent * Math.sign(x - t) * Math.abs(x - t) ** (exponent - 1);

/** The exact derivative of the mean payment in the logit of p. */
export const gradient = (problem) =>
  (value(problem, 1) - value(problem, 0)) * problem.p * (1 - problem.p);

const RULE = Array.from({ length: 2 * STEPS + 1 }, (_, i) => {
  const k = ((i - STEPS) * 3.2) / STEPS;
  const inner = 0.5 * Math.PI * Math.sinh(k);
  const weight = ((0.5 * Math.PI * Math.cosh(k)) / Math.cosh(inner) ** 2) * (3.2 / STEPS);
  return [Math.tanh(inner), weight];
});

// Where to evaluate an integrand in s = (a + noise) / tau, and with what weight: tanh-sinh
// between the places where the coin turns and where the slope has a kink.
function nodes({ p, t }, tau) {
  const far = Math.min(36, 36 / tau + Math.abs(Math.log(p / (1 - p))) / tau);
  const kink = Math.max(-far, Math.min(far, Math.log(t / (1 - t))));
  const cuts = [-far, 0, kink, far].sort((a, b) => a - b);
  return [0, 1, 2].flatMap((i) => {
    const [middle, half] = [(cuts[i + 1] + cuts[i]) / 2, (cuts[i + 1] - cuts[i]) / 2];
    return RULE.map(([inner, weight]) => [middle + half * inner, half * weight]);
  });
}

// First and second moments of three functions, given each face of the coin.
function relaxed(problem, tau) {
  const { p } = problem;
  const sums = { width: [0, 0], width2: [0, 0], path: [0, 0], path2: [0, 0], tied: [0, 0], tied2: [0, 0] };
  const logit = Math.log(p / (1 - p));
  for (const [s, weight] of nodes(problem, tau)) {
    const noise = tau * s - logit;
    const [u, rest, x] = [logistic(noise), logistic(-noise), logistic(s)];
    const face = s > 0 ? 1 : 0;
    const density = (weight * tau * u * rest) / (face ? p : 1 - p);
    const width = (x * logistic(-s)) / tau;
    const path = slope(problem, x) * width;
    const other = face ? (1 - p) / u : p / rest;
    const tied = (value(problem, face) - value(problem, x)) * (face - p) - path * (1 - other);
    sums.width[face] += density * width;
    sums.width2[face] += density * width ** 2;
    sums.path[face] += density * path;
    sums.path2[face] += density * path ** 2;
    sums.tied[face] += density * tied;
    sums.tied2[face] += density * tied ** 2;
  }
  return sums;
}

/** The mean and the variance of one gradient sample of every estimator, by name. */
export function moments(problem, tau) {
  const { p } = problem;
  const chance = [1 - p, p];
  const mean = (values) => chance[0] * values[0] + chance[1] * values[1];
  const both = (make) => [make(0), make(1)];
  const spread = (values) => {
    const centre = mean(values);
    return mean(values.map((each) => (each - centre) ** 2));
  };
  const ofCoin = (make) => [mean(both(make)), spread(both(make))];
  const f = both((b) => value(problem, b));
  const d = both((b) => slope(problem, b));
  const coin = p * (1 - p);
  const average = mean(f);
  const half = 0.5 * (f[1] - f[0]);
  const s = relaxed(problem, tau);
  const inside = (first, second) => both((b) => second[b] - first[b] ** 2);

  const soft = [mean(s.path), mean(inside(s.path, s.path2)) + spread(s.path)];
  const pulled = ofCoin((b) => d[b] * s.width[b]);
  const within = mean(inside(s.width, s.width2).map((each, b) => d[b] ** 2 * each));
  const score = both((b) => f[b] * (b - p));
  const control = both((b) => s.path[b] + s.tied[b] - score[b]);
  const about = (values) => values.map((each) => each - mean(values));
  const own = mean(inside(s.path, s.path2)) + mean(inside(s.tied, s.tied2)) + spread(control);
  const shared = mean(about(score).map((each, b) => each * about(control)[b]));
  const controlled = (eta) => [
    mean(both((b) => score[b] + eta * control[b])),
    spread(score) + 2 * eta * shared + eta ** 2 * own,
  ];
  const q = both((b) => (b + logistic(Math.log(p / (1 - p)) / tau)) / 2);
  return {
    REINFORCE: ofCoin((b) => score[b]),
    "REINFORCE + baseline": ofCoin((b) => (f[b] - average) * (b - p)),
    "RLOO-2": [2 * coin * half, 2 * coin * half ** 2 - (2 * coin * half) ** 2],
    REBAR: controlled(1),
    "REBAR, tuned": controlled(-shared / own),
    "Gumbel-Softmax": soft,
    "straight-through": ofCoin((b) => d[b] * coin),
    "ST-Gumbel-Softmax": [pulled[0], pulled[1] + within],
    "Gumbel-Rao": [pulled[0], pulled[1] + within / RAO],
    ReinMax: ofCoin((b) => d[b] * (2 * q[b] * (1 - q[b]) - 0.5 * coin)),
  };
}

export function check(state) {
  const { p, t, exponent, tau, estimator } = state;
  const inside = (x, least, most) => typeof x === "number" && x >= least && x <= most;
  const right =
    inside(p, 0.02, 0.98) &&
    inside(t, 0.02, 0.98) &&
    inside(exponent, 1.25, 4) &&
    inside(tau, LEAST_TAU, MOST_TAU) &&
    NAMES.includes(estimator);
  if (!right) throw new Error("not a state of the estimators");
  return { p, t, exponent, tau, estimator };
}

const TAUS = Array.from(
  { length: COLUMNS },
  (_, i) => LEAST_TAU * (MOST_TAU / LEAST_TAU) ** (i / (COLUMNS - 1)),
);
const [LEFT, RIGHT, TOP, BOTTOM] = [46, 312, 14, 176];
const across = (tau) =>
  LEFT + ((RIGHT - LEFT) * Math.log(tau / LEAST_TAU)) / Math.log(MOST_TAU / LEAST_TAU);
const sliderOf = (tau) => Math.round(100 * Math.log10(tau));
const tauOf = (at) => Math.min(MOST_TAU, Math.max(LEAST_TAU, Number((10 ** (at / 100)).toPrecision(2))));

function chart(title, words) {
  const parts = {
    wrong: element("rect", { class: "ge-wrong", x: LEFT, width: RIGHT - LEFT }),
    wrongWord: element("text", { class: "ge-small", x: RIGHT - 4, "text-anchor": "end" }),
    zero: element("path", { class: "ge-zero" }),
    exact: element("path", { class: "ge-exact" }),
    now: element("path", { class: "ge-now" }),
    dot: element("circle", { class: "ge-dot", r: 5 }),
    curves: NAMES.map(() => element("path", { class: "ge-curve" })),
    ticks: [0, 1, 2].map(() => element("text", { class: "ge-small", x: LEFT - 4, "text-anchor": "end" })),
  };
  const below = [0.05, 0.1, 0.5, 1, 5].map((tau) =>
    element("text", { class: "ge-small", x: across(tau), y: BOTTOM + 14, "text-anchor": "middle" }, String(tau)),
  );
  parts.svg = element(
    "svg",
    { viewBox: "0 0 320 212", class: "ge-chart", role: "img", "aria-label": words },
    parts.wrong,
    parts.wrongWord,
    element("path", { class: "ge-frame", d: `M${LEFT} ${TOP}V${BOTTOM}H${RIGHT}` }),
    parts.zero,
    ...parts.curves,
    parts.exact,
    parts.now,
    parts.dot,
    ...parts.ticks,
    ...below,
    element("text", { class: "ge-small", x: (LEFT + RIGHT) / 2, y: BOTTOM + 30, "text-anchor": "middle" }, "temperature"),
  );
  parts.box = element("div", {}, element("p", { class: "ge-caption" }, title), parts.svg);
  return parts;
}

function render({ model, el }) {
  const names = ["p", "t", "exponent", "tau", "estimator"];
  const history = new History(model, names);
  const live = liveRegion();
  const change = (values) => {
    for (const [name, each] of Object.entries(values)) model.set(name, each);
    model.save_changes();
  };
  const slider = (label, name, min, max, step, from = (x) => x, to = (x) => x) => {
    const shown = element("output", { class: "ge-value" });
    const input = element("input", {
      type: "range",
      min,
      max,
      step,
      oninput: (event) => change({ [name]: to(event.target.valueAsNumber) }),
    });
    const row = element("label", { class: "ge-slider" }, element("span", {}, label), input, shown);
    const show = () => {
      input.value = from(model.get(name));
      setText(shown, String(model.get(name)));
      set(input, "aria-valuetext", String(model.get(name)));
    };
    return { row, show };
  };
  const sliders = [
    slider("p, chance of 1", "p", 0.02, 0.98, 0.01),
    slider("t, target", "t", 0.02, 0.98, 0.01),
    slider("exponent", "exponent", 1.25, 4, 0.25),
    slider("temperature", "tau", sliderOf(LEAST_TAU), sliderOf(MOST_TAU), 1, sliderOf, tauOf),
  ];
  const select = element(
    "select",
    { onchange: (event) => change({ estimator: event.target.value }) },
    ...NAMES.map((name) => element("option", { value: name }, name)),
  );
  const button = (text, onclick) => element("button", { type: "button", onclick }, text);
  const undo = button("Undo", () => history.undo());
  const redo = button("Redo", () => history.redo());
  const means = chart("mean gradient", "Mean gradient against temperature");
  const noise = chart("standard deviation of a sample (log scale)", "Standard deviation against temperature");
  const rows = NAMES.map((name) => {
    const cells = ["mean", "bias", "s.d.", "sign"].map(() => element("td"));
    return { cells, row: element("tr", {}, element("th", { scope: "row" }, name), ...cells) };
  });
  const table = element(
    "table",
    {},
    element("thead", {}, element("tr", {}, ...["at this temperature", "mean", "bias", "s.d.", "sign"].map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, ...rows.map((each) => each.row)),
  );
  const verdict = element("p", { class: "ge-verdict" });

  const curve = (path, values, height) => {
    const points = values.map((each, i) => `${across(TAUS[i]).toFixed(1)} ${height(each).toFixed(1)}`);
    set(path, "d", `M${points.join("L")}`);
  };
  const draw = () => {
    const [p, t, exponent, tau, chosen] = names.map((name) => model.get(name));
    const problem = { p, t, exponent };
    const truth = gradient(problem);
    const found = TAUS.map((each) => moments(problem, each));
    const here = moments(problem, tau);
    const index = NAMES.indexOf(chosen);

    const all = NAMES.flatMap((name) => found.map((each) => each[name][0]));
    const margin = 0.06 * (Math.max(0, truth, ...all) - Math.min(0, truth, ...all)) || 0.01;
    const low = Math.min(0, truth, ...all) - margin;
    const high = Math.max(0, truth, ...all) + margin;
    const height = (each) => BOTTOM - ((BOTTOM - TOP) * (each - low)) / (high - low);
    set(means.zero, "d", `M${LEFT} ${height(0).toFixed(1)}H${RIGHT}`);
    set(means.exact, "d", `M${LEFT} ${height(truth).toFixed(1)}H${RIGHT}`);
    const [from, to] = truth > 0 ? [height(0), BOTTOM] : [TOP, height(0)];
    set(means.wrong, "y", from.toFixed(1));
    set(means.wrong, "height", Math.max(0, truth === 0 ? 0 : to - from).toFixed(1));
    set(means.wrongWord, "y", (truth > 0 ? BOTTOM - 5 : TOP + 11).toFixed(1));
    setText(means.wrongWord, truth === 0 ? "" : "wrong sign");
    const text = (each) => each.toFixed(Math.abs(high - low) < 0.1 ? 3 : 2);
    [[high, TOP + 4], [0, height(0) + 4], [low, BOTTOM]].forEach(([each, y], i) => {
      set(means.ticks[i], "y", y.toFixed(1));
      setText(means.ticks[i], i !== 1 && Math.abs(y - height(0)) < 14 ? "" : text(each));
    });

    const least = 1e-4;
    const deviation = (pair) => Math.sqrt(Math.max(pair[1], 0));
    const spreads = NAMES.flatMap((name) => found.map((each) => Math.max(deviation(each[name]), least)));
    const [bottom, top] = [Math.log10(Math.min(...spreads)) - 0.1, Math.log10(Math.max(...spreads)) + 0.1];
    const level = (each) => BOTTOM - ((BOTTOM - TOP) * (Math.log10(Math.max(each, least)) - bottom)) / (top - bottom);
    [top, (top + bottom) / 2, bottom].forEach((each, i) => {
      set(noise.ticks[i], "y", [TOP + 4, (TOP + BOTTOM) / 2 + 4, BOTTOM][i]);
      setText(noise.ticks[i], (10 ** each).toPrecision(1));
    });
    set(noise.wrong, "height", 0);

    NAMES.forEach((name, i) => {
      curve(means.curves[i], found.map((each) => each[name][0]), height);
      curve(noise.curves[i], found.map((each) => deviation(each[name])), level);
      for (const view of [means, noise]) view.curves[i].classList.toggle("ge-chosen", i === index);
      const [mean, variance] = here[name];
      const wrong = truth * mean < 0 && Math.abs(mean) > 1e-12;
      const cells = [mean.toFixed(4), (mean - truth).toFixed(4), Math.sqrt(Math.max(variance, 0)).toFixed(4)];
      cells.forEach((each, k) => setText(rows[i].cells[k], each.replace(/^-(0\.0+)$/, "$1")));
      setText(rows[i].cells[3], wrong ? "wrong" : "right");
      rows[i].row.classList.toggle("ge-bad", wrong);
      rows[i].row.classList.toggle("ge-row", i === index);
    });
    for (const [view, y] of [
      [means, height(here[chosen][0])],
      [noise, level(deviation(here[chosen]))],
    ]) {
      view.svg.insertBefore(view.curves[index], view.exact);
      set(view.now, "d", `M${across(tau).toFixed(1)} ${TOP}V${BOTTOM}`);
      set(view.dot, "cx", across(tau).toFixed(1));
      set(view.dot, "cy", y.toFixed(1));
    }
    sliders.forEach((each) => each.show());
    select.value = chosen;
    set(undo, "aria-disabled", !history.past.length);
    set(redo, "aria-disabled", !history.future.length);
    const [mean] = here[chosen];
    const says = truth * mean < 0 ? "points the wrong way" : "points the right way";
    const sentence = `Exact gradient ${truth.toFixed(4)} (green line). ${chosen} at temperature ${tau}: mean ${mean.toFixed(4)}, which ${says}.`;
    setText(verdict, sentence);
    live.say(sentence);
  };
  const redraw = onceAFrame(draw);
  for (const name of names) model.on(`change:${name}`, redraw);

  const root = element(
    "div",
    {
      class: "gumbel-estimators",
      role: "group",
      "aria-label": "Bias and variance of gradient estimators",
      onkeydown: (event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
        event.preventDefault();
        if (event.shiftKey) history.redo();
        else history.undo();
      },
    },
    element("div", { class: "ge-pair" }, means.box, noise.box),
    verdict,
    element(
      "div",
      { class: "ge-pair" },
      element(
        "div",
        {},
        ...sliders.map((each) => each.row),
        element("label", { class: "ge-slider ge-pick" }, element("span", {}, "estimator"), select),
        element("div", { class: "ge-buttons" }, undo, redo),
      ),
      table,
    ),
    live.element,
  );
  draw();
  el.append(root);
}

export default { check, render };
