/** Reads again what the first reading of a page left out or was unsure of, piece by piece. */
import { enclosing, heightOf, median, widthOf, type Box } from '#activities/pdf/words/geometry.ts';
import { cropped, grown } from './crop.ts';
import type { GreyPicture, InkPicture } from './picture.ts';
import type { ReadWord, Recogniser } from './recognise.ts';

/** Words with a lower confidence are read again, alone. */
const unsureMax = 82;
/** Improvement of the confidence from which the second reading replaces the first one. */
const betterBy = 4;
/** Improvement from which several words replace one. */
const muchBetterBy = 15;
/** A piece that was not read at first is believed from this confidence. */
const believedMin = 45;
/** Limits for a page; most pages need a dozen readings of a few hundredths of a second each. */
const readingsMax = 120;
const timeMaxMs = 25_000;
/** Heights of letters in heights of the page's lines. */
const letterMin = 0.35;
const letterMax = 2.2;
/** A narrower piece is what is left of a rule. */
const widthMinShare = 0.14;
/** Letters closer than this, in heights of a line, belong together. */
const togetherRows = 0.7;
/** Pieces narrower than this, in heights of a line, are not worth a warning. */
const wordRows = 1;
const edgePx = 2;
/** A word that is higher than this, in heights of a line, is several lines. */
const linesMin = 1.7;
/** Ink this close to the edge of the sheet is a shadow. */
const borderPt = 6;
const piecesMax = 2_000;
const bengali = /[\u0980-\u09FF]/;
/** On a page with a smaller share of Bengali words, a Bengali word is a misread one. */
const bengaliShareMin = 0.1;

/** Counts points, commas and strokes, which are lost more often than imagined. */
const signsIn = (text: string): number => text.replace(/[^.,/-]/g, '').length;

const speaks = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Returns the boxes of pieces of ink that are as high as letters and that no word covers. */
function piecesBeside(letters: InkPicture, words: readonly ReadWord[], row: number, border: number): Box[] {
  const { width, height } = letters;
  const ink = letters.ink.slice();
  const wipe = (box: Box): void => {
    const [from, to] = [Math.max(0, Math.floor(box.x0)), Math.min(width, Math.ceil(box.x1))];
    for (let y = Math.max(0, Math.floor(box.y0)); y < Math.min(height, Math.ceil(box.y1)); y++)
      if (to > from) ink.fill(0, y * width + from, y * width + to);
  };
  for (const word of words) wipe(grown(word, row * 0.15));
  const boxes: Box[] = [];
  for (let start = 0; start < ink.length && boxes.length < piecesMax; start++) {
    if (ink[start] === 0) continue;
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

/** Moves words that were read on a part of the picture to their places. */
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

/** Whether a word is read as several when it is alone, all more surely than before. */
const isSplit = (word: ReadWord, again: ReadWord | undefined, more: readonly ReadWord[]): boolean =>
  again !== undefined &&
  more.length > 0 &&
  [again, ...more].every(({ confidence }) => confidence >= word.confidence + muchBetterBy);

export type SecondReading = {
  words: ReadWord[];
  /** Number of places with print that could not be read. */
  unreadPlaces: number;
};

/**
 * Returns the words of both readings.
 *
 * @param clean the page without rules and noise, in grey
 * @param letters the same as ink
 */
export async function readAgain(
  recogniser: Recogniser,
  {
    clean,
    letters,
    pixelsPerPt,
    dpi,
  }: { clean: GreyPicture; letters: InkPicture; pixelsPerPt: number; dpi: number },
  first: readonly ReadWord[],
): Promise<SecondReading> {
  const row = median(first.map(({ rowHeight }) => rowHeight));
  if (row <= 0) return { words: [...first], unreadPlaces: 0 };
  const margin = Math.round(row * 0.6);
  const isBengali = first.filter(({ text }) => bengali.test(text)).length >= bengaliShareMin * first.length;
  const alphabet = isBengali ? 'all' : 'latin';
  const endsAtMs = Date.now() + timeMaxMs;
  let readings = 0;
  const mayRead = (): boolean => readings < readingsMax && Date.now() < endsAtMs;
  const read = async (box: Box): Promise<ReadWord[]> => {
    readings += 1;
    const part = cropped(clean, box, margin);
    return moved(
      await recogniser.read(part, dpi, {
        layout: heightOf(box) > linesMin * row ? 'block' : 'line',
        alphabet,
      }),
      box,
      margin,
    );
  };
  const words: ReadWord[] = [];
  for (const word of first) {
    const isForeign = !isBengali && bengali.test(word.text);
    if (!isForeign && (word.confidence >= unsureMax || !speaks(word.text) || !mayRead())) {
      words.push(word);
      continue;
    }
    const [again, ...more] = await read(grown(word, edgePx));
    if (isForeign) {
      if (again) words.push(again, ...more);
      continue;
    }
    if (isSplit(word, again, more)) {
      words.push(...[again, ...more].filter((part) => part !== undefined));
      continue;
    }
    const isBetter =
      again !== undefined &&
      more.length === 0 &&
      again.confidence >= word.confidence + betterBy &&
      signsIn(again.text) >= signsIn(word.text);
    words.push(isBetter ? { ...word, text: again.text, confidence: again.confidence } : word);
  }
  let unreadPlaces = 0;
  const places = linesOf(piecesBeside(letters, words, row, borderPt * pixelsPerPt), row);
  for (const place of places) {
    const found = mayRead() ? await read(grown(place, edgePx)) : [];
    const believed = found.filter(({ text, confidence }) => confidence >= believedMin && speaks(text));
    words.push(...believed.map((word) => ({ ...word, rowHeight: Math.min(word.rowHeight, 1.5 * row) })));
    if (believed.length === 0 && widthOf(place) >= wordRows * row) unreadPlaces += 1;
  }
  return { words, unreadPlaces };
}
