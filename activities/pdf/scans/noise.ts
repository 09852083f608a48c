/** Removes noise and the paper's grey from a scanned page. */
import type { GreyPicture, InkPicture } from './picture.ts';
import { firstOf } from '#activities/pdf/words/lists.ts';

/** Isolated pieces of ink up to this size are noise. Near other ink, such a piece may be a decimal point. */
const speckMaxPt2 = 0.5;
const besidePt = 1.3;
/** Pieces this small are noise everywhere. */
const grainMaxPt2 = 0.24;
/**
 * A page with more small pieces per square point than this, about three per square centimetre, is noisy. A clean page
 * has fewer decimal points.
 */
const noisyPerPt2 = 0.003;
/** Width of a letter's grey edge, which belongs to its shape; the tail of a comma is often nothing else. */
const edgePt = 0.7;
const white = 255;

/** Returns the connected pieces of ink with at most `areaMax` pixels. */
function smallPieces({ width, height, ink }: InkPicture, areaMax: number): number[][] {
  const pieces: number[][] = [];
  const seen = new Uint8Array(ink.length);
  for (let start = 0; start < ink.length; start++) {
    if (ink[start] === 0 || seen[start] === 1) continue;
    const piece: number[] = [];
    const visit = (index: number): void => {
      if (ink[index] === 0 || seen[index] === 1) return;
      seen[index] = 1;
      piece.push(index);
    };
    visit(start);
    // This loop also reaches the pixels that it adds to the piece.
    for (const index of piece) {
      const x = index % width;
      for (const row of [index - width, index, index + width]) {
        if (row < 0 || row >= width * height) continue;
        if (x > 0) visit(row - 1);
        visit(row);
        if (x < width - 1) visit(row + 1);
      }
    }
    if (piece.length <= areaMax) pieces.push(piece);
  }
  return pieces;
}

/** Whether there is ink within `reach` of the pixel. */
function hasInkNear({ width, height, ink }: InkPicture, index: number, reach: number): boolean {
  const [x, y] = [index % width, Math.floor(index / width)];
  for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row++)
    for (let column = Math.max(0, x - reach); column <= Math.min(width - 1, x + reach); column++)
      if (ink[row * width + column] === 1) return true;
  return false;
}

/** Whether the page has so much noise that removing it is worth the loss of a few printed dots. */
export function isNoisy(picture: InkPicture, pixelsPerPt: number): boolean {
  const pixelsPerPt2 = pixelsPerPt * pixelsPerPt;
  const pagePt2 = (picture.width * picture.height) / pixelsPerPt2;
  return smallPieces(picture, speckMaxPt2 * pixelsPerPt2).length > noisyPerPt2 * pagePt2;
}

/** Removes isolated specks from the ink, and keeps decimal points. */
export function withoutSpecks(picture: InkPicture, pixelsPerPt: number): InkPicture {
  const area = (pt2: number): number => pt2 * pixelsPerPt * pixelsPerPt;
  const specks = smallPieces(picture, area(speckMaxPt2));
  const large = { ...picture, ink: picture.ink.slice() };
  for (const index of specks.flat()) large.ink[index] = 0;
  const clean = { ...picture, ink: large.ink.slice() };
  const reach = Math.round(besidePt * pixelsPerPt);
  for (const piece of specks) {
    if (piece.length <= area(grainMaxPt2) || !hasInkNear(large, firstOf(piece), reach)) continue;
    for (const index of piece) clean.ink[index] = 1;
  }
  return clean;
}

/** Returns the picture with white where ink was removed: where `before` has ink and the other ink picture has none. */
export function withoutInk(
  { width, height, grey }: GreyPicture,
  { ink: before }: InkPicture,
  { ink }: InkPicture,
): GreyPicture {
  return {
    width,
    height,
    grey: grey.map((value, index) => (before[index] === 1 && ink[index] === 0 ? white : value)),
  };
}

/** Returns the picture with its greys at ink and its edges, and white everywhere else and where ink was removed. */
export function onWhite(
  { width, height, grey: seen }: GreyPicture,
  { ink }: InkPicture,
  { ink: inkBefore }: InkPicture,
  pixelsPerPt: number,
): GreyPicture {
  const edgePx = Math.max(1, Math.round(edgePt * pixelsPerPt));
  const { grey } = withoutInk(
    { width, height, grey: seen },
    { width, height, ink: inkBefore },
    { width, height, ink },
  );
  const clean = new Uint8Array(grey.length).fill(white);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (ink[y * width + x] === 0) continue;
      const from = Math.max(0, x - edgePx);
      const to = Math.min(width, x + edgePx + 1);
      for (let row = Math.max(0, y - edgePx); row < Math.min(height, y + edgePx + 1); row++)
        clean.set(grey.subarray(row * width + from, row * width + to), row * width + from);
    }
  }
  return { width, height, grey: clean };
}
