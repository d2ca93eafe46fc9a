/**
 * Animates pieces from where they were to where they are: anything with `data-piece`, the name of a piece, moves when
 * the table has changed.
 *
 * A new piece comes from the player whose turn it was or from the seat in `data-from`; my own comes from my hand. A
 * piece with `data-walk`, the number of its square, moves square by square;
 * one with `data-spin` turns when that changes. A tap ends the animation, as does the next change, so that nothing on
 * the board is ever behind; nothing moves if the user prefers reduced motion or the page is hidden.
 */

import { byId } from "../dom.js";

const TIME = 420; // ms
const STEP = 45; // ms for each square of a walk
const MOST = 40; // pieces at once: more means a new situation, such as after a shuffle
const FAR = 12; // squares to walk; a longer way is direct
const still = matchMedia("(prefers-reduced-motion: reduce)");
/** @type {Set<Animation>} */
const running = new Set();

/** @typedef {{at: DOMRect, walk: number, spin: string | undefined}} Seen */

const cut = () => running.forEach((motion) => motion.finish());

addEventListener("pointerdown", cut, { capture: true });

/** @param {HTMLElement} place @returns {[string, HTMLElement][]} */
const piecesIn = (place) =>
  [.../** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("[data-piece]"))]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.dataset.piece ?? "", one.querySelector("element-tile") ?? one]);

/** @param {HTMLElement} one @returns {DOMRect} */
const middleOf = (one) => one.getBoundingClientRect();

/** Where a player sits. @param {number} seat @returns {DOMRect | null} */
function seatAt(seat) {
  const one = /** @type {HTMLElement | undefined} */ (byId("players").querySelectorAll(".player")[seat]);
  return one?.checkVisibility() ? middleOf(one) : null;
}

/**
 * Notes the positions of all pieces; call the returned function once the page has changed.
 * @param {boolean} changed whether the table has changed
 * @returns {() => void}
 */
export function motion(changed) {
  if (changed) cut();
  if (!changed || still.matches || document.hidden) return () => {};
  const room = byId("room");
  /** @type {Map<string, Seen>} */
  const before = new Map(
    piecesIn(room).map(([name, one]) => [
      name,
      { at: middleOf(one), walk: Number(one.dataset.walk), spin: one.dataset.spin },
    ]),
  );
  const turn = /** @type {NodeListOf<HTMLElement>} */ (room.querySelectorAll(".player[data-turn]"));
  const source = turn.length !== 1 ? null : turn[0].dataset.me ? byId("own") : turn[0];
  const from = source?.checkVisibility() ? middleOf(source) : null;
  return () => {
    const now = piecesIn(room);
    if (!before.size) return;
    const moved = now.flatMap(([name, one]) =>
      framesOf(one, before.get(name), one.dataset.from ? seatAt(Number(one.dataset.from)) : from),
    );
    if (moved.length > MOST) return;
    for (const [one, frames, duration] of moved) go(one, frames, duration);
  };
}

/**
 * @param {HTMLElement} one
 * @param {Seen | undefined} was
 * @param {DOMRect | null} from
 * @returns {[HTMLElement, Keyframe[], number][]}
 */
function framesOf(one, was, from) {
  const at = middleOf(one);
  if (was && one.dataset.spin !== was.spin)
    return [
      [
        one,
        [
          { rotate: "-1turn", scale: 0.6 },
          { rotate: "0turn", scale: 1 },
        ],
        TIME,
      ],
    ];
  if (!was)
    return from && !one.dataset.spin
      ? [
          [
            one,
            [
              { ...shift(from, at), opacity: 0.2, scale: 0.6 },
              { translate: "0 0", opacity: 1, scale: 1 },
            ],
            TIME,
          ],
        ]
      : [];
  const path = pathOf(one, was);
  if (path.length)
    return [
      [
        one,
        [...path.map((square) => shift(square, at)), { translate: "0 0" }],
        Math.min(500, STEP * (path.length + 1)),
      ],
    ];
  const way = Math.hypot(was.at.x - at.x, was.at.y - at.y);
  return way > 4 ? [[one, [shift(was.at, at), { translate: "0 0" }], TIME]] : [];
}

/**
 * The squares between a token's old and new position.
 * @param {HTMLElement} one
 * @param {Seen} was
 * @returns {DOMRect[]}
 */
function pathOf(one, { walk }) {
  const board = one.closest("[data-squares]");
  const [to, all] = [Number(one.dataset.walk), Number(/** @type {HTMLElement | null} */ (board)?.dataset.squares)];
  const steps = board && walk >= 0 && to >= 0 ? (to - walk + all) % all : 0;
  if (!board || steps < 1 || steps > FAR) return [];
  return Array.from({ length: steps }, (_, step) =>
    board.querySelector(`[data-square="${(walk + step) % all}"]`),
  ).flatMap((square) => (square ? [middleOf(/** @type {HTMLElement} */ (square))] : []));
}

/** @param {DOMRect} from @param {DOMRect} to @returns {Keyframe} */
const shift = (from, to) => ({
  translate: `${from.x + from.width / 2 - to.x - to.width / 2}px ${from.y + from.height / 2 - to.y - to.height / 2}px`,
});

/** @param {HTMLElement} one @param {Keyframe[]} frames @param {number} duration */
function go(one, frames, duration) {
  const raised = [{ zIndex: 5 }, { zIndex: 5 }];
  const moving = one.animate(frames, { duration, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)" });
  const above = one.animate(raised, { duration });
  one.dataset.moving = "yes"; // lets it out of containers that clip their pieces
  running.add(moving).add(above);
  const end = () => {
    delete one.dataset.moving;
    for (const each of [moving, above]) running.delete(each);
  };
  moving.finished.then(end, end);
}
