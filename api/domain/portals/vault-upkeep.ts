/**
 * Maintains the vault: rewraps data keys when VAULT_KEYS has a new first key, and encrypts secrets in the former
 * format with their customer's data key, in batches that may stop anywhere. Also reports the status of both to
 * operators.
 */
import {
  masterToWrapWith,
  MASTER_KEY_SETTLE_MS,
  unwrapped,
  wrappedAnew,
  type DataKeyRow,
} from '#api/adapters/data-keys.ts';
import { VaultError } from '#api/adapters/sealing.ts';
import { sealsWithDataKeys, SEALED_PREFIX, sealWithDataKey } from '#api/adapters/vault.ts';
import type { Deps } from '#api/deps.ts';
import { DAY_MS } from '#contracts/durations.ts';
import { Prisma } from '#prisma/generated/client.ts';
import { sealedColumns, type SealedColumn } from './sealed-columns.ts';

type UpkeepDeps = Pick<Deps, 'db' | 'vault' | 'logger'>;
/** `unreadable` entries are neither changed nor lost, and are reported. */
export type UpkeepCounts = { rewrapped: number; resealed: number; unreadable: number };

/** Rows per batch; each batch is one short transaction. */
export const UPKEEP_BATCH = 200;
/** Maximum number of batches per run, for data keys and for each column; the next run takes the rest. */
const UPKEEP_BATCHES_MAX = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** Runs one pass of at most `UPKEEP_BATCHES_MAX` batches. Idempotent; returns what this pass changed. */
export async function keepVault(deps: UpkeepDeps, batchRows = UPKEEP_BATCH): Promise<UpkeepCounts> {
  const counts: UpkeepCounts = { rewrapped: 0, resealed: 0, unreadable: 0 };
  await rewrapDataKeys(deps, batchRows, counts);
  if (await sealsWithDataKeys(deps.db))
    for (const column of sealedColumns) await resealColumn(deps, column, batchRows, counts);
  if (counts.rewrapped + counts.resealed > 0) deps.logger.info(counts, 'the vault was kept up');
  return counts;
}

/** Does not touch secrets, so that concurrent readers neither wait nor fail. */
async function rewrapDataKeys(deps: UpkeepDeps, batchRows: number, counts: UpkeepCounts): Promise<void> {
  const { masters } = deps.vault;
  const to = await masterToWrapWith(deps.db, masters);
  const from = masters.ids.filter((id) => id !== to);
  if (from.length === 0) return;
  let after = FIRST_ID;
  for (let batch = 0; batch < UPKEEP_BATCHES_MAX; batch += 1) {
    const last = await rewrapBatch(deps, { from, to, after, batchRows }, counts);
    if (last === null) return;
    after = last;
  }
}

/** Returns the last id of the batch, or null if nothing is left. Concurrent runs take different rows. */
function rewrapBatch(
  { db, vault, logger }: UpkeepDeps,
  { from, to, after, batchRows }: { from: string[]; to: string; after: string; batchRows: number },
  counts: UpkeepCounts,
): Promise<string | null> {
  return db.$transaction(async (tx) => {
    const rows = await tx.$queryRaw<DataKeyRow[]>`
      SELECT id, owner, master_key AS "masterKey", wrapped FROM data_keys
      WHERE master_key = ANY(${from}) AND id > ${after}::uuid
      ORDER BY id LIMIT ${batchRows} FOR UPDATE SKIP LOCKED`;
    const rewrapped: { id: string; wrapped: string }[] = [];
    for (const row of rows) {
      try {
        const key = unwrapped(vault.masters, row);
        rewrapped.push({ id: row.id, wrapped: wrappedAnew(vault.masters, to, row, key) });
        key.fill(0);
      } catch (error) {
        noteUnreadable(logger, counts, error, { dataKeyId: row.id });
      }
    }
    await tx.$executeRaw`
      UPDATE data_keys d SET master_key = ${to}, wrapped = n.wrapped
      FROM unnest(${rewrapped.map(({ id }) => id)}::uuid[], ${rewrapped.map(({ wrapped }) => wrapped)}::text[]) AS n (id, wrapped)
      WHERE d.id = n.id`;
    counts.rewrapped += rewrapped.length;
    return rows.at(-1)?.id ?? null;
  });
}

async function resealColumn(
  deps: UpkeepDeps,
  column: SealedColumn,
  batchRows: number,
  counts: UpkeepCounts,
): Promise<void> {
  let after = '';
  for (let batch = 0; batch < UPKEEP_BATCHES_MAX; batch += 1) {
    const last = await resealBatch(deps, column, { after, batchRows }, counts);
    if (last === null) return;
    after = last;
  }
}

/**
 * Compare-and-set on the encrypted text keeps whatever was written meanwhile. Each text is unique, because each has
 * its own nonce.
 */
