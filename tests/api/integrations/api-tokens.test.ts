/** Personal API tokens: they allow what their scopes say and nothing else, and expire when they should. */
import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import { apiTokensMax, apiScopes, type ApiScope } from '#contracts/integrations/api-tokens.ts';
import type { ApiTokenView } from '#contracts/calls/integrations-answers.ts';
import { callEntries } from '#contracts/calls/calls.ts';
import { limits } from '#contracts/limits.ts';
import { rateLimits } from '#contracts/rate-limits.ts';
import { isTokenShaped } from '#api/domain/integrations/api-tokens.ts';
import { startTestApp, type Account, type Answer } from '#tests/harness/app.ts';
import { switchOnSecondFactor } from '#tests/harness/second-factor.ts';
import { formOf, pdf, PDF_SERVICE } from '#tests/harness/job-calls.ts';
import type { Belongings } from '#tests/api/route-rows.ts';
import { routes } from '#tests/api/routes.ts';

let nowMs = Date.now();
const app = await startTestApp({ deps: { clock: () => new Date(nowMs) } });
const { db } = app.deps;

type Made = { token: string; apiToken: ApiTokenView };
const all = [...apiScopes];

const create = ({ password, cookie }: Account, scopes: ApiScope[] = all, expiresInDays?: number) =>
  app.post('/api/api-tokens', { name: 'ERP', scopes, expiresInDays, currentPassword: password }, cookie);

async function made(account: Account, scopes?: ApiScope[], expiresInDays?: number): Promise<Made> {
  const { status, body, text } = await create(account, scopes, expiresInDays);
  expect(status, text).toBe(200);
  return body as Made;
}

const bearer = (token: string, more: Record<string, string> = {}) => ({
  authorization: `Bearer ${token}`,
  ...more,
});
const call = (token: string, path: string, init: Parameters<typeof app.request>[1] = {}): Promise<Answer> =>
  app.request(path, { ...init, headers: { ...init.headers, ...bearer(token) } });
const listed = async ({ cookie }: Account): Promise<ApiTokenView[]> =>
  (await app.get('/api/api-tokens', cookie)).body['apiTokens'] as ApiTokenView[];

