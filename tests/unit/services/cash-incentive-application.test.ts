/** Rules of a cash incentive claim and its arithmetic: refusals first. */
import { PDFDocument } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import type { RowData, SheetInput } from '#services/contract.ts';
import { figuresOf, valueAddition } from '#services/cash-incentive-application/figures.ts';
import { renderDocuments } from '#services/cash-incentive-application/documents.ts';
import { cashIncentiveApplicationService } from '#services/cash-incentive-application/service.ts';
import { dhakaDay } from '#contracts/calendar-days.ts';
import { datedSample } from '#services/families/sample-dates.ts';
import { rowOf, sampleRows } from '#tests/harness/sample-rows.ts';

const input: SheetInput = cashIncentiveApplicationService.input;
const today = new Date();
const daysAgo = (days: number): string => dhakaDay(new Date(today.getTime() - days * DAY_MS));

const row = (change: RowData = {}): RowData =>
  rowOf(cashIncentiveApplicationService.id, {
    ...sampleRows(cashIncentiveApplicationService.id)[0],
    ...change,
  });
const columnsOf = (problems: readonly { column: string }[] = []): string[] =>
  problems.map(({ column }) => column);
const refused = (change: RowData): string[] => columnsOf(input.check?.(row(change), today));
const doubted = (change: RowData): string[] => columnsOf(input.warn?.(row(change), today));

describe('a cell is refused:', () => {
  test.each<[RowData, RegExp]>([
    [{ scheme: 'COTTON' }, /not one of LOCAL_TEXTILE, SME/],
    [{ exp_no: '613' }, /not an EXP number/],
    [{ bl_date: '2031-02-18' }, /in the future/],
    [{ realisation_date: '2031-02-18' }, /in the future/],
    [{ destination_country: 'BD' }, /another country than Bangladesh/],
    [{ freight: '-1' }, /not a number/],
    [{ invoice_value: '0' }, /not a number above 0/],
    [{ exchange_rate: '49.9999' }, /not a number from 50 up to 300/],
    [{ exchange_rate: '300.01' }, /not a number from 50 up to 300/],
    [{ account_no: '1234567' }, /8 to 17 digits/],
  ])('a cell with %o is refused', (change, problem) => {
    expect(() => row(change)).toThrow(problem);
  });
});

describe('a row is refused', () => {
  const zero = { btb_local_value: '', cmt_value: '', value_addition_pct: '' };
  test.each<[string, RowData, string[]]>([
    ['whose net FOB differs by two cents', { net_fob: '60282.02' }, ['net_fob']],
    ['whose deductions leave nothing', { freight: '61000', net_fob: '' }, ['invoice_value']],
    ['whose value addition differs', { value_addition_pct: '54.6' }, ['value_addition_pct']],
    [
      'whose value addition is below 20 %',
      { btb_local_value: '7000', cmt_value: '5056', value_addition_pct: '' },
      ['value_addition_pct'],
    ],
    ['that realised more than 102 % of its invoice', { realised_value: '62424.01' }, ['realised_value']],
    ['that was realised 181 days ago', { realisation_date: daysAgo(181) }, ['realisation_date']],
    [
      'of local textile without its inputs and certificates',
      { ...zero, btb_lc_no: '', btma_cert_no: '', bgmea_cert_no: '' },
      ['btb_lc_no', 'btb_local_value', 'cmt_value', 'btma_cert_no', 'bgmea_cert_no'],
    ],
    ['of any scheme without the association', { scheme: 'SME', bgmea_cert_no: '' }, ['bgmea_cert_no']],
    [
      'of new markets to the United States',
      { scheme: 'NEW_MARKET', destination_country: 'US' },
      ['destination_country'],
    ],
    [
      'of new markets to Canada',
      { scheme: 'NEW_MARKET', destination_country: 'CA' },
      ['destination_country'],
    ],
    [
      'of new markets to the United Kingdom',
      { scheme: 'NEW_MARKET', destination_country: 'UK' },
      ['destination_country'],
    ],
    ['of new markets to the European Union', { scheme: 'NEW_MARKET' }, ['destination_country']],
  ])('a row %s is refused', (_, change, columns) => {
    expect(refused(change)).toEqual(columns);
  });

  test.each<[string, RowData]>([
    ['whose net FOB is a cent off', { net_fob: '60282.01' }],
    ['whose value addition is rounded to a tenth', { value_addition_pct: '54.4' }],
    [
      'whose value addition is 20 % to the cent',
      { btb_local_value: '7000', cmt_value: '5056.40', value_addition_pct: '' },
    ],
    ['that realised 102 % of its invoice', { realised_value: '62424.00' }],
    ['that was realised 180 days ago', { realisation_date: daysAgo(180) }],
    ['of new markets to Japan', { scheme: 'NEW_MARKET', destination_country: 'Japan' }],
    [
      'of another scheme without inputs',
      { scheme: 'SME', btb_local_value: '', cmt_value: '', btma_cert_no: '' },
    ],
  ])('a row %s is accepted', (_, change) => {
    expect(refused(change)).toEqual([]);
  });
});

