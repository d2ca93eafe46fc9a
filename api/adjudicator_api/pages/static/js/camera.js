/**
 * Reading tiles by the camera or from a photo: a frame in the shape of a run, what is read in it, and who takes it.
 * Pictures stay in this page: they go to its worker and nowhere else.
 */

import { icon } from "./dom.js";
import { readerAt } from "./reader/asking.js";
import { agreed } from "./reader/frames.js";
import { greyOf, WIDEST } from "./reader/strip.js";
import { isPlausible, isSure, SURE } from "./reader/sureness.js";
import { h, patch } from "./patch.js";
import { tileView } from "./tile.js";
import { t } from "./words.js";

/**
 * @typedef {import("./lens.js").Asked} Asked
 * @typedef {import("./reader/worker.js").Answer} Answer
 * @typedef {import("./reader/frames.js").Seen} Seen
 * @typedef {import("./reader/decoding.js").Tile} Tile
 * @typedef {{x: number, y: number, width: number, height: number}} Frame in shares of the view
 */

const HEIGHT = 48; // pixels of a strip
const LONG = 7; // times as long as high: ten tiles that fill two thirds of the height
const PAUSE = 120; // milliseconds between two readings
const CROPPED = 2; // times as long as high: no camera's shape, so somebody cut the run out of a photo
const LARGEST = 4096; // pixels along a photo: some phones cannot draw larger ones
const STEP = 0.02; // of the view, for the keys
const BLANK = "?";
/** Parts of the frame's height that are looked at: tiles may be smaller than the frame, or reach out of it. */
const LOOKS = [
  [0, 1],
  [-0.1, 1.1],
  [-0.4, 1.4],
  [0.12, 0.88],
  [0.22, 0.78],
  [-0.8, 1.8],
  [0, 0.7],
  [0.3, 1],
];
const LIVE = 6; // of them, one after the other, under the camera
const MORE = 0.25; // of the frame's height, beyond each end of it: there a tile that the frame cuts off shows
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
let size = { wide: 0, high: 0 }; // of the view when the frame was laid on it
/** @type {{x: number, y: number} | null} */
let drawnFrom = null;
/** @type {Seen | null} */
let shown = null;
/** @type {Seen[]} the last readings of what the camera sees */
let recent = [];
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

/** By how much the picture is scaled in a view, and where its corner lies there. @param {typeof size} size */
function laidIn({ wide, high }) {
  const shown = picture();
  const fit = source === "photo" ? Math.min : Math.max; // a photo is shown whole, the camera fills the view
  const scale = fit(wide / shown.wide, high / shown.high);
  return { scale, x: (wide - shown.wide * scale) / 2, y: (high - shown.high * scale) / 2 };
}

/**
 * The part of the picture within the frame, and a little beyond its ends, as a strip; in a frame on its end, what is
 * above comes first.
 * @param {readonly number[]} part from and to, of the frame's height
 */
function stripOf(part) {
  const [from, to] = part;
  const { clientWidth, clientHeight } = view();
  const { scale, x, y } = laidIn({ wide: clientWidth, high: clientHeight });
  const [left, top] = [(frame.x * clientWidth - x) / scale, (frame.y * clientHeight - y) / scale];
  const [across, down] = [(frame.width * clientWidth) / scale, (frame.height * clientHeight) / scale];
  const [begin, high, short] = upright ? [top, down, across] : [left, across, down];
  const within = (/** @type {number} */ place) =>
    Math.min(upright ? picture().high : picture().wide, Math.max(0, place));
  const start = within(begin - MORE * short);
  const long = Math.max(short, within(begin + high + MORE * short) - start);
  const width = Math.min(WIDEST, Math.max(HEIGHT, Math.round(((long / short / (to - from)) * HEIGHT) / 4) * 4));
  strip.width = width;
  strip.height = HEIGHT;
  const drawing = /** @type {CanvasRenderingContext2D} */ (strip.getContext("2d", { willReadFrequently: true }));
  drawing.imageSmoothingQuality = "high";
  const [along, over] = [width / long, HEIGHT / short / (to - from)];
  if (upright) drawing.setTransform(0, -over, along, 0, -along * start, over * (left + to * short));
  else drawing.setTransform(along, 0, 0, over, -along * start, -over * (top + from * short));
  drawing.drawImage(picture().image, 0, 0);
  return { grey: greyOf(drawing.getImageData(0, 0, width, HEIGHT).data, width), width, part };
}

// --- reading ------------------------------------------------------------------------------------------------------

/** @param {readonly (readonly number[])[]} looks @returns {Promise<Answer>} */
function readIn(looks) {
  const strips = looks.map(stripOf);
  if (fromBehind) for (const one of strips) one.grey.reverse();
  const box = asked.tiles.map(({ symbol, count = Infinity }) => ({ name: symbol, count }));
  return ask({ strips, column: upright, box, blanks: asked.blanks, bothWays: source === "photo" });
}

