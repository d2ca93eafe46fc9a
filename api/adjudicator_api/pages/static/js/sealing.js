/** The dialog with which a referee seals this device, opens something for a moment, or removes the seal. */

import { announce, byId, icon } from "./dom.js";
import { openSheet } from "./frame.js";
import { isPin, tried } from "./models/seal.js";
import { h, patch } from "./patch.js";
import { AskError } from "./requests.js";
import { isSealed, keepSeal, seal } from "./seal.js";
import { t } from "./words.js";

/** @typedef {() => unknown} Opening what the right PIN does; it may take a while */

/** Seals this device, or removes its seal. */
export const openSealSheet = () => (isSealed() ? askPin("lift", () => keepSeal(null)) : show("set", setSeal));

/** @param {"open" | "lift"} what @param {Opening} then */
export const askPin = (what, then) => show(what, (pin) => tryPin(pin, then));

/** @param {string} pin @returns {string} what is wrong with it, or "" */
function setSeal(pin) {
  if (!isPin(pin)) return t("seal.digits");
  keepSeal({ pin, wrong: 0 });
  announce(t("seal.done"));
  return "";
}

/** @param {string} pin @param {Opening} then @returns {Promise<string>} */
async function tryPin(pin, then) {
  const now = seal();
  if (!now) return "";
  const { opens, seal: next } = tried(now, pin);
  keepSeal(next);
  if (!opens) return t("seal.wrong");
  await then();
  if (now.wrong) announce(t("seal.tries", { count: now.wrong, n: now.wrong }));
  return "";
}

/** @param {"set" | "open" | "lift"} what @param {(pin: string) => string | Promise<string>} take */
function show(what, take) {
  const sheet = byId("seal-sheet");
  byId("seal-title").textContent = t(`seal.title_${what}`);
  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const field = byId("seal-pin");
    const trouble = await attempt(() => take(field.value.trim()));
    byId("seal-trouble").textContent = trouble;
    field.value = "";
    if (trouble) field.focus();
    else sheet.close();
  };
  const wrong = seal()?.wrong ?? 0;
  patch(
    byId("seal-body"),
    h(
      "form",
      { key: what, class: "stack", autocomplete: "off", submit },
      what !== "open" && h("p", {}, t("seal.about")),
      what !== "open" && h("p", { class: "note" }, icon("seal"), h("span", {}, t("seal.guards"))),
      h(
        "div",
        { class: "field" },
        h("label", { for: "seal-pin" }, t("seal.pin")),
        h("input", {
          id: "seal-pin",
          type: "password",
          inputmode: "numeric",
          maxlength: 8,
          autocomplete: "off",
          enterkeyhint: "go",
        }),
      ),
      h("p", { id: "seal-trouble", class: "small trouble-text", role: "status", own: true }),
      wrong > 0 && h("p", { class: "small soft" }, t("seal.tries", { count: wrong, n: wrong })),
      h("button", { class: "button primary tall wide" }, t(`seal.do_${what}`)),
    ),
  );
  openSheet("seal-sheet");
  byId("seal-pin").focus();
}

/**
 * @param {() => string | Promise<string>} take
 * @returns {Promise<string>} what is wrong: the PIN, or an unreachable judge
 */
async function attempt(take) {
  try {
    return await take();
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    return error.message;
  }
}

/**
 * A page that stays closed on a sealed device until the referee opens it.
 * @param {HTMLElement} place
 * @param {Opening} open
 */
export function sealedPage(place, open) {
  patch(
    place,
    h(
      "div",
      { class: "trouble stack" },
      icon("seal"),
      h("h1", {}, t("seal.closed")),
      h("p", {}, t("seal.closed_about")),
      h(
        "div",
        { class: "row" },
        h("button", { type: "button", class: "button primary", click: () => askPin("open", open) }, t("seal.do_open")),
        h("a", { class: "button", href: "/" }, t("frame.judge")),
      ),
    ),
  );
}
