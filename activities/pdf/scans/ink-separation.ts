/** Separates a page's print from the coloured ink over it: stamps, signatures and notes written by hand. */
import type { Bitmap } from '#activities/pdf/output/png.ts';
import {
  disjointSets,
  enclosing,
  groupBy,
  heightOf,
  median,
  widthOf,
  type Box,
} from '#activities/pdf/words/geometry.ts';
import { itemAt } from '#activities/pdf/words/lists.ts';
import type { GreyPicture } from './picture.ts';

/** Minimum difference between the strongest and the weakest colour of a pixel of coloured ink. */
const colouredMin = 48;
/** The same at the edges of coloured ink. */
const colouredEdgeMin = 16;
/** Black ink is darker than this. */
const darkMax = 130;
/** A page with a smaller share of coloured pixels has no coloured ink. */
const colouredShareMin = 0.0001;
/** Ink is grouped in blocks of this many pixels in each direction, with at least this many pixels of the ink. */
const blockPx = 3;
const blockPixelsMin = 3;
/** Pieces of ink closer than this are one stamp or one line of writing. */
const togetherPt = 6;
const piecesMax = 3_000;
/** A piece that fills more of its box than a bold letter is a background. A large one may have text cut out of it. */
const fillShareMin = 0.85;
const largeFillShareMin = 0.55;
const fillSizeMinPt = 8;
const largeFillSizeMinPt = 24;
/** A piece larger than this in both directions is no letter. */
const letterMaxPt = 40;
/** Ink of which more than this share lies in straight lines of at least this length is the frame of a table. */
const straightShareMax = 0.5;
const straightPt = 22;
/** With more black ink between its strokes than this share of it, coloured ink lies over print. */
const overPrintShareMin = 0.06;
/** Minimum number of blocks of a piece. */
const areaMin = 6;
/** Grey of print beneath coloured ink, and of the coloured ink alone, as multiples of the ink's usual grey. */
const printBeneathGrey = 0.5;
const inkAloneGrey = 0.9;
/** If more than this share of coloured ink is darker than this multiple of its usual grey, it lies over print. */
const darkenedShareMin = 0.02;
const darkened = 0.7;
/** The usual grey is that at this share of the blocks from the darkest one: most of thin writing is paler edges. */
const strokeShare = 0.25;
const white = 245;

export type PrintedLayer = {
  picture: GreyPicture;
  /** Whether coloured ink was removed that lay over the print. */
  hadColouredInk: boolean;
};

/** A connected piece of colour, in blocks; `isInk` is false for backgrounds and frames. */
type Piece = { box: Box; blocks: number[]; isInk: boolean };
/** The picture in blocks: which are coloured, which have black ink, and their mean grey. */
type Layers = { width: number; height: number; coloured: Uint8Array; dark: Uint8Array; grey: Uint8Array };

/** Returns the paper's colour: in each channel, the level that three quarters of the pixels do not exceed. */
function paperOf({ rgbx }: Bitmap): [number, number, number] {
  const counts = [new Uint32Array(256), new Uint32Array(256), new Uint32Array(256)];
  const step = 4 * 7;
  let total = 0;
  for (let index = 0; index < rgbx.length; index += step) {
    total += 1;
    for (const [channel, own] of counts.entries()) {
      const value = rgbx[index + channel] ?? 0;
      own[value] = (own[value] ?? 0) + 1;
    }
  }
  const level = (own: Uint32Array): number => {
    let seen = 0;
    const from = own.findIndex((count) => (seen += count) >= total * 0.75);
    return Math.max(80, from);
  };
  return [level(itemAt(counts, 0)), level(itemAt(counts, 1)), level(itemAt(counts, 2))];
}

const luminance = (red: number, green: number, blue: number): number =>
  0.299 * red + 0.587 * green + 0.114 * blue;

/** Returns for each pixel its grey, and its chroma: the difference between its strongest and its weakest colour. */
function colourOf(bitmap: Bitmap): { chroma: Uint8Array; grey: Uint8Array } {
  const { rgbx } = bitmap;
  const [red, green, blue] = paperOf(bitmap).map((level) => 255 / level) as [number, number, number];
  const count = bitmap.width * bitmap.height;
  const chroma = new Uint8Array(count);
  const grey = new Uint8Array(count);
  for (let index = 0; index < count; index++) {
    const from = index * 4;
    const [r, g, b] = [rgbx[from] ?? 0, rgbx[from + 1] ?? 0, rgbx[from + 2] ?? 0];
    const [onR, onG, onB] = [Math.min(255, r * red), Math.min(255, g * green), Math.min(255, b * blue)];
    const most = Math.max(onR, onG, onB);
    chroma[index] = most - Math.min(onR, onG, onB);
    grey[index] = luminance(r, g, b);
  }
  return { chroma, grey };
}

