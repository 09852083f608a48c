/** Seals secrets at rest: AES-256-GCM, with the key's id inside and the owner bound to the text; and marks of texts. */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

export type Vault = {
  /** `context` (owner and portal) must be the same when opening: a sealed text moved to another row does not open. */
  seal: (plain: string, context: string) => string;
  open: (sealed: string, context: string) => string;
  /**
   * Marks tell whether two texts are equal, and nothing else of them. Today's key makes the first one; the others are
   * those that a text may have got before the keys were rotated.
   */
  marks: (text: string, context: string) => [current: string, ...earlier: string[]];
};

const NONCE_BYTES = 12;
const KEY_BYTES = 32;

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
    marks: (text, context) => {
      const mark = (id: string): string => {
        const markKey = Buffer.from(hkdfSync('sha256', keyOf(id), '', `mark:${context}`, KEY_BYTES));
        return `${id}.${createHmac('sha256', markKey).update(text).digest('base64url')}`;
      };
      const [, ...earlierIds] = keyById.keys();
      return [mark(currentId), ...earlierIds.map(mark)];
    },
  };
}

function readKey(pair: string): [string, Buffer] {
  const separator = pair.indexOf(':');
  const key = Buffer.from(pair.slice(separator + 1), 'base64');
  if (separator < 1 || key.length !== KEY_BYTES)
    throw new Error('VAULT_KEYS needs id:key pairs with 32-byte keys in base64.');
  return [pair.slice(0, separator), key];
}
