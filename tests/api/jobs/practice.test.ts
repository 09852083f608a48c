/**
 * Practice runs on real workers, with one sandbox as the real portals and another one as the practice portals: each
 * journal says who was there.
 */
import { dhakaDay } from '#contracts/calendar-days.ts';
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import { figuresReader } from '#api/domain/site/pages-figures.ts';
import type {
  JobDetail,
  PracticeOffer,
  StartedJob,
  WorkSummary,
} from '#contracts/calls/jobs/jobs-answers.ts';
import { limits } from '#contracts/limits.ts';
import type { Answer } from '#tests/harness/app.ts';
import { newCustomer, setBalance, type Customer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';

const ISSUE_COST = 2;
const ISSUES = 3;
const real = await startSandbox();
const practice = await startSandbox();
const app = await startAppWithWorkers({
  BB_EXP_URL: real.url('bb-exp'),
  DAMCO_URL: real.url('damco'),
  PRACTICE_PORTALS_URL: practice.url(''),
  PRACTICE_MAILBOX_URL: practice.url('mailbox'),
  PORTAL_RETRY_FIRST_MS: '500',
  PORTAL_RETRY_MAX_MS: '1000',
});
const { db } = app.deps;

let ana: Customer;
beforeEach(async () => {
  for (const sandbox of [real, practice]) {
    await sandbox.clearFaults();
    await sandbox.seed();
  }
  // The portals have lost their filings, so the platform forgets them too.
  await db.portalIntent.deleteMany();
  ana = await newCustomer(app);
});

const sheet = (name: string, rows: string[]): File => new File([rows.join('\n')], name);
const searches = (rows: number): File =>
  sheet('exps.csv', [
    'ad_code,exp_serial,exp_year',
    ...Array.from({ length: rows }, (_, index) => `1084,${110_000 + index},2026`),
  ]);

type Practised = { serviceId: string; file?: File; key?: string };
function practise(customer: Customer, { key, ...fields }: Practised): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const headers: Record<string, string> = key ? { 'idempotency-key': key } : {};
  return app.request('/api/practice', { form, cookie: customer.cookie, headers });
}

async function practised(customer: Customer, given: Practised): Promise<JobDetail> {
  const { status, body } = await practise(customer, given);
  expect({ status, body }).toMatchObject({ status: 200 });
  return customer.ended((body as unknown as StartedJob).jobId);
}

const commits = async (sandbox: typeof real, portal = 'bb-exp') =>
  (await sandbox.journal(portal)).filter(({ kind }) => kind === 'commit');

const issueSheet = (): File =>
  new File([readFileSync('activities/services/exp-issue/sample.csv')], 'exp.csv');
async function reallyIssued(customer: Customer): Promise<JobDetail> {
  const request = { serviceId: 'exp-issue', file: issueSheet(), totalCredits: ISSUES * ISSUE_COST };
  const { jobId } = await customer.started(request);
  return customer.ended(jobId);
}

