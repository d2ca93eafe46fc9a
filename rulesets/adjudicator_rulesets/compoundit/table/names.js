/** Formula and name of what was laid, from the judge: each run is asked for once, many at a time. */

import { ask } from "#js/requests.js";

const MOST = 30; // runs in one question to the judge
/** @type {Map<string, string | null>} by rules and tiles; null while the judge is asked */
const known = new Map();
/** @type {Map<string, string[][]>} by rules: the runs to ask for */
const wanted = new Map();
/** the answer to the last question */
let coming = Promise.resolve();

/** Resolves when all runs that were asked for have their names, or the judge has failed. */
export const named = () => coming;

/**
 * A run as people call it, such as "H2O water"; its tiles where the judge knows no compound, or has not answered yet.
 * @param {string[]} tiles
 * @param {string} rules
 * @param {() => void} draw called when the answer has come
 */
export function compound(tiles, rules, draw) {
  const key = `${rules} ${tiles.join(" ")}`;
  const text = known.get(key);
  if (text === undefined) {
    known.set(key, null);
    if (!wanted.size) coming = new Promise((done) => setTimeout(() => askJudge(draw).then(done)));
    wanted.set(rules, [...(wanted.get(rules) ?? []), tiles]);
  }
  return text ?? tiles.join("");
}

/** @param {() => void} draw */
async function askJudge(draw) {
  const questions = [...wanted].flatMap(([rules, runs]) =>
    Array.from({ length: Math.ceil(runs.length / MOST) }, (_, at) => ({
      rules,
      runs: runs.slice(at * MOST, (at + 1) * MOST),
    })),
  );
  wanted.clear();
  for (const { rules, runs } of questions) {
    try {
      const { verdicts } = await ask("/v1/judge", { rules, runs });
      runs.forEach((tiles, at) => {
        const { ruling, formula, name } = verdicts[at];
        const text = ruling === "valid" ? [formula, name].filter(Boolean).join(" ") : tiles.join("");
        known.set(`${rules} ${tiles.join(" ")}`, text);
      });
    } catch {
      return; // the tiles are named as they lie
    }
    draw();
  }
}
