/**
 * Authenticated encryption of short texts with AES-256-GCM. Each text has its own nonce and is bound to what it belongs
 * to.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

export const KEY_BYTES = 32;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
/** Shorter tags are refused, because they could be guessed. */
const TAG_BYTES = 16;

/** A key or a sealed text is invalid. The message explains the problem without revealing either. */
export class VaultError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'VaultError';
  }
}

/**
 * Encrypts a text. `bound` must be the same when it is opened, so a sealed text that was moved elsewhere cannot be
 * opened.
 */
export function sealWith(key: Buffer, plain: Buffer, bound: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(bound));
  const body = Buffer.concat([cipher.update(plain), cipher.final()]);
  return [nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64')).join('.');
}

/** Decrypts a sealed text. Throws VaultError if the key or `bound` differs, or any part of the text was changed. */
export function openWith(key: Buffer, sealed: string, bound: string): Buffer {
  const [nonce = Buffer.alloc(0), tag = Buffer.alloc(0), body = Buffer.alloc(0), ...more] = sealed
    .split('.')
    .map((part) => Buffer.from(part, 'base64'));
  if (nonce.length !== NONCE_BYTES || tag.length !== TAG_BYTES || more.length > 0)
    throw new VaultError('This is no sealed text.');
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(bound)).setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(body), decipher.final()]);
  } catch {
    throw new VaultError('A sealed text does not open: it was changed, moved, or sealed with another key.');
  }
}
