/**
 * Renders one page of a claim's documents: heading, claim number, and blocks of labels and values provided by the
 * caller.
 */
import { PDFDocument } from 'pdf-lib';
import { colours, newSheet, sheetSize, type Sheet } from '#api/domain/payments/receipt/sheet.ts';
import { slashDate } from '#contracts/calendar-days.ts';

export const LEFT = 50;
export const RIGHT = sheetSize.width - 50;
const LINE = 14.5;
const LABEL_WIDTH = 150;

export type Pair = readonly [label: string, value: string];
export type Heading = { title: string; mark: string; claimNo: string; exporter: string; day: string };

/** Renders the heading and calls `draw` with the position below it. */
export async function renderDocument(
  heading: Heading,
  draw: (sheet: Sheet, top: number) => void,
): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.setTitle(`${heading.title} ${heading.claimNo}`);
  document.setLanguage('en');
  // Fixed dates make the file identical whenever it is rendered.
  const day = new Date(heading.day);
  document.setCreationDate(day);
  document.setModificationDate(day);
  const sheet = await newSheet(document);
  sheet.write(heading.title, LEFT, 62, { size: 17, bold: true });
  sheet.write(heading.mark, RIGHT, 62, { size: 11.5, bold: true, align: 'right', colour: colours.brand });
  sheet.rule(76, LEFT, RIGHT, colours.brand);
  const fields: Pair[] = [
    ['Exporter', heading.exporter],
    ['Claim No', heading.claimNo],
    ['Date', slashDate(heading.day)],
  ];
  draw(sheet, drawPairs(sheet, fields, 98));
  return document.save();
}

/** Draws a title above a rule. Returns the baseline of the text that follows, in points from the top. */
export function drawTitle(sheet: Sheet, text: string, y: number): number {
  sheet.write(text, LEFT, y, { size: 11, bold: true });
  sheet.rule(y + 6, LEFT, RIGHT);
  return y + 24;
}

/** Renders one pair per line; returns the position of the next block. */
export function drawPairs(sheet: Sheet, pairs: readonly Pair[], top: number): number {
  for (const [index, [label, value]] of pairs.entries()) {
    const y = top + index * LINE;
    sheet.write(label, LEFT, y, { size: 9, colour: colours.quiet });
    sheet.wrap(
      printable(sheet, value),
      { x: LEFT + LABEL_WIDTH, y, width: RIGHT - LEFT - LABEL_WIDTH, linesMax: 1 },
      { bold: true },
    );
  }
  return top + pairs.length * LINE + 12;
}

/**
 * Replaces text that the fonts cannot show: they have no Bangla. The value remains in the sheet and in the bank's
 * record.
 */
export function printable(sheet: Sheet, text: string): string {
  if (text === '') return '-';
  return sheet.canWrite(text) ? text : '(not in Latin letters)';
}

/** Draws the lines for both signatures at this height. */
export function drawSignature(sheet: Sheet, y: number): void {
  sheet.rule(y, LEFT, LEFT + 180);
  sheet.write('Signature and seal of the exporter', LEFT, y + 13, { size: 8.5, colour: colours.quiet });
  sheet.rule(y, RIGHT - 180, RIGHT);
  sheet.write('Received by the bank', RIGHT - 180, y + 13, { size: 8.5, colour: colours.quiet });
}
