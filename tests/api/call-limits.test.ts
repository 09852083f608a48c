/** Calls that cost money, mails or work are limited per caller: each call counts under its named limit. */
import { beforeAll, expect, test } from 'vitest';
import { housekeepingActivities } from '#activities/housekeeping.ts';
import { createRateLimiter } from '#api/adapters/rate-limits.ts';
import { rateLimits } from '#contracts/rate-limits.ts';
import { startTestApp, type Account, type Answer } from '#tests/harness/app.ts';

const app = await startTestApp({ env: { TRUSTED_PROXIES: '1' } });
let ana: Account;
beforeAll(async () => {
  ana = await app.signUpAndVerify();
});

const from = '10.9.8.7';
const headers = { 'x-forwarded-for': from };
const post = (place: string, json: object) => app.request(place, { json, cookie: ana.cookie, headers });

type Limited = { limit: keyof typeof rateLimits; key: () => string; call: () => Promise<Answer> };
const person = {
  name: 'Ana',
  company: 'Padma',
  mobile: '+880 1711-000000',
  password: 'staple battery horse',
};
const calls: Record<string, Limited> = {
  'sign-ins': {
    limit: 'signInPerIp',
    key: () => from,
    call: () => post('/api/auth/login', { email: 'nobody@example.test', password: 'wrong-one' }),
  },
  'sign-ins with a passkey': {
    limit: 'passkeySignInPerIp',
    key: () => from,
    call: () => post('/api/auth/passkey/begin', {}),
  },
  registrations: {
    limit: 'registrationPerIp',
    key: () => from,
    call: () => post('/api/auth/register', { ...person, email: 'new@example.test' }),
  },
  mails: {
    limit: 'mailPerIp',
    key: () => from,
    call: () => post('/api/auth/forgot-password', { email: 'new@example.test' }),
  },
  'tests of a portal login': {
    limit: 'credentialTestPerUser',
    key: () => ana.id,
    call: () => post('/api/credentials/test', { portalName: 'hm_supplier', username: 'a', password: 'b' }),
  },
  payments: {
    limit: 'paymentPerUser',
    key: () => ana.id,
    call: () =>
      post('/api/bkash/create-payment', { amount: 500, merchantInvoiceNumber: crypto.randomUUID() }),
  },
  'searches of jobs': {
    limit: 'jobSearchPerUser',
    key: () => ana.id,
    call: () => app.get('/api/jobs?q=MSKU1234565', ana.cookie),
  },
  'data exports': {
    limit: 'dataExportPerUser',
    key: () => ana.id,
    call: () => app.get(`/api/users/${ana.id}/data-export`, ana.cookie),
  },
};

test.each(Object.entries(calls))(
  'the number of calls for %s is limited [calls-are-limited]',
  async (_, { limit, key, call }) => {
    const limiter = createRateLimiter(app.deps);
    for (let count = 0; count < rateLimits[limit].points; count += 1) await limiter.consume(limit, key());
    expect(await call()).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
  },
);

test('expired counts of the rate limiter are deleted with everything else that has expired, and others stay', async () => {
  const { deps } = app;
  const nowMs = deps.clock().getTime();
  await deps.db.rateLimit.createMany({
    data: [
      { key: 'over', points: 3, expire: nowMs - 1 },
      { key: 'counting', points: 3, expire: nowMs + 60_000 },
    ],
  });
  await housekeepingActivities(deps).deleteExpired();
  const kept = await deps.db.rateLimit.findMany({ where: { key: { in: ['over', 'counting'] } } });
  expect(kept.map(({ key }) => key)).toEqual(['counting']);
});

test('an application has one rate limiter, however many routes use it', () => {
  expect(createRateLimiter({ ...app.deps })).toBe(createRateLimiter(app.deps));
});
