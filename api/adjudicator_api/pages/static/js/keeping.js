/** The data of this device: games, boxes, practice, challenges, settings; exported to a file or imported from one. */

import { inPocket } from "./address.js";
import { boxFrom, boxOf, boxesInUse, listBox, savedBoxes, unlistBox, useBox } from "./boxes.js";
import { announce, byId } from "./dom.js";
import "./frame.js";
import { entries, find, keep } from "./journal.js";
import { belongingsFrom, fileOf } from "./models/keeping.js";
import { LARGEST } from "./models/record.js";
import { exported, imported, memoriesOf } from "./models/rounds.js";
import { h, patch } from "./patch.js";
import { reach } from "./reach.js";
import { ask, AskError } from "./requests.js";
import { saveJson } from "./saving.js";
import { recall, remember } from "./storage.js";
import { bringGame } from "./table/bringing.js";
import { addressOf, tableOf, tables } from "./table/kept.js";
import { listed, t, when } from "./words.js";

/** @typedef {import("./patch.js").Child} Child */

/** @type {{games: {game: string, title: string, rules: string[]}[], elements: Record<string, [string, string]>}} */
const page = JSON.parse(byId("page-data").textContent ?? "{}");

/** @param {string} game */
const titleOf = (game) => page.games.find((one) => one.game === game)?.title ?? game;
const ownTables = () => tables().filter((kept) => !kept.lesson && kept.seats.length);
const memories = () => memoriesOf(recall("memories", {}));
/** @param {string | null} token */
const as = (token) => ({ headers: { Authorization: `Bearer ${token}` } });

/** @type {Child[]} the result of the last action */
let done = [];
let busy = false;
let safe = false;
let used = 0;

// --- to a file ----------------------------------------------------------------------------------------------------

/** Whether a game cannot move: others play it too, or it has not begun. @param {unknown} error */
const stays = (error) => error instanceof AskError && ["others_play", "not_started"].includes(error.problem?.code);
/** @param {unknown} error */
const isGone = (error) => error instanceof AskError && [401, 404].includes(error.problem?.status);

async function write() {
  const games = [];
  const staying = [];
  for (const kept of ownTables()) {
    try {
      const record = await ask(`/v1/games/${kept.id}/export`, null, as(kept.seats[0].token));
      games.push({ id: kept.id, at: kept.at, record });
    } catch (error) {
      if (stays(error)) staying.push(kept.title);
      else if (!isGone(error)) throw error;
    }
  }
  const boxes = [];
  const missing = [];
  for (const { digest, name } of savedBoxes()) {
    const text = await textOf(`/v1/editions/${digest}.toml`);
    if (text === null) missing.push(name);
    else boxes.push(text);
  }
  const used = boxesInUse().map(({ digest }) => digest);
  const challenges = entries().filter(({ kind }) => kind === "challenge");
  const now = new Date().toISOString();
  const practice = JSON.parse(exported(memories()));
  saveJson(
    `adjudicator-${now.slice(0, 10)}.json`,
    fileOf({ games, boxes, used, practice, challenges, settings: settingsHere() }, now),
  );
  return [
    t("keeping.written", {
      games: countOf("games", games.length),
      boxes: countOf("boxes", boxes.length),
      exercises: countOf("exercises", Object.keys(memories()).length),
      challenges: countOf("challenges", challenges.length),
    }),
    staying.length > 0 && t("keeping.staying", { games: listed(staying) }),
    missing.length > 0 && t("keeping.missing", { boxes: listed(missing) }),
  ];
}

/** The text at an address; null if there is nothing. @param {string} address */
async function textOf(address) {
  const answer = await reach(address);
  if (answer.status === 404) return null;
  if (!answer.ok) throw new AskError("broken", t("trouble.broken"));
  return answer.text();
}

/** Of a device, by their names in its storage; what is sealed with a PIN stays where it is. */
const SETTINGS = ["settings", "language", "name", "sound", "phrases", "server"];
const THEME = "adjudicator.theme"; // stored as it is, for the script that sets it before the first paint
const THEMES = ["light", "dark"];

function settingsHere() {
  const chosen = SETTINGS.map((name) => [name, recall(name, null)]).filter(([, value]) => value !== null);
  const theme = document.documentElement.dataset.theme;
  return { ...Object.fromEntries(chosen), ...(theme ? { theme } : {}) };
}

/** What was chosen on this device stays. @param {Record<string, any>} given @returns {number} how many were taken */
function takeSettings({ theme, ...given }) {
  const taken = SETTINGS.filter((name) => given[name] !== undefined && recall(name, null) === null);
  for (const name of taken) remember(name, given[name]);
  if (!THEMES.includes(theme) || document.documentElement.dataset.theme) return taken.length;
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(THEME, theme);
  } catch {
    // it lasts until the page is left
  }
  return taken.length + 1;
}

// --- from a file --------------------------------------------------------------------------------------------------

