/** The choice of game and rule sets, stored on this device. */

import { data } from "./data.js";
import { icon } from "./dom.js";
import { h, patch } from "./patch.js";
import { isSealed } from "./seal.js";
import { openSealSheet } from "./sealing.js";
import { recall, remember } from "./storage.js";
import { whileHere } from "./visit.js";
import { t } from "./words.js";

/** @typedef {{game: string, base: string, extras: string[], sealed: boolean}} Settings */

const NAME = "settings";
const EXPERT = "expert"; // legal is what any set allows

/** @returns {Settings} */
export function settings() {
  const kept = recall(NAME, /** @type {any} */ ({}));
  const game = data.games.find(({ id }) => id === kept?.game) ?? data.games[0];
  const known = (/** @type {{name: string}[]} */ sets, /** @type {string} */ name) =>
    sets.some((set) => set.name === name);
  return {
    game: game.id,
    base:
      known(game.base, kept?.base) || (kept?.base === EXPERT && game.extras.length)
        ? kept.base
        : (game.base.at(-1)?.name ?? ""),
    extras: (Array.isArray(kept?.extras) ? kept.extras : []).filter((/** @type {string} */ name) =>
      known(game.extras, name),
    ),
    sealed: isSealed(),
  };
}

/**
 * The name of the chosen rule set: game:standard, game:simple-lewis+organic, or just the game.
 * @param {Settings} chosen
 */
export function rulesName({ game, base, extras }) {
  const all = data.games.find(({ id }) => id === game)?.extras ?? [];
  if (!base) return game;
  if (base === EXPERT) return `${game}:expert`;
  if (base !== "standard" || !extras.length) return `${game}:${base}`;
  return `${game}:${extras.length === all.length ? "expert" : extras.join("+")}`;
}

/**
 * Fills a form with the choices and stores what is chosen.
 * @param {HTMLFormElement} form
 * @param {{changed: () => void}} listener
 */
export function settingsForm(form, { changed }) {
  const show = () => patch(form, choices(settings()));
  form.addEventListener("change", () => {
    const fields = new FormData(form);
    const kept = recall(NAME, /** @type {any} */ ({}));
    const extras = form.querySelectorAll("[name=extras]:enabled").length > 0;
    remember(NAME, {
      game: fields.get("game") ?? kept.game ?? settings().game,
      base: fields.get("base") ?? kept.base,
      extras: extras ? fields.getAll("extras") : kept.extras,
    });
    show();
    changed();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener(
    "seal-changed",
    () => {
      show();
      changed();
    },
    whileHere(),
  );
  show();
}

/** @param {Settings} chosen */
function choices(chosen) {
  const game = data.games.find(({ id }) => id === chosen.game) ?? data.games[0];
  const onTop = chosen.base === "standard";
  const { sealed } = chosen; // the seal covers the rules too
  return [
    data.games.length > 1 &&
      group(
        "settings.game",
        ...data.games.map(({ id, title }) => choice("radio", "game", id, title, "", id === chosen.game, sealed)),
      ),
    game.base.length > 0 &&
      group(
        "settings.rules",
        ...game.base.map((set) =>
          choice("radio", "base", set.name, set.title, set.about, set.name === chosen.base, sealed),
        ),
        game.extras.length > 0 &&
          choice(
            "radio",
            "base",
            EXPERT,
            t("settings.expert"),
            t("settings.expert_about"),
            chosen.base === EXPERT,
            sealed,
          ),
      ),
    game.extras.length > 0 &&
      group(
        "settings.extras",
        ...game.extras.map((set) =>
          choice(
            "checkbox",
            "extras",
            set.name,
            set.title,
            set.about,
            chosen.base === EXPERT || (onTop && chosen.extras.includes(set.name)),
            sealed || !onTop,
          ),
        ),
      ),
    group(
      "settings.tournament",
      h("p", { key: "about", class: "small soft" }, t(sealed ? "seal.rules" : "settings.sealed_about")),
      h(
        "button",
        { key: "seal", type: "button", class: "button", click: openSealSheet },
        icon("seal"),
        t(sealed ? "seal.do_lift" : "settings.sealed"),
      ),
    ),
  ];
}

/** @param {string} title @param {...(import("./patch.js").VNode | false)} shown */
function group(title, ...shown) {
  return h("fieldset", { key: title, class: "stack choices" }, h("legend", { class: "label" }, t(title)), shown);
}

/**
 * @param {string} type
 * @param {string} name
 * @param {string} value
 * @param {string} title
 * @param {string} about
 * @param {boolean} checked
 * @param {boolean} [disabled]
 */
function choice(type, name, value, title, about, checked, disabled = false) {
  return h(
    "label",
    { key: value, class: "choice" },
    h("input", { type, name, value, checked, disabled }),
    h("span", {}, h("b", {}, title), about && h("small", {}, about)),
  );
}
