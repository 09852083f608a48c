/** The columns of a job's rows: which there are, how they are kept in order, and what is copied. */
import { expect, test } from 'vitest';
import type { JobRow } from '#contracts/calls/jobs/jobs-answers.ts';
import { pastedText } from '#web/lib/csv.ts';
import {
  copiedColumns,
  furtherColumnsOf,
  furtherLabel,
  furtherText,
  inOrder,
  usualColumns,
} from '#web/features/jobs/rows/rows-columns.ts';
import { pagesAround, rowsInPages } from '#web/features/jobs/rows/rows-in-pages.ts';

const row: JobRow = {
  rowNumber: 7,
  data: { 'EXP no': '00041', note: '=HYPERLINK("https://evil.example")' },
  outcome: 'SUCCESS',
  message: 'Found.',
  messageData: null as unknown as JobRow['messageData'],
  portalReference: 'R-1',
  values: { gross_weight_kg: 1234.5, claim_bdt: 1000, currency: 'USD', fob_value: 20, vessel: null },
  documents: [{ name: 'a.pdf', url: '/a' }],
  attempts: 1,
  charged: true,
  sameAsRow: null,
  processedAt: null,
};
const labels = {
  row: 'Row',
  outcome: 'Outcome',
  sent: 'Sent',
  cameBack: 'Came back',
  document: 'Document',
  reference: 'Reference',
};

test("the columns are the sheet's in its order and then what came back, with the labels of the details", () => {
  const columns = furtherColumnsOf([{ data: {}, values: {} }, row]);
  expect(columns.slice(0, 3)).toEqual(['sent:EXP no', 'sent:note', 'value:claim_bdt']);
  expect(columns.map(furtherLabel)).toContain('Gross weight');
  expect(furtherText(row, 'value:gross_weight_kg')).toBe('1,234.5 kg');
  expect(furtherText(row, 'value:fob_value')).toBe('20.00 USD');
  expect(furtherText(row, 'value:vessel')).toBe('–');
  expect(furtherText(row, 'value:unknown')).toBe('');
});

test('what a browser has kept is put in order, without repetition and without what is no column', () => {
  expect(inOrder(['document', 'value:vessel', 'outcome', 'value:vessel', '__proto__', 'x'])).toEqual([
    'outcome',
    'value:vessel',
    'document',
  ]);
  expect(inOrder(usualColumns)).toEqual([...usualColumns]);
});

test('copied rows have numbers as numbers, the unit in the heading, and no formula', () => {
  const chosen = [
    'outcome',
    'cameBack',
    'sent:EXP no',
    'sent:note',
    'value:gross_weight_kg',
    'value:claim_bdt',
  ];
  const [head, cells] = pastedText([row], copiedColumns(chosen, labels)).split('\r\n');
  expect(head?.split('\t')).toEqual([
    'Row',
    'Outcome',
    'Came back',
    'Reference',
    'EXP no',
    'note',
    'Gross weight (kg)',
    'Claim (BDT)',
  ]);
  expect(cells?.split('\t')).toEqual([
    '7',
    'Done',
    'Found.',
    'R-1',
    '00041',
    '"\'=HYPERLINK(""https://evil.example"")"',
    '1234.5',
    '1000',
  ]);
});

test('a tab or a line break in a cell stays in its cell', () => {
  const broken = { ...row, data: { note: 'a\tb\nc' } };
  expect(pastedText([broken], copiedColumns(['sent:note'], labels))).toBe('Row\tnote\r\n7\t"a\tb\nc"');
});

test('the pages of the rows in view are read, with those that come next', () => {
  const view = (from: number, to: number) => [{ index: from }, { index: to }];
  expect(pagesAround(view(0, 25), 10_000)).toEqual([1]);
  expect(pagesAround(view(0, 35), 10_000)).toEqual([1, 2]);
  expect(pagesAround(view(60, 75), 10_000)).toEqual([1, 2]);
  expect(pagesAround(view(9_980, 9_999), 10_000)).toEqual([200]);
  expect(pagesAround([], 10_000)).toEqual([]);
});

test('a row is found on its page, and is missing while the page is', () => {
  const rowAt = rowsInPages(new Map([[2, [row]]]));
  expect(rowAt(50)).toBe(row);
  expect(rowAt(0)).toBeUndefined();
  expect(rowAt(51)).toBeUndefined();
});
