/** Quick phrases: a short list to choose from, instead of a chat. */

import { h, patch } from "../patch.js";
import { keysOf, t } from "../words.js";
import { inSheet } from "./sheets.js";

const ALL = "phrases.";

/** @param {import("./room.js").Room} room */
export async function speak(room) {
  const phrase = await inSheet("choice", t("table.say"), (body, _foot, close) => {
    patch(
      body,
      h(
        "div",
        { class: "row" },
        keysOf(ALL).map((key) =>
          h("button", { key, type: "button", class: "button", click: () => close(key.slice(ALL.length)) }, t(key)),
        ),
      ),
    );
  });
  if (phrase) await room.tell("/remarks", { phrase });
}
