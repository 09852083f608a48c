/** Rows whose tries are used up although their filing was sent, and confirmed filings that the portal does not show. */
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { quote } from '#contracts/messages/message.ts';
import { limits } from '#contracts/limits.ts';
import type { FilingEnd } from '#activities/rows/filing.ts';
import { endAfterLastTry, failedLooks } from '#activities/rows/filing-waits.ts';
import { chargedJobs } from '#tests/harness/charged-jobs.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { portal, protocolOn, row } from '#tests/harness/filing-protocol.ts';
import { takeOver } from '#tests/harness/leases.ts';

const { db } = await createTestDatabase();
const { started, intent } = chargedJobs(db);
const { file, settle, newLease } = protocolOn(db);

const expired: FilingEnd = { outcome: 'SESSION_EXPIRED', message: quote('The portal asked for the login.') };
const effectMs = HOUR_MS / 2;
const sentAt = new Date(Date.now() - HOUR_MS);
const settlesAt = new Date(Date.now() - 1_000);
const sent = { commits: 1, sends: 1, sentAt, settlesAt };

describe('a row whose tries are used up', () => {
  test.each([
    ['was never answered', { state: 'committing', ...sent }],
    ['the portal has confirmed', { state: 'done', ...sent }],
  ])('a filing that %s is looked up after growing waits, and in the end by a person', async (_, given) => {
    const job = await started(1);
    await intent(job, given);
    const lease = { jobId: job.jobId, rowNumber: 1, effectMs };
    const waitsMs: number[] = [];
    for (let looks = 1; looks < failedLooks.countMax; looks += 1) {
      const { outcome, aside } = await endAfterLastTry(db, lease, expired);
      expect(outcome).toBe('UNCERTAIN');
      waitsMs.push(aside?.why === 'confirming' ? aside.lookInMs : 0);
    }
    expect(waitsMs).toEqual(waitsMs.toSorted((one, other) => one - other));
    expect(waitsMs[0]).toBe(limits.confirmFirstWaitMs);
    expect(waitsMs.at(-1)).toBe(failedLooks.waitMaxMs);
    expect(await endAfterLastTry(db, lease, expired)).toMatchObject({
      outcome: 'UNCERTAIN',
      aside: { why: 'person' },
    });
  });

  test('a filing that may still take effect waits for no person, however often its look-ups fail', async () => {
    const job = await started(1);
    const later = new Date(Date.now() + HOUR_MS);
    await intent(job, { state: 'committing', ...sent, settlesAt: later, looks: failedLooks.countMax });
    expect(await endAfterLastTry(db, { jobId: job.jobId, rowNumber: 1, effectMs }, expired)).toMatchObject({
      aside: { why: 'confirming' },
    });
  });

  test('rows that were filed together with a sent filing wait for it too', async () => {
    const job = await started(2);
    await db.jobRow.updateMany({ where: { jobId: job.jobId }, data: { groupRow: 1 } });
    await intent(job, { state: 'committing', ...sent });
    expect(await endAfterLastTry(db, { jobId: job.jobId, rowNumber: 2, effectMs }, expired)).toMatchObject({
      aside: { why: 'confirming' },
    });
  });

  test.each([
    ['was never clicked', { state: 'planned' }],
    ['was clicked without leaving', { state: 'committing', commits: 1 }],
    ['was refused by the portal', { state: 'refused', ...sent }],
    ['somebody else has made', { state: 'done' }],
  ])('a filing that %s ends with the outcome of its last try', async (_, given) => {
    const job = await started(1);
    await intent(job, given);
    expect(await endAfterLastTry(db, { jobId: job.jobId, rowNumber: 1, effectMs }, expired)).toEqual(expired);
  });
});

test('a confirmed filing that its own job does not find any more waits for a person before it is made again', async () => {
  const { filed, runner } = portal();
  const [filing, lease] = [row(), await newLease()];
  await file({ runner: runner('none'), row: filing, lease });
  filed.splice(0);
  await settle(filing);
  const again = { runner: runner('none'), row: filing, lease: await takeOver(db, lease) };
  expect(await file(again)).toMatchObject({ outcome: 'UNCERTAIN', aside: { why: 'person' } });
  expect(filed).toEqual([]);
  expect(await file({ ...again, vouchedAt: new Date() })).toMatchObject({ outcome: 'SUCCESS' });
  expect(filed).toHaveLength(1);
});