describe('a practice run', () => {
  test('a practice run of a filing needs no login and no credits, costs nothing, and reaches the practice portal only', async () => {
    await setBalance(app, ana, 0);
    const job = await practised(ana, { serviceId: 'exp-issue' });
    expect(job).toMatchObject({
      isPractice: true,
      state: 'completed',
      rowsSucceeded: ISSUES,
      creditsUsed: 0,
      creditsReserved: 0,
      creditsReservedFirst: 0,
      creditsReturned: 0,
    });
    expect(await ana.credits()).toEqual({ available: 0, held: 0 });
    expect(await ana.traces()).toMatchObject({ transfers: 0 });
    expect(await verifyLedger(db)).toEqual([]);
    expect(await commits(practice)).toHaveLength(ISSUES);
    expect(await real.journal('bb-exp')).toEqual([]);
    const users = new Set((await practice.journal('bb-exp')).map(({ user }) => user));
    expect([...users]).toEqual([`practice-${job.jobId}`]);
  });

  test("a practice run never uses the customer's saved login", async () => {
    await ana.saveBankLogin();
    await practised(ana, { serviceId: 'exp-search', file: searches(1) });
    const users = (await practice.journal('bb-exp')).map(({ user }) => user);
    expect(users.filter((user) => !user.startsWith('practice-'))).toEqual([]);
    expect(await real.journal('bb-exp')).toEqual([]);
  });

  test('rows that were practised can be filed for real, and filed rows can be practised, each in full', async () => {
    await ana.saveBankLogin();
    await practised(ana, { serviceId: 'exp-issue', file: issueSheet() });
    const preview = await ana.previewed('exp-issue', issueSheet());
    expect(preview.warnings).toEqual([]);
    const job = await reallyIssued(ana);
    expect(job).toMatchObject({ isPractice: false, rowsSucceeded: ISSUES, creditsUsed: ISSUES * ISSUE_COST });
    expect((await ana.rows(job.jobId)).map(({ outcome }) => outcome)).toEqual([
      'SUCCESS',
      'SUCCESS',
      'SUCCESS',
    ]);
    const again = await practised(ana, { serviceId: 'exp-issue', file: issueSheet(), key: 'once-more' });
    expect((await ana.rows(again.jobId)).map(({ outcome }) => outcome)).toEqual([
      'SUCCESS',
      'SUCCESS',
      'SUCCESS',
    ]);
    expect(await commits(real)).toHaveLength(ISSUES);
    expect(await commits(practice)).toHaveLength(2 * ISSUES);
    const intents = await db.portalIntent.groupBy({
      by: ['portal'],
      _count: true,
      orderBy: { portal: 'asc' },
    });
    expect(intents).toEqual([
      { portal: 'bb-exp', _count: ISSUES },
      { portal: 'practice:bb-exp', _count: 2 * ISSUES },
    ]);
  });

  test('a filing on a practice portal is never read back later, and its references belong to nobody', async () => {
    await practised(ana, { serviceId: 'exp-issue' });
    await practised(ana, { serviceId: 'damco-fcr-submission' });
    expect(await db.portalIntent.count({ where: { checkDueAt: { not: null } } })).toBe(0);
    expect(await db.portalReference.count({ where: { userId: ana.id } })).toBe(0);
  });

  test('a practice portal that is down or has changed pauses and marks no real portal', async () => {
    await practice.setFault({ kind: 'layout-changed', route: '*', times: -1 });
    const job = await practised(ana, { serviceId: 'exp-search', file: searches(1) });
    expect(job).toMatchObject({ state: 'failed', errorCode: 'PORTAL_CHANGED' });
    const states = await db.portalState.findMany({
      where: { OR: [{ pausedAt: { not: null } }, { status: 'down' }] },
    });
    expect(states).toEqual([]);
    expect(await db.portalState.findUnique({ where: { portal: 'bb-exp' } })).toMatchObject({
      pausedAt: null,
      lastFaultAt: null,
    });
  });

  test('a paused real portal does not stop practice', async () => {
    await db.portalState.upsert({
      where: { portal: 'bb-exp' },
      create: { portal: 'bb-exp', pausedAt: new Date() },
      update: { pausedAt: new Date() },
    });
    try {
      expect(await practised(ana, { serviceId: 'exp-search', file: searches(2) })).toMatchObject({
        state: 'completed',
      });
    } finally {
      await db.portalState.update({ where: { portal: 'bb-exp' }, data: { pausedAt: null } });
    }
  });

  test('the opening hours and the pace of a real portal do not hold back practice', async () => {
    const limits = {
      portal: 'bb-exp',
      holidays: [{ date: dhakaDay(new Date()), name: 'Closed' }],
      actionsPerMinuteMax: 1,
      pauseBetweenRowsMs: 60_000,
    };
    await db.portalLimits.create({ data: limits });
    try {
      expect(await practised(ana, { serviceId: 'exp-search', file: searches(2) })).toMatchObject({
        state: 'completed',
      });
    } finally {
      await db.portalLimits.deleteMany();
    }
  });

  test('the files of a practice run say so in their names and in every row', async () => {
    const job = await practised(ana, { serviceId: 'exp-search', file: searches(2) });
    const names = job.files.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['practice_result.csv', 'practice_result.xlsx']));
    expect(names.filter((name) => !name.startsWith('practice_'))).toEqual([]);
    const [row] = await ana.rows(job.jobId);
    expect(row?.documents.map(({ name }) => name)).toEqual([expect.stringMatching(/^practice_EXP_.*\.pdf$/)]);
    const csv = job.files.find(({ name }) => name.endsWith('result.csv'));
    const { text } = await app.get(csv?.url ?? '', ana.cookie);
    const lines = text.trim().split(/\r?\n/).slice(1);
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toContain('PRACTICE: nothing was filed on a real portal');
    const zip = await app.get(`/api/jobs/${job.jobId}/download`, ana.cookie);
    expect(zip.headers.get('content-disposition')).toContain('filename="practice_exp-search_');
  });

  test('practice is in no figure: neither in the stat cards, nor in the figures of the public pages', async () => {
    await db.settings.updateMany({ data: { showMeasuredFigures: true } });
    const before = await figuresReader(app.deps)();
    expect(before.measured).toBe(true);
    await practised(ana, { serviceId: 'exp-search', file: searches(1) });
    const { body } = await ana.get(`/api/work-history/${ana.id}`);
    expect(body['summary'] as WorkSummary).toEqual({
      todaysTasks: 0,
      totalProcesses: 0,
      completed: 0,
      finished: 0,
      rowsFinished: 0,
      rowsSucceeded: 0,
    });
    expect(body['workHistory']).toMatchObject([{ isPractice: true, creditsUsed: 0 }]);
    expect(await figuresReader(app.deps)()).toEqual(before);
  });

  test('a practice run has its own notification, and no webhook or mail reports it as work', async () => {
    await db.user.update({ where: { id: ana.id }, data: { mailOnCompletion: true } });
    await db.webhook.create({
      data: {
        userId: ana.id,
        url: 'https://books.example/hook',
        secret: 'sealed',
        events: ['job.completed', 'job.failed'],
      },
    });
    const job = await practised(ana, { serviceId: 'exp-search', file: searches(1) });
    expect(await db.webhookDelivery.count({ where: { webhook: { userId: ana.id } } })).toBe(0);
    expect(job.events.map(({ kind }) => kind)).not.toContain('mailed');
    expect(await db.notification.findMany({ where: { userId: ana.id } })).toMatchObject([
      { title: 'Practice run finished', actionUrl: `/dashboard/jobs/${job.jobId}` },
    ]);
  });

  test('failed rows of a practice run are run again as practice', async () => {
    await practice.setFault({ kind: 'layout-changed', route: 'search', times: 1 });
    const job = await practised(ana, { serviceId: 'exp-search', file: searches(2) });
    expect(job.state).toBe('failed');
    expect(await ana.retry(job.jobId)).toMatchObject({ status: 200, body: { jobId: job.jobId } });
    expect(await ana.ended(job.jobId)).toMatchObject({
      isPractice: true,
      state: 'completed',
      rowsSucceeded: 2,
      creditsUsed: 0,
    });
    expect(await real.journal('bb-exp')).toEqual([]);
  });
});

