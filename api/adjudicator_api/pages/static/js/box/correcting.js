/**
 * Corrects a tile at the table where the printed numbers differ: one tap opens the tile, one corrects it, and the
 * correction applies from then on.
 */

import { ask, AskError } from "../requests.js";
import { boxFrom, boxOf, useBox } from "../boxes.js";
import { byId } from "../dom.js";
import { openSheet } from "../frame.js";
import { corrected, marked } from "../models/correcting.js";
import { h, patch } from "../patch.js";
import { isSealed } from "../seal.js";
import { tileView } from "../tile.js";
import { region, signed, t } from "../words.js";

const NUMBERS = [-4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7];

/** @param {{games: import("../data.js").Game[], elements: Record<string, [string, string]>}} page */
export function corrector(page) {
  /** @param {string} rules */
  const shown = (rules) => page.games.find(({ id }) => id === rules.split(":")[0]);

  /**
   * @param {import("../data.js").Game} asked
   * @param {string} symbol
   * @param {number} number
   * @param {string | undefined} edition
   * @param {() => void} done
   */
  async function correct({ box: game, numbers }, symbol, number, edition, done) {
    if (!numbers) return;
    const { edition: label } = await ask(`/v1/editions/schemas/${game}`);
    const { edition: reference } = await ask(`/v1/editions/${label.split(" ").at(-1)}`);
    const begun = edition ?? boxOf(game)?.digest;
    const data = begun
      ? (await ask(`/v1/editions/${begun}`)).edition
      : { ...reference, name: t("box.at_table_name", { date: new Date().toLocaleDateString(region()) }) };
    const found = await ask("/v1/editions", marked(corrected(data, numbers, symbol, number, reference), reference));
    const sharing = page.games.filter((one) => one.box === game).map(({ id }) => id);
    const box = await boxFrom(found, sharing, page.elements);
    useBox(box);
    for (const one of page.games) Object.assign(one, box.printed[one.id] ?? {});
    byId("correct-sheet").close();
    done();
  }

  return {
    /** Whether the tiles of these rules can be corrected; the referee's seal prevents it. @param {string} rules */
    of: (rules) => !isSealed() && Boolean(shown(rules)?.numbers),

    /**
     * @param {string} rules
     * @param {readonly string[]} symbols
     * @param {() => void} done
     * @param {string} [edition] that the ruling used
     */
    open(rules, symbols, done, edition) {
      const game = shown(rules);
      if (!game) return;
      let trouble = "";
      let busy = false;
      const tap = (/** @type {string} */ symbol, /** @type {number} */ number) => async () => {
        busy = true;
        draw();
        try {
          await correct(game, symbol, number, edition, done);
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
            const tile = game.tiles.find((one) => one.symbol === symbol);
            if (!tile) return [];
            const printed = (tile.numbers ?? []).slice(0, game.numbers?.several ? undefined : 1);
            return h(
              "div",
              {
                key: symbol,
                class: "correcting",
                role: "group",
                "aria-label": t("box.at_table_tile", { tile: tile.name }),
              },
              tileView(tile, { hidden: true }),
              h(
                "div",
                { class: "number-chips" },
                NUMBERS.map((number) =>
                  h(
                    "button",
                    {
                      key: number,
                      type: "button",
                      class: "chip",
                      disabled: busy,
                      "aria-pressed": String(printed.includes(number)),
                      click: tap(symbol, number),
                    },
                    signed(number),
                  ),
                ),
              ),
            );
          }),
        );
      draw();
      openSheet("correct-sheet");
    },
  };
}
