/** A box being edited: an edition as data, and every change to it. The server finds its faults. */

import { isTable, MARKS, same, sameBut } from "./correcting.js";

/**
 * @typedef {import("./correcting.js").Edition} Edition
 * @typedef {(string | number)[]} Path
 * @typedef {{pointer: string, message: string}} Fault
 */

// the fields that identify an entry, in order of preference
const KEYS = ["symbol", "card", "name", "square", "goal", "letter", "set", "formula", "text"];

/** @param {Path} path */
export const pointerOf = (path) =>
  path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

/** Faults of a field, or of anything within. @param {readonly Fault[]} faults @param {Path} path */
export function faultsAt(faults, path) {
  const place = pointerOf(path);
  return faults.filter(({ pointer }) => pointer === place || pointer.startsWith(`${place}/`));
}

/** A value without one of its parts. @param {any} value @param {Path} path @returns {any} */
export function without(value, path) {
  const [first, ...rest] = path;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (rest.length) copy[first] = without(copy[first], rest);
  else if (Array.isArray(copy)) copy.splice(Number(first), 1);
  else delete copy[first];
  return copy;
}

// --- differences ---------------------------------------------------------------------------------------------------

/**
 * The differences, readable: by table, entry and field.
 * @param {Edition} data
 * @param {Edition} reference
 * @returns {{table: string, entry: string, field: string, was: any, is: any}[]}
 */
export function differences(data, reference) {
  return Object.keys({ ...reference, ...data }).flatMap((table) => {
    const [one, other] = [reference[table], data[table]];
    if (!isTable(one ?? other) && !Array.isArray(one ?? other)) return [];
    if (sameBut(one, other)) return [];
    const [rows, others] = [
      one?.each ?? (Array.isArray(one) ? one : []),
      other?.each ?? (Array.isArray(other) ? other : []),
    ];
    const fields = Object.keys({ ...one, ...other }).filter(
      (field) => !Array.isArray(one) && ![...MARKS, "each"].includes(field),
    );
    return [
      ...entryDifferences(table, rows, others),
      ...fields
        .filter((field) => !same(one?.[field], other?.[field]))
        .map((field) => ({ table, entry: "", field, was: one?.[field], is: other?.[field] })),
    ];
  });
}

/** @param {string} table @param {any[]} rows @param {any[]} others */
function entryDifferences(table, rows, others) {
  const named = (/** @type {any[]} */ list) => new Map(list.map((row, at) => [entryName(row) || String(at + 1), row]));
  const [before, after] = [named(rows), named(others)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((entry) => {
    const [was, is] = [before.get(entry), after.get(entry)];
    if (!was || !is) return [{ table, entry, field: "", was: was && true, is: is && true }];
    return Object.keys({ ...was, ...is })
      .filter((field) => !/source$/.test(field) && !same(was[field], is[field]))
      .map((field) => ({ table, entry, field, was: was[field], is: is[field] }));
  });
}

/** What an entry is called: its symbol, name, letter … @param {any} row @returns {string} */
export function entryName(row) {
  const key = KEYS.find((name) => ["string", "number"].includes(typeof row?.[name]));
  return key === undefined ? "" : String(row[key]);
}

// --- trial games --------------------------------------------------------------------------------------------------

/**
 * @typedef {{turns: number, score: number, passes: number, wins: number[], left: number}} Played one game, with wins by
 *   seat
 * @typedef {{games: number, turns: number, perTurn: number, passes: number, wins: number[], left: number}} Figures
 */

/** @param {readonly Played[]} played @returns {Figures | null} */
export function figuresOf(played) {
  if (!played.length) return null;
  const sum = (/** @type {(one: Played) => number} */ of) => played.reduce((total, one) => total + of(one), 0);
  const turns = sum((one) => one.turns);
  return {
    games: played.length,
    turns: turns / played.length,
    perTurn: turns ? sum((one) => one.score) / turns : 0,
    passes: turns ? sum((one) => one.passes) / turns : 0,
    wins: played[0].wins.map((_, seat) => sum((one) => one.wins[seat]) / played.length),
    left: sum((one) => one.left) / played.length,
  };
}
