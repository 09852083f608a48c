/**
 * Seals secrets at rest with a data key per customer, which a master key wraps (envelope encryption): who deletes the data
 * key has destroyed the secrets, and another master key wraps the data keys anew, not the secrets. And makes marks of texts.
 */
import { createHmac } from 'node:crypto';
import type { DatabaseOrTransaction } from '#prisma/client.ts';
import { dataKeyById, dataKeyOf, masterToWrapWith, ownerOf } from './data-keys.ts';
import { readMasterKeys, type MasterKeys } from './master-keys.ts';
import { openWith, sealWith, VaultError } from './sealing.ts';

/** Where a sealed text belongs: it opens nowhere else. */
export type Place = {
  /** The customer whose secret it is; null for the platform's own. */
  userId: string | null;
  /** Table and record. */
  record: string;
  /** What texts in the former format are bound to. */
  formerly: string;
};

/** Within a transaction, `db` is the transaction. */
export type Vault = {
  masters: MasterKeys;
  seal: (db: DatabaseOrTransaction, plain: string, place: Place) => Promise<string>;
  /** Throws VaultError. */
  open: (db: DatabaseOrTransaction, sealed: string, place: Place) => Promise<string>;
  /**
   * Marks tell whether two texts are equal, and nothing else of them. The first one is today's; the others are those that a
   * text may have got with an older key.
   */
  marks: (
    db: DatabaseOrTransaction,
    text: string,
    context: string,
  ) => Promise<[current: string, ...earlier: string[]]>;
};

/** A capital letter, which no master key's id has: the former format begins with such an id. */
export const SEALED_PREFIX = 'D1.';

/** `keys` as VAULT_KEYS has them. */
export function createVault(keys: string): Vault {
  const masters = readMasterKeys(keys);
  let dataKeysAreOn = false;
  return {
    masters,
    seal: async (db, plain, place) => {
      dataKeysAreOn ||= await sealsWithDataKeys(db);
      if (!dataKeysAreOn)
        return masters.sealFormer(await masterToWrapWith(db, masters), plain, place.formerly);
      return sealWithDataKey(db, masters, plain, place);
    },
    open: async (db, sealed, place) => {
      if (!sealed.startsWith(SEALED_PREFIX)) return masters.openFormer(sealed, place.formerly);
      const [id, rest] = partsOf(sealed);
      const key = await dataKeyById(db, masters, { id, owner: ownerOf(place.userId) });
      const plain = openWith(key, rest, boundTo(id, place));
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

/** In the format of data keys, whichever is written otherwise. */
export async function sealWithDataKey(
  db: DatabaseOrTransaction,
  masters: MasterKeys,
  plain: string,
  place: Place,
): Promise<string> {
  const { id, key } = await dataKeyOf(db, masters, { name: ownerOf(place.userId), userId: place.userId });
  const sealed = sealWith(key, Buffer.from(plain), boundTo(id, place));
  key.fill(0);
  return `${SEALED_PREFIX}${id}.${sealed}`;
}

/** Whether every process understands them by now, as far as time tells. */
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

const boundTo = (keyId: string, { userId, record }: Place): string =>
  JSON.stringify(['secret', keyId, ownerOf(userId), record]);

/** Of all master keys when the row is made, today's first: what they have marked is found when they are long gone. */
const markKeys = (masters: MasterKeys): Buffer =>
  Buffer.from(JSON.stringify(masters.ids.map((id) => [id, masters.markKeyOf(id).toString('base64')])));

/** HKDF's second step makes a key for the context, so that marks of two purposes are never alike. */
function markWith(id: string, markKey: Buffer, context: string, text: string): string {
  const keyOfContext = createHmac('sha256', markKey).update(`mark:${context}`).update('\u0001').digest();
  return `${id}.${createHmac('sha256', keyOfContext).update(text).digest('base64url')}`;
}
