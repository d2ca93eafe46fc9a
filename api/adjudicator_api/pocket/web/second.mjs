/**
 * The second worker of a page, for bots and long work, so that the judge can answer in the meantime. It has a Python of
 * its own, which takes memory: it starts with its first work and ends when there was none for a while.
 */

const REST = 120_000; // milliseconds without work; longer than most people think about a move

export class SecondWorker {
  #start;
  #clock;
  /** @type {Worker | null} */
  #worker = null;
  /** One thing at a time. @type {Promise<unknown>} */
  #before = Promise.resolve();
  #waiting = 0;
  /** @type {any} */
  #rest;

  /**
   * @param {() => Worker} start
   * @param {{setTimeout: (work: () => void, ms: number) => any, clearTimeout: (timer: any) => void}} clock
   */
  constructor(start, clock = globalThis) {
    this.#start = start;
    this.#clock = clock;
  }

  /** The result of a question, in its turn. @param {object} asked @param {number} patience @returns {Promise<any>} */
  ask(asked, patience) {
    this.#waiting += 1;
    this.#clock.clearTimeout(this.#rest);
    const mine = this.#before.then(() => this.#asked(asked, patience)).finally(() => this.#done());
    this.#before = mine.catch(() => {});
    return mine;
  }

  #done() {
    this.#waiting -= 1;
    if (!this.#waiting) this.#rest = this.#clock.setTimeout(() => this.#end(), REST);
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** Fails if the answer takes too long. @param {object} asked @param {number} patience @returns {Promise<any>} */
  #asked(asked, patience) {
    const worker = (this.#worker ??= this.#start());
    return new Promise((resolve, reject) => {
      const giveUp = (/** @type {Error} */ reason) => {
        this.#clock.clearTimeout(late);
        this.#end();
        reject(reason);
      };
      const late = this.#clock.setTimeout(() => giveUp(new Error("late")), patience);
      worker.onerror = (event) => {
        event.preventDefault(); // else it goes on to the page, which would give the worker of the judge up as well
        giveUp(new Error(event.message));
      };
      worker.onmessage = ({ data: { step, choice = null, failed = null } }) => {
        if (step) return;
        if (failed !== null) return giveUp(new Error(failed));
        this.#clock.clearTimeout(late);
        resolve(choice);
      };
      worker.postMessage(asked);
    });
  }
}