function layersOf(size: { width: number; height: number }, chroma: Uint8Array, grey: Uint8Array): Layers {
  const [width, height] = [Math.floor(size.width / blockPx), Math.floor(size.height / blockPx)];
  const coloured = new Uint8Array(width * height);
  const dark = new Uint8Array(width * height);
  const means = new Uint8Array(width * height);
  /** Counts the coloured and the black pixels of the block whose first pixel is given, and adds up its grey. */
  const blockAt = (first: number): { inked: number; black: number; total: number } => {
    let [inked, black, total] = [0, 0, 0];
    for (let pixel = 0; pixel < blockPx ** 2; pixel++) {
      const index = first + Math.floor(pixel / blockPx) * size.width + (pixel % blockPx);
      total += grey[index] ?? 0;
      if ((chroma[index] ?? 0) >= colouredMin) inked += 1;
      else if ((grey[index] ?? 0) < darkMax && (chroma[index] ?? 0) < colouredMin / 2) black += 1;
    }
    return { inked, black, total };
  };
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const { inked, black, total } = blockAt(y * blockPx * size.width + x * blockPx);
      means[y * width + x] = total / blockPx ** 2;
      coloured[y * width + x] = inked >= blockPixelsMin ? 1 : 0;
      dark[y * width + x] = black >= blockPixelsMin && inked < blockPixelsMin ? 1 : 0;
    }
  }
  return { width, height, coloured, dark, grey: means };
}

/** Yields the block itself and the up to eight that touch it. */
function* neighbours(index: number, width: number, height: number): Generator<number> {
  const [x, y] = [index % width, Math.floor(index / width)];
  for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
    for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
      yield row * width + column;
    }
  }
}

/** Returns the connected pieces of coloured ink. */
function piecesOf({ width, height, coloured }: Layers, blocksPerPt: number): Piece[] {
  const seen = new Uint8Array(coloured.length);
  const pieces: Piece[] = [];
  for (let start = 0; start < coloured.length; start++) {
    if (coloured[start] === 0 || seen[start] === 1) continue;
    const blocks: number[] = [start];
    seen[start] = 1;
    for (const index of blocks) {
      for (const next of neighbours(index, width, height)) {
        if (coloured[next] === 0 || seen[next] === 1) continue;
        seen[next] = 1;
        blocks.push(next);
      }
    }
    if (blocks.length >= areaMin) pieces.push(pieceOf(blocks, width, blocksPerPt));
    if (pieces.length > piecesMax) return [];
  }
  return pieces;
}

/** Returns the share of the blocks that lie in long straight runs, as those of a frame do. */
function straightShare(blocks: readonly number[], width: number, run: number): number {
  const own = new Set(blocks);
  const inRuns = (step: number): Set<number> => {
    const found = new Set<number>();
    for (const block of blocks) {
      if (own.has(block - step)) continue;
      let end = block;
      while (own.has(end + step)) end += step;
      if ((end - block) / step + 1 >= run) for (let at = block; at <= end; at += step) found.add(at);
    }
    return found;
  };
  return new Set([...inRuns(1), ...inRuns(width)]).size / blocks.length;
}

function pieceOf(blocks: number[], width: number, blocksPerPt: number): Piece {
  let box: Box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity };
  for (const index of blocks) {
    const [x, y] = [index % width, Math.floor(index / width)];
    box = enclosing([box, { x0: x, y0: y, x1: x + 1, y1: y + 1 }]);
  }
  const sizePt = Math.min(widthOf(box), heightOf(box)) / blocksPerPt;
  const share = blocks.length / (widthOf(box) * heightOf(box));
  const isFill =
    (sizePt > fillSizeMinPt && share > fillShareMin) ||
    (sizePt > largeFillSizeMinPt && share > largeFillShareMin);
  const isFrame = straightShare(blocks, width, straightPt * blocksPerPt) > straightShareMax;
  return { box, blocks, isInk: !isFill && !isFrame };
}

const areNear = (a: Box, b: Box, gap: number): boolean =>
  a.x0 <= b.x1 + gap && b.x0 <= a.x1 + gap && a.y0 <= b.y1 + gap && b.y0 <= a.y1 + gap;

/** Groups pieces into stamps and lines of writing. A large piece is a group of its own. */
function groupsOf(pieces: readonly Piece[], blocksPerPt: number): Piece[][] {
  const isLarge = ({ box }: Piece): boolean =>
    Math.min(widthOf(box), heightOf(box)) > letterMaxPt * blocksPerPt;
  const sets = disjointSets(pieces.length);
  for (const [index, piece] of pieces.entries())
    for (let other = 0; other < index; other++) {
      const beside = itemAt(pieces, other);
      if (isLarge(piece) || isLarge(beside)) continue;
      if (areNear(piece.box, beside.box, togetherPt * blocksPerPt)) sets.join(index, other);
    }
  return [...groupBy([...pieces.keys()], (index) => sets.find(index)).values()].map((group) =>
    group.map((index) => itemAt(pieces, index)),
  );
}

