/** The strip that the reader looks at: grey pixels of a picture, made alike in light and contrast. */

export const WIDEST = 640; // pixels along a strip, at most
const DARK = 40; // of 255: the mean below which a picture is too dark
const DULL = 0.045; // of its contrast: differences between neighbours below which a picture is out of focus

/**
 * @typedef {{dark: boolean, blurred: boolean}} Quality
 */

/**
 * What lies outside of the picture, where nothing was drawn, is like the picture's edge: tables go on.
 * @param {ArrayLike<number>} colours red, green, blue and opacity of each pixel
 * @param {number} width
 * @returns {Float32Array}
 */
export function greyOf(colours, width) {
  const height = colours.length / 4 / width;
  const [left, right] = drawnOf(width, height, (x, y) => colours[4 * (y * width + x) + 3]);
  const [top, bottom] = drawnOf(height, width, (y, x) => colours[4 * (y * width + x) + 3]);
  const grey = new Float32Array(width * height);
  for (let i = 0; i < grey.length; i++) {
    const x = Math.min(right, Math.max(left, i % width));
    const y = Math.min(bottom, Math.max(top, Math.floor(i / width)));
    const at = 4 * (y * width + x);
    grey[i] = 0.299 * colours[at] + 0.587 * colours[at + 1] + 0.114 * colours[at + 2];
  }
  return grey;
}

/**
 * The first and the last line that has a pixel of the picture, or all of them if none has.
 * @param {number} lines
 * @param {number} across pixels of a line
 * @param {(line: number, pixel: number) => number} opacity
 */
function drawnOf(lines, across, opacity) {
  const drawn = Array.from({ length: lines }, (_, line) => line).filter((line) => {
    for (let pixel = 0; pixel < across; pixel++) if (opacity(line, pixel) === 255) return true;
    return false;
  });
  return drawn.length ? [drawn[0], drawn[drawn.length - 1]] : [0, lines - 1];
}

/** With mean 0 and deviation 1, as the training has it. @param {Float32Array} grey @returns {Float32Array} */
export function normal(grey) {
  const mean = grey.reduce((sum, value) => sum + value, 0) / grey.length;
  const spread = Math.sqrt(grey.reduce((sum, value) => sum + (value - mean) ** 2, 0) / grey.length);
  return grey.map((value) => (value - mean) / (spread + 0.255));
}

/** As somebody on the other side of the table sees it. @param {Float32Array} grey @returns {Float32Array} */
export const turned = (grey) => grey.slice().reverse();

/** @param {Float32Array} grey @param {number} width @returns {Quality} */
export function qualityOf(grey, width) {
  const mean = grey.reduce((sum, value) => sum + value, 0) / grey.length;
  const spread = grey.reduce((sum, value) => sum + Math.abs(value - mean), 0) / grey.length;
  let edges = 0;
  for (let i = width; i < grey.length - width; i++)
    edges += Math.abs(4 * grey[i] - grey[i - 1] - grey[i + 1] - grey[i - width] - grey[i + width]) / 4;
  return { dark: mean < DARK, blurred: edges / grey.length < DULL * spread };
}
