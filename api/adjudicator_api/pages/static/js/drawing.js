/** Lewis drawings from the service, copied into the page element by element so that they take its colours. */

import { data } from "./data.js";
import { prose } from "./dom.js";
import { h, patch } from "./patch.js";
import { reach } from "./reach.js";
import { language, t } from "./words.js";

/** @type {Record<string, string[]>} */
const ALLOWED = {
  svg: ["viewBox", "width", "height"],
  g: ["fill", "font-family", "text-anchor"],
  path: ["d", "stroke", "stroke-width", "stroke-linecap"],
  circle: ["cx", "cy", "r"],
  text: ["x", "y", "font-size"],
};

/** @param {Element} source @param {Record<string, string>} [more] @returns {import("./patch.js").VNode | null} */
function copy(source, more = {}) {
  const allowed = ALLOWED[source.localName];
  if (!allowed) return null;
  const props = Object.fromEntries(
    allowed.filter((name) => source.hasAttribute(name)).map((name) => [name, source.getAttribute(name)]),
  );
  if (source.localName !== "text")
    return h(
      source.localName,
      { ...props, ...more },
      [...source.children].map((child) => copy(child)),
    );
  const text = source.textContent ?? "";
  return h("text", { ...props, family: data.elements[text]?.[1] }, text);
}

/**
 * A figure that loads its drawing; where none is drawn, the service sends a sentence that says why.
 * @param {string} query smiles=… or formula=…
 * @param {string} title
 */
export function drawing(query, title) {
  return h("figure", {
    key: query,
    class: "structure",
    own: true,
    "aria-busy": "true",
    mounted: (/** @type {Element} */ figure) => fill(figure, query, title),
  });
}

/** @param {Element} figure @param {string} query @param {string} title */
async function fill(figure, query, title) {
  try {
    const drawn = await load(query);
    const said = drawn.classList.contains("words") && drawn.getAttribute("aria-label");
    const labelled = { role: "img", "aria-label": t("ruling.structure_of", { name: title }) };
    patch(figure, said ? h("p", { class: "soft" }, prose(said)) : copy(drawn, labelled));
  } catch (error) {
    patch(
      figure,
      h("p", { class: "small soft" }, error instanceof Error ? error.message : t("ruling.structure_failed")),
    );
  }
  figure.removeAttribute("aria-busy");
}

/** @param {string} query */
async function load(query) {
  const answer = await reach(`/v1/structures.svg?${query}`, { headers: { "Accept-Language": language() } }).catch(
    () => {
      throw new Error(t("ruling.structure_offline"));
    },
  );
  if (!answer.ok) {
    const problem = await answer.json().catch(() => ({}));
    throw new Error(problem.detail ?? t("ruling.structure_failed"));
  }
  // the page has its own styles
  const text = (await answer.text()).replace(/<style>[^<]*<\/style>| style="[^"]*"/g, "");
  const read = new DOMParser().parseFromString(text, "image/svg+xml");
  if (read.documentElement.localName !== "svg") throw new Error(t("ruling.structure_failed"));
  return read.documentElement;
}
