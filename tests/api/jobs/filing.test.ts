/**
 * The protocol that files exactly once (portals.md 1.3), against a portal that loses answers, stores late, fails and
 * lists filings late.
 */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quote } from '#contracts/messages/message.ts';
import { PortalFault } from '#activities/portals/contract.ts';
import { forgetLogins } from '#api/domain/jobs/filings/intent-keys.ts';
import { setState } from '#api/domain/jobs/job-steps.ts';
import { applyToStop } from '#api/domain/jobs/stuck-jobs.ts';
import type { SubmitRunner } from '#services/runner.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { faults, portal, protocolOn, row, vault } from '#tests/harness/filing-protocol.ts';
import { takeOver, type ClaimedLease } from '#tests/harness/leases.ts';
import { until } from '#tests/harness/until.ts';

const { db } = await createTestDatabase();
const { file, intentOf, settle, newLease } = protocolOn(db);

describe('a filing that the portal has confirmed and does not list yet', () => {
  test('a confirmed filing is not made again by another job while the portal may still list it', async () => {
    const { filed, runner } = portal();
    const [filing, lease] = [row(), await newLease()];
    expect(await file({ runner: runner('none'), row: filing, lease })).toMatchObject({ outcome: 'SUCCESS' });
    const unlisted = filed.splice(0);
    const other = await newLease();
    expect(await file({ runner: runner('none'), row: filing, lease: other })).toMatchObject({
      outcome: 'UNCERTAIN',
      aside: { why: 'confirming' },
    });
    expect(filed).toEqual([]);
    filed.push(...unlisted);
    expect(await file({ runner: runner('none'), row: filing, lease: other })).toMatchObject({
      outcome: 'ALREADY_DONE',
    });
    expect(filed).toHaveLength(1);
  });

  test('a confirmed filing is not made again by its own job, whose worker died before it recorded the end', async () => {
    const { filed, runner } = portal();
    const [filing, lease] = [row(), await newLease()];
    await file({ runner: runner('none'), row: filing, lease });
    filed.splice(0);
    const next = await takeOver(db, lease);
    expect(await file({ runner: runner('none'), row: filing, lease: next })).toMatchObject({
      aside: { why: 'confirming' },
    });
    expect(filed).toEqual([]);
  });

  test('a confirmed filing that the portal has deleted is made again once it can no longer be listed', async () => {
    const { filed, runner } = portal();
    const [filing, lease] = [row(), await newLease()];
    await file({ runner: runner('none'), row: filing, lease });
    filed.splice(0);
    await settle(filing);
    const other = await newLease();
    expect(await file({ runner: runner('none'), row: filing, lease: other })).toMatchObject({
      outcome: 'SUCCESS',
    });
  });
});

