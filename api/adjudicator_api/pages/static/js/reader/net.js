/**
 * The reader of tiles: a small net of convolutions. It takes a strip of grey pixels and says for each step along it how
 * much it looks like the middle of each symbol, of a blank tile, or of nothing. `tools/reading` trains it.
 */

import { PANEL, PLACES, workspace } from "./products.js";
import { WIDEST } from "./strip.js";

/**
 * A convolution by multiplication: `weights` is where panels of four outputs begin in the workspace, `bias` for each.
 * @typedef {{inputs: number, outputs: number, size: number, weights: number, bias: Float32Array}} Layer
 * @typedef {{height: number, stride: number, symbols: string[], down: number[], along: number[], stem: Layer[],
 *   mixers: {near: Layer, all: Layer}[], reach: number, head: Layer, work: import("./products.js").Workspace, sums:
 *   number, listed: number, terms: number}} Reader `sums`, `listed` and `terms`: where a block's sums, the
 *   places of its terms and the terms themselves begin in the workspace
 * @typedef {{steps: number, classes: number, values: Float32Array}} Scores by step, then by class; the last two classes
 *   are the blank tile and nothing
 */

const MARK = "reader1\0";

/** @param {ArrayBuffer} file @param {boolean} [vectors] otherwise as the browser can @returns {Reader} */
export function readerOf(file, vectors) {
  const text = new TextDecoder();
  if (text.decode(new Uint8Array(file, 0, MARK.length)) !== MARK) throw new Error("this is no reader of tiles");
  const length = new DataView(file).getUint32(MARK.length, true);
  const begin = MARK.length + 4;
  const { height, stride, stem, mixers, reach, symbols } = JSON.parse(text.decode(new Uint8Array(file, begin, length)));
  /** @type {[number, number, number][]} inputs, outputs and the size of a window, in the file's order */
  const shapes = [];
  let inputs = 1;
  for (const [outputs] of stem) {
    shapes.push([inputs, outputs, 9]);
    inputs = outputs;
  }
  for (let i = 0; i < mixers; i++) shapes.push([1, inputs, reach], [inputs, inputs, 1]);
  shapes.push([inputs, symbols.length + 2, 1]);
  const panels = shapes.map(([from, outputs, size]) => Math.ceil(outputs / PANEL) * PANEL * from * size);
  const sums = 4 * panels.reduce((sum, one) => sum + one, 0);
  const listed = sums + 4 * PANEL * PLACES;
  const terms = listed + 4 * Math.max(...shapes.map(([from, , size]) => from * size));
  const work = workspace(terms + 4 * mostTerms(height, stem, inputs), vectors);
  let weights = 0;
  let number = begin + length;
  let weight = number + 8 * shapes.reduce((sum, [, outputs]) => sum + outputs, 0);
  const layers = shapes.map(([from, outputs, size], i) => {
    const scale = new Float32Array(file.slice(number, number + 4 * outputs));
    const bias = new Float32Array(file.slice(number + 4 * outputs, number + 8 * outputs));
    const eight = new Int8Array(file, weight, outputs * from * size);
    number += 8 * outputs;
    weight += eight.length;
    fillPanels(work.floats, weights, eight, scale);
    weights += panels[i];
    return { inputs: from, outputs, size, bias, weights: weights - panels[i] };
  });
  const mixing = layers.slice(stem.length, -1);
  return {
    height,
    stride,
    symbols,
    reach,
    down: stem.map((/** @type {number[]} */ one) => one[1]),
    along: stem.map((/** @type {number[]} */ one) => one[2]),
    stem: layers.slice(0, stem.length),
    mixers: Array.from({ length: mixers }, (_, i) => ({ near: mixing[2 * i], all: mixing[2 * i + 1] })),
    head: layers[layers.length - 1],
    work,
    sums,
    listed,
    terms,
  };
}

/**
 * The most floats that a layer of a strip takes its terms from, as `convolved` and `multiplied` lay them.
 * @param {number} height
 * @param {[number, number, number][]} stem outputs and strides, down and along
 * @param {number} channels of the layers behind it
 */
function mostTerms(height, stem, channels) {
  let [most, inputs, high, wide] = [0, 1, height, WIDEST];
  for (const [outputs, down, along] of stem) {
    most = Math.max(most, inputs * (high + 2) * along * planeOf(wide, along) + PLACES);
    [inputs, high, wide] = [outputs, Math.ceil(high / down), Math.ceil(wide / along)];
  }
  return Math.max(most, channels * wide + PLACES);
}

/**
 * Each row of a picture is laid as `along` planes, so that neighbours of a plane are a stride apart.
 * @param {number} wide
 * @param {number} along
 */
const planeOf = (wide, along) => Math.ceil((wide + 2) / along);

/**
 * Weights with four outputs side by side; a last panel is filled up with zeros.
 * @param {Float32Array} floats
 * @param {number} begin
 * @param {Int8Array} eight
 * @param {Float32Array} scale
 */
function fillPanels(floats, begin, eight, scale) {
  const terms = eight.length / scale.length;
  for (let output = 0; output < scale.length; output++) {
    const panel = begin + Math.floor(output / PANEL) * PANEL * terms + (output % PANEL);
    for (let term = 0; term < terms; term++)
      floats[panel + term * PANEL] = eight[output * terms + term] * scale[output];
  }
}

/**
 * What the reader sees at each step of a strip.
 * @param {Reader} reader
 * @param {Float32Array} pixels rows of a strip, with mean 0 and deviation 1
 * @param {number} width a multiple of four, at most WIDEST
 * @returns {Scores}
 */
