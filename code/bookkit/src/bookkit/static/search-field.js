// Brings the search to its fields: the one in the dialog of every page, and the one of the search
// page. The search and the book's texts are loaded when a reader first turns to a field.
{
  const here = document.currentScript;
  const root = here.dataset.root;
  let asked = false;

  const load = (name) => {
    const script = document.createElement("script");
    script.src = new URL(`search/${name}`, here.src).href;
    return new Promise((done, failed) => {
      script.onload = done;
      script.onerror = failed;
      document.head.append(script);
    });
  };

  const start = async (status) => {
    if (asked) return;
    asked = true;
    try {
      await load("engine.js");
      await load("texts.js");
    } catch {
      asked = false;
      status.textContent = "The search could not be loaded; is the network there?";
    }
  };

  const attach = (form) => {
    const field = form.querySelector("input[type=search]");
    const place = form.parentElement.querySelector(".search-results");
    const status = form.parentElement.querySelector(".search-status");
    if (!field || !place) return;
    let timer;
    const search = async () => {
      await start(status);
      globalThis.bookSearch?.show(place, status, root, field.value);
    };
    field.addEventListener("focus", () => start(status));
    field.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(search, 80);
    });
    // The arrows go through the links, and back to the field.
    form.parentElement.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
      const stops = [field, ...place.querySelectorAll("a")];
      const at = stops.indexOf(document.activeElement);
      const next = stops[at + (event.key === "ArrowDown" ? 1 : -1)];
      if (at < 0 || !next) return;
      event.preventDefault();
      next.focus();
    });
    if (form.dataset.searches === "address") {
      const asking = new URLSearchParams(location.search).get("q") ?? "";
      field.value = asking;
      if (asking) search();
      else field.focus();
      // On the search page the question stays in the address, and the page stays as it is.
      form.addEventListener("submit", (event) => {
        event.preventDefault();
        history.replaceState(null, "", `?q=${encodeURIComponent(field.value)}`);
        search();
      });
    }
  };

  document.addEventListener("DOMContentLoaded", () => {
    for (const form of document.querySelectorAll("form.bd-search")) attach(form);
    // "/" opens the search, as Ctrl+K does, but not while something is being written.
    document.addEventListener("keydown", (event) => {
      const busy = event.target.closest?.("input, textarea, select, [contenteditable], [role=grid]");
      if (event.key !== "/" || busy || event.ctrlKey || event.metaKey || event.altKey) return;
      const button = document.querySelector(".search-button__button");
      if (!button) return;
      event.preventDefault();
      button.click();
    });
  });
}
