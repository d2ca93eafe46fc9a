/**
 * Reading tiles by the camera or from a photo: a frame in the shape of a run, what is read in it, and who takes it.
 * Pictures stay in this page: they go to its worker and nowhere else.
 */

import { icon } from "./dom.js";
import { readerAt } from "./reader/asking.js";
import { greyOf } from "./reader/strip.js";
import { h, patch } from "./patch.js";
import { tileView } from "./tile.js";
import { t } from "./words.js";

/**
 * @typedef {import("./lens.js").Asked} Asked
 * @typedef {import("./reader/worker.js").Answer} Answer
 * @typedef {import("./reader/decoding.js").Reading} Reading
 * @typedef {import("./reader/decoding.js").Tile} Tile
 * @typedef {{x: number, y: number, width: number, height: number}} Frame in shares of the view
 */

const HEIGHT = 48; // pixels of a strip
const LONG = 7; // times as long as high: ten tiles that fill two thirds of the height
const WIDEST = 640; // pixels of a strip
// A tile less likely is marked, and so are all tiles of a run that fits worse: calibrated in tools/reading/card.md.
const SURE = 0.99;
const FITS = -1;
const PAUSE = 120; // milliseconds between two readings
const HOLD = 1500; // milliseconds that a better reading stays
const CROPPED = 2; // times as long as high: no camera's shape, so somebody cut the run out of a photo
const LARGEST = 4096; // pixels along a photo: some phones cannot draw larger ones
const STEP = 0.02; // of the view, for the keys
const BLANK = "?";
/** Parts of the frame's height that are looked at: tiles may be smaller than the frame. */
const LOOKS = [
  [0, 1],
  [0.12, 0.88],
  [0.22, 0.78],
  [0, 0.7],
  [0.3, 1],
];
const TROUBLES = {
  NotAllowedError: "camera.refused",
  SecurityError: "camera.refused",
  NotFoundError: "camera.none",
  OverconstrainedError: "camera.none",
  NotReadableError: "camera.busy",
};

const video = document.createElement("video");
video.muted = true;
video.playsInline = true;
video.setAttribute("aria-hidden", "true");
const photo = document.createElement("canvas");
const strip = document.createElement("canvas");
const sheet = document.createElement("dialog");
sheet.id = "camera-sheet";
sheet.setAttribute("aria-labelledby", "camera-title");
const style = document.createElement("link");
style.rel = "stylesheet";
style.href = new URL("./camera.css", import.meta.url).href;
document.head.append(style);

/** @type {Asked} */
let asked = { tiles: [], blanks: 0, take: () => {} };
/** @type {MediaStream | null} */
let stream = null;
/** @type {"starting" | "camera" | "paused" | "photo" | "nothing"} */
let source = "starting";
let upright = false; // whether the frame stands on its end
let fromBehind = false; // whether the run is read from the other side of the table
let look = 0;
/** @type {Frame} */
let frame = { x: 0, y: 0, width: 0, height: 0 };
/** @type {{x: number, y: number} | null} */
let drawnFrom = null;
/** @type {{answer: Answer, at: number} | null} */
let shown = null;
let trouble = "";
/** @type {Promise<unknown>} the last reading of a photo */
let before = Promise.resolve();
let round = 0; // readings of an earlier round are not shown

const ask = readerAt(new URL("./reader.js", import.meta.url));

// --- what is seen -----------------------------------------------------------------------------------------------

/** The frame at the middle of the view, as long as fits. */
function middle() {
  const { clientWidth: wide, clientHeight: high } = view();
  const long = Math.min((upright ? high : wide) * 0.94, (upright ? wide : high) * 0.6 * LONG);
  const [width, height] = upright ? [long / LONG / wide, long / high] : [long / wide, long / LONG / high];
  frame = { x: (1 - width) / 2, y: (1 - height) / 2, width, height };
}

