/** Database connections that stay open and get no answer any more, as after the loss of a network. */
import { expect, onTestFinished, test } from 'vitest';
import { isDatabaseUnavailable } from '#api/adapters/database-unavailable.ts';
import { openDatabase } from '#prisma/client.ts';
import { openRelay } from '#temporal/local/relay.ts';
import { createTestDatabase } from '#tests/harness/database.ts';

const { url } = await createTestDatabase();

test('statements and transactions on connections without answers are given up, and leave their places in the pool', async () => {
  const address = new URL(url);
  const relay = await openRelay({ port: Number(address.port) });
  address.port = String(relay.port);
  const db = openDatabase(address.href, 2, { statementMs: 400 });
  onTestFinished(async () => {
    await db.$disconnect();
    await relay.close();
  });
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
