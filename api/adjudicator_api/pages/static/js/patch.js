/**
 * A description of a part of the page, and the few changes that make the page match it.
 *
 * `h` describes, `patch` changes: elements that stay keep their focus, scroll position, selection and drags. Children
 * with a
 * `key` are recognised wherever they move; the one with the focus, or marked `held`, is never moved: the others move
 * around it.
 * No string is ever read as HTML.
 */

import { at } from "./address.js";

/**
 * @typedef {string | number | VNode | null | undefined | false} Piece
 * @typedef {Piece | Piece[] | Piece[][] | Piece[][][] | readonly unknown[]} Child lists of pieces, to any depth
 * @typedef {{tag: string, key: string | number | null, props: Record<string, unknown>, children: (string | VNode)[]}}
 *   VNode
 * @typedef {{tag: string, key: string | number | null, props: Record<string, unknown>, listener: {handleEvent(event:
 *   Event): void} | null, as: VNode}} Made
 */

const SVG = "http://www.w3.org/2000/svg";
/** Kept as properties of the element, because users change them. */
const LIVE = new Set(["value", "checked", "open", "selected", "indeterminate"]);
/** Internal addresses, to be passed through `at`. */
const ADDRESSES = new Set(["href", "src"]);
/** For `patch` only, not set as attributes. */
const OURS = new Set(["key", "own", "mounted", "held"]);

/** @type {WeakMap<Node, Made>} */
const made = new WeakMap();

/**
 * @param {string} tag
 * @param {Record<string, unknown>} [props] attributes; functions listen to the event of their name. `key`: its identity
 *   among its
 * siblings. `own`: it manages its own children. `mounted`: called with the new element, just before it is put into the
 * page. `held`: it is being dragged.
 * @param {...Child} children
 * @returns {VNode}
 */
export function h(tag, props = {}, ...children) {
  const key = /** @type {string | number | undefined} */ (props.key) ?? null;
  return { tag, key, props, children: pieces(children) };
}

/**
 * Makes the children of an element match their description.
 * @param {Element | DocumentFragment} parent
 * @param {...Child} children
 */
export function patch(parent, ...children) {
  patchChildren(parent, pieces(children));
}

/** @param {Child[]} children @returns {(string | VNode)[]} with adjacent texts joined, as the browser does */
function pieces(children) {
  /** @type {(string | VNode)[]} */
  const found = [];
  for (const child of /** @type {Piece[]} */ (children.flat(Infinity))) {
    if (child === null || child === undefined || child === false || child === "") continue;
    if (typeof child === "object") found.push(child);
    else if (typeof found.at(-1) === "string") found[found.length - 1] += String(child);
    else found.push(String(child));
  }
  return found;
}

/** @param {Element | DocumentFragment} parent @param {(string | VNode)[]} wanted */
function patchChildren(parent, wanted) {
  if (inPlace(parent, wanted)) {
    let node = parent.firstChild;
    for (const child of wanted) {
      const next = /** @type {ChildNode} */ (node).nextSibling;
      update(parent, node, child);
      node = next;
    }
    return;
  }
  const present = /** @type {ChildNode[]} */ ([...parent.childNodes]);
  const kept = match(present, wanted);
  const staying = new Set(kept);
  for (const node of present) if (!staying.has(node)) node.remove();
  const before = present.filter((node) => staying.has(node));
  const nodes = wanted.map((child, i) => update(parent, kept[i], child));
  order(parent, nodes, before, wanted);
}

/**
 * Whether every child is already in its place, as nearly always.
 * @param {Element | DocumentFragment} parent
 * @param {(string | VNode)[]} wanted
 */
function inPlace(parent, wanted) {
  let node = parent.firstChild;
  for (const child of wanted) {
    if (node === null) return false;
    const known = made.get(node);
    if (typeof child === "string" ? node.nodeType !== 3 : !known || known.tag !== child.tag || known.key !== child.key)
      return false;
    node = node.nextSibling;
  }
  return node === null;
}

/**
 * Matches nodes to children: by key, else the next node of the same kind.
 * @param {ChildNode[]} present @param {(string | VNode)[]} wanted @returns {(ChildNode | null)[]}
 */
function match(present, wanted) {
  /** @type {Map<string, ChildNode>} */
  const keyed = new Map();
  /** @type {Map<string, ChildNode[]>} */
  const others = new Map();
  for (const node of present) {
    const kind = kindOf(node);
    const key = keyOf(node);
    if (key !== null) keyed.set(`${kind} ${key}`, node);
    else others.set(kind, [...(others.get(kind) ?? []), node]);
  }
  return wanted.map((child) => {
    if (typeof child === "string") return others.get("#text")?.shift() ?? null;
    if (child.key === null) return others.get(child.tag)?.shift() ?? null;
    const place = `${child.tag} ${child.key}`;
    const found = keyed.get(place) ?? null;
    keyed.delete(place);
    return found;
  });
}

/** @param {ChildNode} node */
function kindOf(node) {
  return made.get(node)?.tag ?? node.nodeName.toLowerCase();
}

/** A node written by the server is reused if it has a key. @param {ChildNode} node @returns {string | number | null} */
function keyOf(node) {
  const known = made.get(node);
  return known ? known.key : node.nodeType === 1 ? /** @type {Element} */ (node).getAttribute("data-key") : null;
}

