/** The limits of an API token: services, credits and addresses, however many calls arrive at once. */
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSchedule } from '#api/domain/integrations/schedules.ts';
import { reserve, settle, verifyLedger } from '#api/domain/credits/ledger.ts';
import type { ApiTokenRequest } from '#contracts/integrations/api-tokens.ts';
import type { ApiTokenView } from '#contracts/calls/integrations-answers.ts';
import type { StartedJob } from '#contracts/calls/jobs/jobs-answers.ts';
import { limits } from '#contracts/limits.ts';
import { rateLimits } from '#contracts/rate-limits.ts';
import { createUser, held, newTokenRequest, settlement, storedToken } from '#tests/factories.ts';
import type { Account, Answer } from '#tests/harness/app.ts';
import { formOf, newCustomer, noTraces, pdf, PDF_SERVICE, type Customer } from '#tests/harness/job-calls.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { localFile } from '#tests/harness/local-file.ts';

const app = await startAppWithWorkers({ TRUSTED_PROXIES: '1' });
const { db } = app.deps;
const OTHER_SERVICE = 'ctg-port-tracking';

type Made = { token: string; apiToken: ApiTokenView };

const ask = ({ password, cookie }: Account, limit: object): Promise<Answer> =>
  app.post(
    '/api/api-tokens',
    { name: 'ERP', scopes: ['jobs:read', 'jobs:write'], currentPassword: password, ...limit },
    cookie,
  );

async function made(account: Account, limit: Partial<ApiTokenRequest>): Promise<Made> {
  const { status, body, text } = await ask(account, limit);
  expect(status, text).toBe(200);
  return body as Made;
}

const call = (token: string, path: string, init: Parameters<typeof app.request>[1] = {}): Promise<Answer> =>
  app.request(path, { ...init, headers: { ...init.headers, authorization: `Bearer ${token}` } });
const callFrom = (address: string, token: string, path = '/api/portals'): Promise<Answer> =>
  call(token, path, { headers: { 'x-forwarded-for': address } });
const viewOf = async ({ cookie }: Account, { apiToken }: Made): Promise<ApiTokenView | undefined> =>
  ((await app.get('/api/api-tokens', cookie)).body['apiTokens'] as ApiTokenView[]).find(
    ({ id }) => id === apiToken.id,
  );
const refused = (code: string) => ({ status: 403, body: { success: false, code } });

