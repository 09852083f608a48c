/** Reads the characters of one page through PDFium. */
import type { Engine } from './engine.ts';
import type { Glyph } from './raw-page.ts';

/** A page of print has some thousands; more is no page for reading. */
const glyphsPerPageMax = 200_000;
const noBreakSpace = 0xa0;
const replacement = 0xfffd;
/** What PDFium makes of a hyphen at the end of a line. */
const lineEndHyphen = 2;

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
  return {
    text: printable(code),
    x0: float(0),
    y1: float(1),
    x1: float(2),
    y0: float(3),
    quarterTurns: quarterTurnsOf(pdfium.FPDFText_GetCharAngle(text, index)),
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
