// On every page with code: a Run button a cell, and nothing else until one is pressed.

import { Progress } from "./progress.js";
import { where } from "./where.js";

const base = new URL(".", document.currentScript.src);
const bars = new Map();
let opened;

const json = async (address, options) => {
  const answer = await fetch(address, options);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return answer.json();
};

const script = (address) =>
  new Promise((resolve, reject) => {
    const element = document.createElement("script");
    element.src = address;
    element.onload = resolve;
    element.onerror = () => reject(new Error(`${address} could not be loaded`));
    document.head.append(element);
  });

const open = async (page) => {
  const current = await json(new URL("live-code/current.json", base), { cache: "no-cache" });
  const files = new URL(`live-code/${current.files}/`, base).href;
  const [site, cells] = await Promise.all([
    json(`${files}site.json`),
    json(`${files}pages/${page}.json`),
    script(`${files}page.js`),
  ]);
  const config = {
    ...site,
    files,
    worker: `${files}worker.js`,
    wheel: `${files}${site.wheel}`,
    pyodide: new URL(`pyodide/${site.version}/`, base).href,
  };
  return globalThis.bookLive.open({ cells, bars, config, where: where(base) });
};

const press = async (bar, then) => {
  const say = (text) => (bar.querySelector(".live-status").textContent = text);
  if (location.protocol === "file:") {
    say("Python in the page needs the site served over http: run “make serve”, or read it online.");
    return;
  }
  if (bar.dataset.absent && !opened) {
    bar.nextElementSibling?.matches(".live-where") ||
      bar.after(where(base).panel(bar.dataset.absent.split(" ")));
    say(`Not run: the Python in the page has no ${bar.dataset.absent.replaceAll(" ", ", ")}.`);
    return;
  }
  if (!opened) {
    say("Loading the editor and Python ...");
    opened = open(bar.dataset.page);
  }
  try {
    await then(await opened);
  } catch (error) {
    opened = undefined;
    say(`Python in the page could not be loaded (${error.message}). Press again to try once more.`);
  }
};

const button = (name, label, work, bar) => {
  const made = document.createElement("button");
  made.type = "button";
  made.className = `live-button live-${name}`;
  made.textContent = label;
  made.setAttribute("aria-label", `${label}: cell ${Number(bar.dataset.cell) + 1}`);
  made.addEventListener("click", () => press(bar, work));
  return made;
};

globalThis.bookLive = {};
const begin = () => {
  const all = [...document.querySelectorAll(".live-bar")];
  const exercises = all.map((bar) => bar.dataset.exercise).filter(Boolean);
  const place = document.querySelector(".live-progress");
  const progress =
    place && exercises.length ? new Progress(all[0].dataset.page, exercises, place) : null;
  for (const bar of all) {
    const cell = Number(bar.dataset.cell);
    bars.set(cell, bar);
    bar.append(button("run", "Run", (notebook) => notebook.run(cell), bar));
    if (bar.dataset.exercise) {
      const check = async (notebook) => {
        if (await notebook.check(cell, Number(bar.dataset.check))) progress?.add(bar.dataset.exercise);
      };
      bar.append(button("check", "Check my answer", check, bar));
    }
    const status = document.createElement("span");
    status.className = "live-status";
    status.setAttribute("role", "status");
    bar.append(status);
  }
};
if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
else begin();