/** @param {File} file */
async function read(file) {
  const found = file.size > LARGEST ? "large" : belongingsFrom(await file.text());
  if (typeof found === "string") return [t(FAULTS[found])];
  /** @type {Child[]} */
  const lines = [];
  for (const box of found.boxes) lines.push(await broughtBox(box, found.used));
  for (const game of found.games) lines.push(await broughtGame(game));
  const merged = found.practice && imported(memories(), JSON.stringify(found.practice));
  if (merged) {
    remember("memories", merged);
    lines.push(
      t("keeping.read_exercises", {
        exercises: countOf("exercises", Object.keys(memoriesOf(/** @type {any} */ (found.practice).memories)).length),
      }),
    );
  }
  const told = /** @type {import("./journal.js").Entry[]} */ (found.challenges).filter(({ id }) => !find(id));
  for (const entry of told.toReversed()) keep(entry);
  if (told.length) lines.push(t("keeping.read_challenges", { challenges: countOf("challenges", told.length) }));
  if (takeSettings(found.settings)) lines.push(t("keeping.read_settings"));
  return lines.length ? lines : [t("keeping.read_nothing")];
}

/** @type {Record<string, string>} complete keys, because a page gets only the words that its script names */
const FAULTS = {
  foreign: "keeping.foreign",
  newer: "keeping.newer",
  damaged: "keeping.damaged",
  cut: "keeping.cut",
  large: "keeping.large",
};

/**
 * A line with the outcome of one import; a failure does not stop the others.
 * @param {string} what
 * @param {() => Promise<Child>} bring
 * @returns {Promise<Child>}
 */
async function told(what, bring) {
  try {
    return await bring();
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    return t("keeping.not_read", { what, why: faultsIn(error) });
  }
}

const FEW = 3;

/** The first faults of a box, which the sentence of its refusal only counts. @param {AskError} error */
function faultsIn({ message, problem }) {
  const faults = (problem?.faults ?? []).map((/** @type {{message: string}} */ fault) => fault.message);
  if (!faults.length) return message;
  return [...faults.slice(0, FEW), ...(faults.length > FEW ? ["…"] : [])].join("; ");
}

/** @type {Record<string, string>} keyed by what the game of a box uses now */
const BROUGHT = { used: "keeping.read_box", other: "keeping.read_box_unused", reference: "keeping.read_box_listed" };

/** @param {{digest: string, game: string, name: string}} found */
const shown = (found) =>
  boxFrom(found, page.games.find(({ game }) => game === found.game)?.rules ?? [found.game], page.elements);

/**
 * @param {string} text
 * @param {string[]} [used] the boxes that were in use where the file was written, if it says so
 */
const broughtBox = (text, used) =>
  told(t("keeping.a_box"), async () => {
    const found = await ask("/v1/editions", text, { headers: { "Content-Type": "application/toml" } });
    const there = boxOf(found.game);
    const wanted = !used || used.includes(found.digest);
    if (there || !wanted) listBox(found);
    else useBox(await shown(found));
    const now = boxOf(found.game)?.digest;
    return [
      t(now === found.digest ? BROUGHT.used : now ? BROUGHT.other : BROUGHT.reference, {
        name: found.name,
        title: titleOf(found.game),
      }),
      " ",
      h("a", { href: `/box/${found.digest}` }, t("keeping.to_box")),
    ];
  });

/** @param {import("./models/keeping.js").Game} game */
const broughtGame = ({ id, at: played, record }) => {
  const title = `${titleOf(record.game)}${played ? `, ${when(played)}` : ""}`;
  return told(title, async () => {
    const here = tableOf(id);
    const view = here && (await ask(`/v1/games/${id}`, null, as(here.seats[0]?.token ?? here.host)).catch(() => null));
    if (view && view.version >= record.events.length) return t("keeping.here_already", { game: title });
    const { table, known } = await bringGame(record, titleOf(record.game), played);
    return known
      ? t("keeping.here_already", { game: title })
      : [
          t("keeping.read_game", { game: title }),
          " ",
          h("a", { href: addressOf(table) }, t(record.result ? "look.to_table" : "keeping.go_on")),
        ];
  });
};

// --- the boxes ----------------------------------------------------------------------------------------------------

/** The digest of the box whose name is being changed. */
let renaming = "";

/** A box with another name is another box; it takes the place of this one. @param {import("./boxes.js").Saved} box */
const rename = (box, /** @type {string} */ name) =>
  doing(async () => {
    renaming = "";
    if (!name || name === box.name) return [];
    const { edition } = await ask(`/v1/editions/${box.digest}`);
    const found = await ask("/v1/editions", { ...edition, name });
    if (boxOf(box.game)?.digest === box.digest) useBox(await shown(found));
    listBox(found, box.digest);
    return [t("keeping.renamed", { name: found.name })];
  })();

/** @param {import("./boxes.js").Saved} box */
const remove = (box) =>
  doing(async () => {
    unlistBox(box);
    return [t("keeping.removed", { name: box.name })];
  })();

/** @param {HTMLInputElement} field which is not in the page yet */
const edit = (field) =>
  void setTimeout(() => {
    field.focus();
    field.select();
  });

