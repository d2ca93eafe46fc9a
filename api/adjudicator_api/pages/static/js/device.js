/** Answers without the server, from the judge's own answers stored on this device for the finite games. */

import { EARLY, isJudgeHere } from "./pocket.js";
import { ask, AskError } from "./requests.js";
import * as model from "./models/device.js";
import { t } from "./words.js";

const PATIENCE = 3000; // milliseconds for the server where the device has an answer too

/** @typedef {{builds: model.Known, names: Record<string, model.Names>}} Brought */

/** @type {Promise<Brought> | null} */
let asked = null;

/** The stored answers; empty where none were stored. @returns {Promise<Brought>} */
function known() {
  asked ??= fetch(document.documentElement.dataset.device ?? "").then((answer) => answer.json());
  return asked.catch(() => {
    asked = null;
    return { builds: {}, names: {} };
  });
}

/**
 * @typedef {{answer: any, here: boolean, early?: boolean}} Answered `early`: the judge of this device has not loaded
 * everything yet
 */

/** @param {string} path @param {object} body @returns {Promise<Answered>} */
async function askAlone(path, body) {
  let early = false;
  const answer = await ask(path, body, { heard: ({ headers }) => (early = headers.has(EARLY)) });
  return { answer, here: false, early };
}

/**
 * The server's answer, or else this device's, with `here` true.
 * @param {string} path @param {object} body @param {(known: Brought) => any} lookUp
 * @returns {Promise<Answered>}
 */
async function askOrLookUp(path, body, lookUp) {
  const asking = askAlone(path, body);
  const lookingUp = async () => {
    const answer = lookUp(await known());
    return answer && { answer, here: true };
  };
  // a judge that is still loading says more later
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE)).then(() => (isJudgeHere() ? null : lookingUp()));
  try {
    return (await Promise.race([asking, late])) ?? (await asking);
  } catch (error) {
    const found = error instanceof AskError && error.kind !== "refused" && (await lookingUp());
    if (found) return found;
    throw error;
  }
}

/** @typedef {import("./models/reading.js").Meant} Meant */

/**
 * Asks about one run, or a whole play with one ruling. A question with its own box needs the server.
 * @param {object} body
 * @param {string} [rules]
 * @param {Meant[]} [runs]
 * @returns {Promise<Answered>}
 */
export function askJudge(body, rules, runs) {
  if (rules === undefined || runs === undefined) return askAlone("/v1/judge", body);
  return askOrLookUp("/v1/judge", body, ({ builds: data }) => {
    const verdicts = runs.map((run) => lookUp(data, rules, run));
    if (verdicts.includes(null)) return null;
    return runs.length > 1
      ? model.together(/** @type {import("./models/verdict.js").Verdict[]} */ (verdicts))
      : verdicts[0];
  });
}

/** @param {model.Known} data @param {string} rules @param {Meant} run */
function lookUp(data, rules, { tiles, formula }) {
  const cards = tiles ?? model.cardsOf(formula ?? "");
  if (!cards || !model.knows(data, rules)) return null;
  const build = formula ? model.judgedFormula(data, rules, formula) : model.judged(data, rules, cards);
  return build ?? noBuild(rules, cards, formula);
}

/**
 * Asks whether a name is right. A question with its own box needs the server.
 * @param {{cards: string[], name: string, rules: string, edition?: string}} question
 */
export function askName({ cards, name, rules, edition }) {
  const path = "/v1/valence/name";
  if (edition) return askAlone(path, { cards, name, rules, edition });
  return askOrLookUp(path, { cards, name, rules }, ({ builds }) => model.named(builds, rules, cards, name));
}

/**
 * The verdict on cards that are not in the list, which has all builds; the server explains why.
 * @param {string} rules
 * @param {string[]} cards
 * @param {string | null} formula
 * @returns {import("./models/verdict.js").Verdict}
 */
function noBuild(rules, cards, formula) {
  const message = t("device.no_build");
  return {
    ruling: "invalid",
    rules,
    edition: "",
    tiles: cards,
    formula: formula ?? cards.join(""),
    name: null,
    accepted_by: [],
    checks: [{ rule: "V-BUILD", set: "build", outcome: "fail", code: "no_build", message, params: {}, witness: null }],
    known: null,
    authority: null,
    reason: message,
  };
}
