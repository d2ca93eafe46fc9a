/** "Try it": bots play games by a box and by the reference, a few at a time, as long as the page is open. */

import { ask, AskError } from "../requests.js";
import { figuresOf } from "../models/box.js";
import { inTurn } from "../models/patience.js";
import { h } from "../patch.js";
import { decimal, t } from "../words.js";

/** @typedef {import("../models/box.js").Played} Played @typedef {import("../models/box.js").Figures} Figures */
/** @typedef {{own: Played[], plain: Played[], running: boolean, trouble: string}} Trial */

const GAMES = 50;
const AT_ONCE = 2;
const PATIENCE = 60_000;
const TRIES = 20; // while others have their turn

/**
 * @param {{reference: string, mine: () => Promise<string | null>, draw: () => void}} of digests; `mine` is called when
 * the trial begins
 */
export function tried({ reference, mine, draw }) {
  /** @type {Trial | null} */
  let now = null;
  let round = 0;

  async function begin() {
    const current = (round += 1);
    const digest = await mine();
    if (!digest || current !== round) return;
    /** @type {Trial} */
    const game = { own: [], plain: [], running: true, trouble: "" };
    now = game;
    draw();
    try {
      for (let from = 0; from < GAMES; from += AT_ONCE) {
        for (const [list, which] of /** @type {[Played[], string][]} */ ([
          [game.own, digest],
          [game.plain, reference],
        ])) {
          const { played } = await some(which, from);
          if (current !== round) return;
          list.push(...played);
          draw();
        }
      }
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      game.trouble = error.message;
    }
    game.running = false;
    draw();
  }

  function stop() {
    round += 1;
    if (now) now.running = false;
    draw();
  }

  const view = () =>
    now && [
      h("h2", {}, t("box.tried")),
      h(
        "p",
        { class: now.trouble ? "trouble-text" : "soft", role: "status" },
        now.trouble || t(now.running ? "box.trying" : "box.tried_about", { n: now.own.length, of: GAMES }),
      ),
      h("progress", { max: GAMES, value: now.own.length, "aria-label": t("box.tried") }),
      figures(figuresOf(now.own), figuresOf(now.plain)),
      now.running && h("button", { type: "button", class: "button", click: stop }, t("box.stop")),
    ];

  return { begin, view };
}

/** @param {string} digest @param {number} from @returns {Promise<{played: Played[]}>} */
const some = (digest, from) =>
  inTurn(() => ask(`/v1/editions/${digest}/games?first=${from}&count=${AT_ONCE}`, null, { patience: PATIENCE }), TRIES);

/** @param {Figures | null} own @param {Figures | null} plain */
function figures(own, plain) {
  if (!own) return null;
  const number = (/** @type {number | undefined} */ value, digits = 1) =>
    value === undefined ? "…" : decimal(value, digits);
  const share = (/** @type {number | undefined} */ value) =>
    value === undefined ? "…" : `${Math.round(value * 100)} %`;
  const lines = [
    [t("box.figure_turns"), number(own.turns), number(plain?.turns)],
    [t("box.figure_per_turn"), number(own.perTurn), number(plain?.perTurn)],
    [t("box.figure_passes"), share(own.passes), share(plain?.passes)],
    ...own.wins.map((wins, seat) => [t("box.figure_wins", { n: seat + 1 }), share(wins), share(plain?.wins[seat])]),
    [t("box.figure_left"), number(own.left), number(plain?.left)],
  ];
  return h(
    "table",
    { class: "figures" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("th", { scope: "col" }, t("box.figure")),
        h("th", { scope: "col" }, t("box.figure_own")),
        h("th", { scope: "col" }, t("box.figure_plain")),
      ),
    ),
    h(
      "tbody",
      {},
      lines.map(([name, mine, ours]) =>
        h("tr", { key: name }, h("th", { scope: "row" }, name), h("td", {}, mine), h("td", {}, ours)),
      ),
    ),
  );
}
