// Parts that the course's widgets share: elements, undo, a live region, text from a trait.
// A widget imports what it uses from here; a notebook gets the whole file written into its module.

const SVG = "http://www.w3.org/2000/svg";
const DRAWN = new Set("svg g path rect circle line polyline polygon text tspan title".split(" "));

/**
 * Make an element with attributes and children. Text is always text, never HTML.
 * An attribute that starts with "on" is a listener; `class` and `for` are written as in HTML;
 * false, null and undefined leave an attribute out, true writes it empty.
 */
export function element(tag, attributes = {}, ...children) {
  const made = DRAWN.has(tag) ? document.createElementNS(SVG, tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, String(value));
  }
  made.append(...children.flat().filter((child) => child != null));
  return made;
}

/** Set an attribute only where it differs, so that a redraw touches little. */
export function set(target, name, value) {
  const text = String(value);
  if (target.getAttribute(name) !== text) target.setAttribute(name, text);
}

/** Set an element's text only where it differs. */
export function setText(target, text) {
  if (target.textContent !== text) target.textContent = text;
}

/** Call a function at most once a frame, however often it is asked for. */
export function onceAFrame(draw) {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      draw();
    });
  };
}

/**
 * Keep the states that some traits have been in. A change within `pause` milliseconds of the
 * last one belongs to the same step, so that a drag is undone at once.
 */
export class History {
  constructor(model, names, { pause = 400, most = 200 } = {}) {
    this.model = model;
    this.names = names;
    this.pause = pause;
    this.most = most;
    this.past = [];
    this.future = [];
    this.now = this.read();
    this.last = -Infinity;
    this.applying = false;
    for (const name of names) model.on(`change:${name}`, () => this.note());
  }

  read() {
    return Object.fromEntries(this.names.map((name) => [name, this.model.get(name)]));
  }

  note() {
    if (this.applying) return;
    const next = this.read();
    if (JSON.stringify(next) === JSON.stringify(this.now)) return;
    const time = Date.now();
    if (time - this.last > this.pause) this.past.push(this.now);
    if (this.past.length > this.most) this.past.shift();
    this.last = time;
    this.future = [];
    this.now = next;
  }

  move(from, to) {
    if (!from.length) return false;
    to.push(this.now);
    this.now = from.pop();
    this.last = -Infinity;
    this.applying = true;
    for (const [name, value] of Object.entries(this.now)) this.model.set(name, value);
    this.model.save_changes();
    this.applying = false;
    return true;
  }

  undo() {
    return this.move(this.past, this.future);
  }

  redo() {
    return this.move(this.future, this.past);
  }
}

/** A region that screen readers speak when its text changes, a little after the last change. */
export function liveRegion(wait = 500) {
  const region = element("div", { class: "widget-spoken", role: "status", "aria-live": "polite" });
  let timer;
  return {
    element: region,
    say(text) {
      clearTimeout(timer);
      timer = setTimeout(() => setText(region, text), wait);
    },
  };
}
