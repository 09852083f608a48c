/** Calls of section 7 of the specification whose input it states: what is accepted, and how wrong input is refused. */
import { beforeAll, describe, expect, test } from 'vitest';
import { newCustomer, pdf, PDF_SERVICE, type Customer } from '#tests/harness/job-calls.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const app = await startAppWithWorkers();
const put = (path: string, json: object, cookie: string) =>
  app.request(path, { method: 'PUT', json, cookie });

let ana: Customer;
let rumi: Customer;
let jobId: string;
beforeAll(async () => {
  [ana, rumi] = await Promise.all([newCustomer(app), newCustomer(app)]);
  ({ jobId } = await ana.converted(pdf('tables.pdf')));
});

describe('filters of lists', () => {
  const places = (userId: string): string[] => [
    `/api/transactions/${userId}?paymentStatus=`,
    `/api/users/${userId}/credit-history?transactionType=`,
  ];

  test('empty dates of the credit usage filter nothing', async () => {
    const { status, body } = await ana.get(`/api/analytics/credit-usage/${ana.id}?dateFrom=&dateTo=`);
    expect(status).toBe(200);
    expect(body['services']).toHaveLength(1);
  });

  test.each(['all', ''])('the filter value "%s" filters nothing', async (value) => {
    for (const place of places(ana.id)) {
      const { status, body } = await ana.get(`${place}${value}&dateFrom=&dateTo=`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ success: true, totalCount: expect.any(Number) });
    }
  });

  test('an unknown value of a filter is rejected', async () => {
    for (const place of places(ana.id))
      expect(await ana.get(`${place}sometimes`)).toMatchObject({
        status: 400,
        body: { code: 'INVALID_INPUT' },
      });
  });
});

describe('a request with a missing field', () => {
  test.each([
    ['/api/auth/reset-password', { newPassword: 'a longer one 1' }, 'token'],
    ['/api/auth/verify-email', {}, 'token'],
    [
      '/api/credentials/save',
      { portalName: 'bangladesh_bank_exp', password: 'x', consent: true },
      'username',
    ],
  ])(
    'a request to %s with a missing field gets a sentence of the platform that names it',
    async (place, body, field) => {
      const answer = await app.post(place, body, ana.cookie);
      expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
      expect(answer.body['message']).not.toMatch(/expected|received|Invalid input/);
      expect(JSON.stringify(answer.body)).toContain(field);
    },
  );

  test('a field of an account that nobody can set is rejected, not ignored', async () => {
    const admin = await app.signUpAndVerify({ isAdmin: true });
    const change = (body: object) => put(`/api/users/${ana.id}`, body, admin.cookie);
    expect(await change({ name: 'Ana', emailVerified: true })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', message: 'There is no field "emailVerified".' },
    });
    expect(await change({ name: 'Ana', totalSpent: 5, lastActivity: null })).toMatchObject({
      status: 200,
      body: { user: { name: 'Ana', totalSpent: 0 } },
    });
  });
});

describe('an entry of the work history', () => {
  const entry = { serviceId: PDF_SERVICE, fileName: 'tables.pdf', creditsUsed: 99, status: 'failed' };

  test('an entry of the work history is the stored job, whatever the client says about it', async () => {
    for (const named of [{ id: jobId }, {}]) {
      const { status, body } = await app.post('/api/work-history', { ...entry, ...named }, ana.cookie);
      expect(status).toBe(200);
      expect(body['workHistory']).toMatchObject({ id: jobId, status: 'completed', creditsUsed: 1 });
    }
  });

  test("an entry of the work history is not found for a missing job or another customer's job", async () => {
    const others = [
      await app.post('/api/work-history', { ...entry, fileName: 'never.pdf' }, ana.cookie),
      await app.post('/api/work-history', { ...entry, id: jobId }, rumi.cookie),
      await app.post('/api/work-history', { ...entry, userId: rumi.id }, ana.cookie),
      await put(`/api/work-history/${jobId}/files`, { resultFiles: [] }, rumi.cookie),
    ];
    for (const other of others) expect(other).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  test('an entry of the work history accepts exactly the files that the job has', async () => {
    const names = (await ana.rows(jobId)).flatMap(({ documents }) => documents.map(({ name }) => name));
    expect(names).toContain('tables.xlsx');
    const confirm = (resultFiles: string[]) =>
      put(`/api/work-history/${jobId}/files`, { userId: ana.id, resultFiles }, ana.cookie);
    expect(await confirm(names)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await confirm([...names, 'secret.xlsx'])).toMatchObject({ status: 404 });
  });
});

describe('what a job costs', () => {
  test('an administrator, whose jobs are free, gets the balance that the account shows', async () => {
    const admin = await newCustomer(app, { isAdmin: true });
    const { newCredits } = await admin.started({ file: pdf('free.pdf'), totalCredits: 1 });
    const { body } = await admin.get('/api/auth/me');
    expect(newCredits).toBe((body['user'] as { credits: number }).credits);
  });

  test('the status of a job says whether it waits for its turn', async () => {
    const { body } = await ana.get(`/api/jobs/${jobId}/status`);
    expect(body['job']).toMatchObject({ immediate: true, queuePosition: null });
  });
});