test('doubtful rows give warnings: short time, low proceeds, an old PRC, a country outside the euro zone', () => {
  expect(doubted({})).toEqual([]);
  expect(doubted({ realisation_date: daysAgo(170) })).toEqual(['realisation_date']);
  expect(doubted({ realised_value: '61199.99' })).toEqual(['realised_value']);
  expect(doubted({ prc_date: daysAgo(41) })).toEqual(['prc_date']);
  expect(doubted({ scheme: 'EURO_ZONE' })).toEqual(['destination_country']);
  expect(doubted({ scheme: 'EURO_ZONE', destination_country: 'DE' })).toEqual([]);
});

test('an empty net FOB or value addition is filled in, and a given one is kept', () => {
  expect(row({ net_fob: '', value_addition_pct: '' })).toMatchObject({
    net_fob: '60282.00',
    value_addition_pct: '54.39',
  });
  expect(row({ net_fob: '60282.01' })).toMatchObject({ net_fob: '60282.01', value_addition_pct: '54.4' });
});

test('a claim has a key of scheme and EXP, is unique by scheme and invoice, and is paid by its B/L date', () => {
  expect(input.naturalKey(row({ exp_no: '1084/613/2026' }))).toBe('LOCAL_TEXTILE|1084-000613-2026');
  expect(input.uniqueBy?.(row({ invoice_no: 'pal/nw/2026/0021' }))).toEqual({
    invoice_no: 'LOCAL_TEXTILE|PAL/NW/2026/0021',
  });
  expect(input.rateOf?.(row())).toEqual({ scheme: 'LOCAL_TEXTILE', day: '2026-02-18', column: 'bl_date' });
});

describe('the figures', () => {
  test('the figures equal those of the reference to the cent and the poisha', () => {
    expect(figuresOf(row(), 1_500)).toEqual({
      netFobCents: 6_028_200n,
      claimCents: 90_423n,
      claimPoisha: 11_076_818n,
    });
    expect(valueAddition(row())).toBe(5_439n);
  });

  test('the figures stay exact where floating point numbers would not', () => {
    const large = row({
      invoice_value: '9999999999999.99',
      commission: '0',
      net_fob: '',
      realised_value: '9999999999999.99',
      value_addition_pct: '',
      exchange_rate: '299.9999',
    });
    expect(figuresOf(large, 3_000)).toEqual({
      netFobCents: 999_999_999_999_999n,
      claimCents: 30_000_000_000_000n,
      claimPoisha: 8_999_997_000_000_000n,
    });
  });
});

test('the documents of a claim are one page each and identical whenever they are drawn', async () => {
  const claim = {
    row: row({ bank_branch: 'ঢাকা' }),
    claimNo: 'CI-867043',
    exporter: 'Padma Apparels Ltd.',
    claimDate: '2026-11-21',
    figures: { netFob: '60282.00', ratePercent: '1.50', claimFc: '904.23', claimBdt: '110768.18' },
  };
  const documents = await renderDocuments(claim);
  expect(documents.map(({ name }) => name)).toEqual(['application', 'statement', 'checklist']);
  expect(await renderDocuments(claim)).toEqual(documents);
  for (const { bytes } of documents) expect((await PDFDocument.load(bytes)).getPageCount()).toBe(1);
});

test('the dates of a sample count back from today in Dhaka', () => {
  const lateEvening = new Date('2028-02-29T20:00:00Z');
  expect(datedSample('{today-0},{today-1},{today-180},today-3', lateEvening)).toBe(
    '2028-03-01,2028-02-29,2027-09-03,today-3',
  );
});
