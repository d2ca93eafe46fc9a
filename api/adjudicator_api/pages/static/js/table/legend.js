/**
 * What the signs and abbreviations of a table mean: those with an explanation in its words, and those in its legend.
 */

import { h } from "../patch.js";
import { has, hasGap, keysOf, t } from "../words.js";

const SIGNS = ["short_", "sign_"]; // what is printed on a square or a card; `about_` explains it

/** @param {string} game @returns {[string, string][]} */
function explained(game) {
  const own = keysOf("legend.").map((key) => /** @type {[string, string]} */ (t(key).split(" | ")));
  const signs = SIGNS.flatMap((sign) =>
    keysOf(`${game}.${sign}`).flatMap((key) => {
      const about = key.replace(`.${sign}`, ".about_");
      return has(about) && !hasGap(about) ? [/** @type {[string, string]} */ ([t(key), t(about)])] : [];
    }),
  );
  return [...own, ...signs];
}

/** @param {string} game */
export const legend = (game) =>
  h(
    "dl",
    { class: "legend" },
    explained(game).map(([sign, meaning]) => h("div", { key: sign }, h("dt", {}, sign), h("dd", {}, meaning))),
  );
