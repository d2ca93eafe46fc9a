/** Who answers a question: the server or, if it cannot be reached, the judge on this device. */

const SOON = 5_000; // milliseconds for the server where the device can answer too
/** Statuses from a proxy whose server is gone. */
const GONE = [502, 504];
/** Codes for something that only the server or only this device may have. */
const KEPT_ELSEWHERE = ["edition_unknown", "no_such_challenge"];

/**
 * @typedef {object} Judges
 * @property {(patience?: number) => Promise<Response>} server
 * @property {() => Promise<Response>} device
 * @property {boolean} kept whether this device keeps a judge
 * @property {boolean} reachable whether the server answered the last time
 * @property {(answered: boolean) => void} note records whether the server can be reached
 * @property {() => void} probe checks whether the server is back
 */

/** @param {Judges} judges @param {number} [patience] in milliseconds @returns {Promise<Response>} */
export async function answerOf({ server, device, kept, reachable, note, probe }, patience) {
  if (kept && !reachable) {
    probe();
    return alone(await device());
  }
  const answer = await server(kept ? Math.min(patience ?? SOON, SOON) : patience).catch((error) => {
    if (kept || error.name !== "TimeoutError") note(false);
    if (!kept) throw error;
    return null;
  });
  const gone = answer === null || GONE.includes(answer.status);
  note(!gone);
  if (answer === null || (kept && gone)) return alone(await device());
  if (!kept || !(await isElsewhere(answer))) return answer;
  const own = await device().catch(() => answer);
  return own.ok ? own : answer;
}

/**
 * An answer of the device alone; something missing here may be on the server, so that counts as no answer.
 * @param {Response} answer
 */
async function alone(answer) {
  if (await isElsewhere(answer)) throw new Error("only the server has it");
  return answer;
}

/** @param {Response} answer */
async function isElsewhere(answer) {
  if (answer.status !== 404 && answer.status !== 422) return false;
  const problem = await answer
    .clone()
    .json()
    .catch(() => ({}));
  return KEPT_ELSEWHERE.includes(problem.code);
}
