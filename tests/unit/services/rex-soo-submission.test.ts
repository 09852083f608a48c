/** Rules of the columns of REX/SOO Submission, and the names of its documents: refusals first. */
import { describe, expect, test } from 'vitest';
import type { RowData, SheetInput } from '#services/contract.ts';
import { rexSooSubmissionService } from '#services/rex-soo-submission/service.ts';
import { rowOf, sampleRows } from '#tests/harness/sample-rows.ts';

const today = new Date('2026-11-21T06:00:00Z');
const input: SheetInput = rexSooSubmissionService.input;
const row = (change: RowData = {}): RowData =>
  rowOf(rexSooSubmissionService.id, { ...sampleRows(rexSooSubmissionService.id)[0], ...change });

describe('a cell is refused:', () => {
  test.each<[RowData, RegExp]>([
    [{ destination_country_id: 'US' }, /not a country of the REX scheme/],
    [{ destination_country_id: 'United Kingdom' }, /not a country of the REX scheme/],
    [{ invoice_no: 'PAL/2026/1' }, /cannot be the name of a file/],
    [{ invoice_no: '../2509675' }, /cannot be the name of a file/],
    [{ invoice_value: '0' }, /not a number above 0/],
    [{ origin_criterion: 'W 610' }, /not an origin criterion/],
    [{ rex_no: 'DEREX0001234' }, /not a REX number of Bangladesh/],
    [{ bl_no: 'DHK1' }, /shorter than 5/],
  ])('a cell with %o is refused', (change, problem) => {
    expect(() => row(change)).toThrow(problem);
  });
});

test.each([
  ['Sweden', 'SE'],
  ['se', 'SE'],
  ['২০৫', '205'],
])('the country %s is stored as %s', (cell, kept) => {
  expect(row({ destination_country_id: cell })['destination_country_id']).toBe(kept);
});

test('currency and decimals are completed as the portal stores them', () => {
  expect(row({ invoice_value: '7,046', currency: '' })).toMatchObject({
    invoice_value: '7046.00',
    currency: 'USD',
  });
});

test('a bill of lading can be 30 days older than its invoice, and not 31', () => {
  const checked = (bl_date: string) => input.check?.(row({ invoice_date: '2026-06-30', bl_date }), today);
  expect(checked('2026-05-31')).toEqual([]);
  expect(checked('2026-05-30')).toMatchObject([{ column: 'bl_date' }]);
});

test('a criterion for another heading than that of the goods gives a warning', () => {
  const warnings = (change: RowData) => input.warn?.(row(change), today);
  expect(warnings({})).toEqual([]);
  expect(warnings({ origin_criterion: 'P' })).toEqual([]);
  expect(warnings({ origin_criterion: 'w6203' })).toMatchObject([{ column: 'origin_criterion' }]);
});

test('an invoice needs its own PDF and that of its bill of lading', () => {
  expect(input.documentNames?.(row())).toEqual(['I2509675.pdf', '2509675.pdf']);
});
