/** The page that looks up a substance by its formula or a name. */

import { at } from "./address.js";
import { variantTitle } from "./data.js";
import { announce, byId, formula, icon, prose } from "./dom.js";
import { drawing } from "./drawing.js";
import "./frame.js";
import { boilingText, evidence } from "./lesson.js";
import { byGame } from "./models/lookup.js";
import { h, patch } from "./patch.js";
import { ask, AskError } from "./requests.js";
import { isSealed } from "./seal.js";
import { sealedPage } from "./sealing.js";
import { spelled } from "./spelling.js";
import { whileHere } from "./visit.js";
import { capital, listed, t } from "./words.js";

/**
 * @typedef {import("./models/verdict.js").Known} Known
 * @typedef {{formula: string, hill: string, names: string[], known: Known | null, listed: boolean, isomers: Known[],
 *   rulings: import("./models/lookup.js").RulingOn[]}} Substance
 */

/** @type {{judged: string[]}} the games on the judge's page */
const { judged } = JSON.parse(byId("page-data").textContent ?? "{}");
const field = byId("q");
const found = byId("found");
const during = whileHere();
let turn = 0;
const ofSalt = (/** @type {string} */ written) => (/^[^·]+·\d*H2O$/.test(written) ? "lookup.hydrate" : "lookup.salt");
const ELEMENT_OR_ION = /^[A-Z][a-z]?\d*$|\^/;

/** @param {string} name @param {string} text */
const link = (name, text) => h("a", { href: `/lookup?${new URLSearchParams({ q: name })}` }, text);

/** @param {Substance} substance */
function article(substance) {
  const { known, names, isomers, rulings } = substance;
  const [first = known?.name, ...others] = names.map(spelled);
  return h(
    "article",
    { key: substance.formula, class: "substance stack" },
    h("h2", {}, first ? [capital(first), " "] : null, h("span", { class: "soft" }, formula(substance.formula))),
    others.length > 0 && h("p", {}, h("span", { class: "soft" }, `${t("lookup.names")}: `), others.join(", ")),
    known || ELEMENT_OR_ION.test(substance.formula)
      ? drawing(
          known?.smiles
            ? `smiles=${encodeURIComponent(known.smiles)}`
            : `formula=${encodeURIComponent(substance.formula)}`,
          first ?? substance.formula,
        )
      : h("p", { class: "soft" }, t(substance.listed ? ofSalt(substance.formula) : "lookup.no_record")),
    known && evidence(known),
    rulings.length ? legal(substance) : h("p", { class: "note" }, icon("unresolved"), h("span", {}, t("lookup.ion"))),
    isomers.length > 0 &&
      h(
        "section",
        { class: "stack" },
        h("h3", {}, t("lookup.isomers")),
        h(
          "ul",
          { class: "isomers" },
          isomers.map((one) =>
            h(
              "li",
              { key: one.smiles },
              link(one.name, spelled(one.name)),
              " ",
              h("span", { class: "small soft" }, boilingText(one)),
            ),
          ),
        ),
      ),
  );
}

/** @param {Substance} substance */
function legal({ formula: written, rulings }) {
  const query = (/** @type {string} */ rules) => `/r?${new URLSearchParams({ formula: written, rules })}`;
  return h(
    "section",
    { class: "stack" },
    h("h3", {}, t("lookup.legal")),
    h(
      "dl",
      { class: "legal" },
      byGame(rulings).map(({ game, title, groups }) =>
        h(
          "div",
          { key: game, class: "legal-game" },
          h("dt", {}, title),
          groups.map(({ ruling, reason, rules, variants }) =>
            h(
              "dd",
              { key: rules, "data-ruling": ruling },
              h("span", { class: "mark" }, icon(ruling)),
              h(
                "span",
                {},
                h(
                  judged.includes(game) ? "a" : "span",
                  { class: "legal-by", href: judged.includes(game) && query(rules) },
                  h("b", {}, t(`ruling.${ruling}`)),
                  groups.length > 1 && ` · ${listed(variants.map(variantTitle))}`,
                ),
                " ",
                prose(reason),
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

/** @param {string} text */
async function lookUp(text) {
  const mine = (turn += 1);
  patch(found, h("div", { class: "skeleton" }, h("i", {}), h("i", {}), h("i", {})));
  try {
    const answer = await ask(`/v1/substances?${new URLSearchParams({ q: text })}`);
    if (mine !== turn) return;
    document.title = `${text} · ${t("lookup.title")}`;
    patch(
      found,
      answer.substances.length > 1 && h("p", { class: "note" }, icon("unresolved"), h("span", {}, t("lookup.several"))),
      answer.elsewhere.map((/** @type {{text: string}} */ one) =>
        h("p", { class: "note" }, icon("unresolved"), h("span", {}, prose(one.text))),
      ),
      answer.substances.map(article),
      answer.failures.length > 0 &&
        h(
          "p",
          { class: "small soft" },
          t("lookup.silent", {
            sources: listed(answer.failures.map((/** @type {{source: string}} */ one) => one.source)),
          }),
        ),
    );
    announce(answer.substances.map((/** @type {Substance} */ one) => one.names[0] ?? one.formula).join(", "));
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    if (mine !== turn) return;
    patch(
      found,
      h(
        "div",
        { class: "trouble stack" },
        icon(error.kind === "refused" ? "unresolved" : "offline"),
        h("p", {}, prose(error.message)),
        error.kind !== "refused" &&
          h("button", { type: "button", class: "button", click: () => lookUp(text) }, t("trouble.again")),
      ),
    );
    announce(error.message);
  }
}

byId("lookup-form").addEventListener("submit", (/** @type {Event} */ event) => {
  event.preventDefault();
  const text = field.value.trim();
  if (!text) return;
  history.pushState(null, "", at(`/lookup?${new URLSearchParams({ q: text })}`));
  lookUp(text);
});

function open() {
  const asked = new URLSearchParams(location.search).get("q")?.trim() ?? "";
  field.value = asked;
  if (asked) lookUp(asked);
}

/** The referee's seal closes the look-up, because it explains rulings. */
function start() {
  addEventListener("popstate", open, during);
  open();
}

const form = byId("lookup-form");
form.hidden = isSealed();
if (isSealed()) {
  sealedPage(found, () => {
    form.hidden = false;
    patch(found);
    start();
  });
} else start();