/** Reads what the camera sees until the sheet is closed or something else is read. */
async function readOn() {
  const mine = ++round;
  recent = [];
  while (mine === round && sheet.open) {
    if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && video.videoWidth) {
      const turned = [upright, fromBehind].join();
      try {
        const answer = await readIn([LOOKS[look]]);
        if (mine !== round) return;
        if (turned !== [upright, fromBehind].join()) continue; // read as the frame was
        if (!isSure(answer)) look = (look + 1) % LIVE; // the tiles may be smaller than the frame
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
    shown = { answer, at: performance.now(), sure: isSure(answer) };
    show();
  } catch {
    if (mine === round) fail("camera.not_loaded");
  }
}

/** What the last readings agree on is shown. @param {Answer} answer */
function consider(answer) {
  const now = performance.now();
  ({ recent, best: shown } = agreed([...recent, { answer, at: now, sure: isSure(answer) }], now));
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
    const drawing = /** @type {CanvasRenderingContext2D} */ (photo.getContext("2d"));
    drawing.fillStyle = "white"; // behind what is transparent
    drawing.fillRect(0, 0, photo.width, photo.height);
    drawing.drawImage(image, 0, 0, photo.width, photo.height);
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
  const { scale } = laidIn({ wide: clientWidth, high: clientHeight });
  const [width, height] = [(photo.width * scale) / clientWidth, (photo.height * scale) / clientHeight];
  frame = { x: (1 - width) / 2, y: (1 - height) / 2, width, height }; // all of it until a frame is drawn
  if (!upright && photo.width < CROPPED * photo.height) middle();
  readPhoto();
}

// --- the frame ------------------------------------------------------------------------------------------------------

function turn() {
  upright = !upright;
  shown = null;
  recent = [];
  middle();
  if (source === "photo") readPhoto();
  else show();
}

function turnRound() {
  fromBehind = !fromBehind;
  shown = null;
  recent = [];
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

/** A phone that is turned shows the photo larger or smaller: the frame stays over the same part of it. */
function keepOverPhoto() {
  const now = { wide: view().clientWidth, high: view().clientHeight };
  const [was, is] = [laidIn(size), laidIn(now)];
  const scale = is.scale / was.scale;
  frame = {
    x: ((frame.x * size.wide - was.x) * scale + is.x) / now.wide,
    y: ((frame.y * size.high - was.y) * scale + is.y) / now.high,
    width: (frame.width * size.wide * scale) / now.wide,
    height: (frame.height * size.high * scale) / now.high,
  };
}

function showFrame() {
  const place = /** @type {HTMLElement | null} */ (sheet.querySelector(".camera-frame"));
  if (!place) return;
  size = { wide: view().clientWidth, high: view().clientHeight };
  place.hidden = source !== "camera" && source !== "photo";
  for (const [name, value] of Object.entries({ left: frame.x, top: frame.y, width: frame.width, height: frame.height }))
    place.style.setProperty(name, `${value * 100}%`);
}

// --- what is shown ------------------------------------------------------------------------------------------------

/** Whether something can be laid without asking what a blank stands for. @param {readonly Tile[]} tiles */
const hasSymbol = (tiles) => tiles.some(({ name }) => name !== BLANK);

/** What was read, in words. @param {readonly Tile[]} tiles */
const inWords = (tiles) => tiles.map(({ name }) => (name === BLANK ? t("judge.blank_tile") : name)).join(", ");

function take() {
  if (!shown) return;
  asked.take(shown.answer.reading.tiles.map(({ name }) => (name === BLANK ? null : name)));
  sheet.close();
}

/** @param {Tile} read @param {number} place */
function tileRead({ name, sure }, place) {
  const tile = asked.tiles.find(({ symbol }) => symbol === name);
  const known = tile ?? { symbol: name, name: t("judge.blank_tile"), family: "", points: null, numbers: null };
  const doubtful = !shown?.sure && (sure < SURE || !shown || !isPlausible(shown.answer) || isSure(shown.answer));
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
  const blank = reading.tiles.some(({ name }) => name === BLANK) ? t("camera.blank") : "";
  if (shown.sure) return blank || t("camera.check");
  if (quality.dark) return t("camera.dark");
  if (quality.blurred) return t("camera.blurred");
  if (turned) return t("camera.upside_down");
  if (!reading.tiles.length) return t(source === "photo" ? "camera.draw" : "camera.empty");
  if (reading.tiles.length === 1) return t("camera.one_tile");
  if (reading.cut) return t("camera.cut");
  return `${t("camera.unsure")} ${blank}`.trim();
}

/** Spoken when it changes: "read: Mg, N, O, O", and what is wrong with it. */
function said() {
  if (!shown) return "";
  const { reading } = shown.answer;
  const read = reading.tiles.length ? t("camera.read", { symbols: inWords(reading.tiles) }) : "";
  return [read, shown.sure ? "" : hint()].filter(Boolean).join(". ");
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
          t("camera.other_side", { symbols: inWords(other.tiles) }),
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
          "aria-disabled": String(!hasSymbol(tiles)),
          click: () => hasSymbol(tiles) && take(),
        },
        t("camera.take"),
      ),
    ),
  );
  const place = /** @type {HTMLElement} */ (sheet.querySelector(".camera-picture"));
  const image = source === "photo" ? photo : video;
  if (place.firstChild !== image) place.replaceChildren(image);
  sheet.dataset.reading = tiles.map(({ name }) => name).join(" ");
  sheet.dataset.sure = shown ? String(shown.sure) : "";
  showFrame();
}

sheet.addEventListener("close", () => sheet.open || stop()); // comes late, perhaps after it was opened again
addEventListener("resize", () => {
  if (!sheet.open || (source !== "camera" && source !== "photo")) return;
  if (source === "camera") middle();
  else keepOverPhoto();
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
