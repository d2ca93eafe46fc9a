/**
 * The part of a browser's document that patch.js needs: a tree, attributes, listeners, and a focus that is lost when
 * its element moves.
 */

class FakeNode {
  parentNode = null;
  childNodes = [];
  nodeValue = null;

  constructor(ownerDocument, nodeName, nodeType) {
    Object.assign(this, { ownerDocument, nodeName, nodeType });
  }

  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  get nextSibling() {
    const around = this.parentNode?.childNodes ?? [];
    return around[around.indexOf(this) + 1] ?? null;
  }

  insertBefore(node, next) {
    this.ownerDocument.moves.push(node);
    node.remove();
    const at = next ? this.childNodes.indexOf(next) : this.childNodes.length;
    if (at < 0) throw new Error("not a child");
    this.childNodes.splice(at, 0, node);
    node.parentNode = this;
  }

  remove() {
    const { parentNode, ownerDocument } = this;
    if (!parentNode) return;
    if (ownerDocument.activeElement && this.contains(ownerDocument.activeElement)) ownerDocument.activeElement = null;
    parentNode.childNodes.splice(parentNode.childNodes.indexOf(this), 1);
    this.parentNode = null;
  }

  contains(node) {
    for (let one = node; one; one = one.parentNode) if (one === this) return true;
    return false;
  }

  get textContent() {
    return this.nodeType === 3 ? this.nodeValue : this.childNodes.map((child) => child.textContent).join("");
  }
}

class FakeElement extends FakeNode {
  attributes = new Map();
  listeners = new Map();

  constructor(ownerDocument, tag, namespaceURI) {
    super(ownerDocument, namespaceURI ? tag : tag.toUpperCase(), 1);
    this.namespaceURI = namespaceURI ?? "http://www.w3.org/1999/xhtml";
  }

  getAttribute = (name) => this.attributes.get(name) ?? null;
  setAttribute = (name, value) => void this.attributes.set(name, value);
  removeAttribute = (name) => void this.attributes.delete(name);
  getAttributeNames = () => [...this.attributes.keys()];

  addEventListener(name, listener) {
    this.listeners.set(name, (this.listeners.get(name) ?? new Set()).add(listener));
  }

  send(type) {
    for (const listener of this.listeners.get(type) ?? []) listener.handleEvent({ type, target: this });
  }

  focus() {
    this.ownerDocument.activeElement = this;
  }
}

export class FakeDocument {
  activeElement = null;
  moves = [];
  createElement = (tag) => new FakeElement(this, tag);
  createElementNS = (namespace, tag) => new FakeElement(this, tag, namespace);

  createTextNode(text) {
    const node = new FakeNode(this, "#text", 3);
    node.nodeValue = text;
    return node;
  }
}

export const written = (node) =>
  node.nodeType === 3
    ? node.nodeValue
    : `<${node.nodeName.toLowerCase()}${attributesOf(node)}>${node.childNodes.map(written).join("")}</>`;

const attributesOf = (node) => [...node.attributes].map(([name, value]) => ` ${name}="${value}"`).join("");
