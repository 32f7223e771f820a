// Set light or dark before the page is first drawn, so that it never flashes.
// The theme keeps the reader's choice under the name "mode", in their browser only.
{
  let mode = "auto";
  try {
    mode = localStorage.getItem("mode") || mode;
  } catch {
    // storage is off: follow the system
  }
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.mode = mode;
  document.documentElement.dataset.theme = mode === "auto" ? (dark ? "dark" : "light") : mode;
}
