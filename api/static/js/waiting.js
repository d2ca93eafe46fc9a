/** While an answer is on its way: nothing at first, a skeleton after 200 ms. */

import { h, put } from "./dom.js";

const AFTER = 200;

/** @template T @param {HTMLElement} place @param {Promise<T>} answer @returns {Promise<T>} */
export async function waitFor(place, answer) {
  place.setAttribute("aria-busy", "true");
  const timer = setTimeout(
    () => put(place, h("div", { class: "skeleton" }, h("span", { class: "out-of-sight" }, "The judge is thinking"), h("i"), h("i"), h("i"))),
    AFTER,
  );
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
    place.removeAttribute("aria-busy");
  }
}