export function scoresOf(reader, pixels, width) {
  if (width > WIDEST) throw new Error(`a strip of ${width} pixels is too long`);
  let rows = { values: pixels, channels: 1, height: reader.height, width };
  reader.stem.forEach((layer, i) => {
    const last = i === reader.stem.length - 1; // sees all rows that are left, so it has no margin above and below
    rows = convolved(reader, layer, rows, reader.down[i], reader.along[i], last ? 0 : 1);
  });
  let { values } = rows;
  const steps = rows.width;
  for (const { near, all } of reader.mixers) {
    const mixed = multiplied(reader, all, alongRow(reader, near, values, steps), steps);
    for (let i = 0; i < mixed.length; i++) mixed[i] = Math.max(0, mixed[i] + values[i]);
    values = mixed;
  }
  const scores = multiplied(reader, reader.head, values, steps);
  const classes = reader.head.outputs;
  const byStep = new Float32Array(steps * classes);
  for (let one = 0; one < classes; one++)
    for (let step = 0; step < steps; step++) byStep[step * classes + one] = scores[one * steps + step];
  return { steps, classes, values: byStep };
}

/**
 * A convolution with windows of 3 × 3, a margin of one on both sides, and what is negative cut off.
 * @param {Reader} reader
 * @param {Layer} layer
 * @param {{values: Float32Array, channels: number, height: number, width: number}} from
 * @param {number} down
 * @param {number} along
 * @param {number} margin above and below
 */
function convolved(reader, layer, { values, channels, height, width }, down, along, margin) {
  const { floats, offsets } = reader.work;
  const tall = height + 2 * margin;
  const plane = planeOf(width, along);
  const long = along * plane;
  const begin = reader.terms / 4;
  floats.fill(0, begin, begin + channels * tall * long + PLACES);
  for (let channel = 0; channel < channels; channel++)
    for (let y = 0; y < height; y++) {
      const from = (channel * height + y) * width;
      const row = begin + (channel * tall + y + margin) * long;
      for (let x = 0; x < width; x++)
        floats[row + ((x + 1) % along) * plane + Math.floor((x + 1) / along)] = values[from + x];
    }
  let into = reader.listed / 4;
  for (let channel = 0; channel < channels; channel++)
    for (let dy = 0; dy < 3; dy++)
      for (let dx = 0; dx < 3; dx++)
        offsets[into++] = 4 * ((channel * tall + dy) * long + (dx % along) * plane + Math.floor(dx / along));
  const high = Math.floor((tall - 3) / down) + 1;
  const wide = Math.floor((width - 1) / along) + 1;
  const out = new Float32Array(layer.outputs * high * wide);
  for (let y = 0; y < high; y++)
    for (let x = 0; x < wide; x += PLACES)
      writeProducts(reader, layer, y * down * long + x, out, high * wide, y * wide + x, Math.min(PLACES, wide - x), 0);
  return { values: out, channels: layer.outputs, height: high, width: wide };
}

/**
 * The product of a layer's weights with columns of terms.
 * @param {Reader} reader
 * @param {Layer} layer
 * @param {Float32Array} terms rows of `places` values
 * @param {number} places
 */
function multiplied(reader, layer, terms, places) {
  const { floats, offsets } = reader.work;
  const out = new Float32Array(layer.outputs * places);
  floats.set(terms, reader.terms / 4);
  for (let term = 0; term < layer.inputs; term++) offsets[reader.listed / 4 + term] = 4 * term * places;
  for (let place = 0; place < places; place += PLACES)
    writeProducts(reader, layer, place, out, places, place, Math.min(PLACES, places - place), -Infinity);
  return out;
}

/**
 * Writes the products with the terms in the workspace, of `many` places from `place` on.
 * @param {Reader} reader
 * @param {Layer} layer
 * @param {number} first of the terms
 * @param {Float32Array} out rows of `places` values
 * @param {number} places
 * @param {number} place
 * @param {number} many
 * @param {number} least what is less becomes this
 */
function writeProducts(reader, { inputs, outputs, size, weights, bias }, first, out, places, place, many, least) {
  const { work, sums, listed, terms } = reader;
  const { floats, block } = work;
  const count = inputs * size;
  for (let output = 0; output < outputs; output += PANEL) {
    block(4 * (weights + output * count), terms + 4 * first, listed, sums, count);
    for (let i = 0; i < PANEL && output + i < outputs; i++) {
      const from = sums / 4 + PLACES * i;
      const into = (output + i) * places + place;
      const more = bias[output + i];
      for (let j = 0; j < many; j++) {
        const sum = floats[from + j] + more;
        out[into + j] = sum > least ? sum : least;
      }
    }
  }
}

/**
 * Each channel by itself along the row, with what is negative cut off.
 * @param {Reader} reader
 * @param {Layer} layer
 * @param {Float32Array} values
 * @param {number} steps
 */
function alongRow({ work, reach }, { outputs, weights, bias }, values, steps) {
  const out = new Float32Array(outputs * steps);
  const before = (reach - 1) / 2;
  for (let channel = 0; channel < outputs; channel++) {
    const panel = weights + Math.floor(channel / PANEL) * PANEL * reach + (channel % PANEL);
    for (let step = 0; step < steps; step++) {
      let sum = bias[channel];
      const first = Math.max(0, before - step);
      const last = Math.min(reach, steps + before - step);
      for (let i = first; i < last; i++)
        sum += work.floats[panel + i * PANEL] * values[channel * steps + step + i - before];
      out[channel * steps + step] = Math.max(0, sum);
    }
  }
  return out;
}
