/** The page "My box": edit what is in the box, compare it with the reference, save, share and try it. */

import { at, here, inPocket } from "../address.js";
import { ask, AskError } from "../requests.js";
import { faultCount, faultText, faultWords, fieldName, speakOf, table, tableName, valueName } from "./fields.js";
import { tried } from "./trying.js";
import { boxesInUse, boxFrom, boxOf, dropBox, useBox } from "../boxes.js";
import { announce, byId, icon } from "../dom.js";
import "../frame.js";
import { changed } from "../models/form.js";
import * as model from "../models/box.js";
import { marked } from "../models/correcting.js";
import { shortLabel } from "../models/verdict.js";
import { linkTo } from "../origin.js";
import { h, patch } from "../patch.js";
import { savePdf } from "../printing.js";
import { reach } from "../reach.js";
import { saveFile } from "../saving.js";
import { isSealed } from "../seal.js";
import { sealedPage } from "../sealing.js";
import { share } from "../sharing.js";
import { recall, remember } from "../storage.js";
import { inWords, keysOf, language, learn, t } from "../words.js";

const DELAY = 400; // milliseconds after the last change before the server is asked for faults
/** How a box can be printed, the default first. @type {Record<string, string[]>} */
const PRINTS = {
  paper: ["A4", "Letter"],
  tile: ["19", "25"],
  ink: ["colour", "black"],
  board: ["tiled", "whole"],
  sides: ["2", "1"],
};
const OF_LANGUAGE = "box.print_language_";
PRINTS.language = [
  language(),
  ...keysOf(OF_LANGUAGE)
    .map((key) => key.slice(OF_LANGUAGE.length))
    .filter((one) => one !== language()),
];
const FEW = 30; // differences to list
const OPENED = ["tiles", "elements", "ions"]; // the sections of pieces, as most games name them

/**
 * The sections of a box that a game shows in its own way, from `box.js` in its folder `table`.
 * @typedef {import("./fields.js").Editing} Editing
 * @typedef {{reference: any, elements: Record<string, [string, string]>, draw: () => void}} Bench
 * @typedef {{opened: string[], emptied?: (data: any) => any, sections: Record<string, (editing: Editing) =>
 *   import("../patch.js").Child>}} Editor
 */

/**
 * @type {{games: {game: string, title: string, picture: string, rules: string[], judged: boolean, challenged:
 * boolean}[], elements: Record<string, [string, string]>, words: Record<string, string>}}
 */
const page = JSON.parse(byId("page-data").textContent ?? "{}");
learn(page.words);
const place = byId("box");
const [, , wanted = ""] = decodeURIComponent(here()).split("/");

/** @param {string} game */
const known = (game) => page.games.find((one) => one.game === game);
/** @param {string} game */
const titleOf = (game) => known(game)?.title ?? game;
/** @param {any} found an edition @returns {ReturnType<typeof boxFrom>} */
const boxOfEdition = (found) => boxFrom(found, known(found.game)?.rules ?? [found.game], page.elements);

/** @param {string} label */
const digestIn = (label) => label.split(" ").at(-1) ?? "";

/** "reference-2" of a label @param {string} label */
const nameIn = (label) => label.split(" ")[0].split("/").at(-1) ?? label;

const EMPTY = "empty";

/** The shipped edition of a game and its schema. @param {string} game */
async function shipped(game) {
  const { edition: label, released, shape } = await ask(`/v1/editions/schemas/${game}`);
  const { edition } = await ask(`/v1/editions/${digestIn(label)}`);
  return { reference: edition, digest: digestIn(label), released: /** @type {string[]} */ (released), shape };
}

/** @param {unknown} error @param {() => void} again */
function trouble(error, again) {
  if (!(error instanceof AskError)) throw error;
  const missing = error.problem?.status === 404;
  patch(
    place,
    h(
      "div",
      { class: "trouble stack" },
      icon("unresolved"),
      h("h1", {}, t(missing ? "box.missing" : "box.trouble")),
      h("p", {}, missing ? t("box.missing_about") : error.message),
      h(
        "div",
        { class: "row" },
        !missing && h("button", { type: "button", class: "button primary", click: again }, t("trouble.again")),
        h("a", { class: "button", href: "/box" }, t("box.title")),
      ),
    ),
  );
}

