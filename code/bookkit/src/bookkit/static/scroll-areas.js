// What is too wide for the screen scrolls by itself: code, equations, tables, figures. Each such
// area takes the keyboard's focus, so that the arrow keys move it, and says what it is.
{
  const AREAS = {
    "div.highlight pre, div.cell_output pre": "Code",
    "div.math": "Equation",
    ".pst-scrollable-table-container, div.cell_output .output.text_html": "Table",
    ".figure-scroll": "Figure",
  };

  const mark = (area, name) => {
    const wide = area.scrollWidth > area.clientWidth + 1;
    if (wide && !area.hasAttribute("data-scrolls")) {
      area.dataset.scrolls = "";
      area.tabIndex = 0;
      area.setAttribute("role", "group");
      area.setAttribute("aria-label", `${name}, scrolls sideways`);
    } else if (!wide && area.hasAttribute("data-scrolls")) {
      for (const attribute of ["data-scrolls", "tabindex", "role", "aria-label"]) {
        area.removeAttribute(attribute);
      }
    }
  };

  // The observer calls for each area when it starts, and when its size changes.
  const sizes = new ResizeObserver((entries) => {
    for (const { target } of entries) mark(target, names.get(target));
  });
  const names = new Map();
  for (const [selector, name] of Object.entries(AREAS)) {
    for (const area of document.querySelectorAll(selector)) {
      names.set(area, name);
      sizes.observe(area);
    }
  }
}
