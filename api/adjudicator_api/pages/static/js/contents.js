/** The table of contents of a long page: open beside the text, collapsed above it on narrow screens. */

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
