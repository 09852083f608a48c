/** The ledger's verbs one by one: what they refuse, what they do, and what a replay returns. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { finish } from '#api/domain/jobs/job-ending.ts';
import { openJob } from '#api/domain/jobs/job-opening.ts';
import {
  adjustCredits,
  balancesOf,
  grantTrialCredits,
  openAccounts,
  reserve,
  settle,
  verifyLedger,
} from '#api/domain/credits/ledger.ts';
import type { Database } from '#prisma/client.ts';
import { adjustment, createUser, held, settlement } from '#tests/factories.ts';
import { createTestDatabase } from '#tests/harness/database.ts';

let db: Database;
beforeAll(async () => {
  ({ db } = await createTestDatabase());
});

const customerWith = async (creditsHundredths: bigint): Promise<string> =>
  (await createUser(db, { creditsHundredths })).id;
const transfersOf = (userId: string) => db.ledgerTransfer.count({ where: { userId } });

describe('reserve', () => {
  it('reserve refuses more than the customer has, and leaves no trace', async () => {
    const userId = await customerWith(100n);
    await expect(reserve(db, held(userId, 101n))).rejects.toMatchObject({ code: 'INSUFFICIENT_CREDITS' });
    expect(await balancesOf(db, userId)).toEqual({ availableHundredths: 100n, reservedHundredths: 0n });
    expect(await db.reservation.count({ where: { userId } })).toBe(0);
  });

  it('reserve refuses the same job and attempt with another amount or customer', async () => {
    const [userId, stranger] = [await customerWith(500n), await customerWith(500n)];
    const first = held(userId, 100n);
    await reserve(db, first);
    for (const other of [{ amountHundredths: 99n }, { userId: stranger }]) {
      await expect(reserve(db, { ...first, ...other })).rejects.toMatchObject({
        code: 'IDEMPOTENCY_KEY_REUSED',
      });
    }
    expect(await balancesOf(db, stranger)).toEqual({ availableHundredths: 500n, reservedHundredths: 0n });
  });

  it('reserve refuses a negative amount', async () => {
    const userId = await customerWith(100n);
    await expect(reserve(db, held(userId, -1n))).rejects.toThrow();
    expect(await balancesOf(db, userId)).toEqual({ availableHundredths: 100n, reservedHundredths: 0n });
  });

  it('reserve holds once and returns the first balance to a replay, even after the balance changed', async () => {
    const userId = await customerWith(500n);
    const first = held(userId, 200n);
    expect(await reserve(db, first)).toEqual({ balanceHundredths: 300n });
    await adjustCredits(db, adjustment(userId, 'deduct', 300n));
    expect(await reserve(db, first)).toEqual({ balanceHundredths: 300n });
    expect(await balancesOf(db, userId)).toEqual({ availableHundredths: 0n, reservedHundredths: 200n });
  });

  it('an empty reservation makes no transfer, also for customers without accounts', async () => {
    const { id: userId } = await createUser(db, { isAdmin: true });
    const empty = held(userId, 0n);
    expect(await reserve(db, empty)).toEqual({ balanceHundredths: 0n });
    expect(await reserve(db, empty)).toEqual({ balanceHundredths: 0n });
    expect(await settle(db, settlement(empty.jobId, 0n))).toEqual({
      capturedHundredths: 0n,
      releasedHundredths: 0n,
      balanceHundredths: 0n,
    });
    expect(await transfersOf(userId)).toBe(0);
  });

  it("one of ten jobs that reserve all of a customer's credits at once succeeds [one-of-ten-reservations]", async () => {
    const userId = await customerWith(100n);
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => reserve(db, held(userId, 100n))));
    expect(tries.filter((attempt) => attempt.status === 'fulfilled')).toHaveLength(1);
    // Each attempt ran after the one before it and saw its result, so no constraint had to stop any of them.
    for (const attempt of tries)
      if (attempt.status === 'rejected')
        expect(attempt.reason).toMatchObject({ code: 'INSUFFICIENT_CREDITS' });
    expect(await balancesOf(db, userId)).toEqual({ availableHundredths: 0n, reservedHundredths: 100n });
  });

  it('reserve acts once if several customers claim one job at the same moment', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => customerWith(100n)));
    const jobId = randomUUID();
    const tries = await Promise.allSettled(users.map((userId) => reserve(db, held(userId, 100n, jobId))));
    const refused = tries.filter((attempt) => attempt.status === 'rejected');
    expect(refused).toHaveLength(5);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });
});

describe('settle', () => {
  it('settle refuses a job without a reservation', async () => {
    await expect(settle(db, settlement(randomUUID(), 0n))).rejects.toThrow('nothing is reserved');
  });

  it('settle refuses to capture more than is held, or less than nothing', async () => {
    const userId = await customerWith(100n);
    const { jobId } = held(userId, 60n);
    await reserve(db, held(userId, 60n, jobId));
    for (const capture of [61n, -1n])
      await expect(settle(db, settlement(jobId, capture))).rejects.toThrow(RangeError);
    expect(await balancesOf(db, userId)).toEqual({ availableHundredths: 40n, reservedHundredths: 60n });
  });

  it('settle refuses a second settlement with another capture', async () => {
    const userId = await customerWith(100n);
    const { jobId } = held(userId, 60n);
    await reserve(db, held(userId, 60n, jobId));
    await settle(db, settlement(jobId, 10n));
    await expect(settle(db, settlement(jobId, 60n))).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    expect(await balancesOf(db, userId)).toEqual({ availableHundredths: 90n, reservedHundredths: 0n });
  });

  it.each([
    ['everything', 60n, { capturedHundredths: 60n, releasedHundredths: 0n, balanceHundredths: 40n }],
    ['a part', 25n, { capturedHundredths: 25n, releasedHundredths: 35n, balanceHundredths: 75n }],
    ['nothing', 0n, { capturedHundredths: 0n, releasedHundredths: 60n, balanceHundredths: 100n }],
  ])(
    'settle captures %s, returns the rest, and answers a replay with the first result',
    async (_what, capture, result) => {
      const userId = await customerWith(100n);
      const { jobId } = held(userId, 60n);
      await reserve(db, held(userId, 60n, jobId));
      expect(await settle(db, settlement(jobId, capture))).toEqual(result);
      await adjustCredits(db, adjustment(userId, 'add', 7n));
      expect(await settle(db, settlement(jobId, capture))).toEqual(result);
      expect(await balancesOf(db, userId)).toEqual({
        availableHundredths: result.balanceHundredths + 7n,
        reservedHundredths: 0n,
      });
    },
  );

  it('settle acts once if ten workers settle one job at once', async () => {
    const userId = await customerWith(100n);
    const { jobId } = held(userId, 60n);
    await reserve(db, held(userId, 60n, jobId));
    const results = await Promise.all(Array.from({ length: 10 }, () => settle(db, settlement(jobId, 25n))));
    expect(new Set(results.map((result) => result.balanceHundredths))).toEqual(new Set([75n]));
    expect(await balancesOf(db, userId)).toEqual({ availableHundredths: 75n, reservedHundredths: 0n });
  });
});

describe('adjustments and trial credits', () => {
  it('adjustCredits refuses to deduct below zero and to adjust by nothing', async () => {
    const userId = await customerWith(100n);
    await expect(adjustCredits(db, adjustment(userId, 'deduct', 101n))).rejects.toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
    });
    await expect(adjustCredits(db, adjustment(userId, 'add', 0n))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  it('adjustCredits acts once per key, and refuses the key for anything else', async () => {
    const [userId, stranger] = [await customerWith(100n), await customerWith(100n)];
    const add = adjustment(userId, 'add', 50n);
    expect(await adjustCredits(db, add)).toEqual({ newBalanceHundredths: 150n });
    await adjustCredits(db, adjustment(userId, 'deduct', 20n));
    expect(await adjustCredits(db, add)).toEqual({ newBalanceHundredths: 150n });
    for (const other of [
      { amountHundredths: 51n },
      { operation: 'deduct' as const },
      { userId: stranger },
      { actorId: 'x' },
    ]) {
      await expect(adjustCredits(db, { ...add, ...other })).rejects.toMatchObject({
        code: 'IDEMPOTENCY_KEY_REUSED',
      });
    }
    expect(await balancesOf(db, userId)).toEqual({ availableHundredths: 130n, reservedHundredths: 0n });
  });

  it('trial credits are given once, whatever the settings say later', async () => {
    const { id: userId } = await createUser(db);
    const given = await Promise.all(Array.from({ length: 5 }, () => grantTrialCredits(db, userId)));
    expect(given).toEqual(Array.from({ length: 5 }, () => ({ grantedHundredths: 10_000n })));
    await db.settings.update({ where: { id: 1 }, data: { freeTrialCreditsHundredths: 99 } });
    expect(await grantTrialCredits(db, userId)).toEqual({ grantedHundredths: 10_000n });
    expect((await balancesOf(db, userId)).availableHundredths).toBe(10_000n);
    await db.settings.update({ where: { id: 1 }, data: { freeTrialCreditsHundredths: 10_000 } });
  });

  it('a customer without accounts has a balance of zero, and opening the accounts twice changes nothing', async () => {
    const { id: userId } = await createUser(db);
    expect(await balancesOf(db, userId)).toEqual({ availableHundredths: 0n, reservedHundredths: 0n });
    await Promise.all([openAccounts(db, userId), openAccounts(db, userId)]);
    expect(await db.ledgerAccount.count({ where: { userId } })).toBe(2);
  });
});

describe('an idempotency key', () => {
  it('an idempotency key serves one of six customers who use it at the same moment', async () => {
    const users = await Promise.all(Array.from({ length: 6 }, () => customerWith(100n)));
    const key = randomUUID();
    const tries = await Promise.allSettled(
      users.map((userId) => adjustCredits(db, adjustment(userId, 'add', 5n, key))),
    );
    const refused = tries.filter((attempt) => attempt.status === 'rejected');
    expect(refused).toHaveLength(5);
    for (const { reason } of refused) expect(reason).toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });
});

describe('a crash', () => {
  it('a crash before the commit leaves nothing behind, and the next try acts', async () => {
    const userId = await customerWith(100n);
    const first = held(userId, 60n);
    const crash = db.$transaction(async (tx) => {
      await reserve(tx, first);
      await settle(tx, settlement(first.jobId, 60n));
      await tx.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid())`;
    });
    await expect(crash).rejects.toThrow();
    expect(await balancesOf(db, userId)).toEqual({ availableHundredths: 100n, reservedHundredths: 0n });
    expect(await reserve(db, first)).toEqual({ balanceHundredths: 40n });
  });

  it('a crash in the last step of the end of a job settles nothing, and the next try settles once [failed-settlement-changes-nothing]', async () => {
    const userId = await customerWith(100n);
    const jobId = await admittedJob(userId);
    const done = { state: 'completed', errorCode: null, errorMessage: null } as const;
    const end = { ...done, jobId, attempt: 1, now: new Date() };
    await db.$executeRaw`ALTER TABLE notifications ADD CONSTRAINT disk_full CHECK (false) NOT VALID`;
    try {
      await expect(finish(db, end)).rejects.toThrow('disk_full');
    } finally {
      await db.$executeRaw`ALTER TABLE notifications DROP CONSTRAINT disk_full`;
    }
    expect(await balancesOf(db, userId)).toEqual({ availableHundredths: 0n, reservedHundredths: 100n });
    expect(await db.job.findUniqueOrThrow({ where: { id: jobId } })).toMatchObject({ finishedAt: null });
    await finish(db, end);
    await finish(db, end);
    expect(await balancesOf(db, userId)).toEqual({ availableHundredths: 0n, reservedHundredths: 0n });
  });

  /** A job of one processed row, for which 1.00 credit is held. */
  async function admittedJob(userId: string): Promise<string> {
    const file = { userId, serviceId: 'exp-search', fileName: 'list.xlsx' };
    const upload = await db.upload.create({ data: { ...file, fileKey: 'x', sizeBytes: 1, sha256: 'x' } });
    const facts = { serviceName: 'EXP search', uploadId: upload.id, rowsTotal: 1, costPerRow: 100 };
    const { id: jobId } = await db.job.create({ data: { ...file, ...facts } });
    await db.jobRow.create({ data: { jobId, rowNumber: 1, source: {} } });
    await openJob(db, { jobId, attempt: 1 });
    await db.jobRow.updateMany({ where: { jobId }, data: { outcome: 'SUCCESS' } });
    return jobId;
  }
});

it('the ledger is sound after all these tests', async () => {
  expect(await verifyLedger(db)).toEqual([]);
});
