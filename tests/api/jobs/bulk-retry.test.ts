/**
 * Bulk retries: exactly the counted jobs are run again, each once, up to a maximum per minute, until somebody stops
 * them.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { bulkRetryActivities } from '#activities/bulk-retry.ts';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import type {
  AdminJobDetail,
  BulkRetryCount,
  BulkRetryProgress,
} from '#contracts/calls/jobs/admin-jobs-answers.ts';
import { bengaliErrors } from '#contracts/error-texts.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { limits } from '#contracts/limits.ts';
import { messageText } from '#contracts/messages/render.ts';
import type { Answer } from '#tests/harness/app.ts';
import { newCustomer, PDF_SERVICE, setBalance, type Customer } from '#tests/harness/job-calls.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { bulkRetryWorkflowId } from '#workflows/ids.ts';
import { halfDone, keptJob } from './kept-jobs.ts';

const place = '/api/admin/jobs';
const reason = 'The portal was down';
const app = await startAppWithWorkers();
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
const detail = async (jobId: string): Promise<AdminJobDetail> =>
  answered(await admin.get(`${place}/${jobId}`))['job'] as AdminJobDetail;
const entriesOf = (subject: string) => db.auditEntry.findMany({ where: { subject }, orderBy: { at: 'asc' } });

describe('a bulk retry', () => {
  const count = async (filter: object): Promise<BulkRetryCount> =>
    answered(await app.post(`${place}/bulk-retry/preview`, filter, admin.cookie))['count'] as BulkRetryCount;
  const start = (bulkRetryId: string | null, cookie = admin.cookie) =>
    app.post(`${place}/bulk-retry`, { bulkRetryId, reason }, cookie);
  const started = async (bulkRetryId: string | null): Promise<BulkRetryProgress> =>
    answered(await start(bulkRetryId))['bulkRetry'] as BulkRetryProgress;
  const progress = async (id: string): Promise<BulkRetryProgress> =>
    answered(await admin.get(`${place}/bulk-retry/${id}`))['bulkRetry'] as BulkRetryProgress;
  const ended = async (id: string): Promise<BulkRetryProgress> => {
    await until(`bulk retry ${id} to end`, async () => (await progress(id)).endedAt !== null);
    return progress(id);
  };

  test('a bulk retry counts only the jobs that can be retried, with their rows and credits', async () => {
    const ana = await newCustomer(app);
    const suspended = await newCustomer(app);
    await db.user.update({
      where: { id: suspended.id },
      data: { status: 'suspended', name: `of ${ana.email}` },
    });
    const both = { customer: ana.email };
    await keptJob(db, suspended);
    await keptJob(db, ana, { outcomes: ['SUCCESS'], state: 'completed', errorCode: null });
    await keptJob(db, ana, { outcomes: ['INPUT_INVALID'] });
    await keptJob(db, ana, { state: 'running', finishedAt: null, outcomes: [null] });
    await keptJob(db, ana, { expiresAt: new Date(Date.now() - 1) });
    await keptJob(db, ana, { attempt: limits.runsPerJobMax });
    const nothing = { id: null, jobs: 0, rows: 0, credits: 0, isMore: false };
    expect(await count(both)).toMatchObject(nothing);
    await keptJob(db, ana, { outcomes: ['PORTAL_DOWN', 'SUCCESS', 'TIMEOUT', 'INPUT_INVALID'] });
    await keptJob(db, ana);
    expect(await count(both)).toMatchObject({ id: expect.any(String), jobs: 2, rows: 3, credits: 3 });
    // Rows that are files are in the upload, which is kept for a day.
    const files = await keptJob(db, ana, { serviceId: PDF_SERVICE, portal: null });
    expect(await count(both)).toMatchObject({ jobs: 3 });
    const { uploadId } = await db.job.findUniqueOrThrow({ where: { id: files } });
    await db.upload.update({ where: { id: uploadId }, data: { deletedAt: new Date() } });
    expect(await count(both)).toMatchObject({ jobs: 2 });
    await db.serviceSetting.create({ data: { serviceId: 'ctg-port-tracking', enabled: false } });
    expect(await count(both)).toMatchObject(nothing);
    await db.serviceSetting.deleteMany();
  });

  test('a bulk retry leaves out jobs that their customer cancelled, and counts those that the team stopped', async () => {
    const ana = await newCustomer(app);
    const cancelled = { state: 'cancelled', errorCode: null, outcomes: ['SUCCESS', 'CANCELLED'] };
    const jobId = await keptJob(db, ana, cancelled);
    expect(await count({ customer: ana.email })).toMatchObject({ id: null, jobs: 0, rows: 0 });
    await db.job.update({ where: { id: jobId }, data: { stoppedBy: admin.id } });
    expect(await count({ customer: ana.email })).toMatchObject({ jobs: 1, rows: 1 });
  });

  test('a counted job that its customer has run again meanwhile, and cancelled, stays as it is', async () => {
    const ana = await newCustomer(app);
    const jobId = await halfDone(db, ana);
    const bulkRetryId = (await count({ customer: ana.email })).id ?? '';
    const cancelledSince = { attempt: 2, state: 'cancelled', errorCode: null };
    await db.job.update({ where: { id: jobId }, data: cancelledSince });
    const steps = bulkRetryActivities(deps);
    await steps.beginBulkRetry({ bulkRetryId, adminId: admin.id, reason });
    await steps.takeBulkRetryTurn({ bulkRetryId, turn: 0 });
    expect(await detail(jobId)).toMatchObject({ attempt: 2, state: 'cancelled' });
    expect(await progress(bulkRetryId)).toMatchObject({
      retried: 0,
      refused: 1,
      refusals: [{ jobId, message: 'This job has been run again since it was counted.' }],
    });
    expect(await entriesOf(`job/${jobId}`)).toEqual([]);
    expect(await ana.traces()).toMatchObject({ reservations: 1 });
  });

  test('a bulk retry explains in both languages why a job was refused', async () => {
    const [poor, suspended] = [await newCustomer(app), await newCustomer(app)];
    const [unpaid, unwanted] = [await halfDone(db, poor), await halfDone(db, suspended)];
    await setBalance(app, poor, 0);
    const company = `Refused ${poor.id}`;
    await db.user.updateMany({ where: { id: { in: [poor.id, suspended.id] } }, data: { company } });
    const counted = await count({ customer: company, errorCode: 'PORTAL_DOWN' });
    expect(counted).toMatchObject({ jobs: 2 });
    await db.user.update({ where: { id: suspended.id }, data: { status: 'suspended' } });
    await started(counted.id);
    const { refusals } = await ended(counted.id ?? '');
    const inBengali = (jobId: string): string | undefined => {
      const refused = refusals.find((each) => each.jobId === jobId);
      return refused && messageText(refused.messageData, 'bn');
    };
    expect(inBengali(unpaid)).toBe(bengaliErrors.INSUFFICIENT_CREDITS);
    expect(inBengali(unwanted)).toBe(jobMessages.customerSuspended.texts.bn);
  });

  test('a bulk retry runs exactly the counted jobs, reports each refusal, is recorded, and skips later matches', async () => {
    const ana = await newCustomer(app);
    const [first, second] = [await halfDone(db, ana), await halfDone(db, ana)];
    const poor = await newCustomer(app);
    const unpaid = await halfDone(db, poor);
    await setBalance(app, poor, 0);
    await db.user.updateMany({
      where: { id: { in: [ana.id, poor.id] } },
      data: { company: `Group ${ana.id}` },
    });
    const filter = { customer: `Group ${ana.id}`, errorCode: 'PORTAL_DOWN' };
    const counted = await count(filter);
    expect(counted).toMatchObject({ jobs: 3, rows: 3, credits: 3 });
    const late = await halfDone(db, ana);

    const clicks = await Promise.all([started(counted.id), started(counted.id)]);
    for (const click of clicks) expect(click).toMatchObject({ id: counted.id, total: 3 });
    const end = await ended(counted.id ?? '');
    expect(end).toMatchObject({
      state: 'done',
      total: 3,
      retried: 2,
      refused: 1,
      startedBy: admin.user.name,
      reason,
    });
    expect(end.refusals).toEqual([
      {
        jobId: unpaid,
        message: 'Insufficient credits. Please purchase more credits.',
        messageData: { key: 'errors.INSUFFICIENT_CREDITS' },
      },
    ]);
    for (const jobId of [first, second])
      expect(await ana.ended(jobId)).toMatchObject({ state: 'completed', rowsSucceeded: 2 });
    const attempts = await Promise.all(
      [first, second, unpaid, late].map(async (id) => (await detail(id)).attempt),
    );
    expect(attempts).toEqual([2, 2, 1, 1]);

    // Another start returns the same bulk retry, which is done.
    expect(await started(counted.id)).toMatchObject({ state: 'done', retried: 2 });
    expect((await detail(first)).attempt).toBe(2);
    expect(await entriesOf(`bulk-retry/${counted.id}`)).toMatchObject([
      { action: 'bulk retry started', adminId: admin.id, after: { jobs: 3 }, reason },
    ]);
    expect(await entriesOf(`job/${first}`)).toMatchObject([
      { action: 'job retried', after: { attempt: 2, bulkRetry: counted.id } },
    ]);
    expect(await entriesOf(`job/${unpaid}`)).toEqual([]);
    const listed = answered(await admin.get(`${place}/bulk-retry`))['bulkRetries'] as BulkRetryProgress[];
    expect(listed[0]).toEqual(end);
    expect(await verifyLedger(db)).toEqual([]);
  });

  test('a bulk retry runs a job once even if its turn is repeated after a worker was killed', async () => {
    const ana = await newCustomer(app);
    const jobId = await halfDone(db, ana);
    const counted = await count({ customer: ana.email });
    const bulkRetryId = counted.id ?? '';
    const steps = bulkRetryActivities(deps);
    await steps.beginBulkRetry({ bulkRetryId, adminId: admin.id, reason });
    // The end of the turn is lost after the job was run again.
    await expect(
      bulkRetryActivities({ ...deps, db: withoutTurnEnds() }).takeBulkRetryTurn({ bulkRetryId, turn: 0 }),
    ).rejects.toThrow('killed');
    await ana.ended(jobId);
    expect(await progress(bulkRetryId)).toMatchObject({ retried: 0 });
    await steps.takeBulkRetryTurn({ bulkRetryId, turn: 0 });
    await steps.takeBulkRetryTurn({ bulkRetryId, turn: 0 });
    await steps.endBulkRetry({ bulkRetryId });
    expect(await progress(bulkRetryId)).toMatchObject({ state: 'done', retried: 1, refused: 0 });
    expect(await detail(jobId)).toMatchObject({ attempt: 2, state: 'completed' });
    expect(await ana.traces()).toMatchObject({ reservations: 2 });
  });

  test('a bulk retry can be stopped with a reason, and the jobs that had no turn stay unchanged', async () => {
    const ana = await newCustomer(app);
    const jobs = [await halfDone(db, ana), await halfDone(db, ana), await halfDone(db, ana)];
    const { id } = await started((await count({ customer: ana.email })).id);
    await until('the first turn', async () => (await progress(id)).retried === 1);
    const stop = () => app.post(`${place}/bulk-retry/${id}/stop`, { reason: 'Enough' }, admin.cookie);
    expect(await stop()).toMatchObject({ status: 200, body: { bulkRetry: { state: 'stopping' } } });
    const end = await ended(id);
    expect(end).toMatchObject({ state: 'stopped', total: 3, refused: 0 });
    expect(await stop()).toMatchObject({ status: 409, body: { code: 'BULK_RETRY_OVER' } });
    const attempts = await Promise.all(jobs.map(async (jobId) => (await detail(jobId)).attempt));
    expect(attempts.filter((attempt) => attempt === 2)).toHaveLength(end.retried);
    expect(end.retried).toBeLessThan(3);
    expect(await entriesOf(`bulk-retry/${id}`)).toMatchObject([
      { action: 'bulk retry started' },
      { action: 'bulk retry stopped', reason: 'Enough', before: { state: 'running' } },
    ]);
  });

  test('a bulk retry whose workflow was terminated can be stopped', async () => {
    const ana = await newCustomer(app);
    for (let jobs = 0; jobs < 3; jobs += 1) await halfDone(db, ana);
    const { id } = await started((await count({ customer: ana.email })).id);
    await until('the first turn', async () => (await progress(id)).retried === 1);
    await deps.temporal.workflow.getHandle(bulkRetryWorkflowId(id)).terminate('test');
    await app.post(`${place}/bulk-retry/${id}/stop`, { reason: 'It hangs' }, admin.cookie);
    expect(await progress(id)).toMatchObject({ state: 'stopped', endedAt: expect.any(String) });
  });

  test('only the administrator who counted a bulk retry can start it, with a reason and a fresh count', async () => {
    const ana = await newCustomer(app);
    await keptJob(db, ana);
    const other = await newCustomer(app, { isAdmin: true });
    const { id } = await count({ customer: ana.email });
    const outdated = { status: 409, body: { code: 'BULK_RETRY_OUTDATED' } };
    expect(await start(id, other.cookie)).toMatchObject(outdated);
    expect(await start(randomUUID())).toMatchObject(outdated);
    expect(await app.post(`${place}/bulk-retry`, { bulkRetryId: id }, admin.cookie)).toMatchObject({
      status: 400,
    });
    const createdAt = new Date(Date.now() - limits.bulkRetryCountMs - 1);
    await db.bulkRetry.update({ where: { id: id ?? '' }, data: { createdAt } });
    expect(await start(id)).toMatchObject(outdated);
    // The next count removes it.
    await count({ customer: ana.email });
    expect(await db.bulkRetry.findUnique({ where: { id: id ?? '' } })).toBeNull();
  });
});

/** A database that fails when the end of a turn is written. */
function withoutTurnEnds(): typeof db {
  return new Proxy(db, {
    get: (target, name) =>
      name === '$transaction' ? () => Promise.reject(new Error('killed')) : Reflect.get(target, name),
  });
}
