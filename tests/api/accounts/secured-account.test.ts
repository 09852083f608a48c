/** A new password ends what was under way: nothing that began under the old one leaves another way into the account. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createRateLimiter } from '#api/adapters/rate-limits.ts';
import { addPasskey } from '#api/domain/accounts/passkeys.ts';
import { beginSecondFactor, confirmSecondFactor } from '#api/domain/accounts/second-factor.ts';
import { codeOfStep, stepAt } from '#api/domain/accounts/totp.ts';
import { createToken } from '#api/domain/integrations/api-tokens.ts';
import { changeSchedule } from '#api/domain/integrations/schedules.ts';
import { changeWebhook, createWebhook } from '#api/domain/integrations/webhooks.ts';
import type { AddPasskeyBody } from '#contracts/accounts/passkeys.ts';
import { newTokenRequest } from '#tests/factories.ts';
import type { Account, Answer } from '#tests/harness/app.ts';
import { secretFromBase32 } from '#tests/harness/authenticator.ts';
import { createGate } from '#tests/harness/gate.ts';
import { formOf } from '#tests/harness/job-calls.ts';
import { switchOnSecondFactor } from '#tests/harness/second-factor.ts';
import { until } from '#tests/harness/until.ts';
import { startAppWithWorkers } from '#tests/harness/worker.ts';
import { ownSystems } from '../integrations/own-systems.ts';

const app = await startAppWithWorkers({ CPA_URL: 'http://127.0.0.1:9', WEBHOOKS_TO_PRIVATE: 'true' });
const { db } = app.deps;
const NEW_PASSWORD = 'staple battery';
const LOCK = 70_001;

let ana: Account;
beforeEach(async () => {
  ana = await app.signUpAndVerify();
});

const change = (): Promise<Answer> =>
  app.post(
    `/api/users/${ana.id}/change-password`,
    { currentPassword: ana.password, newPassword: NEW_PASSWORD },
    ana.cookie,
  );
const askForToken = (cookie: string): Promise<Answer> =>
  app.post('/api/api-tokens', { ...newTokenRequest(), currentPassword: ana.password }, cookie);
const isSignedIn = async (cookie: string): Promise<boolean> =>
  (await app.get('/api/auth/me', cookie)).body['user'] !== null;

async function reset(): Promise<Answer> {
  await app.post('/api/auth/forgot-password', { email: ana.email });
  const token = await app.tokenFor(ana.email, 2);
  return app.post('/api/auth/reset-password', { token, newPassword: NEW_PASSWORD });
}

/** Holds every write of this kind to the table while `meanwhile` runs, and returns the answer to the call that writes. */
async function whileHeld(
  write: 'INSERT ON sessions' | 'UPDATE ON accounts',
  call: () => Promise<Answer>,
  meanwhile: () => Promise<void>,
): Promise<Answer> {
  await db.$executeRawUnsafe(`CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_advisory_xact_lock_shared(${LOCK}); RETURN NEW; END $$`);
  await db.$executeRawUnsafe(`CREATE TRIGGER hold BEFORE ${write} FOR EACH ROW EXECUTE FUNCTION hold()`);
  const held = createGate();
  const holding = db.$transaction(
    async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK})`;
      await held.pass();
    },
    { timeout: 60_000 },
  );
  try {
    await held.reached;
    const answered = call();
    await until('the write to wait', isHeld);
    await meanwhile();
    held.open();
    return await answered;
  } finally {
    held.open();
    await holding;
    await db.$executeRawUnsafe('DROP FUNCTION hold() CASCADE');
  }
}

async function isHeld(): Promise<boolean> {
  const [found] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM pg_locks
    WHERE locktype = 'advisory' AND objid = ${LOCK}::oid AND NOT granted`;
  return (found?.count ?? 0) > 0;
}

test('a token that was created while a new password was being stored is closed with the others [token-beside-a-new-password]', async () => {
  const intruder = await app.signIn(ana.email, ana.password);
  const answer = await whileHeld('UPDATE ON accounts', change, async () => {
    expect(await askForToken(intruder)).toMatchObject({ status: 200 });
  });
  expect(answer.status).toBe(200);
  expect(await db.apiToken.count({ where: { userId: ana.id, revokedAt: null } })).toBe(0);
  const mails = await app.mailsTo(ana.email, 3);
  expect(mails.map(({ text }) => text).join('\n')).toContain('API token');
});

test('a session that was signed in with the old password while it was reset does not work [sign-in-beside-a-new-password]', async () => {
  const answer = await whileHeld(
    'INSERT ON sessions',
    () => app.post('/api/auth/login', { email: ana.email, password: ana.password }),
    async () => {
      expect(await reset()).toMatchObject({ status: 200 });
    },
  );
  expect(answer).toMatchObject({ status: 401, body: { code: 'LOGIN_FAILED' } });
  expect(await db.session.count({ where: { userId: ana.id } })).toBe(0);
  expect(await isSignedIn(await app.signIn(ana.email, NEW_PASSWORD))).toBe(true);
});

test('a schedule whose file still arrives when the password changes is not created [schedule-beside-a-new-password]', async () => {
  const gate = createGate();
  const { files } = app.deps;
  const put = files.putFile.bind(files);
  const held = vi.spyOn(files, 'putFile').mockImplementationOnce(async (...given) => {
    await put(...given);
    await gate.pass();
  });
  const intruder = await app.signIn(ana.email, ana.password);
  const file = new File(['container_no,direction\nMSKU0383250,IMPORT\n'], 'boxes.csv');
  const form = formOf({ name: 'Boxes', time: '09:30', serviceId: 'ctg-port-tracking', file });
  const asked = app.request('/api/schedules', { form, cookie: intruder });
  await gate.reached;
  expect(await change()).toMatchObject({ status: 200 });
  gate.open();
  expect(await asked).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
  held.mockRestore();
  expect(await db.jobSchedule.count({ where: { userId: ana.id } })).toBe(0);
});

