/** Portal logins over HTTP: the password is never returned, and nobody reaches another customer's login. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordTestedLogin, openCredential, savedLogin, takeDraft } from '#api/domain/portals/credentials.ts';
import type { Temporal } from '#temporal/client.ts';
import { startTestApp, type Account } from '#tests/harness/app.ts';
import type { CredentialTestInput, CredentialTestResult } from '#workflows/messages.ts';

const PASSWORD = 'S3cret-pässword';
const portal = 'bangladesh_bank_exp';
const login = { consent: true, portalName: portal, username: 'exporter1', password: PASSWORD };

/** Stands in for the workflow: reads the draft as the activity does, then returns the result that the test has set. */
let answer: () => CredentialTestResult = () => ({ outcome: 'ok', message: '' });
let started: { type: string; options: { workflowId: string; args: [CredentialTestInput] } }[] = [];
let seen: unknown[] = [];
const temporal = {
  connection: { close: () => Promise.resolve() },
  workflow: {
    execute: async (type: string, options: (typeof started)[number]['options']) => {
      started.push({ type, options });
      const result = answer();
      const draft = await takeDraft(app.deps, options.args[0]);
      seen.push(draft && { username: draft.username, password: await draft.password() });
      return result;
    },
  },
} as unknown as Temporal;

let app: Awaited<ReturnType<typeof startTestApp>>;
let owner: Account;
let stranger: Account;
beforeAll(async () => {
  app = await startTestApp({ deps: { temporal } });
  owner = await app.signUpAndVerify();
  stranger = await app.signUpAndVerify();
});
beforeEach(async () => {
  await app.deps.db.portalCredential.deleteMany();
  answer = () => ({ outcome: 'ok', message: '' });
  started = [];
  seen = [];
});

const save = (account: Account, body: object = {}) =>
  app.post('/api/credentials/save', { ...login, ...body }, account.cookie);
const remove = (account: Account, path: string, json: object = {}) =>
  app.request(`/api/credentials/${path}`, { method: 'DELETE', json, cookie: account.cookie });
const test = (body: object = {}) => app.post('/api/credentials/test', { ...login, ...body }, owner.cookie);

describe('portal logins of another customer', () => {
  it('a visitor who is signed out reaches no portal login', async () => {
    const calls = await Promise.all([
      app.get(`/api/credentials/check/${portal}`),
      app.get(`/api/credentials/${portal}`),
      app.get(`/api/credentials/user/${owner.id}`),
      app.post('/api/credentials/test', login),
      app.post('/api/credentials/save', login),
      app.request(`/api/credentials/${portal}`, { method: 'DELETE', json: {} }),
    ]);
    expect(calls.map((call) => call.status)).toEqual([401, 401, 401, 401, 401, 401]);
  });

  it('a customer who names another user gets 404 on every call, and changes nothing', async () => {
    await save(owner);
    const userId = owner.id;
    const calls = await Promise.all([
      app.get(`/api/credentials/check/${portal}?userId=${userId}`, stranger.cookie),
      app.get(`/api/credentials/${portal}?userId=${userId}`, stranger.cookie),
      app.get(`/api/credentials/user/${userId}`, stranger.cookie),
      app.post('/api/credentials/test', { ...login, userId }, stranger.cookie),
      save(stranger, { userId, password: 'other' }),
      remove(stranger, portal, { userId }),
    ]);
    expect(calls.map(({ status, body }) => [status, body['code']])).toEqual(
      calls.map(() => [404, 'NOT_FOUND']),
    );
    expect(await openCredential(app.deps, { userId, portal })).toEqual({
      username: 'exporter1',
      password: PASSWORD,
    });
    expect(started).toEqual([]);
  });

  it('a customer sees and deletes only their own portal login', async () => {
    await save(owner);
    expect((await app.get(`/api/credentials/check/${portal}`, stranger.cookie)).body).toMatchObject({
      exists: false,
    });
    expect((await app.get(`/api/credentials/${portal}`, stranger.cookie)).body['data']).toEqual({
      username: null,
      server: null,
      provider: null,
    });
    expect((await remove(stranger, portal)).status).toBe(200);
    expect((await app.get(`/api/credentials/check/${portal}`, owner.cookie)).body).toMatchObject({
      exists: true,
    });
  });
});

