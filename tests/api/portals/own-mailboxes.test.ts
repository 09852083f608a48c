/** Mailboxes that customers connect: on a server of their own, or with a provider's consent, from the call to the job. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { recordPortalAddresses } from '#api/domain/portals/portal-addresses.ts';
import { portalAddresses } from '#activities/portals/portals.ts';
import type { MailProvider, MailServer } from '#contracts/portals/mail-servers.ts';
import type { Answer } from '#tests/harness/app.ts';
import { newCustomer, type Customer } from '#tests/harness/job-calls.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { authorityFile } from '#tests/sandbox/portals/mailbox/imap/identity.ts';

const SERVICE = 'damco-fcr-extractor';
const PORTAL = 'mailbox';
const NAME = 'mail.sandbox.localhost';
const sandbox = await startSandbox();
const app = await startAppWithWorkers({
  MAILBOXES_TO_PRIVATE: 'true',
  MAILBOX_CA_FILE: authorityFile,
  MAIL_PROVIDERS_URL: sandbox.mailProviders,
  MAILBOX_URL: sandbox.url(PORTAL),
  GOOGLE_OAUTH_CLIENT_ID: 'sandbox-client',
  GOOGLE_OAUTH_CLIENT_SECRET: 'sandbox-secret',
  MICROSOFT_OAUTH_CLIENT_ID: 'sandbox-client',
  MICROSOFT_OAUTH_CLIENT_SECRET: 'sandbox-secret',
  PORTAL_RETRY_FIRST_MS: '100',
  PORTAL_RETRY_MAX_MS: '200',
  PORTAL_GIVE_UP_MS: '1000',
});
const { db } = app.deps;
const own = sandbox.mailServer(NAME, 'tls');

let ana: Customer;
beforeEach(async () => {
  await sandbox.seed();
  ana = await newCustomer(app);
});
afterEach(async () => {
  await sandbox.clearFaults();
  await sandbox.changeGrants('up');
});

const save = (server: MailServer | null, more: object = {}): Promise<Answer> => {
  const login = { portalName: PORTAL, username: 'padma', password: 'padma1234', consent: true, server };
  return app.post('/api/credentials/save', { ...login, ...more }, ana.cookie);
};
const tested = (server: MailServer | null): Promise<Answer> => {
  const login = { portalName: PORTAL, username: 'padma', password: 'padma1234', server };
  return app.post('/api/credentials/test', login, ana.cookie);
};
async function job(): Promise<string> {
  const file = new File(['search_key,from_date,to_date\n43680235,2026-09-01,2026-11-20'], 'fcrs.csv');
  return (await ana.started({ serviceId: SERVICE, file, totalCredits: 1.5 })).jobId;
}
const shown = async (): Promise<unknown> =>
  (await app.get(`/api/credentials/${PORTAL}`, ana.cookie)).body['data'];
const portalState = async (): Promise<object | null> =>
  db.portalState.findUnique({ where: { portal: PORTAL } });

describe('a mailbox on a server of its own', () => {
  test('a mailbox on its own server with TLS is tested, shown to its owner, and read by a job', async () => {
    expect(await tested(own)).toMatchObject({ status: 200 });
    expect(await save(own)).toMatchObject({ status: 200 });
    expect(await shown()).toEqual({ username: 'padma', server: own, provider: null });
    expect(await ana.ended(await job())).toMatchObject({ state: 'completed', rowsSucceeded: 1 });
  });

  test('a login without its own server is used on the configured one', async () => {
    await save(null);
    expect(await shown()).toEqual({ username: 'padma', server: null, provider: null });
    expect(await ana.ended(await job())).toMatchObject({ state: 'completed', rowsSucceeded: 1 });
  });

  test('a certificate for another name ends the job with a message that says what the customer can do', async () => {
    await save({ ...own, host: 'localhost.localhost' });
    const ended = await ana.ended(await job());
    expect(ended).toMatchObject({ state: 'failed' });
    expect(JSON.stringify(ended)).toContain('not valid for localhost.localhost');
  });

  test("what one customer's own server does neither marks nor pauses the mailboxes of others [own-server-pauses-nobody]", async () => {
    await recordPortalAddresses(db, portalAddresses(app.deps.env));
    await save(own);
    const before = await portalState();
    await sandbox.setFault({ portal: PORTAL, kind: 'layout-changed', route: 'login', times: -1 });
    expect(await ana.ended(await job())).toMatchObject({ state: 'failed' });
    await sandbox.clearFaults();
    await sandbox.setFault({ portal: PORTAL, kind: 'drop-connection', route: 'login', times: -1 });
    expect(await ana.ended(await job())).toMatchObject({ state: 'failed' });
    expect(await portalState()).toEqual(before);
  });

  test('refusals of a user name on one server do not count on another [own-server-locks-nobody]', async () => {
    await save(own, { password: 'wrong' });
    for (let times = 0; times < 3; times += 1) {
      await db.portalCredential.updateMany({ data: { testOutcome: null } });
      await ana.ended(await job());
    }
    await sandbox.seed();
    const nilima = await newCustomer(app);
    const login = { portalName: PORTAL, username: 'padma', password: 'padma1234', consent: true };
    await app.post('/api/credentials/save', login, nilima.cookie);
    const file = new File(['search_key,from_date,to_date\n43680235,2026-09-01,2026-11-20'], 'fcrs.csv');
    const { jobId } = await nilima.started({ serviceId: SERVICE, file, totalCredits: 1.5 });
    expect(await nilima.ended(jobId)).toMatchObject({ state: 'completed' });
  });

  test('a server is refused for a login of a website, and where its name is not found', async () => {
    const website = await save(own, { portalName: 'damco_shipper' });
    expect(website).toMatchObject({ status: 422, body: { code: 'MAIL_SERVER_REFUSED' } });
    const nowhere = await save({ ...own, host: 'no-such-host.invalid' });
    expect(nowhere).toMatchObject({ status: 422, body: { code: 'MAIL_SERVER_REFUSED' } });
    expect(await db.portalCredential.count({ where: { userId: ana.id } })).toBe(0);
  });
});

type Begun = { state: string; url: URL };
async function begin(provider: MailProvider = 'google', by = ana): Promise<Begun> {
  const answer = await app.post('/api/mailbox/consents', { provider, consent: true }, by.cookie);
  expect(answer).toMatchObject({ status: 200 });
  const url = new URL(String(answer.body['url']));
  return { url, state: url.searchParams.get('state') ?? '' };
}
/** The person decides on the provider's page; returns what the provider sends back. */
async function decide({ url }: Begun, decision: 'allow' | 'deny' = 'allow'): Promise<URLSearchParams> {
  const body = new URLSearchParams({ ...Object.fromEntries(url.searchParams), decision });
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '').searchParams;
}
const finish = (sent: URLSearchParams, by = ana): Promise<Answer> =>
  app.post('/api/mailbox/consents/finish', Object.fromEntries(sent), by.cookie);
