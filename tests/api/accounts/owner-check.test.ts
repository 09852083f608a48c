/**
 * Calls that would give somebody else lasting access, or that remove the account, ask for the account's password again.
 */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type Account } from '#tests/harness/app.ts';

const app = await startTestApp({ env: { WEBHOOKS_TO_PRIVATE: 'true' } });
let ana: Account;
let admin: Account;
beforeAll(async () => {
  ana = await app.signUpAndVerify();
  admin = await app.signUpAndVerify({ isAdmin: true });
});
beforeEach(async () => {
  await app.deps.db.$executeRaw`DELETE FROM rate_limits`;
});

type Call = { method?: string; place: (id: string) => string; json?: object; isAdmin?: true };
const calls: Record<string, Call> = {
  'an API token': {
    place: () => '/api/api-tokens',
    json: { name: 'ERP', scopes: ['jobs:read'], mayUseLogins: false },
  },
  'a webhook': {
    place: () => '/api/webhooks',
    json: { url: 'http://127.0.0.1:9/hook', events: ['job.completed'] },
  },
  'a passkey': { place: (id) => `/api/users/${id}/passkeys/begin` },
  'a second factor': { place: (id) => `/api/users/${id}/second-factor/begin` },
  'another password': {
    place: (id) => `/api/users/${id}/change-password`,
    json: { newPassword: 'staple battery horse' },
  },
  'a login for a company': {
    method: 'PUT',
    place: (id) => `/api/admin/users/${id}/portal-logins/hm_supplier`,
    json: { username: 'a', password: 'b', hasConsent: true, reason: 'Agreed' },
    isAdmin: true,
  },
  "a company's references, many at once": {
    place: () => '/api/admin/portal-references',
    json: { kind: 'exp', values: ['1084-004502-2026'], reason: 'Imported' },
    isAdmin: true,
  },
  "a company's reference": {
    method: 'PUT',
    place: () => '/api/admin/portal-references',
    json: { kind: 'exp', value: '1084-004501-2026', reason: 'Shared' },
    isAdmin: true,
  },
};

test.each(Object.entries(calls))(
  '%s is not created without the correct password [asks-for-password]',
  async (_, call) => {
    const { method = 'POST', place, json = {}, isAdmin } = call;
    const caller = isAdmin ? admin : ana;
    const send = (currentPassword: string) =>
      app.request(place(ana.id), {
        method,
        json: { userId: ana.id, ...json, currentPassword },
        cookie: caller.cookie,
      });
    expect(await send('not-the-password')).toMatchObject({ status: 422, body: { code: 'WRONG_PASSWORD' } });
    expect(await send('')).toMatchObject({ status: 400 });
  },
);

test('an account is not deleted without the correct password', async () => {
  const place = `/api/users/${ana.id}/delete-account`;
  const json = { email: ana.email, currentPassword: 'not-the-password' };
  expect(await app.request(place, { json, cookie: ana.cookie })).toMatchObject({
    status: 422,
    body: { code: 'WRONG_PASSWORD' },
  });
});
