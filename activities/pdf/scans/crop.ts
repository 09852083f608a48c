/** Cuts parts out of a picture. */
import type { Box } from '#activities/pdf/words/geometry.ts';
import type { GreyPicture } from './picture.ts';

const white = 255;

/** Returns the part of the picture inside the box with a white margin around it, all in pixels. */
export function cropped({ width, height, grey }: GreyPicture, box: Box, margin: number): GreyPicture {
  const [left, top] = [Math.max(0, Math.floor(box.x0)), Math.max(0, Math.floor(box.y0))];
  const right = Math.max(left, Math.min(width, Math.ceil(box.x1)));
  const bottom = Math.max(top, Math.min(height, Math.ceil(box.y1)));
  const size = { width: right - left + 2 * margin, height: bottom - top + 2 * margin };
  const made = new Uint8Array(size.width * size.height).fill(white);
  for (let y = top; y < bottom; y++)
    made.set(grey.subarray(y * width + left, y * width + right), (y - top + margin) * size.width + margin);
  return { ...size, grey: made };
}

/** Returns the box enlarged by `by` on each side. */
export const grown = (box: Box, by: number): Box => ({
  x0: box.x0 - by,
  y0: box.y0 - by,
  x1: box.x1 + by,
  y1: box.y1 + by,
});

/** Returns one picture with all pictures below each other at its left edge, and the y coordinate of each one's top. */
export function stacked(pictures: readonly GreyPicture[]): { picture: GreyPicture; tops: number[] } {
  const width = Math.max(1, ...pictures.map((picture) => picture.width));
  const height = Math.max(
    1,
    pictures.reduce((total, picture) => total + picture.height, 0),
  );
  const grey = new Uint8Array(width * height).fill(white);
  const tops: number[] = [];
  let top = 0;
  for (const picture of pictures) {
    tops.push(top);
    for (let y = 0; y < picture.height; y++)
      grey.set(picture.grey.subarray(y * picture.width, (y + 1) * picture.width), (top + y) * width);
    top += picture.height;
  }
  return { picture: { width, height, grey }, tops };
}
