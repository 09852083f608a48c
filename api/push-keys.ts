/** The key pair with which an installation signs what it pushes to browsers (VAPID, RFC 8292), in URL-safe base64. */
import { createECDH } from 'node:crypto';

const CURVE = 'prime256v1';
const PRIVATE_KEY_BYTES = 32;

/** Returns a new private key. */
export function newPushPrivateKey(): string {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  // Node.js omits leading zeros.
  const key = Buffer.alloc(PRIVATE_KEY_BYTES);
  const bytes = pair.getPrivateKey();
  bytes.copy(key, PRIVATE_KEY_BYTES - bytes.length);
  return key.toString('base64url');
}

/** Returns the public key that belongs to a private one; an empty text for a key that is not valid. */
export function pushPublicKey(privateKey: string): string {
  const pair = createECDH(CURVE);
  try {
    pair.setPrivateKey(privateKey, 'base64url');
    return pair.getPublicKey('base64url');
  } catch {
    return '';
  }
}
