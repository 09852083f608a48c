/** Amounts that are shown with another currency than that of their row are refused, before anything is filed. */
import { existsSync, readFileSync } from 'node:fs';
import { utils } from '@e965/xlsx';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import type { Intake } from '#api/domain/jobs/intake/types.ts';
import { readUpload } from '#api/domain/jobs/intake/read-upload.ts';
import { messageText } from '#contracts/messages/render.ts';
import { findService, type ServiceId } from '#services/catalogue.ts';
import { localFile } from '#tests/harness/local-file.ts';
import { sampleRows } from '#tests/harness/sample-rows.ts';
import { saying } from '#tests/harness/saying.ts';
import { number, text, workbook } from './uploads.ts';

type Row = Record<string, string>;

async function readSheet(serviceId: ServiceId, name: string, bytes: string | Buffer): Promise<Intake> {
  const service = findService(serviceId);
  if (!service) throw new Error(`${serviceId} does not exist.`);
  const zip = `activities/services/${serviceId}/sample.zip`;
  const documents = existsSync(zip) ? await localFile('documents.zip', readFileSync(zip)) : null;
  return readUpload(service, { file: await localFile(name, bytes), documents, today: new Date() });
}

/** Reads the first row of the service's sample with other cells. */
const readWith = (serviceId: ServiceId, cells: Row): Promise<Intake> =>
  readSheet(serviceId, 'rows.csv', Papa.unparse([{ ...sampleRows(serviceId)[0], ...cells }]));

/** Reads it with a number in one column, as a workbook in which the number has a format. */
function readNumber(serviceId: ServiceId, column: string, value: number, format: string): Promise<Intake> {
  const row: Row = { ...sampleRows(serviceId)[0] };
  const cells = Object.keys(row).flatMap((name, index) => {
    const letter = utils.encode_col(index);
    const cell = name === column ? number(value, format) : text(row[name] ?? '');
    return [[`${letter}1`, text(name)] as const, [`${letter}2`, cell] as const];
  });
  return readSheet(serviceId, 'rows.xlsx', workbook({ Data: Object.fromEntries(cells) }));
}

const refused = (column: string, mark: string, currency: string) => ({
  row: 1,
  column,
  problem: saying(`This amount is shown with ${mark}, but the currency of the row is ${currency}.`),
});

describe('the currency of an amount', () => {
  test.each([
    ['€61,500.00', '€'],
    ['EUR 61500', 'EUR'],
    ['61500 eur', 'eur'],
    ['৳ 61,500.00', '৳'],
    ['Tk. 61500', 'Tk.'],
    ['₩61500', '₩'],
    ['￥61500', '￥'],
  ])('the amount %j is refused in a row in USD', async (cell, mark) => {
    const { problems, rows } = await readWith('exp-issue', { invoice_value: cell, currency: 'USD' });
    expect(problems).toMatchObject([refused('invoice_value', mark, 'USD')]);
    expect(rows[0]?.data).toBeNull();
  });

  test('the refusal names both currencies in Bengali too', async () => {
    const { problems } = await readWith('exp-issue', { invoice_value: '€61500', currency: 'USD' });
    expect(problems.map(({ problem }) => messageText(problem, 'bn'))).toEqual([
      'এই অঙ্কের সঙ্গে € আছে, কিন্তু এই সারির মুদ্রা USD।',
    ]);
  });

  test("a number whose format shows another currency than the row's is refused", async () => {
    const { problems } = await readNumber('exp-issue', 'invoice_value', 61_500, '[$€-2] #,##0.00');
    expect(problems).toMatchObject([refused('invoice_value', '€', 'USD')]);
  });

  test.each([
    ['$61,500.00', 'USD'],
    ['$61,500.00', 'CAD'],
    ['61,500.00 usd', 'USD'],
    ['¥61500', 'CNY'],
    ['₨61500', 'INR'],
    ['61500', 'EUR'],
  ])('the amount %j is taken in a row in %s', async (cell, currency) => {
    const { problems } = await readWith('exp-issue', { invoice_value: cell, currency, fob_value: '' });
    expect(problems.filter(({ column }) => column === 'invoice_value')).toEqual([]);
  });

  test('a row without a currency of its own is in US dollars where the service says so', async () => {
    const { problems } = await readWith('rex-soo-submission', { invoice_value: '€100', currency: '' });
    expect(problems).toMatchObject([refused('invoice_value', '€', 'USD')]);
  });

  test('a rate of exchange in taka is taken in a row in US dollars', async () => {
    const { problems } = await readWith('cash-incentive-application', { exchange_rate: '৳121.50' });
    expect(problems.filter(({ column }) => column === 'exchange_rate')).toEqual([]);
  });

  test.each([
    ['exp-correction', 'invoice_value', 'new_value', '$61,000.00'],
    ['exp-correction', 'freight', 'old_value', 'EUR 120'],
    ['hm-einvoice-correction', 'unit_price', 'new_value', '$4.20'],
  ] as const)('a correction by %s of the %s is refused with the %s %j', async (id, field, column, cell) => {
    const values = { field_name: field, old_value: '61500', new_value: '61200', [column]: cell };
    const { problems, rows } = await readWith(id, values);
    const problem = saying('A correction does not change the currency.');
    expect(problems).toMatchObject([{ row: 1, column, problem }]);
    expect(rows[0]?.data).toBeNull();
  });

  test.each([
    ['100.50', 1],
    ['¥100.05', 1],
    ['100.00', 0],
    ['100', 0],
  ])('the amount %j of a row in yen has %i problems', async (cell, count) => {
    const cells = { invoice_value: cell, currency: 'JPY', freight: '', insurance: '', commission: '' };
    const { problems } = await readWith('exp-issue', { ...cells, fob_value: '' });
    const problem = saying('Amounts in JPY have no decimals.');
    expect(problems.filter(({ column }) => column === 'invoice_value')).toMatchObject(
      Array.from({ length: count }, () => ({ row: 1, column: 'invoice_value', problem })),
    );
  });

  test('a price of one piece in yen may have decimals', async () => {
    const { problems } = await readWith('hm-einvoice-create', { unit_price: '845.5', currency: 'JPY' });
    expect(problems.filter(({ column }) => column === 'unit_price')).toEqual([]);
  });

  test.each([
    ['exp-issue', ['invoice_value', 'freight', 'insurance', 'commission', 'fob_value']],
    ['bepza-ep-issue', ['invoice_value', 'fob_value', 'item_fob']],
    ['bepza-ip-issue', ['invoice_value', 'freight', 'item_fob']],
    ['hm-einvoice-create', ['unit_price', 'line_amount']],
    ['rex-soo-submission', ['invoice_value']],
    [
      'cash-incentive-application',
      [
        'invoice_value',
        'freight',
        'insurance',
        'commission',
        'net_fob',
        'realised_value',
        'btb_local_value',
        'cmt_value',
      ],
    ],
  ] as const)('every amount of %s must be in the currency of its row', (serviceId, columns) => {
    const input = findService(serviceId)?.input;
    const checked = input?.kind === 'sheet' ? input.columns.filter(({ shownCurrency }) => shownCurrency) : [];
    expect(checked.map(({ name }) => name)).toEqual(columns);
  });
});
