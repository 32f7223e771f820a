// The cells of one page and their Python: what runs, in which order, and what is said about it.

import { Cell } from "./cell.js";
import { Python, Stopped } from "./python.js";

const listed = (words) =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
const cellsListed = (places) =>
  `${places.length > 1 ? "cells" : "cell"} ${listed(places.map((place) => place + 1))}`;
const HOST_NAME = (address) => new URL(address).host;

export class Notebook {
  constructor({ cells, bars, config, where }) {
    this.config = config;
    this.where = where;
    this.allowed = new Set();
    this.queue = Promise.resolve();
    this.turn = 0;
    this.cells = cells.map(
      ({ source }, place) =>
        new Cell({
          place,
          source,
          bar: bars.get(place),
          onRun: () => this.run(place),
          onStop: () => this.stop(),
        }),
    );
  }

  run(place) {
    return this.inTurn(place, () => this.runNow(place));
  }

  // One thing after another; Stop also forgets what waits.
  inTurn(place, work) {
    const cell = this.cells[place];
    const turn = this.turn;
    cell.busy(true);
    cell.say(this.running ? "Waiting for the cell that runs." : "");
    const done = this.queue.then(async () => {
      if (turn !== this.turn) return false;
      this.running = true;
      try {
        return await work();
      } catch (error) {
        if (error instanceof Stopped) return false;
        this.python?.end();
        this.python = null;
        this.restarted = true;
        cell.say(`Python in the page failed: ${error.message}. The next Run starts it anew.`);
        return false;
      } finally {
        this.running = false;
        cell.busy(false);
      }
    });
    this.queue = done;
    return done;
  }

  stop() {
    this.turn += 1;
    this.python?.end();
    this.python = null;
    this.restarted = true;
    this.answer?.(false);
    for (const cell of this.cells) {
      if (cell.stop?.hidden === false) {
        cell.say("Stopped, and Python with it. The next Run starts Python anew.");
        cell.busy(false);
      }
    }
  }

  async started(cell) {
    if (this.python && !this.python.ended) return this.python;
    cell.say("Python is starting ...");
    this.python = new Python(this.config, (data) => this.hear(data));
    const python = this.python;
    await python.ready;
    return python;
  }

  hear({ kind, cell, ...data }) {
    if (kind === "end") this.end = data;
    else if (kind === "stream" || kind === "display") this.output?.[kind](data);
  }

  async runNow(place) {
    const cell = this.cells[place];
    const order = await this.runAbove(place, cell);
    if (!order) return false;
    cell.say("Running ...");
    const good = await this.runOne(cell, cell.begin(), cell);
    if (good === null) return false;
    const before = order.length ? `, after ${cellsListed(order)}` : "";
    cell.say(
      good
        ? `Done in ${this.end.seconds.toFixed(2)} s${before}.`
        : `${this.end.error.name}${this.end.error.line ? ` in line ${this.end.error.line}` : ""}${before}.`,
    );
    return good;
  }

  // Run what a cell needs above it. Their outputs on the page stay, unless their text was changed.
  async runAbove(place, cell) {
    const python = await this.started(cell);
    const sources = this.cells.map(({ source }) => source);
    const plan = await python.ask("plan", { sources, target: place });
    if (!(await this.provide(plan.packages, cell))) return null;
    const order = plan.order.slice(0, -1);
    const again = this.restarted ? "Python was started anew. " : "";
    this.restarted = false;
    for (const above of order) {
      cell.say(`${again}Running ${cellsListed(order)} first: this one needs ${order.length > 1 ? "them" : "it"} ...`);
      const needed = this.cells[above];
      const output = needed.edited ? needed.begin() : null;
      const good = await this.runOne(needed, output, cell);
      if (good === null) return null;
      if (!good) {
        if (!output) (needed.bar ? needed : cell).begin().error(this.end.error);
        cell.say(`Cell ${above + 1}, which this one needs, ended with ${this.end.error.name}.`);
        return null;
      }
      if (needed.bar) needed.say(`Ran for ${cell.label.toLowerCase()}.`);
    }
    return order;
  }