async function connect(provider: MailProvider = 'google'): Promise<void> {
  expect(await finish(await decide(await begin(provider)))).toMatchObject({ status: 200 });
}

describe('a mailbox that is read with a consent', () => {
  test.each(['google', 'microsoft'] as const)(
    'a mailbox of %s is connected once and read by jobs',
    async (provider) => {
      await connect(provider);
      expect(await shown()).toEqual({ username: 'padma@mail.test', server: null, provider });
      expect(await ana.ended(await job())).toMatchObject({ state: 'completed', rowsSucceeded: 1 });
      await sandbox.changeGrants('expire');
      expect(await ana.ended(await job())).toMatchObject({ state: 'completed', rowsSucceeded: 1 });
    },
  );

  test('an access token that expires within a job is replaced, and the job continues', async () => {
    await connect('microsoft');
    await sandbox.setFault({ portal: PORTAL, kind: 'session-drop', route: 'fetch' });
    const jobId = await job();
    await sandbox.changeGrants('expire');
    expect(await ana.ended(jobId)).toMatchObject({ state: 'completed', rowsSucceeded: 1 });
  });

  test('a revoked consent ends the job as a refused login, and says that the mailbox must be connected again', async () => {
    await connect();
    await sandbox.changeGrants('revoke');
    const ended = await ana.ended(await job());
    expect(ended).toMatchObject({ state: 'failed' });
    expect(JSON.stringify(ended)).toContain(
      'Google no longer allows access to this mailbox. Connect it again in Portal Access.',
    );
    const list = await app.get(`/api/credentials/user/${ana.id}`, ana.cookie);
    expect(list.body['data']).toMatchObject([{ test_outcome: 'CREDENTIALS_INVALID', provider: 'google' }]);
    await connect();
    expect(await ana.ended(await job())).toMatchObject({ state: 'completed' });
  });

  test('a job waits while the provider does not answer, and continues afterwards', async () => {
    await connect();
    await sandbox.changeGrants('down');
    const jobId = await job();
    await until('the job to wait', async () => (await ana.job(jobId)).state === 'parked');
    await sandbox.changeGrants('up');
    expect(await ana.ended(jobId)).toMatchObject({ state: 'completed' });
  });

  test('the answers of a connection carry no token, and the stored secret is sealed', async () => {
    const finished = await finish(await decide(await begin()));
    expect(finished.body).toEqual({ success: true, provider: 'google', email: 'padma@mail.test' });
    const saved = await db.portalCredential.findFirstOrThrow({ where: { userId: ana.id } });
    expect(saved.secret).toMatch(/^D1\./);
  });

  test('a customer who refuses at the provider has connected nothing', async () => {
    expect(await finish(await decide(await begin(), 'deny'))).toMatchObject({
      status: 422,
      body: { code: 'MAILBOX_CONNECTION_REFUSED' },
    });
    expect(await shown()).toEqual({ username: null, server: null, provider: null });
  });

  test('a state that this account has not begun is refused, before the code is used [forged-mailbox-state]', async () => {
    const stranger = await newCustomer(app);
    const sent = await decide(await begin());
    const forged = new URLSearchParams({ state: 'forged', code: sent.get('code') ?? '' });
    for (const answer of [await finish(forged), await finish(sent, stranger)])
      expect(answer).toMatchObject({ status: 409, body: { code: 'MAILBOX_CONNECTION_OVER' } });
    expect(await db.portalCredential.count({ where: { userId: { in: [ana.id, stranger.id] } } })).toBe(0);
    expect(await finish(sent)).toMatchObject({ status: 200 });
  });

  test('a provider’s answer completes one connection, and only the one that was begun last', async () => {
    const former = await decide(await begin());
    const sent = await decide(await begin());
    expect(await finish(former)).toMatchObject({ status: 409 });
    expect(await finish(sent)).toMatchObject({ status: 200 });
    expect(await finish(sent)).toMatchObject({ status: 409 });
  });

  test('a code that was given for another connection is refused, because its verifier does not fit [foreign-mailbox-code]', async () => {
    const attacker = await newCustomer(app);
    const stolen = (await decide(await begin('google', attacker))).get('code') ?? '';
    const { state } = await begin();
    expect(await finish(new URLSearchParams({ state, code: stolen }))).toMatchObject({
      status: 422,
      body: { code: 'MAILBOX_CONNECTION_REFUSED' },
    });
    expect(await shown()).toEqual({ username: null, server: null, provider: null });
  });

  test('a mailbox is not connected without the consent to act with it', async () => {
    const answer = await app.post('/api/mailbox/consents', { provider: 'google' }, ana.cookie);
    expect(answer).toMatchObject({ status: 400, body: { code: 'CONSENT_REQUIRED' } });
  });
});

test('customers can read which providers are offered, and how a server may be reached', async () => {
  await recordPortalAddresses(db, portalAddresses(app.deps.env));
  expect((await app.get('/api/mailbox/settings', ana.cookie)).body).toEqual({
    success: true,
    settings: { providers: ['google', 'microsoft'], hasUsualServer: true, allowsPlain: true },
  });
  const without = { ...app.deps.env, MAILBOX_URL: undefined };
  await recordPortalAddresses(db, portalAddresses(without));
  const { body } = await app.get('/api/mailbox/settings', ana.cookie);
  expect(body).toMatchObject({ settings: { hasUsualServer: false } });
  expect((await app.get('/api/settings')).body).not.toMatchObject({
    settings: { unavailableServices: expect.arrayContaining([SERVICE]) },
  });
});
