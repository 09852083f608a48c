/**
 * Data keys: one per customer and a few for the platform, stored in the database and wrapped by a master key. They are
 * read again for each use and never cached, so that a deleted key is unavailable to every process as soon as the
 * deletion commits.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { DatabaseOrTransaction } from '#prisma/client.ts';
import type { MasterKeys } from './master-keys.ts';
import { KEY_BYTES, VaultError } from './sealing.ts';

/**
 * A master key is not used for wrapping until it has been known for this long. Processes that were started with the
 * previous VAULT_KEYS have to be replaced within this time.
 */
export const MASTER_KEY_SETTLE_MS = 10 * 60_000;

export type DataKeyRow = { id: string; owner: string; masterKey: string; wrapped: string };
type DataKey = { id: string; key: Buffer };

/** Returns the owner's name in the data keys table; null is the platform. */
export const ownerOf = (userId: string | null): string => (userId === null ? 'platform' : `user:${userId}`);

/**
 * Decrypts a data key with its master key. Throws VaultError if VAULT_KEYS lacks that master key or the row was
 * changed.
 */
export const unwrapped = (masters: MasterKeys, { id, owner, masterKey, wrapped }: DataKeyRow): Buffer =>
  masters.unwrap(masterKey, wrapped, boundTo(id, owner));

/** Encrypts a data key with the named master key and binds it to its row. */
export const wrappedAnew = (
  masters: MasterKeys,
  master: string,
  { id, owner }: Pick<DataKeyRow, 'id' | 'owner'>,
  key: Buffer,
): string => masters.wrap(master, key, boundTo(id, owner));

/** Binds a wrapped key to its row: one that was moved to another row cannot be unwrapped. */
const boundTo = (id: string, owner: string): string => JSON.stringify(['data key', id, owner]);

/** Returns the key that sealed a text. Throws VaultError if the key was destroyed or belongs to another owner. */
export async function dataKeyById(
  db: DatabaseOrTransaction,
  masters: MasterKeys,
  { id, owner }: { id: string; owner: string },
): Promise<Buffer> {
  const row = await db.dataKey.findFirst({ where: { id, owner } });
  if (!row) throw new VaultError('The key of this secret does not exist: it was destroyed with its owner.');
  return unwrapped(masters, row);
}

/**
 * Returns the owner's key and creates it on first use. Concurrent processes all get the same key. Throws VaultError if
 * the customer was deleted.
 */
export async function dataKeyOf(
  db: DatabaseOrTransaction,
  masters: MasterKeys,
  owner: { name: string; userId: string | null },
  make: () => Buffer = () => randomBytes(KEY_BYTES),
): Promise<DataKey> {
  const where = { owner: owner.name };
  const found = await db.dataKey.findUnique({ where });
  if (!found) await insertKey(db, masters, owner, make());
  const row = found ?? (await db.dataKey.findUnique({ where }));
  if (!row) throw new VaultError('A customer who is deleted gets no key, so nothing can be sealed.');
  return { id: row.id, key: unwrapped(masters, row) };
}

async function insertKey(
  db: DatabaseOrTransaction,
  masters: MasterKeys,
  { name: owner, userId }: { name: string; userId: string | null },
  key: Buffer,
): Promise<void> {
  const id = randomUUID();
  const master = await masterToWrapWith(db, masters);
  const wrapped = wrappedAnew(masters, master, { id, owner }, key);
  if (userId === null) {
    const data = { id, owner, masterKey: master, wrapped };
    await db.dataKey.createMany({ data, skipDuplicates: true });
    return;
  }
  // Waits for a concurrent deletion of the customer and then inserts nothing, because the customer is deleted.
  await db.$executeRaw`
    INSERT INTO data_keys (id, owner, user_id, master_key, wrapped)
    SELECT ${id}::uuid, ${owner}, u.id, ${master}, ${wrapped}
    FROM users u WHERE u.id = ${userId} AND u.deleted_at IS NULL FOR KEY SHARE
    ON CONFLICT DO NOTHING`;
}

/** Returns the id of the first key in VAULT_KEYS that has settled, or of the first key if none has. */
export async function masterToWrapWith(db: DatabaseOrTransaction, { ids }: MasterKeys): Promise<string> {
  if (ids.length === 1) return ids[0];
  const settled = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM master_keys
    WHERE first_seen_at <= clock_timestamp() - ${`${MASTER_KEY_SETTLE_MS} milliseconds`}::interval`;
  const known = new Set(settled.map(({ id }) => id));
  return ids.find((id) => known.has(id)) ?? ids[0];
}
