/** The credit history: one line for each event, exact figures, and filters that leave nothing out. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { creditMessages } from '#contracts/credits/messages.ts';
import { quote } from '#contracts/messages/message.ts';
import { creditHistory } from '#api/domain/credits/credit-history.ts';
import {
  adjustCredits,
  grantTrialCredits,
  moveRefundedCredits,
  purchaseCredits,
  reserve,
  settle,
  verifyLedger,
} from '#api/domain/credits/ledger.ts';
import { creditHistoryQuery } from '#contracts/credits/credit-history.ts';
import type { CreditEntry } from '#contracts/calls/credits-answers.ts';
import type { Database } from '#prisma/client.ts';
import { adjustment, createUser, held, settlement } from '#tests/factories.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { keptJob } from '#tests/api/jobs/kept-jobs.ts';
import { paidPurchase } from '#tests/api/payments/paid-purchase.ts';

let db: Database;
beforeAll(async () => {
  ({ db } = await createTestDatabase());
});

const history = (userId: string, query: Record<string, unknown> = {}) =>
  creditHistory(db, userId, creditHistoryQuery.parse(query));
const descriptions = async (userId: string, query: Record<string, unknown>) =>
  (await history(userId, query)).history.map(({ description }) => description);

/** A customer with a line of every kind, oldest first: trial, purchase, job, added, deducted, refund taken and given back. */
async function customerWithEverything(trxId: string) {
  const { id: userId } = await createUser(db);
  await grantTrialCredits(db, userId);
  const { attemptId } = await paidPurchase(db, { userId, amountPoisha: 25_000n, trxId });
  await purchaseCredits(db, {
    userId,
    attemptId,
    amountHundredths: 50_000n,
    description: quote(`bKash payment ${trxId}`),
  });
  const job = {
    ...held(userId, 6_000n),
    description: creditMessages.job({ service: 'EXP Search', file: 'october_100%.xlsx' }),
  };
  await reserve(db, job);
  await settle(db, { ...settlement(job.jobId, 4_500n), description: job.description });
  await adjustCredits(db, { ...adjustment(userId, 'add', 1_000n), description: quote('Sorry for the wait') });
  await adjustCredits(db, { ...adjustment(userId, 'deduct', 250n), description: quote('Added twice') });
  const refund = await db.paymentRefund.create({
    data: { key: randomUUID(), attemptId, amount: 10_000n, reason: 'Asked for', refundTrxId: `R${trxId}` },
  });
  const back = { userId, refundId: refund.id, amountHundredths: 20_000n, actorId: 'admin' };
  await moveRefundedCredits(db, { ...back, direction: 'take', description: quote('Refund of 100 BDT') });
  await moveRefundedCredits(db, {
    ...back,
    direction: 'return',
    description: quote('Refund refused by bKash'),
  });
  return { userId, jobId: job.jobId };
}