const view = () => /** @type {HTMLElement} */ (sheet.querySelector(".camera-view"));

/** The picture in the view, and its size. */
function picture() {
  if (source === "photo") return { image: photo, wide: photo.width, high: photo.height };
  return { image: video, wide: video.videoWidth, high: video.videoHeight };
}

/**
 * The part of the picture within the frame, as a strip; in a frame on its end, what is below comes first.
 * @param {readonly number[]} part from and to, of the frame's height
 */
function stripOf([from, to]) {
  const { image, wide, high } = picture();
  const { clientWidth, clientHeight } = view();
  const fit = source === "photo" ? Math.min : Math.max; // a photo is shown whole, the camera fills the view
  const scale = fit(clientWidth / wide, clientHeight / high);
  const left = (frame.x * clientWidth - (clientWidth - wide * scale) / 2) / scale;
  const top = (frame.y * clientHeight - (clientHeight - high * scale) / 2) / scale;
  const [across, down] = [(frame.width * clientWidth) / scale, (frame.height * clientHeight) / scale];
  const [long, short] = upright ? [down, across] : [across, down];
  const width = Math.min(WIDEST, Math.max(HEIGHT, Math.round(((long / short / (to - from)) * HEIGHT) / 4) * 4));
  strip.width = width;
  strip.height = HEIGHT;
  const drawing = /** @type {CanvasRenderingContext2D} */ (strip.getContext("2d", { willReadFrequently: true }));
  drawing.imageSmoothingQuality = "high";
  const [along, over] = [width / long, HEIGHT / short / (to - from)];
  if (upright) drawing.setTransform(0, over, -along, 0, along * (top + down), -over * (left + from * short));
  else drawing.setTransform(along, 0, 0, over, -along * left, -over * (top + from * short));
  drawing.drawImage(image, 0, 0);
  return { grey: greyOf(drawing.getImageData(0, 0, width, HEIGHT).data), width };
}

// --- reading ------------------------------------------------------------------------------------------------------

/**
 * A run that fits badly resembles symbols that the box does not have; a single tile may be all that a frame across the
 * run has of it. @param {Answer} answer
 */
const isPlausible = ({ reading: { tiles, fit }, turned }) => tiles.length > 1 && fit > FITS && !turned;

/** @param {Answer} answer */
const isSure = (answer) => isPlausible(answer) && answer.reading.tiles.every((tile) => tile.sure >= SURE);

/** @param {readonly (readonly number[])[]} looks @returns {Promise<Answer>} */
function readIn(looks) {
  const strips = looks.map(stripOf);
  if (fromBehind) for (const one of strips) one.grey.reverse();
  const box = asked.tiles.map(({ symbol, count = Infinity }) => ({ name: symbol, count }));
  return ask({ strips, box, blanks: asked.blanks, bothWays: source === "photo" });
}

