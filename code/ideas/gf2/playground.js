// The GF(2) playground: a matrix of bits, a byte through it, and everything that follows from it.
//
// The first part is the mathematics, on plain values, and is exported for the tests: a matrix is
// an array of eight numbers, rows[i] making output bit i, and a number of 64 bits is text such as
// "0x0102040810204080". The second part is the page.
import { element, set, setText, onceAFrame, History, liveRegion } from "../widget-kit.js";

const EIGHT = [0, 1, 2, 3, 4, 5, 6, 7];
const IDENTITY = EIGHT.map((i) => 1 << i);

// ---- numbers and text

const hexByte = (byte) => byte.toString(16).toUpperCase().padStart(2, "0");
const binary = (byte) => byte.toString(2).padStart(8, "0");

/** The eight rows in a qword: read from left to right, its bytes are rows 0 to 7. */
export function rowsOf(qword) {
  return EIGHT.map((i) => Number.parseInt(qword.slice(2 + 2 * i, 4 + 2 * i), 16));
}

/** The qword of eight rows. */
export function qwordOf(rows) {
  return "0x" + rows.map(hexByte).join("");
}

/** Read 64 bits as a reader may paste them; an Error says in a sentence what is wrong. */
export function parseQword(text) {
  const digits = bare(text).replace(SUFFIX, "").replace(/^0x/i, "").replace(SPACES, "");
  if (!digits) throw new Error("There is no number: give up to 16 hexadecimal digits.");
  const wrong = [...digits].find((letter) => !/^[0-9a-f]$/i.test(letter));
  if (wrong) throw new Error(`“${wrong}” is not a hexadecimal digit; those are 0 to 9 and A to F.`);
  const short = digits.replace(/^0+/, "");
  if (short.length > 16) {
    throw new Error(`${short.length} digits are more than 64 bits: give at most 16.`);
  }
  return "0x" + short.padStart(16, "0").toUpperCase();
}

