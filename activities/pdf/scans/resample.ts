/** Turns, straightens and shrinks grey pictures. */
import type { GreyPicture } from './picture.ts';

/** A 3 by 3 matrix, row by row, that maps a pixel of the result to one of the source. */
export type Projection = readonly [number, number, number, number, number, number, number, number, number];

const white = 255;

/** Returns a picture of the given size whose pixels are taken from the source; white where the source has none. */
export function projected(
  { width, height, grey }: GreyPicture,
  size: { width: number; height: number },
  [a, b, c, d, e, f, g, h, i]: Projection,
): GreyPicture {
  const made = new Uint8Array(size.width * size.height).fill(white);
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      const scale = 1 / (g * x + h * y + i);
      const sourceX = (a * x + b * y + c) * scale;
      const sourceY = (d * x + e * y + f) * scale;
      if (sourceX < 0 || sourceY < 0 || sourceX > width - 1 || sourceY > height - 1) continue;
      const [left, top] = [Math.floor(sourceX), Math.floor(sourceY)];
      const [right, below] = [sourceX - left, sourceY - top];
      const index = top * width + left;
      const nextColumn = left + 1 < width ? 1 : 0;
      const nextRow = top + 1 < height ? width : 0;
      const upper = (grey[index] ?? 0) * (1 - right) + (grey[index + nextColumn] ?? 0) * right;
      const lower =
        (grey[index + nextRow] ?? 0) * (1 - right) + (grey[index + nextRow + nextColumn] ?? 0) * right;
      made[y * size.width + x] = upper * (1 - below) + lower * below + 0.5;
    }
  }
  return { ...size, grey: made };
}

/** Returns the picture rotated about its centre: by clockwise quarter turns and an angle in radians. */
export function rotated(picture: GreyPicture, quarterTurns: number, angle: number): GreyPicture {
  if (quarterTurns === 0 && angle === 0) return picture;
  const isSideways = quarterTurns % 2 === 1;
  const size = isSideways
    ? { width: picture.height, height: picture.width }
    : { width: picture.width, height: picture.height };
  const turned = -(angle + (quarterTurns * Math.PI) / 2);
  const [cos, sin] = [Math.cos(turned), Math.sin(turned)];
  const [x, y] = [(size.width - 1) / 2, (size.height - 1) / 2];
  return projected(picture, size, [
    cos,
    -sin,
    (picture.width - 1) / 2 - cos * x + sin * y,
    sin,
    cos,
    (picture.height - 1) / 2 - sin * x - cos * y,
    0,
    0,
    1,
  ]);
}

/** Returns the picture at a fraction of its size, each pixel the mean of `factor` by `factor` pixels. */
export function shrunk({ width, height, grey }: GreyPicture, factor: number): GreyPicture {
  const size = { width: Math.floor(width / factor), height: Math.floor(height / factor) };
  const made = new Uint8Array(size.width * size.height);
  for (let y = 0; y < size.height; y++) {
    for (let x = 0; x < size.width; x++) {
      let total = 0;
      for (let row = y * factor; row < (y + 1) * factor; row++)
        for (let column = x * factor; column < (x + 1) * factor; column++)
          total += grey[row * width + column] ?? 0;
      made[y * size.width + x] = total / (factor * factor);
    }
  }
  return { ...size, grey: made };
}