describe('the credit history', () => {
  it('the credit history of a customer to whom nothing happened is empty', async () => {
    const { id: userId } = await createUser(db);
    expect(await history(userId)).toEqual({
      history: [],
      summary: { totalPurchased: 0, totalUsed: 0, netChange: 0, currentBalance: 0 },
      totalCount: 0,
      totalPages: 1,
    });
  });

  it('the credit history shows nothing of another customer', async () => {
    await customerWithEverything('BFD90JRLST');
    const { id: stranger } = await createUser(db, { creditsHundredths: 100n });
    expect(await descriptions(stranger, {})).toEqual(['Credits to start with']);
    expect(await descriptions(stranger, { search: 'BFD90JRLST' })).toEqual([]);
  });

  it('the credit history has one line for each event, newest first, each with the balance before it', async () => {
    const { userId, jobId } = await customerWithEverything('CGD90JRLST');
    const answer = await history(userId);
    const line = ({ type, previousCredit, creditsChange, amountBdt }: CreditEntry) =>
      [type, previousCredit, creditsChange, amountBdt] as const;
    expect(answer.history.map(line)).toEqual([
      ['refund', 362.5, 200, 100],
      ['refund', 562.5, -200, -100],
      ['admin', 565, -2.5, null],
      ['admin', 555, 10, null],
      ['usage', 600, -45, null],
      ['purchase', 100, 500, 250],
      ['admin', 0, 100, null],
    ]);
    expect(answer.summary).toEqual({
      totalPurchased: 500,
      totalUsed: 45,
      netChange: 562.5,
      currentBalance: 562.5,
    });
    expect(answer).toMatchObject({ totalCount: 7, totalPages: 1 });
    const job = answer.history.find((entry) => entry.jobId === jobId);
    expect(job).toMatchObject({ open: false, description: 'EXP Search: october_100%.xlsx' });
    expect(job?.steps.map(({ kind, credits }) => [kind, credits])).toEqual([
      ['reserved', 60],
      ['used', 45],
      ['returned', 15],
    ]);
  });

  it('the credit history shows what a running job holds, and each further attempt on its own line', async () => {
    const { id: userId } = await createUser(db, { creditsHundredths: 10_000n });
    const first = held(userId, 4_000n);
    await reserve(db, first);
    await settle(db, settlement(first.jobId, 0n));
    await reserve(db, { ...first, attempt: 2, amountHundredths: 3_000n });
    const { history: lines, summary } = await history(userId, { transactionType: 'usage' });
    expect(
      lines.map(({ open, creditsChange, previousCredit }) => [open, creditsChange, previousCredit]),
    ).toEqual([
      [true, -30, 100],
      [false, 0, 100],
    ]);
    expect(lines[0]?.steps.map(({ kind }) => kind)).toEqual(['reserved']);
    expect(lines[1]?.steps.map(({ kind }) => kind)).toEqual(['reserved', 'returned']);
    expect(summary).toEqual({ totalPurchased: 0, totalUsed: 0, netChange: -30, currentBalance: 70 });
  });

  it('paging through the credit history neither loses nor repeats a line', async () => {
    const { userId } = await customerWithEverything('DGD90JRLST');
    const pages = await Promise.all([0, 3, 6].map((offset) => history(userId, { limit: 3, offset })));
    const ids = pages.flatMap((page) => page.history.map(({ id }) => id));
    expect(ids).toEqual((await history(userId)).history.map(({ id }) => id));
    for (const page of pages) expect(page).toMatchObject({ totalCount: 7, totalPages: 3 });
  });

  it('the running figures of the credit history equal a count of every line', async () => {
    const { userId } = await customerWithEverything('EGD90JRLST');
    await reserve(db, held(userId, 700n));
    const all = await history(userId);
    const counted = await history(userId, { dateFrom: '2000-01-01', dateTo: '2999-12-31' });
    expect(counted).toEqual(all);
    expect(all.history.reduce((sum, entry) => sum + entry.creditsChange, 0)).toBe(all.summary.currentBalance);
  });
});