const SUFFIX = /(ull|llu|ul|lu|ll|l|u)$/i;
const SPACES = /[ \t\r\n\u00a0_']/g;
const bare = (text) => text.replace(/^[ \t\r\n\u00a0]+|[ \t\r\n\u00a0]+$/g, "");

/** Read a byte in hexadecimal. */
export function parseHexByte(text) {
  const digits = bare(text).replace(/^0x/i, "").replace(SPACES, "");
  if (!/^0*[0-9a-f]{1,2}$/i.test(digits)) {
    throw new Error(`“${text}” is not a byte in hexadecimal, 00 to FF.`);
  }
  return Number.parseInt(digits, 16);
}

/** Read a byte in decimal. */
export function parseDecimalByte(text) {
  const digits = bare(text);
  if (!/^[0-9]+$/.test(digits) || Number(digits) > 255) {
    throw new Error(`“${text}” is not a whole number from 0 to 255.`);
  }
  return Number(digits);
}

/** The three orders in which a grid is drawn: which row is on top, which column is on the left. */
export const LAYOUTS = {
  qword: { top: 0, left: 7, words: "the qword, as the instruction takes it" },
  msb: { top: 7, left: 7, words: "as manuals and this course print it; its bytes in memory" },
  lsb: { top: 0, left: 0, words: "as mathematics counts" },
};

/** The number that a layout's picture spells row by row; the same function leads back. */
export function repack(qword, layout) {
  const rows = rowsOf(qword);
  if (layout === "msb") rows.reverse();
  return qwordOf(layout === "lsb" ? rows.map(reversed) : rows);
}

const reversed = (byte) => EIGHT.reduce((sum, j) => sum | (((byte >> j) & 1) << (7 - j)), 0);

// ---- algebra

/** 1 if the number of ones is odd. */
export function parity(x) {
  x ^= x >> 4;
  x ^= x >> 2;
  return (x ^ (x >> 1)) & 1;
}

/** A x + b. */
export function apply(rows, x, b = 0) {
  return rows.reduce((y, row, i) => y | (parity(row & x) << i), 0) ^ b;
}

/** The images of all 256 bytes. */
export function table(rows, b = 0) {
  const images = [b];
  for (const column of transpose(rows)) images.push(...images.map((y) => y ^ column));
  return images;
}

/** The product A B, where B acts first. */
export function product(a, b) {
  return a.map((row) => EIGHT.reduce((sum, j) => sum ^ ((row >> j) & 1 ? b[j] : 0), 0));
}

/** Rows for columns. */
export function transpose(rows) {
  return EIGHT.map((j) => rows.reduce((sum, row, i) => sum | (((row >> j) & 1) << i), 0));
}

/** The inverse, or null for a singular matrix: Gauss and Jordan beside the identity. */
export function inverse(rows) {
  const work = rows.map((row, i) => row | (1 << (8 + i)));
  for (const j of EIGHT) {
    const found = work.findIndex((row, i) => i >= j && (row >> j) & 1);
    if (found < 0) return null;
    [work[j], work[found]] = [work[found], work[j]];
    for (const i of EIGHT) if (i !== j && (work[i] >> j) & 1) work[i] ^= work[j];
  }
  return work.map((row) => row >> 8);
}

/** The number of independent rows. */
export function rank(rows) {
  const basis = [];
  for (let row of rows) {
    for (const other of basis) row = Math.min(row, row ^ other);
    if (row) basis.push(row);
  }
  return basis.length;
}

/** All x with A x = 0, in ascending order. */
export function kernel(rows) {
  return [...table(rows).entries()].filter(([, y]) => y === 0).map(([x]) => x);
}

/** The kernel as the Python package writes it. */
export function kernelText(vectors) {
  if (vectors.length > 16) return `${vectors.length} vectors`;
  return `{${vectors.map(hexByte).join(", ")}}`;
}

/** The least k >= 1 for which k applications of a table change nothing; null if there is none. */
export function orderOf(images) {
  if (new Set(images).size < 256) return null;
  const seen = new Set();
  let order = 1;
  for (const start of images.keys()) {
    let length = 0;
    for (let x = start; !seen.has(x); x = images[x]) {
      seen.add(x);
      length += 1;
    }
    if (length) order = leastCommonMultiple(order, length);
  }
  return order;
}

const greatestCommonDivisor = (a, b) => (b ? greatestCommonDivisor(b, a % b) : a);
const leastCommonMultiple = (a, b) => (a / greatestCommonDivisor(a, b)) * b;

/** The least k with A^k = 0, or null if no power is zero. */
export function nilpotency(rows) {
  let power = rows;
  for (let k = 1; k <= 8; k += 1) {
    if (power.every((row) => row === 0)) return k;
    power = product(power, rows);
  }
  return null;
}

/** The two ways to join the map x -> A x + b with a second matrix M. */
export function compose(a, b, m, which) {
  if (which === "A first") return { rows: product(m, a), b: apply(m, b) };
  return { rows: product(a, m), b };
}

/** One XOR equation an output bit, the highest first, as the Python package writes them. */
export function equations(rows, b = 0) {
  return EIGHT.map((i) => equation(rows, b, 7 - i)).join("\n");
}

function equation(rows, b, i) {
  const terms = EIGHT.filter((j) => (rows[i] >> j) & 1).map((j) => `x${j}`).reverse();
  if ((b >> i) & 1 || !terms.length) terms.push(String((b >> i) & 1));
  return `y${i} = ${terms.join(" ^ ")}`;
}

/** How one output bit comes about: the bits of x that its row selects, their XOR, b's bit. */
export function path(rows, b, x, i) {
  const selected = EIGHT.filter((j) => (rows[i] >> j) & 1).map((j) => [j, (x >> j) & 1]).reverse();
  const xor = parity(rows[i] & x);
  const constant = (b >> i) & 1;
  return { selected, and: rows[i] & x, xor, constant, y: xor ^ constant };
}

/** Lines to paste, that apply the map to bytes. */
export const LANGUAGES = {
  C: (qword, b) => `#include <immintrin.h>

__m128i affine(__m128i x) {
    const __m128i A = _mm_set1_epi64x((long long)${qword}ULL);
    return _mm_gf2p8affine_epi64_epi8(x, A, 0x${hexByte(b)});
}`,
  Python: (qword, b) => `from ideas.gf2 import AffineMap

f = AffineMap.from_qword(${qword}, 0x${hexByte(b)})
y = f(x)  # x: an int from 0 to 255, or bytes`,
  Assembly: (qword, b) => `mov rax, ${qword}
movq xmm1, rax
punpcklqdq xmm1, xmm1
gf2p8affineqb xmm0, xmm1, 0x${hexByte(b)}`,
};
const NOTES = {
  C: "For GCC and Clang: build with -mgfni.",
  Python: "This course's package. On a processor with the instruction, instruction.affine runs it.",
  Assembly: "x is in xmm0 and y takes its place. Intel's syntax: NASM, or GNU as after " +
    ".intel_syntax noprefix.",
};

/** The catalogue of ideas.gf2.named: name, qword, constant, meaning. A test holds them equal. */
export const PRESETS = [
  ["identity", "0x0102040810204080", 0x00, "changes nothing"],
  ["not", "0x0102040810204080", 0xff, "flips every bit"],
  ["bit reverse", "0x8040201008040201", 0x00, "bit i becomes bit 7 - i"],
  ["nibble swap", "0x1020408001020408", 0x00, "exchanges the two halves"],
  ["swap adjacent bits", "0x0201080420108040", 0x00, "exchanges bits 0 and 1, 2 and 3, ..."],
  ["deinterleave", "0x0104104002082080", 0x00, "even bits low, odd bits high"],
  ["rol1", "0x8001020408102040", 0x00, "rotates left by one"],
  ["ror1", "0x0204081020408001", 0x00, "rotates right by one"],
  ["shl1", "0x0001020408102040", 0x00, "shifts left by one"],
  ["shr1", "0x0204081020408000", 0x00, "shifts right by one, zero in"],
  ["sra1", "0x0204081020408080", 0x00, "shifts right by one, sign kept"],
  ["sign mask", "0x8080808080808080", 0x00, "copies bit 7 to every bit"],
  ["broadcast bit 0", "0x0101010101010101", 0x00, "copies bit 0 to every bit"],
  ["parity into bit 0", "0xFF00000000000000", 0x00, "1 if the number of ones is odd"],
  ["parity to all bits", "0xFFFFFFFFFFFFFFFF", 0x00, "FF if the number of ones is odd"],
  ["Gray encode", "0x03060C183060C080", 0x00, "x XOR (x >> 1)"],
  ["Gray decode", "0xFFFEFCF8F0E0C080", 0x00, "undoes Gray encode"],
  ["prefix XOR", "0x0103070F1F3F7FFF", 0x00, "bit i is the XOR of bits 0 to i"],
  ["the document's", "0x4182050A142850A0", 0x00, "x XOR (x rotated left by two); singular"],
  ["AES affine", "0xF1E3C78F1F3E7CF8", 0x63, "the affine half of the AES S-box"],
  ["AES affine inverse", "0xA44992254A942952", 0x05, "undoes AES affine"],
  ["times 2 mod 0x11B", "0x8081028488102040", 0x00, "multiplies by x in the field of AES"],
  ["times 2 mod 0x11D", "0x8001828488102040", 0x00, "multiplies by x modulo 0x11D"],
  ["square mod 0x11B", "0x51D022F0946028C0", 0x00, "squares in the field of AES"],
  ["0x11D to 0x11B", "0xFFAACC88F0A0C080", 0x00,
    "a field isomorphism; its picture is Pascal's triangle modulo 2"],
  ["CRC-8 of a byte", "0xC143478E1C3870E0", 0x00, "the remainder of x * x^8 modulo 0x107"],
  ["LFSR step", "0x0204081121418001", 0x00, "one step of a Galois register, period 255"],
  ["trailing zeros", "0xAACCF0FF00000000", 0x08, "position of the only one of x & -x; 8 for zero"],
];

/** A full state from an address, normalised; an Error if it is none. */
export function check(state) {
  for (const name of ["x", "b"]) {
    const value = state[name];
    if (!Number.isInteger(value) || value < 0 || value > 255) throw new Error(`${name} is no byte`);
  }
  if (!Object.hasOwn(LAYOUTS, state.grid)) throw new Error("there is no such layout");
  return { ...state, matrix: parseQword(state.matrix), second: parseQword(state.second) };
}

// ---- the page

const UNDONE = ["matrix", "second", "x", "b"];
const TRAITS = [...UNDONE, "grid"];

/** The state of one widget and the only ways in which the page changes it. */
class Store {
  constructor(model, voice) {
    this.model = model;
    this.voice = voice;
    this.history = new History(model, UNDONE);
    this.first = this.read();
    this.gesture = null;
  }

  read() {
    return Object.fromEntries(TRAITS.map((name) => [name, this.model.get(name)]));
  }

  get rows() {
    return rowsOf(this.model.get("matrix"));
  }

  get(name) {
    return this.model.get(name);
  }

  // Changes of one gesture, such as a drag or the typing of a number, are undone at once.
  change(values, gesture = Symbol("single")) {
    this.history.last = gesture === this.gesture ? Date.now() : -Infinity;
    this.gesture = gesture;
    for (const [name, value] of Object.entries(values)) this.model.set(name, value);
    this.model.save_changes();
    this.voice.say(`y is ${hexByte(this.y)}.`);
  }

  get y() {
    return apply(this.rows, this.get("x"), this.get("b"));
  }

  move(which) {
    this.gesture = null;
    return this.history[which]();
  }
}

function render({ model, el }) {
  const voice = liveRegion();
  const store = new Store(model, voice);
  const ask = onceAFrame(() => draw());
  const root = element("div", { class: "gf2-playground", role: "group",
    "aria-label": "GF(2) playground: y = A x + b" });
  const parts = [
    toolbar(store, voice, () => parts.forEach((part) => part.forget?.())),
    board(store, voice, ask),
    bytes(store, voice),
    numbers(store, voice),
    insight(store, voice),
    second(store, voice),
    code(store, voice),
  ];
  const draw = () => parts.forEach((part) => part.draw());
  for (const name of TRAITS) model.on(`change:${name}`, ask);
  root.addEventListener("keydown", (event) => shortcut(event, store));
  root.append(...parts.map((part) => part.element), voice.element);
  draw();
  el.append(root);
  return () => TRAITS.forEach((name) => model.off?.(`change:${name}`, ask));
}

function shortcut(event, store) {
  const typing = event.target.matches("input[type=text]"); // there the browser undoes letters
  if (typing || event.altKey || !(event.ctrlKey || event.metaKey)) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  store.move(key === "y" || event.shiftKey ? "redo" : "undo");
}

const button = (text, onclick, more = {}) =>
  element("button", { type: "button", onclick, ...more }, text);

/** A button that can say why it does nothing, and so keeps its place for the keyboard. */
const allow = (target, allowed) => set(target, "aria-disabled", String(!allowed));
const allowed = (target) => target.getAttribute("aria-disabled") !== "true";

function toolbar(store, voice, forget) {
  const choice = element("select", { "aria-label": "Preset", onchange: () => {
    const preset = PRESETS[Number(choice.value)];
    if (!preset) return;
    store.change({ matrix: preset[1], b: preset[2] });
    voice.say(`${preset[0]}: ${preset[3]}.`);
  } });
  const own = element("option", { value: "" }, "a matrix of your own");
  choice.append(own, ...PRESETS.map(([name], k) => element("option", { value: k }, name)));
  const meaning = element("p", { class: "meaning" });
  const step = (which) => () => {
    const done = store.move(which);
    voice.say(done ? `${which}: the matrix is ${store.get("matrix")}.` : `Nothing to ${which}.`);
  };
  const undo = button("Undo", step("undo"), { title: "Ctrl+Z" });
  const redo = button("Redo", step("redo"), { title: "Ctrl+Shift+Z" });
  const reset = button("Reset", () => {
    forget();
    store.change(store.first);
    voice.say("Back at the start.");
  });
  return {
    element: element("div", { class: "bar" }, choice,
      element("div", { class: "buttons" }, undo, redo, reset), meaning),
    draw() {
      const [matrix, b] = [store.get("matrix"), store.get("b")];
      const k = PRESETS.findIndex((preset) => preset[1] === matrix && preset[2] === b);
      const value = k < 0 ? "" : String(k);
      if (choice.value !== value) choice.value = value;
      setText(meaning, k < 0 ? "y = A x + b, with XOR for plus and AND for times." :
        `y = ${PRESETS[k][0]}: ${PRESETS[k][3]}.`);
      allow(undo, store.history.past.length > 0);
      allow(redo, store.history.future.length > 0);
    },
  };
}

/** The picture of y = A x + b: x on top, the matrix, b, y, and each row's equation and path. */
function board(store, voice, ask) {
  const toggles = new Map(); // "r,c" -> button; row 0 is x, column 8 is b
  const grid = element("div", { class: "board", role: "grid", "aria-label":
    "Matrix A with x above it and b beside it. Arrow keys move, Space changes a bit, 0 and 1 " +
    "set it." });
  let place = [1, 0];
  let active = 0; // the row, from the top, whose path is shown

  const toggle = (r, c) => {
    const made = button("", null, { class: r === 0 ? "bit x" : c === 8 ? "bit b" : "bit a",
      tabindex: -1, "data-r": r, "data-c": c });
    toggles.set(`${r},${c}`, made);
    return element("span", { role: "gridcell", class: `at c${c}` }, made);
  };
  const top = EIGHT.map((c) => element("span", { class: `head top c${c}`, role: "columnheader" }));
  grid.append(
    element("div", { role: "row", class: "line names" },
      element("span", { class: "head side", role: "gridcell" }), ...top),
    element("div", { role: "row", class: "line input" },
      element("span", { class: "head side", role: "rowheader" }, "x"),
      ...EIGHT.map((c) => toggle(0, c)),
      element("span", { class: "head over-b", role: "columnheader" }, "b"),
      element("span", { class: "head over-y", role: "columnheader" }, "y")),
    element("div", { class: "bracket", "aria-hidden": "true" }),
  );
  const lines = EIGHT.map((k) => {
    const r = k + 1;
    const name = element("span", { class: "head side", role: "rowheader" });
    const sum = element("span", { class: "sign plus", "aria-hidden": "true" }, "⊕");
    const equals = element("span", { class: "sign equals", "aria-hidden": "true" }, "=");
    const result = element("span", { class: "result" });
    const ending = element("span", { role: "gridcell", class: "at-y" }, result);
    const text = element("span", { class: "equation", role: "gridcell" });
    const cells = EIGHT.map((c) => toggle(r, c));
    const line = element("div", { role: "row", class: "line", style: `--r:${r + 3}` }, name,
      ...cells, sum, toggle(r, 8), equals, ending, text);
    line.addEventListener("pointerover", () => look(k));
    grid.append(line);
    return { line, name, ending, result, text };
  });

  const look = (k) => {
    if (active === k) return;
    active = k;
    ask();
  };
  const bitOf = (r, c) => {
    const layout = LAYOUTS[store.get("grid")];
    return { i: layout.top ? 8 - r : r - 1, j: layout.left ? 7 - c : c };
  };
  const all = () => ({ rows: store.rows, x: store.get("x"), b: store.get("b") });
  const read = ({ rows, x, b }, r, c) => {
    const { i, j } = bitOf(r, c);
    if (r === 0) return (x >> j) & 1;
    return c === 8 ? (b >> i) & 1 : (rows[i] >> j) & 1;
  };
  const write = (cells, bit, gesture) => {
    const state = all();
    const put = (byte, k) => (bit ? byte | (1 << k) : byte & ~(1 << k));
    for (const [r, c] of cells) {
      const { i, j } = bitOf(r, c);
      if (r === 0) state.x = put(state.x, j);
      else if (c === 8) state.b = put(state.b, i);
      else state.rows[i] = put(state.rows[i], j);
    }
    store.change({ matrix: qwordOf(state.rows), x: state.x, b: state.b }, gesture);
    speak();
  };
  const speak = () => {
    const { i } = bitOf(active + 1, 0);
    const row = equation(store.rows, store.get("b"), i).replaceAll("^", "xor");
    voice.say(`y is ${hexByte(store.y)}. ${row}, which is ${(store.y >> i) & 1}.`);
  };

  // A press sets a bit, and a drag paints that bit over the cells it crosses.
  let stroke = null;
  const cellAt = (event) => {
    const hit = grid.getRootNode().elementFromPoint(event.clientX, event.clientY);
    const found = hit?.closest("button[data-r]");
    if (!found || !grid.contains(found)) return null;
    return [Number(found.dataset.r), Number(found.dataset.c)];
  };
  const kind = ([r, c]) => (r === 0 ? "x" : c === 8 ? "b" : "a");
  grid.addEventListener("pointerdown", (event) => {
    const pressed = event.target.closest("button[data-r]");
    if (!pressed || event.button !== 0 || stroke) return;
    const cell = [Number(pressed.dataset.r), Number(pressed.dataset.c)];
    stroke = { id: event.pointerId, from: cell, kind: kind(cell), bit: 1 - read(all(), ...cell),
      gesture: Symbol("stroke") };
    grid.setPointerCapture?.(event.pointerId);
    if (cell[0]) active = cell[0] - 1;
    go(cell);
    write([cell], stroke.bit, stroke.gesture);
  });
  grid.addEventListener("pointermove", (event) => {
    if (stroke?.id !== event.pointerId) return;
    const cell = cellAt(event);
    if (!cell || kind(cell) !== stroke.kind || String(cell) === String(stroke.from)) return;
    const crossed = between(stroke.from, cell).filter((at) => kind(at) === stroke.kind &&
      read(all(), ...at) !== stroke.bit);
    stroke.from = cell;
    if (cell[0]) active = cell[0] - 1;
    go(cell);
    if (crossed.length) write(crossed, stroke.bit, stroke.gesture);
    else ask();
  });
  const lift = (event) => {
    if (stroke?.id === event.pointerId) stroke = null;
  };
  for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
    grid.addEventListener(name, lift);
  }
  grid.addEventListener("click", (event) => {
    const pressed = event.target.closest("button[data-r]");
    if (!pressed || event.detail !== 0) return; // a pointer has done its work already
    const cell = [Number(pressed.dataset.r), Number(pressed.dataset.c)];
    write([cell], 1 - read(all(), ...cell));
  });

  const go = (to, focus = true) => {
    place = to;
    for (const [name, made] of toggles) set(made, "tabindex", name === String(to) ? 0 : -1);
    if (focus) toggles.get(String(to)).focus({ preventScroll: true });
  };
  grid.addEventListener("focusin", (event) => {
    const { r, c } = event.target.dataset;
    if (r === undefined) return;
    go([Number(r), Number(c)], false);
    if (Number(r)) look(Number(r) - 1);
  });
  grid.addEventListener("keydown", (event) => {
    if (event.altKey || event.metaKey) return;
    const [r, c] = place;
    const to = keyTarget(event, r, c);
    if (to && toggles.has(String(to))) go(to);
    else if ((event.key === "0" || event.key === "1") && !event.ctrlKey) {
      if (read(all(), r, c) !== Number(event.key)) write([[r, c]], Number(event.key));
    } else if (!to) return;
    event.preventDefault();
  });

  const story = element("div", { class: "path" });
  function draw() {
    const state = all();
    const { rows, x, b } = state;
    for (const [name, made] of toggles) {
      const [r, c] = name.split(",").map(Number);
      const { i, j } = bitOf(r, c);
      set(made, "aria-pressed", String(read(state, r, c) === 1));
      set(made, "aria-label", r === 0 ? `x${j}` : c === 8 ? `b${i}` : `A, row y${i}, column x${j}`);
      if (r && c < 8) set(made, "data-lit", (x >> j) & 1);
    }
    top.forEach((head, c) => setText(head, `x${bitOf(0, c).j}`));
    lines.forEach(({ line, name, ending, result, text }, k) => {
      const { i } = bitOf(k + 1, 0);
      const bit = path(rows, b, x, i).y;
      setText(name, `y${i}`);
      setText(result, String(bit));
      set(ending, "aria-label", `y${i} is ${bit}`);
      set(result, "data-bit", bit);
      setText(text, equation(rows, b, i));
      set(line, "data-active", k === active);
    });
    tell(story, rows, b, x, bitOf(active + 1, 0).i);
  }
  go(place, false);
  return { element: element("div", { class: "stage" }, grid, story), draw };
}