describe('a filing whose answer is lost', () => {
  test('a filing whose answer is lost is looked up immediately and is not filed twice', async () => {
    const { filed, runner } = portal();
    const [filing, lease] = [row(), await newLease()];
    expect(await file({ runner: runner('lost after'), row: filing, lease })).toMatchObject({
      outcome: 'UNCERTAIN',
      aside: { why: 'confirming', lookInMs: 0 },
    });
    expect(await file({ runner: runner('none'), row: filing, lease })).toMatchObject({ outcome: 'SUCCESS' });
    expect(filed).toHaveLength(1);
  });

  test('a filing that the portal may still store is looked up at growing intervals and never clicked again', async () => {
    const { filed, runner, storeLate } = portal();
    const [filing, lease] = [row(), await newLease()];
    await file({ runner: runner('stored later'), row: filing, lease });
    const waits: number[] = [];
    for (let look = 0; look < 4; look += 1) {
      const { aside } = await file({ runner: runner('none'), row: filing, lease });
      if (aside?.why === 'confirming') waits.push(aside.lookInMs);
    }
    expect(waits).toEqual([5_000, 10_000, 20_000, 40_000]);
    storeLate();
    expect(await file({ runner: runner('none'), row: filing, lease })).toMatchObject({ outcome: 'SUCCESS' });
    expect(filed).toHaveLength(1);
    expect(await intentOf(filing)).toMatchObject({ state: 'done', commits: 1, sends: 1 });
  });

  test('a lost filing that is absent after the settling time waits for a person if the portal accepts duplicates', async () => {
    const { filed, runner } = portal();
    const [filing, lease] = [row(), await newLease()];
    await file({ runner: runner('lost before'), row: filing, lease });
    await settle(filing);
    for (let look = 0; look < 3; look += 1)
      expect(await file({ runner: runner('none'), row: filing, lease })).toMatchObject({
        outcome: 'UNCERTAIN',
        aside: { why: 'person' },
      });
    expect(filed).toEqual([]);
  });

  /** A row about which an administrator decides; returns when somebody vouched for it. */
  async function vouchFor({ by: { jobId, rowNumber } }: ClaimedLease): Promise<Date | null> {
    await db.jobRow.create({ data: { jobId, rowNumber, source: {}, data: {}, aside: 'person' } });
    const [now, message] = [new Date(), quote('A filing left no trace.')];
    const stop = { kind: 'person' as const, since: now.toISOString(), about: { filings: [rowNumber] } };
    await setState(db, { jobId, state: 'parked', step: message, waiting: { ...stop, message } });
    await applyToStop(db, { jobId, decision: 'retry', since: stop.since, decidedAt: now, now });
    const jobId_rowNumber = { jobId, rowNumber };
    return (await db.jobRow.findUniqueOrThrow({ where: { jobId_rowNumber } })).vouchedAt;
  }

  /**
   * A filing that never reached the portal and whose answer is lost; somebody has vouched for its row, and a worker
   * continues.
   */
  async function lostAndVouchedFor() {
    const { filed, runner } = portal();
    const [filing, lease] = [row(), await newLease()];
    await file({ runner: runner('lost before'), row: filing, lease });
    await settle(filing);
    const vouchedAt = await vouchFor(lease);
    return { filed, runner, filing, vouchedAt, next: await takeOver(db, lease) };
  }

  test('a lost filing is sent again after a person has vouched that the portal does not have it', async () => {
    const { filed, runner, filing, vouchedAt, next } = await lostAndVouchedFor();
    expect(await file({ runner: runner('none'), row: filing, lease: next, vouchedAt })).toMatchObject({
      outcome: 'SUCCESS',
    });
    expect(filed).toHaveLength(1);
    expect(await intentOf(filing)).toMatchObject({ state: 'done', commits: 2, sends: 2 });
  });

  test('a lost filing of a cancelled job is sent again by another job after a person has vouched', async () => {
    const { filed, runner } = portal();
    const [filing, cancelled] = [row(), await newLease()];
    await file({ runner: runner('lost before'), row: filing, lease: cancelled });
    await settle(filing);
    const lease = await newLease();
    expect(await file({ runner: runner('none'), row: filing, lease })).toMatchObject({
      aside: { why: 'person' },
    });
    const vouchedAt = await vouchFor(lease);
    expect(await file({ runner: runner('none'), row: filing, lease, vouchedAt })).toMatchObject({
      outcome: 'SUCCESS',
    });
    expect(filed).toHaveLength(1);
  });

  test('a repeated filing that is lost too waits for a person again, because the voucher covered only the first', async () => {
    const { filed, runner, filing, vouchedAt, next } = await lostAndVouchedFor();
    await file({ runner: runner('lost before'), row: filing, lease: next, vouchedAt });
    await db.portalIntent.update({
      where: { id: (await intentOf(filing)).id },
      data: { settlesAt: new Date() },
    });
    expect(await file({ runner: runner('none'), row: filing, lease: next, vouchedAt })).toMatchObject({
      aside: { why: 'person' },
    });
    expect(filed).toEqual([]);
  });

  test('a lost filing is sent again by itself only after the settling time if the portal refuses duplicates', async () => {
    const { filed, runner } = portal();
    const [filing, lease] = [row(), await newLease()];
    await file({ runner: runner('lost before'), row: filing, lease, refusesTwins: true });
    expect(await file({ runner: runner('none'), row: filing, lease, refusesTwins: true })).toMatchObject({
      outcome: 'UNCERTAIN',
    });
    expect(filed).toEqual([]);
    await settle(filing);
    const next = await takeOver(db, lease);
    const result = await file({ runner: runner('none'), row: filing, lease: next, refusesTwins: true });
    expect(result).toMatchObject({ outcome: 'SUCCESS' });
    expect(filed).toHaveLength(1);
  });

  test('a portal whose settling time a deployment has shortened is waited for as long as when the filing was sent', async () => {
    const { filed, runner } = portal();
    const [filing, lease] = [row(), await newLease()];
    await file({ runner: runner('lost before'), row: filing, lease, refusesTwins: true });
    const shortened = { row: filing, effectMs: 1, refusesTwins: true };
    const next = await takeOver(db, lease);
    expect(await file({ ...shortened, runner: runner('none'), lease: next })).toMatchObject({
      aside: { why: 'confirming' },
    });
    expect(filed).toEqual([]);
  });

  test('a filing is not sent again after a look-up that began before the end of the settling time and ended after it', async () => {
    const { filed, runner, storeLate } = portal();
    const [filing, lease] = [row(), await newLease()];
    await file({ runner: runner('stored later'), row: filing, lease, refusesTwins: true });
    const quick = runner('none');
    const slow: SubmitRunner = {
      ...quick,
      check: async (rows, context) => {
        const seen = await quick.check(rows, context);
        const settlesAt = new Date(Date.now() + 100);
        await db.portalIntent.update({ where: { id: (await intentOf(filing)).id }, data: { settlesAt } });
        storeLate();
        await until('the settling time to be over', () => Date.now() > settlesAt.getTime());
        return seen;
      },
    };
    const next = await takeOver(db, lease);
    expect(await file({ runner: slow, row: filing, lease: next, refusesTwins: true })).toMatchObject({
      outcome: 'UNCERTAIN',
      aside: { why: 'confirming' },
    });
    const last = { runner: runner('none'), row: filing, lease: next, refusesTwins: true };
    expect(await file(last)).toMatchObject({ outcome: 'SUCCESS' });
    expect(filed).toHaveLength(1);
  });

  test('a filing is done if the portal refuses the second click because the first has taken effect', async () => {
    const { filed, runner, storeLate } = portal();
    const [filing, lease] = [row(), await newLease()];
    await file({ runner: runner('stored later'), row: filing, lease, refusesTwins: true });
    await settle(filing);
    const refusing: SubmitRunner = {
      ...runner('none'),
      run: async (_, { commit }) => {
        await commit(async () => storeLate());
        return { outcome: 'REJECTED', message: quote('Invoice is already recorded.') };
      },
    };
    const next = await takeOver(db, lease);
    const result = await file({ runner: refusing, row: filing, lease: next, refusesTwins: true });
    expect(result).toMatchObject({ outcome: 'SUCCESS' });
    expect(filed).toHaveLength(1);
    const ended = { state: 'done', sends: 2, checkDueAt: expect.any(Date) };
    expect(await intentOf(filing)).toMatchObject(ended);
  });
});

