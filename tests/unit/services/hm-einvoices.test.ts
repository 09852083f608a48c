/** What the H&M services refuse, fill in and combine before the portal is asked. */
import { describe, expect, test } from 'vitest';
import { saying } from '#tests/harness/saying.ts';
import type { RowData } from '#services/contract.ts';
import { hmEinvoiceCorrectionService } from '#services/hm-einvoice-correction/service.ts';
import { hmEinvoiceCreateService } from '#services/hm-einvoice-create/service.ts';
import { hmEinvoiceDownloadService } from '#services/hm-einvoice-download/service.ts';
import { articleNo, invoiceNo, orderNo, planningMarket } from '#services/families/hm-fields.ts';
import { isOrder, isShownOnInvoice } from '#services/families/hm-invoice.ts';
import { rowOf, sampleRows } from '#tests/harness/sample-rows.ts';

const create = hmEinvoiceCreateService.input;
const correction = hmEinvoiceCorrectionService.input;
const download = hmEinvoiceDownloadService.input;

const [cells = {}] = sampleRows('hm-einvoice-create').slice(1);
const line = (change: RowData = {}): RowData =>
  rowOf('hm-einvoice-create', { ...cells, line_amount: '', ...change });
const columnsOf = (problems: readonly { column: string }[]): string[] => problems.map(({ column }) => column);

describe('formats', () => {
  test.each([
    ['order number', orderNo, ['36420', '3642011', '364201-583', '364201-583251', 'A64201']],
    ['planning market', planningMarket, ['N', 'NL-OE', 'NL/', 'NLOE', '/OE']],
    ['article', articleNo, ['0635', 'A63', '']],
    ['invoice number', invoiceNo, ['12345678901234567']],
  ])('an invalid %s is refused: %s', (_, field, texts) => {
    for (const text of texts) expect(field.schema.safeParse(text).success, text).toBe(false);
  });

  test('different spellings are stored in one form', () => {
    expect(planningMarket.schema.parse('nl / oe (OLCEU)')).toBe('NL/OE');
    expect(articleNo.schema.parse('63')).toBe('063');
    expect(articleNo.schema.parse('63.0')).toBe('063');
    expect(articleNo.schema.parse('০৬৩')).toBe('063');
    expect(orderNo.schema.parse('৩৬৪২০১')).toBe('364201');
  });
});

describe('E-Invoice Create', () => {
  test('an amount that is more than a cent off, or a gross weight below the net weight, is refused', () => {
    expect(columnsOf(create.check(line({ line_amount: '7046.92' })))).toEqual(['line_amount']);
    expect(columnsOf(create.check(line({ gross_weight_kg: '360.9' })))).toEqual(['gross_weight_kg']);
    expect(create.check(line({ line_amount: '7046.93', gross_weight_kg: '361.0' }))).toEqual([]);
  });

  test('a missing amount becomes quantity × price, rounded half up', () => {
    expect(line()['line_amount']).toBe('7046.94');
    expect(line({ quantity: '1', unit_price: '4.925' })['line_amount']).toBe('4.93');
    expect(line({ quantity: '1566', unit_price: '4.9225' })['line_amount']).toBe('7708.64');
  });

  test('rows of an invoice that disagree on its common values are refused, each with its column', () => {
    const other = line({
      article_no: '074',
      invoice_date: '2026-11-05',
      currency: 'EUR',
      order_no: '364202',
    });
    const problems = create.checkGroup([line(), other]);
    expect(problems.map(({ index, column }) => [index, column])).toEqual([
      [1, 'invoice_date'],
      [1, 'order_no'],
      [1, 'currency'],
    ]);
  });

  test('a repeated line is refused on its second row', () => {
    const problems = create.checkGroup([line(), line({ quantity: '10' })]);
    expect(problems).toMatchObject([{ index: 1, column: 'article_no' }]);
  });

  const rex = (change: RowData): string[] => {
    const { rex_no: _rex, ...row } = line(change);
    return columnsOf(create.checkGroup([row]));
  };
  test('an invoice above EUR 6,000 for the EU needs a REX number, and others do not', () => {
    expect(rex({ currency: 'EUR', quantity: '1000', unit_price: '6.01' })).toEqual(['rex_no']);
    expect(rex({ currency: 'EUR', quantity: '1000', unit_price: '6.00' })).toEqual([]);
    expect(rex({ currency: 'USD', quantity: '1000', unit_price: '7.51' })).toEqual(['rex_no']);
    expect(rex({ currency: 'EUR', quantity: '9000', country: 'GB' })).toEqual([]);
  });

  test('the lines of an invoice for the EU count together', () => {
    const { rex_no: _rex, ...row } = line({ currency: 'EUR', quantity: '1000', unit_price: '3.50' });
    expect(columnsOf(create.checkGroup([row, { ...row, article_no: '074' }]))).toEqual(['rex_no']);
    expect(create.checkGroup([row, { ...row, article_no: '074', country: 'TR' }])).toEqual([]);
  });

  test('goods of another origin and transport by rail are refused', () => {
    expect(() => line({ origin: 'IN' })).toThrow('of Bangladesh');
    expect(() => line({ transport_mode: 'RAIL' })).toThrow('not one of SEA, AIR, ROAD');
  });
});

