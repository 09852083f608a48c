/** Finds texts that a spreadsheet has probably changed, which no column of a service would refuse. */
import { sheetMessages } from '#contracts/jobs/sheet-messages.ts';
import type { Message } from '#contracts/messages/message.ts';
import type { CellProblem, Column, RowData } from '#services/contract.ts';
import type { Headings } from './headings.ts';

/** How Excel shows a long number, and stores it in a CSV: 1.23457E+11. */
const shortened = /^-?\d(?:[.,]\d+)?E\+\d{2,3}$/i;

/** What spreadsheets show, and store in a CSV, in place of a value that they could not work out, or have no room for. */
const spreadsheetError =
  /^(?:#(?:N\/A|DIV\/0!|GETTING_DATA|[\p{Lu}\d_]{2,20}[!?])|Err:\d{3}|Loading\.{3}|#{2,})$/iu;

/** Returns what is wrong with a text whatever its column is; null for one that the column may check. */
export function lostValue(text: string): { problem: Message; hint?: Message } | null {
  if (spreadsheetError.test(text)) return { problem: sheetMessages.spreadsheetError() };
  if (!shortened.test(text)) return null;
  return { problem: sheetMessages.shortenedNumber(), hint: sheetMessages.formatAsText() };
}

const formatted = /^(?:\d{1,3}(?:,\d{2,3})+(?:\.\d+)?|\d+\.0+)$/;
const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
/** What Excel makes of 5-11 and 11-26. */
const shownDate = new RegExp(`^(?:\\d{1,2}-${month}|${month}-\\d\\d)$`);
/** Digits behind the 15th, which Excel replaces by zeros. */
const zeroesBehind15 = /^\d{15}0+$/;

/** Returns warnings about the values of a row that are kept as they are written, such as the number of an invoice. */
export function doubtsOfTexts(data: RowData, { matched }: Headings): CellProblem[] {
  return matched.flatMap(({ column }) => {
    const value = data[column.name];
    const isKept = value !== undefined && !column.dateOrder && !column.isNumber;
    const doubt = isKept ? doubtOf(column, value) : null;
    return doubt ? [{ column: column.name, ...doubt }] : [];
  });
}

function doubtOf(column: Column, value: string): Omit<CellProblem, 'column'> | null {
  if (formatted.test(value))
    return { problem: sheetMessages.formattedNumber(), hint: sheetMessages.formattedNumberHint() };
  if (shownDate.test(value))
    return { problem: sheetMessages.mayBeTurnedIntoDate(), hint: sheetMessages.typeAsText() };
  if (zeroesBehind15.test(value))
    return { problem: sheetMessages.digitsLost(), hint: sheetMessages.formatAsText() };
  const mark = isReference(column, value) ? unusualCharacter(value) : undefined;
  if (mark === undefined) return null;
  return { problem: sheetMessages.unusualCharacter({ mark }), hint: sheetMessages.unusualCharacterHint() };
}

/** A number of a document, and not a name or an address. */
const isReference = (column: Column, value: string): boolean =>
  /\p{Nd}/u.test(value) && (column.name.endsWith('_no') || !/\s/.test(value));

/** Returns a character that looks like one of an English keyboard, but is another one for a portal. */
function unusualCharacter(value: string): string | undefined {
  if (!/[\u0080-\uFFFF]/.test(value)) return undefined;
  return [...value].find(
    (character) =>
      character > '\u007F' &&
      (!/[\p{L}\p{M}\s]/u.test(character) ||
        character.normalize('NFKC') !== character ||
        /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(character)) &&
      !/\s/.test(character),
  );
}
