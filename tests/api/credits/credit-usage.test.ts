/** Where credits were spent, what the Credits tab shows at its top, and the alert when they run low. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { creditOverview, creditUsage, setCreditAlert } from '#api/domain/credits/credit-usage.ts';
import { finish } from '#api/domain/jobs/job-ending.ts';
import { openJob, reopenJob } from '#api/domain/jobs/job-opening.ts';
import { reserve, settle } from '#api/domain/credits/ledger.ts';
import type { Database } from '#prisma/client.ts';
import { paidPurchase } from '#tests/api/payments/paid-purchase.ts';
import { createUser, held, settlement } from '#tests/factories.ts';
import { createTestDatabase } from '#tests/harness/database.ts';

let db: Database;
beforeAll(async () => {
  ({ db } = await createTestDatabase());
});

const services = { 'exp-search': 'EXP Search', 'egm-download': 'EGM download' };

/** A draft of a job with `rows` open rows, 1.00 credit each. */
async function draft(
  userId: string,
  rows: number,
  serviceId: keyof typeof services = 'exp-search',
): Promise<string> {
  const file = { userId, serviceId, fileName: 'list.xlsx' };
  const upload = await db.upload.create({ data: { ...file, fileKey: 'x', sizeBytes: 1, sha256: 'x' } });
  const job = await db.job.create({
    data: {
      ...file,
      serviceName: services[serviceId],
      uploadId: upload.id,
      rowsTotal: rows,
      costPerRow: 100,
    },
  });
  await db.jobRow.createMany({
    data: Array.from({ length: rows }, (_, row) => ({ jobId: job.id, rowNumber: row + 1, source: {} })),
  });
  return job.id;
}

async function usedJob(userId: string, credits: number, serviceId: keyof typeof services): Promise<string> {
  const jobId = await draft(userId, 1, serviceId);
  await reserve(db, held(userId, 1_000n, jobId));
  await settle(db, settlement(jobId, BigInt(credits * 100)));
  return jobId;
}

const lowCreditNotes = (userId: string) =>
  db.notification.findMany({ where: { userId, type: 'credit_low' } });

describe('credit usage', () => {
  it('credit usage is empty if nothing was used, also for jobs that run or cost nothing', async () => {
    const { id: userId } = await createUser(db, { creditsHundredths: 10_000n });
    await usedJob(userId, 0, 'exp-search');
    await reserve(db, held(userId, 500n));
    expect(await creditUsage(db, userId, {})).toEqual({ services: [], totalCreditsSpent: 0 });
  });

  it('credit usage is summed per service, highest first, and a job counts once however often it was retried', async () => {
    const { id: userId } = await createUser(db, { creditsHundredths: 100_000n });
    const { id: stranger } = await createUser(db, { creditsHundredths: 100_000n });
    await usedJob(stranger, 9, 'exp-search');
    await usedJob(userId, 2.5, 'egm-download');
    const jobId = await usedJob(userId, 5, 'exp-search');
    await reserve(db, { ...held(userId, 300n, jobId), attempt: 2 });
    await settle(db, { ...settlement(jobId, 250n), attempt: 2 });
    const usage = await creditUsage(db, userId, {});
    expect(usage.totalCreditsSpent).toBe(10);
    expect(usage.services).toMatchObject([
      {
        serviceId: 'exp-search',
        serviceName: 'EXP Search',
        totalCreditsSpent: 7.5,
        timesUsed: 1,
        percentage: 75,
      },
      {
        serviceId: 'egm-download',
        serviceName: 'EGM download',
        totalCreditsSpent: 2.5,
        timesUsed: 1,
        percentage: 25,
      },
    ]);
    const latest = await db.ledgerTransfer.findUniqueOrThrow({ where: { key: `capture:${jobId}:2` } });
    expect(usage.services[0]?.lastUsed).toBe(latest.createdAt.toISOString());
  });

  it('credit usage covers only the requested days', async () => {
    const { id: userId } = await createUser(db, { creditsHundredths: 10_000n });
    await usedJob(userId, 1, 'exp-search');
    expect((await creditUsage(db, userId, { dateTo: '2000-01-01' })).services).toEqual([]);
    expect((await creditUsage(db, userId, { dateFrom: '2000-01-01' })).services).toHaveLength(1);
  });

  it('credit usage still names the service of a job that was deleted', async () => {
    const { id: userId } = await createUser(db, { creditsHundredths: 10_000n });
    const jobId = await usedJob(userId, 1, 'exp-search');
    await db.job.delete({ where: { id: jobId } });
    expect((await creditUsage(db, userId, {})).services).toMatchObject([
      { serviceName: 'EXP Search', totalCreditsSpent: 1 },
    ]);
  });
});

