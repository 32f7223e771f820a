// Where a cell runs that does not run in a browser: this page's own buttons say, if there are any.

const NOT_IN_A_BROWSER = ["torch", "numba", "llvmlite", "cuda", "hypothesis", "anywidget", "ipywidgets"];
const HOSTS = { "colab.research.google.com": "Colab", "mybinder.org": "Binder" };

export const where = (base) => ({
  known: (name) => NOT_IN_A_BROWSER.includes(name),

  panel(names) {
    const panel = document.createElement("p");
    panel.className = "live-where";
    panel.append(`This cell needs ${names.join(", ")}, which the Python in the page does not have. It runs `);
    const found = new Map();
    for (const link of document.querySelectorAll("a[href]")) {
      const name = HOSTS[link.host];
      if (name && !found.has(name)) found.set(name, link.href);
    }
    for (const [name, address] of found) {
      const link = document.createElement("a");
      link.href = address;
      link.textContent = `in ${name}`;
      panel.append(link, ", ");
    }
    if (found.size) panel.append("and ");
    const how = document.createElement("a");
    how.href = new URL("../book/how-to/run.html", base);
    how.textContent = "on a machine of your own";
    panel.append(how, ".");
    return panel;
  },
});
