/** The tables and seats stored on this device. */

import { inPocket } from "../address.js";
import { recordFrom } from "../models/record.js";
import { tablesFrom, withoutSeat, withTable } from "../models/seats.js";
import { recall, remember } from "../storage.js";

/** @typedef {import("../models/seats.js").Kept} Kept */

const NAME = "tables";

/** @returns {Kept[]} */
export const tables = () => tablesFrom(recall(NAME, []));

/** @param {string} id @returns {Kept | null} */
export const tableOf = (id) => tables().find((table) => table.id === id) ?? null;

/** @param {Kept} table */
export const keepTable = (table) => remember(NAME, withTable(tables(), table));

/** @param {string} id @param {number} seat */
export const dropSeat = (id, seat) => remember(NAME, withoutSeat(tables(), id, seat));

/** @param {string} id */
export const forgetTable = (id) =>
  remember(
    NAME,
    tables().filter((table) => table.id !== id),
  );

/** @returns {string} the name of this device's owner */
export const ownName = () => String(recall("name", ""));

/** @param {string} name */
export const keepName = (name) => remember("name", name);

export const LESSON = "lesson"; // in place of an id: a table is opened for the lesson

/** @param {{game: string, id: string}} table */
export const addressOf = ({ game, id }) => (inPocket ? `/play/${game}/table/?id=${id}` : `/play/${game}/${id}`);

/** The address of the page that reviews a finished game. @param {{game: string, id: string}} table */
export const lookAddress = ({ game, id }) => (inPocket ? `/look/${game}/?id=${id}` : `/look/${game}/${id}`);

const RECORD = "adjudicator.record"; // from a file, stored while the tab is open

/**
 * Stores a record for the page that shows it.
 * @param {string} text
 * @returns {string | null} the address of that page; null if the text is no record
 */
export function keepRecord(text) {
  const record = recordFrom(text);
  if (record) {
    sessionStorage.setItem(RECORD, text);
    sessionStorage.removeItem(ANALYSIS); // which a file has no name for
  }
  return record && `/look/${encodeURIComponent(record.game)}`;
}

export const keptRecord = () => recordFrom(sessionStorage.getItem(RECORD) ?? "");

const ANALYSIS = "adjudicator.analysis"; // the last one, while the tab is open

/** Stores how far an analysis has come, in place of another one. @param {string} of @param {object} analysis */
export function keepAnalysis(of, analysis) {
  try {
    sessionStorage.setItem(ANALYSIS, JSON.stringify({ of, analysis }));
  } catch {
    // no room: it begins anew when the page is opened again
  }
}

/** @param {string} of @returns {unknown} null if the last analysis was of something else */
export function keptAnalysis(of) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(ANALYSIS) ?? "null");
    return kept?.of === of ? kept.analysis : null;
  } catch {
    return null;
  }
}

// Switches of this device: a sound for its turn, and the quick phrases of others.
export const sound = () => Boolean(recall("sound", false));
export const phrases = () => Boolean(recall("phrases", true));
