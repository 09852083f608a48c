/** Reads, piece by piece, words of which the first reading of a page was unsure, and print that it missed. */
import { enclosing, heightOf, median, widthOf, type Box } from '#activities/pdf/words/geometry.ts';
import { cropped, grown } from './crop.ts';
import type { GreyPicture, InkPicture } from './picture.ts';
import type { ReadWord, Recogniser } from './recognise.ts';

/** Words with a lower confidence (0 to 100) are read again, each by itself. */
const unsureMax = 82;
/** Minimum improvement of the confidence for which a second reading replaces the first one. */
const betterBy = 4;
/** The same if several words replace one. */
const muchBetterBy = 15;
/** Minimum confidence of words where the first reading found none. */
const missedConfidenceMin = 45;
/** Limits for a page. Most pages need a dozen readings of a few hundredths of a second each. */
const readingsMax = 120;
const timeMaxMs = 25_000;
/** Range of the heights of letters, in heights of the page's lines. */
const letterMin = 0.35;
const letterMax = 2.2;
/** A piece that is narrower than this share of its height is the remains of a rule. */
const widthMinShare = 0.14;
/** Letters closer than this, in heights of a line, belong together. */
const togetherRows = 0.7;
/** Pieces narrower than this, in heights of a line, are not worth a warning. */
const wordRows = 1;
const edgePx = 2;
/** A piece that is higher than this, in heights of a line, is several lines. */
const linesMin = 1.7;
/** Ink this close to the edge of the sheet is a shadow. */
const borderPt = 6;
const piecesMax = 2_000;
const bengali = /[\u0980-\u09FF]/;
/** On a page with a smaller share of Bengali words, a Bengali word is a misread one. */
const bengaliShareMin = 0.1;

/** Counts points, commas and strokes. Readings lose them more often than they invent them. */
const signsIn = (text: string): number => text.replace(/[^.,/-]/g, '').length;

const hasLetterOrDigit = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Returns a copy of the ink without that of the words, which are enlarged by `margin` pixels. */
function withoutWords(
  { width, height, ink }: InkPicture,
  words: readonly ReadWord[],
  margin: number,
): InkPicture {
  const left = ink.slice();
  for (const word of words) {
    const { x0, y0, x1, y1 } = grown(word, margin);
    const [from, to] = [Math.max(0, Math.floor(x0)), Math.min(width, Math.ceil(x1))];
    for (let y = Math.max(0, Math.floor(y0)); y < Math.min(height, Math.ceil(y1)); y++)
      if (to > from) left.fill(0, y * width + from, y * width + to);
  }
  return { width, height, ink: left };
}

/** Removes the connected piece of ink at a pixel from the picture; returns its box and its number of pixels. */
function takePiece({ width, height, ink }: InkPicture, start: number): { box: Box; area: number } {
  const box = { x0: width, y0: height, x1: 0, y1: 0 };
  const open = [start];
  ink[start] = 0;
  let area = 0;
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const [x, y] = [index % width, Math.floor(index / width)];
    area += 1;
    box.x0 = Math.min(box.x0, x);
    box.y0 = Math.min(box.y0, y);
    box.x1 = Math.max(box.x1, x + 1);
    box.y1 = Math.max(box.y1, y + 1);
    for (let nextY = Math.max(0, y - 1); nextY <= Math.min(height - 1, y + 1); nextY++) {
      for (let nextX = Math.max(0, x - 1); nextX <= Math.min(width - 1, x + 1); nextX++) {
        const next = nextY * width + nextX;
        if (ink[next] === 0) continue;
        ink[next] = 0;
        open.push(next);
      }
    }
  }
  return { box, area };
}

/**
 * Returns the boxes of pieces of ink that are as high as letters and that no word covers.
 *
 * @param row the height of a line in pixels
 * @param border pixels along the picture's edges that are ignored
 */
function piecesBeside(letters: InkPicture, words: readonly ReadWord[], row: number, border: number): Box[] {
  const { width, height } = letters;
  const left = withoutWords(letters, words, row * 0.15);
  const boxes: Box[] = [];
  for (let start = 0; start < left.ink.length && boxes.length < piecesMax; start++) {
    if (left.ink[start] === 0) continue;
    const { box, area } = takePiece(left, start);
    const [wide, high] = [widthOf(box), heightOf(box)];
    const isLetter =
      high >= letterMin * row && high <= letterMax * row && wide >= widthMinShare * high && area > high;
    const isInside =
      box.x0 > border && box.y0 > border && box.x1 < width - border && box.y1 < height - border;
    if (isLetter && isInside) boxes.push(box);
  }
  return boxes;
}

/** Returns the share of the ink that no word covers: nearly none in a text, most of it in a chart or a photo. */
export function shareBesideWords({ width, height, ink }: InkPicture, words: readonly ReadWord[]): number {
  const covered = new Uint8Array(ink.length);
  for (const { x0, y0, x1, y1 } of words)
    for (let y = Math.max(0, y0 - edgePx); y < Math.min(height, y1 + edgePx); y++)
      covered.fill(1, y * width + Math.max(0, x0 - edgePx), y * width + Math.min(width, x1 + edgePx));
  let [all, beside] = [0, 0];
  for (const [index, value] of ink.entries()) {
    all += value;
    if (covered[index] === 0) beside += value;
  }
  return all === 0 ? 0 : beside / all;
}

