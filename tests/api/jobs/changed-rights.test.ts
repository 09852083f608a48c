/** The owner of a running job gains or loses the right of an administrator: the run costs what was agreed at its start. */
import { expect, test } from 'vitest';
import { balancesOf, verifyLedger } from '#api/domain/credits/ledger.ts';
import { endRow } from '#api/domain/jobs/job-steps.ts';
import { resultJob } from '#api/domain/jobs/worked-jobs.ts';
import { quote } from '#contracts/messages/message.ts';
import { chargedJobs, ROW_COST } from '#tests/harness/charged-jobs.ts';
import { createTestDatabase } from '#tests/harness/database.ts';

const { db } = await createTestDatabase();
const { started, end, again } = chargedJobs(db);

const done = (jobId: string, rowNumber: number, attempt = 1) =>
  endRow(db, {
    jobId,
    attempt,
    rowNumber,
    outcome: 'SUCCESS',
    message: quote('Filed.'),
    attempts: 1,
    now: new Date(),
  });
const setAdmin = (userId: string, isAdmin: boolean) =>
  db.user.update({ where: { id: userId }, data: { isAdmin } });
const job = (jobId: string) => db.job.findUniqueOrThrow({ where: { id: jobId } });

test('a job whose owner stops being an administrator while it runs ends, and costs nothing', async () => {
  const { jobId, userId } = await started(2, { isAdmin: true });
  await done(jobId, 1);
  await setAdmin(userId, false);
  await done(jobId, 2);
  await end({ jobId, userId }, 1);
  expect(await job(jobId)).toMatchObject({ state: 'completed', capturedAmount: 0n });
  expect(await resultJob(db, jobId)).toMatchObject({ isFree: true });
  expect(await balancesOf(db, userId)).toMatchObject({ reservedHundredths: 0n });
  expect(await verifyLedger(db)).toEqual([]);
});

test('a job whose owner becomes an administrator while it runs costs what was reserved for its rows', async () => {
  const { jobId, userId } = await started(2);
  await setAdmin(userId, true);
  await done(jobId, 1);
  await end({ jobId, userId }, 1, 'cancelled');
  expect(await job(jobId)).toMatchObject({
    state: 'cancelled',
    capturedAmount: BigInt(ROW_COST),
    releasedAmount: BigInt(ROW_COST),
  });
  expect(await resultJob(db, jobId)).toMatchObject({ isFree: false });
  expect(await balancesOf(db, userId)).toMatchObject({ reservedHundredths: 0n });
  expect(await verifyLedger(db)).toEqual([]);
});

test('a run by an administrator is free, and the next run of the job by the same person as a customer is not', async () => {
  const { jobId, userId } = await started(2, { isAdmin: true });
  await done(jobId, 1);
  await end({ jobId, userId }, 1, 'cancelled');
  await setAdmin(userId, false);
  await again({ jobId, userId }, 2);
  await done(jobId, 2, 2);
  await end({ jobId, userId }, 2);
  expect(await job(jobId)).toMatchObject({ state: 'completed', capturedAmount: BigInt(ROW_COST) });
  expect(await verifyLedger(db)).toEqual([]);
});