describe('filters of the credit history', () => {
  it.each([
    ['purchase', ['bKash payment FGD90JRLS1']],
    ['usage', ['EXP Search: october_100%.xlsx']],
    ['refund', ['Refund refused by bKash', 'Refund of 100 BDT']],
    ['admin', ['Added twice', 'Sorry for the wait', 'Free trial credits']],
  ])('the credit history can be filtered by the type %s', async (transactionType, expected) => {
    const { userId } = await customerWithEverything(
      `FGD90JRLS${['purchase', 'usage', 'refund', 'admin'].indexOf(transactionType) + 1}`,
    );
    expect(await descriptions(userId, { transactionType })).toEqual(expected);
  });

  it("the search covers the service, the file, administrators' words and both bKash numbers", async () => {
    const { userId } = await customerWithEverything('GGD90JRLST');
    const job = ['EXP Search: october_100%.xlsx'];
    expect(await descriptions(userId, { search: 'exp SEARCH' })).toEqual(job);
    expect(await descriptions(userId, { search: '100%' })).toEqual(job);
    expect(await descriptions(userId, { search: 'r_100' })).toEqual(job);
    expect(await descriptions(userId, { search: 'EXP অনুসন্ধান' })).toEqual(job);
    expect(await descriptions(userId, { search: 'বন্দর' })).toEqual([]);
    for (const shown of ['exp search: october', 'EXP অনুসন্ধান: october_100%.xlsx'])
      expect(await descriptions(userId, { search: shown }), shown).toEqual(job);
    expect(await descriptions(userId, { search: 'EXP Search: xlsx' })).toEqual([]);
    expect(await descriptions(userId, { search: 'twice' })).toEqual(['Added twice']);
    const refunds = ['Refund refused by bKash', 'Refund of 100 BDT'];
    expect(await descriptions(userId, { search: 'ggd90jrlst' })).toEqual([
      ...refunds,
      'bKash payment GGD90JRLST',
    ]);
    expect(await descriptions(userId, { search: 'RGGD90' })).toEqual(refunds);
  });

  it('the search finds a job by the name of its bank, which is shown behind its file', async () => {
    const { id: userId } = await createUser(db, { creditsHundredths: 1_000n });
    const bank = { hasDesk: false, isEnabled: true, nameBn: 'ব্যাংক' };
    await db.bank.createMany({
      data: ['Padma', 'Meghna'].map((name) => ({ ...bank, key: name, place: name, nameEn: `${name} Bank` })),
    });
    const jobId = await keptJob(db, { id: userId });
    await db.job.update({ where: { id: jobId }, data: { bankKey: 'Meghna' } });
    await reserve(db, held(userId, 100n, jobId));
    await reserve(db, held(userId, 100n));
    const { history: lines } = await history(userId, { search: 'meghna bank' });
    expect(lines).toMatchObject([{ jobId, bank: { name: 'Meghna Bank' } }]);
    expect(await descriptions(userId, { search: 'Padma' })).toEqual([]);
  });

  it.each(['%', '_____', String.raw`\ `, "'; DROP TABLE users; --"])(
    'the search takes %s literally',
    async (search) => {
      const { id: userId } = await createUser(db, { creditsHundredths: 100n });
      expect(await descriptions(userId, { search })).toEqual([]);
    },
  );

  it('the day filters cut at midnight in Dhaka, include both days and sum the remaining lines', async () => {
    const { id: userId } = await createUser(db);
    await linesAt(userId, [
      '2026-11-20T17:59:59.999Z',
      '2026-11-20T18:00:00Z',
      '2026-11-21T17:59:59.999Z',
      '2026-11-21T18:00:00Z',
    ]);
    const day = await history(userId, { dateFrom: '2026-11-21', dateTo: '2026-11-21' });
    expect(day.history.map(({ previousCredit }) => previousCredit)).toEqual([2, 1]);
    expect(day).toMatchObject({ totalCount: 2, summary: { netChange: 2, currentBalance: 4 } });
    expect((await history(userId, { dateFrom: '2026-11-21' })).totalCount).toBe(3);
    expect((await history(userId, { dateTo: '2026-11-20' })).totalCount).toBe(1);
  });

  /** Adds a credit at each of these times; the ledger itself always writes the present. */
  async function linesAt(userId: string, times: string[]): Promise<void> {
    for (const at of times) await adjustCredits(db, adjustment(userId, 'add', 100n, `${userId} ${at}`));
    await db.$transaction(async (tx) => {
      await tx.$executeRawUnsafe('SET LOCAL session_replication_role = replica');
      for (const at of times)
        await tx.ledgerTransfer.updateMany({
          where: { key: `adjust:${userId} ${at}` },
          data: { createdAt: new Date(at) },
        });
    });
  }
});

describe('verifyLedger', () => {
  it.each([
    ['customer', 'lines', 3],
    ['customer', 'purchased', 7n],
    ['reserved', 'used', 7n],
  ] as const)('verifyLedger finds a wrong running figure: on %s, %s', async (account, figure, value) => {
    const { id: userId } = await createUser(db, { creditsHundredths: 100n });
    const where = { id: `${account}:${userId}` };
    const before = await db.ledgerAccount.findUniqueOrThrow({ where });
    await db.ledgerAccount.update({ where, data: { [figure]: value } });
    expect((await verifyLedger(db)).join('\n')).toContain(
      `account ${account}:${userId} shows ${figure} ${value}, its transfers make ${before[figure]}`,
    );
    await db.ledgerAccount.update({ where, data: { [figure]: before[figure] } });
  });

  it('verifyLedger finds no problem after all these tests', async () => {
    expect(await verifyLedger(db)).toEqual([]);
  });
});