describe('the bounds of practice', () => {
  test('a practice run takes a limited number of rows, and leaves nothing behind if it is refused', async () => {
    const answer = await practise(ana, {
      serviceId: 'exp-search',
      file: searches(limits.practiceRowsMax + 1),
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'TOO_MANY_ROWS', message: expect.stringContaining(String(limits.practiceRowsMax)) },
    });
    expect(await ana.traces()).toMatchObject({ jobs: 0, rows: 0, reservations: 0 });
  });

  test('a customer makes a limited number of practice runs a day, also with many requests at once', async () => {
    const { id: userId } = ana;
    await practised(ana, { serviceId: 'exp-search', file: searches(1) });
    const { id, ...job } = await db.job.findFirstOrThrow({ where: { userId } });
    const more = limits.practiceJobsPerDayMax - 2;
    await db.job.createMany({
      data: Array.from({ length: more }, () => ({
        userId,
        serviceId: job.serviceId,
        serviceName: job.serviceName,
        uploadId: job.uploadId,
        fileName: job.fileName,
        portal: job.portal,
        isPractice: true,
        state: 'completed',
        rowsTotal: 1,
        costPerRow: 0,
        finishedAt: job.finishedAt,
      })),
    });
    expect(id).toBeTruthy();
    const offer = async () => (await ana.get('/api/practice')).body as unknown as PracticeOffer;
    expect(await offer()).toMatchObject({ runsLeft: 1, rowsMax: limits.practiceRowsMax });
    const answers = await Promise.all(
      [3, 4, 5].map((rows) => practise(ana, { serviceId: 'exp-search', file: searches(rows) })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429, 429]);
    expect(await offer()).toMatchObject({ runsLeft: 0 });
    // Another customer is not affected.
    const other = await newCustomer(app);
    expect(await practise(other, { serviceId: 'exp-search' })).toMatchObject({ status: 200 });
  });

  test('a start that was never admitted does not count as a practice run for long', async () => {
    const { jobId } = await practised(ana, { serviceId: 'exp-search', file: searches(1) });
    const runsLeft = async () => ((await ana.get('/api/practice')).body as unknown as PracticeOffer).runsLeft;
    const before = await runsLeft();
    await db.job.update({ where: { id: jobId }, data: { state: 'draft' } });
    expect(await runsLeft()).toBe(before);
    const longAgo = new Date(Date.now() - 3 * 60_000);
    await db.job.update({ where: { id: jobId }, data: { createdAt: longAgo } });
    expect(await runsLeft()).toBe(before + 1);
  });

  test('a double click starts one practice run', async () => {
    const given = { serviceId: 'exp-search', key: 'one-click' };
    const [first, second] = await Promise.all([practise(ana, given), practise(ana, given)]);
    expect(first.status).toBe(200);
    expect(second.body['jobId']).toBe(first.body['jobId']);
  });

  test('the same file started for practice and for real at once is two jobs', async () => {
    await ana.saveBankLogin();
    const file = searches(2);
    const job = await practised(ana, { serviceId: 'exp-search', file });
    const { jobId } = await ana.started({ serviceId: 'exp-search', file, totalCredits: 1 });
    expect(jobId).not.toBe(job.jobId);
    expect(await ana.ended(jobId)).toMatchObject({ isPractice: false, creditsUsed: 1 });
  });

  test('a service without a portal is practised with its sample only, because its practice is its work', async () => {
    const file = new File([readFileSync('activities/services/pdf-excel-converter/sample.pdf')], 'mine.pdf');
    expect(await practise(ana, { serviceId: 'pdf-excel-converter', file })).toMatchObject({
      status: 409,
      body: { code: 'PRACTICE_SAMPLE_ONLY' },
    });
    const job = await practised(ana, { serviceId: 'pdf-excel-converter' });
    expect(job).toMatchObject({ isPractice: true, state: 'completed', creditsUsed: 0 });
  });

  test('a service that is switched off is not practised', async () => {
    await db.serviceSetting.create({ data: { serviceId: 'exp-search', enabled: false } });
    try {
      expect(await practise(ana, { serviceId: 'exp-search' })).toMatchObject({
        status: 409,
        body: { code: 'SERVICE_DISABLED' },
      });
    } finally {
      await db.serviceSetting.delete({ where: { serviceId: 'exp-search' } });
    }
  });
});

describe('what the database itself refuses', () => {
  test('a job can neither become practice nor stop being it, nor change its portal', async () => {
    const { jobId } = await practised(ana, { serviceId: 'exp-search', file: searches(1) });
    const change = (data: object) => db.job.update({ where: { id: jobId }, data });
    for (const data of [{ isPractice: false }, { portal: 'bb-exp' }, { isPractice: false, portal: 'bb-exp' }])
      await expect(change(data)).rejects.toThrow();
    await expect(change({ costPerRow: 50 })).rejects.toThrow();
    await expect(change({ reservedAmount: 50n })).rejects.toThrow();
    const { id, ...job } = await db.job.findUniqueOrThrow({ where: { id: jobId } });
    expect(id).toBe(jobId);
    const made = (data: object) =>
      db.job.create({
        data: {
          userId: job.userId,
          serviceId: job.serviceId,
          serviceName: job.serviceName,
          uploadId: job.uploadId,
          fileName: job.fileName,
          rowsTotal: 1,
          costPerRow: 0,
          ...data,
        },
      });
    await expect(made({ isPractice: true, portal: 'bb-exp' })).rejects.toThrow();
    await expect(made({ isPractice: false, portal: 'practice:bb-exp' })).rejects.toThrow();
  });
});
