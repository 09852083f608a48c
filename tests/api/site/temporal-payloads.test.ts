/** Temporal's UI has payloads decrypted for an administrator who is signed in, and for nobody else. */
import { beforeAll, expect, test } from 'vitest';
import { createPayloadCodec } from '#api/adapters/temporal-payloads.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';

const UI = 'http://ops.chalan.test:8233';
const PATH = '/api/admin/temporal-payloads/decode';
const app = await startTestApp({ env: { TEMPORAL_UI_URL: `${UI}/` } });
let admin: Account;
let body: { payloads: { metadata: Record<string, string>; data: string }[] };

const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64');

beforeAll(async () => {
  admin = await app.signUpAndVerify({ isAdmin: true });
  const plain = { metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from('"PAL/2026/0021"') };
  const [sealed] = await createPayloadCodec(app.deps.vault.masters).encode([plain]);
  const metadata = Object.entries(sealed?.metadata ?? {}).map(([name, value]) => [name, base64(value)]);
  body = {
    payloads: [
      { metadata: Object.fromEntries(metadata) as Record<string, string>, data: base64(sealed?.data ?? '') },
    ],
  };
});

const decode = (cookie: string | null, headers: Record<string, string> = {}) =>
  app.request(PATH, { method: 'POST', json: body, cookie, headers });
const fromUi = { origin: UI, 'sec-fetch-site': 'same-site', 'x-namespace': 'default' };

test('an administrator in the UI sees what is in a payload, once a day in the audit', async () => {
  const answer = await decode(admin.cookie, fromUi);
  expect(answer).toMatchObject({
    status: 200,
    body: { payloads: [{ metadata: { encoding: base64('json/plain') }, data: base64('"PAL/2026/0021"') }] },
  });
  expect(answer.headers.get('access-control-allow-origin')).toBe(UI);
  expect(answer.headers.get('access-control-allow-credentials')).toBe('true');
  await decode(admin.cookie, fromUi);
  expect(await app.deps.db.auditEntry.count({ where: { action: 'payloads decrypted' } })).toBe(1);
});

test('the UI may ask beforehand, and no other site is allowed anything', async () => {
  const ask = (origin: string) =>
    app.request(PATH, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      },
    });
  const allowed = await ask(UI);
  expect(allowed.status).toBe(204);
  expect(allowed.headers.get('access-control-allow-headers')).toBe('content-type,x-namespace');
  const refused = await ask('https://evil.test');
  expect(refused.headers.get('access-control-allow-origin')).toBeNull();
  const other = await decode(admin.cookie, { ...fromUi, origin: 'https://evil.test' });
  expect(other).toMatchObject({ status: 403, body: { code: 'CROSS_SITE_REQUEST' } });
});

test('customers and strangers get nothing decrypted, and other calls stay closed to the UI', async () => {
  const ana = await app.signUpAndVerify();
  expect((await decode(ana.cookie, fromUi)).status).toBe(403);
  expect((await decode(null, fromUi)).status).toBe(401);
  const other = await app.request('/api/auth/logout', {
    method: 'POST',
    json: {},
    cookie: admin.cookie,
    headers: fromUi,
  });
  expect(other.body['code']).toBe('CROSS_SITE_REQUEST');
});

test('a payload of a key that is gone stays as it is', async () => {
  const [payload] = body.payloads;
  const json = { payloads: [{ ...payload, metadata: { ...payload?.metadata, 'key-id': base64('gone') } }] };
  const answer = await app.request(PATH, { method: 'POST', json, cookie: admin.cookie, headers: fromUi });
  expect(answer).toMatchObject({ status: 200, body: json });
});
