// The book's search: from a question to pages, each with the sections that answer it.

import MiniSearch from "minisearch";
import { plain, question, words } from "./words.js";

const LONGEST_SNIPPET = 150;
const SECTIONS_A_PAGE = 3;

// sections: [{ page, title, chapter, anchor, heading, text }] in the order of the book.
export const makeIndex = (sections) => {
  const index = new MiniSearch({
    fields: ["title", "heading", "text"],
    tokenize: words,
    processTerm: (term) => term,
    searchOptions: { boost: { title: 3, heading: 4 }, combineWith: "AND" },
  });
  index.addAll(sections.map((section, id) => ({ ...section, id })));
  return { sections, index, plainTexts: new Map() };
};

const textOf = (book, id) => {
  if (!book.plainTexts.has(id)) {
    const { title, heading, text } = book.sections[id];
    book.plainTexts.set(id, plain(`${title} ${heading} ${text}`).replace(/\s+/g, " "));
  }
  return book.plainTexts.get(id);
};

const matches = (book, asked) => {
  if (!asked.length) return book.sections.map((_, id) => ({ id, score: 1 }));
  const options = { tokenize: () => asked };
  const exact = book.index.search(asked.join(" "), options);
  if (exact.length) return exact;
  const begun = book.index.search(asked.join(" "), { ...options, prefix: true });
  if (begun.length) return begun;
  return book.index.search(asked.join(" "), { ...options, prefix: true, fuzzy: 0.2 });
};

// While the reader types, the last word may be the beginning of a longer one.
const withBeginnings = (book, asked) => {
  const found = matches(book, asked);
  const seen = new Set(found.map(({ id }) => id));
  const more = book.index
    .search(asked.join(" "), {
      tokenize: () => asked,
      prefix: (term, i, terms) => i === terms.length - 1 && term.length > 1,
    })
    .filter(({ id }) => !seen.has(id))
    .map((result) => ({ ...result, score: result.score / 3 }));
  return [...found, ...more];
};

// Returns [{ page, title, chapter, sections: [{ anchor, heading, snippet }] }], best first;
// a snippet is pieces of text, { text, marked }.
export const find = (book, asking) => {
  const { phrases, asked } = question(asking);
  if (!phrases.length && !asked.length) return [];
  const found = asked.length ? withBeginnings(book, asked) : matches(book, asked);
  const pages = new Map();
  for (const { id, score } of found) {
    if (!phrases.every((phrase) => textOf(book, id).includes(phrase))) continue;
    const section = book.sections[id];
    if (!pages.has(section.page)) {
      const { page, title, chapter } = section;
      pages.set(page, { page, title, chapter, score: 0, sections: [] });
    }
    const entry = pages.get(section.page);
    entry.score = Math.max(entry.score, score);
    entry.sections.push({ id, score, ...section });
  }
  const sought = [...phrases, ...asked];
  return [...pages.values()]
    .sort((a, b) => b.score - a.score)
    .map(({ page, title, chapter, sections }) => ({
      page,
      title,
      chapter,
      sections: sections
        .sort((a, b) => b.score - a.score)
        .slice(0, SECTIONS_A_PAGE)
        .map(({ anchor, heading, text }) => ({ anchor, heading, snippet: snippet(text, sought) })),
    }));
};

// The place where the text says what was sought, cut to a line or two.
export const snippet = (text, sought) => {
  const low = text.toLowerCase();
  const places = sought.map((word) => low.indexOf(word)).filter((place) => place >= 0);
  const first = places.length ? Math.min(...places) : 0;
  let start = Math.max(0, first - 50);
  if (start > 0) start = low.indexOf(" ", start) + 1;
  const piece = text.slice(start, start + LONGEST_SNIPPET);
  const parts = [];
  let rest = piece;
  while (rest) {
    const lowered = rest.toLowerCase();
    let at = -1;
    let size = 0;
    for (const word of sought) {
      const place = lowered.indexOf(word);
      if (place >= 0 && (at < 0 || place < at)) [at, size] = [place, word.length];
    }
    if (at < 0) break;
    if (at) parts.push({ text: rest.slice(0, at), marked: false });
    parts.push({ text: rest.slice(at, at + size), marked: true });
    rest = rest.slice(at + size);
  }
  if (rest) parts.push({ text: rest, marked: false });
  if (start > 0) parts.unshift({ text: "… ", marked: false });
  if (start + LONGEST_SNIPPET < text.length) parts.push({ text: " …", marked: false });
  return parts;
};
