/** Sentences from the catalogue of the page's language, and numbers as people say and write them. */

/**
 * @typedef {string | {one: string, other: string}} Sentence
 * @typedef {{language: string, sentences: Record<string, Sentence>}} Catalogue
 */

/** @type {Catalogue} put before the scripts by the server */
let catalogue = /** @type {any} */ (globalThis).adjudicatorWords ?? { language: "en", sentences: {} };
let plurals = new Intl.PluralRules(catalogue.language);

/** @param {Catalogue} other */
export function speak(other) {
  catalogue = other;
  plurals = new Intl.PluralRules(other.language);
}

/** Sentences that a page brings besides those of its script. @param {Record<string, Sentence>} more */
export const addSentences = (more) => void Object.assign(catalogue.sentences, more);

export const language = () => catalogue.language;

/**
 * The pieces of a sentence: `{words}` are filled in, whatever they are; `count` chooses between one and more.
 * @template T
 * @param {string} key @param {Record<string, T | string | number>} words @returns {(T | string | number)[]}
 */
export function parts(key, words) {
  const found = catalogue.sentences[key] ?? key;
  const text = typeof found === "string" ? found : plurals.select(Number(words.count ?? 2)) === "one" ? found.one : found.other;
  return text.split(/\{(\w+)\}/).map((part, i) => (i % 2 ? figure(words[part] ?? "") : part));
}

/** 1.5 with the decimal mark of the language; anything else as it is. @template T @param {T} value @returns {T | string} */
const figure = (value) => (typeof value === "number" && value % 1 ? decimal(value, 0, 3) : value);

/** @param {number} value @param {number} least decimals @param {number} [most] */
export const decimal = (value, least, most = least) => value.toLocaleString(catalogue.language, { minimumFractionDigits: least, maximumFractionDigits: most, useGrouping: false });

/** @param {string} key @param {Record<string, string | number>} [words] */
export const t = (key, words = {}) => parts(key, words).join("");

/** Whether the catalogue has a sentence that is not empty. @param {string} key */
export const has = (key) => Boolean(catalogue.sentences[key]);

/** Whether something has to be filled into a sentence. @param {string} key */
export const hasGap = (key) => String(catalogue.sentences[key] ?? "").includes("{");

/** What sentences there are of a kind. @param {string} prefix @returns {string[]} */
export const keysOf = (prefix) => Object.keys(catalogue.sentences).filter((key) => key.startsWith(prefix));

/** @param {number} number */
export const spelled = (number) => t("words.numbers").split(" ")[number] ?? String(number);

/** "two tiles": a sentence of the section `words`. @param {number} number @param {"points" | "tiles" | "new_tiles" | "compounds"} what */
export const counted = (number, what) => t(`words.${what}`, { count: number, n: spelled(number) });

/** "2 points" @param {number} number */
export const points = (number) => t("words.points", { count: number, n: number });

/** +2, −1, 0 @param {number} number */
export const signed = (number) => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "0");

/** plus two, minus one, zero @param {number} number */
export const spokenSigned = (number) =>
  number === 0 ? t("words.zero") : t(number > 0 ? "words.plus" : "words.minus", { n: spelled(Math.abs(number)) });

/** a; a and b; a, b and c @param {readonly string[]} words @param {"and" | "or"} [joint] */
export const listed = (words, joint = "and") =>
  words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${t(`words.${joint}`)} ${words.at(-1)}`;

/** @type {Record<string, string>} names and texts of the box, by the English ones that editions and views have */
const ofTheBox = {};

/** The names of a box or a view in this page's language, as the server sends them. @param {Record<string, string> | undefined} words */
export const learn = (words) => void Object.assign(ofTheBox, words);

/** What a box prints, as this page's language has it. @param {string} text */
export const inWords = (text) => ofTheBox[text] ?? text;

/** @type {Record<string, string>} whole keys: a page is sent the words that its script names */
const RULINGS = { valid: "ruling.valid", invalid: "ruling.invalid", unresolved: "ruling.unresolved" };

/** Valid, invalid or unresolved. @param {string} ruling */
export const rulingWord = (ruling) => t(RULINGS[ruling] ?? ruling);

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string} text */
export const quoted = (text) => t("words.quoted", { text });

/** Kelvin to the degrees of the kitchen. @param {number} kelvin */
export function celsius(kelvin) {
  const degrees = Math.round(kelvin - 273.15);
  return `${degrees < 0 ? "−" : ""}${Math.abs(degrees)} °C`;
}

/** @param {string} moment ISO 8601 */
export function when(moment) {
  const then = new Date(moment);
  const time = then.toLocaleTimeString(catalogue.language, { hour: "2-digit", minute: "2-digit" });
  const today = new Date().toDateString() === then.toDateString();
  return today ? time : `${then.toLocaleDateString(catalogue.language, { day: "numeric", month: "short" })}, ${time}`;
}
