/**
 * Corrects the width of Bengali clusters. Browsers write a syllable as several glyphs with one common text; PDFium
 * then divides the first glyph's box among the letters and reports a space where the other glyphs are.
 */
import { isBengali } from './bengali.ts';
import type { Glyph } from './raw-page.ts';
import { firstOf, itemAt, lastOf, neighbours } from '#activities/pdf/words/lists.ts';

/** A glyph with the data that shows whether it belongs to such a cluster. */
export type PlacedGlyph = Glyph & {
  /** Start of its baseline, in the page's own coordinates. */
  originX: number;
  originY: number;
  /** Font size in points. */
  em: number;
  /** True if the space before it is not in the document but inferred by PDFium from a gap. */
  afterGap: boolean;
};

/** Approximate widths of letters and signs in font sizes, on the wide side: the next glyph limits a cluster anyway. */
const letterEm = 0.8;
const joinedLetterEm = 0.35;
const signEm = 0.45;
const virama = '\u09CD';
const signsBeside = new Set(['\u0982', '\u0983', '\u09BE', '\u09BF', '\u09C0', '\u09C7', '\u09C8']);
const signsAround = new Set(['\u09CB', '\u09CC']);
const letter = /[\u0985-\u09B9\u09CE\u09DC-\u09DF]/;

function widthEm(cluster: readonly Glyph[]): number {
  return cluster.reduce((total, { text }, index) => {
    if (signsAround.has(text)) return total + 2 * signEm;
    if (signsBeside.has(text)) return total + signEm;
    if (!letter.test(text)) return total;
    return total + (cluster[index - 1]?.text === virama ? joinedLetterEm : letterEm);
  }, 0);
}

const haveOneOrigin = (a: PlacedGlyph, b: PlacedGlyph): boolean =>
  a.originX === b.originX && a.originY === b.originY;

/** Returns the length of the cluster at `index`: letters with one origin that share one box; 1 if there is none. */
function clusterLength(glyphs: readonly PlacedGlyph[], index: number): number {
  const first = itemAt(glyphs, index);
  let end = index + 1;
  for (let next = glyphs[end]; next && haveOneOrigin(first, next); next = glyphs[end]) end += 1;
  const cluster = glyphs.slice(index, end);
  const areShares = neighbours(cluster).every(([left, right]) => right.x0 > left.x0);
  const isCluster = first.quarterTurns === 0 && areShares && cluster.every(({ text }) => isBengali(text));
  return isCluster ? cluster.length : 1;
}

/** Returns the right end of a cluster: the next glyph of its line if that begins within the estimated width. */
function endOf(cluster: readonly PlacedGlyph[], next: PlacedGlyph | undefined): number {
  const first = firstOf(cluster);
  const end = Math.max(lastOf(cluster).x1, first.originX + widthEm(cluster) * first.em);
  const isNext = next !== undefined && next.originY === first.originY && next.x0 > first.originX;
  return isNext ? Math.min(end, next.x0) : end;
}

/**
 * Returns the glyphs; each glyph of a cluster gets the box of the whole cluster. A space that PDFium inferred directly
 * after a cluster is dropped, because it is where the cluster's other glyphs are.
 */
export function withClusterBoxes<T extends PlacedGlyph>(glyphs: readonly T[]): T[] {
  const result: T[] = [];
  for (let index = 0; index < glyphs.length;) {
    const length = clusterLength(glyphs, index);
    const cluster = glyphs.slice(index, index + length);
    const first = firstOf(cluster);
    const next = glyphs[index + length];
    if (length > 1) {
      const x1 = endOf(cluster, next);
      result.push(...cluster.map((glyph) => ({ ...glyph, x0: first.x0, x1 })));
      if (next?.afterGap) next.afterSpace = false;
    } else result.push(first);
    index += length;
  }
  return result;
}