/** The cell that a key leads to, or null for another key. */
function keyTarget(event, r, c) {
  switch (event.key) {
    case "ArrowUp": return [Math.max(r - 1, 0), c];
    case "ArrowDown": return [Math.min(r + 1, 8), c];
    case "ArrowLeft": return [r, Math.max(c - 1, 0)];
    case "ArrowRight": return [r, Math.min(c + 1, 8)];
    case "Home": return event.ctrlKey ? [1, 0] : [r, 0];
    case "End": return event.ctrlKey ? [8, 7] : [r, r === 0 ? 7 : 8];
    default: return null;
  }
}

/** The cells on the way from one to another, so that a quick drag leaves no gap. */
export function between([r, c], [toR, toC]) {
  const steps = Math.max(Math.abs(toR - r), Math.abs(toC - c));
  return Array.from({ length: steps }, (_, k) => [
    Math.round(r + ((toR - r) * (k + 1)) / steps),
    Math.round(c + ((toC - c) * (k + 1)) / steps),
  ]);
}

/** The path of one row in words and numbers: select, XOR, add b's bit. */
function tell(place, rows, b, x, i) {
  const { selected, and, xor, constant, y } = path(rows, b, x, i);
  const sign = `${i},${rows[i]},${x},${constant}`;
  if (place.dataset.shown === sign) return;
  place.dataset.shown = sign;
  const chip = (name, bit, more = "") => element("span", { class: `chip ${more}`, "data-bit": bit },
    element("i", {}, name), " ", element("b", {}, String(bit)));
  const ones = and.toString(2).replaceAll("0", "").length;
  const chain = selected.flatMap(([j, bit], k) => [k ? "⊕" : null, chip(`x${j}`, bit)]);
  place.replaceChildren(
    element("p", {}, element("strong", {}, `Row y${i}`), selected.length ?
      " selects " : " selects nothing, and the XOR of nothing is 0.", ...chain),
    element("p", { class: "sum" }, `${binary(rows[i])} AND ${binary(x)} leaves ${binary(and)}: `,
      `${ones} ${ones === 1 ? "one" : "ones"}, ${ones % 2 ? "odd" : "even"}.`),
    element("p", { class: "end" }, chip("XOR", xor), "⊕", chip(`b${i}`, constant), "=",
      chip(`y${i}`, y, "last")),
  );
}