describe('E-Invoice Correction', () => {
  const row = (change: RowData): RowData =>
    rowOf('hm-einvoice-correction', { ...sampleRows('hm-einvoice-correction')[0], ...change });

  test('a new value must follow the rule of its field and differ from the old one', () => {
    expect(correction.check(row({ new_value: '39.5' }))).toMatchObject([
      { column: 'new_value', problem: saying('whole number') },
    ]);
    expect(correction.check(row({ new_value: '39.0' }))).toMatchObject([
      { problem: 'The new value is the old one.' },
    ]);
    expect(correction.check(row({}))).toEqual([]);
  });

  test('only the fields that the buyer allows to be corrected can be named', () => {
    expect(() => row({ field_name: 'currency' })).toThrow('not one of');
    expect(row({ field_name: 'Gross Weight KG' })['field_name']).toBe('gross_weight_kg');
  });

  test('a field of a line is corrected once, and the date belongs to the invoice whatever line is named', () => {
    expect(correction.checkGroup([row({}), row({ new_value: '41' })])).toMatchObject([
      { index: 1, column: 'field_name' },
    ]);
    expect(correction.checkGroup([row({}), row({ article_no: '074' })])).toEqual([]);
    const spelled = [row({ invoice_no: 'a1' }), row({ invoice_no: 'A1', article_no: '074' })];
    expect(columnsOf(correction.checkGroup(spelled))).toEqual(['invoice_no']);
    const date = { field_name: 'invoice_date', old_value: '2026-08-03', new_value: '2026-08-04' };
    expect(correction.checkGroup([row(date), row({ ...date, article_no: '074' })])).toHaveLength(1);
  });
});

describe('E-Invoice Download', () => {
  test.each([
    [{}, 'invoice_no'],
    [{ date_from: '2026-11-01' }, 'date_to'],
    [{ date_to: '2026-11-01' }, 'date_from'],
    [{ date_from: '2026-11-02', date_to: '2026-11-01' }, 'date_to'],
    [{ date_from: '2026-08-01', date_to: '2026-11-02' }, 'date_to'],
  ])('the search %o is refused on %s', (row, column) => {
    expect(columnsOf(download.check(row))).toEqual([column]);
  });

  test('any one of the searches is enough, and 92 days are allowed', () => {
    const dates = { date_from: '2026-08-01', date_to: '2026-11-01' };
    const rows: RowData[] = [{ invoice_no: '1' }, { order_no: '364201' }, dates];
    for (const row of rows) expect(download.check(row)).toEqual([]);
  });
});

describe('comparing a cell with the portal', () => {
  test.each([
    ['1542', '1,542', true],
    ['402.5', '402.50', true],
    ['4.5700', '4.57', true],
    ['40', '4', false],
    ['100', '1', false],
    ['0.5', '5', false],
    [undefined, '', true],
    [undefined, 'BDREX1', false],
    ['fca', 'FCA ', true],
    ['2026-11-06', '2026-11-07', false],
  ])('the comparison of the cell %s with the shown %s gives %s', (cell, shown, same) => {
    expect(isShownOnInvoice(cell, shown)).toBe(same);
  });

  test('an order number without its second part matches the whole one and no other', () => {
    expect(isOrder('364201', '364201-58325')).toBe(true);
    expect(isOrder('364201-5832', '364201-58325')).toBe(false);
    expect(isOrder('36420', '364201-58325')).toBe(false);
  });
});
