/** A page as a scanner sees it: grey pixels, and which of them are ink. */

/** One byte for each pixel, row by row from the top; 0 is black. */
export type GreyPicture = { width: number; height: number; grey: Uint8Array };
/** The same with 1 where there is ink. */
export type InkPicture = { width: number; height: number; ink: Uint8Array };

const levels = 256;
/** Paper and ink closer than this are one grey: an empty page has no ink, and its noise must not become any. */
const contrastMin = 40;

function histogramOf({ grey }: GreyPicture): Float64Array {
  const counts = new Float64Array(levels);
  for (const value of grey) counts[value]! += 1;
  return counts;
}

/** The grey that parts ink from paper best (Otsu), and how far apart the two are. */
function splitOf(counts: Float64Array): { threshold: number; contrast: number } {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const weighted = counts.reduce((sum, count, level) => sum + count * level, 0);
  let best = { threshold: 0, contrast: 0, spread: -1 };
  let [dark, darkWeighted] = [0, 0];
  for (let level = 0; level < levels - 1; level++) {
    dark += counts[level]!;
    darkWeighted += counts[level]! * level;
    if (dark === 0 || dark === total) continue;
    const contrast = (weighted - darkWeighted) / (total - dark) - darkWeighted / dark;
    const spread = dark * (total - dark) * contrast * contrast;
    if (spread > best.spread) best = { threshold: level, contrast, spread };
  }
  return best;
}

export function inkOf(picture: GreyPicture): InkPicture {
  const { width, height, grey } = picture;
  const ink = new Uint8Array(grey.length);
  const { threshold, contrast } = splitOf(histogramOf(picture));
  if (contrast < contrastMin) return { width, height, ink };
  for (let index = 0; index < grey.length; index++) ink[index] = grey[index]! <= threshold ? 1 : 0;
  return { width, height, ink };
}

/** The simplest file that says it: a line of figures, then the pixels (portable greymap). */
export function greymapOf({ width, height, grey }: GreyPicture): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`, 'latin1'), grey]);
}
