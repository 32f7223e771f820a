// Runs before the page is first drawn: sets light or dark, so that it never flashes.
// The theme keeps the reader's choice under the name "mode", in their browser only.
{
  // Where a browser forbids storage, touching it throws, and the theme's scripts would stop there.
  // They get one that lasts as long as the page.
  try {
    localStorage.getItem("mode");
  } catch {
    const kept = new Map();
    Object.defineProperty(globalThis, "localStorage", {
      configurable: true,
      value: {
        getItem: (name) => kept.get(String(name)) ?? null,
        setItem: (name, value) => void kept.set(String(name), String(value)),
        removeItem: (name) => void kept.delete(String(name)),
        clear: () => kept.clear(),
        key: (index) => [...kept.keys()][index] ?? null,
        get length() {
          return kept.size;
        },
      },
    });
  }
  const mode = localStorage.getItem("mode") ?? "auto";
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.mode = mode;
  document.documentElement.dataset.theme = mode === "auto" ? (dark ? "dark" : "light") : mode;
}
