/** What the database itself prevents in the ledger, and what verifyLedger finds when the protection was bypassed. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { adjustCredits, reserve, settle, verifyLedger } from '#api/domain/credits/ledger.ts';
import type { Database, Transaction } from '#prisma/client.ts';
import { adjustment, createUser, held, settlement } from '#tests/factories.ts';
import { createTestDatabase } from '#tests/harness/database.ts';

let db: Database;
beforeAll(async () => {
  ({ db } = await createTestDatabase());
});

const customerWith = async (creditsHundredths: bigint): Promise<string> =>
  (await createUser(db, { creditsHundredths })).id;
const transfersOf = (userId: string) => db.ledgerTransfer.count({ where: { userId } });

describe('the database itself', () => {
  const statement = (sql: string) => db.$executeRawUnsafe(sql);
  const insertTransfer = (tx: Transaction, userId: string) =>
    tx.ledgerTransfer.create({
      data: { key: randomUUID(), kind: 'forged', userId, amount: 5n, description: 'x' },
    });

  it.each([
    'UPDATE ledger_transfers SET amount = amount',
    'DELETE FROM ledger_transfers',
    'TRUNCATE ledger_transfers CASCADE',
    'UPDATE ledger_entries SET amount = amount',
    'DELETE FROM ledger_entries',
    'TRUNCATE ledger_entries',
    'DELETE FROM ledger_accounts',
    'TRUNCATE ledger_accounts CASCADE',
    "UPDATE ledger_accounts SET user_id = 'someone'",
    'UPDATE reservations SET amount = amount',
    'DELETE FROM reservations',
    'TRUNCATE reservations',
  ])('the database refuses %s', async (sql) => {
    await expect(statement(sql)).rejects.toThrow(/append-only/);
  });

  it('the database refuses to settle a settled reservation again', async () => {
    const userId = await customerWith(100n);
    const { jobId } = held(userId, 60n);
    await reserve(db, held(userId, 60n, jobId));
    await settle(db, settlement(jobId, 10n));
    const again = db.reservation.updateMany({ where: { jobId }, data: { captured: 60n, released: 0n } });
    await expect(again).rejects.toThrow(/append-only/);
  });

  it.each([
    ['more than its amount', { captured: 50n, released: 20n, settledAt: new Date() }],
    ['less than its amount', { captured: 50n, released: 0n, settledAt: new Date() }],
    ['a part before it is settled', { captured: 10n }],
    ['a negative part', { captured: 70n, released: -10n, settledAt: new Date() }],
  ])('the database refuses a reservation that gives out %s', async (_what, data) => {
    const userId = await customerWith(100n);
    const { jobId } = held(userId, 60n);
    await reserve(db, held(userId, 60n, jobId));
    await expect(db.reservation.updateMany({ where: { jobId }, data })).rejects.toThrow(/constraint/);
  });

  it('the database refuses a negative balance', async () => {
    const userId = await customerWith(100n);
    await expect(
      db.ledgerAccount.update({
        where: { id: `customer:${userId}` },
        data: { balance: { decrement: 101n } },
      }),
    ).rejects.toThrow(/ledger_accounts_balance_not_negative/);
  });

  it('the database refuses a transfer of nothing', async () => {
    await expect(
      db.ledgerTransfer.create({
        data: { key: randomUUID(), kind: 'x', userId: 'x', amount: 0n, description: 'x' },
      }),
    ).rejects.toThrow(/ledger_transfers_amount_positive/);
  });

  it.each([
    ['without entries', []],
    ['whose entries do not sum to zero', [5n, -4n]],
    ['whose entries carry another amount', [6n, -6n]],
  ])('the database refuses to commit a transfer %s', async (_what, amounts) => {
    const { id: userId } = await createUser(db);
    const commit = db.$transaction(async (tx) => {
      const { id: transferId } = await insertTransfer(tx, userId);
      await tx.ledgerEntry.createMany({
        data: amounts.map((amount) => ({ transferId, accountId: 'platform:revenue', amount })),
      });
    });
    await expect(commit).rejects.toThrow(/do not/);
    expect(await transfersOf(userId)).toBe(0);
  });

  it('the database refuses to commit a transfer to an account that does not exist', async () => {
    const { id: userId } = await createUser(db);
    const commit = db.$transaction(async (tx) => {
      const { id: transferId } = await insertTransfer(tx, userId);
      await tx.ledgerEntry.createMany({
        data: [
          { transferId, accountId: 'platform:revenue', amount: 5n },
          { transferId, accountId: 'platform:nothing', amount: -5n },
        ],
      });
    });
    await expect(commit).rejects.toThrow(/do not/);
    expect(await transfersOf(userId)).toBe(0);
  });

  it.each([[[1n]], [[-1n]], [[5n, -5n]]])(
    'the database refuses entries of %s that are added to an older transfer',
    async (amounts) => {
      const userId = await customerWith(100n);
      const { id: transferId } = await db.ledgerTransfer.findFirstOrThrow({ where: { userId } });
      const added = amounts.map((amount) => ({ transferId, accountId: 'platform:revenue', amount }));
      await expect(db.ledgerEntry.createMany({ data: added })).rejects.toThrow(/unique constraint/i);
    },
  );

  it('the database refuses entries of a transfer that does not exist', async () => {
    const forged = [5n, -5n].map((amount) => ({ transferId: -1n, accountId: 'platform:revenue', amount }));
    await expect(db.ledgerEntry.createMany({ data: forged })).rejects.toThrow(/foreign key/i);
  });

  it.each([
    { id: 'customer:a', userId: 'b', balance: 0n },
    { id: 'customer:a', userId: 'a', balance: 5n },
    { id: 'customer:a', userId: 'a', balance: null },
    { id: 'platform:x', userId: null, balance: 0n },
    { id: 'x', userId: null, balance: null },
  ])('the database refuses the account $id of $userId with balance $balance', async (account) => {
    await expect(db.ledgerAccount.create({ data: account })).rejects.toThrow(/well-formed/);
  });
});

describe('verifyLedger', () => {
  /**
   * Corrupts the ledger with every trigger and constraint trigger off, reads the problems, and rolls the corruption
   * back.
   */
  const problemsAfter = async (corrupt: (tx: Transaction) => Promise<unknown>): Promise<string> => {
    let problems: string[] = [];
    const undo = new Error('undo');
    await db
      .$transaction(async (tx) => {
        await tx.$executeRawUnsafe('SET LOCAL session_replication_role = replica');
        await corrupt(tx);
        problems = await verifyLedger(tx);
        throw undo;
      })
      .catch((error: unknown) => expect(error).toBe(undo));
    return problems.join('\n');
  };

  it('verifyLedger finds a balance that is not the sum of its entries', async () => {
    const userId = await customerWith(100n);
    const id = `customer:${userId}`;
    const found = await problemsAfter((tx) =>
      tx.ledgerAccount.update({ where: { id }, data: { balance: 99n } }),
    );
    expect(found).toContain(`account ${id} shows 99, its entries sum to 100`);
  });

  it('verifyLedger finds an entry that lost its other side', async () => {
    const userId = await customerWith(100n);
    const found = await problemsAfter((tx) =>
      tx.ledgerEntry.deleteMany({ where: { accountId: `customer:${userId}` } }),
    );
    expect(found).toContain('the ledger does not sum to zero');
    expect(found).toContain('is out of balance');
  });

  it('verifyLedger finds held credits that no reservation explains, and a reservation without its transfer', async () => {
    const userId = await customerWith(100n);
    const { jobId } = held(userId, 60n);
    await reserve(db, held(userId, 60n, jobId));
    const lost = await problemsAfter((tx) => tx.reservation.deleteMany({ where: { jobId } }));
    expect(lost).toContain(`account reserved:${userId} shows 60, open reservations sum to 0`);
    const forged = await problemsAfter((tx) =>
      tx.reservation.updateMany({ where: { jobId }, data: { captured: 60n, settledAt: new Date() } }),
    );
    expect(forged).toContain(`reservation of job ${jobId}, attempt 1 has no capture of 60`);
  });

  it('verifyLedger finds an entry that does not continue the balance before it', async () => {
    const userId = await customerWith(100n);
    await adjustCredits(db, adjustment(userId, 'add', 5n));
    const found = await problemsAfter((tx) =>
      tx.ledgerEntry.updateMany({
        where: { accountId: `customer:${userId}`, amount: 5n },
        data: { balanceAfter: 104n },
      }),
    );
    expect(found).toContain('does not continue the balance before it');
  });
});
