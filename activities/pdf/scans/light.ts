/** Evens out the light of a photographed page, so that one threshold separates ink from paper everywhere. */
import { shrunk } from './resample.ts';
import type { GreyPicture } from './picture.ts';

/** The paper's grey is measured in squares of this size, at least this share of which is bare paper. */
const squarePt = 24;
const bareShare = 0.1;
/** Minimum difference, in grey levels, between the lightest and the darkest paper in uneven light. */
const unevenMin = 24;
/** Grey that all paper gets. */
const paperGrey = 245;
/** Darker squares are no paper, and are treated as if they were paper of this grey. */
const darkestPaper = 40;

/** A grey for each square of a picture, row by row. */
type Grid = { columns: number; rows: number; levels: Float64Array };

/** Returns the grey of the bare paper among pixels. */
function bareLevel(grey: Uint8Array): number {
  const sorted = Uint8Array.from(grey).sort();
  return sorted[Math.floor(sorted.length * (1 - bareShare))] ?? 0;
}

/** Returns the paper's grey in each square of the picture. */
function paperOf({ width, height, grey }: GreyPicture, square: number): Grid {
  const [columns, rows] = [Math.ceil(width / square), Math.ceil(height / square)];
  const levels = new Float64Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [from, to] = [column * square, Math.min(width, (column + 1) * square)];
      const inside: number[] = [];
      for (let y = row * square; y < Math.min(height, (row + 1) * square); y++)
        inside.push(...grey.subarray(y * width + from, y * width + to));
      levels[row * columns + column] = bareLevel(Uint8Array.from(inside));
    }
  }
  return { columns, rows, levels };
}

/** Returns a grid with, for each square, what `combine` returns for its grey and those of the squares around it. */
function combinedAround({ columns, rows, levels }: Grid, combine: (near: number[]) => number): Grid {
  const made = new Float64Array(levels.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const near: number[] = [];
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++)
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++)
          near.push(levels[y * columns + x] ?? 0);
      made[row * columns + column] = combine(near);
    }
  }
  return { columns, rows, levels: made };
}

const meanOf = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0) / values.length;

/**
 * Divides the picture's greys by those of the paper, which are interpolated between the middles of squares.
 *
 * @param size of a square in pixels
 */
function lightened(
  { width, height, grey }: GreyPicture,
  { columns, rows, levels }: Grid,
  size: number,
): GreyPicture {
  const made = new Uint8Array(grey.length);
  for (let y = 0; y < height; y++) {
    const down = Math.min(rows - 1, Math.max(0, y / size - 0.5));
    const [top, below] = [Math.floor(down), down - Math.floor(down)];
    const bottom = Math.min(rows - 1, top + 1);
    for (let x = 0; x < width; x++) {
      const across = Math.min(columns - 1, Math.max(0, x / size - 0.5));
      const [left, beside] = [Math.floor(across), across - Math.floor(across)];
      const right = Math.min(columns - 1, left + 1);
      const upper =
        (levels[top * columns + left] ?? 0) * (1 - beside) + (levels[top * columns + right] ?? 0) * beside;
      const lower =
        (levels[bottom * columns + left] ?? 0) * (1 - beside) +
        (levels[bottom * columns + right] ?? 0) * beside;
      const level = Math.max(darkestPaper, upper * (1 - below) + lower * below);
      made[y * width + x] = Math.min(255, ((grey[y * width + x] ?? 0) * paperGrey) / level);
    }
  }
  return { width, height, grey: made };
}

/** Returns the picture with paper of the same grey everywhere; unchanged if its light is even. */
export function evenLight(picture: GreyPicture, pixelsPerPt: number): GreyPicture {
  const factor = Math.max(1, Math.round(pixelsPerPt));
  const square = Math.max(4, Math.round((squarePt * pixelsPerPt) / factor));
  // A dark background narrower than three squares gets the grey of the paper beside it.
  const lightest = combinedAround(paperOf(shrunk(picture, factor), square), (near) => Math.max(...near));
  const paper = combinedAround(lightest, meanOf);
  if (Math.max(...paper.levels) - Math.min(...paper.levels) < unevenMin) return picture;
  return lightened(picture, paper, square * factor);
}
