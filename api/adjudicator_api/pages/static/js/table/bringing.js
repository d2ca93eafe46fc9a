/** Continues a game from a file, at a new table of this device. */

import { ask } from "../requests.js";
import { keepTable, tableOf } from "./kept.js";
import { secret } from "./room.js";

/** @typedef {import("./kept.js").Kept} Kept */

/**
 * The same key for the same file, so that opening it twice gives one table. Plain http has no digests, so there it is
 * random.
 * @param {string} text
 */
async function keyOf(text) {
  if (!crypto.subtle) return secret();
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {import("../models/record.js").Recorded} record
 * @param {string} title
 * @param {string} [at]
 * @param {boolean} [anew] whether the same record begins another table each time
 * @returns {Promise<{table: Kept, known: boolean}>} known: it was imported before
 */
export async function bringGame(record, title, at = new Date().toISOString(), anew = false) {
  const body = JSON.stringify({ record });
  const key = anew ? secret() : await keyOf(body);
  const made = await ask("/v1/games/import", body, { headers: { "Idempotency-Key": key } });
  const seats = made.seats
    .filter((/** @type {any} */ seat) => seat.token)
    .map((/** @type {any} */ seat) => ({ seat: seat.seat, name: seat.name, token: seat.token }));
  const table = { id: made.id, game: record.game, title, seats, host: made.host_token, code: null, at, again: anew };
  const known = tableOf(made.id) !== null;
  keepTable(table);
  return { table, known };
}
