/** Sentences from the catalogue of the page's language, and numbers as words and figures. */

/**
 * @typedef {string | {one: string, other: string}} Sentence
 * @typedef {{language: string, sentences: Record<string, Sentence>}} Catalogue
 */

/** @type {Catalogue} placed before the scripts by the server */
let catalogue = /** @type {any} */ (globalThis).adjudicatorWords ?? { language: "en", sentences: {} };
let plurals = new Intl.PluralRules(catalogue.language);

/** @param {Catalogue} other */
export function speak(other) {
  catalogue = other;
  plurals = new Intl.PluralRules(other.language);
}

/** Adds sentences that a page has besides those of its script. @param {Record<string, Sentence>} more */
export const addSentences = (more) => void Object.assign(catalogue.sentences, more);

export const language = () => catalogue.language;

/** The language with the reader's region, as dates have it: 18/12/2026 for en-GB. */
export const region = () => {
  const own = globalThis.navigator?.language ?? "";
  return own.split("-")[0] === catalogue.language ? own : catalogue.language;
};

/**
 * The parts of a sentence: `{words}` are filled in with text or elements; `count` chooses between singular and plural.
 * @template T
 * @param {string} key @param {Record<string, T | string | number>} words @returns {(T | string | number)[]}
 */
export function parts(key, words) {
  const found = catalogue.sentences[key] ?? key;
  const text =
    typeof found === "string" ? found : plurals.select(Number(words.count ?? 2)) === "one" ? found.one : found.other;
  return text.split(/\{(\w+)\}/).map((part, i) => (i % 2 ? figure(words[part] ?? "") : part));
}

/**
 * 1.5 with the decimal mark of the language; other values unchanged.
 * @template T
 * @param {T} value
 * @returns {T | string}
 */
const figure = (value) => (typeof value === "number" && value % 1 ? decimal(value, 0, 3) : value);

/** @param {number} value @param {number} least decimals @param {number} [most] */
export const decimal = (value, least, most = least) =>
  value.toLocaleString(catalogue.language, {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
    useGrouping: false,
  });

/** @param {string} key @param {Record<string, string | number>} [words] */
export const t = (key, words = {}) => parts(key, words).join("");

/** Whether the catalogue has a sentence that is not empty. @param {string} key */
export const has = (key) => Boolean(catalogue.sentences[key]);

/** Whether a sentence has gaps to fill. @param {string} key */
export const hasGap = (key) => String(catalogue.sentences[key] ?? "").includes("{");

/** The keys with a given prefix. @param {string} prefix @returns {string[]} */
export const keysOf = (prefix) => Object.keys(catalogue.sentences).filter((key) => key.startsWith(prefix));

/** @param {number} number */
export const spelled = (number) => t("words.numbers").split(" ")[number] ?? String(number);

/**
 * "two tiles": a sentence of the section `words`.
 * @param {number} number
 * @param {"points" | "tiles" | "new_tiles" | "compounds"} what
 */
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

/**
 * @type {Record<string, string>} translations of names and texts of the box, keyed by the English ones in editions and
 * views
 */
const ofTheBox = {};

/**
 * Adds the names of a box or a view in this page's language, as sent by the server.
 * @param {Record<string, string> | undefined} words
 */
export const learn = (words) => void Object.assign(ofTheBox, words);

/** A text printed in a box, in this page's language. @param {string} text */
export const inWords = (text) => ofTheBox[text] ?? text;

const SALTS = "oxid|chlorid|fluorid|bromid|iodid|sulfid|nitrid";
const SECOND = new RegExp(
  String.raw`(?<=\p{L}{4})(?<!di|tri|tetra|penta|hydr|per)` +
    `(?=(?:(?:di|tri|tetra|penta)?(?:${SALTS})|hydroxid|hydrogen|wasserstoff|säure|brenner|glas))`,
  "giu",
);

/**
 * A long word with soft hyphens before the second parts of German compounds: few browsers know where to break them.
 * @param {string} text
 */
export const hyphenated = (text) => text.replace(/\p{L}{10,}/gu, (word) => word.replace(SECOND, "\u00ad"));

/** @type {Record<string, string>} complete keys, because a page gets only the words that its script names */
const RULINGS = { valid: "ruling.valid", invalid: "ruling.invalid", unresolved: "ruling.unresolved" };

/** The word for a ruling: valid, invalid or unresolved. @param {string} ruling */
export const rulingWord = (ruling) => t(RULINGS[ruling] ?? ruling);

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {string} text */
export const quoted = (text) => t("words.quoted", { text });

/** Kelvin to degrees Celsius, rounded. @param {number} kelvin */
export function celsius(kelvin) {
  const degrees = Math.round(kelvin - 273.15);
  return `${degrees < 0 ? "−" : ""}${Math.abs(degrees)} °C`;
}

/** @param {string} moment ISO 8601 @param {boolean} [exact] to the second */
export function when(moment, exact = false) {
  const then = new Date(moment);
  const second = exact ? /** @type {const} */ ("2-digit") : undefined;
  const time = then.toLocaleTimeString(region(), { hour: "2-digit", minute: "2-digit", second });
  const today = new Date().toDateString() === then.toDateString();
  return today ? time : `${then.toLocaleDateString(region(), { day: "numeric", month: "short" })}, ${time}`;
}