describe('the overview', () => {
  it('an unknown user has no credit overview, and no credit alert can be set for it', async () => {
    await expect(creditOverview(db, randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(setCreditAlert(db, randomUUID(), 5)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('the overview shows the balance, the held credits, and payments minus refunds', async () => {
    const { id: userId } = await createUser(db, { creditsHundredths: 10_000n });
    await reserve(db, held(userId, 2_550n));
    await paidPurchase(db, { userId, amountPoisha: 25_000n, trxId: 'HGD90JRLS1', refundedPoisha: 10_050n });
    await paidPurchase(db, { userId, amountPoisha: 50_000n, trxId: 'HGD90JRLS2', status: 'failed' });
    await setCreditAlert(db, userId, 12.5);
    expect(await creditOverview(db, userId)).toEqual({
      balance: 74.5,
      reserved: 25.5,
      totalSpent: 149.5,
      lowCreditThreshold: 12.5,
    });
    await setCreditAlert(db, userId, null);
    expect((await creditOverview(db, userId)).lowCreditThreshold).toBeNull();
  });
});

describe('the low-credit notification', () => {
  const customer = async (threshold: number | null, isAdmin = false): Promise<string> => {
    const { id: userId } = await createUser(db, { creditsHundredths: 10_000n, isAdmin });
    await setCreditAlert(db, userId, threshold);
    return userId;
  };
  const start = async (userId: string, rows: number): Promise<string> => {
    const jobId = await draft(userId, rows);
    await openJob(db, { jobId, attempt: 1 });
    return jobId;
  };

  it.each([
    ['the balance stays at the threshold', 90, 10, false],
    ['the customer has set no threshold', null, 100, false],
    ['the job belongs to an administrator, who pays nothing', 100, 50, true],
  ])('no low-credit notification is made if %s', async (_when, threshold, rows, isAdmin) => {
    const userId = await customer(threshold, isAdmin);
    await start(userId, rows);
    expect(await lowCreditNotes(userId)).toEqual([]);
  });

  it('one low-credit notification is made when a job takes the balance below the threshold, even if replayed', async () => {
    const userId = await customer(90);
    const jobId = await start(userId, 11);
    await openJob(db, { jobId, attempt: 1 });
    await start(userId, 20);
    const notes = await lowCreditNotes(userId);
    expect(notes).toHaveLength(1);
    expect(notes[0]?.message).toContain('89.00 credits are left');
  });

  it('a refused admission makes no low-credit notification', async () => {
    const userId = await customer(90);
    await expect(start(userId, 101)).rejects.toMatchObject({ code: 'INSUFFICIENT_CREDITS' });
    expect(await lowCreditNotes(userId)).toEqual([]);
  });

  it('another low-credit notification is made if credits returned and a retry takes them below again', async () => {
    const userId = await customer(90);
    const jobId = await start(userId, 11);
    await db.jobRow.updateMany({ where: { jobId }, data: { outcome: 'PORTAL_DOWN' } });
    await finish(db, {
      jobId,
      attempt: 1,
      state: 'completed',
      errorCode: null,
      errorMessage: null,
      now: new Date(),
    });
    await reopenJob(db, { jobId, attempt: 2 });
    expect(await lowCreditNotes(userId)).toHaveLength(2);
  });
});