test('a sign-in with the password alone that was under way does not survive switching on two-step sign-in [sign-in-beside-a-new-factor]', async () => {
  const answer = await whileHeld(
    'INSERT ON sessions',
    () => app.post('/api/auth/login', { email: ana.email, password: ana.password }),
    async () => void (await switchOnSecondFactor(app, ana)),
  );
  expect(answer).toMatchObject({ status: 401, body: { code: 'SECOND_FACTOR_REQUIRED' } });
  expect(await db.session.count({ where: { userId: ana.id } })).toBe(1);
  expect(await isSignedIn(ana.cookie)).toBe(true);
});

describe('a change of password that is under way', () => {
  /** Holds the change while the new password is hashed, after the current one was read. */
  async function whileHashed(meanwhile: () => Promise<unknown>): Promise<Answer> {
    const gate = createGate();
    const { password } = await app.deps.auth.$context;
    const hash = password.hash.bind(password);
    const held = vi.spyOn(password, 'hash').mockImplementationOnce(async (given) => {
      await gate.pass();
      return hash(given);
    });
    const answered = app.post(
      `/api/users/${ana.id}/change-password`,
      { currentPassword: ana.password, newPassword: 'of the intruder' },
      ana.cookie,
    );
    await gate.reached;
    await meanwhile().finally(gate.open);
    const answer = await answered;
    held.mockRestore();
    return answer;
  }

  test('a change of password that is under way does not undo a reset [reset-beside-a-change]', async () => {
    const answer = await whileHashed(async () => {
      expect(await reset()).toMatchObject({ status: 200 });
    });
    expect(answer).toMatchObject({ status: 422, body: { code: 'WRONG_PASSWORD' } });
    expect(answer.headers.getSetCookie().join()).not.toContain('session=');
    expect(await db.session.count({ where: { userId: ana.id } })).toBe(0);
    expect(await isSignedIn(await app.signIn(ana.email, NEW_PASSWORD))).toBe(true);
  });

  test('a change of password that is under way does not pass two-step sign-in [factor-beside-a-change]', async () => {
    const owner = { ...ana, cookie: await app.signIn(ana.email, ana.password) };
    const answer = await whileHashed(() => switchOnSecondFactor(app, owner));
    expect(answer).toMatchObject({ status: 401, body: { code: 'UNAUTHENTICATED' } });
    expect(await db.session.count({ where: { userId: ana.id } })).toBe(1);
    expect(await isSignedIn(owner.cookie)).toBe(true);
    const login = { email: ana.email, password: ana.password };
    expect((await app.post('/api/auth/login', login)).body['code']).toBe('SECOND_FACTOR_REQUIRED');
  });
});

describe('a session that ended after its call had begun', () => {
  test('no way into the account is opened by a session that has ended [ended-session-opens-nothing]', async () => {
    const { scheduleId, webhookId } = await ownSystems(app.deps, ana.id, `word${Date.now()}`);
    await db.jobSchedule.updateMany({ data: { enabled: false } });
    await db.webhook.updateMany({ data: { enabled: false } });
    const caller = { ...ana.user, sessionToken: 'of-a-session-that-has-ended' };
    const proved = async (): Promise<void> => undefined;
    const webhook = { url: 'http://127.0.0.1:9/', events: ['job.completed' as const] };
    const { url } = await db.webhook.findUniqueOrThrow({ where: { id: webhookId } });
    const { api } = app.deps.auth;
    const passkey = { name: 'Phone', credential: { id: 'of-a-phone' } } as AddPasskeyBody;
    const key = { publicKey: 'none', counter: 0, deviceType: 'singleDevice', backedUp: false };
    const stored = { id: 'of-a-phone', credentialID: 'of-a-phone', userId: ana.id, name: 'Phone', ...key };
    vi.spyOn(api, 'verifyPasskeyRegistration').mockImplementationOnce((async () =>
      db.passkey.create({ data: stored })) as never);
    const { secret } = await beginSecondFactor(app.deps, caller);
    const code = codeOfStep(secretFromBase32(secret), stepAt(app.deps.clock()));
    const codeDeps = { ...app.deps, limiter: createRateLimiter(app.deps), now: app.deps.clock() };
    const calls = {
      passkey: () => addPasskey(app.deps, caller, passkey, { cookie: '', ip: '', userAgent: '' }),
      'second factor': () => confirmSecondFactor(codeDeps, caller, code),
      token: () => createToken(db, caller, newTokenRequest(), new Date()),
      webhook: () => createWebhook(app.deps, caller, webhook, proved),
      'webhook on': () =>
        changeWebhook(app.deps, { caller, id: webhookId }, { ...webhook, url, enabled: true }, proved),
      'schedule on': () =>
        changeSchedule(app.deps, { caller, id: scheduleId }, { name: 'Boxes', time: '09:30', enabled: true }),
    };
    for (const [name, call] of Object.entries(calls))
      await expect(call(), name).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await db.jobSchedule.count({ where: { userId: ana.id, enabled: true } })).toBe(0);
    expect(await db.webhook.count({ where: { userId: ana.id, enabled: true } })).toBe(0);
    expect(await db.passkey.count({ where: { userId: ana.id } })).toBe(0);
    expect(await db.secondFactor.count({ where: { userId: ana.id, confirmedAt: { not: null } } })).toBe(0);
  });
});
