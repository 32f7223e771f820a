// Which exercises of a page are done: kept in the reader's own browser, and nowhere else.

const KEY = "exercises done";

const read = () => {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
};

export class Progress {
  constructor(page, exercises, place) {
    this.page = page;
    this.exercises = exercises;
    this.kept = true;
    const before = read()[page];
    this.done = new Set(Array.isArray(before) ? before.filter((name) => exercises.includes(name)) : []);
    this.words = document.createElement("span");
    this.words.setAttribute("role", "status");
    this.forget = document.createElement("button");
    this.forget.type = "button";
    this.forget.className = "live-button";
    this.forget.textContent = "Forget it";
    this.forget.addEventListener("click", () => {
      this.done.clear();
      this.write();
      this.show();
    });
    place.append(this.words, " ", this.forget);
    this.show();
  }

  add(name) {
    this.done.add(name);
    this.write();
    this.show();
  }

  write() {
    try {
      localStorage.setItem(KEY, JSON.stringify({ ...read(), [this.page]: [...this.done] }));
    } catch {
      this.kept = false; // storage is off: it lasts as long as the page is open
    }
  }

  show() {
    const where = this.kept ? "kept in this browser only" : "not kept: this browser stores nothing";
    this.words.textContent = `${this.done.size} of ${this.exercises.length} exercises checked here are done (${where}).`;
    this.forget.hidden = this.done.size === 0;
    for (const bar of document.querySelectorAll(".live-bar[data-exercise]")) {
      bar.classList.toggle("live-done", this.done.has(bar.dataset.exercise));
    }
  }
}