describe('a token', () => {
  test('a token is shown once, stored only as its SHA-256, and reported to its owner [token-is-kept-hashed]', async () => {
    const ana = await app.signUpAndVerify();
    const { token, apiToken } = await made(ana, ['jobs:read'], 30);
    expect(token).toMatch(/^chalan_[0-9A-Za-z]{49}$/);
    const stored = await db.apiToken.findUniqueOrThrow({ where: { id: apiToken.id } });
    expect(stored.hash).toBe(createHash('sha256').update(token).digest('hex'));
    expect(JSON.stringify(stored)).not.toContain(token.slice(12));
    const [view] = await listed(ana);
    expect(view).toEqual({
      id: apiToken.id,
      name: 'ERP',
      prefix: token.slice(0, 11),
      scopes: ['jobs:read'],
      state: 'active',
      createdAt: new Date(nowMs).toISOString(),
      expiresAt: new Date(nowMs + 30 * DAY_MS).toISOString(),
      serviceIds: null,
      creditCap: null,
      creditsUsed: 0,
      addressRanges: [],
      lastUsedAt: null,
      lastUsedAddress: null,
    });
    expect(await db.notification.count({ where: { userId: ana.id, title: 'API token created' } })).toBe(1);
  });

  test('a mistyped token is recognized by its checksum without a database query', async () => {
    const { token } = await made(await app.signUpAndVerify());
    expect(isTokenShaped(token)).toBe(true);
    const wrong = `${token.slice(0, 20)}${token[20] === 'a' ? 'b' : 'a'}${token.slice(21)}`;
    expect(isTokenShaped(wrong)).toBe(false);
    expect(await call(wrong, '/api/openapi.json')).toMatchObject({
      status: 401,
      body: { code: 'API_TOKEN_INVALID' },
    });
  });

  test('a token is not created without a name or scope, or with an expiry out of range', async () => {
    const { cookie, password } = await app.signUpAndVerify();
    const differences = [
      { name: ' ' },
      { scopes: [] },
      { scopes: ['admin'] },
      { expiresInDays: limits.apiTokenDaysMax + 1 },
      { expiresInDays: 0 },
      { expiresInDays: null },
    ];
    const request = { name: 'ERP', scopes: all, currentPassword: password };
    for (const difference of differences)
      expect(await app.post('/api/api-tokens', { ...request, ...difference }, cookie)).toMatchObject({
        status: 400,
        body: { code: 'INVALID_INPUT' },
      });
  });

  test('a token expires after 90 days unless its owner chooses otherwise, and an older one without an expiry never does', async () => {
    const ana = await app.signUpAndVerify();
    const { token, apiToken } = await made(ana);
    expect(apiToken.expiresAt).toBe(new Date(nowMs + 90 * DAY_MS).toISOString());
    await db.apiToken.update({ where: { id: apiToken.id }, data: { expiresAt: null } });
    nowMs += 400 * DAY_MS;
    expect(await call(token, '/api/portals')).toMatchObject({ status: 200 });
    expect((await listed(ana))[0]).toMatchObject({ state: 'active', expiresAt: null });
  });

  test('a token is not created without the password, and wrong guesses are limited', async () => {
    const ana = await app.signUpAndVerify();
    const request = { name: 'ERP', scopes: all };
    expect(await app.post('/api/api-tokens', request, ana.cookie)).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    });
    const guess = () => create({ ...ana, password: 'a guess' });
    const { points } = rateLimits.passwordCheckPerUser;
    for (let attempt = 0; attempt < points; attempt += 1)
      expect(await guess()).toMatchObject({ status: 422, body: { code: 'WRONG_PASSWORD' } });
    expect(await create(ana)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
    expect(await listed(ana)).toEqual([]);
  });

  test('a token is not created without a code if two-step sign-in is on', async () => {
    const ana = await app.signUpAndVerify();
    const { code } = await switchOnSecondFactor(app, ana);
    const withCode = (given?: string) =>
      app.post(
        '/api/api-tokens',
        { name: 'ERP', scopes: all, currentPassword: ana.password, code: given },
        ana.cookie,
      );
    expect(await withCode()).toMatchObject({ status: 401, body: { code: 'SECOND_FACTOR_REQUIRED' } });
    expect(await withCode('000000')).toMatchObject({ status: 422, body: { code: 'SECOND_FACTOR_WRONG' } });
    expect(await listed(ana)).toEqual([]);
    const right = code();
    expect(await withCode(right)).toMatchObject({ status: 200 });
    expect(await withCode(right)).toMatchObject({ body: { code: 'SECOND_FACTOR_WRONG' } });
  });

  test('a customer has at most ten active tokens, and revoked and expired ones do not count', async () => {
    const ana = await app.signUpAndVerify();
    const first = await made(ana);
    const short = await made(ana, all, 1);
    await Promise.all(Array.from({ length: apiTokensMax }, () => create(ana)));
    expect((await listed(ana)).filter(({ state }) => state === 'active')).toHaveLength(apiTokensMax);
    expect(await create(ana)).toMatchObject({ status: 409, body: { code: 'LIMIT_REACHED' } });
    await app.request(`/api/api-tokens/${first.apiToken.id}`, { method: 'DELETE', cookie: ana.cookie });
    expect((await create(ana)).status).toBe(200);
    nowMs += 2 * DAY_MS;
    expect((await create(ana)).status).toBe(200);
    expect((await listed(ana)).find(({ id }) => id === short.apiToken.id)).toMatchObject({
      state: 'expired',
    });
  });
});