// --- which game ---------------------------------------------------------------------------------------------------

const LARGEST_FILE = 64 * 1024; // bytes, the limit of the service
/** @type {string[]} faults of the last opened file */
let refused = [];

/**
 * Reads a box from a file, saves it and uses it on this device, as if it had been typed in.
 * @param {File | undefined} file
 */
async function bring(file) {
  if (!file) return;
  try {
    if (file.size > LARGEST_FILE) throw new AskError("refused", t("box.file_large"));
    const { digest } = await ask("/v1/editions", await file.text(), {
      headers: { "Content-Type": "application/toml" },
    });
    location.assign(at(`/box/${digest}`));
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    refused = (error.problem?.faults ?? [error]).map((/** @type {{message: string}} */ one) => one.message);
    announce(refused.join(" "));
    showGames();
  }
}

function showGames() {
  const inUse = boxesInUse();
  const back = (/** @type {string} */ game) => {
    dropBox(game);
    showGames();
  };
  patch(
    place,
    h("h1", {}, t("box.title")),
    h("p", {}, t("box.about")),
    inUse.length > 0 &&
      h(
        "section",
        { key: "used", class: "stack" },
        h("h2", {}, t("box.used")),
        h(
          "ul",
          { class: "table-list" },
          inUse.map((box) =>
            h(
              "li",
              { key: box.game },
              h(
                "a",
                { class: "table-line", href: `/box/${box.digest}` },
                h("b", {}, box.name),
                h("span", { class: "soft" }, titleOf(box.game)),
              ),
              h("button", { type: "button", class: "button", click: () => back(box.game) }, t("box.back")),
            ),
          ),
        ),
      ),
    h(
      "section",
      { key: "file", class: "stack" },
      h("h2", {}, t("box.file")),
      h("p", { class: "soft" }, t("box.file_about")),
      h(
        "label",
        { class: "field" },
        h("span", { class: "label" }, t("box.file_choose")),
        h("input", {
          type: "file",
          accept: ".toml,application/toml,text/plain",
          change: (/** @type {any} */ event) => bring(event.target.files[0]).then(() => (event.target.value = "")),
        }),
      ),
      h(
        "div",
        { role: "status" },
        refused.length > 0 &&
          h(
            "ul",
            { class: "trouble-text" },
            refused.map((message, at) => h("li", { key: at }, message)),
          ),
      ),
    ),
    h("h2", {}, t("box.which")),
    h(
      "ul",
      { key: "games", class: "game-cards" },
      page.games.map(({ game, title, picture }) =>
        h(
          "li",
          { key: game },
          h(
            "a",
            { class: "game-card", href: `/box/${game}` },
            h("img", { src: picture, alt: "", width: 160, height: 100 }),
            h("span", {}, h("b", {}, title), h("small", {}, t("box.begin"))),
          ),
        ),
      ),
    ),
  );
}

// --- editing ------------------------------------------------------------------------------------------------------

