/** Lewis drawings from the service, copied piece by piece into the page so that they wear its colours. */

import { data } from "./data.js";
import { h, put } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const ALLOWED = {
  svg: ["viewBox", "width", "height"],
  g: ["fill", "font-family", "text-anchor"],
  path: ["d", "stroke", "stroke-width", "stroke-linecap"],
  circle: ["cx", "cy", "r"],
  text: ["x", "y", "font-size"],
};

/** @returns {SVGElement | null} */
function copy(source) {
  const allowed = ALLOWED[source.localName];
  if (!allowed) return null;
  const made = document.createElementNS(SVG, source.localName);
  for (const name of allowed) {
    if (source.hasAttribute(name)) made.setAttribute(name, source.getAttribute(name));
  }
  if (source.localName === "text") {
    made.textContent = source.textContent;
    const family = data.elements[source.textContent]?.[1];
    if (family) made.setAttribute("family", family);
  }
  made.append(...[...source.children].map(copy).filter(Boolean));
  return made;
}

/**
 * A figure that fills itself; where nothing can be drawn it says why, or goes when nobody asked for it.
 * @param {string} query smiles=… or formula=…
 */
export function drawing(query, title) {
  const figure = h("figure", { class: "structure", "aria-busy": "true" });
  load(query)
    .then((svg) => {
      svg.setAttribute("role", "img");
      svg.setAttribute("aria-label", `Lewis structure of ${title}`);
      put(figure, svg);
    })
    .catch((error) => put(figure, h("p", { class: "small soft" }, error.message)))
    .finally(() => figure.removeAttribute("aria-busy"));
  return figure;
}

async function load(query) {
  const answer = await fetch(`/v1/structures.svg?${query}`).catch(() => {
    throw new Error("The drawing needs a connection.");
  });
  if (!answer.ok) {
    const problem = await answer.json().catch(() => ({}));
    throw new Error(problem.detail ?? "This structure cannot be drawn now.");
  }
  const text = (await answer.text()).replace(/<style>[^<]*<\/style>| style="[^"]*"/g, ""); // the page has its own
  const read = new DOMParser().parseFromString(text, "image/svg+xml");
  const made = copy(read.documentElement);
  if (!made) throw new Error("This structure cannot be drawn now.");
  return made;
}