/** @param {import("./boxes.js").Saved} box */
function boxLine(box) {
  const { digest, game, name } = box;
  const used = boxOf(game)?.digest === digest;
  if (renaming === digest)
    return h(
      "form",
      {
        class: "row",
        submit: (/** @type {any} */ event) => {
          event.preventDefault();
          rename(box, event.target.elements.called.value.trim());
        },
      },
      h(
        "label",
        { class: "field" },
        h("span", { class: "label" }, t("keeping.new_name")),
        h("input", { name: "called", value: name, maxlength: 60, mounted: edit }),
      ),
      h("button", { class: "button primary" }, t("keeping.rename_do")),
    );
  return [
    h("a", { href: `/box/${digest}` }, name),
    h("span", { class: "soft" }, ` ${titleOf(game)}${used ? ` · ${t("keeping.in_use")}` : ""} `),
    h(
      "button",
      {
        type: "button",
        class: "link",
        disabled: busy,
        "aria-label": t("keeping.rename_box", { name }),
        click: () => ((renaming = digest), draw()),
      },
      t("keeping.rename"),
    ),
    " ",
    h(
      "button",
      {
        type: "button",
        class: "link",
        disabled: busy,
        "aria-label": t("keeping.remove_box", { name }),
        click: () => remove(box),
      },
      t("keeping.remove"),
    ),
  ];
}

// --- persistent storage -------------------------------------------------------------------------------------------

async function look() {
  safe = (await navigator.storage?.persisted?.().catch(() => false)) ?? false; // storage may be denied to the page
  used = (await navigator.storage?.estimate?.().catch(() => null))?.usage ?? 0;
  draw();
}

async function askToKeep() {
  safe = await navigator.storage.persist().catch(() => false); // as in `look`
  return [t(safe ? "keeping.safe" : "keeping.not_safe")];
}

// --- the page -----------------------------------------------------------------------------------------------------

/** @type {Record<string, string>} */
const COUNTS = {
  games: "keeping.n_games",
  boxes: "keeping.n_boxes",
  exercises: "keeping.n_exercises",
  challenges: "keeping.n_challenges",
};
/** @param {string} what @param {number} n */
const countOf = (what, n) => t(COUNTS[what], { n, count: n });

/** Does one thing at a time and shows its result. @param {() => Promise<Child[]>} work */
const doing = (work) => async () => {
  busy = true;
  done = [];
  draw();
  try {
    done = await work();
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    done = [faultsIn(error)];
  } finally {
    busy = false;
    draw();
    announce(byId("done").textContent ?? "");
  }
};

function draw() {
  const boxes = savedBoxes();
  const challenges = entries().filter(({ kind }) => kind === "challenge").length;
  const opened = (/** @type {any} */ event) => {
    const [file] = event.target.files;
    if (file) doing(() => read(file))().finally(() => (event.target.value = ""));
  };
  patch(
    byId("keeping-page"),
    h("h1", {}, t("keeping.title")),
    h("p", { class: "soft" }, t(inPocket ? "keeping.about" : "keeping.about_service")),
    h(
      "ul",
      { key: "counts" },
      h("li", {}, h("a", { href: "/play" }, countOf("games", ownTables().length))),
      h("li", {}, h("a", { href: "/box" }, countOf("boxes", boxes.length))),
      h("li", {}, h("a", { href: "/practice" }, countOf("exercises", Object.keys(memories()).length))),
      h("li", {}, h("a", { href: "/challenge" }, countOf("challenges", challenges))),
    ),
    boxes.length > 0 &&
      h(
        "section",
        { key: "boxes", class: "stack" },
        h("h2", {}, t("keeping.boxes")),
        h(
          "ul",
          { id: "saved-boxes" },
          boxes.map((box) => h("li", { key: box.digest }, boxLine(box))),
        ),
      ),
    h(
      "section",
      { key: "safe", class: "stack" },
      h("h2", {}, t("keeping.lasting")),
      h(
        "p",
        {},
        t(safe ? "keeping.safe" : "keeping.may_go"),
        used > 0 && ` ${t("keeping.used", { n: Math.ceil(used / 1e6) })}`,
      ),
      !safe &&
        "storage" in navigator &&
        h(
          "p",
          {},
          h(
            "button",
            { type: "button", class: "button", disabled: busy, click: doing(askToKeep) },
            t("keeping.ask_to_keep"),
          ),
        ),
    ),
    h(
      "section",
      { key: "file", class: "stack" },
      h("h2", {}, t("keeping.file")),
      h("p", { class: "soft" }, t("keeping.file_about")),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          { type: "button", class: "button primary tall", disabled: busy, click: doing(write) },
          t("keeping.write"),
        ),
      ),
      h(
        "label",
        { class: "field" },
        h("span", { class: "label" }, t("keeping.read")),
        h("input", {
          id: "keeping-file",
          type: "file",
          accept: ".json,application/json",
          disabled: busy,
          change: opened,
        }),
      ),
      h(
        "div",
        { id: "done", role: "status" },
        busy
          ? h("p", {}, t("keeping.busy"))
          : h(
              "ul",
              {},
              done.filter(Boolean).map((line, place) => h("li", { key: place }, line)),
            ),
      ),
    ),
  );
}

draw();
look();
