/** At the table: a tile of the box has other numbers. One tap opens it, one corrects it, and everything goes by it from then on. */

import { ask, AskError } from "../asking.js";
import { boxFrom, boxOf, useBox } from "../boxes.js";
import { byId } from "../dom.js";
import { openSheet } from "../frame.js";
import { marked, toggled, withNumbers } from "../models/box.js";
import { h, patch } from "../patch.js";
import { tileView } from "../tile.js";
import { language, signed, t } from "../words.js";

const GAME = "compoundit"; // whose tiles have numbers
const NUMBERS = [-4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7];

/** @param {{games: import("../data.js").Game[], elements: Record<string, [string, string]>}} page */
export function corrector(page) {
  const game = () => page.games.find(({ id }) => id === GAME);

  /** @param {string} symbol @param {number} number @param {string | undefined} edition @param {() => void} done */
  async function correct(symbol, number, edition, done) {
    const { edition: label } = await ask(`/v1/editions/schemas/${GAME}`);
    const { edition: reference } = await ask(`/v1/editions/${label.split(" ").at(-1)}`);
    const begun = edition ?? boxOf(GAME)?.digest;
    const data = begun ? (await ask(`/v1/editions/${begun}`)).edition : { ...reference, name: t("box.at_table_name", { date: new Date().toLocaleDateString(language()) }) };
    const now = data.tiles.each.find((/** @type {any} */ tile) => tile.symbol === symbol)?.oxidation ?? [];
    const found = await ask("/v1/editions", marked(withNumbers(data, symbol, toggled(now, number)), reference));
    const box = await boxFrom(found, page.elements);
    useBox(box);
    Object.assign(game() ?? {}, box.printed[GAME]);
    byId("correct-sheet").close();
    done();
  }

  return {
    /** Whether the tiles of these rules can be corrected. @param {string} rules */
    of: (rules) => rules.split(":")[0] === GAME && game() !== undefined,

    /** @param {readonly string[]} symbols @param {() => void} done @param {string} [edition] that the ruling was made by */
    open(symbols, done, edition) {
      let trouble = "";
      let busy = false;
      const tap = (/** @type {string} */ symbol, /** @type {number} */ number) => async () => {
        busy = true;
        draw();
        try {
          await correct(symbol, number, edition, done);
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
            const tile = game()?.tiles.find((one) => one.symbol === symbol);
            if (!tile) return [];
            return h(
              "div",
              { key: symbol, class: "correcting", role: "group", "aria-label": t("box.at_table_tile", { tile: tile.name }) },
              tileView(tile, { hidden: true }),
              h("div", { class: "number-chips" }, NUMBERS.map((number) => h("button", { key: number, type: "button", class: "chip", disabled: busy, "aria-pressed": String((tile.numbers ?? []).includes(number)), click: tap(symbol, number) }, signed(number)))),
            );
          }),
        );
      draw();
      openSheet("correct-sheet");
    },
  };
}
