/** A user's own account: password, sessions, preferences, the mail about a job, and usage by day. */
import { beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '#contracts/durations.ts';
import { quote } from '#contracts/messages/message.ts';
import { endJob } from '#activities/job-end.ts';
import { reserve, settle } from '#api/domain/credits/ledger.ts';
import type { OwnSession } from '#contracts/calls/accounts-answers.ts';
import type { UsageDay } from '#contracts/calls/credits-answers.ts';
import { held, settlement } from '#tests/factories.ts';
import { cookieIn, startTestApp, type Account } from '#tests/harness/app.ts';
import { newJob } from './account-jobs.ts';

const app = await startTestApp();
const { db } = app.deps;
let ana: Account;
beforeEach(async () => {
  ana = await app.signUpAndVerify();
});

const place = (account: Account, call: string) => `/api/users/${account.id}/${call}`;
const put = (account: Account, call: string, json: unknown) =>
  app.request(place(account, call), { method: 'PUT', json, cookie: account.cookie });
const isSignedIn = async (cookie: string) => (await app.get('/api/auth/me', cookie)).body['user'] !== null;

describe('the change of a password', () => {
  const change = (body: object, cookie = ana.cookie) => app.post(place(ana, 'change-password'), body, cookie);
  const request = () => ({ currentPassword: ana.password, newPassword: 'staple battery' });

  test.each([
    [{ currentPassword: '' }, 'Current password is required'],
    [{ currentPassword: undefined }, 'Current password is required'],
    [{ newPassword: '' }, 'New password is required'],
    [{ newPassword: 'short' }, 'New password must be at least 6 characters long'],
    [{ newPassword: 'correct horse' }, 'New password must be different from current password'],
  ])('a change of password with %j is rejected', async (difference, message) => {
    expect(await change({ ...request(), ...difference })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT', message },
    });
    expect(await isSignedIn(ana.cookie)).toBe(true);
    await app.signIn(ana.email, ana.password);
  });

  test('a change of password needs the current one, and ten wrong guesses block even the right one [password-guesses-are-limited]', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect(await change({ ...request(), currentPassword: `guess ${attempt}` })).toMatchObject({
        status: 422,
        body: { code: 'WRONG_PASSWORD', message: 'Current password is incorrect' },
      });
    expect(await change(request())).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
    await app.signIn(ana.email, ana.password);
  });

  /** Makes every update of the table fail, as if the process died there. */
  const failingUpdates = async (table: 'api_tokens' | 'accounts', attempt: () => Promise<void>) => {
    await db.$executeRawUnsafe(
      `CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the process dies'; END $$`,
    );
    await db.$executeRawUnsafe(
      `CREATE TRIGGER die BEFORE UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION die()`,
    );
    await attempt().finally(() => db.$executeRawUnsafe('DROP FUNCTION die() CASCADE'));
  };
  const newToken = async (): Promise<string> => {
    const token = { name: 'Kept', scopes: ['jobs:read'], currentPassword: ana.password };
    return String((await app.post('/api/api-tokens', token, ana.cookie)).body['token']);
  };
  const opens = async (token: string): Promise<boolean> =>
    (await app.request(`/api/work-history/${ana.id}`, { headers: { authorization: `Bearer ${token}` } }))
      .status === 200;

  test('a new password is not stored by a process that dies before it has closed tokens, webhooks and schedules', async () => {
    await newToken();
    await failingUpdates('api_tokens', async () => {
      expect((await change(request())).status).toBe(500);
    });
    await app.signIn(ana.email, ana.password);
  });

  test('every token is closed before a new password is stored, so that a process that dies in between leaves none open', async () => {
    const token = await newToken();
    expect(await opens(token)).toBe(true);
    await failingUpdates('accounts', async () => {
      expect((await change(request())).status).toBe(500);
    });
    await app.signIn(ana.email, ana.password);
    expect(await opens(token)).toBe(false);
  });

  test('a change of password with a wrong old password is refused, and tokens stay valid', async () => {
    const token = await newToken();
    expect((await change({ ...request(), currentPassword: 'a guess' })).status).toBe(422);
    expect(await opens(token)).toBe(true);
  });

  test('a change of password ends every other session, renews the current one and is mailed to the owner [password-change-ends-sessions]', async () => {
    const elsewhere = await app.signIn(ana.email, ana.password);
    const changed = await change(request());
    expect(changed).toMatchObject({ status: 200, body: { message: 'Password changed successfully!' } });
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect(await isSignedIn(ana.cookie)).toBe(false);
    expect(await isSignedIn(cookieIn(changed))).toBe(true);
    expect(await app.post('/api/auth/login', { email: ana.email, password: ana.password })).toMatchObject({
      status: 401,
    });
    await app.signIn(ana.email, 'staple battery');
    const mails = await app.mailsTo(ana.email, 2);
    expect(mails[0]).toMatchObject({ subject: 'Your password was changed' });
    expect(mails[0]?.text).toContain('every other device was signed out');
  });

  test('a change of password invalidates reset links that were requested before', async () => {
    await app.post('/api/auth/forgot-password', { email: ana.email });
    const token = await app.tokenFor(ana.email, 2);
    expect(await change(request())).toMatchObject({ status: 200 });
    expect(await app.post('/api/auth/reset-password', { token, newPassword: 'taken over' })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_RESET_TOKEN' },
    });
  });
});

