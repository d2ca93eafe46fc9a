/** The rules of a game: the contents are folded on a phone. */

import "./frame.js";

const contents = /** @type {HTMLDetailsElement} */ (document.querySelector(".contents details"));
const wide = matchMedia("(min-width: 900px)");

function fold() {
  contents.open = wide.matches;
}

wide.addEventListener("change", fold);
fold();
contents.addEventListener("click", (event) => {
  if (/** @type {Element} */ (event.target).closest("a") && !wide.matches) contents.open = false;
});
