/**
 * Rules of the forwarder's sheets that involve more than one cell: orders with lines, shares of lines, suspicious
 * figures.
 */
import { describe, expect, test } from 'vitest';
import type { RowData } from '#services/contract.ts';
import { damcoBookingService } from '#services/damco-booking/service.ts';
import { damcoBookingDownloadService } from '#services/damco-booking-download/service.ts';
import { shareOut } from '#services/damco-booking/shares.ts';
import { isShown } from '#services/families/shown-values.ts';
import { damcoEdocUploadService } from '#services/damco-edoc-upload/service.ts';
import { damcoFcrSubmissionService } from '#services/damco-fcr-submission/service.ts';
import { cartonType, htsCode, orderLine, shippingOrder } from '#services/families/damco-fields.ts';
import { rowOf, sampleRows } from '#tests/harness/sample-rows.ts';

const booking = damcoBookingService.input;
const row = (change: RowData = {}): RowData =>
  rowOf('damco-booking', { ...sampleRows('damco-booking')[0], ...change });
const columnsOf = (problems: readonly { column: string }[]): string[] => problems.map(({ column }) => column);

test.each([
  ['shipping order', shippingOrder, ['12345', '1234567890123', 'SO4368023']],
  ['carton size', cartonType, ['24x16', '24-16-12', 'big']],
  ['HTS code', htsCode, ['61091', '61091000123']],
  ['line', orderLine, ['1a', '123456', '']],
])('an invalid %s is refused', (_, field, texts) => {
  for (const text of texts) expect(field.schema.safeParse(text).success, text).toBe(false);
});

test('different spellings are stored in one form', () => {
  expect(cartonType.schema.parse('24 X 16 × 12')).toBe('24x16x12');
  expect(htsCode.schema.parse('6109.10.00')).toBe('61091000');
  expect(orderLine.schema.parse('১০')).toBe('10');
  expect(orderLine.schema.parse('10.0')).toBe('10');
});

describe('Booking', () => {
  test("a line after the order number is the row's line, and a row with two different lines is refused", () => {
    const own = row({ po_no: '4500781223-10', po_line: '' });
    expect([own['po_no'], own['po_line']]).toEqual(['4500781223', '10']);
    expect(row({ po_no: '4500781223-10', po_line: '10' })['po_no']).toBe('4500781223');
    expect(columnsOf(booking.check(row({ po_no: '4500781223-10', po_line: '20' })))).toEqual(['po_line']);
    expect(booking.check(own)).toEqual([]);
  });

  test('a line and all lines of an order are different filings, and two spellings of a line are one', () => {
    const key = (change: RowData): string => booking.naturalKey(row(change));
    expect(key({ po_line: '' })).not.toBe(key({}));
    expect(key({ po_no: '4500781223-10', po_line: '' })).toBe(key({}));
  });

  test('more cartons than pieces are refused [cartons-and-pieces]', () => {
    expect(columnsOf(booking.check(row({ carton_qty: '24481' })))).toEqual(['carton_qty']);
    expect(booking.check(row({ carton_qty: '24480' }))).toEqual([]);
  });

  test('unusual CBM per carton and weight per piece give warnings, and the limits themselves do not', () => {
    expect(columnsOf(booking.warn(row({ cbm: '3.059' })))).toEqual(['cbm']);
    expect(columnsOf(booking.warn(row({ cbm: '306.001' })))).toEqual(['cbm']);
    expect(columnsOf(booking.warn(row({ gross_weight_kg: '489.59' })))).toEqual(['gross_weight_kg']);
    expect(columnsOf(booking.warn(row({ gross_weight_kg: '122400.01' })))).toEqual(['gross_weight_kg']);
    expect(booking.warn(row({ cbm: '306', gross_weight_kg: '489.60' }))).toEqual([]);
  });

  test('a handover date in the past is refused', () => {
    expect(() => row({ cargo_ready_date: '2020-01-01' })).toThrow('in the past');
  });

  test('missing values get their defaults, and given values stay', () => {
    const bare = row({ origin_office: '', marks: '', description: '', action: '' });
    expect(bare).toMatchObject({
      action: 'SUBMIT',
      origin_office: 'Chattogram',
      marks: 'As per packing list',
      description: 'Ready-made garments',
    });
    expect(row({ origin_office: 'Dhaka', action: 'draft' })).toMatchObject({
      action: 'DRAFT',
      origin_office: 'Dhaka',
    });
  });
});

test('a download that names neither order is refused', () => {
  const { check } = damcoBookingDownloadService.input;
  expect(columnsOf(check({}))).toEqual(['so_no']);
  expect(check({ po_no: '4500781223' })).toEqual([]);
});

test('a receipt has a key of shipping order and invoice, and more cartons than pieces are refused', () => {
  const { naturalKey, check } = damcoFcrSubmissionService.input;
  expect(naturalKey({ so_no: '43680233', invoice_no: 'pal/1' })).toBe(
    naturalKey({ so_no: '43680233', invoice_no: 'PAL/1' }),
  );
  expect(columnsOf(check({ cartons: '11', pieces: '10' }))).toEqual(['cartons']);
});

test('only files of the ZIP are requested from it, and documents of earlier results are not', () => {
  const { documentNames } = damcoEdocUploadService.input;
  expect(documentNames({ document: 'invoice.pdf' })).toEqual(['invoice.pdf']);
  expect(documentNames({ document: 'hm-packing-list:364201-58325' })).toEqual([]);
});

describe('sharing out', () => {
  test.each([
    ['100', [1, 1, 1], 0, ['33', '33', '34']],
    ['27.411', [6960, 7560], 3, ['13.139', '14.272']],
    ['0.01', [1, 1], 2, ['0.00', '0.01']],
    ['14520', [6960, 7560], 0, ['6960', '7560']],
  ] as const)('a total of %s is divided by the weights %j', (total, weights, decimals, shares) => {
    expect(shareOut(total, weights, decimals)).toEqual(shares);
  });

  test('a total cannot be divided by weights of zero', () => {
    expect(() => shareOut('1', [0], 0)).toThrow('without a quantity');
  });
});

test.each([
  ['24480', '24,480', true],
  ['5230.00', '5230', true],
  ['40', '4', false],
  [undefined, '', true],
  ['As per  packing list', 'as per packing list', true],
  ['2026-11-06', '2026-11-07', false],
])('the comparison of the cell %s with the shown %s gives %s', (cell, shown, same) => {
  expect(isShown(cell, shown)).toBe(same);
});
