/** PDFs made by the judge and saved to this device; what prevents one is told on the page that asked for it. */

import { inTurn } from "./models/patience.js";
import { ask, AskError } from "./requests.js";
import { saveFile } from "./saving.js";

const PATIENCE = 90_000; // milliseconds
const TRIES = 10; // while others have their turn

/** @param {string} name @param {string} path @returns {Promise<string>} what prevented it; "" if it was saved */
export async function savePdf(name, path) {
  try {
    saveFile(name, await inTurn(() => ask(path, null, { patience: PATIENCE }), TRIES));
    return "";
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    return error.message;
  }
}
