/** A self-signed certificate like Amazon's for payment notices, because Node reads certificates but creates none. */
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';

export type Identity = { privateKey: KeyObject; certificate: string };

export function createIdentity(valid: { from: Date; to: Date }): Identity {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, Buffer.from('sns.test')))));
  const body = der(
    SEQUENCE,
    der(INTEGER, Buffer.from([1])),
    SHA256_WITH_RSA,
    name,
    der(SEQUENCE, time(valid.from), time(valid.to)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('RSA-SHA256').update(body).sign(privateKey);
  const whole = der(SEQUENCE, body, SHA256_WITH_RSA, der(BITS, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return {
    privateKey,
    certificate: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
  };
}

const [INTEGER, BITS, UTF8, UTC_TIME, SEQUENCE, SET] = [0x02, 0x03, 0x0c, 0x17, 0x30, 0x31];
const SHA256_WITH_RSA = Buffer.from('300d06092a864886f70d01010b0500', 'hex');
const COMMON_NAME = Buffer.from('0603550403', 'hex');

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 128) return Buffer.from([length]);
  const bytes = length < 256 ? [length] : [length >> 8, length & 0xff];
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

/** 2025-11-02T08:29:02Z → 251102082902Z */
const time = (date: Date): Buffer =>
  der(UTC_TIME, Buffer.from(`${date.toISOString().slice(2, 19).replace(/\D/g, '')}Z`));