describe('a call with a token', () => {
  test('a call with a token acts for its owner, records the time of use, and needs no cookie', async () => {
    const ana = await app.signUpAndVerify();
    const { token } = await made(ana);
    const overview = await call(token, `/api/users/${ana.id}/credit-overview`);
    expect(overview).toMatchObject({ status: 200, body: { overview: { balance: 100 } } });
    expect((await listed(ana))[0]?.lastUsedAt).toBe(new Date(nowMs).toISOString());
  });

  test('a call with a token can write from any origin, because no page of another site can send the header', async () => {
    const ana = await app.signUpAndVerify();
    const { token } = await made(ana);
    const form = formOf({ serviceId: PDF_SERVICE, file: pdf() });
    const headers = { origin: 'https://erp.example.test', 'sec-fetch-site': 'cross-site' };
    const preview = () => call(token, '/api/process-automation/preview', { form, headers });
    expect(await preview()).toMatchObject({ status: 200 });
    const byCookie = await app.request('/api/process-automation/preview', {
      form,
      headers,
      cookie: ana.cookie,
    });
    expect(byCookie).toMatchObject({ status: 403, body: { code: 'CROSS_SITE_REQUEST' } });
  });

  test('a call with a token is authorized by the token alone, and a cookie beside it opens nothing [token-without-cookie]', async () => {
    const [ana, admin] = await Promise.all([app.signUpAndVerify(), app.signUpAndVerify({ isAdmin: true })]);
    const { token } = await made(ana);
    const both = { cookie: admin.cookie, headers: bearer(token) };
    expect(await app.request('/api/admin/portals', both)).toMatchObject({ status: 403 });
    expect(await app.request(`/api/users/${admin.id}/credit-overview`, both)).toMatchObject({ status: 404 });
    const bad = { cookie: ana.cookie, headers: bearer('chalan_nonsense') };
    expect(await app.request('/api/portals', bad)).toMatchObject({
      status: 401,
      body: { code: 'API_TOKEN_INVALID' },
    });
  });

  test("a token of an administrator opens only what a customer's token opens", async () => {
    const [ana, admin] = await Promise.all([app.signUpAndVerify(), app.signUpAndVerify({ isAdmin: true })]);
    const { token } = await made(admin);
    expect(await call(token, `/api/users/${ana.id}/credit-overview`)).toMatchObject({ status: 404 });
    expect(await call(token, `/api/users/${admin.id}/credit-overview`)).toMatchObject({ status: 200 });
  });

  test.each([
    [
      'is revoked',
      async ({ cookie }: Account, { apiToken }: Made) => {
        await app.request(`/api/api-tokens/${apiToken.id}`, { method: 'DELETE', cookie });
      },
    ],
    [
      'has expired',
      async () => {
        nowMs += 2 * DAY_MS;
      },
    ],
    [
      'belongs to a deleted account',
      async ({ id }: Account) => {
        await db.user.update({ where: { id }, data: { deletedAt: new Date() } });
      },
    ],
  ])('a call is refused at once when its token %s', async (_, end) => {
    const ana = await app.signUpAndVerify();
    const one = await made(ana, all, 1);
    expect(await call(one.token, '/api/portals')).toMatchObject({ status: 200 });
    await end(ana, one);
    expect(await call(one.token, '/api/portals')).toMatchObject({
      status: 401,
      body: { code: 'API_TOKEN_INVALID' },
    });
  });

  test('a call with a token is refused while its owner is suspended or not verified [token-of-a-suspended-owner]', async () => {
    const ana = await app.signUpAndVerify();
    const { token } = await made(ana);
    await db.user.update({ where: { id: ana.id }, data: { status: 'suspended' } });
    expect(await call(token, '/api/portals')).toMatchObject({ body: { code: 'ACCOUNT_SUSPENDED' } });
    await db.user.update({ where: { id: ana.id }, data: { status: 'active', emailVerified: false } });
    expect(await call(token, '/api/portals')).toMatchObject({ body: { code: 'EMAIL_NOT_VERIFIED' } });
  });

  test('calls with a token are limited per minute', async () => {
    const ana = await app.signUpAndVerify();
    const { token, apiToken } = await made(ana);
    const key = createHash('sha256').update(apiToken.id).digest('base64url');
    await call(token, '/api/portals');
    await db.rateLimit.updateMany({ where: { key: `apiTokenPerToken:${key}` }, data: { points: 10_000 } });
    expect(await call(token, '/api/portals')).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_REQUESTS' },
    });
  });
});

describe('scopes', () => {
  const ids = new Proxy({} as Belongings, { get: () => randomUUID() });
  const calls = Object.entries(routes).flatMap(([route, row]) =>
    route.split(' ')[1]?.startsWith('/api/') && row.call ? [[route, row.call(ids)] as const] : [],
  );

  test.each(apiScopes)('the scope %s opens its own calls, and every other call is closed', async (scope) => {
    const { token } = await made(await app.signUpAndVerify(), [scope]);
    const opened: string[] = [];
    for (const [route, { path, json, form }] of calls) {
      const answer = await call(token, path, {
        method: route.split(' ')[0] ?? 'GET',
        ...(json ? { json } : {}),
        ...(form ? { form: formOf(form) } : {}),
      });
      if (answer.body['code'] !== 'API_TOKEN_SCOPE') opened.push(route);
    }
    const described = callEntries
      .filter(([, entry]) => entry.scope === scope || (entry.scope === 'any' && entry.access !== 'public'))
      .map(([route]) => route);
    expect(opened.toSorted()).toEqual(described.toSorted());
    const closed = /admin|bkash|credentials|api-tokens|webhooks|password|sessions|auth|account|transactions/;
    expect(opened.filter((route) => closed.test(route))).toEqual([]);
  });
});
