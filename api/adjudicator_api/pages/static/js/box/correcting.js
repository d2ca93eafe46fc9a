/** At the table: a tile of the box has other numbers. One tap opens it, one corrects it, and everything goes by it from then on. */

import { ask, AskError } from "../requests.js";
import { boxFrom, boxOf, gameOfRules, useBox } from "../boxes.js";
import { byId } from "../dom.js";
import { openSheet } from "../frame.js";
import { CORRECTIONS, marked } from "../models/box.js";
import { h, patch } from "../patch.js";
import { tileView } from "../tile.js";
import { language, signed, t } from "../words.js";

const NUMBERS = [-4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7];

/** @param {{games: import("../data.js").Game[], elements: Record<string, [string, string]>}} page */
export function corrector(page) {
  /** @param {string} rules */
  const shown = (rules) => page.games.find(({ id }) => id === rules.split(":")[0]);

  /** @param {string} rules @param {string} symbol @param {number} number @param {string | undefined} edition @param {() => void} done */
  async function correct(rules, symbol, number, edition, done) {
    const game = gameOfRules(rules);
    const { edition: label } = await ask(`/v1/editions/schemas/${game}`);
    const { edition: reference } = await ask(`/v1/editions/${label.split(" ").at(-1)}`);
    const begun = edition ?? boxOf(game)?.digest;
    const data = begun ? (await ask(`/v1/editions/${begun}`)).edition : { ...reference, name: t("box.at_table_name", { date: new Date().toLocaleDateString(language()) }) };
    const found = await ask("/v1/editions", marked(CORRECTIONS[game](data, symbol, number), reference));
    const box = await boxFrom(found, page.elements);
    useBox(box);
    for (const one of page.games) Object.assign(one, box.printed[one.id] ?? {});
    byId("correct-sheet").close();
    done();
  }

  return {
    /** Whether the tiles of these rules can be corrected. @param {string} rules */
    of: (rules) => gameOfRules(rules) in CORRECTIONS && shown(rules) !== undefined,

    /** @param {string} rules @param {readonly string[]} symbols @param {() => void} done @param {string} [edition] that the ruling was made by */
    open(rules, symbols, done, edition) {
      let trouble = "";
      let busy = false;
      const tap = (/** @type {string} */ symbol, /** @type {number} */ number) => async () => {
        busy = true;
        draw();
        try {
          await correct(rules, symbol, number, edition, done);
        } catch (error) {
          if (!(error instanceof AskError)) throw error;
          trouble = error.message;
        }
        busy = false;
        draw();
      };
      const draw = () =>
        patch(
          byId("correct-body"),
          h("p", { class: "soft" }, t("box.at_table_about")),
          h("p", { class: "trouble-text", role: "status" }, trouble),
          symbols.flatMap((symbol) => {
            const tile = shown(rules)?.tiles.find((one) => one.symbol === symbol);
            if (!tile) return [];
            return h(
              "div",
              { key: symbol, class: "correcting", role: "group", "aria-label": t("box.at_table_tile", { tile: tile.name }) },
              tileView(tile, { hidden: true }),
              h("div", { class: "number-chips" }, NUMBERS.map((number) => h("button", { key: number, type: "button", class: "chip", disabled: busy, "aria-pressed": String((gameOfRules(rules) === "compoundit" ? (tile.numbers ?? []) : (tile.numbers ?? []).slice(0, 1)).includes(number)), click: tap(symbol, number) }, signed(number)))),
            );
          }),
        );
      draw();
      openSheet("correct-sheet");
    },
  };
}
