/**
 * A saved login is decrypted for the one page that asks for its password, and again for the next page; nothing else
 * holds it.
 */
import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import type { Page } from 'playwright';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createBrowserPool } from '#activities/browser/pool.ts';
import { createMailReach } from '#activities/sessions/mail-reach.ts';
import { openConnection } from '#activities/portals/mailbox/connection.ts';
import { createSessionPool, type PooledSession } from '#activities/sessions/pool.ts';
import { createVault } from '#api/adapters/vault.ts';
import { saveCredential } from '#api/domain/portals/credentials.ts';
import { createUser } from '#tests/factories.ts';
import { testEnv } from '#tests/harness/app.ts';
import { leaveLease } from '#api/domain/portals/portal-leases.ts';
import { claimedLease, takeOver } from '#tests/harness/leases.ts';
import { until } from '#tests/harness/until.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { nobodyAnswers } from '#tests/harness/run-context.ts';
import { startSandbox } from '#tests/harness/sandbox.ts';

const sandbox = await startSandbox();
const { db, url } = await createTestDatabase();
const env = testEnv({
  DATABASE_URL: url,
  FILES_DIR: '/tmp',
  MAILBOX_DIR: '/tmp',
  BB_EXP_URL: sandbox.url('bb-exp'),
});
const whole = createVault(env.VAULT_KEYS);
let opened = 0;
/** The vault itself, with a count of how often it was asked to open something. */
const vault: typeof whole = {
  ...whole,
  open: (...given) => {
    opened += 1;
    return whole.open(...given);
  },
};
const browsers = createBrowserPool({ chromiumPath: process.env['CHROMIUM_PATH'] });
const deps = { db, env, vault, browsers, clock: () => new Date() };
const pool = createSessionPool(deps);
afterAll(async () => {
  await pool.closeAll();
  await browsers.close();
});

function pageOf(session: PooledSession): Page {
  if (!('page' in session)) throw new Error('The portal has no pages.');
  return session.page;
}

const good = { username: 'padma', password: 'padma1234' };
let userId = '';
const save = (login: typeof good): Promise<void> =>
  saveCredential(deps, { userId, portal: 'bangladesh_bank_exp' }, { ...login, consent: true });
const open = (ask = nobodyAnswers.ask): Promise<PooledSession> =>
  pool.open({ portal: 'bb-exp', userId, jobId: randomUUID(), scope: '', claimed: null, ask });

beforeEach(async () => {
  await sandbox.clearFaults();
  await sandbox.seed();
  userId = (await createUser(db)).id;
  await save(good);
  opened = 0;
});

test('a session that continues does not decrypt the login; one that signs in again does', async () => {
  const first = await open();
  expect(opened).toBe(1);
  await pool.giveBack(first, null);
  const kept = await open();
  expect(opened).toBe(1);
  expect(pageOf(kept)).toBe(pageOf(first));
  await pool.close(kept);
  const renewed = await open();
  expect(opened).toBe(2);
  await pool.close(renewed);
});

test('an idle session signs out as soon as another worker works its job, and not while nobody does', async () => {
  const lease = await claimedLease(db, { portal: 'bb-exp' });
  const kept = await open();
  await leaveLease(db, lease.claim);
  expect(await pool.giveBack(kept, lease.claim)).toBe(true);
  const again = await open();
  expect(pageOf(again)).toBe(pageOf(kept));
  expect(await pool.giveBack(again, lease.claim)).toBe(true);
  await takeOver(db, lease);
  await until('the session to sign out', () => pageOf(again).isClosed());
  expect((await sandbox.journal()).map(({ kind }) => kind)).toEqual(['login', 'logout']);
});

test('a session holds the name that it is signed in with, but no password', async () => {
  const session = await open();
  const own = Object.fromEntries(
    Object.entries(session).filter(([name]) => name !== 'context' && name !== 'page'),
  );
  expect(own).toMatchObject({ login: 'padma' });
  expect(inspect(own, { depth: null, showHidden: true })).not.toContain(good.password);
  expect(await pageOf(session).content()).not.toContain(good.password);
  await pool.close(session);
});

test('a login stays encrypted while a person looks at a CAPTCHA, and each try decrypts it once', async () => {
  await sandbox.setFault({ kind: 'captcha-on', route: 'login' });
  const openedAtQuestion: number[] = [];
  const ask = async (): Promise<string> => {
    openedAtQuestion.push(opened);
    return openedAtQuestion.length === 1 ? 'WRONG' : 'SANDBOX';
  };
  await pool.close(await open(ask));
  expect(openedAtQuestion).toEqual([0, 1]);
  expect(opened).toBe(2);
});

test('a login that was changed meanwhile is used by the next session', async () => {
  const session = await open();
  await pool.close(session);
  await save({ username: 'padma', password: 'wrong' });
  opened = 0;
  await expect(open()).rejects.toMatchObject({ outcome: 'CREDENTIALS_INVALID' });
  expect(opened).toBe(1);
  const where = { userId_portal: { userId, portal: 'bangladesh_bank_exp' } };
  expect(await db.portalCredential.findUnique({ where })).toMatchObject({
    testOutcome: 'CREDENTIALS_INVALID',
  });
});

test('a mailbox connection forgets its password after it has signed in', async () => {
  const connection = await openConnection(
    sandbox.url('mailbox'),
    good,
    createMailReach({ allowsPrivate: false }),
  );
  const options = await connection.run(async (client) => inspect(client, { depth: null, showHidden: true }));
  expect(options).toContain("user: 'padma'");
  expect(options).not.toContain(good.password);
  await connection.close();
});
