/** Which game and which rule sets: chosen once, kept on this device. */

import { data } from "./data.js";
import { h, put } from "./dom.js";
import { recall, remember } from "./storage.js";

const NAME = "settings";

/** @returns {{game: string, base: string, extras: string[], sealed: boolean}} */
export function settings() {
  const kept = recall(NAME, {});
  const game = data.games.find(({ id }) => id === kept?.game) ?? data.games[0];
  const known = (sets, name) => sets.some((set) => set.name === name);
  return {
    game: game.id,
    base: known(game.base, kept?.base) ? kept.base : (game.base.at(-1)?.name ?? ""),
    extras: (Array.isArray(kept?.extras) ? kept.extras : []).filter((name) => known(game.extras, name)),
    sealed: kept?.sealed === true,
  };
}

/** The name of the rule set: compoundit:standard, compoundit:simple-lewis+organic, valence-plus. */
export function rulesName({ game, base, extras }) {
  const { extras: all } = data.games.find(({ id }) => id === game);
  if (!base) return game;
  if (base !== "standard" || !extras.length) return `${game}:${base}`;
  return `${game}:${extras.length === all.length ? "expert" : extras.join("+")}`;
}

/** Fills a form with the choices and keeps what is chosen. */
export function settingsForm(form, { changed }) {
  const show = () => {
    const chosen = settings();
    const game = data.games.find(({ id }) => id === chosen.game);
    put(
      form,
      data.games.length > 1 &&
        group("Game", ...data.games.map(({ id, title }) => choice("radio", "game", id, title, "", id === chosen.game))),
      game.base.length > 0 &&
        group("Rules", ...game.base.map((set) => choice("radio", "base", set.name, set.title, set.about, set.name === chosen.base))),
      game.extras.length > 0 &&
        group(
          "Also legal, on top of standard",
          ...game.extras.map((set) =>
            choice("checkbox", "extras", set.name, set.title, set.about, chosen.base === "standard" && chosen.extras.includes(set.name), chosen.base !== "standard"),
          ),
        ),
      group(
        "Tournament",
        choice("checkbox", "sealed", "yes", "Sealed rulings", "Only the ruling is shown: a reason would teach the opponent.", chosen.sealed),
      ),
    );
  };
  form.addEventListener("change", (event) => {
    const fields = new FormData(form);
    const kept = recall(NAME, {});
    const extras = form.querySelectorAll("[name=extras]:enabled").length > 0;
    remember(NAME, {
      game: fields.get("game") ?? kept.game ?? settings().game,
      base: fields.get("base") ?? kept.base,
      extras: extras ? fields.getAll("extras") : kept.extras,
      sealed: fields.has("sealed"),
    });
    const { name, value } = event.target;
    show();
    form.querySelector(`[name="${name}"][value="${value}"]`)?.focus();
    changed();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  show();
}

function group(title, ...choices) {
  return h("fieldset", { class: "stack choices" }, h("legend", { class: "label" }, title), ...choices);
}

function choice(type, name, value, title, about, checked, disabled = false) {
  return h(
    "label",
    { class: "choice" },
    h("input", { type, name, value, checked, disabled }),
    h("span", {}, h("b", {}, title), about && h("small", {}, about)),
  );
}