/** Joins letters of one line. */
function linesOf(boxes: readonly Box[], row: number): Box[] {
  const lines: Box[] = [];
  for (const box of [...boxes].sort((a, b) => a.x0 - b.x0)) {
    const index = lines.findIndex(
      (line) =>
        box.x0 - line.x1 <= togetherRows * row &&
        Math.min(box.y1, line.y1) - Math.max(box.y0, line.y0) > 0.5 * Math.min(heightOf(box), heightOf(line)),
    );
    const line = lines[index];
    if (line) lines[index] = enclosing([line, box]);
    else lines.push(box);
  }
  return lines;
}

/** Converts words that were read on a part of the picture, cut out with a margin, to the picture's coordinates. */
function moved(words: readonly ReadWord[], box: Box, margin: number): ReadWord[] {
  const [x, y] = [Math.max(0, Math.floor(box.x0)) - margin, Math.max(0, Math.floor(box.y0)) - margin];
  return words.map((word) => ({
    ...word,
    x0: word.x0 + x,
    x1: word.x1 + x,
    y0: word.y0 + y,
    y1: word.y1 + y,
    baseline: word.baseline + y,
  }));
}

/** Returns the words that replace a word for which a second reading found these ones, or the word itself. */
function betterReading(word: ReadWord, again: readonly ReadWord[]): ReadWord[] {
  const [only, ...more] = again;
  if (!only) return [word];
  const areSurer = (by: number): boolean =>
    again.every(({ confidence }) => confidence >= word.confidence + by);
  if (more.length > 0) return areSurer(muchBetterBy) ? [...again] : [word];
  const isBetter = areSurer(betterBy) && signsIn(only.text) >= signsIn(word.text);
  return [isBetter ? { ...word, text: only.text, confidence: only.confidence } : word];
}

export type SecondReading = {
  words: ReadWord[];
  /** Number of places with print that could not be read. */
  unreadPlaces: number;
};

type PageToRead = {
  /** The page without rules and noise, in grey. */
  clean: GreyPicture;
  /** The same as ink. */
  letters: InkPicture;
  pixelsPerPt: number;
  dpi: number;
};

/** Reads parts of a page, within the limits for a page. */
type PartReader = {
  /** The height of the page's lines in pixels. */
  row: number;
  isBengali: boolean;
  mayRead: () => boolean;
  read: (box: Box) => Promise<ReadWord[]>;
};

function createPartReader(
  recogniser: Recogniser,
  { clean, dpi }: PageToRead,
  first: readonly ReadWord[],
): PartReader {
  const row = median(first.map(({ rowHeight }) => rowHeight));
  const margin = Math.round(row * 0.6);
  const isBengali = first.filter(({ text }) => bengali.test(text)).length >= bengaliShareMin * first.length;
  const endsAtMs = performance.now() + timeMaxMs;
  let readings = 0;
  return {
    row,
    isBengali,
    mayRead: () => readings < readingsMax && performance.now() < endsAtMs,
    read: async (box) => {
      readings += 1;
      const words = await recogniser.read(cropped(clean, box, margin), dpi, {
        layout: heightOf(box) > linesMin * row ? 'block' : 'line',
        alphabet: isBengali ? 'all' : 'latin',
      });
      return moved(words, box, margin);
    },
  };
}

/** Reads again the words of which the first reading was unsure; returns all words. */
async function readUnsure(
  { isBengali, mayRead, read }: PartReader,
  first: readonly ReadWord[],
): Promise<ReadWord[]> {
  const words: ReadWord[] = [];
  for (const word of first) {
    const isForeign = !isBengali && bengali.test(word.text);
    // A foreign word is wrong in any case, so that it is read again whatever the limits.
    if (isForeign) words.push(...(await read(grown(word, edgePx))));
    else if (word.confidence >= unsureMax || !hasLetterOrDigit(word.text) || !mayRead()) words.push(word);
    else words.push(...betterReading(word, await read(grown(word, edgePx))));
  }
  return words;
}

/** Reads places with print but without words. */
async function readMissed(
  { row, mayRead, read }: PartReader,
  places: readonly Box[],
): Promise<SecondReading> {
  const words: ReadWord[] = [];
  let unreadPlaces = 0;
  for (const place of places) {
    const found = mayRead() ? await read(grown(place, edgePx)) : [];
    const credible = found.filter(
      ({ text, confidence }) => confidence >= missedConfidenceMin && hasLetterOrDigit(text),
    );
    words.push(...credible.map((word) => ({ ...word, rowHeight: Math.min(word.rowHeight, 1.5 * row) })));
    if (credible.length === 0 && widthOf(place) >= wordRows * row) unreadPlaces += 1;
  }
  return { words, unreadPlaces };
}

/** Returns the words of both readings. `first` are those of the first one. */
export async function readAgain(
  recogniser: Recogniser,
  page: PageToRead,
  first: readonly ReadWord[],
): Promise<SecondReading> {
  const reader = createPartReader(recogniser, page, first);
  const { row } = reader;
  if (row <= 0) return { words: [...first], unreadPlaces: 0 };
  const words = await readUnsure(reader, first);
  const places = linesOf(piecesBeside(page.letters, words, row, borderPt * page.pixelsPerPt), row);
  const missed = await readMissed(reader, places);
  return { words: [...words, ...missed.words], unreadPlaces: missed.unreadPlaces };
}
