/** Whether the referee has sealed this device. */

import { sealFrom } from "./models/seal.js";
import { recall, remember } from "./storage.js";

const NAME = "seal"; // stored in plain text: hashing four digits would not hide them from anyone who opens the storage

/** @returns {import("./models/seal.js").Seal | null} */
export const seal = () => sealFrom(recall(NAME, /** @type {any} */ (null)));

export const isSealed = () => seal() !== null;

/** @param {import("./models/seal.js").Seal | null} next */
export function keepSeal(next) {
  const before = isSealed();
  remember(NAME, next);
  if (isSealed() !== before) document.dispatchEvent(new CustomEvent("seal-changed"));
}