describe('a token for some services', () => {
  const boxes = () => new File(['container_no\nMSKU0383250\n'], 'boxes.csv');

  test('a token for some services cannot start or check another service, and a refusal leaves nothing behind', async () => {
    const ana = await newCustomer(app);
    const { token } = await made(ana, { serviceIds: [PDF_SERVICE] });
    const form = (serviceId: string, file: File) => formOf({ serviceId, file, totalCredits: 1 });
    for (const place of ['/api/process-automation/preview', '/api/process-automation'])
      expect(await call(token, place, { form: form(OTHER_SERVICE, boxes()) })).toMatchObject(
        refused('API_TOKEN_SERVICE'),
      );
    expect(await ana.traces()).toEqual(noTraces);
    expect(await db.upload.count({ where: { userId: ana.id } })).toBe(0);
    const own = { form: form(PDF_SERVICE, pdf()) };
    expect(await call(token, '/api/process-automation/preview', own)).toMatchObject({ status: 200 });
  });

  test('a token for some services cannot reuse the key of a request that its owner made for another service', async () => {
    const ana = await newCustomer(app);
    const key = randomUUID();
    await ana.started({ file: pdf(), totalCredits: 1, key });
    const { token } = await made(ana, { serviceIds: [OTHER_SERVICE] });
    const form = formOf({ serviceId: PDF_SERVICE, file: pdf(), totalCredits: 1 });
    expect(
      await call(token, '/api/process-automation', { form, headers: { 'idempotency-key': key } }),
    ).toMatchObject(refused('API_TOKEN_SERVICE'));
  });

  test('a token for some services cannot read, change or list jobs and files of other services', async () => {
    const ana = await newCustomer(app);
    const job = await ana.converted(pdf());
    const { token: other } = await made(ana, { serviceIds: [OTHER_SERVICE] });
    const { token: same } = await made(ana, { serviceIds: [PDF_SERVICE, OTHER_SERVICE] });
    const place = `/api/jobs/${job.jobId}`;
    const file = await db.jobFile.findFirstOrThrow({ where: { jobId: job.jobId } });
    const reads = ['', '/status', '/rows', '/download', `/files/${file.id}`, '/rows/1/tables?page=1'];
    for (const path of reads) {
      expect(await call(other, `${place}${path}`), path).toMatchObject(refused('API_TOKEN_SERVICE'));
      expect((await call(same, `${place}${path}`)).status, path).toBe(200);
    }
    for (const path of ['/cancel', '/retry'])
      expect(await call(other, `${place}${path}`, { method: 'POST' }), path).toMatchObject(
        refused('API_TOKEN_SERVICE'),
      );
    const history = async (token: string) => (await call(token, `/api/work-history/${ana.id}`)).body;
    expect(await history(other)).toMatchObject({ workHistory: [], summary: { totalProcesses: 0 } });
    expect(await history(same)).toMatchObject({
      workHistory: [{ id: job.jobId }],
      summary: { totalProcesses: 1 },
    });
  });

  test('a token without the REX service opens no REX call', async () => {
    const ana = await app.signUpAndVerify();
    const { token } = await made(ana, { serviceIds: [PDF_SERVICE] });
    const zipFile = new File(['PK'], 'documents.zip');
    const calls = {
      '/api/rex-soo/upload-zip': { form: formOf({ zipFile }) },
      '/api/rex-soo/upload-csv': { form: formOf({ csvFile: boxes() }) },
      '/api/process-rex-submission': { form: formOf({ zipFile, csvFile: boxes(), totalCredits: 2 }) },
      '/api/rex-soo/submit': { json: { extractPath: `rex/${randomUUID()}`, creditCost: 2 } },
      [`/api/rex-soo/submissions/${ana.id}`]: {},
    };
    for (const [path, init] of Object.entries(calls))
      expect(await call(token, path, init), path).toMatchObject(refused('API_TOKEN_SERVICE'));
  });

  test('a token cannot create schedules, and its services would be checked if it could', async () => {
    const ana = await app.signUpAndVerify();
    const { token, apiToken } = await made(ana, { serviceIds: [OTHER_SERVICE] });
    const form = formOf({ name: 'Daily', time: '08:00', serviceId: OTHER_SERVICE, file: boxes() });
    expect(await call(token, '/api/schedules', { form })).toMatchObject(refused('API_TOKEN_SCOPE'));
    const grant = { tokenId: apiToken.id, serviceIds: apiToken.serviceIds };
    const customer = { id: ana.id, isAdmin: false, token: grant, sessionToken: null };
    const uploaded = await localFile('list.csv', 'exp_no\n1\n');
    const schedule = { name: 'Daily', time: '08:00', serviceId: 'exp-search' };
    const request = { form: schedule, uploaded, idempotencyKey: null };
    await expect(createSchedule(app.deps, customer, request)).rejects.toMatchObject({
      code: 'API_TOKEN_SERVICE',
    });
  });

  test('a token cannot be created for no service or for a service that does not exist', async () => {
    const ana = await app.signUpAndVerify();
    expect(await ask(ana, { serviceIds: [] })).toMatchObject({ status: 400 });
    expect(await ask(ana, { serviceIds: ['exp-serch'] })).toMatchObject({
      status: 404,
      body: { code: 'SERVICE_NOT_FOUND' },
    });
    const { apiToken } = await made(ana, { serviceIds: [PDF_SERVICE, PDF_SERVICE] });
    expect(apiToken.serviceIds).toEqual([PDF_SERVICE]);
  });
});

