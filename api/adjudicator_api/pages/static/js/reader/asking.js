/** Questions to the worker that reads, one after the other. */

/**
 * @typedef {import("./worker.js").Question} Question
 * @typedef {import("./worker.js").Answer} Answer
 */

/** @param {URL} script @returns {(question: Omit<Question, "id">) => Promise<Answer>} */
export function readerAt(script) {
  /** @type {Worker | null} */
  let worker = null;
  /** @type {Map<number, {resolve: (answer: Answer) => void, reject: (reason: Error) => void}>} */
  const waiting = new Map();
  let asked = 0;

  const start = () => {
    const started = new Worker(script, { type: "module" });
    started.onmessage = ({ data }) => {
      const asker = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.failed) asker?.reject(new Error(data.failed));
      else asker?.resolve(data);
    };
    started.onerror = (event) => {
      event.preventDefault();
      worker = null; // the next question tries again
      for (const { reject } of waiting.values()) reject(new Error(event.message));
      waiting.clear();
    };
    return started;
  };

  return (question) =>
    new Promise((resolve, reject) => {
      const id = ++asked;
      waiting.set(id, { resolve, reject });
      worker ??= start();
      worker.postMessage({ id, ...question });
    });
}