/** Returns the grey of the ink's full strokes. */
const usualLevel = (levels: number[]): number =>
  levels.toSorted((a, b) => a - b)[Math.floor(levels.length * strokeShare)] ?? 0;

/**
 * Whether the group was put over print: coloured text of the document itself has no black ink between its strokes, and
 * none of its strokes is darker than the others.
 */
function isOverPrint(group: readonly Piece[], { width, coloured, dark, grey }: Layers): boolean {
  let black = 0;
  for (const { box } of group)
    for (let y = box.y0; y < box.y1; y++)
      for (let x = box.x0; x < box.x1; x++)
        if (coloured[y * width + x] === 0) black += dark[y * width + x] ?? 0;
  const levels = group.flatMap(({ blocks }) => blocks.map((block) => grey[block] ?? 0));
  const usual = usualLevel(levels);
  const darker = levels.filter((level) => level < darkened * usual).length;
  return black > overPrintShareMin * levels.length || darker > darkenedShareMin * levels.length;
}

const holds = (outer: Box, inner: Box): boolean =>
  inner.x0 >= outer.x0 && inner.x1 <= outer.x1 && inner.y0 >= outer.y0 && inner.y1 <= outer.y1;

/** Returns the groups that lie over print, with those inside them: the words in a stamp's ring belong to it. */
function stampsOf(groups: readonly Piece[][], layers: Layers): Piece[][] {
  const over = groups.filter((group) => isOverPrint(group, layers));
  const boxes = over.map((group) => enclosing(group.map(({ box }) => box)));
  return groups.filter(
    (group) =>
      over.includes(group) || boxes.some((outer) => holds(outer, enclosing(group.map((piece) => piece.box)))),
  );
}

/** Marks the blocks of the pieces and those around them. */
function marked(pieces: readonly Piece[], { width, height }: Layers): Uint8Array {
  const marks = new Uint8Array(width * height);
  for (const index of pieces.flatMap(({ blocks }) => blocks)) {
    const [x, y] = [index % width, Math.floor(index / width)];
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
      marks.fill(1, row * width + Math.max(0, x - 1), row * width + Math.min(width, x + 2));
  }
  return marks;
}

/** Removes a group from the picture, which is changed. Where the ink is much darker than usual, print stays. */
function removeInk(
  { width, height, grey }: GreyPicture,
  chroma: Uint8Array,
  group: readonly Piece[],
  layers: Layers,
): void {
  const marks = marked(group, layers);
  const levels = group.flatMap(({ blocks }) => blocks.map((block) => layers.grey[block] ?? 0));
  const own = Math.max(1, median(levels));
  const box = enclosing(group.map((piece) => piece.box));
  for (let y = Math.max(0, box.y0 - 1) * blockPx; y < Math.min(height, (box.y1 + 1) * blockPx); y++) {
    for (let x = Math.max(0, box.x0 - 1) * blockPx; x < Math.min(width, (box.x1 + 1) * blockPx); x++) {
      const block = Math.floor(y / blockPx) * layers.width + Math.floor(x / blockPx);
      const index = y * width + x;
      if (marks[block] !== 1 || (chroma[index] ?? 0) < colouredEdgeMin) continue;
      const share = ((grey[index] ?? 0) / own - printBeneathGrey) / (inkAloneGrey - printBeneathGrey);
      grey[index] = white * Math.max(0, Math.min(1, share));
    }
  }
}

/** Returns the page's print in grey. Coloured ink over the print is removed, and what is beneath it is kept. */
export function withoutColouredInk(bitmap: Bitmap, pixelsPerPt: number): PrintedLayer {
  const { width, height } = bitmap;
  const { chroma, grey } = colourOf(bitmap);
  const picture = { width, height, grey };
  let count = 0;
  for (const value of chroma) if (value >= colouredMin) count += 1;
  if (count < colouredShareMin * chroma.length) return { picture, hadColouredInk: false };
  const layers = layersOf(bitmap, chroma, grey);
  const blocksPerPt = pixelsPerPt / blockPx;
  const ink = piecesOf(layers, blocksPerPt).filter(({ isInk }) => isInk);
  const stamps = stampsOf(groupsOf(ink, blocksPerPt), layers);
  for (const group of stamps) removeInk(picture, chroma, group, layers);
  return { picture, hadColouredInk: stamps.length > 0 };
}
