/** Searching in texts that people wrote, also by German words in English ones. */

import { ENGLISH } from "./german.js";

/** @param {string} text lower case, no accents, numbers of formulas as they are */
const plain = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();

/** What a word may stand as: itself, and what it means in English. @param {string} word @returns {string[]} */
const meanings = (word) => [word, ...(word.length > 2 ? ENGLISH.filter(([german]) => word.startsWith(german) || (word.length > 3 && german.startsWith(word))).map(([, english]) => english) : [])];

/** @param {string} words */
const wanted = (words) => plain(words).split(/\s+/).filter(Boolean).map(meanings);

/** Whether a text has every word, in any order, each also as a part of a longer one. @param {string} text @param {string} words */
export function matches(text, words) {
  const searched = plain(text);
  return wanted(words).every((any) => any.some((word) => searched.includes(word)));
}

/** What stands around the first of the words, for a list of what was found. @param {string} text @param {string} words */
export function excerpt(text, words, around = 70) {
  const [any = [""]] = wanted(words);
  const first = any.find((word) => plain(text).includes(word)) ?? "";
  const at = Math.max(0, plain(text).indexOf(first));
  const [from, to] = [Math.max(0, at - around), at + first.length + around];
  return `${from > 0 ? "…" : ""}${text.slice(from, to).trim()}${to < text.length ? "…" : ""}`;
}
