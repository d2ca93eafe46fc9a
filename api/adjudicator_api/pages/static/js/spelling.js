/**
 * What depends on the reader's region: the paper, and the spelling of names. The service writes them as IUPAC does,
 * aluminium, caesium and sulfur, and accepts every spelling; readers in North America see aluminum and cesium.
 */

const AMERICAN = /^en-(US|CA|PH)\b/i;
/** @type {[RegExp, string][]} */
const SPELLINGS = [
  [/(A|a)luminium\b/g, "$1luminum"], // dialuminium too
  [/(C|c)aesium\b/g, "$1esium"],
];

/**
 * @param {string} text
 * @param {string} locale as the browser says it
 */
export const spelledIn = (text, locale) =>
  AMERICAN.test(locale) ? SPELLINGS.reduce((so, [from, to]) => so.replace(from, to), text) : text;

/** By the page's language and the browser's region. @param {string} text */
export const spelled = (text) =>
  spelledIn(text, globalThis.document?.documentElement.lang === "en" ? navigator.language : "");

const LETTER = /-(CA|CL|CO|MX|PH|US|VE)\b/i;

/** The paper that printers of a region have. @param {string} locale as the browser says it */
export const paperOf = (locale) => (LETTER.test(locale) ? "Letter" : "A4");
