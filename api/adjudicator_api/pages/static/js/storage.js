/** The storage of this device, which may be full, blocked, or hold other programs' data. */

const PREFIX = "adjudicator.";

/** Whether the browser keeps nothing for this page, as with all cookies blocked. */
export function isDenied() {
  try {
    return !localStorage;
  } catch {
    return true;
  }
}

/** @template T @param {string} name @param {T} otherwise @returns {T} */
export function recall(name, otherwise) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

/** @param {string} name @param {unknown} value @returns {boolean} whether it could be stored */
export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
