/**
 * Finds embedded fonts that draw other letters than their text says, by the shapes of their letters: an o has a
 * counter, which is a second outline, and an l has none. Text in such a font is read as a picture.
 */
import type { Engine } from './engine.ts';
import type { IndexedGlyph } from './font-encodings.ts';
import { itemAt } from '#activities/pdf/words/lists.ts';

/**
 * Characters that have a counter in every text font, also in small capitals, and characters that never have one. Fonts
 * of overlapping outlines break the second rule, and fonts of single strokes or stencils break the first one. Only a
 * font that draws other letters breaks both, and for many of its characters.
 */
const kinds = [
  { having: '0689', lacking: '12357', charactersMin: 6, wrongOfEachMin: 1 },
  {
    having: 'abdopqABDOPQ',
    lacking: 'cfhklmnstuvwxyzCFHKLMNSTUVWXYZ',
    charactersMin: 6,
    wrongOfEachMin: 2,
  },
] as const;
const known = new Set(kinds.map(({ having, lacking }) => having + lacking).join(''));
/** FPDF_SEGMENT_MOVETO, with which an outline begins. */
const moveTo = 2;
/** About how many of a page's characters are examined. */
const sampledMax = 400;
const wrongShareMin = 0.4;
const sizePt = 10;
const segmentsMax = 2_000;

/** Returns the font of the character at an index; 0 if it is unknown. */
function fontAt({ calls }: Engine, text: number, index: number): number {
  const object = calls.FPDFText_GetTextObject(text, index);
  return object === 0 ? 0 : calls.FPDFTextObj_GetFont(object);
}

/** Returns the number of outlines of the glyph that the font draws for a character; 0 if it draws none. */
function outlinesOf({ pdfium, calls }: Engine, font: number, character: string): number {
  const path = pdfium.FPDFFont_GetGlyphPath(font, character.codePointAt(0) ?? 0, sizePt);
  if (path === 0) return 0;
  const count = Math.min(pdfium.FPDFGlyphPath_CountGlyphSegments(path), segmentsMax);
  let outlines = 0;
  for (let index = 0; index < count; index++) {
    const segment = pdfium.FPDFGlyphPath_GetGlyphPathSegment(path, index);
    if (segment !== 0 && calls.FPDFPathSegment_GetType(segment) === moveTo) outlines += 1;
  }
  return outlines;
}

export type Shape = { character: string; outlines: number };

/** Returns whether the shapes of the digits, or those of the letters, are those of other characters. */
export function areOtherCharacters(shapes: readonly Shape[]): boolean {
  return kinds.some(({ having, lacking, charactersMin, wrongOfEachMin }) => {
    const full = shapes.filter(({ character, outlines }) => outlines > 0 && having.includes(character));
    const open = shapes.filter(({ character, outlines }) => outlines > 0 && lacking.includes(character));
    const missing = full.filter(({ outlines }) => outlines === 1).length;
    const tooMany = open.filter(({ outlines }) => outlines > 1).length;
    const seen = full.length + open.length;
    return (
      seen >= charactersMin &&
      Math.min(missing, tooMany) >= wrongOfEachMin &&
      missing + tooMany >= wrongShareMin * seen
    );
  });
}

/** Returns a sample of the page's characters by font, of those characters whose shapes are known. */
function sampledFonts(
  engine: Engine,
  text: number,
  glyphs: readonly IndexedGlyph[],
): Map<number, Set<string>> {
  const fonts = new Map<number, Set<string>>();
  const step = Math.max(1, Math.floor(glyphs.length / sampledMax));
  for (let at = 0; at < glyphs.length; at += step) {
    const { text: character, index } = itemAt(glyphs, at);
    if (!known.has(character)) continue;
    const font = fontAt(engine, text, index);
    if (font === 0) continue;
    const characters = fonts.get(font) ?? new Set();
    fonts.set(font, characters.add(character));
  }
  return fonts;
}

function isWrong(engine: Engine, font: number, characters: ReadonlySet<string>): boolean {
  // For a font that is not embedded, PDFium draws what the text says.
  if (engine.pdfium.FPDFFont_GetIsEmbedded(font) !== 1) return false;
  const shapes = Array.from(characters, (character) => ({
    character,
    outlines: outlinesOf(engine, font, character),
  }));
  return areOtherCharacters(shapes);
}

/**
 * Returns the glyphs, and marks those of fonts that draw other letters than their text says.
 *
 * @param text PDFium's handle of the page's text
 */
export function markMisnamed<T extends IndexedGlyph>(engine: Engine, text: number, glyphs: T[]): T[] {
  const fonts = sampledFonts(engine, text, glyphs);
  const wrong = new Set(
    [...fonts].filter(([font, characters]) => isWrong(engine, font, characters)).map(([font]) => font),
  );
  if (wrong.size === 0) return glyphs;
  return glyphs.map((glyph) =>
    wrong.has(fontAt(engine, text, glyph.index)) ? { ...glyph, isMisnamed: true } : glyph,
  );
}
