/** Finds characters in fonts with Bijoy's codes through PDFium, and replaces the words that they form by Unicode. */
import { isBengali } from './bengali.ts';
import type { PlacedGlyph } from './bengali-clusters.ts';
import { fromBijoy, isBijoyFont, isBijoySign } from './bijoy.ts';
import type { Engine } from './engine.ts';
import { firstOf, lastOf } from '#activities/pdf/words/lists.ts';

/** A glyph with its position in PDFium's text. */
export type IndexedGlyph = PlacedGlyph & { index: number };

const nameBytesMax = 128;
/** Letters of one word are closer than this, in font sizes. */
const wordGapEm = 0.15;

/** Returns a test of whether the character at an index has a font with Bijoy's codes. Looks at each font once. */
function bijoyFontTest(
  { pdfium, calls, heap, nameBuffer }: Engine,
  text: number,
): (index: number) => boolean {
  const known = new Map<number, boolean>();
  return (index) => {
    const object = calls.FPDFText_GetTextObject(text, index);
    const font = object === 0 ? 0 : calls.FPDFTextObj_GetFont(object);
    if (font === 0) return false;
    const seen = known.get(font);
    if (seen !== undefined) return seen;
    const length = Math.min(pdfium.FPDFFont_GetBaseFontName(font, nameBuffer, nameBytesMax), nameBytesMax);
    const name = Buffer.from(heap.HEAPU8.subarray(nameBuffer, nameBuffer + Math.max(0, length - 1)));
    const isBijoy = isBijoyFont(name.toString('latin1'));
    known.set(font, isBijoy);
    return isBijoy;
  };
}

/** Groups the characters of words in Bijoy's codes. Every other character is a group of its own. */
function wordsOf(glyphs: readonly IndexedGlyph[], isBijoy: (index: number) => boolean): IndexedGlyph[][] {
  const words: IndexedGlyph[][] = [];
  let inBijoy = false;
  for (const glyph of glyphs) {
    const wasBijoy = inBijoy;
    // A character that is already Bengali comes from a font that says what it shows.
    inBijoy = !isBengali(glyph.text) && isBijoy(glyph.index);
    const word = words.at(-1);
    const last = word?.at(-1);
    const isNext =
      last !== undefined &&
      wasBijoy &&
      inBijoy &&
      !glyph.afterSpace &&
      last.originY === glyph.originY &&
      glyph.x0 - last.x1 < wordGapEm * glyph.em;
    if (word && isNext) word.push(glyph);
    else words.push([glyph]);
  }
  return words;
}

/**
 * Returns the glyphs, with one glyph in Unicode for each word in Bijoy's codes.
 *
 * @param text PDFium's handle of the page's text
 */
export function withUnicode(engine: Engine, text: number, glyphs: IndexedGlyph[]): IndexedGlyph[] {
  const isBijoy = bijoyFontTest(engine, text);
  if (!glyphs.some((glyph) => isBijoySign(glyph.text) && isBijoy(glyph.index))) return glyphs;
  return wordsOf(glyphs, isBijoy).map((word) => {
    const first = firstOf(word);
    if (isBengali(first.text) || !isBijoy(first.index)) return first;
    const shown = fromBijoy(word.map((glyph) => glyph.text).join(''));
    return {
      ...first,
      text: shown,
      unmapped: false,
      isMisnamed: false,
      x1: Math.max(first.x1, lastOf(word).x1),
    };
  });
}