async function resealBatch(
  { db, vault, logger }: UpkeepDeps,
  { table, column, owner, id, portal, bindingOf }: SealedColumn,
  { after, batchRows }: { after: string; batchRows: number },
  counts: UpkeepCounts,
): Promise<string | null> {
  const rows = await db.$queryRaw<{ sealed: string; userId: string; id: string; portal: string }[]>`
    SELECT ${column} AS sealed, ${owner} AS "userId", ${id} AS id, ${portal} AS portal FROM ${table}
    WHERE ${column} NOT LIKE ${`${SEALED_PREFIX}%`} AND ${column} COLLATE "C" > ${after}
    ORDER BY ${column} COLLATE "C" LIMIT ${batchRows}`;
  const former: string[] = [];
  const resealed: string[] = [];
  for (const row of rows) {
    try {
      const binding = bindingOf(row);
      const plain = await vault.open(db, row.sealed, binding);
      resealed.push(await sealWithDataKey(db, vault.masters, plain, binding));
      former.push(row.sealed);
    } catch (error) {
      noteUnreadable(logger, counts, error, { userId: row.userId });
    }
  }
  counts.resealed += await db.$executeRaw`
    UPDATE ${table} SET ${column} = n.resealed FROM unnest(${former}::text[], ${resealed}::text[]) AS n (former, resealed)
    WHERE ${table}.${column} = n.former`;
  return rows.at(-1)?.sealed ?? null;
}

/** Any other error, such as a lost connection, ends the run; the next one continues. */
function noteUnreadable(
  logger: UpkeepDeps['logger'],
  counts: UpkeepCounts,
  error: unknown,
  about: Record<string, string>,
): void {
  if (!(error instanceof VaultError)) throw error;
  counts.unreadable += 1;
  logger.error({ ...about, err: error }, 'a key or secret of the vault does not open, and is left as it is');
}

/** `isKnown`: VAULT_KEYS contains it. `dataKeys` and `formerSecrets` are the numbers of entries that need it. */
export type MasterKeyUse = { id: string; isKnown: boolean; dataKeys: number; formerSecrets: number };
export type VaultStatus = {
  /** The master key that wraps new data keys. */
  wrapsWith: string;
  /** The key that replaces it once every process has had time to restart with it. */
  next: { id: string; from: Date } | null;
  sealsWithDataKeys: boolean;
  masterKeys: MasterKeyUse[];
};

/** A purchase waits 60 days for a decision at most, and Temporal keeps what has ended for three more. */
const HISTORIES_MS_MAX = 63 * DAY_MS;
/** So long after its end, Temporal still has the history of a job. */
const HISTORY_KEPT_MS = 3 * DAY_MS;

/**
 * Counts, for each master key, the data keys that it wraps and the secrets still in the former format. `next` is the
 * new first key and the time from which it is used; null if the first key is already in use or was not yet seen.
 */
export async function vaultStatus({ db, vault }: Pick<Deps, 'db' | 'vault'>): Promise<VaultStatus> {
  const { ids } = vault.masters;
  const wrapped = await db.dataKey.groupBy({ by: ['masterKey'], _count: true });
  const dataKeys = new Map(wrapped.map(({ masterKey, _count }) => [masterKey, _count]));
  const formerSecrets = await formerSecretsByKey(db);
  const all = new Set([...ids, ...dataKeys.keys(), ...formerSecrets.keys()]);
  const wrapsWith = await masterToWrapWith(db, vault.masters);
  const [first] = ids;
  const seen = wrapsWith === first ? null : await db.masterKey.findUnique({ where: { id: first } });
  return {
    wrapsWith,
    next: seen && { id: first, from: new Date(seen.firstSeenAt.getTime() + MASTER_KEY_SETTLE_MS) },
    sealsWithDataKeys: await sealsWithDataKeys(db),
    masterKeys: [...all].map((id) => ({
      id,
      isKnown: ids.includes(id),
      dataKeys: dataKeys.get(id) ?? 0,
      formerSecrets: formerSecrets.get(id) ?? 0,
    })),
  };
}

/**
 * Returns the moment from which Temporal stores nothing with keys older than the one that wraps, while work from before it
 * may need them; null once there is none. Jobs are the only work that may be open for longer than purchases.
 */
export async function historiesBefore(db: Deps['db'], wrapsWith: string): Promise<Date | null> {
  const seen = await db.masterKey.findUnique({ where: { id: wrapsWith } });
  if (!seen) return new Date();
  const before = new Date(seen.firstSeenAt.getTime() + MASTER_KEY_SETTLE_MS);
  if (before.getTime() > Date.now() - HISTORIES_MS_MAX) return before;
  const open = await db.job.findFirst({
    where: {
      createdAt: { lt: before },
      OR: [{ finishedAt: null }, { finishedAt: { gt: new Date(Date.now() - HISTORY_KEPT_MS) } }],
    },
    select: { id: true },
  });
  return open ? before : null;
}

async function formerSecretsByKey(db: Deps['db']): Promise<Map<string, number>> {
  const columns = sealedColumns.map(
    ({ table, column }) =>
      Prisma.sql`SELECT ${column} AS sealed FROM ${table} WHERE ${column} NOT LIKE ${`${SEALED_PREFIX}%`}`,
  );
  const counts = await db.$queryRaw<{ id: string; count: number }[]>`
    SELECT split_part(sealed, '.', 1) AS id, count(*)::integer AS count
    FROM (${Prisma.join(columns, ' UNION ALL ')}) AS former GROUP BY 1`;
  return new Map(counts.map(({ id, count }) => [id, count]));
}
