/**
 * Rates of the cash incentive: maintained by administrators without overlaps, used by claims, and reported as missing
 * in the preview.
 */
import Papa from 'papaparse';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { rateOn } from '#api/domain/portals/incentive-rates.ts';
import type { IncentiveRate } from '#contracts/calls/portals-answers.ts';
import type { Preview } from '#contracts/calls/jobs/jobs-answers.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import { sampleRows } from '#tests/harness/sample-rows.ts';

const SERVICE = 'cash-incentive-application';
const place = '/api/admin/incentive-rates';
const app = await startTestApp();
const { db } = app.deps;
let admin: Account;
let ana: Account;

beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
  ana = await app.signUpAndVerify();
});
beforeEach(() => db.incentiveRate.deleteMany());

const firstHalf = {
  scheme: 'LOCAL_TEXTILE',
  ratePercent: 1.5,
  validFrom: '2026-01-01',
  validTo: '2026-06-30',
  reason: 'FE Circular of January 2026',
};
const add = (change: object = {}, cookie = admin.cookie) =>
  app.post(place, { ...firstHalf, ...change }, cookie);
const put = (id: string, change: object = {}) =>
  app.request(`${place}/${id}`, { method: 'PUT', json: { ...firstHalf, ...change }, cookie: admin.cookie });
const remove = (id: string, json: object = { reason: 'Entered twice' }) =>
  app.request(`${place}/${id}`, { method: 'DELETE', json, cookie: admin.cookie });
const listed = async (): Promise<IncentiveRate[]> =>
  (await app.get(place, admin.cookie)).body['rates'] as IncentiveRate[];
async function added(change: object = {}): Promise<IncentiveRate> {
  const answer = await add(change);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  return answer.body['rate'] as IncentiveRate;
}

