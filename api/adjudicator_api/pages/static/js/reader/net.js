/**
 * The reader of tiles: a small net of convolutions. It takes a strip of grey pixels and says for each step along it how
 * much it looks like the middle of each symbol, of a blank tile, or of nothing. `tools/reading` trains it.
 */

import { PANEL, PLACES, workspace } from "./products.js";

/**
 * A convolution by multiplication: `weights` is where panels of four outputs begin in the workspace, `bias` for each.
 * @typedef {{inputs: number, outputs: number, size: number, weights: number, bias: Float32Array}} Layer
 * @typedef {{height: number, stride: number, symbols: string[], down: number[], along: number[], stem: Layer[],
 *   mixers: {near: Layer, all: Layer}[], reach: number, head: Layer, work: import("./products.js").Workspace, sums:
 *   number, terms: number}} Reader `sums` and `terms`: where a block's begin in the workspace
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
  const terms = sums + 4 * PANEL * PLACES;
  const work = workspace(terms + 4 * PLACES * Math.max(...shapes.map(([from, , size]) => from * size)), vectors);
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
    terms,
  };
}

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
 * @param {number} width a multiple of four
 * @returns {Scores}
 */
export function scoresOf(reader, pixels, width) {
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
  const { floats } = reader.work;
  const tall = height + 2 * margin;
  const long = width + 2 + along * PLACES; // beyond the margin zeros for places that are not there
  const padded = new Float32Array(channels * tall * long);
  for (let channel = 0; channel < channels; channel++)
    for (let y = 0; y < height; y++) {
      const row = (channel * height + y) * width;
      padded.set(values.subarray(row, row + width), (channel * tall + y + margin) * long + 1);
    }
  const high = Math.floor((tall - 3) / down) + 1;
  const wide = Math.floor((width - 1) / along) + 1;
  const out = new Float32Array(layer.outputs * high * wide);
  for (let y = 0; y < high; y++)
    for (let x = 0; x < wide; x += PLACES) {
      let into = reader.terms / 4;
      for (let channel = 0; channel < channels; channel++)
        for (let window = 0; window < 9; window++) {
          const dy = Math.floor(window / 3);
          const first = (channel * tall + y * down + dy) * long + x * along + (window - 3 * dy);
          for (let i = 0; i < PLACES; i++) floats[into++] = padded[first + i * along];
        }
      writeProducts(reader, layer, out, high * wide, y * wide + x, Math.min(PLACES, wide - x), 0);
    }
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
  const { floats } = reader.work;
  const out = new Float32Array(layer.outputs * places);
  for (let place = 0; place < places; place += PLACES) {
    const many = Math.min(PLACES, places - place);
    for (let term = 0; term < layer.inputs; term++)
      for (let i = 0; i < many; i++) floats[reader.terms / 4 + PLACES * term + i] = terms[term * places + place + i];
    writeProducts(reader, layer, out, places, place, many, -Infinity);
  }
  return out;
}

/**
 * Writes the products with the terms in the workspace, of `many` places from `place` on.
 * @param {Reader} reader
 * @param {Layer} layer
 * @param {Float32Array} out rows of `places` values
 * @param {number} places
 * @param {number} place
 * @param {number} many
 * @param {number} least what is less becomes this
 */
function writeProducts(reader, { inputs, outputs, size, weights, bias }, out, places, place, many, least) {
  const { work, sums, terms } = reader;
  const { floats, block } = work;
  const count = inputs * size;
  for (let output = 0; output < outputs; output += PANEL) {
    block(4 * (weights + output * count), terms, sums, count);
    for (let i = 0; i < PANEL && output + i < outputs; i++)
      for (let j = 0; j < many; j++)
        out[(output + i) * places + place + j] = Math.max(least, floats[sums / 4 + PLACES * i + j] + bias[output + i]);
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