/**
 * @param {Element | DocumentFragment} parent
 * @param {ChildNode | null} node
 * @param {string | VNode} wanted
 * @returns {ChildNode}
 */
function update(parent, node, wanted) {
  const owner = parent.ownerDocument;
  if (typeof wanted === "string") {
    if (!node) return owner.createTextNode(wanted);
    if (node.nodeValue !== wanted) node.nodeValue = wanted;
    return node;
  }
  if (node && made.get(node)?.as === wanted) return node; // the same description as before
  const isNew = node === null;
  const element = /** @type {Element} */ (node ?? create(owner, parent, wanted.tag));
  setProps(element, wanted);
  if (!wanted.props.own) patchChildren(element, wanted.children);
  setLive(element, wanted.props);
  if (isNew && typeof wanted.props.mounted === "function") wanted.props.mounted(element);
  return element;
}

/** @param {Document} owner @param {Element | DocumentFragment} parent @param {string} tag */
function create(owner, parent, tag) {
  const drawn = tag === "svg" || /** @type {Element} */ (parent).namespaceURI === SVG;
  return drawn ? owner.createElementNS(SVG, tag) : owner.createElement(tag);
}

/** @param {Element} element @param {VNode} wanted */
function setProps(element, wanted) {
  const { tag, key, props } = wanted;
  const before = made.get(element);
  if (!before) for (const name of element.getAttributeNames()) if (!(name in props)) element.removeAttribute(name);
  const old = before?.props ?? {};
  /** @type {Made} */
  const now = { tag, key, props, listener: before?.listener ?? null, as: wanted };
  made.set(element, now);
  for (const name in old) if (!(name in props)) setProp(element, now, name, null);
  for (const name in props) if (!before || !same(old[name], props[name])) setProp(element, now, name, props[name]);
}

/**
 * Whether nothing needs to be done; functions share one listener, so a new one is no change.
 * @param {unknown} old
 * @param {unknown} now
 */
const same = (old, now) => old === now || (typeof old === "function" && typeof now === "function");

/** @param {Element} element @param {Made} now @param {string} name @param {unknown} value */
function setProp(element, now, name, value) {
  if (OURS.has(name) || LIVE.has(name)) return;
  if (typeof value === "function") listen(element, now, name);
  else if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else {
    const given = value === true ? "" : String(value);
    const text = ADDRESSES.has(name) ? at(given) : given;
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

/**
 * One listener per element, which looks up the current function.
 * @param {Element} element
 * @param {Made} now
 * @param {string} name
 */
function listen(element, now, name) {
  now.listener ??= {
    handleEvent(event) {
      const handler = made.get(element)?.props[event.type];
      if (typeof handler === "function") handler(event);
    },
  };
  element.addEventListener(name, now.listener); // adding it twice has no effect
}

/**
 * Set after the children: a select needs its options first.
 * @param {Element} element
 * @param {Record<string, unknown>} props
 */
function setLive(element, props) {
  const live = /** @type {Record<string, unknown>} */ (/** @type {unknown} */ (element));
  for (const name of LIVE) if (name in props && live[name] !== props[name]) live[name] = props[name];
}

/**
 * Puts the nodes in order with few moves, none of them of the node that must stay.
 * @param {Element | DocumentFragment} parent
 * @param {ChildNode[]} nodes
 * @param {ChildNode[]} before
 * @param {(string | VNode)[]} wanted
 */
function order(parent, nodes, before, wanted) {
  const was = new Map(before.map((node, i) => [node, i]));
  const active = parent.ownerDocument?.activeElement ?? null;
  const pinned = nodes.findIndex((node, i) => {
    const child = wanted[i];
    return (
      was.has(node) &&
      ((typeof child !== "string" && child.props.held === true) || (active !== null && node.contains(active)))
    );
  });
  const still = new Set(
    longestInOrder(
      nodes.map((node) => was.get(node) ?? -1),
      pinned,
    ).map((i) => nodes[i]),
  );
  let next = /** @type {ChildNode | null} */ (null);
  for (const node of [...nodes].reverse()) {
    if (!still.has(node)) parent.insertBefore(node, next);
    next = node;
  }
}

/**
 * The places of a longest increasing sequence, through a given place if there is one; -1 stands for new nodes.
 * @param {number[]} positions @param {number} through place, or -1 @returns {number[]}
 */
export function longestInOrder(positions, through = -1) {
  const fits = (/** @type {number} */ i) =>
    positions[i] >= 0 &&
    (through < 0 ||
      i === through ||
      (i < through ? positions[i] < positions[through] : positions[i] > positions[through]));
  const places = positions.map((_, i) => i).filter(fits);
  /** @type {number[]} places whose positions end the increasing sequences of each length */
  const ends = [];
  /** @type {Map<number, number>} */
  const previous = new Map();
  for (const place of places) {
    let length = ends.findIndex((end) => positions[end] >= positions[place]);
    if (length < 0) length = ends.length;
    if (length > 0) previous.set(place, ends[length - 1]);
    ends[length] = place;
  }
  /** @type {number[]} */
  const found = [];
  for (let place = ends.at(-1); place !== undefined; place = previous.get(place)) found.unshift(place);
  return found;
}
