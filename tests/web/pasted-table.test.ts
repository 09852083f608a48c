/** Tables that are pasted from a spreadsheet become the sheet that the same cells would be in a file. */
import { expect, test } from 'vitest';
import { pastedLines, pastedSheet } from '#web/features/jobs/start/pasted-table.ts';

test('copied cells are split at tabs and lines, and blank lines at the end are dropped', () => {
  expect(pastedLines('po_no\tqty\r\n4500\t12\r\n4501\t\r\n\r\n')).toEqual([
    ['po_no', 'qty'],
    ['4500', '12'],
    ['4501', ''],
  ]);
});

test('a cell with line breaks, tabs and quotation marks is read as Excel copies it', () => {
  expect(pastedLines('a\tb\n"first ""line""\nsecond\tcell"\tend')).toEqual([
    ['a', 'b'],
    ['first "line"\nsecond\tcell', 'end'],
  ]);
});

test('quotation marks that quote nothing stay as they are', () => {
  const lines = pastedLines('size\tnote\n5" pipe\t"new"\n"open\tx');
  expect(lines).toEqual([
    ['size', 'note'],
    ['5" pipe', '"new"'],
    ['"open', 'x'],
  ]);
});

test('a pasted sheet has every cell quoted, so that no comma or semicolon moves a cell', async () => {
  const file = pastedSheet('buyer\tcity\nNordic; AB\tDhaka, "old"\n');
  expect(file?.name).toBe('pasted-table.csv');
  // Reading as text drops the byte order mark.
  expect(await file?.text()).toBe('"buyer","city"\r\n"Nordic; AB","Dhaka, ""old"""\r\n');
});

test('text without a row below its headings is no table', () => {
  expect(pastedSheet('just a sentence\n')).toBeNull();
  expect(pastedSheet('')).toBeNull();
});
