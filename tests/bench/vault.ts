/**
 * 10,000 secrets of 1,000 customers while others are read: first sealed by the previous version and converted to data
 * keys, then a new master key. Reports how long each takes, the longest read meanwhile and without other load, and how
 * many reads failed.
 */
import { randomBytes } from 'node:crypto';
import { createLogger } from '#api/adapters/logger.ts';
import { createVault } from '#api/adapters/vault.ts';
import { proveVault } from '#api/domain/portals/vault-start.ts';
import { keepVault } from '#api/domain/portals/vault-upkeep.ts';
import { openDatabase } from '#prisma/client.ts';
import { formerVault } from '#tests/harness/former-vault.ts';
import { openStored, readOn, storeLogins } from '#tests/harness/sealed-logins.ts';
import { startBenchDatabase } from './bench-database.ts';
import { report } from './measure.ts';

const CUSTOMERS = 1_000;
const SECRETS_EACH = 10;
const READERS = 4;
const QUIET_MS = 5_000;
const HOUR_MS = 3_600_000;
const key = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;

export async function benchVault(): Promise<void> {
  const database = await startBenchDatabase();
  // The maintenance has a separate pool, as in the worker.
  const [db, readersDb] = [openDatabase(database.url), openDatabase(database.url)];
  try {
    const [older, newer] = [key('k1'), key('k2')];
    const [before, vault, rotated] = [
      formerVault(older),
      createVault(older),
      createVault(`${newer},${older}`),
    ];
    const logger = createLogger({ level: 'error', name: 'bench' });
    const logins = await storeLogins(db, {
      customers: CUSTOMERS,
      each: SECRETS_EACH,
      seal: (plain, { formerly }) => before.seal(plain, formerly),
    });
    await proveVault({ db, vault });
    const measured = async (of: typeof vault, work: () => Promise<object | void>) => {
      const readers = Array.from({ length: READERS }, () => readOn(readersDb, of, logins));
      const begun = performance.now();
      const counts = await work();
      const seconds = (performance.now() - begun) / 1_000;
      const reads = await Promise.all(readers.map(({ stop }) => stop()));
      return {
        ...whole(counts),
        seconds: seconds.toFixed(1),
        reads: String(reads.reduce((sum, { count }) => sum + count, 0)),
        'failed reads': String(reads.reduce((sum, { failed }) => sum + failed, 0)),
        'longest read, ms': Math.max(...reads.map(({ longestMs }) => longestMs)).toFixed(0),
      };
    };
    const quiet = () => new Promise<void>((resolve) => setTimeout(resolve, QUIET_MS));
    report('vault: reads of secrets beside nothing', await measured(vault, quiet));
    const changeOver = await measured(vault, () => keepVault({ db, vault, logger }));
    report('vault: 10,000 secrets of 1,000 customers get data keys (wanted: no failed read)', changeOver);
    await proveVault({ db, vault: rotated });
    await db.masterKey.updateMany({ data: { firstSeenAt: new Date(Date.now() - HOUR_MS) } });
    const rotation = await measured(rotated, () => keepVault({ db, vault: rotated, logger }));
    report('vault: a new master key for 10,000 secrets (wanted: no failed read)', rotation);
    const alone = createVault(newer);
    await proveVault({ db, vault: alone });
    for (const login of logins)
      if ((await openStored(db, alone, login)) !== login.password) throw new Error('A secret is lost.');
  } finally {
    await Promise.all([db.$disconnect(), readersDb.$disconnect()]);
    await database.stop();
  }
}

/** Counts, without the decimals of a measured figure. */
const whole = (counts: object | void): Record<string, string> =>
  Object.fromEntries(Object.entries(counts ?? {}).map(([name, count]) => [name, String(count)]));
