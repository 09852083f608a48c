/**
 * The master keys of VAULT_KEYS. They wrap data keys, and open texts that earlier versions sealed with them directly.
 */
import { createHmac, hkdfSync } from 'node:crypto';
import { KEY_BYTES, openWith, sealWith, VaultError } from './sealing.ts';

export type MasterKeys = {
  /** The first key is used for new data. */
  ids: readonly [string, ...string[]];
  wrap: (id: string, plain: Buffer, bound: string) => string;
  /** Throws VaultError if VAULT_KEYS has no such key. */
  unwrap: (id: string, wrapped: string, bound: string) => Buffer;
  /** Seals in the former format, `id.nonce.tag.body`, with the master key itself. */
  sealFormer: (id: string, plain: string, bound: string) => string;
  openFormer: (sealed: string, bound: string) => string;
  /** Derives a key for another use; the master key cannot be recovered from it. */
  keyFor: (id: string, use: string) => Buffer;
  /** A one-way value by which a key can be recognised as unchanged; it reveals nothing else about the key. */
  proofOf: (id: string) => string;
  /**
   * The key of the marks that earlier versions made: the output of HKDF's first step, which cannot decrypt anything.
   */
  markKeyOf: (id: string) => Buffer;
};

/**
 * Parses VAULT_KEYS: comma-separated `id:base64key` pairs. Throws VaultError if a pair is invalid or an id occurs
 * twice.
 */
export function readMasterKeys(keys: string): MasterKeys {
  const keyById = new Map<string, Buffer>();
  for (const [id, key] of keys.split(',').map(readKey)) {
    if (keyById.has(id)) throw new VaultError(`VAULT_KEYS names the key "${id}" twice.`);
    keyById.set(id, key);
  }
  const [first = '', ...others] = keyById.keys();
  const keyOf = (id: string): Buffer => {
    const key = keyById.get(id);
    if (!key) throw new VaultError(`The vault has no key "${id}".`);
    return key;
  };
  return {
    ids: [first, ...others],
    wrap: (id, plain, bound) => sealWith(keyOf(id), plain, boundToWrap(id, bound)),
    unwrap: (id, wrapped, bound) => openWith(keyOf(id), wrapped, boundToWrap(id, bound)),
    sealFormer: (id, plain, bound) => `${id}.${sealWith(keyOf(id), Buffer.from(plain), bound)}`,
    openFormer: (sealed, bound) => {
      const end = sealed.indexOf('.');
      return openWith(keyOf(sealed.slice(0, Math.max(end, 0))), sealed.slice(end + 1), bound).toString(
        'utf8',
      );
    },
    keyFor: (id, use) => Buffer.from(hkdfSync('sha256', keyOf(id), '', use, KEY_BYTES)),
    proofOf: (id) => Buffer.from(hkdfSync('sha256', keyOf(id), '', 'proof', KEY_BYTES)).toString('base64url'),
    markKeyOf: (id) => createHmac('sha256', '').update(keyOf(id)).digest(),
  };
}

const boundToWrap = (id: string, bound: string): string => JSON.stringify(['wrapped by', id, bound]);

function readKey(pair: string): [string, Buffer] {
  const separator = pair.indexOf(':');
  const id = pair.slice(0, Math.max(separator, 0));
  const key = Buffer.from(pair.slice(separator + 1), 'base64');
  if (!/^[a-z0-9-]+$/.test(id) || key.length !== KEY_BYTES)
    throw new VaultError('VAULT_KEYS needs id:key pairs with 32-byte keys in base64.');
  return [id, key];
}
