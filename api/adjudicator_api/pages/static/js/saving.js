/** Saves files to this device. */

const TAKEN = 10_000; // milliseconds after which the browser has surely read it

/** @param {string} name @param {Blob} content */
export function saveFile(name, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), TAKEN);
}

/** @param {string} name @param {string} text */
export const saveJson = (name, text) => saveFile(name, new Blob([text], { type: "application/json" }));

/** Saves the record of a game. @param {import("./models/record.js").Recorded} record @param {string} id */
export const saveRecord = (record, id) =>
  saveJson(`${record.game}-${id.slice(0, 6) || "record"}.json`, JSON.stringify(record, null, 1));
