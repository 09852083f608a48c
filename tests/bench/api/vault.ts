/**
 * Reads of 10,000 customers' portal logins while the master key of the vault changes, against the same reads without a
 * change: a rotation must fail none of them.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { MASTER_KEY_SETTLE_MS } from '#api/adapters/data-keys.ts';
import { createVault } from '#api/adapters/vault.ts';
import { createLogger } from '#api/adapters/logger.ts';
import { keepVault, vaultStatus } from '#api/domain/portals/vault-upkeep.ts';
import { proveVault } from '#api/domain/portals/vault-start.ts';
import { openDatabase, type Database } from '#prisma/client.ts';
import { readOn, storeLogins, type Reads } from '#tests/harness/sealed-logins.ts';
import { withDatabase } from './database.ts';
import { report } from '../measure.ts';

const SECRETS = 10_000;
const READERS = 4;
const KEY_BYTES = 32;
const masterKey = (id: string, byte: number): string =>
  `${id}:${Buffer.alloc(KEY_BYTES, byte).toString('base64')}`;
const older = masterKey('k1', 1);
const newer = masterKey('k2', 2);
const logger = createLogger({ level: 'error', name: 'bench' });

export const benchVault = (): Promise<void> =>
  withDatabase({ seeds: [] }, async (url) => {
    const db = openDatabase(url);
    try {
      await rotate(db);
    } finally {
      await db.$disconnect();
    }
  });

async function rotate(db: Database): Promise<void> {
  const before = createVault(older);
  await proveVault({ db, vault: before });
  await db.vaultState.updateMany({ data: { dataKeysFrom: new Date() } });
  const seal = (plain: string, place: Parameters<typeof before.seal>[2]) => before.seal(db, plain, place);
  const logins = await storeLogins(db, { customers: SECRETS, each: 1, seal });
  // Processes restart with both keys before the new one wraps anything.
  const vault = createVault(`${newer},${older}`);
  await proveVault({ db, vault });
  const firstSeenAt = new Date(Date.now() - 2 * MASTER_KEY_SETTLE_MS);
  await db.masterKey.updateMany({ data: { firstSeenAt } });

  const readAlong = async (work: () => Promise<unknown>): Promise<{ reads: Reads; seconds: number }> => {
    const readers = Array.from({ length: READERS }, () => readOn(db, vault, logins));
    const begunMs = performance.now();
    await work();
    const seconds = (performance.now() - begunMs) / 1_000;
    return { reads: together(await Promise.all(readers.map((reader) => reader.stop()))), seconds };
  };
  const rotation = await readAlong(() => keepVault({ db, vault, logger }));
  const alone = await readAlong(() => delay(rotation.seconds * 1_000));
  const wrapped = (await vaultStatus({ db, vault })).masterKeys.find(({ id }) => id === 'k1')?.dataKeys ?? 0;
  if (wrapped > 0) throw new Error(`The older key still wraps ${wrapped} keys.`);
  report(`rotation of the master key of ${SECRETS} secrets, ${READERS} readers (wanted: no failed read)`, {
    seconds: rotation.seconds,
    'failed reads': rotation.reads.failed,
    reads: rotation.reads.count,
    'slowest read ms': rotation.reads.longestMs,
    'reads without a rotation': alone.reads.count,
    'slowest without ms': alone.reads.longestMs,
    'ratio of reads': rotation.reads.count / alone.reads.count,
  });
}

function together(reads: readonly Reads[]): Reads {
  return {
    count: reads.reduce((sum, { count }) => sum + count, 0),
    failed: reads.reduce((sum, { failed }) => sum + failed, 0),
    longestMs: Math.max(...reads.map(({ longestMs }) => longestMs)),
  };
}