/** A text field for a value: it keeps bad text, says what is wrong, and leaves the value alone. */
function field({ name, get, put, read, write, voice, size }) {
  const id = `gf2-${Math.random().toString(36).slice(2)}`;
  const input = element("input", { type: "text", class: "field", "aria-label": name, size,
    spellcheck: "false", autocomplete: "off", autocapitalize: "off", autocorrect: "off",
    inputmode: name.includes("decimal") ? "numeric" : null });
  const wrong = element("p", { class: "wrong", id, hidden: true });
  let bad = false;
  let gesture = Symbol("typing");
  const judge = (message) => {
    bad = Boolean(message);
    set(input, "aria-invalid", String(bad));
    wrong.hidden = !bad;
    if (bad) set(input, "aria-describedby", id);
    else input.removeAttribute("aria-describedby");
    setText(wrong, bad ? `${message} Nothing else has changed; Escape brings the value back.` : "");
    if (bad) voice.say(message);
  };
  const show = () => {
    judge("");
    input.value = write(get());
  };
  input.addEventListener("focus", () => (gesture = Symbol("typing")));
  input.addEventListener("input", () => {
    let value;
    try {
      value = read(input.value);
    } catch (error) {
      judge(error.message);
      return;
    }
    judge("");
    if (value !== get()) put(value, gesture);
  });
  input.addEventListener("blur", () => bad || show());
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape" || (event.key === "Enter" && !bad)) show();
  });
  return {
    input,
    wrong,
    forget: show,
    draw() {
      if (bad || (input.matches(":focus") && read(input.value) === get())) return;
      if (input.value !== write(get())) input.value = write(get());
    },
  };
}

