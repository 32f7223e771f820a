// How the book's texts and a reader's question are cut into words.
//
// A word is a run of letters and digits, as everywhere. Besides, names with dots or colons in them
// (ld.global.nc, ideas.gf2) are kept whole, together with each part and each beginning, and a run
// of symbols (>=>, >>=, <|>) is a word too: a search that drops those finds nothing in this book.

const PIECE = /[\p{L}\p{N}_]+(?:(?:\.|::)[\p{L}\p{N}_]+)*|[^\s\p{L}\p{N}_]+/gu;
const WORTHLESS = /^[.,;:!?'"“”‘’()[\]{}—–…-]+$/u;

// Accents and case make no difference.
export const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

export const words = (text) => {
  const found = [];
  for (const [piece] of plain(text).matchAll(PIECE)) {
    if (!/[\p{L}\p{N}_]/u.test(piece)) {
      const symbol = piece.replace(/^[.,;'"“”‘’()[\]{}]+|[.,;'"“”‘’()[\]{}]+$/gu, "");
      if (symbol && !WORTHLESS.test(symbol)) found.push(symbol);
      continue;
    }
    const parts = piece.split(/\.|::/);
    found.push(piece);
    if (parts.length > 1) {
      let end = 0;
      for (const part of parts) {
        end = piece.indexOf(part, end) + part.length;
        if (end < piece.length) found.push(piece.slice(0, end));
        found.push(part);
      }
    }
  }
  return found;
};

// A question is phrases in quotation marks, and words; a name with dots counts as one word.
export const question = (text) => {
  const phrases = [];
  const rest = text.replace(/["“”]([^"“”]+)["“”]/g, (_, phrase) => {
    phrases.push(plain(phrase).replace(/\s+/g, " ").trim());
    return " ";
  });
  const asked = [];
  for (const [piece] of plain(rest).matchAll(PIECE)) {
    const [first] = words(piece);
    if (first) asked.push(first);
  }
  return { phrases: phrases.filter(Boolean), asked };
};
