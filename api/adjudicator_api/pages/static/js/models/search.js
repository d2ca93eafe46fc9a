/** Searches texts, also English ones by German words. */

import { ENGLISH } from "./german.js";

/** In lower case, without accents and soft hyphens, with ss for ß and plain digits. @param {string} text */
const plain = (text) =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f\u00ad]/g, "")
    .toLowerCase()
    .replaceAll("ß", "ss");

/** For keyboards without umlauts: Säure is also found as saeure. @param {string} word @returns {string[]} */
const spellings = (word) => [...new Set([word, word.replaceAll(/([aou])e/g, "$1")])];

/** What to look for: the word itself, and its English meanings. @param {string} word @returns {string[]} */
const meanings = (word) => [
  word,
  ...(word.length > 2
    ? ENGLISH.filter(([german]) => word.startsWith(german) || (word.length > 3 && german.startsWith(word))).map(
        ([, english]) => english,
      )
    : []),
];

/** @param {string} words */
const wanted = (words) =>
  plain(words)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => spellings(word).flatMap(meanings));

/**
 * Whether a text contains every word, in any order, also as part of a longer word.
 * @param {string} text
 * @param {string} words
 */
export function matches(text, words) {
  const searched = plain(text);
  return wanted(words).every((any) => any.some((word) => searched.includes(word)));
}

/** The text around the first match, for a list of results. @param {string} text @param {string} words */
export function excerpt(text, words, around = 70) {
  const [any = [""]] = wanted(words);
  const letters = [...text].map(plain); // a letter of the text may be none or several in plain form
  const searched = letters.join("");
  const first = any.find((word) => searched.includes(word)) ?? "";
  const begins = searched.indexOf(first);
  const [at, end] = [begins, begins + first.length].map((place) => lettersBefore(letters, place));
  const [from, to] = [Math.max(0, at - around), end + around];
  return `${from > 0 ? "…" : ""}${text.slice(from, to).trim()}${to < text.length ? "…" : ""}`;
}

/**
 * The number of letters before a position in the plain text.
 * @param {readonly string[]} letters
 * @param {number} place
 */
function lettersBefore(letters, place) {
  let count = 0;
  for (let length = 0; length < place; count += 1) length += letters[count].length;
  return count;
}