describe('the sessions of an account', () => {
  const sessions = async (cookie = ana.cookie) =>
    (await app.get(place(ana, 'sessions'), cookie)).body['sessions'] as OwnSession[];
  const end = (id: string, account = ana) =>
    app.request(`/api/users/${account.id}/sessions/${id}`, {
      method: 'DELETE',
      json: {},
      cookie: account.cookie,
    });

  test('the list of sessions shows device and network without tokens, and marks the current session [sessions-are-listed]', async () => {
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
    await app.request('/api/auth/login', {
      json: { email: ana.email, password: ana.password },
      headers: { 'user-agent': userAgent },
    });
    const answer = await app.get(place(ana, 'sessions'), ana.cookie);
    const [own, other] = answer.body['sessions'] as OwnSession[];
    expect(own).toMatchObject({ current: true, browser: null, system: null });
    expect(other).toMatchObject({ current: false, browser: 'Chrome', system: 'Windows', address: '0.0.0.x' });
    for (const { token } of await db.session.findMany({ where: { userId: ana.id } }))
      expect(answer.text).not.toContain(token);
  });

  test('nobody can end a session of another account, whichever user the call names', async () => {
    const eve = await app.signUpAndVerify();
    const [own] = await sessions();
    expect(await end(own?.id ?? '', eve)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect(await isSignedIn(ana.cookie)).toBe(true);
  });

  test('sessions can be ended one by one, or all except the current one [sessions-can-be-ended]', async () => {
    const [second, third, fourth] = await Promise.all(
      [1, 2, 3].map(() => app.signIn(ana.email, ana.password)),
    );
    const [, other] = await sessions();
    expect(await end(other?.id ?? '')).toMatchObject({ status: 200 });
    expect(await end(other?.id ?? '')).toMatchObject({ status: 404 });
    expect(await sessions()).toHaveLength(3);
    expect(await app.post(place(ana, 'sessions/end-others'), {}, ana.cookie)).toMatchObject({
      status: 200,
      body: { ended: 2 },
    });
    expect(await sessions()).toMatchObject([{ current: true }]);
    for (const cookie of [second, third, fourth]) expect(await isSignedIn(cookie ?? '')).toBe(false);
  });

  test('a session shows when it was last used, to within a quarter of an hour', async () => {
    const longAgo = new Date(Date.now() - HOUR_MS);
    await db.session.updateMany({ where: { userId: ana.id }, data: { updatedAt: longAgo } });
    await isSignedIn(ana.cookie);
    const [own] = await sessions();
    expect(Date.now() - Date.parse(own?.lastUsedAt ?? '')).toBeLessThan(60_000);
  });

  test('the last activity of an account follows the use of its session, to within an hour', async () => {
    const activity = async () =>
      (await db.user.findUniqueOrThrow({ where: { id: ana.id } })).lastActivity?.getTime();
    const usedAfter = async (ms: number): Promise<number> => {
      const before = new Date(Date.now() - ms);
      await db.user.update({ where: { id: ana.id }, data: { lastActivity: before } });
      await db.session.updateMany({ where: { userId: ana.id }, data: { updatedAt: before } });
      await isSignedIn(ana.cookie);
      return ((await activity()) ?? 0) - before.getTime();
    };
    expect(await usedAfter(1_800_000)).toBe(0);
    expect(await usedAfter(7_200_000)).toBeGreaterThan(3_600_000);
  });
});

describe('preferences', () => {
  test.each([{ language: 'fr' }, { theme: 'pink' }, { mailOnCompletion: 'yes' }])(
    'preferences with %j are rejected',
    async (request) => {
      expect(await put(ana, 'preferences', request)).toMatchObject({ status: 400 });
      expect((await app.get('/api/auth/me', ana.cookie)).body['user']).toMatchObject({
        language: null,
        theme: null,
        mailOnCompletion: false,
      });
    },
  );

  test('preferences apply on every device, and each can be changed by itself', async () => {
    await put(ana, 'preferences', { language: 'bn', theme: 'dark' });
    await put(ana, 'preferences', { mailOnCompletion: true });
    await put(ana, 'preferences', { theme: null });
    const login = await app.post('/api/auth/login', { email: ana.email, password: ana.password });
    expect(login.body['user']).toMatchObject({ language: 'bn', theme: null, mailOnCompletion: true });
  });
});

describe('the mail about a job', () => {
  const end = (jobId: string, state: 'completed' | 'failed' | 'cancelled' = 'completed', attempt = 1) =>
    endJob(app.deps, {
      jobId,
      attempt,
      state,
      errorCode: null,
      errorMessage: state === 'failed' ? quote('Portal closed') : null,
    });
  const rows = ['SUCCESS', 'SUCCESS', 'NOT_FOUND', 'PORTAL_DOWN'];
  const begun = async (outcomes = rows) => {
    const job = await newJob(app, ana, { rows: outcomes });
    await reserve(db, held(ana.id, 400n, job.id));
    return job;
  };
  /** The first mail is the one that confirms the address. */
  const jobMails = async () =>
    (await app.mailsTo(ana.email)).filter(({ subject }) => subject.startsWith('Automation'));

  test('no job mail is sent to a customer who did not ask for it, nor about a cancelled job', async () => {
    await end((await begun()).id);
    await put(ana, 'preferences', { mailOnCompletion: true });
    await end((await begun()).id, 'cancelled');
    expect(await jobMails()).toEqual([]);
  });

  test('the job mail is sent once, with counts and a link, even if its step is replayed', async () => {
    await put(ana, 'preferences', { mailOnCompletion: true });
    const job = await begun();
    await Promise.all([end(job.id), end(job.id)]);
    await end(job.id);
    const mails = await jobMails();
    expect(mails.map(({ subject }) => subject)).toEqual(['Automation partly done: PDF to Excel Converter']);
    expect(mails[0]?.text).toContain(
      '4 rows: 2 done, 1 not found, 1 stopped by a portal that was down. Credits used: 3.00.',
    );
    expect(mails[0]?.links).toEqual([`${app.deps.env.APP_URL}/dashboard/jobs/${job.id}`]);
  });

  test('the job mail says why a job failed, and another attempt of the job sends another mail', async () => {
    await put(ana, 'preferences', { mailOnCompletion: true });
    const job = await begun();
    await end(job.id, 'failed');
    await db.job.update({ where: { id: job.id }, data: { attempt: 2, finishedAt: null, state: 'running' } });
    await reserve(db, { ...held(ana.id, 100n, job.id), attempt: 2 });
    await end(job.id, 'completed', 2);
    const mails = await jobMails();
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Automation partly done: PDF to Excel Converter',
      'Automation partly done: PDF to Excel Converter',
    ]);
    expect(mails.filter(({ text }) => text.includes('Portal closed'))).toHaveLength(1);
  });

  test('the subject of the job mail says how the job ended as a whole', async () => {
    await put(ana, 'preferences', { mailOnCompletion: true });
    await end((await begun(['SUCCESS', 'SUCCESS'])).id);
    await end((await begun(['PORTAL_DOWN', 'PORTAL_DOWN'])).id, 'failed');
    expect((await jobMails()).map(({ subject }) => subject).toSorted()).toEqual([
      'Automation complete: PDF to Excel Converter',
      'Automation failed: PDF to Excel Converter',
    ]);
  });

  test('a job ends even if its mail cannot be sent, and the mail is not recorded as sent', async () => {
    await put(ana, 'preferences', { mailOnCompletion: true });
    let tries = 0;
    const mailer = {
      send: () => {
        tries += 1;
        return Promise.reject(new Error('The mail server is away.'));
      },
    };
    const job = await begun();
    await endJob(
      { ...app.deps, mailer },
      {
        jobId: job.id,
        attempt: 1,
        state: 'completed',
        errorCode: null,
        errorMessage: null,
      },
    );
    expect(tries).toBe(3);
    expect(await db.job.findUnique({ where: { id: job.id } })).toMatchObject({ state: 'completed' });
    expect(await db.jobEvent.count({ where: { jobId: job.id, kind: 'mailed' } })).toBe(0);
  });
});

