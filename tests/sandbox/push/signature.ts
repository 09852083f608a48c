/** Checks who sends a push message: the signature of its `Authorization` header (VAPID, RFC 8292). */
import { createPublicKey, verify } from 'node:crypto';

const DAY_S = 24 * 3_600;
const COORDINATE_BYTES = 32;

type Claims = { aud?: string; exp?: number; sub?: string };

/** Returns what is wrong with the header; null for a valid one. `publicKey` is the key that the browser was given. */
export function signatureProblem(
  header: string,
  expected: { origin: string; publicKey: string; nowS: number },
): string | null {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  if (key !== expected.publicKey) return 'another key than the subscription was made with';
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 1 + COORDINATE_BYTES).toString('base64url'),
    y: point.subarray(1 + COORDINATE_BYTES).toString('base64url'),
  };
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) return 'a wrong signature';
  const { aud, exp = 0, sub = '' } = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as Claims;
  if (aud !== expected.origin) return `signed for ${aud}`;
  if (exp <= expected.nowS || exp > expected.nowS + DAY_S) return 'expired, or valid for more than a day';
  return /^(mailto|https):/.test(sub) ? null : 'no contact';
}
