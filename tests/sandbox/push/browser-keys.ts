/** A browser's part of Web Push: its keys, and the decryption of a message with them (RFC 8291, RFC 8188). */
import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';

const SALT_BYTES = 16;
const RECORD_SIZE_BYTES = 4;
const AUTH_BYTES = 16;
const TAG_BYTES = 16;
/** Marks the end of the last record's text; zeros follow. */
const LAST_RECORD = 2;

export type BrowserKeys = { pair: ECDH; auth: Buffer };

export function newBrowserKeys(): BrowserKeys {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  return { pair, auth: randomBytes(AUTH_BYTES) };
}

/** The keys as `PushSubscription.toJSON()` gives them. */
export const writtenKeys = ({ pair, auth }: BrowserKeys) => ({
  p256dh: pair.getPublicKey('base64url'),
  auth: auth.toString('base64url'),
});

const derived = (key: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

/** Decrypts a body with the content encoding `aes128gcm`. Throws if it was not encrypted for these keys. */
export function decrypted(body: Buffer, { pair, auth }: BrowserKeys): string {
  const salt = body.subarray(0, SALT_BYTES);
  const keyAt = SALT_BYTES + RECORD_SIZE_BYTES;
  const keyBytes = body.readUInt8(keyAt);
  const senderKey = body.subarray(keyAt + 1, keyAt + 1 + keyBytes);
  const record = body.subarray(keyAt + 1 + keyBytes);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), senderKey]);
  const material = derived(pair.computeSecret(senderKey), auth, info, 32);
  const contentKey = derived(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derived(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
  decipher.setAuthTag(record.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  const end = padded.lastIndexOf(LAST_RECORD);
  return padded.subarray(0, end).toString('utf8');
}
