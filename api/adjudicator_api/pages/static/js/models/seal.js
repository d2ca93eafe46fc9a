/** The referee's seal on a device: rulings without reasons, and no change of the box, until the PIN is entered. */

/** @typedef {{pin: string, wrong: number}} Seal `wrong` counts the wrong PINs since it was set */

/** Long enough not to be read off at once when typed in front of others. */
const PIN = /^\d{4,8}$/;

/** @param {string} text */
export const isPin = (text) => PIN.test(text);

/** The seal in a stored value, if it is one. @param {any} kept @returns {Seal | null} */
export function sealFrom(kept) {
  if (typeof kept?.pin !== "string" || !isPin(kept.pin)) return null;
  return { pin: kept.pin, wrong: Number.isInteger(kept.wrong) ? kept.wrong : 0 };
}

/**
 * Whether a PIN opens the seal; wrong ones are counted for the referee to see.
 * @param {Seal} seal
 * @param {string} pin
 * @returns {{opens: boolean, seal: Seal}}
 */
export function tried(seal, pin) {
  const opens = pin === seal.pin;
  return { opens, seal: { ...seal, wrong: opens ? 0 : seal.wrong + 1 } };
}
