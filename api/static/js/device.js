/** Answers without the server: the judge's own, brought along for the finite games. */

import { ask, AskError } from "./asking.js";
import * as model from "./models/device.js";
import { t } from "./words.js";

const PATIENCE = 3000; // milliseconds for the server where the device knows the answer too

/** @type {Promise<model.Known> | null} */
let asked = null;

/** What this device knows; nothing, where it was never brought along. @returns {Promise<model.Known>} */
function known() {
  asked ??= fetch(document.documentElement.dataset.device ?? "").then((answer) => answer.json());
  return asked.catch(() => {
    asked = null;
    return {};
  });
}

/**
 * The server's answer, or this device's where the server gives none: with `here` true.
 * @param {string} path @param {object} body @param {(known: model.Known) => any} lookUp
 * @returns {Promise<{answer: any, here: boolean}>}
 */
async function askOrLookUp(path, body, lookUp) {
  const asking = ask(path, body).then((answer) => ({ answer, here: false }));
  const lookingUp = async () => {
    const answer = lookUp(await known());
    return answer && { answer, here: true };
  };
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE)).then(lookingUp);
  try {
    return (await Promise.race([asking, late])) ?? (await asking);
  } catch (error) {
    const found = error instanceof AskError && error.kind !== "refused" && (await lookingUp());
    if (found) return found;
    throw error;
  }
}

/** @param {object} body @param {string} rules @param {{tiles: string[] | null, formula: string | null}} what */
export function askJudge(body, rules, { tiles, formula }) {
  return askOrLookUp("/v1/judge", body, (data) => {
    const cards = tiles ?? model.cardsOf(formula ?? "");
    if (!cards || !model.knows(data, rules)) return null;
    const build = formula ? model.judgedFormula(data, rules, formula) : model.judged(data, rules, cards);
    return build ?? noBuild(rules, cards, formula);
  });
}

/** In practice a name that only the server can judge is left open, and the answer shown. @param {string[]} cards @param {string} name @param {string} rules @param {boolean} practice */
export function askName(cards, name, rules, practice) {
  return askOrLookUp("/v1/valence/name", { cards, name, rules }, (data) => {
    const right = model.named(data, rules, cards, name);
    const open = practice && !right ? model.shown(data, rules, cards) : null;
    return right ?? (open && { ...open, is: name, answer: "unresolved", message: t("device.only_server") });
  });
}

/** Every build is known, so that what is none is no build; why, is for the server to say. @param {string} rules @param {string[]} cards @param {string | null} formula @returns {import("./models/verdict.js").Verdict} */
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
