/** The talk about a challenge, and its ruling: fetched when a challenge comes, as few games have one. */

import { icon } from "#js/dom.js";
import { h } from "#js/patch.js";
import { seatMark } from "#js/table/pieces.js";
import { bare, tileView } from "#js/tile.js";
import { rulingWord, t } from "#js/words.js";
import { openMove, runsOf } from "./models.js";
import { openSheet } from "./rulings.js";

/**
 * @typedef {import("#js/models/asked.js").View} View
 * @typedef {import("#js/models/asked.js").Event} Event
 * @typedef {import("#js/table/page.js").Context} Context
 */

/**
 * The discussion at the table: the runs in question, and each player's opinion of them.
 * @param {View} view
 * @param {Context} ctx
 */
export function talk(view, ctx) {
  const { challenge, last_move } = view.table;
  if (!challenge || !last_move) return null;
  const { before, move } = openMove(view.table);
  const said = new Map(challenge.said);
  return h(
    "section",
    { key: "talk", class: "talk stack", "aria-labelledby": "talk-title" },
    h(
      "h2",
      { id: "talk-title" },
      t(
        ctx.isYou(challenge.challenger)
          ? "compoundit.talk_by_you"
          : ctx.isYou(last_move.player)
            ? "compoundit.talk_of_you"
            : "compoundit.talk",
        { challenger: ctx.name(challenge.challenger), player: ctx.name(last_move.player) },
      ),
    ),
    h(
      "ul",
      { class: "talk-runs" },
      runsOf(before, move).map((run) =>
        h(
          "li",
          { key: run.squares.join(" ") },
          run.tiles.map((symbol) => tileView(bare(ctx.tile(symbol)), { size: 28, hidden: true })),
          h("span", { class: "out-of-sight" }, run.tiles.map((symbol) => ctx.tile(symbol).name).join(", ")),
        ),
      ),
    ),
    h(
      "ul",
      { class: "talk-said" },
      view.players
        .filter((player) => player.kind !== "open" && player.out === null)
        .map(({ seat }) => opinion(seat, ctx.label(seat), /** @type {string | undefined} */ (said.get(seat)))),
    ),
  );
}

/** @param {number} seat @param {string} name @param {string | undefined} said */
function opinion(seat, name, said) {
  return h(
    "li",
    { key: seat, "data-ruling": said },
    seatMark(seat),
    h("span", {}, name),
    said
      ? h("b", { class: "mark" }, icon(said), t(`compoundit.holds_${said}`))
      : h("span", { class: "soft" }, t("compoundit.thinks")),
  );
}

/** The consequence of a ruling. @param {Event} event @param {Context} ctx */
export function consequence(event, ctx) {
  if (event.ruling === "unresolved") return t("compoundit.stays_open");
  const [key, seat] = event.ruling === "invalid" ? ["takes_back", event.player] : ["loses", event.challenger];
  return ctx.isYou(seat) ? t(`compoundit.you_${key}`) : t(`challenge.${key}`, { player: ctx.name(seat) });
}

/** The ruling, shown over the board until the next play. @param {Event} event @param {Context} ctx */
export function rulingNote(event, ctx) {
  const open = () => openSheet(t("ruling.ruling"), ({ ruling }) => ruling(event, ctx));
  return h(
    "button",
    { key: "ruled", type: "button", class: "ruled", "data-ruling": event.ruling, click: open },
    icon(event.ruling),
    h("span", {}, h("b", {}, rulingWord(event.ruling)), ` ${consequence(event, ctx)}`),
    icon("open"),
  );
}
