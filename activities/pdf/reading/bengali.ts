/** Repairs Bengali text from PDF producers that store each glyph of a cluster with the text of the whole cluster. */
import { enclosing, widthOf } from '#activities/pdf/words/geometry.ts';
import type { Glyph } from './raw-page.ts';
import { itemAt, lastOf } from '#activities/pdf/words/lists.ts';

/** Length of a cluster in characters: a letter with its signs. */
const clusterMin = 2;
const clusterMax = 6;
/** Maximum number of glyphs between a cluster and its repetition. */
const glyphsBack = 8;
/** Minimum overlap of a repetition with the preceding cluster, as a share of the narrower one's width. */
const overlapMin = 0.3;

const bengali = /[\u0980-\u09FF]/;
/** Signs that follow their consonant and cannot begin a word. */
const sign = /^[\u0981-\u0983\u09BC\u09BE-\u09CD\u09D7]/;

/** Returns whether the text contains a Bengali character. */
export const isBengali = (text: string): boolean => bengali.test(text);
/** Returns whether the text begins with a sign that belongs to the consonant before it. */
export const isBengaliSign = (text: string): boolean => sign.test(text);

function overlaps(first: readonly Glyph[], second: readonly Glyph[]): boolean {
  const a = enclosing(first);
  const b = enclosing(second);
  const areLevel = second.every((glyph) => glyph.y0 < a.y1 && a.y0 < glyph.y1);
  return (
    areLevel && Math.min(a.x1, b.x1) - Math.max(a.x0, b.x0) > overlapMin * Math.min(widthOf(a), widthOf(b))
  );
}

/**
 * Returns the length of the cluster at `index` if it repeats a cluster that was kept shortly before and overlaps it on
 * the page; otherwise 0. The two need not be adjacent: glyphs of two clusters alternate if, for example, a vowel sign
 * is drawn after the next letter.
 */
function repetitionAt(glyphs: readonly Glyph[], index: number, kept: readonly Glyph[]): number {
  const { text } = itemAt(glyphs, index);
  if (!isBengali(text) || isBengaliSign(text)) return 0;
  for (
    let length = Math.min(clusterMax, kept.length, glyphs.length - index);
    length >= clusterMin;
    length--
  ) {
    const here = glyphs.slice(index, index + length);
    const earliest = Math.max(0, kept.length - length - glyphsBack);
    for (let from = kept.length - length; from >= earliest; from--) {
      const isSame = here.every((glyph, k) => glyph.text === kept[from + k]?.text);
      if (isSame && overlaps(kept.slice(from, from + length), here)) return length;
    }
  }
  return 0;
}

/** Removes glyphs that repeat the text of the cluster before them, and widens the cluster to its last glyph. */
export function withoutRepeatedClusters(glyphs: readonly Glyph[]): Glyph[] {
  const kept: Glyph[] = [];
  for (let index = 0; index < glyphs.length;) {
    const length = repetitionAt(glyphs, index, kept);
    if (length > 0) {
      const last = lastOf(kept);
      const x1 = Math.max(last.x1, ...glyphs.slice(index, index + length).map((glyph) => glyph.x1));
      kept.splice(-1, 1, { ...last, x1 });
    } else {
      kept.push(itemAt(glyphs, index));
    }
    index += Math.max(1, length);
  }
  return kept;
}
