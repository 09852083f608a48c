/** Jobs that only make the documents of a filing, on real workers, beside a bank's desk whose journal shows who was there. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import type { StartedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import type { Answer } from '#tests/harness/app.ts';
import { newCustomer, type Customer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const SERVICE = 'cash-incentive-application';
const CLAIMS = 4;
const PRICE = 12;
const sandbox = await startSandbox();
const app = await startAppWithWorkers({ BANK_CI_URL: sandbox.url('bank-ci') });
const { db } = app.deps;

const connect = (hasAddress: boolean) =>
  db.portalState.upsert({
    where: { portal: 'bank-ci' },
    create: { portal: 'bank-ci', hasAddress },
    update: { hasAddress },
  });

const claims = async (): Promise<File> => {
  const { bytes } = await app.get(`/templates/${SERVICE}.csv`);
  return new File([new Uint8Array(bytes)], 'claims.csv');
};

type Start = { serviceId?: string; documentsOnly?: string; key?: string };
async function start(customer: Customer, given: Start = {}): Promise<Answer> {
  const { key, serviceId = SERVICE, documentsOnly = 'true' } = given;
  const form = new FormData();
  form.set('serviceId', serviceId);
  form.set('file', await claims());
  form.set('totalCredits', String(PRICE));
  form.set('documentsOnly', documentsOnly);
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {};
  return app.request('/api/process-automation', { form, cookie: customer.cookie, headers });
}

beforeAll(async () => {
  const rates = [
    ['LOCAL_TEXTILE', 1_500],
    ['SME', 3_000],
    ['EURO_ZONE', 500],
    ['SPECIAL_RMG', 300],
  ] as const;
  await db.incentiveRate.createMany({
    data: rates.map(([scheme, rate]) => ({ scheme, rate, validFrom: new Date('2026-01-01') })),
    skipDuplicates: true,
  });
});

beforeEach(async () => {
  await sandbox.seed();
  await connect(true);
});

describe.each([
  ['a connected desk', true],
  ['no desk', false],
])('the documents of claims, with %s', (_, isConnected) => {
  test('claims are prepared without a login, each with its documents, and nothing is filed', async () => {
    await connect(isConnected);
    const ana = await newCustomer(app);
    const { status, body } = await start(ana);
    expect({ status, body }).toMatchObject({ status: 200 });
    const { jobId } = body as unknown as StartedJob;
    const job = await ana.ended(jobId);
    expect(job).toMatchObject({
      documentsOnly: true,
      state: 'completed',
      rowsSucceeded: CLAIMS,
      creditsUsed: PRICE,
    });
    const rows = await ana.rows(jobId);
    expect(rows.map(({ documents }) => documents.length)).toEqual(Array(CLAIMS).fill(3));
    expect(rows.map(({ values }) => `${values['claim_no']} ${values['status']}`)).toEqual(
      Array(CLAIMS).fill('null PREPARED'),
    );
    expect(rows[0]).toMatchObject({
      values: { net_fob: 60282, rate_pct: 1.5, claim_fc: 904.23, claim_bdt: 110_768.18 },
    });
    expect(await sandbox.journal('bank-ci')).toEqual([]);
    expect(await db.portalIntent.count({ where: { jobId } })).toBe(0);
    expect(await verifyLedger(db)).toEqual([]);
  });
});

test('a file is checked although no desk is connected, and filing it is refused before anything is reserved', async () => {
  await connect(false);
  const ana = await newCustomer(app);
  const checked = await ana.preview(SERVICE, await claims());
  expect(checked).toMatchObject({ status: 200, body: { preview: { billableRows: CLAIMS } } });
  const filed = await start(ana, { documentsOnly: 'false' });
  expect(filed).toMatchObject({ status: 409, body: { code: 'SERVICE_NOT_CONNECTED' } });
  expect(await db.job.count({ where: { userId: ana.id } })).toBe(0);
});

test('a service without documents to hand in does not start without its portal', async () => {
  const ana = await newCustomer(app);
  expect(await start(ana, { serviceId: 'exp-issue' })).toMatchObject({
    status: 400,
    body: { code: 'INVALID_INPUT', message: 'This service has no documents to hand in by yourself.' },
  });
});

test('a start with a used key is refused if it files what the first one only prepared', async () => {
  const ana = await newCustomer(app);
  const first = await start(ana, { key: 'claims-of-june' });
  const again = await start(ana, { key: 'claims-of-june' });
  expect(again.body['jobId']).toBe(first.body['jobId']);
  const other = await start(ana, { key: 'claims-of-june', documentsOnly: 'false' });
  expect(other.body['code']).toBe('IDEMPOTENCY_KEY_REUSED');
  await ana.ended(String(first.body['jobId']));
});
