import assert from "node:assert/strict";
import { test } from "node:test";
import { h, longestInOrder, patch } from "../../api/adjudicator_api/pages/static/js/patch.js";
import { FakeDocument, written } from "./page.js";

const place = () => new FakeDocument().createElement("main");
const keyed = (letters, more = () => ({})) => [...letters].map((key) => h("li", { key, ...more(key) }, key));
const text = (parent) => parent.textContent;

test("the described elements are created, text as text", () => {
  const parent = place();
  patch(parent, h("p", { class: "a", hidden: true, title: null }, "<b>", 1, null, false, [h("i"), "x"]), "end");
  assert.equal(parent.childNodes.map(written).join(""), '<p class="a" hidden=""><b>1<i></>x</>end');
});

test("an element that stays is reused, with its changes", () => {
  const parent = place();
  patch(parent, h("p", { class: "a", id: "x" }, "one"), h("ul", {}));
  const [first, second] = parent.childNodes;
  const [words] = first.childNodes;
  patch(parent, h("p", { class: "b" }, "two"), h("ul", {}, h("li")));
  assert.deepEqual(parent.childNodes, [first, second]);
  assert.equal(first.childNodes[0], words);
  assert.equal(written(first), '<p class="b">two</>');
});

test("keyed children keep their element wherever they go, whatever the order", () => {
  const orders = ["abcde", "edcba", "bcdea", "eabcd", "xaybz", "", "badce", "abcde"];
  const parent = place();
  const met = new Map();
  for (const order of orders) {
    const before = new Map(parent.childNodes.map((node) => [text(node), node]));
    patch(parent, keyed(order));
    assert.equal(text(parent), order);
    for (const node of parent.childNodes) if (before.has(text(node))) assert.equal(before.get(text(node)), node);
    for (const node of parent.childNodes) met.set(text(node), node);
  }
});

test("ten thousand random lists end in their order, each entry with its own element, the focused one unmoved", () => {
  let seed = 7;
  const chance = (most) => (seed = (seed * 16807) % 2147483647) % most;
  const parent = place();
  const own = parent.ownerDocument;
  for (let round = 0; round < 10_000; round++) {
    const order = [..."abcdefgh"].filter(() => chance(3)).sort(() => chance(3) - 1);
    const before = new Map(parent.childNodes.map((node) => [text(node), node]));
    const focused = parent.childNodes[chance(Math.max(parent.childNodes.length, 1))] ?? null;
    focused?.focus();
    own.moves = [];
    patch(parent, keyed(order));
    assert.equal(text(parent), order.join(""));
    for (const node of parent.childNodes) if (before.has(text(node))) assert.equal(before.get(text(node)), node);
    if (focused && order.includes(text(focused))) {
      assert.equal(own.activeElement, focused);
      assert.ok(!own.moves.includes(focused));
    }
  }
});

test("few moves: one for each entry that moved, none if none did", () => {
  const parent = place();
  patch(parent, keyed("abcdefgh"));
  parent.ownerDocument.moves = [];
  patch(parent, keyed("abcdefgh"));
  assert.equal(parent.ownerDocument.moves.length, 0);
  patch(parent, keyed("bcdefgha"));
  assert.equal(parent.ownerDocument.moves.length, 1);
});

test("an element under a finger is not moved", () => {
  const parent = place();
  patch(parent, keyed("abcd"));
  const held = parent.childNodes[0];
  parent.ownerDocument.moves = [];
  patch(
    parent,
    keyed("bcda", (key) => ({ held: key === "a" })),
  );
  assert.equal(text(parent), "bcda");
  assert.ok(!parent.ownerDocument.moves.includes(held));
});

test("listeners are those of the last description, each once", () => {
  const parent = place();
  const heard = [];
  patch(parent, h("button", { click: () => heard.push(1) }));
  patch(parent, h("button", { click: () => heard.push(2) }));
  parent.childNodes[0].send("click");
  patch(parent, h("button"));
  parent.childNodes[0].send("click");
  assert.deepEqual(heard, [2]);
});

test("an identical description object is skipped, an equal one is not", () => {
  const parent = place();
  const same = h("p", { title: "a" }, "one");
  patch(parent, same);
  const [node] = parent.childNodes;
  node.setAttribute("title", "of somebody else");
  patch(parent, same);
  assert.equal(written(node), '<p title="of somebody else">one</>');
  patch(parent, h("p", { title: "b" }, "two"));
  patch(parent, same);
  assert.equal(written(node), '<p title="a">one</>');
});

test("values that people can change are set only where they differ", () => {
  const parent = place();
  patch(parent, h("input", { value: "a", checked: false }));
  const [input] = parent.childNodes;
  assert.equal(input.value, "a");
  input.value = "typed";
  patch(parent, h("input", {}));
  assert.equal(input.value, "typed");
  patch(parent, h("input", { value: "b" }));
  assert.equal(input.value, "b");
  assert.equal(input.getAttribute("value"), null);
});

test("elements from the server are taken over by kind and by key, and changed as described", () => {
  const parent = place();
  const own = parent.ownerDocument;
  const server = ["b", "a"].map((key) => {
    const element = own.createElement("li");
    element.setAttribute("data-key", key);
    element.setAttribute("stale", "");
    parent.insertBefore(element, null);
    return element;
  });
  patch(parent, keyed("ab"));
  assert.deepEqual(parent.childNodes, [server[1], server[0]]);
  assert.equal(written(parent), "<main><li>a</><li>b</></>");
});

test("a custom element keeps its children; mounted is called once", () => {
  const parent = place();
  const seen = [];
  const own = () => h("figure", { own: true, mounted: (element) => seen.push(element) });
  patch(parent, own());
  const [figure] = parent.childNodes;
  patch(figure, "drawn");
  patch(parent, own());
  assert.equal(text(figure), "drawn");
  assert.deepEqual(seen, [figure]);
});

test("drawings and their children are SVG elements", () => {
  const parent = place();
  patch(parent, h("svg", {}, h("use", { href: "#x" })));
  assert.equal(parent.childNodes[0].childNodes[0].namespaceURI, "http://www.w3.org/2000/svg");
});

test("a longest increasing sequence, also through a given place", () => {
  assert.deepEqual(longestInOrder([0, 1, 2]), [0, 1, 2]);
  assert.deepEqual(longestInOrder([3, -1, 0, 1]), [2, 3]);
  assert.deepEqual(longestInOrder([3, -1, 0, 1], 0), [0]);
});
