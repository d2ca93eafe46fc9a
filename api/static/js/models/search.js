/** Searching in texts that people wrote. */

/** @param {string} text lower case, no accents, numbers of formulas as they are */
const plain = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

/** Whether a text has every word, in any order, each also as a part of a longer one. @param {string} text @param {string} words */
export function matches(text, words) {
  const searched = plain(text);
  return plain(words).split(/\s+/).filter(Boolean).every((word) => searched.includes(word));
}
