/**
 * The token of a mailed link, the only self-contained one: accepted only with the platform's signature and for its
 * purpose.
 */
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { createEmailVerificationToken } from 'better-auth/api';
import { beforeEach, describe, expect, test } from 'vitest';
import { startTestApp } from '#tests/harness/app.ts';

const app = await startTestApp();
const { db, auth } = app.deps;
const { secret } = auth.options;
const HOUR_S = 3_600;

type Signer = (text: string) => string;
const hmac =
  (bits: 256 | 384 | 512, key: string): Signer =>
  (text) =>
    createHmac(`sha${bits}`, key).update(text).digest('base64url');
const unsigned: Signer = () => '';

let email: string;
let mailed: string;
let claims: object;
beforeEach(async () => {
  ({ email } = await app.signUp());
  mailed = await app.tokenFor(email);
  claims = JSON.parse(Buffer.from(mailed.split('.')[1] ?? '', 'base64url').toString('utf8')) as object;
});

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The claims of the mailed token, with another header and another signature. */
function tokenOf(head: object, signature: Signer): string {
  const text = `${encoded(head)}.${encoded(claims)}`;
  return `${text}.${signature(text)}`;
}

const verify = (token: string) => app.post('/api/auth/verify-email', { token });
const isVerified = async (): Promise<boolean> =>
  (await db.user.findUniqueOrThrow({ where: { email } })).emailVerified;

async function expectRefused(tokens: string[]): Promise<void> {
  for (const token of tokens) {
    expect(await verify(token), token).toMatchObject({
      status: 400,
      body: { code: 'INVALID_VERIFICATION_LINK' },
    });
    expect(await isVerified()).toBe(false);
  }
  // The token as it was mailed is accepted, so nothing else was wrong with the others.
  expect(await verify(tokenOf({ alg: 'HS256' }, hmac(256, secret)))).toMatchObject({ status: 200 });
  expect(await isVerified()).toBe(true);
}

describe('the token of a link', () => {
  test("a verification token without the platform's signature is refused: cut, extended, unsigned or with a foreign key [broken-signature]", async () => {
    await expectRefused([
      mailed.slice(0, -4),
      `${mailed}AAAA`,
      tokenOf({ alg: 'HS256' }, unsigned),
      tokenOf({ alg: 'HS256' }, hmac(256, '')),
      tokenOf({ alg: 'HS256' }, hmac(256, 'a key of somebody else, as long as ours')),
    ]);
  });

  test("a verification token with another algorithm is refused, even if the platform's own key signed it [other-algorithm]", async () => {
    await expectRefused([
      tokenOf({ alg: 'HS512' }, hmac(512, secret)),
      tokenOf({ alg: 'HS384' }, hmac(384, secret)),
      tokenOf({ alg: 'none' }, unsigned),
      tokenOf({ alg: 'None' }, hmac(256, secret)),
    ]);
  });

  test('a verification token signed by the key that it carries is refused [embedded-key]', async () => {
    const brought = 'a key that came with the token itself';
    const jwk = { kty: 'oct', alg: 'HS256', k: Buffer.from(brought).toString('base64url') };
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const bySigner: Signer = (text) =>
      sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url');
    await expectRefused([
      tokenOf({ alg: 'HS256', jwk }, hmac(256, brought)),
      tokenOf({ alg: 'HS256', jku: 'https://evil.example/keys', kid: 'k1' }, hmac(256, brought)),
      tokenOf({ alg: 'HS256', kid: '../../dev/null' }, hmac(256, '')),
      tokenOf({ alg: 'ES256', jwk: publicKey.export({ format: 'jwk' }) }, bySigner),
    ]);
  });

  test('a token that the platform signed for another purpose is refused, and it opens no session [other-purpose]', async () => {
    const other = await createEmailVerificationToken(secret, email, undefined, HOUR_S);
    const change = await createEmailVerificationToken(secret, email, 'other@example.test', HOUR_S);
    await expectRefused([other, change]);
    for (const token of [mailed, `${mailed}.${hmac(256, secret)(mailed)}`]) {
      const { body } = await app.get('/api/auth/me', `chalan-session=${encodeURIComponent(token)}`);
      expect(body['user']).toBeNull();
    }
  });
});
