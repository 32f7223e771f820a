// What a cell shows when it was run here: text, errors, pictures, HTML made safe, live widgets.

import DOMPurify from "dompurify";

const WIDGET = "application/vnd.ideas-you-can-run.widget+json";
const INK = /#222222/g; // what the course's figures draw in; the page's own colour takes its place

const make = (tag, name, text) => {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text !== undefined) made.textContent = text;
  return made;
};

// A reader's own HTML and SVG: no script, no style for the rest of the page, nothing from elsewhere.
const OPTIONS = {
  USE_PROFILES: { html: true, svg: true, svgFilters: true, mathMl: true },
  FORBID_TAGS: ["style", "form", "input", "button", "textarea", "select"],
  RETURN_DOM_FRAGMENT: true,
};
const LOADS = ["src", "srcset", "poster", "background", "xlink:href"];
DOMPurify.addHook("afterSanitizeAttributes", (node) => {
  for (const name of [...LOADS, ...(node.tagName === "A" ? [] : ["href"])]) {
    const value = node.getAttribute?.(name);
    if (value && !/^(#|data:image\/)/.test(value)) node.removeAttribute(name);
  }
  for (const { name, value } of [...(node.attributes ?? [])]) {
    if (/url\(\s*['"]?\s*(?!#)/i.test(value)) node.removeAttribute(name);
  }
  if (node.tagName === "A") node.setAttribute("rel", "noopener noreferrer");
});

const html = (source) => {
  const place = make("div", "output text_html");
  place.tabIndex = 0; // it may scroll sideways
  place.append(DOMPurify.sanitize(source, OPTIONS));
  return place;
};

const drawing = (source, label) => {
  const place = make("div", "output image_svg");
  place.append(DOMPurify.sanitize(source.replace(/^[\s\S]*?(?=<svg[\s>])/, "").replace(INK, "currentColor"), OPTIONS));
  const svg = place.querySelector("svg");
  if (svg) {
    svg.classList.add("figure-svg");
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", `Figure drawn by ${label}`);
    for (const side of ["width", "height"]) {
      const points = /^([\d.]+)pt$/.exec(svg.getAttribute(side) ?? "");
      if (points) svg.setAttribute(side, String((Number(points[1]) * 4) / 3));
    }
  }
  return place;
};

const picture = (data, label) => {
  const image = make("img");
  image.src = `data:image/png;base64,${data}`;
  image.alt = `Picture made by ${label}`;
  return image;
};

const widget = (content) => {
  const place = make("div", "book-widget");
  place.dataset.widget = content.name;
  place.dataset.made = "here";
  const state = make("script", "", JSON.stringify(content.state));
  state.type = "application/json";
  place.append(state);
  return place;
};

export class Output {
  constructor(label) {
    this.label = label;
    this.element = make("div", "live-output");
    this.note = make("p", "live-here", "Run here");
    this.element.append(this.note);
  }

  get empty() {
    return this.element.childElementCount === 1;
  }

  stream({ name, text }) {
    const last = this.element.lastElementChild;
    const fits = last?.matches("pre.live-stream") && last.dataset.name === name;
    const place = fits ? last : make("pre", `live-stream live-${name}`);
    place.dataset.name = name;
    place.tabIndex = 0;
    place.append(text);
    if (!fits) this.element.append(place);
  }

  display(bundle) {
    const host = globalThis.bookWidgets;
    if (bundle[WIDGET] && host?.has?.(bundle[WIDGET].name)) {
      this.element.append(widget(bundle[WIDGET]));
      if (this.element.isConnected) host.start();
    } else if (bundle["text/html"]) this.element.append(html(bundle["text/html"]));
    else if (bundle["image/svg+xml"]) this.element.append(drawing(bundle["image/svg+xml"], this.label));
    else if (bundle["image/png"]) this.element.append(picture(bundle["image/png"], this.label));
    else {
      const text = bundle["text/markdown"] ?? bundle["text/latex"] ?? bundle["text/plain"] ?? "";
      const place = make("pre", "live-value", text);
      place.tabIndex = 0;
      this.element.append(place);
    }
  }

  error({ text }) {
    const place = make("pre", "live-error", text);
    place.tabIndex = 0;
    this.element.append(place);
  }

  panel(element) {
    this.element.append(element);
  }
}
