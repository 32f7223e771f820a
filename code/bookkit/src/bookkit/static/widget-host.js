// Runs the course's widgets on a page without a kernel.
//
// A cell's output holds the widget's state as data; the widget's module, bundled into a script of
// its own, registers itself here by name. Each gets a model with get, set, save_changes, on and
// off, as a notebook would give it. Its state can stand in the page's address, after the #.
{
  const modules = new Map();
  const PREFIX = "widget=";

  class Model {
    constructor(state) {
      this.state = { ...state };
      this.listeners = new Map();
      this.changed = new Set();
    }

    get(name) {
      return this.state[name];
    }

    set(name, value) {
      if (Object.is(this.state[name], value)) return;
      this.state[name] = value;
      this.changed.add(name);
    }

    // As in a notebook, listeners hear of a change when it is set, and of the whole when saved.
    save_changes() {
      const names = [...this.changed];
      this.changed.clear();
      for (const name of names) this.emit(`change:${name}`);
      if (names.length) this.emit("change");
    }

    on(event, listener) {
      if (!this.listeners.has(event)) this.listeners.set(event, new Set());
      this.listeners.get(event).add(listener);
    }

    off(event, listener) {
      if (listener) this.listeners.get(event)?.delete(listener);
      else this.listeners.delete(event);
    }

    emit(event) {
      for (const listener of [...(this.listeners.get(event) ?? [])]) listener();
    }
  }

  // The state of one widget as it stands in an address, and back. A module that carries data
  // besides its state names the traits to share, in `shared`. Only those are read, and each must
  // have the type that the cell gave it: the module checks the rest.
  const toAddress = (name, state, shared) => {
    const fields = new URLSearchParams();
    for (const key of shared) fields.set(key, JSON.stringify(state[key]));
    return `#${PREFIX}${name}&${fields}`;
  };

  const fromAddress = (hash, name, defaults, shared) => {
    const [first, ...rest] = hash.slice(1).split("&");
    if (first !== PREFIX + name) return null;
    const state = {};
    for (const [key, text] of new URLSearchParams(rest.join("&"))) {
      if (!shared.includes(key)) throw new Error(`there is no ${key}`);
      const value = JSON.parse(text);
      if (typeof value !== typeof defaults[key]) throw new Error(`${key} is of another kind`);
      state[key] = value;
    }
    return { ...defaults, ...state };
  };

  const note = (place, text) => {
    const line = document.createElement("p");
    line.className = "widget-note";
    line.setAttribute("role", "status");
    line.textContent = text;
    place.append(line);
  };

  const start = (place, widget) => {
    const name = place.dataset.widget;
    const defaults = JSON.parse(place.querySelector("script[type='application/json']").textContent);
    const shared = widget.shared ?? Object.keys(defaults);
    let state = defaults;
    let broken = false;
    try {
      // what a cell made here and now starts as its code says, whatever the address holds
      const asked = place.dataset.made ? null : fromAddress(location.hash, name, defaults, shared);
      if (asked) state = widget.check ? widget.check(asked) : asked;
    } catch {
      broken = true;
    }
    const el = document.createElement("div");
    el.className = "widget-live";
    const model = new Model(state);
    try {
      widget.render({ model, el });
    } catch (error) {
      console.error(error);
      note(place, "This widget could not start; the picture above shows its first state.");
      return;
    }
    place.querySelector(".widget-static")?.remove();
    place.append(el);
    if (broken) {
      note(place, "The address asked for a state that this widget does not have; it starts anew.");
    }
    let timer;
    model.on("change", () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        history.replaceState(history.state, "", toAddress(name, model.state, shared));
      }, 300);
    });
    if (!place.dataset.made && location.hash.startsWith(`#${PREFIX}${name}&`)) place.scrollIntoView();
    // A shared address may also be opened while the page is already there.
    addEventListener("hashchange", () => {
      try {
        const asked = fromAddress(location.hash, name, model.state, shared);
        if (!asked) return;
        const next = widget.check ? widget.check(asked) : asked;
        for (const key of shared) model.set(key, next[key]);
        model.save_changes();
      } catch {
        note(place, "The address asked for a state that this widget does not have.");
      }
    });
  };

  const startAll = () => {
    for (const place of document.querySelectorAll(".book-widget:not([data-started])")) {
      const widget = modules.get(place.dataset.widget);
      if (!widget) continue;
      place.dataset.started = "";
      start(place, widget);
    }
  };

  globalThis.bookWidgets = {
    start: startAll,
    has: (name) => modules.has(name),
    register(name, widget) {
      modules.set(name, widget);
      if (document.readyState !== "loading") startAll();
    },
  };
  document.addEventListener("DOMContentLoaded", startAll);
}
