/** Searching in texts that people wrote, also by German words in English ones. */

import { ENGLISH } from "./german.js";

/** @param {string} text lower case, no accents, ss for ß, numbers of formulas as they are; nothing that only a printer sees */
const plain = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f\u00ad]/g, "").toLowerCase().replaceAll("ß", "ss");

/** For keyboards without umlauts: Säure is also found as saeure. @param {string} word @returns {string[]} */
const spellings = (word) => [...new Set([word, word.replaceAll(/([aou])e/g, "$1")])];

/** What a word may stand as: itself, and what it means in English. @param {string} word @returns {string[]} */
const meanings = (word) => [word, ...(word.length > 2 ? ENGLISH.filter(([german]) => word.startsWith(german) || (word.length > 3 && german.startsWith(word))).map(([, english]) => english) : [])];

/** @param {string} words */
const wanted = (words) => plain(words).split(/\s+/).filter(Boolean).map((word) => spellings(word).flatMap(meanings));

/** Whether a text has every word, in any order, each also as a part of a longer one. @param {string} text @param {string} words */
export function matches(text, words) {
  const searched = plain(text);
  return wanted(words).every((any) => any.some((word) => searched.includes(word)));
}

/** What stands around the first of the words, for a list of what was found. @param {string} text @param {string} words */
export function excerpt(text, words, around = 70) {
  const [any = [""]] = wanted(words);
  const letters = [...text].map(plain); // a letter of the text may be none or several of the plain one
  const searched = letters.join("");
  const first = any.find((word) => searched.includes(word)) ?? "";
  const begins = searched.indexOf(first);
  const [at, end] = [begins, begins + first.length].map((place) => lettersBefore(letters, place));
  const [from, to] = [Math.max(0, at - around), end + around];
  return `${from > 0 ? "…" : ""}${text.slice(from, to).trim()}${to < text.length ? "…" : ""}`;
}

/** How many letters stand before a place of the plain text. @param {readonly string[]} letters @param {number} place */
function lettersBefore(letters, place) {
  let count = 0;
  for (let length = 0; length < place; count += 1) length += letters[count].length;
  return count;
}