  // True or false as it ended well or not; null where a package that it asked for is not there.
  async runOne(cell, output, asking) {
    this.output = output;
    await this.python.ask("run", { cell: cell.place, source: cell.source });
    this.output = null;
    const missing = this.end.ok ? "" : this.end.error.missing;
    if (missing && (this.offers(missing) ? !this.python.packages.has(missing) : this.where.known(missing))) {
      if (!(await this.provide([missing], asking))) return null;
      return this.runOne(cell, output ? cell.begin() : null, asking);
    }
    if (!this.end.ok) output?.error(this.end.error);
    if (output?.empty) output.note.textContent = "Run here; it shows nothing";
    return this.end.ok;
  }

  offers(name) {
    return Object.hasOwn(this.config.packages, name);
  }

  // Fetch packages that the site does not have, if the reader agrees; say where else a cell runs.
  async provide(names, cell) {
    const wanted = names.filter((name) => !this.python.packages.has(name));
    const absent = wanted.filter((name) => !this.offers(name));
    if (absent.length) {
      cell.begin().panel(this.where.panel(absent));
      cell.say(`Not run: the Python in the page has no ${listed(absent)}.`);
      return false;
    }
    const unasked = wanted.filter((name) => !this.allowed.has(name));
    if (unasked.length && !(await this.askReader(unasked, cell))) {
      cell.say("Not run; nothing was fetched.");
      return false;
    }
    if (!wanted.length) return true;
    cell.say(`Fetching ${listed(wanted)} from ${HOST_NAME(this.config.host)} ...`);
    try {
      await this.python.ask("packages", { names: wanted.map((name) => this.config.packages[name]) });
    } catch (error) {
      if (error instanceof Stopped) throw error;
      cell.say(`${listed(wanted)} could not be fetched from ${HOST_NAME(this.config.host)}. Is that host within reach?`);
      return false;
    }
    for (const name of wanted) this.python.packages.add(name);
    return true;
  }

  askReader(names, cell) {
    const host = HOST_NAME(this.config.host);
    const panel = document.createElement("div");
    panel.className = "live-ask";
    panel.setAttribute("role", "group");
    panel.setAttribute("aria-label", "A question before this cell runs");
    const text = document.createElement("p");
    text.textContent =
      `This cell needs ${listed(names)}, which the site does not carry. The page would fetch it from ` +
      `${host}, the host of Pyodide, which then sees your network address. Fetch it?`;
    const yes = document.createElement("button");
    const no = document.createElement("button");
    yes.type = no.type = "button";
    yes.className = no.className = "live-button";
    yes.textContent = "Fetch and run";
    no.textContent = "Do not fetch";
    panel.append(text, yes, no);
    cell.bar.after(panel);
    cell.say(`It needs ${listed(names)}: may the page fetch it?`);
    yes.focus();
    return new Promise((resolve) => {
      this.answer = (agreed) => {
        this.answer = null;
        panel.remove();
        cell.run.focus();
        if (agreed) for (const name of names) this.allowed.add(name);
        resolve(agreed);
      };
      yes.addEventListener("click", () => this.answer?.(true));
      no.addEventListener("click", () => this.answer?.(false));
    });
  }

  // An exercise: run the answer in its cell, then the checks, and say what the first failing one says.
  check(place, checks) {
    const cell = this.cells[place];
    return this.inTurn(place, async () => {
      cell.say("Checking ...");
      if (!(await this.runAbove(checks, cell))) return null;
      const good = await this.runOne(this.cells[checks], null, cell);
      if (good === null) return null;
      const error = this.end.error;
      if (good) cell.say("Right: every check passes.");
      else if (error.name === "AssertionError") {
        cell.say(`Not yet. ${error.message || "A check failed; unfold the checks to read it."}`);
      } else {
        cell.say(`Not yet: the checks met ${error.name}.`);
        cell.begin().error(error);
      }
      return good;
    });
  }
}
