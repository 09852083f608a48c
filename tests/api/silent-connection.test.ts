/** Database connections that stay open and get no answer any more, as after the loss of a network. */
import { expect, onTestFinished, test } from 'vitest';
import { isDatabaseUnavailable } from '#api/adapters/database-unavailable.ts';
import { NO_ANSWER, openDatabase } from '#prisma/client.ts';
import { openRelay } from '#temporal/local/relay.ts';
import { createTestDatabase } from '#tests/harness/database.ts';

const { url } = await createTestDatabase();

const STATEMENT_MS = 400;

/** A database on connections that can lose their other side. */
async function onRelay(connectionsMax: number) {
  const address = new URL(url);
  const relay = await openRelay({ port: Number(address.port) });
  address.port = String(relay.port);
  const db = openDatabase(address.href, connectionsMax, { statementMs: STATEMENT_MS });
  onTestFinished(async () => {
    await db.$disconnect();
    await relay.close();
  });
  return { db, relay };
}

test('statements and transactions on connections without answers are given up, and leave their places in the pool', async () => {
  const { db, relay } = await onRelay(2);
  const inTransaction = db.$transaction(async (tx) => {
    await db.user.count();
    relay.become({ kind: 'half-open' });
    await tx.user.count();
  });
  await expect(inTransaction).rejects.toSatisfy(isDatabaseUnavailable);
  await expect(db.user.count()).rejects.toSatisfy(isDatabaseUnavailable);
  relay.become({ kind: 'open' });
  const bothPlaces = (): Promise<number[]> =>
    Promise.all([0, 1].map(() => db.$transaction((tx) => tx.user.count())));
  await expect.poll(() => bothPlaces().catch(() => []), { timeout: 30_000 }).toEqual([0, 0]);
}, 60_000);

test('a transaction waits for one answer only on a connection without any, whose place is free afterwards, also while none can be opened', async () => {
  const { db, relay } = await onRelay(1);
  const failures: unknown[] = [];
  const inTransaction = db.$transaction(async (tx) => {
    await tx.user.count();
    relay.become({ kind: 'half-open' });
    for (let tries = 0; tries < 2; tries += 1) await tx.user.count().catch((error) => failures.push(error));
    throw failures[0];
  });
  await expect(inTransaction).rejects.toSatisfy(isDatabaseUnavailable);
  expect(failures.map(String)).toEqual([
    expect.stringContaining(NO_ANSWER),
    expect.not.stringContaining(NO_ANSWER),
  ]);
  expect(failures[1]).toSatisfy(isDatabaseUnavailable);
  await expect(db.user.count()).rejects.toSatisfy(isDatabaseUnavailable);
  relay.become({ kind: 'open' });
  expect(await db.$transaction((tx) => tx.user.count())).toBe(0);
}, 60_000);
