/** Evens out the light of a photographed page, so that one threshold separates ink from paper everywhere. */
import { shrunk } from './resample.ts';
import type { GreyPicture } from './picture.ts';

/** Paper is looked for in squares of this size, of which at least a tenth is bare. */
const squarePt = 24;
const bareShare = 0.1;
/** Difference between the lightest and the darkest paper from which the light is uneven. */
const unevenMin = 24;
const paperGrey = 245;
const darkestPaper = 40;

type Grid = { columns: number; rows: number; levels: Float64Array };

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

/** Returns what `combine` makes of each square and those around it. */
function around({ columns, rows, levels }: Grid, combine: (near: number[]) => number): Grid {
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

/** Returns the picture with paper of the same grey everywhere; unchanged if its light is even. */
export function evenLight(picture: GreyPicture, pixelsPerPt: number): GreyPicture {
  const factor = Math.max(1, Math.round(pixelsPerPt));
  const square = Math.max(4, Math.round((squarePt * pixelsPerPt) / factor));
  // A dark background narrower than three squares takes the paper's grey from beside it.
  const paper = around(
    around(paperOf(shrunk(picture, factor), square), (near) => Math.max(...near)),
    meanOf,
  );
  const { columns, rows, levels } = paper;
  if (Math.max(...levels) - Math.min(...levels) < unevenMin) return picture;
  const { width, height, grey } = picture;
  const made = new Uint8Array(grey.length);
  const size = square * factor;
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