describe('saved portal logins', () => {
  it.each([
    [{ username: ' ' }, 'Username is required'],
    [{ password: '' }, 'Password is required'],
    [{ portalName: 'nowhere' }, 'This portal does not exist.'],
  ])('a portal login with %j is rejected', async (body, message) => {
    const refused = await save(owner, body);
    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', message } });
    expect(refused.text).not.toContain(PASSWORD);
  });

  it.each([
    [{ host: '127.0.0.1' }, 'The address belongs to a private network.'],
    [{ host: '10.0.0.8' }, 'The address belongs to a private network.'],
    [{ host: '169.254.169.254' }, 'The address belongs to a private network.'],
    // The system reads this number as 127.0.0.1.
    [{ host: '2130706433' }, 'The address belongs to a private network.'],
    [{ host: 'mail.localhost' }, 'The address belongs to a private network.'],
    [{ host: '8.8.8.8', security: 'plain' }, 'The connection must be encrypted: choose TLS or STARTTLS.'],
  ])('a mailbox on the server %j is neither saved nor tested', async (given, message) => {
    const server = { port: 993, security: 'tls', ...given };
    const mailbox = { ...login, portalName: 'mailbox', server };
    // Tests are counted for each customer.
    const { cookie } = await app.signUpAndVerify();
    for (const path of ['save', 'test'])
      expect(await app.post(`/api/credentials/${path}`, mailbox, cookie)).toMatchObject({
        status: 422,
        body: { code: 'MAIL_SERVER_REFUSED', message },
      });
    expect(started).toEqual([]);
    expect(await app.deps.db.portalCredential.count({ where: { portal: 'mailbox' } })).toBe(0);
  });

  it.each(['', 'a b', 'http://mail.example', 'mail.example/x', 'mail@example', '-x'])(
    'a mail server cannot be named %j',
    async (host) => {
      const server = { host, port: 993, security: 'tls' };
      const refused = await save(owner, { portalName: 'mailbox', server });
      expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    },
  );

  it('an unknown portal has no login to read or delete', async () => {
    const calls = [await app.get('/api/credentials/nowhere', owner.cookie), await remove(owner, 'nowhere')];
    for (const call of calls) expect(call).toMatchObject({ status: 404, body: { code: 'PORTAL_UNKNOWN' } });
  });

  it('a saved login can be replaced, listed and named, and no answer carries the password [no-answer-has-the-password]', async () => {
    await save(owner, { userId: owner.id });
    const answers = [
      await save(owner, { username: 'exporter2' }),
      await app.get(`/api/credentials/check/${portal}?userId=${owner.id}`, owner.cookie),
      await app.get(`/api/credentials/${portal}?userId=${owner.id}`, owner.cookie),
      await app.get(`/api/credentials/user/${owner.id}`, owner.cookie),
    ];
    expect(answers.map(({ body }) => body)).toEqual([
      { success: true, message: 'Credentials saved successfully!' },
      { success: true, exists: true, usable: true },
      { success: true, data: { username: 'exporter2', server: null, provider: null } },
      {
        success: true,
        data: [
          {
            portal_name: portal,
            updated_at: expect.stringMatching(/^\d{4}-/),
            consent_at: expect.any(String),
            tested_at: null,
            managed: false,
            provider: null,
            test_outcome: null,
          },
        ],
      },
    ]);
    for (const { text } of answers) expect(text).not.toContain(PASSWORD);
  });

  it('a login is neither stored nor used without the consent to act with it [consent-at-the-server]', async () => {
    await remove(owner, portal);
    const refused = await save(owner, { consent: false });
    expect(refused).toMatchObject({ status: 400, body: { code: 'CONSENT_REQUIRED' } });
    expect(await app.deps.db.portalCredential.count({ where: { userId: owner.id } })).toBe(0);
    await save(owner);
    // A login that was saved before consent was requested.
    await app.deps.db.portalCredential.updateMany({ where: { userId: owner.id }, data: { consentAt: null } });
    expect(await savedLogin(app.deps, { userId: owner.id, portal })).toBeNull();
  });

  it('a saved login shows the date of consent and the last result for exactly the saved password', async () => {
    const saved = async () =>
      ((await app.get(`/api/credentials/user/${owner.id}`, owner.cookie)).body['data'] as object[])[0];
    const login = { username: 'exporter1', password: PASSWORD };
    await save(owner, { consent: true });
    await recordTestedLogin(app.deps, { userId: owner.id, portal }, { login, outcome: 'ok' });
    await recordTestedLogin(app.deps, { userId: owner.id, portal }, { login, outcome: 'PORTAL_DOWN' });
    expect(await saved()).toMatchObject({
      consent_at: expect.any(String),
      tested_at: expect.any(String),
      test_outcome: 'ok',
    });
    const other = { ...login, password: 'another' };
    await recordTestedLogin(
      app.deps,
      { userId: owner.id, portal },
      { login: other, outcome: 'CREDENTIALS_INVALID' },
    );
    expect(await saved()).toMatchObject({ test_outcome: 'ok' });
    await save(owner, { password: 'another' });
    expect(await saved()).toMatchObject({
      consent_at: expect.any(String),
      tested_at: null,
      test_outcome: null,
    });
  });

  it('a saved login is sealed to its owner and portal [logins-are-sealed]', async () => {
    await Promise.all([save(owner), save(stranger, { password: 'another' })]);
    const { db } = app.deps;
    const row = await db.portalCredential.findUniqueOrThrow({
      where: { userId_portal: { userId: owner.id, portal } },
    });
    expect(JSON.stringify(row)).not.toContain(PASSWORD);
    await db.portalCredential.update({
      where: { userId_portal: { userId: stranger.id, portal } },
      data: { secret: row.secret },
    });
    await expect(openCredential(app.deps, { userId: stranger.id, portal })).rejects.toThrow();
  });

  it('a saved login is deleted, and deleting it again changes nothing', async () => {
    await save(owner);
    for (const call of [await remove(owner, portal, { userId: owner.id }), await remove(owner, portal)]) {
      expect(call).toMatchObject({ status: 200, body: { message: 'Credentials deleted successfully!' } });
    }
    expect(await openCredential(app.deps, { userId: owner.id, portal })).toBeNull();
  });
});

