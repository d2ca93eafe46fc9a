/** Questions that may wait their turn: a busy service is asked again by itself. */

const SECONDS = 2; // where the service does not say how long to wait

/**
 * @template T
 * @param {() => Promise<T>} question
 * @param {number} tries after the first
 * @param {(ms: number) => Promise<unknown>} [wait]
 * @returns {Promise<T>}
 */
export async function inTurn(question, tries, wait = (ms) => new Promise((done) => setTimeout(done, ms))) {
  for (let left = tries; ; left -= 1) {
    try {
      return await question();
    } catch (error) {
      const { kind, after } = /** @type {{kind?: string, after?: number | null}} */ (error);
      if (kind !== "busy" || !left) throw error;
      await wait((after ?? SECONDS) * 1000);
    }
  }
}
