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

  test('days of the usage of credits that are left empty leave nothing out', async () => {
    const { status, body } = await ana.get(`/api/analytics/credit-usage/${ana.id}?dateFrom=&dateTo=`);
    expect(status).toBe(200);
    expect(body['services']).toHaveLength(1);
  });

  test.each(['all', ''])('"%s" leaves nothing out', async (value) => {
    for (const place of places(ana.id)) {
      const { status, body } = await ana.get(`${place}${value}&dateFrom=&dateTo=`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ success: true, totalCount: expect.any(Number) });
    }
  });

  test('a word that is none of the filter is refused', async () => {
    for (const place of places(ana.id))
      expect(await ana.get(`${place}sometimes`)).toMatchObject({
        status: 400,
        body: { code: 'INVALID_INPUT' },
      });
  });
});

describe('a request that lacks something', () => {
  test.each([
    ['/api/auth/reset-password', { newPassword: 'a longer one 1' }, 'token'],
    ['/api/auth/verify-email', {}, 'token'],
    [
      '/api/credentials/save',
      { portalName: 'bangladesh_bank_exp', password: 'x', consent: true },
      'username',
    ],
  ])('to %s is told in our own words what', async (place, body, field) => {
    const answer = await app.post(place, body, ana.cookie);
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(answer.body['message']).not.toMatch(/expected|received|Invalid input/);
    expect(JSON.stringify(answer.body)).toContain(field);
  });

  test('a field of an account that nobody can set is refused, not ignored', async () => {
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

  test('is the job as it is kept, whatever is said of it', async () => {
    for (const named of [{ id: jobId }, {}]) {
      const { status, body } = await app.post('/api/work-history', { ...entry, ...named }, ana.cookie);
      expect(status).toBe(200);
      expect(body['workHistory']).toMatchObject({ id: jobId, status: 'completed', creditsUsed: 1 });
    }
  });

  test('of a job that is not there, or somebody else’s, does not exist', async () => {
    const others = [
      await app.post('/api/work-history', { ...entry, fileName: 'never.pdf' }, ana.cookie),
      await app.post('/api/work-history', { ...entry, id: jobId }, rumi.cookie),
      await app.post('/api/work-history', { ...entry, userId: rumi.id }, ana.cookie),
      await put(`/api/work-history/${jobId}/files`, { resultFiles: [] }, rumi.cookie),
    ];
    for (const other of others) expect(other).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
  });

  test('has the files that the job has, and no other', async () => {
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
  test('an administrator, whose work is free, is told the balance that the account shows', async () => {
    const admin = await newCustomer(app, { isAdmin: true });
    const { newCredits } = await admin.started({ file: pdf('free.pdf'), totalCredits: 1 });
    const { body } = await admin.get('/api/auth/me');
    expect(newCredits).toBe((body['user'] as { credits: number }).credits);
  });

  test('a job says in its status whether it waits for its turn', async () => {
    const { body } = await ana.get(`/api/jobs/${jobId}/status`);
    expect(body['job']).toMatchObject({ immediate: true, queuePosition: null });
  });
});