/** Reads what the camera sees until the sheet is closed or something else is read. */
async function readOn() {
  const mine = ++round;
  while (mine === round && sheet.open) {
    if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && video.videoWidth) {
      try {
        const answer = await readIn([LOOKS[look]]);
        if (mine !== round) return;
        if (!isSure(answer)) look = (look + 1) % 3; // the tiles may be smaller than the frame
        consider(answer);
      } catch {
        if (mine === round) fail("camera.not_loaded");
        return;
      }
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** Reads the photo once, in all ways; of frames that are moved meanwhile only the last is read. */
async function readPhoto() {
  const mine = ++round;
  shown = null;
  show();
  await before;
  if (mine !== round) return;
  try {
    const reading = readIn(LOOKS);
    before = reading.catch(() => {});
    const answer = await reading;
    if (mine !== round) return;
    shown = { answer, at: performance.now() };
    show();
  } catch {
    if (mine === round) fail("camera.not_loaded");
  }
}

/** A better reading stays for a moment: hands are not steady. @param {Answer} answer */
function consider(answer) {
  const now = performance.now();
  const worth = (/** @type {Reading} */ { tiles, likely }) => (tiles.length ? likely : 0);
  if (shown && now - shown.at < HOLD && worth(shown.answer.reading) > worth(answer.reading)) return;
  shown = { answer, at: now };
  show();
}

// --- the camera, and photos -----------------------------------------------------------------------------------------

async function openCamera() {
  stop();
  const mine = round; // somebody may close the sheet or choose a photo before the camera may be used
  source = "starting";
  trouble = "";
  show();
  if (!navigator.mediaDevices?.getUserMedia) return fail(isSecureContext ? "camera.none" : "camera.insecure");
  try {
    const opened = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1080 } },
    });
    if (mine !== round || !sheet.open) return opened.getTracks().forEach((track) => track.stop());
    stream = opened;
    for (const track of opened.getTracks())
      track.addEventListener("ended", () => stream === opened && fail("camera.ended"));
    video.srcObject = opened;
    await video.play();
  } catch (error) {
    if (mine !== round) return;
    const { name } = /** @type {DOMException} */ (error);
    return fail(/** @type {Record<string, string>} */ (TROUBLES)[name] ?? "camera.busy");
  }
  if (mine !== round) return;
  source = "camera";
  show();
  middle();
  show();
  readOn();
}

function stop() {
  round++;
  stream?.getTracks().forEach((track) => track.stop());
  stream = null;
  video.srcObject = null;
  shown = null;
}

/** @param {string} key the sentence that says why */
function fail(key) {
  stop();
  source = "nothing";
  trouble = key;
  show();
}

/** @param {File | undefined} file */
async function openPhoto(file) {
  if (!file) return;
  stop();
  const mine = round;
  source = "starting";
  try {
    const image = await createImageBitmap(file);
    if (mine !== round) return image.close();
    const scale = Math.min(1, LARGEST / Math.max(image.width, image.height));
    photo.width = Math.round(image.width * scale);
    photo.height = Math.round(image.height * scale);
    photo.getContext("2d")?.drawImage(image, 0, 0, photo.width, photo.height);
    image.close();
  } catch {
    if (mine === round) fail("camera.no_picture");
    return;
  }
  source = "photo";
  trouble = "";
  upright = photo.height >= CROPPED * photo.width;
  fromBehind = false;
  show();
  const { clientWidth, clientHeight } = view();
  const scale = Math.min(clientWidth / photo.width, clientHeight / photo.height);
  const [width, height] = [(photo.width * scale) / clientWidth, (photo.height * scale) / clientHeight];
  frame = { x: (1 - width) / 2, y: (1 - height) / 2, width, height }; // all of it until a frame is drawn
  if (!upright && photo.width < CROPPED * photo.height) middle();
  readPhoto();
}

// --- the frame ------------------------------------------------------------------------------------------------------

function turn() {
  upright = !upright;
  shown = null;
  middle();
  if (source === "photo") readPhoto();
  else show();
}

function turnRound() {
  fromBehind = !fromBehind;
  shown = null;
  if (source === "photo") readPhoto();
}

/** @param {PointerEvent} event */
function pointAt(event) {
  const box = view().getBoundingClientRect();
  const within = (/** @type {number} */ share) => Math.min(1, Math.max(0, share));
  return { x: within((event.clientX - box.left) / box.width), y: within((event.clientY - box.top) / box.height) };
}

/** @param {PointerEvent} event */
function beginFrame(event) {
  if (source !== "photo") return;
  view().setPointerCapture(event.pointerId);
  drawnFrom = pointAt(event);
}

/** @param {PointerEvent} event */
function drawFrame(event) {
  if (!drawnFrom) return;
  const to = pointAt(event);
  frame = {
    x: Math.min(to.x, drawnFrom.x),
    y: Math.min(to.y, drawnFrom.y),
    width: Math.max(0.02, Math.abs(to.x - drawnFrom.x)),
    height: Math.max(0.02, Math.abs(to.y - drawnFrom.y)),
  };
  const { clientWidth, clientHeight } = view();
  upright = frame.height * clientHeight > frame.width * clientWidth;
  showFrame();
}

