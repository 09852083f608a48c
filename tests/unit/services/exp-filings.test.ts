/** Rules of the columns of EXP Issue, EXP Correction and EXP Duplicate Reporting: refusals first. */
import { describe, expect, test } from 'vitest';
import { english } from '#contracts/messages/render.ts';
import type { RowData, SheetInput } from '#services/contract.ts';
import { expCorrectionService } from '#services/exp-correction/service.ts';
import { expDuplicateReportingService } from '#services/exp-duplicate-reporting/service.ts';
import { expIssueService } from '#services/exp-issue/service.ts';
import { rowOf, sampleRows } from '#tests/harness/sample-rows.ts';

const today = new Date('2026-11-21T06:00:00Z');

function sampleRow(serviceId: string, change: RowData = {}, index = 0): RowData {
  return rowOf(serviceId, { ...sampleRows(serviceId)[index], ...change });
}

const problemsOf = (input: SheetInput, row: RowData): string[] =>
  (input.check?.(row, today) ?? []).map(({ column, problem }) => `${column}: ${english(problem)}`);
const warningsOf = (input: SheetInput, row: RowData): string[] =>
  (input.warn?.(row, today) ?? []).map(({ problem }) => english(problem));

describe('EXP Issue', () => {
  const input: SheetInput = expIssueService.input;

  test.each<[string, RowData, string[]]>([
    [
      'an FOB value a cent too far off',
      { fob_value: '61500.02' },
      ['fob_value: The FOB value is not 61500.00.'],
    ],
    ['CFR without freight', { incoterm: 'CFR' }, ['freight: Freight is missing for CFR.']],
    [
      'CIF without freight and insurance',
      { incoterm: 'CIF' },
      ['freight: Freight is missing for CIF.', 'insurance: Insurance is missing for CIF.'],
    ],
    [
      'costs as high as the invoice',
      { freight: '61500', fob_value: '1' },
      ['invoice_value: Freight, insurance and commission are not less than the invoice value.'],
    ],
    [
      'a contract younger than its invoice',
      { contract_date: '2026-06-03' },
      ['contract_date: The contract is dated after the invoice.'],
    ],
    [
      'less gross than net weight',
      { gross_weight_kg: '4679.999' },
      ['gross_weight_kg: The gross weight is less than the net weight.'],
    ],
  ])('an EXP with %s is refused', (_, change, problems) => {
    expect(problemsOf(input, sampleRow('exp-issue', change))).toEqual(problems);
  });

  test.each(['BD', 'Bangladesh', 'XX'])('the destination %s is refused', (destination_country) => {
    expect(() => sampleRow('exp-issue', { destination_country })).toThrow(/country/);
  });

  test('an empty FOB value becomes the invoice value less freight, insurance and commission', () => {
    expect(sampleRow('exp-issue', {}, 2)).toMatchObject({ fob_value: '16000.00' });
    expect(sampleRow('exp-issue', {}, 1)).toMatchObject({
      fob_value: '85008.00',
      insurance: '0.00',
      commission: '0.00',
    });
  });

  test('an FOB value can differ by a cent', () => {
    expect(problemsOf(input, sampleRow('exp-issue', { fob_value: '61499.99' }))).toEqual([]);
  });

  test.each([
    ['260326110123456', 0],
    ['RA-12345', 0],
    ['BA1234567', 0],
    ['12345', 1],
  ])('the ERC %s is accepted with %i warnings', (exporter_erc, count) => {
    expect(warningsOf(input, sampleRow('exp-issue', { exporter_erc }))).toHaveLength(count);
  });
});

describe('EXP Correction', () => {
  const input: SheetInput = expCorrectionService.input;
  const row = (change: RowData): RowData => sampleRow('exp-correction', change, 1);

  test.each(['ad_code', 'exporter_name', 'exporter_erc', 'currency', 'exp_no'])(
    'the field %s cannot be corrected',
    (field_name) => {
      expect(() => row({ field_name })).toThrow(/not one of/);
    },
  );

  test.each<[RowData, string]>([
    [{ new_value: '0' }, 'new_value: This is not a number above 0.'],
    [{ field_name: 'hs_code', new_value: '6109' }, 'new_value: The HS code does not have 8 digits.'],
    [{ field_name: 'port_of_shipment', new_value: 'SEGOT' }, 'new_value: This is not a port of Bangladesh.'],
    [{ field_name: 'invoice_date', new_value: '2099-01-01' }, 'new_value: This date is in the future.'],
    [{ new_value: '10,560.00' }, 'new_value: The new value is the old one.'],
  ])('the correction %o is refused by the rule of its field', (change, problem) => {
    expect(problemsOf(input, row(change))).toEqual([problem]);
  });

  test('values are stored as their field stores them', () => {
    const change = { field_name: 'Contract Date', old_value: '02/10/2025', new_value: '03-OCT-2025' };
    expect(row(change)).toMatchObject({
      field_name: 'contract_date',
      old_value: '2025-10-02',
      new_value: '2025-10-03',
    });
  });

  const groupProblems = (rows: RowData[]): unknown[] =>
    (input.checkGroup?.(rows, today) ?? []).map(({ index, column }) => [index, column]);

  test('a repeated field, two invoice numbers or overlong reasons stop the rows of an EXP', () => {
    const cartons = { field_name: 'cartons', old_value: '264', new_value: '261' };
    expect(groupProblems([row({}), row(cartons)])).toEqual([]);
    expect(groupProblems([row({}), row({ new_value: '10320' })])).toEqual([[1, 'field_name']]);
    expect(groupProblems([row({}), row({ ...cartons, invoice_no: 'OTHER' })])).toEqual([[1, 'invoice_no']]);
    const reasons = ['a', 'b'].map((letter) => letter.repeat(100));
    expect(groupProblems(reasons.map((reason, n) => row({ ...(n ? cartons : {}), reason })))).toEqual([
      [0, 'reason'],
    ]);
  });
});

describe('EXP Duplicate Reporting', () => {
  const input: SheetInput = expDuplicateReportingService.input;
  const row = (change: RowData): RowData => sampleRow('exp-duplicate-reporting', change);

  test('a shipment before its bill of export is refused', () => {
    expect(problemsOf(input, row({ shipment_date: '2026-01-10' }))).toEqual([
      'shipment_date: The shipment is before the bill of export.',
    ]);
  });

  test.each([
    ['2026-11-07', []],
    ['2026-11-06', ['LATE: the shipment was 15 days ago, the duplicate was due within 14.']],
  ])('a shipment on %s warns when it is more than 14 days ago', (shipment_date, warnings) => {
    expect(warningsOf(input, { ...row({}), shipment_date })).toEqual(warnings);
  });
});
