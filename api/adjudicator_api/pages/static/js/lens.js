/** The button that opens the camera. What reads tiles is loaded then, so that a visit without it costs nothing. */

import { announce, byId } from "./dom.js";
import { whileHere } from "./visit.js";
import { t } from "./words.js";

/**
 * @typedef {{tiles: import("./tile.js").Tile[], blanks: number, take: (run: (string | null)[]) => void}} Asked
 *   the tiles that can lie there, and who takes what was read: null is a blank tile
 */

/** @param {() => Asked} asked */
export function cameraButton(asked) {
  const button = byId("camera");
  button.addEventListener("click", async () => {
    try {
      await import(button.dataset.camera ?? "");
    } catch {
      announce(t("camera.not_loaded"));
      button.title = t("camera.not_loaded");
      return;
    }
    const question = asked();
    const take = (/** @type {(string | null)[]} */ run) => {
      question.take(run);
      announce(t("camera.taken", { symbols: run.filter(Boolean).join(", ") }));
    };
    document.dispatchEvent(new CustomEvent("camera-opens", { detail: { ...question, take } }));
  });
  // nobody is filmed on a page that does not show it
  whileHere().signal.addEventListener("abort", () => {
    /** @type {HTMLDialogElement | null} */ (document.getElementById("camera-sheet"))?.close();
  });
}
