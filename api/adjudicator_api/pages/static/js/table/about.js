/**
 * Explains any mark on a table: a long press or a resting pointer shows in one line what it is (`data-about`, else its
 * label).
 */

import { byId } from "../dom.js";

const PRESS = 500; // ms with a finger
const REST = 700; // ms with a mouse
const FAR = 8; // px that a finger may move

/** @param {EventTarget | null} target @returns {HTMLElement | null} */
const marked = (target) =>
  target instanceof Element
    ? /** @type {HTMLElement | null} */ (
        target.closest(
          "#room :is([data-about], .square, element-tile, [role=img][aria-label], button[aria-label], button.m-square)",
        )
      )
    : null;

let timer = 0;
let asked = false;
/** @type {[number, number]} */
let from = [0, 0];

/** @param {HTMLElement} one @param {number} x @param {number} y */
function tell(one, x, y) {
  const text = one.dataset.about ?? one.getAttribute("aria-label");
  const bubble = byId("about");
  if (!text || !one.isConnected) return;
  asked = true;
  bubble.textContent = text;
  bubble.hidden = false;
  const { width, height } = bubble.getBoundingClientRect();
  bubble.style.left = `${Math.max(4, Math.min(x - width / 2, innerWidth - width - 4))}px`;
  bubble.style.top = `${y - height - 24 > 4 ? y - height - 24 : y + 24}px`;
}

function hush() {
  clearTimeout(timer);
  byId("about").hidden = true;
}

/** @param {PointerEvent} event @param {number} after */
function wait({ target, clientX, clientY }, after) {
  hush();
  const one = marked(target);
  from = [clientX, clientY];
  if (one) timer = window.setTimeout(() => tell(one, clientX, clientY), after);
}

export function askable() {
  addEventListener("pointerdown", (event) => {
    asked = false;
    if (event.pointerType === "mouse") hush();
    else wait(event, PRESS);
  });
  addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse") wait(event, REST);
    else if (Math.hypot(event.clientX - from[0], event.clientY - from[1]) > FAR) hush();
  });
  for (const end of ["pointercancel", "scroll", "keydown"])
    addEventListener(end, hush, { capture: true, passive: true });
  addEventListener("pointerup", (event) => event.pointerType !== "mouse" && hush());
  const swallow = (/** @type {Event} */ event) => {
    if (!asked || !marked(event.target)) return;
    asked = event.type === "contextmenu";
    event.preventDefault();
    event.stopPropagation();
  };
  addEventListener("contextmenu", (event) => matchMedia("(pointer: coarse)").matches && swallow(event), {
    capture: true,
  });
  addEventListener("click", (event) => /** @type {PointerEvent} */ (event).pointerType === "touch" && swallow(event), {
    capture: true,
  });
}
