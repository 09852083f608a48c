/**
 * Seals secrets at rest by envelope encryption: each customer has a data key, which a master key wraps. Deleting the
 * data key destroys the secrets, and a change of the master key only requires wrapping the data keys again. The vault
 * also makes marks of texts, by which equal texts can be found.
 */
import { createHmac } from 'node:crypto';
import type { DatabaseOrTransaction } from '#prisma/client.ts';
import { dataKeyById, dataKeyOf, masterToWrapWith, ownerOf } from './data-keys.ts';
import { readMasterKeys, type MasterKeys } from './master-keys.ts';
import { openWith, sealWith, VaultError } from './sealing.ts';

/** What a sealed text is bound to. It can only be opened with the binding that it was sealed with. */
export type SealBinding = {
  /** The customer who owns the secret; null for the platform's own secrets. */
  userId: string | null;
  /** The table and the record. */
  record: string;
  /** What texts in the former format are bound to. */
  formerly: string;
};

/** Callers inside a transaction pass the transaction as `db`. */
export type Vault = {
  masters: MasterKeys;
  seal: (db: DatabaseOrTransaction, plain: string, binding: SealBinding) => Promise<string>;
  /** Throws VaultError if the text cannot be opened. */
  open: (db: DatabaseOrTransaction, sealed: string, binding: SealBinding) => Promise<string>;
  /**
   * Marks reveal whether two texts are equal, and nothing else. The first is made with the current key; the others are
   * those that the text may have been given with earlier keys.
   */
  marks: (
    db: DatabaseOrTransaction,
    text: string,
    context: string,
  ) => Promise<[current: string, ...earlier: string[]]>;
};

/**
 * Begins with a capital letter, which no master key's id contains, because the former format begins with such an id.
 */
export const SEALED_PREFIX = 'D1.';

/** Creates a vault from the value of VAULT_KEYS. Throws VaultError if it is invalid. */
export function createVault(keys: string): Vault {
  const masters = readMasterKeys(keys);
  let dataKeysAreOn = false;
  return {
    masters,
    seal: async (db, plain, binding) => {
      dataKeysAreOn ||= await sealsWithDataKeys(db);
      if (!dataKeysAreOn)
        return masters.sealFormer(await masterToWrapWith(db, masters), plain, binding.formerly);
      return sealWithDataKey(db, masters, plain, binding);
    },
    open: async (db, sealed, binding) => {
      if (!sealed.startsWith(SEALED_PREFIX)) return masters.openFormer(sealed, binding.formerly);
      const [id, rest] = partsOf(sealed);
      const key = await dataKeyById(db, masters, { id, owner: ownerOf(binding.userId) });
      const plain = openWith(key, rest, boundTo(id, binding));
      key.fill(0);
      return plain.toString('utf8');
    },
    marks: async (db, text, context) => {
      const { key } = await dataKeyOf(db, masters, { name: 'marks', userId: null }, () => markKeys(masters));
      const [current, ...earlier] = (JSON.parse(key.toString('utf8')) as [string, string][]).map(
        ([id, markKey]) => markWith(id, Buffer.from(markKey, 'base64'), context, text),
      );
      if (current === undefined) throw new VaultError('There is no key to make marks with.');
      return [current, ...earlier];
    },
  };
}

/** Seals in the format of data keys, even if `seal` still writes the former format. */
export async function sealWithDataKey(
  db: DatabaseOrTransaction,
  masters: MasterKeys,
  plain: string,
  binding: SealBinding,
): Promise<string> {
  const { id, key } = await dataKeyOf(db, masters, { name: ownerOf(binding.userId), userId: binding.userId });
  const sealed = sealWith(key, Buffer.from(plain), boundTo(id, binding));
  key.fill(0);
  return `${SEALED_PREFIX}${id}.${sealed}`;
}

/** Whether data keys are in use. They start at a set time, by which every process is expected to understand them. */
export async function sealsWithDataKeys(db: DatabaseOrTransaction): Promise<boolean> {
  const [state] = await db.$queryRaw<{ isOn: boolean }[]>`
    SELECT data_keys_from <= clock_timestamp() AS "isOn" FROM vault_state`;
  return state?.isOn ?? true;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function partsOf(sealed: string): [id: string, rest: string] {
  const end = sealed.indexOf('.', SEALED_PREFIX.length);
  const id = sealed.slice(SEALED_PREFIX.length, Math.max(end, 0));
  if (!UUID.test(id)) throw new VaultError('This is no sealed text.');
  return [id, sealed.slice(end + 1)];
}

const boundTo = (keyId: string, { userId, record }: SealBinding): string =>
  JSON.stringify(['secret', keyId, ownerOf(userId), record]);

/**
 * Derives mark keys from all master keys at the time the row is created, the current one first, so that marks of
 * retired master keys can still be found.
 */
const markKeys = (masters: MasterKeys): Buffer =>
  Buffer.from(JSON.stringify(masters.ids.map((id) => [id, masters.markKeyOf(id).toString('base64')])));

/** Derives a key for the context by HKDF's second step, so that marks of different purposes never match. */
function markWith(id: string, markKey: Buffer, context: string, text: string): string {
  const keyOfContext = createHmac('sha256', markKey).update(`mark:${context}`).update('\u0001').digest();
  return `${id}.${createHmac('sha256', keyOfContext).update(text).digest('base64url')}`;
}
