// Shows what the search finds under its field, as the reader types: plain links in a list.
//
// This file, with the search itself, is loaded when a reader first turns to the field; the texts of
// the book come as a second script, which calls bookSearch.load.

import { find, makeIndex } from "./find.js";

const MOST_PAGES = 30;
let book = null;
const waiting = [];

const link = (address, className) => {
  const a = document.createElement("a");
  a.href = address;
  a.className = className;
  return a;
};

const sectionItem = (root, page, section) => {
  const item = document.createElement("li");
  const a = link(`${root}${page}${section.anchor ? `#${section.anchor}` : ""}`, "search-section");
  const heading = document.createElement("span");
  heading.className = "search-heading";
  heading.textContent = section.heading;
  const text = document.createElement("span");
  text.className = "search-snippet";
  for (const { text: words, marked } of section.snippet) {
    const part = document.createElement(marked ? "mark" : "span");
    part.textContent = words;
    text.append(part);
  }
  a.append(heading, text);
  item.append(a);
  return item;
};

const pageItem = (root, { page, title, chapter, sections }) => {
  const item = document.createElement("li");
  const a = link(`${root}${page}`, "search-page");
  a.append(title);
  if (chapter && chapter !== title) {
    const where = document.createElement("span");
    where.className = "search-chapter";
    where.textContent = chapter;
    a.append(where);
  }
  const list = document.createElement("ul");
  list.append(...sections.map((section) => sectionItem(root, page, section)));
  item.append(a, list);
  return item;
};

// place: an element to fill; root: the way from this page to the site's root; status: a live region.
const show = (place, status, root, asking) => {
  const results = find(book, asking);
  place.replaceChildren();
  const list = document.createElement("ol");
  list.append(...results.slice(0, MOST_PAGES).map((result) => pageItem(root, result)));
  if (results.length) place.append(list);
  const many = results.length === 1 ? "1 page" : `${results.length} pages`;
  if (!asking.trim()) status.textContent = "";
  else if (results.length) status.textContent = `Found on ${many}.`;
  else status.textContent = "Nothing found. Fewer words find more; quotation marks keep an order.";
};

globalThis.bookSearch = {
  load(sections) {
    book = makeIndex(sections);
    for (const run of waiting.splice(0)) run();
  },

  // Searches once the texts are there.
  show(place, status, root, asking) {
    const run = () => show(place, status, root, asking);
    if (book) run();
    else {
      waiting.splice(0, waiting.length, run);
      status.textContent = "Loading the book’s texts …";
    }
  },
};
