/** PDFs made by the judge and saved to this device; what prevents one is told on the page that asked for it. */

import { ask, AskError } from "./requests.js";
import { saveFile } from "./saving.js";

const PATIENCE = 90_000; // milliseconds

/** @param {string} name @param {string} path @returns {Promise<string>} what prevented it; "" if it was saved */
export async function savePdf(name, path) {
  try {
    saveFile(name, await ask(path, null, { patience: PATIENCE }));
    return "";
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    return error.message;
  }
}
