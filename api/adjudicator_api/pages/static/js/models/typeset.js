/**
 * How a formula looks: numbers below the line, charges above it, dots and bonds on it. The same as
 * adjudicator/chem/formula/typeset.py; tests/unit/chem/typeset.json holds both to the same answers.
 *
 * @typedef {{text: string, place: "on" | "below" | "above"}} Piece
 */

const ELEMENTS = (
  "Ac Ag Al Am Ar As At Au Ba Be Bh Bi Bk Br Ca Cd Ce Cf Cl Cm Cn Co Cr Cs Cu Db Ds Dy Er Es Eu Fe Fl Fm Fr Ga " +
  "Gd Ge He Hf Hg Ho Hs In Ir Kr La Li Lr Lu Lv Mc Md Mg Mn Mo Mt Na Nb Nd Ne Nh Ni No Np Og Os Pa Pb Pd Pm Po " +
  "Pr Pt Pu Ra Rb Re Rf Rg Rh Rn Ru Sb Sc Se Sg Si Sm Sn Sr Ta Tb Tc Te Th Ti Tl Tm Ts Xe Yb Zn Zr B C F H I K " +
  "N O P S U V W Y"
).split(" ");
const SYMBOL = `(?:${ELEMENTS.join("|")})`;
const UNIT = String.raw`(?:${SYMBOL}|M(?=\d[A-Z]))\d{0,3}`;
const INNER = String.raw`\((?:${UNIT})+\)\d{0,2}`;
const GROUP = String.raw`\((?:${UNIT}|${INNER})+\)\d{0,2}`;
const COMPLEX = String.raw`\[(?:${UNIT}|${GROUP})+\]\d{0,2}`;
const WATER = String.raw`·\d{0,2}(?=[A-Z])`;
const BOND = String.raw`[=≡](?=[A-Z(])`;
const FORMULA = String.raw`(?:${UNIT}|${GROUP}|${COMPLEX}|${WATER}|${BOND})+(?:\^\d*[+−-]|(?![\p{L}\p{N}_+^]))`;
/** Of a board, before the tiles that lie from there on: H8 NaCl. */
const SQUARE = String.raw`[A-O]\d{1,2} ${SYMBOL}+(?![\p{L}\p{N}_])`;
/** Within a sentence: no word, no rule's id, no square, and no Mg2+, which could be two ions. */
const IN_PROSE = new RegExp(String.raw`(?<![\p{L}\p{N}_\-])(?!${SQUARE})(?:${FORMULA})|(?<=[x×·] )10\^\d+`, "gu");
const MARKS = /(?<=[A-Za-z)\]])(\d+)|\^(\d*[+−-]?)/g;

/** @param {string} formula in its plain notation, CuSO4·5H2O or SO4^2- @returns {Piece[]} */
export function typeset(formula) {
  /** @type {Piece[]} */
  const pieces = [];
  let end = 0;
  for (const mark of formula.matchAll(MARKS)) {
    pieces.push({ text: formula.slice(end, mark.index), place: "on" });
    if (mark[1]) pieces.push({ text: mark[1], place: "below" });
    else pieces.push({ text: mark[2].replace("-", "−"), place: "above" });
    end = mark.index + mark[0].length;
  }
  pieces.push({ text: formula.slice(end), place: "on" });
  return pieces.filter(({ text }) => text);
}

/**
 * @param {string} text a sentence
 * @returns {(string | Piece[])[]} text, and the pieces of formulas and powers of ten
 */
export function typesetProse(text) {
  /** @type {(string | Piece[])[]} */
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(IN_PROSE)) {
    if (!/[\d^]/.test(match[0])) continue;
    parts.push(text.slice(end, match.index), typeset(match[0]));
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  return parts.filter((part) => part.length);
}