/** x and b as bits, hexadecimal, decimal and on a slider; y as what comes of them. */
function bytes(store, voice) {
  const parts = [];
  const line = (name) => {
    const common = { voice, get: () => store.get(name), put: (value, gesture) =>
      store.change({ [name]: value }, gesture) };
    const hex = field({ ...common, name: `${name} in hexadecimal`, size: 4, read: parseHexByte,
      write: (value) => `0x${hexByte(value)}` });
    const decimal = field({ ...common, name: `${name} in decimal`, size: 3, read: parseDecimalByte,
      write: String });
    let gesture = Symbol("slide");
    const slider = element("input", { type: "range", min: 0, max: 255, step: 1,
      "aria-label": `${name} on a slider`,
      oninput: () => store.change({ [name]: Number(slider.value) }, gesture),
      onchange: () => {
        gesture = Symbol("slide");
        voice.say(`${name} is ${hexByte(store.get(name))}, y is ${hexByte(store.y)}.`);
      } });
    const bits = element("span", { class: "bits" });
    parts.push(hex, decimal, { draw() {
      const value = store.get(name);
      if (Number(slider.value) !== value) slider.value = value;
      set(slider, "aria-valuetext", `0x${hexByte(value)}`);
      setText(bits, spaced(value));
    } });
    return element("div", { class: "byte", role: "group", "aria-label": name },
      element("b", {}, name), bits, hex.input, decimal.input, slider, hex.wrong, decimal.wrong);
  };
  const spaced = (byte) => `${binary(byte).slice(0, 4)} ${binary(byte).slice(4)}`;
  // Spans, since an output element is a live region: the widget speaks in one place only.
  const [bits, hex, decimal] = ["bits", "hex", "decimal"].map((name) =>
    element("span", { class: name }));
  parts.push({ draw() {
    setText(bits, spaced(store.y));
    setText(hex, `0x${hexByte(store.y)}`);
    setText(decimal, String(store.y));
  } });
  return {
    element: element("div", { class: "bytes" }, line("x"), line("b"),
      element("div", { class: "byte y", role: "group", "aria-label": "y" }, element("b", {}, "y"),
        bits, hex, decimal)),
    draw: () => parts.forEach((part) => part.draw()),
    forget: () => parts.forEach((part) => part.forget?.()),
  };
}

