/** All rulebooks: one search through the rules of every game, read from the pages that the device has stored. */

import { byId } from "./dom.js";
import "./frame.js";
import { matches } from "./models/search.js";
import { h, patch } from "./patch.js";
import { rulesOf } from "./rulebook.js";
import { t } from "./words.js";

/** @typedef {{game: string, title: string, id: string, text: string}} Rule */

const MOST = 40; // results to list
const cards = /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".game-card"));

/** @type {Promise<Rule[]> | null} */
let read = null;

/** @returns {Promise<Rule[]>} the rules of all games; unreadable pages are left out */
function everyRule() {
  read ??= Promise.all([...cards].map((card) => rulesOn(card).catch(() => []))).then((lists) => lists.flat());
  return read;
}

/** @param {HTMLAnchorElement} card @returns {Promise<Rule[]>} */
async function rulesOn(card) {
  const game = card.pathname.split("/").pop() ?? "";
  const page = await rulesOf(game);
  const title = card.querySelector("h2")?.textContent ?? game;
  return [...page.querySelectorAll(".rule-list > li")].map((rule) => ({
    game,
    title,
    id: rule.id,
    text: rule.querySelector("p")?.textContent ?? "",
  }));
}

async function search() {
  const words = byId("search").value;
  const rules = words.trim() ? await everyRule() : [];
  if (byId("search").value !== words) return; // the user has typed on
  const found = rules.filter(({ title, id, text }) => matches(`${title} ${id} ${text}`, words));
  const shown = found
    .slice(0, MOST)
    .map(({ game, title, id, text }) =>
      h(
        "li",
        { key: `${game} ${id}` },
        h("a", { class: "rule-id", href: `/rules/${game}#${id}` }, id),
        h("p", {}, h("b", {}, `${title} `), text),
      ),
    );
  patch(byId("rules-found"), shown);
  byId("search-found").textContent = !words.trim()
    ? ""
    : found.length
      ? t("rules.found", { count: found.length, n: found.length })
      : t("rules.nothing");
}

byId("search").addEventListener("input", search);