/** @param {string} game @param {((bench: Bench) => Editor) | undefined} editorOf */
async function edit(game, editorOf) {
  speakOf(game);
  const { reference, digest: plain, released, shape } = await shipped(game);
  const draftName = `box-draft-${game}`;
  const asked = new URLSearchParams(location.search).get("from") ?? boxOf(game)?.digest;
  const from = asked === plain ? undefined : asked; // a copy of the reference gets its own name
  const kept = recall(draftName, /** @type {any} */ (null));
  const begun =
    kept?.data?.game === game && (!from || kept.from === from)
      ? kept.data
      : from
        ? (await ask(`/v1/editions/${from}`)).edition
        : { ...reference, name: t("box.my_box") };
  let data = begun;
  /** @type {model.Fault[]} */
  let faults = [];
  let busy = false;
  let said = "";
  let turn = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let later;
  const editor = editorOf?.({ reference, elements: page.elements, draw: () => draw() });
  const opened = new Set((editor?.opened ?? OPENED).map((name) => `section ${name}`));

  async function check() {
    const mine = (turn += 1);
    try {
      const answer = await ask("/v1/editions/check", marked(data, reference));
      if (mine !== turn) return;
      faults = answer.faults;
      said = "";
      if (faults.length) announce(t("box.faults", { count: faults.length, n: faults.length }));
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      if (mine === turn) said = error.message;
    }
    draw();
  }

  const become = (/** @type {any} */ next) => {
    data = next;
    remember(draftName, { data, from });
    clearTimeout(later);
    later = setTimeout(check, DELAY);
    draw();
  };

  async function save() {
    busy = true;
    draw();
    try {
      const found = await ask("/v1/editions", marked(data, reference));
      return await boxOfEdition(found);
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      faults = error.problem?.faults ?? faults;
      said = error.problem?.faults ? "" : error.message;
      announce(said || t("box.faults", { count: faults.length, n: faults.length }));
      return null;
    } finally {
      busy = false;
      draw();
    }
  }

  /**
   * Starts from an empty box or from a copy of a released edition; the name in the form stays.
   * @param {string} start
   */
  async function beginWith(start) {
    try {
      const { edition } =
        start === EMPTY ? { edition: editor?.emptied?.(reference) } : await ask(`/v1/editions/${digestIn(start)}`);
      become({ ...edition, name: data.name });
      announce(t(start === EMPTY ? "box.start_empty" : "box.start_copy", { name: nameIn(start) }));
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      said = error.message;
      draw();
    }
  }

  async function saveAndUse() {
    const box = await save();
    if (!box) return;
    useBox(box);
    remember(draftName, null);
    location.assign(at(`/box/${box.digest}`));
  }

  function draw() {
    const editing = {
      data,
      faults,
      opened,
      become,
      change: (/** @type {model.Path} */ path, /** @type {any} */ to) => become(changed(data, path, to)),
      open(/** @type {string} */ key, /** @type {boolean} */ open) {
        if (open) opened.add(key);
        else opened.delete(key);
        draw();
      },
    };
    const differing = model.differences(data, reference).length;
    patch(
      place,
      h("h1", {}, t("box.heading", { title: titleOf(game) })),
      h("p", { class: "soft" }, t("box.edit_about")),
      h(
        "label",
        { key: "name", class: "field" },
        h("span", { class: "label" }, t("box.name")),
        h("input", {
          id: "box-name",
          value: data.name,
          maxlength: 60,
          input: (/** @type {any} */ event) => editing.change(["name"], event.target.value),
        }),
        faultText(editing, ["name"]),
      ),
      h(
        "label",
        { key: "start", class: "field" },
        h("span", { class: "label" }, t("box.start")),
        h(
          "select",
          { value: "", change: (/** @type {any} */ event) => event.target.value && beginWith(event.target.value) },
          h("option", { value: "", selected: true }, "–"),
          editor?.emptied && h("option", { key: EMPTY, value: EMPTY }, t("box.start_empty")),
          released.map((label) =>
            h("option", { key: label, value: label }, t("box.start_copy", { name: nameIn(label) })),
          ),
        ),
      ),
      Object.keys(shape.properties)
        .filter((name) => ["object", "array"].includes(shape.properties[name].type))
        .map((name) => section(name, editing)),
      h(
        "div",
        { key: "actions", class: "actions box-actions" },
        h(
          "p",
          { class: faults.length || said ? "small trouble-text" : "small soft", role: "status" },
          said ||
            (faults.length
              ? `${t("box.faults", { count: faults.length, n: faults.length })}: ${faultWords(faults[0])}`
              : t("box.differs", { count: differing, n: differing })),
        ),
        h(
          "div",
          { class: "row" },
          h(
            "button",
            { type: "button", class: "button primary tall", disabled: busy || faults.length > 0, click: saveAndUse },
            t("box.save"),
          ),
          h(
            "button",
            { type: "button", class: "button tall", disabled: busy || faults.length > 0, click: () => trying.begin() },
            t("box.try"),
          ),
          differing > 0 &&
            h(
              "button",
              { type: "button", class: "button tall", click: () => become({ ...reference, name: data.name }) },
              t("box.again"),
            ),
        ),
      ),
      h("div", { key: "trying", class: "stack" }, trying.view()),
    );
  }

  /** @param {string} name @param {import("./fields.js").Editing} editing */
  function section(name, editing) {
    const key = `section ${name}`;
    const open = opened.has(key);
    const own = editor?.sections[name];
    return h(
      "details",
      {
        key,
        class: "box-section",
        open,
        toggle: (/** @type {any} */ event) => event.target.open !== open && editing.open(key, event.target.open),
      },
      h("summary", {}, h("h2", {}, tableName(name)), faultCount(editing, [name]), icon("more")),
      open &&
        h(
          "div",
          { class: "stack" },
          own ? own(editing) : table(shape.properties[name], editing, name),
          faultText({ ...editing, faults: faults.filter(({ pointer }) => pointer === `/${name}`) }, [name]),
        ),
    );
  }

  const trying = tried({ reference: plain, mine: async () => (await save())?.digest ?? null, draw: () => draw() });
  draw();
}

