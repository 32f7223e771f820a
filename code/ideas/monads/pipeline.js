// The pipeline of compute: three functions that can fail, chained by bind, one step at a time.
import { element, set, setText, onceAFrame, History, liveRegion } from "../widget-kit.js";

const NAMES = ["parse_number", "reciprocal", "safe_sqrt"];
const LONGEST = 40;
const BLANK = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]*";
const DIGITS = "\\d+(?:_\\d+)*";
const NUMBER = new RegExp(
  `^${BLANK}([+-]?(?:${DIGITS}\\.?(?:${DIGITS})?|\\.${DIGITS})(?:[eE][+-]?${DIGITS})?)${BLANK}$`,
);

/** The value of a decimal digit of any script; Unicode keeps each script's ten in a row. */
const digit = (character) => {
  const code = character.codePointAt(0);
  if (code >= 0x1d7ce && code <= 0x1d7ff) return (code - 0x1d7ce) % 10;
  const low = code & 15;
  const row = code - low;
  const fromZero = low < 6 || (low < 10 && /\p{Nd}/u.test(String.fromCodePoint(row)));
  return fromZero ? low : low - 6;
};

/** The finite number that a text writes by Python's rules, or null. */
export function parseNumber(text) {
  const plain = text.replace(/\p{Nd}/gu, (found) => String(digit(found)));
  const match = NUMBER.exec(plain);
  if (!match) return null;
  const number = Number(match[1].replaceAll("_", ""));
  return Number.isFinite(number) ? number : null;
}

const STEPS = [
  parseNumber,
  (number) => (number === 0 ? null : 1 / number),
  (number) => (number < 0 ? null : Math.sqrt(number)),
];

/** Print a number as Python does. */
export function printed(number) {
  if (Object.is(number, -0)) return "-0.0";
  if (number === Infinity) return "inf";
  if (number === -Infinity) return "-inf";
  const [digits, power] = number.toExponential().split("e");
  const exponent = Number(power);
  if (number !== 0 && (exponent < -4 || exponent >= 16)) {
    const size = String(Math.abs(exponent)).padStart(2, "0");
    return `${digits}e${exponent < 0 ? "-" : "+"}${size}`;
  }
  if (exponent < 0) {
    const all = digits.replace("-", "").replace(".", "");
    return `${number < 0 ? "-" : ""}0.${"0".repeat(-exponent - 1)}${all}`;
  }
  return Number.isInteger(number) ? `${number}.0` : String(number);
}

/** What stands after each step: the printed number in a Just, or null for Nothing. */
export function run(text) {
  let value = text;
  return STEPS.map((step) => {
    value = value === null ? null : step(value);
    return value === null ? null : printed(value);
  });
}

const quoted = (text) => `"${text}"`;

const told = (text, i) => {
  const answers = run(text);
  if (i > 0 && answers[i - 1] === null) return "not called";
  return answers[i] === null ? "Nothing" : `Just ${answers[i]}`;
};

const sentence = (text, step) => {
  if (step === 0) return `${quoted(text)} has met no function yet.`;
  const said = told(text, step - 1);
  const name = NAMES[step - 1];
  const given = step === 1 ? quoted(text) : told(text, step - 2).replace("Just ", "");
  if (said === "not called") return `${name} was not called: there was nothing to hand it.`;
  if (said === "Nothing") return `${name} was called with ${given} and gave Nothing: the rest is skipped.`;
  const whole = run(text).every((answer) => answer !== null);
  const end = step === 3 && whole ? " Nothing was skipped." : "";
  return `${name} was called with ${given} and gave ${said}.${end}`;
};

export default {
  check(state) {
    const { text, step } = state;
    if (typeof text !== "string" || text.length > LONGEST) throw new Error("text");
    if (!Number.isInteger(step) || step < 0 || step > 3) throw new Error("step");
    return { text, step };
  },

  render({ model, el }) {
    const history = new History(model, ["text", "step"]);
    const spoken = liveRegion();
    const change = (values) => {
      for (const [name, value] of Object.entries(values)) model.set(name, value);
      model.save_changes();
    };
    const input = element("input", {
      type: "text", maxlength: LONGEST, spellcheck: "false", autocomplete: "off", autocapitalize: "off",
      oninput: () => change({ text: input.value, step: 0 }),
    });
    const tries = ["4", "0", "-4", "hey", ""].map((text) =>
      element("button", { type: "button", onclick: () => change({ text, step: 0 }) }, text === "" ? "(empty)" : text));
    const button = (label, act) => element("button", { type: "button", onclick: act }, label);
    const back = button("Back", () => change({ step: model.get("step") - 1 }));
    const next = button("Step", () => change({ step: model.get("step") + 1 }));
    const all = button("Run all", () => change({ step: 3 }));
    const undo = button("Undo", () => history.undo());
    const redo = button("Redo", () => history.redo());
    const stations = NAMES.map((name) => {
      const said = element("span", { class: "mp-said" });
      const box = element("li", {}, element("code", {}, name), said);
      return { box, said };
    });
    const words = element("p", { class: "mp-words" });

    const draw = () => {
      const text = model.get("text");
      const step = model.get("step");
      if (input.value !== text) input.value = text;
      stations.forEach(({ box, said }, i) => {
        const reached = i < step;
        const result = told(text, i);
        set(box, "data-state", !reached ? "waiting" : result === "not called" ? "skipped"
          : result === "Nothing" ? "nothing" : "just");
        setText(said, reached ? result : "waiting");
        if (i === step - 1) set(box, "aria-current", "step");
        else box.removeAttribute("aria-current");
      });
      back.disabled = step === 0;
      next.disabled = all.disabled = step === 3;
      undo.disabled = !history.past.length;
      redo.disabled = !history.future.length;
      setText(words, sentence(text, step));
      spoken.say(sentence(text, step));
    };
    const redraw = onceAFrame(draw);
    model.on("change", redraw);
    model.on("change:text", redraw);
    model.on("change:step", redraw);
    el.append(element("div", {
      class: "monads-pipeline", role: "group", "aria-label": "A pipeline of three functions",
      onkeydown: (event) => {
        if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
        event.preventDefault();
        if (event.shiftKey) history.redo();
        else history.undo();
      },
    },
    element("label", {}, "Text ", input),
    element("div", { class: "mp-row", role: "group", "aria-label": "Texts to try" }, tries),
    element("ol", {}, stations.map(({ box }) => box)),
    words,
    element("div", { class: "mp-row" }, back, next, all, undo, redo),
    spoken.element));
    draw();
  },
};