describe('a token with a credit cap', () => {
  const capped = async (capCredits: number | null) => {
    const { id: userId } = await createUser(db, { creditsHundredths: 100_000n });
    const { apiToken } = await storedToken(db, userId, newTokenRequest({ creditCap: capCredits }));
    const hold = (amountHundredths: bigint, of: { jobId?: string; attempt?: number } = {}) =>
      reserve(db, { ...held(userId, amountHundredths, of.jobId), ...of, apiTokenId: apiToken.id });
    return { userId, apiTokenId: apiToken.id, hold };
  };
  const overCap = { code: 'API_TOKEN_CREDITS' };

  test('ten simultaneous reservations cannot exceed the credit cap of a token', async () => {
    const { userId, apiTokenId, hold } = await capped(3);
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => hold(100n)));
    const failures = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    expect(failures).toHaveLength(7);
    for (const failure of failures) expect(failure).toMatchObject(overCap);
    const { _sum } = await db.reservation.aggregate({ where: { apiTokenId }, _sum: { amount: true } });
    expect(_sum.amount).toBe(300n);
    expect(await db.reservation.count({ where: { userId } })).toBe(3);
    expect(await verifyLedger(db)).toEqual([]);
  });

  test('the credit cap counts what was charged and what is held, not what was returned', async () => {
    const { hold } = await capped(10);
    const jobId = randomUUID();
    await hold(1_000n, { jobId });
    await expect(hold(1n)).rejects.toMatchObject(overCap);
    await settle(db, settlement(jobId, 400n));
    await expect(hold(601n)).rejects.toMatchObject(overCap);
    await hold(600n);
    await expect(hold(1n)).rejects.toMatchObject(overCap);
    // An attempt without a price uses no credits.
    await hold(0n);
  });

  test("the credit cap counts a token's retries, also of jobs it did not start, but no retry by a person", async () => {
    const { userId, hold } = await capped(2);
    const jobId = randomUUID();
    await reserve(db, held(userId, 500n, jobId));
    await settle(db, settlement(jobId, 0n));
    await expect(hold(300n, { jobId, attempt: 2 })).rejects.toMatchObject(overCap);
    await hold(200n, { jobId, attempt: 2 });
    await reserve(db, { ...held(userId, 500n, jobId), attempt: 3 });
    // A replay gets the first answer again, whatever is left.
    await hold(200n, { jobId, attempt: 2 });
  });

  test('a credit cap limits only its own token, and a token of another customer can spend nothing', async () => {
    const { userId, hold } = await capped(1);
    await hold(100n);
    await expect(hold(1n)).rejects.toMatchObject(overCap);
    const free = await storedToken(db, userId);
    await reserve(db, { ...held(userId, 5_000n), apiTokenId: free.apiToken.id });
    await reserve(db, held(userId, 5_000n));
    const stranger = await capped(null);
    for (const apiTokenId of [stranger.apiTokenId, randomUUID()])
      await expect(reserve(db, { ...held(userId, 1n), apiTokenId })).rejects.toMatchObject(overCap);
  });

  test('the token of a reservation cannot be changed afterwards', async () => {
    const { apiTokenId, hold } = await capped(1);
    await hold(100n);
    await expect(
      db.reservation.updateMany({ where: { apiTokenId }, data: { apiTokenId: null } }),
    ).rejects.toThrow(/append-only/);
  });

  test("ten jobs started at once cannot exceed the credit cap, and the token's view says what was used", async () => {
    const ana = await newCustomer(app);
    const one = await made(ana, { creditCap: 3 });
    const start = (): Promise<Answer> => {
      const form = formOf({ serviceId: PDF_SERVICE, file: pdf(), totalCredits: 1 });
      return call(one.token, '/api/process-automation', {
        form,
        headers: { 'idempotency-key': randomUUID() },
      });
    };
    const answers = await Promise.all(Array.from({ length: 10 }, start));
    const started = answers.filter(({ status }) => status === 200);
    expect(started).toHaveLength(3);
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject(refused('API_TOKEN_CREDITS'));
    expect(await ana.traces()).toMatchObject({ jobs: 3, reservations: 3 });
    for (const { body } of started) await ana.ended((body as unknown as StartedJob).jobId);
    expect(await ana.credits()).toEqual({ available: 97, held: 0 });
    expect(await viewOf(ana, one)).toMatchObject({ creditCap: 3, creditsUsed: 3 });
    expect(await start()).toMatchObject(refused('API_TOKEN_CREDITS'));
    const checked = () => ({ form: formOf({ serviceId: PDF_SERVICE, file: pdf() }) });
    const preview = await call(one.token, '/api/process-automation/preview', checked());
    expect(preview.body['preview']).toMatchObject({ totalCredits: 1, balance: 97, sufficient: false });
    expect(await ana.previewed(PDF_SERVICE, pdf())).toMatchObject({ sufficient: true });
    await ana.converted(pdf());
  });

  test.each([0, -1, 1.001, 1e12])('a token cannot be created with a cap of %d credits', async (creditCap) => {
    expect(await ask(await app.signUpAndVerify(), { creditCap })).toMatchObject({ status: 400 });
  });
});

