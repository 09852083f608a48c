/**
 * An A4 sheet with coordinates from its top left corner: text in columns, lines and boxes, in fonts that every PDF
 * reader has.
 */
import { rgb, StandardFonts, type PDFDocument, type PDFFont, type PDFPage, type RGB } from 'pdf-lib';

export const sheetSize = { width: 595.28, height: 841.89 };

export const colours = {
  ink: rgb(0.09, 0.11, 0.13),
  quiet: rgb(0.36, 0.4, 0.44),
  line: rgb(0.83, 0.85, 0.87),
  tint: rgb(0.95, 0.97, 0.96),
  brand: rgb(0.043, 0.365, 0.294),
  alert: rgb(0.7, 0.13, 0.1),
};

type TextStyle = { size?: number; bold?: boolean; colour?: RGB; align?: 'left' | 'right' };

/** `x` is the left edge of the text and `y` the baseline of its first line. */
type TextArea = { x: number; y: number; width: number; linesMax: number };

export type Sheet = {
  page: PDFPage;
  /** `x` is the text's left edge, or right edge if aligned right; `y` is its baseline, measured from the top. */
  write: (text: string, x: number, y: number, style?: TextStyle) => void;
  /** Writes within `width`, on at most `linesMax` lines; returns the baseline of the last one. */
  wrap: (text: string, at: TextArea, style?: TextStyle) => number;
  rule: (y: number, from: number, to: number, colour?: RGB) => void;
  box: (area: { x: number; y: number; width: number; height: number }, colour: RGB) => void;
  /** Returns whether the fonts have every character of the text. */
  canWrite: (text: string) => boolean;
};

const BODY_SIZE = 9.5;
const LINE_FACTOR = 1.4;

/** Adds an A4 page to the document. Coordinates and sizes are in points. */
export async function newSheet(document: PDFDocument): Promise<Sheet> {
  const page = document.addPage([sheetSize.width, sheetSize.height]);
  const regular = await document.embedFont(StandardFonts.Helvetica);
  const strong = await document.embedFont(StandardFonts.HelveticaBold);
  const letters = new Set(regular.getCharacterSet());
  const fontOf = (style: TextStyle): PDFFont => (style.bold ? strong : regular);

  const write: Sheet['write'] = (text, x, y, style = {}) => {
    const { size = BODY_SIZE, colour = colours.ink, align = 'left' } = style;
    const font = fontOf(style);
    const left = align === 'left' ? x : x - font.widthOfTextAtSize(text, size);
    page.drawText(text, { x: left, y: sheetSize.height - y, size, font, color: colour });
  };
  const wrap: Sheet['wrap'] = (text, { x, y, width, linesMax }, style = {}) => {
    const { size = BODY_SIZE } = style;
    const lines = linesWithin(text, (part) => fontOf(style).widthOfTextAtSize(part, size) <= width, linesMax);
    for (const [index, line] of lines.entries()) write(line, x, y + index * size * LINE_FACTOR, style);
    return y + (lines.length - 1) * size * LINE_FACTOR;
  };
  return {
    page,
    write,
    wrap,
    rule: (y, from, to, colour = colours.line) =>
      page.drawLine({
        start: { x: from, y: sheetSize.height - y },
        end: { x: to, y: sheetSize.height - y },
        thickness: 0.75,
        color: colour,
      }),
    box: ({ x, y, width, height }, colour) =>
      page.drawRectangle({ x, y: sheetSize.height - y - height, width, height, color: colour }),
    canWrite: (text) => [...text].every((letter) => letters.has(letter.codePointAt(0) ?? 0)),
  };
}

/** Breaks at spaces where possible; text that does not fit on the last line ends in dots. */
function linesWithin(text: string, fits: (part: string) => boolean, linesMax: number): string[] {
  const lines: string[] = [];
  let rest = text.trim();
  while (rest !== '' && lines.length < linesMax) {
    const isLast = lines.length === linesMax - 1;
    let end = rest.length;
    while (end > 1 && !fits(isLast && end < rest.length ? `${rest.slice(0, end)}...` : rest.slice(0, end)))
      end -= 1;
    const blank = rest.lastIndexOf(' ', end);
    if (end < rest.length && !isLast && blank > 0) end = blank;
    lines.push(isLast && end < rest.length ? `${rest.slice(0, end)}...` : rest.slice(0, end));
    rest = rest.slice(end).trim();
  }
  return lines;
}