/** One matrix, three numbers: what the grid spells, row by row, in each of three layouts. */
function numbers(store, voice) {
  const group = `gf2-${Math.random().toString(36).slice(2)}`;
  const lines = Object.entries(LAYOUTS).map(([layout, { top, left, words }]) => {
    const order = `y${top} on top, x${left} on the left`;
    const pick = element("input", { type: "radio", name: group, value: layout,
      onchange: () => store.change({ grid: layout }) });
    const number = field({ voice, size: 18, name: `The number with ${order}`,
      get: () => store.get("matrix"), put: (matrix, gesture) => store.change({ matrix }, gesture),
      read: (text) => repack(parseQword(text), layout),
      write: (matrix) => repack(matrix, layout) });
    const { input } = number;
    const copy = copier(voice, `Copy the number with ${order}`, () => input.value, input);
    const line = element("div", { class: "number" },
      element("label", {}, pick, element("span", {}, element("strong", {}, order), " ",
        element("span", { class: "words" }, words))),
      element("span", { class: "entry" }, number.input, copy), number.wrong);
    return { line, number, draw() {
      pick.checked = store.get("grid") === layout;
      number.draw();
    } };
  });
  return {
    element: element("fieldset", { class: "numbers" },
      element("legend", {}, "The matrix as a number"),
      element("p", { class: "hint" }, "The mark chooses how the grid is drawn. Its number is the " +
        "grid read row by row, and any of the three can be typed or pasted."),
      ...lines.map(({ line }) => line)),
    draw: () => lines.forEach((line) => line.draw()),
    forget: () => lines.forEach(({ number }) => number.forget()),
  };
}