// --- a saved box --------------------------------------------------------------------------------------------------

/** @param {string} wanted the digest; older links have only its beginning */
async function show(wanted) {
  const found = await ask(`/v1/editions/${wanted}`);
  const { digest } = found;
  speakOf(found.game);
  const { reference, digest: plain } = await shipped(found.game);
  const own = digest !== plain;
  if (own) useBox(await boxOfEdition(found));
  else dropBox(found.game);
  const { url: link, picture } = linkTo(at(`/box/${digest}`));
  const differing = model.differences(found.edition, reference);
  const back = () => {
    dropBox(found.game);
    location.assign(at("/box"));
  };
  const trying = tried({ reference: plain, mine: async () => digest, draw: () => draw() });
  const printing = Object.fromEntries(Object.entries(PRINTS).map(([name, [usual]]) => [name, usual]));
  /** Without a server the browser cannot fetch the file. @param {Event} event */
  const saveHere = async (event) => {
    event.preventDefault();
    const file = await (await reach(`/v1/editions/${digest}.toml`)).blob();
    saveFile(`${found.name}.toml`, file);
  };
  const printed = () => `/v1/editions/${digest}.pdf?${new URLSearchParams(printing)}`;
  let making = "";
  /** Makes the PDF, which takes a while, and saves it. @param {Event} event */
  const print = async (event) => {
    event.preventDefault();
    if (making === t("pocket.printing")) return;
    making = t("pocket.printing");
    draw();
    making = await savePdf(`${found.name}.pdf`, printed());
    draw();
  };
  const draw = () =>
    patch(
      place,
      h("h1", {}, found.name),
      h(
        "p",
        { class: "note", role: "status" },
        icon("valid"),
        h("span", {}, t(own ? "box.now_in_use" : "box.is_reference", { title: titleOf(found.game) })),
      ),
      h(
        "div",
        { key: "go", class: "row" },
        known(found.game)?.judged && h("a", { class: "button primary tall", href: "/" }, t("frame.judge")),
        known(found.game)?.challenged && h("a", { class: "button tall", href: "/challenge" }, t("frame.challenge")),
        h("a", { class: "button tall", href: `/play/${found.game}` }, t("frame.play")),
        h("a", { class: "button tall", href: `/box/${found.game}?from=${digest}` }, t("box.correct")),
        h("button", { type: "button", class: "button tall", click: () => trying.begin() }, t("box.try")),
        h(
          "a",
          {
            class: "button tall",
            href: `/v1/editions/${digest}.toml`,
            download: "",
            ...(inPocket ? { click: saveHere } : {}),
          },
          t("box.download"),
        ),
        own && h("button", { type: "button", class: "button tall", click: back }, t("box.back")),
      ),
      h("div", { key: "trying", class: "stack" }, trying.view()),
      h(
        "section",
        { key: "print", class: "stack" },
        h("h2", {}, t("box.print")),
        h("p", { class: "soft" }, t("box.print_about")),
        h(
          "div",
          { class: "row print-choices" },
          Object.entries(PRINTS).map(([name, words]) =>
            h(
              "label",
              { key: name, class: "field" },
              h("span", { class: "label" }, t(`box.print_${name}`)),
              h(
                "select",
                {
                  value: printing[name],
                  change: (/** @type {any} */ event) => ((printing[name] = event.target.value), draw()),
                },
                words.map((word) =>
                  h(
                    "option",
                    { key: word, value: word, selected: word === printing[name] },
                    t(`box.print_${name}_${word}`),
                  ),
                ),
              ),
            ),
          ),
        ),
        h("a", { class: "button tall", href: printed(), download: "", click: print }, t("box.print_do")),
        h("p", { role: "status" }, making),
      ),
      !inPocket &&
        h(
          "section",
          { key: "share", class: "stack box-share" },
          h("h2", {}, t("box.share")),
          h("p", { class: "soft" }, t("box.share_about")),
          h(
            "div",
            { class: "row" },
            picture && h("img", { class: "qr", src: picture, alt: t("box.qr"), width: 160, height: 160 }),
            h(
              "div",
              { class: "stack" },
              h(
                "label",
                { class: "field" },
                h("span", { class: "label" }, t("box.link")),
                h("input", { readonly: true, value: link, focus: (/** @type {any} */ event) => event.target.select() }),
              ),
              h(
                "button",
                { type: "button", class: "button", click: () => share(link, found.name, "box") },
                icon("share"),
                t("ruling.share"),
              ),
            ),
          ),
        ),
      own &&
        h(
          "section",
          { key: "differs", class: "stack" },
          h("h2", {}, t("box.differs_heading")),
          differing.length
            ? h("ul", { class: "differences" }, differing.slice(0, FEW).map(difference))
            : h("p", {}, t("box.differs", { count: 0, n: 0 })),
          differing.length > FEW && h("p", { class: "soft" }, t("box.and_more", { n: differing.length - FEW })),
        ),
      h("p", { key: "label", class: "small soft fine-print" }, shortLabel(found.label)),
    );
  draw();
}

