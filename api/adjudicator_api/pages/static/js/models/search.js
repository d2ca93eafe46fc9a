/** Searching in texts that people wrote. */

/** @param {string} text lower case, no accents, numbers of formulas as they are */
const plain = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

/** Whether a text has every word, in any order, each also as a part of a longer one. @param {string} text @param {string} words */
export function matches(text, words) {
  const searched = plain(text);
  return plain(words).split(/\s+/).filter(Boolean).every((word) => searched.includes(word));
}

/** What stands around the first of the words, for a list of what was found. @param {string} text @param {string} words */
export function excerpt(text, words, around = 70) {
  const first = plain(words).split(/\s+/).filter(Boolean)[0] ?? "";
  const at = Math.max(0, plain(text).indexOf(first));
  const [from, to] = [Math.max(0, at - around), at + first.length + around];
  return `${from > 0 ? "…" : ""}${text.slice(from, to).trim()}${to < text.length ? "…" : ""}`;
}
