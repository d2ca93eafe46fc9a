/** Elements from text and nothing else: no string is ever read as HTML. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {string} tag
 * @param {Record<string, unknown>} [props] attributes; functions listen to the event of their name
 * @param {...(Node | string | number | null | undefined | false)} children
 * @returns {HTMLElement}
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  put(element, ...children);
  return element;
}

/** @param {ParentNode} parent */
export function put(parent, ...children) {
  const shown = children.flat().filter((child) => child !== null && child !== undefined && child !== false);
  parent.replaceChildren(...shown.map((child) => (child instanceof Node ? child : String(child))));
}

/** One of the drawings of icons.svg. */
export function icon(name) {
  const drawing = document.createElementNS(SVG, "svg");
  drawing.setAttribute("class", "icon");
  drawing.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `/static/icons.svg#${name}`);
  drawing.append(use);
  return drawing;
}

/** @returns {HTMLElement} */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no #${id} on this page`);
  return found;
}

/** Says something to whoever listens to the page instead of looking at it. */
export function announce(text) {
  byId("announcement").textContent = text;
}

/** A formula with its numbers lowered. */
export function formula(text) {
  const parts = text.split(/(?<=[A-Za-z)\]])(\d+)/);
  return h("span", { class: "formula" }, ...parts.map((part, i) => (i % 2 ? h("sub", {}, part) : part)));
}

const FORMULA = /(?<![\w(-])((?:[A-Z][a-z]?\d*|\((?:[A-Z][a-z]?\d*)+\)\d*)+)(?![\w-])/;

/** A sentence in which formulas are written as such. */
export function prose(text) {
  const parts = text.split(FORMULA);
  return h("span", {}, ...parts.map((part, i) => (i % 2 && /\d/.test(part) ? formula(part) : part)));
}
