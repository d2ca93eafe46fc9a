/**
 * Sums of products, four outputs at eight places at a time, so that each value that is read is used several times: in
 * WebAssembly's vectors, or in plain JavaScript where a browser has none. Terms are taken from where they lie, by a
 * table of places: to copy them together first took longer than to multiply them.
 */

/**
 * @typedef {(weights: number, terms: number, offsets: number, sums: number, count: number) => void} Block places in
 *   bytes: `count` rows of four weights, eight terms at each of `count` offsets from `terms`, where these offsets (in
 *   bytes) are listed, and the sums, four rows of eight
 * @typedef {{floats: Float32Array, offsets: Int32Array, block: Block}} Workspace two views of the same memory
 */

export const PANEL = 4; // outputs of a block
export const PLACES = 8;
const PAGE = 65536;

/** Memory for tables, and what multiplies them. @param {number} size bytes @returns {Workspace} */
export function workspace(size, vectors = hasVectors()) {
  if (!vectors) {
    const floats = new Float32Array(Math.ceil(size / 4));
    const offsets = new Int32Array(floats.buffer);
    return { floats, offsets, block: plainBlock(floats, offsets) };
  }
  const memory = new WebAssembly.Memory({ initial: Math.ceil(size / PAGE) });
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(MODULE), { m: { m: memory } });
  const block = /** @type {Block} */ (exports.b);
  return { floats: new Float32Array(memory.buffer), offsets: new Int32Array(memory.buffer), block };
}

function hasVectors() {
  try {
    return Boolean(new WebAssembly.Module(MODULE));
  } catch {
    return false; // an old browser, or a page that forbids WebAssembly
  }
}

// --- the module, byte by byte: https://webassembly.github.io/spec/core/binary/ -------------------------------------

const MODULE = module();

function module() {
  const [I32, V128] = [0x7f, 0x7b];
  // parameters, then where the terms of a row lie, and eight sums of four places
  const [WEIGHTS, TERMS, OFFSETS, SUMS, COUNT, HERE, FIRST_SUM] = [0, 1, 2, 3, 4, 5, 6];
  const [FIRST_TERMS, WEIGHT] = [FIRST_SUM + 2 * PANEL, FIRST_SUM + 2 * PANEL + 2];
  const get = (/** @type {number} */ local) => [0x20, local];
  const set = (/** @type {number} */ local) => [0x21, local];
  const load = (/** @type {number} */ from, /** @type {number} */ at) => [...get(from), 0xfd, 0x00, 2, at];
  const splat = (/** @type {number} */ from, /** @type {number} */ at) => [...get(from), 0xfd, 0x09, 2, at];
  const [multiply, add] = [
    [0xfd, 0xe6, 0x01],
    [0xfd, 0xe4, 0x01],
  ];
  const forward = (/** @type {number} */ local, /** @type {number} */ by) => [
    ...get(local),
    0x41,
    by,
    0x6a,
    ...set(local),
  ];
  const halves = [0, 1];
  const outputs = Array.from({ length: PANEL }, (_, i) => i);
  const product = (/** @type {number} */ output) => [
    ...splat(WEIGHTS, 4 * output),
    ...set(WEIGHT),
    ...halves.flatMap((half) => {
      const sum = FIRST_SUM + 2 * output + half;
      return [...get(sum), ...get(WEIGHT), ...get(FIRST_TERMS + half), ...multiply, ...add, ...set(sum)];
    }),
  ];
  const body = [
    ...[2, 1, I32, 2 * PANEL + 3, V128], // locals
    ...[0x03, 0x40], // loop
    ...[...get(TERMS), ...get(OFFSETS), 0x28, 2, 0, 0x6a, ...set(HERE)], // TERMS and what is listed at OFFSETS
    ...halves.flatMap((half) => [...load(HERE, 16 * half), ...set(FIRST_TERMS + half)]),
    ...outputs.flatMap(product),
    ...forward(WEIGHTS, 4 * PANEL),
    ...forward(OFFSETS, 4),
    ...[...get(COUNT), 0x41, 1, 0x6b, 0x22, COUNT, 0x0d, 0], // again while the count is not 0
    0x0b,
    ...outputs.flatMap((output) =>
      halves.flatMap((half) => [
        ...[...get(SUMS), ...get(FIRST_SUM + 2 * output + half)],
        ...[0xfd, 0x0b, 2, 32 * output + 16 * half],
      ]),
    ),
    0x0b,
  ];
  const section = (/** @type {number} */ id, /** @type {number[]} */ content) => [
    id,
    ...leb(content.length),
    ...content,
  ];
  const m = 0x6d;
  return new Uint8Array([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 5, I32, I32, I32, I32, I32, 0]),
    ...section(2, [1, 1, m, 1, m, 2, 0, 1]), // memory m.m
    ...section(3, [1, 0]),
    ...section(7, [1, 1, 0x62, 0, 0]), // function b
    ...section(10, [1, ...leb(body.length), ...body]),
  ]);
}

/** @param {number} number below 16,384 */
function leb(number) {
  return number < 128 ? [number] : [(number & 127) | 128, number >> 7];
}

// --- the same in plain JavaScript ----------------------------------------------------------------------------------

/** @param {Float32Array} floats @param {Int32Array} offsets @returns {Block} */
function plainBlock(floats, offsets) {
  return (weights, terms, listed, sums, count) => {
    for (let half = 0; half < PLACES; half += 4)
      four(floats, offsets, weights / 4, terms / 4 + half, listed / 4, sums / 4 + half, count);
  };
}

/** Four outputs at four places. @param {Float32Array} floats @param {Int32Array} offsets @param {number} at
 *  @param {number} terms @param {number} listed @param {number} sums @param {number} count */
function four(floats, offsets, at, terms, listed, sums, count) {
  let [a0, a1, a2, a3, b0, b1, b2, b3] = [0, 0, 0, 0, 0, 0, 0, 0];
  let [c0, c1, c2, c3, d0, d1, d2, d3] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (const end = at + PANEL * count; at < end; at += PANEL, listed++) {
    const term = terms + (offsets[listed] >> 2);
    // one by one: taken apart from lists they take twice the time
    const w0 = floats[at];
    const w1 = floats[at + 1];
    const w2 = floats[at + 2];
    const w3 = floats[at + 3];
    const a = floats[term];
    const b = floats[term + 1];
    const c = floats[term + 2];
    const d = floats[term + 3];
    a0 += w0 * a;
    a1 += w1 * a;
    a2 += w2 * a;
    a3 += w3 * a;
    b0 += w0 * b;
    b1 += w1 * b;
    b2 += w2 * b;
    b3 += w3 * b;
    c0 += w0 * c;
    c1 += w1 * c;
    c2 += w2 * c;
    c3 += w3 * c;
    d0 += w0 * d;
    d1 += w1 * d;
    d2 += w2 * d;
    d3 += w3 * d;
  }
  floats.set([a0, b0, c0, d0], sums);
  floats.set([a1, b1, c1, d1], sums + PLACES);
  floats.set([a2, b2, c2, d2], sums + 2 * PLACES);
  floats.set([a3, b3, c3, d3], sums + 3 * PLACES);
}