function endFrame() {
  if (!drawnFrom) return;
  drawnFrom = null;
  readPhoto();
}

/** Arrows move the frame over a photo; with Shift they make it larger or smaller. @param {KeyboardEvent} event */
function onKey(event) {
  const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [];
  if (source !== "photo" || dx === undefined || dy === undefined) return;
  event.preventDefault();
  const bounded = (/** @type {number} */ value, /** @type {number} */ most) => Math.min(most, Math.max(0.02, value));
  if (event.shiftKey) {
    frame.width = bounded(frame.width + dx * STEP, 1 - frame.x);
    frame.height = bounded(frame.height + dy * STEP, 1 - frame.y);
  } else {
    frame.x = Math.min(1 - frame.width, Math.max(0, frame.x + dx * STEP));
    frame.y = Math.min(1 - frame.height, Math.max(0, frame.y + dy * STEP));
  }
  showFrame();
  readPhoto();
}

function showFrame() {
  const place = /** @type {HTMLElement | null} */ (sheet.querySelector(".camera-frame"));
  if (!place) return;
  place.hidden = source !== "camera" && source !== "photo";
  for (const [name, value] of Object.entries({ left: frame.x, top: frame.y, width: frame.width, height: frame.height }))
    place.style.setProperty(name, `${value * 100}%`);
}

// --- what is shown ------------------------------------------------------------------------------------------------

/** @param {readonly Tile[]} tiles @returns {string[]} */
const symbolsOf = (tiles) => tiles.map((tile) => tile.name).filter((name) => name !== BLANK);

function take() {
  if (!shown) return;
  asked.take(symbolsOf(shown.answer.reading.tiles));
  sheet.close();
}

/** @param {Tile} read @param {number} place */
function tileRead({ name, sure }, place) {
  const tile = asked.tiles.find(({ symbol }) => symbol === name);
  const known = tile ?? { symbol: name, name: t("judge.blank_tile"), family: "", points: null, numbers: null };
  const doubtful = sure < SURE || !shown || !isPlausible(shown.answer);
  return h(
    "li",
    { key: `${place} ${name}`, class: doubtful ? "doubtful" : null },
    tileView(known, { label: doubtful ? t("camera.doubtful", { name: known.name }) : known.name }),
  );
}

/** What the picture lacks, or what to do, in words. */
function hint() {
  if (trouble) return t(trouble);
  if (source === "starting" || source === "paused") return t("camera.starting");
  if (!shown) return t("camera.reading");
  const { reading, quality, turned } = shown.answer;
  if (isSure(shown.answer))
    return reading.tiles.some(({ name }) => name === BLANK) ? t("camera.blank") : t("camera.check");
  if (turned) return t("camera.upside_down");
  if (quality.dark) return t("camera.dark");
  if (quality.blurred) return t("camera.blurred");
  if (!reading.tiles.length) return t(source === "photo" ? "camera.draw" : "camera.empty");
  if (reading.tiles.length === 1) return t("camera.one_tile");
  return t("camera.unsure");
}

/** Spoken when it changes: "read: Mg, N, O, O", and what is wrong with it. */
function said() {
  if (!shown) return "";
  const { reading } = shown.answer;
  const names = reading.tiles.map((tile) => tile.name);
  const read = names.length ? t("camera.read", { symbols: names.join(", ") }) : "";
  return [read, isSure(shown.answer) ? "" : hint()].filter(Boolean).join(". ");
}