describe('a rate of the cash incentive', () => {
  test.each([
    { scheme: 'COTTON' },
    { ratePercent: 0 },
    { ratePercent: -1 },
    { ratePercent: 20.001 },
    { ratePercent: 1.5005 },
    { ratePercent: '1.5' },
    { validFrom: '2026-02-30' },
    { validFrom: '' },
    { validTo: '2025-12-31' },
    { reason: ' ' },
    { reason: undefined },
  ])('a rate with %j is rejected and not stored', async (change) => {
    expect(await add(change)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(await listed()).toEqual([]);
  });

  test('a customer can neither read nor change rates', async () => {
    const { id } = await added();
    const calls = [
      () => app.get(place, ana.cookie),
      () => add({ scheme: 'SME' }, ana.cookie),
      () => app.request(`${place}/${id}`, { method: 'PUT', json: firstHalf, cookie: ana.cookie }),
      () => app.request(`${place}/${id}`, { method: 'DELETE', json: { reason: 'why' }, cookie: ana.cookie }),
    ];
    for (const call of calls) expect(await call()).toMatchObject({ status: 403 });
    expect(await listed()).toHaveLength(1);
  });

  test.each([
    ['the same days as', {}],
    ['days within', { validFrom: '2026-03-01', validTo: '2026-03-31' }],
    ['days around', { validFrom: '2025-01-01', validTo: null }],
    ['the first day of', { validFrom: '2025-07-01', validTo: '2026-01-01' }],
    ['the last day of', { validFrom: '2026-06-30', validTo: null }],
  ])('a rate is refused for %s another rate of its scheme', async (_, days) => {
    const first = await added();
    expect(await add({ ratePercent: 2, ...days })).toMatchObject({
      status: 409,
      body: {
        code: 'RATE_OVERLAPS',
        message: 'This scheme has a rate of 1.5 % from 1 Jan 2026 to 30 Jun 2026.',
      },
    });
    expect(await listed()).toEqual([first]);
  });

  test('a rate with an open end leaves no later day free for its scheme', async () => {
    await added({ validTo: null });
    expect(await add({ validFrom: '2030-01-01', validTo: '2030-06-30' })).toMatchObject({ status: 409 });
    await added({ validFrom: '2025-07-01', validTo: '2025-12-31' });
    await added({ scheme: 'SME' });
  });

  test('a rate cannot be changed to overlap another rate, nor after its removal', async () => {
    const first = await added();
    const second = await added({ validFrom: '2026-07-01', validTo: null, ratePercent: 1.25 });
    expect(await put(first.id, { ratePercent: 0.125, validTo: '2026-06-29' })).toMatchObject({ status: 200 });
    expect(await put(first.id, { validTo: '2026-07-01' })).toMatchObject({ status: 409 });
    expect(await put(first.id, { reason: '' })).toMatchObject({ status: 400 });
    expect(await listed()).toEqual([second, { ...first, ratePercent: 0.125, validTo: '2026-06-29' }]);

    expect(await remove(first.id, {})).toMatchObject({ status: 400 });
    expect(await remove(first.id)).toMatchObject({ status: 200 });
    expect(await remove(first.id)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await put(first.id)).toMatchObject({ status: 404 });
    expect(await put('no-id')).toMatchObject({ status: 400 });
    expect(await listed()).toEqual([second]);
  });

  test('a change made from a rate that another administrator has changed since is refused', async () => {
    const { id, ...known } = await added({ ratePercent: 10, validTo: null });
    const corrected = await put(id, { known, ratePercent: 8, validTo: null });
    expect(corrected).toMatchObject({ status: 200 });
    expect(await put(id, { known, ratePercent: 10, validTo: '2026-12-31' })).toMatchObject({
      status: 409,
      body: { code: 'CHANGED_MEANWHILE' },
    });
    expect(await remove(id, { known, reason: 'Ended' })).toMatchObject({ status: 409 });
    expect(await listed()).toEqual([{ id, ...known, ratePercent: 8 }]);
  });

  test('one of several overlapping rates that are added at the same moment is kept', async () => {
    const days = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-04-01'];
    const answers = await Promise.all(days.map((validFrom) => add({ validFrom })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(await listed()).toHaveLength(1);
  });

  test('a rate applies from its first day to its last, for its own scheme', async () => {
    await added();
    await added({ validFrom: '2026-07-02', validTo: null, ratePercent: 0.125 });
    const days = ['2025-12-31', '2026-01-01', '2026-06-30', '2026-07-01', '2026-07-02', '2040-01-01'];
    expect(await Promise.all(days.map((day) => rateOn(db, 'LOCAL_TEXTILE', day)))).toEqual([
      null,
      1500,
      1500,
      null,
      125,
      125,
    ]);
    expect(await rateOn(db, 'SME', '2026-02-01')).toBeNull();
  });
});

describe('the preview of claims', () => {
  const rows = sampleRows(SERVICE);
  async function preview(sheet: object[]): Promise<Preview> {
    const form = new FormData();
    form.set('serviceId', SERVICE);
    form.set('file', new File([Papa.unparse(sheet)], 'claims.csv'));
    const answer = await app.request('/api/process-automation/preview', { form, cookie: ana.cookie });
    expect(answer).toMatchObject({ status: 200 });
    return answer.body['preview'] as Preview;
  }

  test('the preview refuses claims without a rate on their day, names the day and does not charge them', async () => {
    await added();
    await added({ scheme: 'EURO_ZONE', validTo: '2026-03-08' });
    const [first, second, third] = rows;
    const checked = await preview([first ?? {}, second ?? {}, third ?? {}]);
    expect(checked).toMatchObject({ totalRows: 3, billableRows: 1, invalidRows: 2 });
    expect(checked.rows.map(({ valid }) => valid)).toEqual([true, false, false]);
    expect(checked.problems.map(({ row, column, problem }) => [row, column, problem])).toEqual([
      [2, 'bl_date', 'No rate of "Garment SME" is announced for shipments of 20 Feb 2026.'],
      [3, 'bl_date', 'No rate of "Euro zone" is announced for shipments of 9 Mar 2026.'],
    ]);
  });

  test('the preview refuses an invoice that the sheet already holds for the same scheme, whatever its EXP', async () => {
    await added();
    await added({ scheme: 'SME' });
    const [first = {}] = rows;
    const other = { ...first, exp_no: '1084-000699-2026' };
    const checked = await preview([
      first,
      other,
      { ...other, scheme: 'SME', invoice_no: first['invoice_no'] },
    ]);
    expect(checked.problems).toMatchObject([
      { row: 2, column: 'invoice_no', problem: 'Row 1 has the same.' },
    ]);
    expect(checked.rows.map(({ valid }) => valid)).toEqual([true, false, true]);
  });
});
