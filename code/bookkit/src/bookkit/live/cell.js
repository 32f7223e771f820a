// One cell of the page: its text in an editor, its buttons, its state in words, what it shows.

import { editor, setText } from "./editor.js";
import { Output } from "./outputs.js";

const button = (name, label, press) => {
  const made = document.createElement("button");
  made.type = "button";
  made.className = `live-button live-${name}`;
  made.textContent = label;
  made.addEventListener("click", press);
  return made;
};

export class Cell {
  constructor({ place, source, bar, onRun, onStop }) {
    this.place = place;
    this.label = `Cell ${place + 1}`;
    this.original = source;
    this.source = source;
    this.bar = bar;
    if (!bar) return; // a cell that the page does not show
    const root = bar.closest(".cell");
    const shown = bar.parentElement.querySelector(":scope > [class*=highlight-]");
    this.built = root.querySelector(".cell_output");
    const holder = document.createElement("div");
    holder.className = "live-editor";
    shown.before(holder);
    shown.hidden = true;
    this.editor = editor({
      parent: holder,
      text: source,
      label: this.label,
      onRun,
      onChange: (text) => {
        this.source = text;
        this.offerReset();
      },
    });
    this.stop = button("stop", "Stop", onStop);
    this.reset = button("reset", "Reset", () => this.restore());
    this.stop.hidden = this.reset.hidden = true;
    this.run = bar.querySelector(".live-run");
    this.status = bar.querySelector(".live-status");
    this.status.before(this.stop, this.reset);
    const name = document.createElement("span");
    name.className = "live-name";
    name.textContent = this.label;
    bar.prepend(name);
    this.root = root;
  }

  get edited() {
    return this.source !== this.original;
  }

  say(text) {
    if (this.status) this.status.textContent = text;
  }

  busy(on) {
    if (!this.bar) return;
    const hadFocus = document.activeElement === this.stop;
    this.stop.hidden = !on;
    this.root.classList.toggle("live-busy", on);
    if (!on && hadFocus) this.run.focus();
    this.offerReset();
  }

  // A new output takes the place of what stands there; what the build made is only put away.
  begin() {
    const output = new Output(`${this.label.toLowerCase()}`);
    if (!this.bar) return output;
    this.output?.element.remove();
    this.output = output;
    if (this.built) {
      this.built.hidden = true;
      this.built.after(output.element);
    } else this.root.append(output.element);
    this.offerReset();
    return output;
  }

  offerReset() {
    if (this.reset) this.reset.hidden = !(this.edited || this.output);
  }

  restore() {
    this.output?.element.remove();
    this.output = null;
    if (this.built) this.built.hidden = false;
    if (this.edited) setText(this.editor, this.original);
    this.say("As it was.");
    this.run.focus();
    this.offerReset();
  }
}
