/** The laptop's test of the network: the code for the first phone, and whether that phone has come. */

import { byId, icon } from "./dom.js";
import "./frame.js";
import { linkTo } from "./origin.js";
import { patch } from "./patch.js";
import { ask } from "./requests.js";
import { t } from "./words.js";

const LOOK = 1500; // ms between two looks
const PATIENCE = 30; // looks until help is shown
const { test, reachable } = JSON.parse(byId("page-data").textContent ?? "{}");

/** @param {number} looks */
async function look(looks) {
  let reached = false;
  try {
    ({ reached } = await ask("/phones/state"));
  } catch {
    // the service stopped, or starts again: the next look tells
  }
  if (reached) {
    patch(byId("phone-state"), icon("valid"), ` ${t("phones.came")}`);
    byId("phone-state").dataset.ruling = "valid";
    byId("phone-next").hidden = false;
    return;
  }
  if (looks === PATIENCE) {
    byId("phone-help").open = true;
    patch(byId("phone-state"), t("phones.still_none"));
  }
  setTimeout(() => look(looks + 1), LOOK);
}

if (reachable) {
  const { url, picture } = linkTo(test, `/qr.svg?${new URLSearchParams({ to: test })}`);
  const code = /** @type {HTMLImageElement} */ (byId("phone-code"));
  code.src = picture;
  code.alt = t("class.qr", { address: url });
  byId("phone-address").textContent = url;
  look(1);
}
