/** Groups characters into words by the gaps between them. */
import { withoutRepeatedClusters } from '#activities/pdf/reading/bengali.ts';
import { centreY, heightOf, type Box } from './geometry.ts';
import type { Glyph } from '#activities/pdf/reading/raw-page.ts';

export type Word = Box & { text: string };

/** A gap ends a word from this many heights plus this many points; between two dots a smaller one does. */
const wordGapHeights = 0.22;
const wordGapPt = 0.5;
const dotGapHeights = 0.08;
/** Vertical drift that ends a word, in heights. */
const driftHeights = 0.45;
/** Distance by which a character may start before the end of the previous one (marks, kerning), in heights. */
const backwardHeights = 0.3;
/** Minimum height assumed for flat characters such as dots and dashes. */
const heightMinPt = 3;
/** Words of dots and dashes with at least this length are leaders or typed lines; shorter ones are values. */
const leaderCharactersMin = 4;

/** Whether both are dots; spaced dots stay separate, as they are printed. */
const areDots = (a: Glyph, b: Glyph): boolean => a.text === '.' && b.text === '.';

function continues(word: Word, last: Glyph, glyph: Glyph): boolean {
  const height = Math.max(heightOf(glyph), heightMinPt);
  return (
    !glyph.afterSpace &&
    Math.abs(centreY(glyph) - centreY(last)) < driftHeights * height &&
    glyph.x0 - word.x1 < (areDots(last, glyph) ? dotGapHeights : wordGapHeights) * height + wordGapPt &&
    glyph.x0 > last.x0 - backwardHeights * heightOf(glyph)
  );
}

function append(word: Word, glyph: Glyph): void {
  word.text += glyph.text;
  word.x1 = Math.max(word.x1, glyph.x1);
  word.y0 = Math.min(word.y0, glyph.y0);
  word.y1 = Math.max(word.y1, glyph.y1);
}

function joined(glyphs: readonly Glyph[]): Word[] {
  const words: Word[] = [];
  let last: Glyph | undefined;
  for (const glyph of glyphs) {
    const word = words.at(-1);
    if (word && last && continues(word, last, glyph)) append(word, glyph);
    else words.push({ text: glyph.text, x0: glyph.x0, x1: glyph.x1, y0: glyph.y0, y1: glyph.y1 });
    last = glyph;
  }
  return words;
}

/** Removes duplicates, because some producers print text twice to make it bold. */
function withoutDoubles(words: readonly Word[]): Word[] {
  const seen = new Set<string>();
  return words.filter((word) => {
    const key = `${word.text}|${Math.round(word.x0)}|${Math.round(word.y0)}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

const isLeader = (word: Word): boolean =>
  word.text.length >= leaderCharactersMin && !/[^\s._\-–—…]/.test(word.text);

/** Returns the words without leaders and without characters that are printed twice for a bold effect. */
export function wordsOf(glyphs: readonly Glyph[]): Word[] {
  return withoutDoubles(joined(withoutRepeatedClusters(glyphs))).filter((word) => !isLeader(word));
}