function show() {
  const tiles = shown?.answer.reading.tiles ?? [];
  const other = shown?.answer.other;
  patch(
    sheet,
    h(
      "div",
      { class: "sheet-head" },
      h("h2", { id: "camera-title" }, t("camera.title")),
      h(
        "button",
        { type: "button", class: "icon-button", "data-close": "", "aria-label": t("frame.close") },
        icon("close"),
      ),
    ),
    h(
      "div",
      { class: "sheet-body stack" },
      h(
        "div",
        {
          class: `camera-view ${source}`,
          tabindex: source === "photo" ? 0 : null,
          role: source === "photo" ? "group" : null,
          "aria-label": source === "photo" ? t("camera.photo_frame") : null,
          pointerdown: beginFrame,
          pointermove: drawFrame,
          pointerup: endFrame,
          pointercancel: endFrame,
          keydown: onKey,
        },
        h("div", { key: "picture", class: "camera-picture", own: true }),
        h("div", { key: "frame", class: "camera-frame" }),
      ),
      source !== "nothing" && h("ul", { class: "camera-read", "aria-label": t("camera.tiles") }, tiles.map(tileRead)),
      h("p", { class: "out-of-sight", role: "status" }, said()),
      h(
        "p",
        { class: `small ${trouble ? "trouble-text" : "soft"}`, id: "camera-hint", role: trouble ? "alert" : null },
        hint(),
      ),
      other &&
        h(
          "button",
          { key: "other", type: "button", class: "button", click: turnRound },
          t("camera.other_side", { symbols: other.tiles.map((tile) => tile.name).join(", ") }),
        ),
      h(
        "div",
        { class: "row" },
        source !== "nothing" &&
          h(
            "button",
            { key: "turn", type: "button", class: "button", "aria-pressed": String(upright), click: turn },
            t("camera.turn"),
          ),
        h(
          "label",
          { key: "photo", class: "button camera-file" },
          t("camera.photo"),
          h("input", {
            type: "file",
            accept: "image/*",
            class: "out-of-sight",
            id: "camera-photo",
            change: (/** @type {Event} */ event) => {
              const input = /** @type {HTMLInputElement} */ (event.target);
              openPhoto(input.files?.[0]).then(() => (input.value = ""));
            },
          }),
        ),
        source !== "camera" &&
          source !== "starting" &&
          h("button", { key: "again", type: "button", class: "button", click: openCamera }, t("camera.again")),
      ),
      h("p", { class: "small soft" }, t("camera.private")),
    ),
    h(
      "div",
      { class: "sheet-foot" },
      h(
        "button",
        {
          type: "button",
          id: "camera-take",
          class: "button primary wide",
          "aria-disabled": String(!symbolsOf(tiles).length),
          click: () => symbolsOf(tiles).length && take(),
        },
        t("camera.take"),
      ),
    ),
  );
  const place = /** @type {HTMLElement} */ (sheet.querySelector(".camera-picture"));
  const image = source === "photo" ? photo : video;
  if (place.firstChild !== image) place.replaceChildren(image);
  sheet.dataset.reading = symbolsOf(tiles).join(" ");
  sheet.dataset.sure = shown ? String(isSure(shown.answer)) : "";
  showFrame();
}

sheet.addEventListener("close", () => sheet.open || stop()); // comes late, perhaps after it was opened again
addEventListener("resize", () => {
  if (!sheet.open || source !== "camera") return;
  middle();
  showFrame();
});
// Nobody is filmed behind their back. The sheet stays: a phone's gallery hides the page while a photo is chosen.
document.addEventListener("visibilitychange", () => {
  if (document.hidden && sheet.open && (source === "camera" || source === "starting")) {
    stop();
    source = "paused";
    show();
  } else if (!document.hidden && sheet.open && source === "paused") openCamera();
});
document.addEventListener("camera-opens", (event) => {
  asked = /** @type {CustomEvent<Asked>} */ (event).detail;
  fromBehind = false;
  upright = false;
  document.body.append(sheet); // in the pocket edition the page's body may be another one since
  sheet.showModal();
  openCamera();
});