describe('a test of a portal login', () => {
  it.each([
    [
      'CREDENTIALS_INVALID',
      'Invalid user id or password.',
      422,
      'CREDENTIALS_TEST_FAILED',
      'Invalid user id or password.',
    ],
    ['ACCOUNT_LOCKED', '', 422, 'CREDENTIALS_TEST_FAILED', 'Credentials test failed'],
    [
      'PORTAL_DOWN',
      'The portal does not answer.',
      503,
      'CREDENTIALS_TEST_UNAVAILABLE',
      'The portal does not answer.',
    ],
    ['IN_USE', '', 503, 'CREDENTIALS_TEST_UNAVAILABLE', 'Failed to test credentials'],
  ])('a test that ends as %s "%s" answers %i %s', async (outcome, reason, status, code, message) => {
    answer = () => ({ outcome, message: reason });
    expect(await test()).toMatchObject({ status, body: { success: false, code, message } });
  });

  it('a test that cannot start is unavailable, and leaves no login behind', async () => {
    answer = () => {
      throw new Error('14 UNAVAILABLE');
    };
    expect(await test()).toMatchObject({ status: 503, body: { code: 'CREDENTIALS_TEST_UNAVAILABLE' } });
    expect(await app.deps.db.credentialDraft.count()).toBe(0);
  });

  it('a test gives the workflow no password, its draft is read once, and nothing is saved', async () => {
    expect(await test({ userId: owner.id })).toMatchObject({
      status: 200,
      body: { success: true, message: 'Credentials are valid and working!' },
    });
    const [{ type, options }] = started as [(typeof started)[number]];
    expect(type).toBe('credentialTest');
    expect(JSON.stringify(options)).not.toContain(PASSWORD);
    expect(seen).toEqual([{ username: 'exporter1', password: PASSWORD }]);
    expect(await takeDraft(app.deps, options.args[0])).toBeNull();
    expect(await openCredential(app.deps, { userId: owner.id, portal })).toBeNull();
  });
});
