/** A worker that was frozen ends an earlier run of a job late: nothing of the run that is going on changes. */
import { describe, expect, test } from 'vitest';
import { verifyLedger } from '#api/domain/credits/ledger.ts';
import { endRow, setRowAside } from '#api/domain/jobs/job-steps.ts';
import { quote } from '#contracts/messages/message.ts';
import { chargedJobs, ROW_COST } from '#tests/harness/charged-jobs.ts';
import { createTestDatabase } from '#tests/harness/database.ts';

const { db } = await createTestDatabase();
const { started, again, end, row, leases, reservation } = chargedJobs(db);

/** A job of two rows whose second row failed in its first run and is open in its second one. */
async function runAgain() {
  const job = await started(2);
  await endRow(db, { ...ending(job.jobId, 1), rowNumber: 1, outcome: 'SUCCESS' });
  await endRow(db, { ...ending(job.jobId, 1), rowNumber: 2, outcome: 'PORTAL_DOWN' });
  await end(job, 1);
  await again(job, 2);
  return job;
}

const ending = (jobId: string, attempt: number) => ({
  jobId,
  attempt,
  rowNumber: 2,
  outcome: 'REJECTED' as const,
  message: quote('The portal refused the former cells.'),
  attempts: 1,
  now: new Date(),
});

describe('the late end of an earlier run', () => {
  test.each(['completed', 'cancelled'] as const)(
    'the late end of an earlier run, as %s, leaves the lease, the rows and the credits of the run that is going on',
    async (state) => {
      const job = await runAgain();
      const before = await db.job.findUniqueOrThrow({ where: { id: job.jobId } });
      expect(await end(job, 1, state)).toMatchObject({
        rows: { total: 2, done: 1, succeeded: 1, failed: 0 },
        writesFiles: false,
        freedPortals: [],
      });
      expect(await db.job.findUniqueOrThrow({ where: { id: job.jobId } })).toEqual(before);
      expect(before).toMatchObject({ state: 'queued', finishedAt: null, capturedAmount: BigInt(ROW_COST) });
      expect(await leases(job)).toBe(1);
      expect(await row(job, 2)).toMatchObject({ outcome: null, charged: false });
      expect(await reservation(job, 2)).toMatchObject({ settledAt: null });
      await endRow(db, { ...ending(job.jobId, 2), outcome: 'SUCCESS' });
      await end(job, 2);
      expect(await db.job.findUniqueOrThrow({ where: { id: job.jobId } })).toMatchObject({
        state: 'completed',
        rowsSucceeded: 2,
        capturedAmount: BigInt(2 * ROW_COST),
      });
      expect(await verifyLedger(db)).toEqual([]);
    },
  );

  test('the late end of a row by an earlier run is not written onto the row that runs again', async () => {
    const job = await runAgain();
    expect(await endRow(db, ending(job.jobId, 1))).toBeNull();
    expect(await row(job, 2)).toMatchObject({ outcome: null });
    const filed = { ...ending(job.jobId, 2), outcome: 'SUCCESS' as const, portalReference: 'EXP-2' };
    expect(await endRow(db, filed)).toEqual({ total: 2, done: 2, succeeded: 2, failed: 0 });
    expect(await row(job, 2)).toMatchObject({ outcome: 'SUCCESS', portalReference: 'EXP-2' });
  });

  test('an earlier run does not set aside a row of the run that is going on', async () => {
    const job = await runAgain();
    const aside = { jobId: job.jobId, rowNumber: 2, groupRow: null, attempts: 1, lookInMs: null };
    const lost = { ...aside, message: quote('The answer was lost.'), aside: 'person' as const };
    await setRowAside(db, { ...lost, attempt: 1 });
    expect(await row(job, 2)).toMatchObject({ aside: null });
    await setRowAside(db, { ...lost, attempt: 2 });
    expect(await row(job, 2)).toMatchObject({ aside: 'person' });
  });
});
