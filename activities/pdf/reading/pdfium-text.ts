/** Reads the characters of one page through PDFium. */
import { isBengali } from './bengali.ts';
import { withClusterBoxes, type PlacedGlyph } from './bengali-clusters.ts';
import type { Engine } from './engine.ts';
import type { Box } from '#activities/pdf/words/geometry.ts';
import { withUnicode } from './font-encodings.ts';
import type { Glyph } from './raw-page.ts';
import { splitWatermarks, type SlantedGlyph } from './watermarks.ts';
import { markMisnamed } from './wrong-fonts.ts';
import { itemAt } from '#activities/pdf/words/lists.ts';

/** Maximum number of characters read from a page; a printed page has a few thousand. */
const glyphsPerPageMax = 200_000;
const noBreakSpace = 0xa0;
const replacement = 0xfffd;
/** Letters of one word are closer than this, in font sizes. */
const touchingEm = 0.1;
/** Code point that PDFium returns for a hyphen at the end of a line. */
const lineEndHyphen = 2;

/** Height of a character's box above and below its baseline, in font sizes. */
const ascentEm = 0.9;
const descentEm = 0.22;
/**
 * Range, in font sizes, of a box's extent below and above the baseline. A box outside of it is that of a single glyph,
 * as in fonts made of drawings, and says nothing about the font.
 */
const claimedBelowMinEm = 0.1;
const claimedAboveMinEm = 0.6;
const claimedAboveMaxEm = 1.6;

/** Typographic dashes and quotation marks with the typed ones, which other systems expect. */
const typed = new Map([
  [lineEndHyphen, '-'],
  [0x2212, '-'],
  [0x2032, "'"],
  [0x2033, '"'],
]);

/**
 * Returns the character; for code points that XML forbids, which would make the whole workbook unreadable, the
 * replacement character.
 */
function printable(code: number): string {
  const isUsable = code < 0xd800 || (code > 0xdfff && code < 0xfffe) || (code > 0xffff && code <= 0x10ffff);
  return typed.get(code) ?? String.fromCodePoint(isUsable ? code : replacement);
}

const quarterTurn = Math.PI / 2;

function quarterTurnsOf(angle: number): number {
  const turns = Math.round(angle / quarterTurn) % 4;
  return (turns + 4) % 4;
}

/**
 * Returns a box of uniform height. Fonts claim heights between 0.9 and 1.7 times their size; with boxes computed from
 * the baseline and the font size, lines in different fonts are level and distances in heights are comparable.
 */
function levelBox(loose: Box, turns: number, origin: Point, em: number): Box {
  const [up, down] = [ascentEm * em, descentEm * em];
  // A character's top is at another side of its box for each rotation, and its bottom at the opposite one.
  const sides = [loose.y1 - origin.y, origin.x - loose.x0, origin.y - loose.y0, loose.x1 - origin.x];
  const [above, below] = [itemAt(sides, turns), itemAt(sides, (turns + 2) % 4)];
  const isFontBox =
    below > claimedBelowMinEm * em && above > claimedAboveMinEm * em && above < claimedAboveMaxEm * em;
  if (!isFontBox) return loose;
  switch (turns) {
    case 0:
      return { ...loose, y0: origin.y - down, y1: origin.y + up };
    case 1:
      return { ...loose, x0: origin.x - up, x1: origin.x + down };
    case 2:
      return { ...loose, y0: origin.y - up, y1: origin.y + down };
    default:
      return { ...loose, x0: origin.x - down, x1: origin.x + up };
  }
}

type Point = { x: number; y: number };

function readGlyph(engine: Engine, text: number, index: number, code: number): SlantedGlyph | undefined {
  const { calls, buffer, float, double } = engine;
  if (!calls.FPDFText_GetCharBox(text, index, buffer, buffer + 8, buffer + 16, buffer + 24)) return undefined;
  // The loose box has the height of the font, so that letters of one line are level.
  calls.FPDFText_GetLooseCharBox(text, index, buffer);
  const loose = { x0: float(0), y1: float(1), x1: float(2), y0: float(3) };
  const angle = calls.FPDFText_GetCharAngle(text, index);
  const quarterTurns = quarterTurnsOf(angle);
  calls.FPDFText_GetCharOrigin(text, index, buffer, buffer + 8);
  const origin = { x: double(0), y: double(1) };
  calls.FPDFText_GetMatrix(text, index, buffer);
  const em = calls.FPDFText_GetFontSize(text, index) * Math.hypot(float(2), float(3));
  return {
    text: printable(code),
    ...levelBox(loose, quarterTurns, origin, em),
    quarterTurns,
    slant: angle - Math.round(angle / quarterTurn) * quarterTurn,
    index,
    originX: origin.x,
    originY: origin.y,
    em,
    afterSpace: false,
    afterGap: false,
    unmapped: calls.FPDFText_HasUnicodeMapError(text, index) === 1,
  };
}

/**
 * Whether PDFium inferred all white space between two indexes from gaps. It infers spaces also inside words whose
 * widths it misjudges.
 */
function isInferred({ calls }: Engine, text: number, from: number, to: number): boolean {
  for (let index = from; index < to; index++) {
    if (calls.FPDFText_IsGenerated(text, index) !== 1) return false;
  }
  return true;
}

const touches = (last: PlacedGlyph, glyph: PlacedGlyph): boolean =>
  last.originY === glyph.originY && Math.abs(glyph.x0 - last.x1) < touchingEm * glyph.em;

export type PageGlyphs = {
  glyphs: Glyph[];
  /** The letters of watermarks, which are not among the glyphs. */
  watermark: string;
};

const isWhiteSpace = (code: number): boolean =>
  (code <= 32 && code !== lineEndHyphen) || code === noBreakSpace;

/** Reads the characters in PDFium's order, each with what is known of the space before it. */
function readAllGlyphs(engine: Engine, text: number): SlantedGlyph[] {
  const glyphs: SlantedGlyph[] = [];
  /** Index at which the white space before the next glyph begins. */
  let space: number | undefined;
  const count = Math.min(engine.pdfium.FPDFText_CountChars(text), glyphsPerPageMax);
  for (let index = 0; index < count; index++) {
    const code = engine.calls.FPDFText_GetUnicode(text, index);
    if (isWhiteSpace(code)) {
      space ??= index;
      continue;
    }
    const glyph = readGlyph(engine, text, index, code);
    if (!glyph) continue;
    const last = glyphs.at(-1);
    if (space !== undefined) {
      const isTouching = last !== undefined && touches(last, glyph);
      const isDoubtful = isTouching || (last !== undefined && isBengali(last.text));
      glyph.afterGap = isDoubtful && isInferred(engine, text, space, index);
      glyph.afterSpace = !(isTouching && glyph.afterGap);
    }
    glyphs.push(glyph);
    space = undefined;
  }
  return glyphs;
}

/**
 * Returns at most `glyphsPerPageMax` characters without white space; none if PDFium cannot read the text.
 *
 * @param page PDFium's handle
 */
export function readGlyphs(engine: Engine, page: number): PageGlyphs {
  const { pdfium } = engine;
  const text = pdfium.FPDFText_LoadPage(page);
  if (text === 0) return { glyphs: [], watermark: '' };
  const { read, watermark } = splitWatermarks(engine, text, readAllGlyphs(engine, text));
  const hasBengali = read.some((glyph) => isBengali(glyph.text));
  const marked = markMisnamed(engine, text, hasBengali ? withClusterBoxes(read) : read);
  const glyphs = withUnicode(engine, text, marked);
  pdfium.FPDFText_ClosePage(text);
  return { glyphs, watermark };
}
