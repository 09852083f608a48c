/** What a job that ends says about open rows whose filing was sent: never that they were not worked. */
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { chargedJobs } from '#tests/harness/charged-jobs.ts';
import { createTestDatabase } from '#tests/harness/database.ts';

const { db } = await createTestDatabase();
const { started, end, row, intent } = chargedJobs(db);
const sentAt = new Date();
const sent = { commits: 1, sends: 1, sentAt };
const reference = '1084-000001-2026';

describe('a filing that the portal has confirmed', () => {
  test.each(['cancelled', 'failed'] as const)(
    'a confirmed filing whose row is open when its job ends as %s is uncertain, with its reference and without a charge',
    async (state) => {
      const job = await started(2);
      await intent(job, { state: 'done', ...sent, reference });
      expect(await end(job, 1, state)).toMatchObject({ rows: { total: 2, done: 2, failed: 2 } });
      expect(await row(job)).toMatchObject({
        outcome: 'UNCERTAIN',
        portalReference: reference,
        charged: false,
        message: jobMessages.rowFiledBeforeEnd(),
      });
      expect(await row(job, 2)).toMatchObject({ outcome: 'CANCELLED', portalReference: null });
      expect(await verifyLedger(db)).toEqual([]);
    },
  );

  test('all rows that were filed together are uncertain, with the reference of their filing', async () => {
    const job = await started(3);
    await db.jobRow.updateMany({ where: { jobId: job.jobId, rowNumber: { lte: 2 } }, data: { groupRow: 1 } });
    await intent(job, { state: 'done', ...sent, reference });
    await end(job, 1, 'cancelled');
    const rows = await Promise.all([1, 2, 3].map((rowNumber) => row(job, rowNumber)));
    expect(rows.map(({ outcome }) => outcome)).toEqual(['UNCERTAIN', 'UNCERTAIN', 'CANCELLED']);
    expect(rows.map(({ portalReference }) => portalReference)).toEqual([reference, reference, null]);
  });

  test('a row whose filing somebody else has made before ends without its number', async () => {
    const job = await started(1);
    await intent(job, { state: 'done', reference });
    await end(job, 1, 'cancelled');
    expect(await row(job)).toMatchObject({ outcome: 'CANCELLED', portalReference: null });
  });
});

describe('a filing whose answer was lost', () => {
  test.each([
    ['its request has left', { state: 'committing', ...sent }],
    ['a second click has begun after it', { state: 'committing', commits: 2, sends: 1, sentAt: null }],
    ['a second click after it never left', { state: 'planned', commits: 1, sends: 1, sentAt: null }],
  ])('a filing with a lost answer is uncertain when its job ends and %s', async (_, given) => {
    const job = await started(1);
    await intent(job, given);
    await end(job, 1, 'cancelled');
    expect(await row(job)).toMatchObject({ outcome: 'UNCERTAIN', message: jobMessages.rowMaybeFiled() });
  });

  test('a filing with a lost answer is looked up an hour after its job has ended', async () => {
    const job = await started(1);
    const { id } = await intent(job, { state: 'committing', ...sent });
    await end(job, 1, 'cancelled');
    const { checkDueAt } = await db.portalIntent.findUniqueOrThrow({ where: { id } });
    const { processedAt } = await row(job);
    expect(Math.round((Number(checkDueAt) - Number(processedAt)) / HOUR_MS)).toBe(1);
  });

  test('a filing on a practice portal is not looked up after its job has ended', async () => {
    const job = await started(1);
    const { id } = await intent(job, { state: 'committing', ...sent, portal: 'practice:bb-exp' });
    await end(job, 1, 'cancelled');
    expect(await row(job)).toMatchObject({ outcome: 'UNCERTAIN' });
    expect(await db.portalIntent.findUniqueOrThrow({ where: { id } })).toMatchObject({ checkDueAt: null });
  });

  test.each(['confirming', 'person'])(
    'a filing with a lost answer that waits for %s is uncertain although another job has taken up its intent',
    async (aside) => {
      const [job, other] = [await started(1), await started(1)];
      await db.jobRow.updateMany({ where: { jobId: job.jobId }, data: { aside } });
      await intent(other, { state: 'committing', commits: 2, sends: 1, sentAt: null });
      await end(job, 1, 'cancelled');
      expect(await row(job)).toMatchObject({
        outcome: 'UNCERTAIN',
        aside: null,
        message: jobMessages.rowMaybeFiled(),
      });
    },
  );

  test.each([
    ['was never clicked', { state: 'planned' }],
    ['was clicked without leaving', { state: 'committing', commits: 1 }],
    ['was refused by the portal', { state: 'refused', ...sent }],
  ])('a filing that %s is not uncertain when its job ends', async (_, given) => {
    const job = await started(1);
    await intent(job, given);
    await end(job, 1, 'cancelled');
    expect(await row(job)).toMatchObject({ outcome: 'CANCELLED', message: jobMessages.rowCancelled() });
  });
});
