/** Reads the characters of one page through PDFium. */
import type { Engine } from './engine.ts';
import type { Box } from './geometry.ts';
import type { Glyph } from './raw-page.ts';

/** A page of print has some thousands; more is no page for reading. */
const glyphsPerPageMax = 200_000;
const noBreakSpace = 0xa0;
const replacement = 0xfffd;
/** What PDFium makes of a hyphen at the end of a line. */
const lineEndHyphen = 2;

/** The part of a character's box above and below its baseline, in sizes of the font. */
const ascentEm = 0.9;
const descentEm = 0.22;
/** A box outside of these is that of one drawing, as in fonts made of drawings, and says nothing of the font. */
const claimedBelowMinEm = 0.1;
const claimedAboveMinEm = 0.6;
const claimedAboveMaxEm = 1.6;

/** Typeset forms of what is typed as - ' and ": spreadsheets and other systems know only the typed ones. */
const typed = new Map([
  [lineEndHyphen, '-'],
  [0x2212, '-'],
  [0x2032, "'"],
  [0x2033, '"'],
]);

/** Code points that no XML file may hold would make the whole workbook unreadable. */
function printable(code: number): string {
  const isUsable = code < 0xd800 || (code > 0xdfff && code < 0xfffe) || (code > 0xffff && code <= 0x10ffff);
  return typed.get(code) ?? String.fromCodePoint(isUsable ? code : replacement);
}

function quarterTurnsOf(angle: number): number {
  const turns = Math.round(angle / (Math.PI / 2)) % 4;
  return (turns + 4) % 4;
}

/**
 * Fonts claim from 0.9 to 1.7 times their size as height. From the baseline and the size all characters get boxes of one
 * kind, so that lines in different fonts stand level and distances in heights mean the same everywhere.
 */
function levelBox(
  { pdfium, buffer, double, float }: Engine,
  text: number,
  index: number,
  loose: Box,
  turns: number,
): Box {
  pdfium.FPDFText_GetCharOrigin(text, index, buffer, buffer + 8);
  const origin = { x: double(0), y: double(1) };
  const sizePt = pdfium.FPDFText_GetFontSize(text, index);
  pdfium.FPDFText_GetMatrix(text, index, buffer);
  const em = sizePt * Math.hypot(float(2), float(3));
  const [up, down] = [ascentEm * em, descentEm * em];
  // Which way is up for a character turned so often.
  const above = [loose.y1 - origin.y, origin.x - loose.x0, origin.y - loose.y0, loose.x1 - origin.x][turns]!;
  const below = [origin.y - loose.y0, loose.x1 - origin.x, loose.y1 - origin.y, origin.x - loose.x0][turns]!;
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

function readGlyph(
  engine: Engine,
  text: number,
  index: number,
  code: number,
  afterSpace: boolean,
): Glyph | undefined {
  const { pdfium, buffer, float } = engine;
  if (!pdfium.FPDFText_GetCharBox(text, index, buffer, buffer + 8, buffer + 16, buffer + 24))
    return undefined;
  // The loose box has the font's height, so that letters of one line stand level.
  pdfium.FPDFText_GetLooseCharBox(text, index, buffer);
  const loose = { x0: float(0), y1: float(1), x1: float(2), y0: float(3) };
  const quarterTurns = quarterTurnsOf(pdfium.FPDFText_GetCharAngle(text, index));
  return {
    text: printable(code),
    ...levelBox(engine, text, index, loose, quarterTurns),
    quarterTurns,
    afterSpace,
    unmapped: pdfium.FPDFText_HasUnicodeMapError(text, index) === 1,
  };
}

export function readGlyphs(engine: Engine, page: number): Glyph[] {
  const { pdfium } = engine;
  const text = pdfium.FPDFText_LoadPage(page);
  if (text === 0) return [];
  const glyphs: Glyph[] = [];
  let afterSpace = false;
  const count = Math.min(pdfium.FPDFText_CountChars(text), glyphsPerPageMax);
  for (let index = 0; index < count; index++) {
    const code = pdfium.FPDFText_GetUnicode(text, index);
    if ((code <= 32 && code !== lineEndHyphen) || code === noBreakSpace) {
      afterSpace = true;
      continue;
    }
    const glyph = readGlyph(engine, text, index, code, afterSpace);
    if (glyph) glyphs.push(glyph);
    afterSpace = glyph === undefined && afterSpace;
  }
  pdfium.FPDFText_ClosePage(text);
  return glyphs;
}
