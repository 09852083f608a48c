/** A page as a scanner sees it: grey pixels, and which of them are ink. */

/** One byte for each pixel, row by row from the top; 0 is black. */
export type GreyPicture = { width: number; height: number; grey: Uint8Array };
/** The same layout with 1 for ink and 0 for paper. */
export type InkPicture = { width: number; height: number; ink: Uint8Array };

const levels = 256;
/** Minimum contrast between paper and ink. Below it the page is empty, and its noise must not become ink. */
const contrastMin = 40;

/** Returns the number of pixels of each grey. */
export function histogramOf({ grey }: GreyPicture): Float64Array {
  const counts = new Float64Array(levels);
  for (const value of grey) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/**
 * Returns the lightest grey of ink that best separates ink from paper (Otsu's method), and their contrast: the
 * difference between the mean greys of both.
 *
 * @param counts the number of pixels of each grey
 */
export function splitOf(counts: Float64Array): { threshold: number; contrast: number } {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const weighted = counts.reduce((sum, count, level) => sum + count * level, 0);
  let best = { threshold: 0, contrast: 0, spread: -1 };
  let [dark, darkWeighted] = [0, 0];
  for (const [level, count] of counts.subarray(0, -1).entries()) {
    dark += count;
    darkWeighted += count * level;
    if (dark === 0 || dark === total) continue;
    const contrast = (weighted - darkWeighted) / (total - dark) - darkWeighted / dark;
    const spread = dark * (total - dark) * contrast * contrast;
    if (spread > best.spread) best = { threshold: level, contrast, spread };
  }
  return best;
}

/** Returns which pixels are ink; none on a page without enough contrast. */
export function inkOf(picture: GreyPicture): InkPicture {
  const { width, height, grey } = picture;
  const ink = new Uint8Array(grey.length);
  const { threshold, contrast } = splitOf(histogramOf(picture));
  if (contrast < contrastMin) return { width, height, ink };
  for (let index = 0; index < grey.length; index++) ink[index] = (grey[index] ?? 0) <= threshold ? 1 : 0;
  return { width, height, ink };
}

/** Encodes the picture as a portable greymap: a header line followed by the raw pixels. */
export function greymapOf({ width, height, grey }: GreyPicture): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), grey]);
}
