/** After a game: what the players at this screen missed in it, with links to practise it. */

import { h, patch } from "../patch.js";
import { ask } from "../requests.js";
import { t } from "../words.js";

/**
 * Shows nothing if nothing was missed or the server cannot be reached.
 * @param {HTMLElement} place
 * @param {string} id
 * @param {{seat: number, name: string, token: string}[]} seats
 */
export async function showMissed(place, id, seats) {
  let found;
  try {
    found = await ask(`/v1/games/${id}/missed`, null, { headers: { Authorization: `Bearer ${seats[0].token}` } });
  } catch {
    return;
  }
  const own = seats
    .map(({ seat, name }) => ({ name, set: String(found.seats[seat]?.set ?? "") }))
    .filter(({ set }) => set);
  const label = (/** @type {string} */ name, /** @type {number} */ n) =>
    seats.length > 1
      ? t("table.practise_missed_by", { name, n, count: n })
      : t("table.practise_missed", { n, count: n });
  patch(
    place,
    own.map(({ name, set }) =>
      h(
        "a",
        { key: name, class: "button", href: `/practice?${new URLSearchParams({ set })}` },
        label(name, set.split(";").length),
      ),
    ),
  );
}
