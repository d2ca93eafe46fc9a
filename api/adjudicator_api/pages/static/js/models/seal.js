/** The referee's seal of a device: rulings without reasons and a box that cannot be changed, until the PIN is entered. */

/** @typedef {{pin: string, wrong: number}} Seal with the wrong PINs since it was set */

/** Any PIN that can be typed in the sight of others without being read off at once. */
const PIN = /^\d{4,8}$/;

/** @param {string} text */
export const isPin = (text) => PIN.test(text);

/** What was kept on a device, as far as it is a seal. @param {any} kept @returns {Seal | null} */
export function sealFrom(kept) {
  if (typeof kept?.pin !== "string" || !isPin(kept.pin)) return null;
  return { pin: kept.pin, wrong: Number.isInteger(kept.wrong) ? kept.wrong : 0 };
}

/** Whether a PIN opens it; wrong ones are counted, for the referee to see. @param {Seal} seal @param {string} pin @returns {{opens: boolean, seal: Seal}} */
export function tried(seal, pin) {
  const opens = pin === seal.pin;
  return { opens, seal: { ...seal, wrong: opens ? 0 : seal.wrong + 1 } };
}
