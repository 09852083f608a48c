/**
 * Administrators and customers' jobs: every filter finds its jobs, and a retry and a refund act once and are recorded.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import type {
  AdminJob,
  AdminJobDetail,
  AdminJobsAnswer,
  StateCount,
} from '#contracts/calls/jobs/admin-jobs-answers.ts';
import type { JobRow } from '#contracts/calls/jobs/jobs-answers.ts';
import type { CreditHistoryAnswer } from '#contracts/calls/credits-answers.ts';
import type { Answer } from '#tests/harness/app.ts';
import { fixture, newCustomer, pdf, PDF_SERVICE, zipOf, type Customer } from '#tests/harness/job-calls.ts';
import { withSecondAdministrator } from '#tests/harness/second-administrator.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { losingAnswer } from '#tests/harness/lost-answer.ts';
import { jobWorkflowId } from '#workflows/ids.ts';
import { halfDone, keptJob } from './kept-jobs.ts';

const TEMPORAL_UI = 'http://temporal.test:8233';
const place = '/api/admin/jobs';
const reason = 'The portal was down';
const app = await startAppWithWorkers({ TEMPORAL_UI_URL: TEMPORAL_UI });
const { deps } = app;
const { db } = deps;

let admin: Customer;
beforeAll(async () => {
  admin = await newCustomer(app, { isAdmin: true });
});

const answered = (answer: Answer): Record<string, unknown> => {
  expect(answer, answer.text).toMatchObject({ status: 200, body: { success: true } });
  return answer.body;
};
const list = async (query: Record<string, string> = {}): Promise<AdminJobsAnswer> =>
  answered(await admin.get(`${place}?${new URLSearchParams(query).toString()}`)) as AdminJobsAnswer;
const idsOf = (jobs: readonly { id: string }[]): string[] => jobs.map(({ id }) => id);
const detail = async (jobId: string): Promise<AdminJobDetail> =>
  answered(await admin.get(`${place}/${jobId}`))['job'] as AdminJobDetail;
const act = (jobId: string, action: string, json: object, key: string = randomUUID()) =>
  app.request(`${place}/${jobId}/${action}`, {
    method: 'POST',
    json,
    cookie: admin.cookie,
    headers: { 'idempotency-key': key },
  });
const entriesOf = (subject: string) => db.auditEntry.findMany({ where: { subject }, orderBy: { at: 'asc' } });

describe('the list of jobs', () => {
  test.each([
    'state=draft',
    'state=lost',
    'errorCode=OTHER',
    'dateFrom=2026-02-30',
    'after=yesterday',
    'after=2026-11-21T00:00:00.000Z_not-a-job-number-not-a-job-number',
    'limit=0',
    'limit=101',
    `text=${'x'.repeat(101)}`,
  ])('the list of jobs rejects the query %s', async (query) => {
    expect(await admin.get(`${place}?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    });
  });

  test('the list of jobs shows no draft to anybody, and nothing at all to customers', async () => {
    const ana = await newCustomer(app);
    const draft = await keptJob(db, ana, { state: 'draft', finishedAt: null });
    expect(idsOf((await list({ customer: ana.email })).jobs)).toEqual([]);
    expect(await admin.get(`${place}/${draft}`)).toMatchObject({ status: 404 });
    expect(await ana.get(place)).toMatchObject({ status: 403 });
  });

  test('a search for customers finds the jobs of all of them, however many match', async () => {
    const many = Array.from({ length: 1_001 }, (_, index) => ({
      id: `textile-${index}`,
      name: 'Rina',
      email: `textile-${index}@example.test`,
      company: 'Textile Mills',
      createdAt: new Date(Date.parse('2026-01-01T00:00:00Z') + index * 1_000),
    }));
    await db.user.createMany({ data: many });
    const job = await keptJob(db, { id: 'textile-0' });
    expect(idsOf((await list({ customer: 'textile mills' })).jobs)).toEqual([job]);
  });

  test('each filter of the list of jobs finds its jobs, alone and combined with the others', async () => {
    const ana = await newCustomer(app);
    await db.user.update({ where: { id: ana.id }, data: { name: '50%_Ana', company: 'Meghna Knit' } });
    const old = { createdAt: new Date('2026-10-02T20:00:00Z') };
    const [tracked, filed, row, aged] = [
      await keptJob(db, ana, { fileName: 'October 100%.csv' }),
      await keptJob(db, ana, {
        serviceId: 'exp-search',
        portal: 'bb-exp',
        state: 'completed',
        errorCode: null,
        outcomes: ['SUCCESS'],
      }),
      await keptJob(db, ana, { state: 'completed', errorCode: null, outcomes: ['SUCCESS', 'TIMEOUT'] }),
      await keptJob(db, ana, { ...old, state: 'cancelled', errorCode: null, outcomes: ['CANCELLED'] }),
    ];
    const found = async (query: Record<string, string>): Promise<string[]> =>
      idsOf((await list({ customer: ana.email, ...query })).jobs).toSorted();
    expect(await found({ serviceId: 'exp-search' })).toEqual([filed]);
    expect(await found({ portal: 'bb-exp' })).toEqual([filed]);
    expect(await found({ state: 'completed' })).toEqual([filed, row].toSorted());
    expect(await found({ errorCode: 'PORTAL_DOWN' })).toEqual([tracked]);
    // A row that ended with this code, of a job that ended well.
    expect(await found({ errorCode: 'TIMEOUT' })).toEqual([row]);
    expect(await found({ text: '100%' })).toEqual([tracked]);
    expect(await found({ text: 'OCTOBER' })).toEqual([tracked]);
    expect(await found({ text: row.toUpperCase() })).toEqual([row]);
    // 02:00 on the third in Dhaka.
    expect(await found({ dateTo: '2026-10-03' })).toEqual([aged]);
    expect(await found({ dateTo: '2026-10-02' })).toEqual([]);
    expect(await found({ dateFrom: '2026-10-04' })).toEqual([tracked, filed, row].toSorted());
    for (const customer of ['50%_ana', 'meghna', ana.email.slice(0, 20)])
      expect(idsOf((await list({ customer })).jobs).toSorted()).toEqual(
        [tracked, filed, row, aged].toSorted(),
      );
    // SQL wildcards in a search are literal characters.
    expect((await list({ customer: '5_%' })).jobs).toEqual([]);
    expect(
      await found({
        state: 'failed',
        portal: 'cpa',
        serviceId: 'ctg-port-tracking',
        errorCode: 'PORTAL_DOWN',
      }),
    ).toEqual([tracked]);
  });

  test('the list of jobs is paged with the newest first, and loses or repeats none while new jobs arrive', async () => {
    const ana = await newCustomer(app);
    const same = new Date('2026-11-01T00:00:00Z');
    const jobs: string[] = [];
    for (let count = 0; count < 5; count += 1) jobs.push(await keptJob(db, ana, { createdAt: same }));
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const page: AdminJobsAnswer = await list({
        customer: ana.email,
        limit: '2',
        dateTo: '2026-11-02',
        ...(after ? { after } : {}),
      });
      seen.push(...idsOf(page.jobs));
      after = page.next;
      await keptJob(db, ana);
    } while (after);
    expect(seen).toEqual(jobs.toSorted().toReversed());
  });

  test('the list of jobs shows customer, service and progress, and counts by state whatever state is selected', async () => {
    const ana = await newCustomer(app);
    await keptJob(db, ana);
    await keptJob(db, ana, { state: 'running', finishedAt: null, errorCode: null, outcomes: [null] });
    const { jobs } = await list({ customer: ana.email, state: 'failed' });
    expect(jobs).toEqual([
      {
        id: expect.any(String),
        serviceId: 'ctg-port-tracking',
        serviceName: 'ctg-port-tracking',
        fileName: 'containers.csv',
        portal: 'cpa',
        state: 'failed',
        errorCode: 'PORTAL_DOWN',
        errorMessage: null,
        errorMessageData: null,
        shownState: 'failed',
        customer: { id: ana.id, name: ana.user.name, email: ana.email },
        isPractice: false,
        rowsTotal: 1,
        bank: null,
        rowsDone: 1,
        rowsFailed: 1,
        rowsRefused: 0,
        rowsNotFound: 0,
        creditsUsed: 0,
        createdAt: expect.any(String),
        finishedAt: expect.any(String),
        waitsSince: null,
        endsByItselfAt: null,
      } satisfies Record<keyof AdminJob, unknown>,
    ]);
    const query = new URLSearchParams({ customer: ana.email, state: 'failed' }).toString();
    const counts = answered(await admin.get(`${place}/counts?${query}`))['counts'] as StateCount[];
    const many = counts.filter(({ count }) => count > 0);
    expect(many.toSorted((a, b) => a.state.localeCompare(b.state))).toEqual([
      { state: 'failed', count: 1 },
      { state: 'running', count: 1 },
    ]);
  });
});

describe('one job', () => {
  test("an administrator sees a job's customer, rows, files, credits and workflow; its customer never sees the Temporal UI", async () => {
    const ana = await newCustomer(app);
    const jobId = await halfDone(db, ana);
    const job = await detail(jobId);
    const workflowId = jobWorkflowId(PDF_SERVICE, jobId);
    expect(job).toMatchObject({
      customer: { id: ana.id, email: ana.email, status: 'active' },
      creditsUsed: 2,
      creditsRefundable: 2,
      creditsRefunded: 0,
      rowsToRetry: 1,
      creditsToRetry: 1,
      retryRefusal: null,
      retryRefusalData: null,
      attempt: 1,
      workflowId,
      temporalUrl: `${TEMPORAL_UI}/namespaces/${deps.env.TEMPORAL_NAMESPACE}/workflows/${encodeURIComponent(workflowId)}`,
    });
    expect(job.events.length).toBeGreaterThan(1);
    const rows = answered(await admin.get(`${place}/${jobId}/rows?outcome=succeeded`))['rows'] as JobRow[];
    expect(rows).toMatchObject([{ rowNumber: 1, outcome: 'SUCCESS' }]);
    const addresses = [
      ...job.files.map(({ url }) => url),
      ...rows.flatMap(({ documents }) => documents.map(({ url }) => url)),
    ];
    expect(addresses.length).toBeGreaterThan(1);
    for (const address of addresses) {
      expect(await admin.get(address)).toMatchObject({ status: 200 });
      expect(await ana.get(address)).toMatchObject({ status: 403 });
    }
    for (const path of [
      `/api/jobs/${jobId}`,
      `/api/jobs/${jobId}/rows`,
      `/api/work-history/${ana.id}`,
      '/api/settings',
    ])
      expect((await ana.get(path)).text).not.toContain('temporal.test');
  });

  test('a job that does not exist is answered with 404', async () => {
    for (const path of ['', '/rows', `/files/${randomUUID()}`])
      expect(await admin.get(`${place}/${randomUUID()}${path}`)).toMatchObject({ status: 404 });
  });
});

describe('running failed rows again', () => {
  test("a retry by an administrator needs a reason, charges the customer's price, and is recorded", async () => {
    const ana = await newCustomer(app);
    const jobId = await halfDone(db, ana);
    expect(await act(jobId, 'retry', { reason: ' ' })).toMatchObject({ status: 400 });
    expect((await detail(jobId)).attempt).toBe(1);
    expect(await act(jobId, 'retry', { reason })).toMatchObject({
      status: 200,
      body: { jobId, newCredits: 97 },
    });
    expect(await ana.ended(jobId)).toMatchObject({ state: 'completed', rowsSucceeded: 2 });
    expect(await ana.credits()).toEqual({ available: 97, held: 0 });
    expect(await entriesOf(`job/${jobId}`)).toMatchObject([
      { adminId: admin.id, action: 'job retried', reason, before: { attempt: 1 }, after: { attempt: 2 } },
    ]);
    expect(await verifyLedger(db)).toEqual([]);
  });

  test('a retry by an administrator is recorded once even if its answer is lost', async () => {
    const ana = await newCustomer(app);
    const jobId = await halfDone(db, ana);
    const { jobs } = deps.workflows;
    const carriedOut = losingAnswer(jobs.retryFailedRows);
    vi.spyOn(jobs, 'retryFailedRows').mockImplementationOnce(carriedOut);
    expect(await act(jobId, 'retry', { reason })).toMatchObject({ status: 503 });
    expect(await ana.ended(jobId)).toMatchObject({ state: 'completed', rowsSucceeded: 2 });
    expect(await entriesOf(`job/${jobId}`)).toMatchObject([
      { adminId: admin.id, action: 'job retried', reason, before: { attempt: 1 }, after: { attempt: 2 } },
    ]);
  });

  test('a retry is refused with its reason for suspended customers and for jobs without failed rows, and not recorded', async () => {
    const ana = await newCustomer(app);
    const jobId = await halfDone(db, ana);
    await db.user.update({ where: { id: ana.id }, data: { status: 'suspended' } });
    expect(await act(jobId, 'retry', { reason })).toMatchObject({
      status: 409,
      body: { message: 'The account of this customer is suspended.' },
    });
    expect((await detail(jobId)).retryRefusal).toBe('The account of this customer is suspended.');
    await db.user.update({ where: { id: ana.id }, data: { status: 'active' } });
    const whole = (await ana.converted(pdf())).jobId;
    expect(await act(whole, 'retry', { reason })).toMatchObject({ body: { code: 'JOB_NOT_RETRYABLE' } });
    for (const id of [jobId, whole]) expect(await entriesOf(`job/${id}`)).toEqual([]);
  });
});

describe('giving credits back', () => {
  const refund = (jobId: string, credits: unknown, key?: string) =>
    act(jobId, 'refund', { credits, reason: 'Not usable' }, key);
  const givenBack = (customer: Customer) =>
    db.ledgerTransfer.count({ where: { userId: customer.id, kind: 'job_refund' } });

  test.each([0, -1, 1.005, '1', null])('a refund of %j credits is rejected', async (credits) => {
    const ana = await newCustomer(app);
    const { jobId } = await ana.converted(pdf());
    expect(await refund(jobId, credits)).toMatchObject({ status: 400 });
    expect(await ana.credits()).toEqual({ available: 99, held: 0 });
  });

  test('refunds of a job never exceed what it was charged, neither in parts nor at the same moment', async () => {
    const ana = await newCustomer(app);
    const { jobId } = await ana.converted(await zipOf('papers.zip', [pdf('a.pdf'), pdf('b.pdf')]), 2);
    expect(await refund(jobId, 2.01)).toMatchObject({ status: 409, body: { code: 'JOB_NOT_REFUNDABLE' } });
    const answers = await Promise.all([refund(jobId, 1.5), refund(jobId, 1.5), refund(jobId, 1.5)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await refund(jobId, 0.5)).toMatchObject({ status: 200, body: { creditsRefunded: 2 } });
    expect(await refund(jobId, 0.01)).toMatchObject({ status: 409 });
    expect(await ana.credits()).toEqual({ available: 100, held: 0 });
    expect(await detail(jobId)).toMatchObject({ creditsRefunded: 2, creditsRefundable: 0 });
    expect(await verifyLedger(db)).toEqual([]);
  });

  test('a refund above the limit of one administrator is made once, when a second one confirms it', async () => {
    await withSecondAdministrator(app, 100n, async (confirm) => {
      const ana = await newCustomer(app);
      const { jobId } = await ana.converted(await zipOf('papers.zip', [pdf('a.pdf'), pdf('b.pdf')]), 2);
      expect(await refund(jobId, 0.8)).toMatchObject({ status: 200 });
      const asked = await refund(jobId, 0.7);
      expect(await ana.credits()).toEqual({ available: 98.8, held: 0 });
      await Promise.all([confirm(asked), confirm(asked)]);
      expect(await ana.credits()).toEqual({ available: 99.5, held: 0 });
      const tooMuch = await confirm(await refund(jobId, 0.6));
      expect(tooMuch).toMatchObject({ status: 409, body: { code: 'JOB_NOT_REFUNDABLE' } });
      expect(await givenBack(ana)).toBe(2);
      expect(await verifyLedger(db)).toEqual([]);
    });
  });

  test('a refund is made once per key, and the key is refused for another amount', async () => {
    const ana = await newCustomer(app);
    const { jobId } = await ana.converted(pdf());
    const key = randomUUID();
    const clicks = await Promise.all([1, 2, 3].map(() => refund(jobId, 0.4, key)));
    for (const click of clicks) expect(click).toMatchObject({ status: 200, body: { creditsRefunded: 0.4 } });
    expect(await refund(jobId, 0.5, key)).toMatchObject({
      status: 409,
      body: { code: 'IDEMPOTENCY_KEY_REUSED' },
    });
    expect(await givenBack(ana)).toBe(1);
    expect(await ana.credits()).toEqual({ available: 99.4, held: 0 });
    expect(await db.notification.count({ where: { userId: ana.id, title: 'Credits returned' } })).toBe(1);
    expect(await entriesOf(`job/${jobId}`)).toMatchObject([
      {
        adminId: admin.id,
        action: 'job credits returned',
        before: { refunded: 0 },
        after: { refunded: 0.4, returned: 0.4, customer: ana.id, balance: 99.4 },
        reason: 'Not usable',
      },
    ]);
  });

  test('a refund is shown to the customer in the credit history, in a notification with the reason and in the timeline', async () => {
    const ana = await newCustomer(app);
    const { jobId } = await ana.converted(pdf());
    await refund(jobId, 1);
    const { history, summary } = (await ana.get(`/api/users/${ana.id}/credit-history?transactionType=refund`))
      .body as CreditHistoryAnswer;
    expect(history).toMatchObject([
      { type: 'refund', creditsChange: 1, previousCredit: 99, jobId, steps: [] },
    ]);
    expect(summary).toMatchObject({ currentBalance: 100 });
    const { message } = await db.notification.findFirstOrThrow({
      where: { userId: ana.id, title: 'Credits returned' },
    });
    expect(message).toContain('1.00 credits came back to your account. Not usable');
    expect((await ana.job(jobId)).events.at(-1)?.message).toBe('1.00 credits returned by our team');
  });

  test('only a job that has ended and was charged can be refunded', async () => {
    const ana = await newCustomer(app);
    const running = await keptJob(db, ana, { state: 'running', finishedAt: null, outcomes: [null] });
    expect(await refund(running, 1)).toMatchObject({
      status: 409,
      body: { message: 'This job is still running. What it does not use comes back when it ends.' },
    });
    const free = (await ana.converted(fixture('negative-01.pdf'))).jobId;
    expect(await refund(free, 0.01)).toMatchObject({ status: 409 });
    expect(await refund(randomUUID(), 1)).toMatchObject({ status: 404 });
    expect(await givenBack(ana)).toBe(0);
  });
});