describe('usage by day', () => {
  const usage = (query: string) =>
    app.get(`/api/analytics/credit-usage-by-day/${ana.id}?${query}`, ana.cookie);

  test.each([
    '',
    'dateFrom=2026-11-02&dateTo=2026-11-01',
    'dateFrom=2025-01-01&dateTo=2026-11-01',
    'dateFrom=2026-02-30&dateTo=2026-03-01',
  ])('usage by day rejects the query "%s"', async (query) => {
    expect(await usage(query)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  });

  test('usage by day lists every day of the period in Dhaka time and counts a job once a day', async () => {
    const jobs = [await newJob(app, ana), await newJob(app, ana)];
    for (const { id } of jobs) {
      await reserve(db, held(ana.id, 150n, id));
      await settle(db, settlement(id, 150n));
    }
    const today = new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Dhaka' });
    const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
    const before = new Date(Date.UTC(year, month - 1, day - 2)).toISOString().slice(0, 10);
    const days = (await usage(`dateFrom=${before}&dateTo=${today}`)).body['days'] as UsageDay[];
    expect(days).toHaveLength(3);
    expect(days.at(0)).toEqual({ date: before, creditsUsed: 0, jobs: 0 });
    expect(days.at(-1)).toEqual({ date: today, creditsUsed: 3, jobs: 2 });
  });
});
