/**
 * Reads all figures of a page a second time, one below the other, at another size and as digits only, and decides
 * between the readings by the figures above and below. A lost point makes a figure a hundred times too large, and the
 * figure itself does not show it.
 */
import { itemAt } from '#activities/pdf/words/lists.ts';
import { cropped, grown, stacked } from './crop.ts';
import type { GreyPicture } from './picture.ts';
import type { ReadWord, Recogniser } from './recognise.ts';
import { projected } from './resample.ts';

/** Sizes of the second and of the third reading relative to the first one. */
const secondSize = 1.4;
const thirdSize = 0.8;
/** A figure can only be unlike the others of its column if at least this many others are known. */
const othersMin = 3;
/** Space that is cut out around a figure, and white margin that is added in heights of a line. */
const edgePx = 3;
const marginRows = 0.45;
/** Number of figures that are read as one picture, and maximum number for a page. */
const figuresPerReading = 70;
const figuresMax = 700;
/** Figures whose right edges differ by less than this, in heights of a line, are in one column. */
const sameColumnRows = 0.35;
/** A further reading with a lower confidence (0 to 100) does not count. */
const confidenceMin = 40;

const charactersMin = 2;

/** Whether a text is a figure or a code of digits, without any letter. */
const isFigure = (text: string): boolean =>
  text.length >= charactersMin && /[0-9]/.test(text) && !/[\p{L}\p{M}০-৯]/u.test(text);

/** Returns what figures of one column have in common: the number of decimals, and whether thousands are grouped. */
export function shapeOf(text: string): string {
  const [, whole = '', decimals] = /^[^0-9]*([0-9.,/-]*?)(?:\.([0-9]+))?[^0-9]*$/.exec(text) ?? [];
  const grouping = /[0-9]{4,}/.test(whole) ? 'long' : 'grouped';
  const isOdd = !/^(?:[0-9]+|[0-9]{1,3}(?:,[0-9]{2,3})*,[0-9]{3})$/.test(whole);
  return `${decimals?.length ?? 0}${isOdd ? `odd${whole.replace(/[0-9]+/g, '0')}` : grouping}`;
}

const resized = (picture: GreyPicture, size: number): GreyPicture =>
  projected(picture, { width: Math.round(picture.width * size), height: Math.round(picture.height * size) }, [
    1 / size,
    0,
    0,
    0,
    1 / size,
    0,
    0,
    0,
    1,
  ]);

type Reading = { text: string; confidence: number };

/** The page without rules, and the height of its lines in pixels. */
type Sheet = { recogniser: Recogniser; picture: GreyPicture; row: number; dpi: number };

/** Reads words placed one below the other, at a relative size; undefined for those of which nothing was read. */
async function readStacked(
  { recogniser, picture, row, dpi }: Sheet,
  words: readonly ReadWord[],
  size: number,
): Promise<(Reading | undefined)[]> {
  const margin = Math.round(marginRows * row);
  const parts = words.map((word) => resized(cropped(picture, grown(word, edgePx), margin), size));
  const { picture: sheet, tops } = stacked(parts);
  const read = await recogniser.read(sheet, dpi * size, { layout: 'block', alphabet: 'figures' });
  return parts.map(({ height }, index) => {
    const top = itemAt(tops, index);
    const own = read
      .filter(({ y0, y1 }) => (y0 + y1) / 2 >= top && (y0 + y1) / 2 < top + height)
      .sort((a, b) => a.x0 - b.x0);
    if (own.length === 0) return undefined;
    const confidence = Math.min(...own.map((word) => word.confidence));
    return { text: own.map(({ text }) => text.trim()).join(''), confidence };
  });
}

/** Reads the words at these indexes, and returns the readings by index. */
async function readAll(
  sheet: Sheet,
  words: readonly ReadWord[],
  places: readonly number[],
  size: number,
): Promise<Map<number, Reading>> {
  const found = new Map<number, Reading>();
  for (let from = 0; from < places.length; from += figuresPerReading) {
    const part = places.slice(from, from + figuresPerReading);
    const own = part.map((index) => itemAt(words, index));
    for (const [index, reading] of (await readStacked(sheet, own, size)).entries())
      if (reading) found.set(itemAt(part, index), reading);
  }
  return found;
}

