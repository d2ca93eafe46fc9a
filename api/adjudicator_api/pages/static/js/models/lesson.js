/** Compares actions with the step of a lesson. */

/**
 * @typedef {import("./asked.js").Action} Action
 * @typedef {{text: string, does: Action, look: string | null, then: {seat: number, action: Action}[]}} Step
 */

/**
 * Lists are compared without their order, because cards and tiles can be chosen in any order.
 * @param {any} value
 * @returns {string}
 */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).toSorted().join()}]`;
  if (value !== null && typeof value === "object")
    return `{${Object.keys(value)
      .toSorted()
      .map((key) => `${key}:${canonical(value[key])}`)
      .join()}}`;
  return JSON.stringify(value ?? null);
}

/**
 * Whether an action does what a step wants; fields that the step leaves out may be anything.
 * @param {Action} wanted
 * @param {Action} action
 */
export const does = (wanted, action) =>
  Object.entries(wanted).every(([name, value]) => canonical(action[name]) === canonical(value));