/** The map on all 256 bytes as a picture, what is known of the matrix, and what to make of it. */
function insight(store, voice) {
  const dots = element("path", { class: "dots" });
  const here = element("circle", { class: "here", r: 6 });
  const across = element("path", { class: "across" });
  const plot = element("svg", { viewBox: "-12 -12 280 280", role: "img", class: "plot" },
    element("rect", { class: "frame", x: -4, y: -4, width: 264, height: 264 }), across, dots, here);
  let gesture = null;
  const point = (event) => {
    const box = plot.getBoundingClientRect();
    const x = Math.round(((event.clientX - box.left) / box.width) * 280 - 12);
    store.change({ x: Math.min(Math.max(x, 0), 255) }, gesture);
  };
  plot.addEventListener("pointerdown", (event) => {
    gesture = Symbol("point");
    plot.setPointerCapture?.(event.pointerId);
    point(event);
  });
  plot.addEventListener("pointermove", (event) => gesture && point(event));
  for (const name of ["pointerup", "pointercancel"]) {
    plot.addEventListener(name, () => (gesture = null));
  }
  const figure = element("div", {}, plot,
    element("p", { class: "hint" }, "All 256 bytes: x across, y " +
    "up, 00 at the lower left. Drag across it to move x."));

  const facts = ["Rank", "Determinant", "Kernel", "Order", "Fixed points"].map((name) => ({
    name, value: element("dd", { "data-fact": name.toLowerCase() }) }));
  const change = (what, make) => (event) => {
    if (!allowed(event.currentTarget)) {
      voice.say(reason.textContent);
      return;
    }
    const { rows, b } = make(store.rows, store.get("b"));
    store.change({ matrix: qwordOf(rows), b });
    voice.say(`${what} The matrix is ${qwordOf(rows)}, b is ${hexByte(b)}.`);
  };
  const id = `gf2-${Math.random().toString(36).slice(2)}`;
  const reason = element("p", { class: "reason", id });
  const invert = button("Inverse", change("Inverted.", (rows, b) => {
    const undone = inverse(rows);
    return { rows: undone, b: apply(undone, b) };
  }), { title: "The map that undoes this one", "aria-describedby": id });
  const actions = element("div", { class: "buttons" },
    button("Transpose", change("Transposed.", (rows, b) => ({ rows: transpose(rows), b })),
      { title: "Rows become columns; b stays" }),
    invert,
    button("Square", change("Squared.", (rows, b) =>
      ({ rows: product(rows, rows), b: apply(rows, b, b) })), { title: "The map done twice" }),
    button("Clear", change("Cleared.", () => ({ rows: EIGHT.map(() => 0), b: 0 })),
      { title: "A and b become zero" }));
  let drawn = "";
  return {
    element: element("div", { class: "insight" }, figure, element("div", { class: "known" },
      element("dl", {}, ...facts.flatMap(({ name, value }) => [element("dt", {}, name), value])),
      actions, reason)),
    draw() {
      const [rows, x, b] = [store.rows, store.get("x"), store.get("b")];
      const y = store.y;
      set(here, "cx", x);
      set(here, "cy", 255 - y);
      set(across, "d", `M${x} 259V${255 - y}H-4`);
      const state = `${rows},${b}`;
      if (drawn === state) return;
      drawn = state;
      const images = table(rows, b);
      set(dots, "d", images.map((image, k) => `M${k} ${255 - image}h0`).join(""));
      const known = factsOf(rows, b, images);
      set(plot, "aria-label", known.picture);
      facts.forEach(({ value }, k) => setText(value, known.texts[k]));
      allow(invert, known.invertible);
      setText(reason, known.reason);
    },
  };
}