/** @param {ReturnType<typeof model.differences>[number]} one @param {number} at */
function difference({ table: name, entry, field, was, is }, at) {
  const what = [tableName(name), inWords(entry), field && fieldName(field)].filter(Boolean).join(" · ");
  const text = (/** @type {any} */ value) =>
    value === undefined ? "–" : typeof value === "string" ? valueName(value) : JSON.stringify(value).slice(0, 80);
  if (field && JSON.stringify([was, is]).length > 120)
    return h("li", { key: at }, h("b", {}, what), " ", t("box.changed"));
  return h(
    "li",
    { key: at },
    h("b", {}, what),
    " ",
    field ? h("span", {}, h("s", {}, text(was)), " → ", text(is)) : t(is ? "box.came" : "box.went"),
  );
}

// --- starting the page --------------------------------------------------------------------------------------------

/** @param {(bench: Bench) => Editor} [editorOf] */
export function openBox(editorOf) {
  return isSealed() ? sealedPage(place, () => openIt(editorOf)) : openIt(editorOf);
}

/** @param {((bench: Bench) => Editor) | undefined} editorOf */
function openIt(editorOf) {
  if (!wanted) return showGames();
  const showing = wanted.startsWith("sha256:") ? show(wanted) : edit(wanted, editorOf);
  return showing.catch((error) => trouble(error, () => openIt(editorOf)));
}
