/** The strip that the reader looks at: grey pixels of a picture, made alike in light and contrast. */

const DARK = 40; // of 255: the mean below which a picture is too dark
const DULL = 0.045; // of its contrast: differences between neighbours below which a picture is out of focus

/**
 * @typedef {{dark: boolean, blurred: boolean}} Quality
 */

/** @param {ArrayLike<number>} colours red, green, blue and opacity of each pixel @returns {Float32Array} */
export function greyOf(colours) {
  const grey = new Float32Array(colours.length / 4);
  for (let i = 0; i < grey.length; i++)
    grey[i] = 0.299 * colours[4 * i] + 0.587 * colours[4 * i + 1] + 0.114 * colours[4 * i + 2];
  return grey;
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
