/** Seals portal passwords at rest: AES-256-GCM, with the key's id inside and the owner bound to the text. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export type Vault = {
  /** `context` (owner and portal) must be the same when opening: a sealed text moved to another row does not open. */
  seal: (plain: string, context: string) => string;
  open: (sealed: string, context: string) => string;
};

const NONCE_BYTES = 12;

/** `keys` as VAULT_KEYS has them: `id:base64key`, comma-separated; the first one seals. */
export function createVault(keys: string): Vault {
  const keyById = new Map(keys.split(',').map((pair) => readKey(pair)));
  const [currentId] = keyById.keys();
  if (!currentId) throw new Error('VAULT_KEYS is empty.');
  const keyOf = (id: string): Buffer => {
    const key = keyById.get(id);
    if (!key) throw new Error(`The vault has no key "${id}".`);
    return key;
  };
  return {
    seal: (plain, context) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keyOf(currentId), nonce).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return [currentId, nonce, cipher.getAuthTag(), body]
        .map((part) => (typeof part === 'string' ? part : part.toString('base64')))
        .join('.');
    },
    open: (sealed, context) => {
      const [id = '', nonce = '', tag = '', body = ''] = sealed.split('.');
      const decipher = createDecipheriv('aes-256-gcm', keyOf(id), Buffer.from(nonce, 'base64'));
      decipher.setAAD(Buffer.from(context)).setAuthTag(Buffer.from(tag, 'base64'));
      return Buffer.concat([decipher.update(Buffer.from(body, 'base64')), decipher.final()]).toString('utf8');
    },
  };
}

function readKey(pair: string): [string, Buffer] {
  const separator = pair.indexOf(':');
  const key = Buffer.from(pair.slice(separator + 1), 'base64');
  if (separator < 1 || key.length !== 32)
    throw new Error('VAULT_KEYS needs id:key pairs with 32-byte keys in base64.');
  return [pair.slice(0, separator), key];
}