const digitsOf = (text: string): string => text.replace(/[^0-9]/g, '');

export type Figures = {
  words: ReadWord[];
  /** Texts of which the readings differ, and between which no other figure decides. */
  unsure: string[];
};

/** What the other figures of a column say about a figure, given by its index. */
type Column = {
  /** Returns how many of them have the shape of a text. */
  supportOf: (index: number, text: string) => number;
  /** Whether the figure's shape is unlike that of nearly all of them. */
  isOdd: (index: number) => boolean;
};

/** Compares figures with those of their column of which two readings agree. */
function columnOf(words: readonly ReadWord[], agreed: readonly number[], row: number): Column {
  const shapes = new Map(agreed.map((index) => [index, shapeOf(itemAt(words, index).text)]));
  const otherShapes = (index: number): string[] => {
    const { x1 } = itemAt(words, index);
    const others = agreed.filter(
      (other) => other !== index && Math.abs(itemAt(words, other).x1 - x1) < sameColumnRows * row,
    );
    return others.flatMap((other) => shapes.get(other) ?? []);
  };
  const supportOf = (index: number, text: string): number =>
    otherShapes(index).filter((shape) => shape === shapeOf(text)).length;
  return {
    supportOf,
    isOdd: (index) => {
      const others = otherShapes(index);
      return others.length >= othersMin && supportOf(index, itemAt(words, index).text) * 4 < others.length;
    },
  };
}

/** A reading, and the number of the column's other figures that have its shape. */
type Candidate = Reading & { support: number };

/** Returns the best of a figure's readings, and whether it is certain. The first one is that of the page. */
function decided(
  index: number,
  readings: readonly Reading[],
  { supportOf, isOdd }: Column,
): { best: Reading; isSure: boolean } {
  const candidates = readings.map(({ text, confidence }): Candidate => ({
    text,
    confidence,
    support: supportOf(index, text),
  }));
  const best = candidates.reduce((most, next) => (isBetter(next, most, candidates) ? next : most));
  const haveSameDigits = candidates.every(({ text }) => digitsOf(text) === digitsOf(best.text));
  const areSame = candidates.every(({ text }) => text === best.text);
  return { best, isSure: (haveSameDigits && best.support > 0) || (areSame && !isOdd(index)) };
}

/** Returns the words with the best reading of each figure. */
export async function readFiguresAgain(sheet: Sheet, words: readonly ReadWord[]): Promise<Figures> {
  const places = [...words.keys()]
    .filter((index) => isFigure(itemAt(words, index).text))
    .slice(0, figuresMax);
  const second = await readAll(sheet, words, places, secondSize);
  const isAgreed = (index: number): boolean => second.get(index)?.text === itemAt(words, index).text;
  const column = columnOf(words, places.filter(isAgreed), sheet.row);
  const doubtful = places.filter((index) => !isAgreed(index) || column.isOdd(index));
  const third = await readAll(sheet, words, doubtful, thirdSize);
  const unsure: string[] = [];
  const better = [...words];
  for (const index of doubtful) {
    const word = itemAt(words, index);
    const others = [second.get(index), third.get(index)].filter((reading) => reading !== undefined);
    const { best, isSure } = decided(index, [word, ...others.filter(isCredible)], column);
    if (!isSure) unsure.push(best.text);
    better[index] = { ...word, text: best.text, confidence: Math.max(word.confidence, best.confidence) };
  }
  return { words: better, unsure };
}

const isCredible = ({ text, confidence }: Reading): boolean =>
  confidence >= confidenceMin && digitsOf(text) !== '';

/** The column's other figures decide first, then how often a text was read, then the confidence. */
function isBetter(next: Candidate, most: Candidate, all: readonly Candidate[]): boolean {
  const count = ({ text }: Candidate): number => all.filter((other) => other.text === text).length;
  if (next.support !== most.support) return next.support > most.support;
  if (count(next) !== count(most)) return count(next) > count(most);
  return next.confidence > most.confidence;
}