describe('a failed job of a person', () => {
  test("a token cannot retry a person's failed job beyond its credit cap", async () => {
    const ana: Customer = await newCustomer(app);
    const { jobId } = await ana.converted(pdf());
    // Simulates a row that failed and whose credits were returned.
    await db.jobRow.updateMany({ where: { jobId }, data: { outcome: 'PORTAL_DOWN', charged: false } });
    await db.job.update({ where: { id: jobId }, data: { costPerRow: 500, rowsSucceeded: 0, rowsFailed: 1 } });
    const { token } = await made(ana, { creditCap: 4 });
    const retry = () => call(token, `/api/jobs/${jobId}/retry`, { method: 'POST' });
    expect(await retry()).toMatchObject(refused('API_TOKEN_CREDITS'));
    expect(await db.reservation.count({ where: { jobId } })).toBe(1);
    const enough = await made(ana, { creditCap: 5 });
    expect(await call(enough.token, `/api/jobs/${jobId}/retry`, { method: 'POST' })).toMatchObject({
      status: 200,
    });
    await ana.ended(jobId);
    expect(await viewOf(ana, enough)).toMatchObject({ creditsUsed: 5 });
  });
});

describe('a token with address ranges', () => {
  const ranges = ['203.0.113.0/24', '198.51.100.7', '2001:DB8:12::/48'];

  test('a token with address ranges works only from addresses inside them, by IPv4 and by IPv6', async () => {
    const { token, apiToken } = await made(await app.signUpAndVerify(), { addressRanges: ranges });
    expect(apiToken.addressRanges).toEqual(['203.0.113.0/24', '198.51.100.7/32', '2001:db8:12::/48']);
    const inside = ['203.0.113.255', '198.51.100.7', '2001:db8:12:ffff::1', '::ffff:203.0.113.1'];
    const outside = ['203.0.114.0', '198.51.100.8', '2001:db8:13::1', '::1', '::ffff:203.0.114.1'];
    for (const address of inside)
      expect(await callFrom(address, token), address).toMatchObject({ status: 200 });
    for (const address of outside)
      expect(await callFrom(address, token), address).toMatchObject(refused('API_TOKEN_ADDRESS'));
  });

  test('calls from outside the ranges do not count as use of the token, but count against the caller', async () => {
    const ana = await app.signUpAndVerify();
    const one = await made(ana, { addressRanges: ranges });
    const { points } = rateLimits.apiTokenGuessPerIp;
    for (let attempt = 0; attempt < points; attempt += 1) await callFrom('192.0.2.77', one.token);
    expect(await callFrom('192.0.2.77', one.token)).toMatchObject({ status: 429 });
    expect(await viewOf(ana, one)).toMatchObject({ lastUsedAt: null, lastUsedAddress: null });
    expect(await callFrom('203.0.113.9', one.token)).toMatchObject({ status: 200 });
    expect(await viewOf(ana, one)).toMatchObject({
      lastUsedAt: expect.any(String) as string,
      lastUsedAddress: '203.0.113.9',
    });
  });

  test.each(['10.0.0.0/33', '10.0.0', 'office', '2001:db8::/129', 'fe80::1%eth0', ''])(
    'a token cannot be created with the range "%s"',
    async (range) => {
      const answer = await ask(await app.signUpAndVerify(), { addressRanges: [range] });
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    },
  );

  test('a token accepts a limited number of address ranges', async () => {
    const ana = await app.signUpAndVerify();
    const many = Array.from({ length: limits.apiTokenRangesMax + 1 }, (_, index) => `10.0.${index}.0/24`);
    expect(await ask(ana, { addressRanges: many })).toMatchObject({ status: 400 });
    await made(ana, { addressRanges: many.slice(1) });
  });
});