test('a row that was filed by another job is ALREADY_DONE, and one with other figures is a CONFLICT', async () => {
  const { filed, runner } = portal();
  const key = randomUUID();
  const lease = () => newLease();
  expect(await file({ runner: runner('none'), row: row(key), lease: await lease() })).toMatchObject({
    outcome: 'SUCCESS',
  });
  expect(await file({ runner: runner('none'), row: row(key), lease: await lease() })).toMatchObject({
    outcome: 'ALREADY_DONE',
    portalReference: `P-${key}`,
  });
  expect(await file({ runner: runner('none'), row: row(key, '11'), lease: await lease() })).toMatchObject({
    outcome: 'CONFLICT',
  });
  expect(filed).toHaveLength(1);
});

test('a duplicate that a look-up finds is reported', async () => {
  const { filed, runner } = portal();
  const key = randomUUID();
  filed.push({ key, quantity: '10' }, { key, quantity: '10' });
  const reported: unknown[] = [];
  const onTwins = async (found: unknown): Promise<void> => void reported.push(found);
  await file({ runner: runner('none'), row: row(key), lease: await newLease(), onTwins });
  expect(reported).toEqual([{ references: [`P-${key}-2`], commits: 0 }]);
});

test('200 random schedules of faults, late effects and new workers file at most once', async () => {
  const steps = fc.record({
    fault: fc.constantFrom(...faults),
    isNewWorker: fc.boolean(),
    isSettled: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 6 }), fc.boolean(), async (schedule, refusesTwins) => {
      const { filed, runner, storeLate } = portal();
      const filing = row();
      let lease = await newLease();
      let outcome = '';
      for (const { fault, isNewWorker, isSettled } of schedule) {
        if (isNewWorker) lease = await takeOver(db, lease);
        const end = await file({ runner: runner(fault), row: filing, lease, refusesTwins }).catch(
          (error: unknown) => ({ outcome: error instanceof PortalFault ? error.outcome : 'again' }),
        );
        outcome = end.outcome;
        // A portal stores what it received before the settling time is over.
        if (isSettled) {
          storeLate();
          await settle(filing).catch(() => undefined);
        }
        if (outcome === 'SUCCESS') break;
      }
      storeLate();
      expect(filed.length).toBeLessThanOrEqual(1);
      if (outcome === 'SUCCESS') expect(filed).toHaveLength(1);
    }),
    { numRuns: 200 },
  );
}, 180_000);

test('a filing of a deleted account keeps no login, and is not filed again by the next account with that login', async () => {
  const { filed, runner } = portal();
  const lease = await newLease();
  const { userId } = lease.by;
  const wanted = row();
  expect(await file({ runner: runner('none'), row: wanted, lease })).toMatchObject({ outcome: 'SUCCESS' });
  // A filing whose answer was lost, and which the portal does not show yet.
  const open = row();
  expect(await file({ runner: runner('lost before'), row: open, lease })).toMatchObject({
    outcome: 'UNCERTAIN',
  });
  const keys = async () =>
    (await db.portalIntent.findMany({ where: { userId } })).map(({ key }) => key).join();
  expect(await keys()).toContain('padma');
  await db.$transaction((tx) => forgetLogins(tx, vault, userId));
  expect(await keys()).not.toContain('padma');

  const other = await newLease();
  expect(await file({ runner: runner('none'), row: wanted, lease: other })).toMatchObject({
    outcome: 'ALREADY_DONE',
  });
  expect(await file({ runner: runner('none'), row: open, lease: other })).toMatchObject({
    outcome: 'UNCERTAIN',
  });
  expect(filed).toHaveLength(1);
});
