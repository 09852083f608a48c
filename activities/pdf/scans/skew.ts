/** Measures how far a scanned page is rotated, from the direction of its text lines and rules. */
import type { InkPicture } from './picture.ts';

/** Maximum skew considered; feeders and flatbed scanners rotate a page by less. */
const skewMax = (3 * Math.PI) / 180;
const coarseStep = (0.25 * Math.PI) / 180;
const fineStep = (0.05 * Math.PI) / 180;
/** Maximum number of ink pixels examined; a sample is sufficient to detect lines. */
const pointsMax = 120_000;

type Points = { xs: Int32Array; ys: Int32Array };

function pointsOf({ width, height, ink }: InkPicture): Points {
  let count = 0;
  for (const value of ink) count += value;
  const step = Math.max(1, Math.ceil(count / pointsMax));
  const xs = new Int32Array(Math.ceil(count / step));
  const ys = new Int32Array(xs.length);
  let seen = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (ink[y * width + x] === 0) continue;
      if (seen % step === 0) {
        xs[seen / step] = x;
        ys[seen / step] = y;
      }
      seen += 1;
    }
  }
  return { xs, ys };
}

/** Rates an angle. Along the direction of text lines, rows of pixels are either full or empty, which rates highest. */
function sharpness({ xs, ys }: Points, rows: number, shiftMax: number, angle: number): number {
  const counts = new Int32Array(rows + 2 * shiftMax + 1);
  const slope = Math.tan(angle);
  for (let index = 0; index < xs.length; index++) {
    const row = Math.round((ys[index] ?? 0) - (xs[index] ?? 0) * slope) + shiftMax;
    counts[row] = (counts[row] ?? 0) + 1;
  }
  let total = 0;
  for (const count of counts) total += count * count;
  return total;
}

function sharpestOf(angles: readonly number[], measure: (angle: number) => number): number {
  let best = { angle: 0, value: measure(0) };
  for (const angle of angles) {
    const value = measure(angle);
    if (value > best.value) best = { angle, value };
  }
  return best.angle;
}

const around = (middle: number, reach: number, step: number): number[] => {
  const count = Math.round(reach / step);
  return Array.from({ length: 2 * count + 1 }, (_, index) => middle + (index - count) * step);
};

/** Returns the skew in radians; positive if lines descend to the right. */
export function skewOf(picture: InkPicture): number {
  const points = pointsOf(picture);
  const shiftMax = Math.ceil(picture.width * Math.tan(skewMax + coarseStep)) + 1;
  const measure = (angle: number): number => sharpness(points, picture.height, shiftMax, angle);
  const coarse = sharpestOf(around(0, skewMax, coarseStep), measure);
  const fine = sharpestOf(around(coarse, coarseStep, fineStep), measure);
  return fine;
}