/** What the page says about a map. */
export function factsOf(rows, b, images = table(rows, b)) {
  const r = rank(rows);
  const nulls = kernel(rows);
  const invertible = r === 8;
  const order = orderOf(table(rows));
  const zero = nilpotency(rows);
  const fixed = images.filter((y, x) => x === y).length;
  let orderText = `none: A is singular${zero ? `, and ${zero === 1 ? "A" : `A^${zero}`} = 0` : ""}`;
  if (invertible) orderText = b ? `${order} for A, ${orderOf(images)} with b` : String(order);
  const outputs = 1 << r;
  return {
    invertible,
    texts: [
      `${r} of 8`, invertible ? "1" : "0", kernelText(nulls), orderText, `${fixed} of 256`,
    ],
    reason: invertible ? "Each of the 256 bytes is reached from one byte." :
      `There is no inverse: ${nulls.length} inputs share each output.`,
    picture: `The map on all 256 bytes, x across and y up: ${outputs} different ` +
      `output${outputs === 1 ? "" : "s"}, each from ${nulls.length} ` +
      `input${nulls.length === 1 ? "" : "s"}; ${fixed} bytes stay the same.`,
  };
}

/** A second matrix M, and the two orders in which to join it to A. */
function second(store, voice) {
  const common = { voice, get: () => store.get("second"), put: (value, gesture) =>
    store.change({ second: value }, gesture) };
  const number = field({ ...common, name: "M, as the instruction takes it", size: 18,
    read: parseQword, write: (value) => value });
  const choice = element("select", { "aria-label": "Preset for M", onchange: () => {
    const preset = PRESETS[Number(choice.value)];
    if (preset && choice.value) store.change({ second: preset[1] });
  } });
  const linear = PRESETS.map((preset, k) => [preset[0], k]).filter(([, k]) => PRESETS[k][2] === 0);
  choice.append(element("option", { value: "" }, "a matrix of your own"),
    ...linear.map(([name, k]) => element("option", { value: k }, name)));
  const cells = element("path", { class: "cells" });
  const small = element("svg", { viewBox: "-0.5 -0.5 9 9", class: "small", role: "img" },
    element("rect", { class: "frame", x: -0.25, y: -0.25, width: 8.5, height: 8.5 }), cells);
  const join = (which, words) => () => {
    const { rows, b } = compose(store.rows, store.get("b"), rowsOf(store.get("second")), which);
    store.change({ matrix: qwordOf(rows), b });
    voice.say(`${words} The matrix is ${qwordOf(rows)}.`);
  };
  const swap = () => store.change({ matrix: store.get("second"), second: store.get("matrix") });
  return {
    element: element("details", { class: "second" },
      element("summary", {}, "Join it with a second matrix M"),
      element("div", { class: "inside" }, small, element("div", { class: "beside" },
        element("div", { class: "entry" }, element("b", {}, "M"), number.input, choice),
        number.wrong,
        element("div", { class: "buttons" },
          button("First A, then M", join("A first", "First A, then M.")),
          button("First M, then A", join("M first", "First M, then A.")),
          button("Swap A and M", swap)),
        element("p", { class: "hint" }, "First A, then M: x goes to M (A x + b), so the new " +
          "matrix is M A and the new b is M b. First M, then A: x goes to A (M x) + b, so the " +
          "new matrix is A M and b stays. The matrix on the right acts first.")))),
    forget: number.forget,
    draw() {
      const value = store.get("second");
      number.draw();
      const found = linear.find(([, k]) => PRESETS[k][1] === value);
      const picked = found ? String(found[1]) : "";
      if (choice.value !== picked) choice.value = picked;
      const layout = LAYOUTS[store.get("grid")];
      const square = (i, j) => `M${layout.left ? 7 - j : j} ${layout.top ? 7 - i : i}h1v1h-1z`;
      set(cells, "d", rowsOf(value).flatMap((row, i) =>
        EIGHT.filter((j) => (row >> j) & 1).map((j) => square(i, j))).join(""));
      set(small, "aria-label", `M as a picture, ${value}`);
    },
  };
}

/** Lines to paste into a program. */
function code(store, voice) {
  const blocks = Object.entries(LANGUAGES).map(([language, write]) => {
    const text = element("code", { "data-language": language });
    const body = element("pre", { tabindex: 0, role: "region",
      "aria-label": `Lines in ${language}` }, text);
    const copy = copier(voice, `Copy the lines in ${language}`, () => text.textContent, text);
    return { draw: () => setText(text, write(store.get("matrix"), store.get("b"))),
      element: element("div", { class: "lines" }, element("div", { class: "title" },
        element("strong", {}, language), " ", element("span", { class: "hint" }, NOTES[language]),
        copy), body) };
  });
  return {
    element: element("details", { class: "code" },
      element("summary", {}, "Lines to paste: C, Python, assembly"),
      ...blocks.map((block) => block.element)),
    draw: () => blocks.forEach((block) => block.draw()),
  };
}

/** A button that copies a text; where a page may not, it selects the text for the reader. */
function copier(voice, name, text, source) {
  let timer;
  const made = button("Copy", async () => {
    let done = true;
    try {
      await navigator.clipboard.writeText(text());
    } catch {
      select(source);
      done = document.execCommand?.("copy") ?? false;
    }
    const words = done ? "Copied" : "Press Ctrl+C";
    setText(made, words);
    voice.say(`${words}.`);
    clearTimeout(timer);
    timer = setTimeout(() => setText(made, "Copy"), 2000);
  }, { class: "copy", "aria-label": name });
  return made;
}

function select(source) {
  if (source.select) {
    source.focus();
    source.select();
  } else getSelection()?.selectAllChildren(source);
}

export default { check, render };
