/** Other customers' data: every route of the application, called as everybody who may not call it. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#contracts/durations.ts';
import { createApp } from '#api/app.ts';
import type { Deps } from '#api/deps.ts';
import type { Call } from '#contracts/calls/call.ts';
import { callEntries } from '#contracts/calls/calls.ts';
import type { JobDetail } from '#contracts/calls/jobs/jobs-answers.ts';
import type { Temporal } from '#temporal/client.ts';
import { startTestApp, type Account, type Answer } from '#tests/harness/app.ts';
import { formOf, pdf, PDF_SERVICE } from '#tests/harness/job-calls.ts';
import { everythingOf, ownedBy, passwordOf } from './belongings.ts';
import type { Belongings, Row } from './route-rows.ts';
import { callsAboutEverybody, callsBeforeVerification, openCalls, routes } from './routes.ts';
import { adminSamples } from './routes-admin.ts';

/** A server that is unavailable and counts the requests to it. */
let temporalCalls = 0;
const away = async (): Promise<never> => {
  temporalCalls += 1;
  throw new Error('The Temporal server is away.');
};
const temporal = {
  connection: { close: () => Promise.resolve() },
  workflow: {
    start: away,
    execute: away,
    executeUpdateWithStart: away,
    signalWithStart: away,
    getHandle: () => ({ executeUpdate: away }),
  },
} as unknown as Temporal;

const app = await startTestApp({ deps: { temporal } });
const { db } = app.deps;
const portal = 'bangladesh_bank_exp';

/** Words that occur only in the owner's data. */
const SECRET = 'zanzibar';
const PASSWORD = passwordOf(SECRET);
const rows = Object.entries(routes);
const closed = rows.filter(([, row]) => row.access !== 'public' && row.access !== 'development');
const owned = rows.filter(([, row]) => row.owned);

let owner: Account;
let belongings: Belongings;
let evidenceId: string;
let stranger: Account;
let admin: Account;
let unverified: Account;
let suspended: Account;

beforeAll(async () => {
  owner = await app.signUpAndVerify();
  stranger = await app.signUpAndVerify();
  admin = await app.signUpAndVerify({ isAdmin: true });
  unverified = await app.signUpAndVerify();
  suspended = await app.signUpAndVerify();
  await db.user.update({ where: { id: unverified.id }, data: { emailVerified: false } });
  await db.user.update({ where: { id: suspended.id }, data: { status: 'suspended' } });
  await db.user.update({ where: { id: owner.id }, data: { company: `${SECRET} Ltd.` } });
  ({ belongings, evidenceId } = await ownedBy(app, owner, SECRET));
});

function send(
  [route, row]: [string, Row],
  cookie: string | null,
  named: Belongings = belongings,
): Promise<Answer> {
  if (!row.call) throw new Error(`${route} has no call.`);
  const { path, json, form } = row.call(named);
  const method = route.split(' ')[0] ?? 'GET';
  return app.request(path, {
    method,
    cookie,
    ...(json ? { json } : {}),
    ...(form ? { form: formOf(form) } : {}),
  });
}

/** The call is refused, nothing has changed, and the answer contains none of the owner's data. */
async function expectRefused(refused: () => Promise<Answer>, status: number, code: string): Promise<void> {
  const before = await everythingOf(app.deps, owner.id);
  const callsBefore = temporalCalls;
  const answer = await refused();
  expect(answer).toMatchObject({ status, body: { success: false, code } });
  expect(answer.text).not.toContain(SECRET);
  expect(answer.text).not.toContain(owner.email);
  expect(await everythingOf(app.deps, owner.id)).toEqual(before);
  expect(temporalCalls).toBe(callsBefore);
}

function routesOf(env: Partial<Deps['env']>): string[] {
  const { routes: registered } = createApp({ ...app.deps, env: { ...app.deps.env, ...env } });
  const named = registered.filter(({ method, path }) => method !== 'ALL' && path !== '/*');
  return [...new Set(named.map(({ method, path }) => `${method} ${path}`))].toSorted();
}

describe('the table of routes', () => {
  test('the table of routes has every route of the application, and no other [every-route-is-listed]', () => {
    expect(routesOf({ CHALAN_EMBEDDED: true })).toEqual(Object.keys(routes).toSorted());
  });

  test('the table of routes opens only the named calls to everybody, to unverified customers and to administrators', () => {
    const are = (holds: (call: Call) => unknown) =>
      new Set(callEntries.filter(([, call]) => holds(call)).map(([route]) => route));
    expect(are(({ access }) => access === 'public')).toEqual(openCalls);
    expect(are(({ access }) => access === 'signed in')).toEqual(callsBeforeVerification);
    expect(are(({ administered }) => administered)).toEqual(callsAboutEverybody);
    const ofAdministrators = are(({ access }) => access === 'admin');
    expect(ofAdministrators).toEqual(new Set(Object.keys(adminSamples)));
  });

  test('the table of routes states the owner and an example call of every route with an id [every-id-has-an-owner]', () => {
    const needsOwner = ([route, row]: [string, Row]) => route.includes(':') && row.access !== 'admin';
    const unclear = closed.filter((entry) => !entry[1].call || (needsOwner(entry) && !entry[1].owned));
    expect(unclear).toEqual([]);
  });

  test('development routes exist only on the one-machine stack, and never in production [no-development-routes]', () => {
    const development = rows.filter(([, row]) => row.access === 'development').map(([route]) => route);
    expect(development.length).toBeGreaterThan(0);
    for (const env of [
      { CHALAN_EMBEDDED: false },
      { CHALAN_EMBEDDED: true, NODE_ENV: 'production' as const },
    ])
      expect(routesOf(env).filter((route) => development.includes(route))).toEqual([]);
  });
});

describe('refused calls, which reveal and change nothing', () => {
  test.each(closed)(
    'visitors, even with a forged session, are refused: %s [closed-to-visitors]',
    async (...route) => {
      await expectRefused(() => send(route, null), 401, 'UNAUTHENTICATED');
      const forged = owner.cookie.replace(/=..../, '=AAAA');
      await expectRefused(() => send(route, forged), 401, 'UNAUTHENTICATED');
    },
  );

  test.each(closed)('suspended customers are refused: %s', async (...route) => {
    await expectRefused(() => send(route, suspended.cookie), 403, 'ACCOUNT_SUSPENDED');
  });

  test.each(closed.filter(([, row]) => row.access !== 'signed in'))(
    'customers whose address is not verified are refused: %s',
    async (...route) => {
      await expectRefused(() => send(route, unverified.cookie), 403, 'EMAIL_NOT_VERIFIED');
    },
  );

  test.each(closed.filter(([, row]) => row.access === 'admin'))(
    'customers who are not administrators are refused: %s',
    async (...route) => {
      await expectRefused(() => send(route, stranger.cookie), 403, 'FORBIDDEN');
    },
  );
});

describe('a record of another customer', () => {
  test.each(owned)(
    'a record of another customer is not found, and stays unchanged: %s [foreign-record-is-unknown]',
    async (...route) => {
      await expectRefused(() => send(route, stranger.cookie), 404, 'NOT_FOUND');
      const nothing = { jobs: [], uploads: [], credentials: [], drafts: [], orders: [], transactions: [] };
      expect(await everythingOf(app.deps, stranger.id)).toMatchObject(nothing);
    },
  );

  test.each(owned)(
    'a record of another customer gets the same answer as an id that nobody has: %s [foreign-id-is-unknown]',
    async (...route) => {
      const names = Object.keys(belongings);
      const nobody = Object.fromEntries(names.map((name) => [name, randomUUID()])) as Belongings;
      const answerWithoutId = async (answer: Promise<Answer>) => {
        const { status, body } = await answer;
        return { status, body: { ...body, requestId: '' } };
      };
      expect(await answerWithoutId(send(route, stranger.cookie))).toEqual(
        await answerWithoutId(send(route, stranger.cookie, nobody)),
      );
    },
  );

  test.each(owned.filter(([, row]) => !row.administered))(
    'a record of a customer is not found for an administrator either: %s',
    async (...route) => {
      await expectRefused(() => send(route, admin.cookie), 404, 'NOT_FOUND');
    },
  );

  test.each(owned.filter(([, row]) => row.administered))(
    'an administrator is admitted to the record of a customer: %s',
    async (...route) => {
      expect(await send(route, admin.cookie)).toMatchObject({ status: 200 });
    },
  );
});

/** bKash's return is passed to its purchase; calls without ids have their own tests. */
const reads = owned.filter(([route]) => route.startsWith('GET ') && !route.includes('/bkash/'));

describe('a call that reads', () => {
  test.each(reads)(
    "a call that reads changes nothing of its owner's data and returns no password: %s [administrator-changes-nothing]",
    async (...route) => {
      const before = await everythingOf(app.deps, owner.id);
      const answer = await send(route, owner.cookie);
      expect(answer.status).not.toBe(500);
      expect(answer.text).not.toContain(PASSWORD);
      expect(await everythingOf(app.deps, owner.id)).toEqual(before);
    },
  );
});

describe('what a browser keeps', () => {
  test.each(closed.filter(([route]) => route.startsWith('GET ')))(
    'a browser keeps no answer of a call that needs a session: %s [private-answers-are-not-kept]',
    async (...route) => {
      const { cookie } = route[1].access === 'admin' ? admin : owner;
      const { headers } = await send(route, cookie);
      expect(headers.get('cache-control')).toBe('no-store');
    },
  );
});

describe('another customer', () => {
  test("a customer cannot get a file of another customer's job through their own job", async () => {
    const own = await ownedBy(app, stranger, 'timbuktu');
    const path = `/api/jobs/${own.belongings.jobId}/files/${belongings.fileId}`;
    await expectRefused(() => app.get(path, stranger.cookie), 404, 'NOT_FOUND');
  });

  test('a customer cannot start a job in the name of another', async () => {
    const form = formOf({ serviceId: PDF_SERVICE, file: pdf(), totalCredits: '1', userId: owner.id });
    const start = () => app.request('/api/process-automation', { form, cookie: stranger.cookie });
    await expectRefused(start, 404, 'NOT_FOUND');
  });

  test("a customer's own lists show no trace of another customer", async () => {
    const other = await app.signUpAndVerify();
    const lists = [
      `/api/work-history/${other.id}`,
      `/api/notifications/${other.id}`,
      `/api/credentials/user/${other.id}`,
      `/api/credentials/${portal}`,
      `/api/users/${other.id}`,
      `/api/users/${other.id}/credit-history`,
      `/api/analytics/credit-usage/${other.id}`,
      `/api/transactions/${other.id}`,
      '/api/api-tokens',
      '/api/webhooks',
      '/api/schedules',
    ];
    for (const list of lists) {
      const { status, text } = await app.get(list, other.cookie);
      expect(status, list).toBe(200);
      expect(text).not.toContain(SECRET);
    }
  });
});

describe('evidence of a portal', () => {
  test('evidence is given to no customer: neither by its id, nor in the list, nor in the ZIP file', async () => {
    const { jobId, fileId } = belongings;
    expect(await app.get(`/api/jobs/${jobId}/files/${evidenceId}`, owner.cookie)).toMatchObject({
      status: 404,
    });
    const { body } = await app.get(`/api/jobs/${jobId}`, owner.cookie);
    expect((body['job'] as JobDetail).files).toEqual([]);
    const whole = await app.get(`/api/jobs/${jobId}/download`, owner.cookie);
    const document = await app.get(`/api/jobs/${jobId}/files/${fileId}`, owner.cookie);
    // There is only one document, so it is sent as it is.
    expect(whole).toMatchObject({ status: 200, text: SECRET });
    expect(whole.headers.get('content-disposition')).toBe(document.headers.get('content-disposition'));
  });

  test('opening evidence is recorded in the audit log with the administrator who opened it [opened-file-is-recorded]', async () => {
    const { jobId } = belongings;
    await app.get(`/api/admin/jobs/${jobId}/evidence/${evidenceId}`, admin.cookie);
    const entry = await db.auditEntry.findFirstOrThrow({
      where: { subject: `job/${jobId}`, action: 'file opened' },
    });
    expect(entry).toMatchObject({ adminId: admin.id, after: { file: `${SECRET}.txt` } });
  });

  test('every file of a customer that an administrator opens is recorded in the audit log', async () => {
    const { jobId, fileId } = belongings;
    expect(await app.get(`/api/admin/jobs/${jobId}/files/${fileId}`, admin.cookie)).toMatchObject({
      status: 200,
    });
    const { name } = await db.jobFile.findUniqueOrThrow({ where: { id: fileId } });
    const opened = await db.auditEntry.findMany({
      where: { subject: `job/${jobId}`, action: 'file opened', adminId: admin.id },
    });
    expect(opened.map(({ after }) => after)).toContainEqual({ file: name });
  });

  test('an administrator who reads the rows of a job is recorded once a day for that job', async () => {
    const { jobId } = belongings;
    const entries = () =>
      db.auditEntry.findMany({
        where: { subject: `job/${jobId}`, action: 'rows opened', adminId: admin.id },
      });
    const yesterday = new Date(Date.now() - DAY_MS);
    const earlier = { subject: `job/${jobId}`, action: 'rows opened', adminId: admin.id, at: yesterday };
    await db.auditEntry.create({ data: earlier });
    const reads = [1, 2, 3].map(() => app.get(`/api/admin/jobs/${jobId}/rows`, admin.cookie));
    for (const answer of await Promise.all(reads)) expect(answer.status).toBe(200);
    expect(await entries()).toHaveLength(2);
    const nowhere = randomUUID();
    expect((await app.get(`/api/admin/jobs/${nowhere}/rows`, admin.cookie)).status).toBe(404);
    expect(await db.auditEntry.count({ where: { subject: `job/${nowhere}` } })).toBe(0);
  });

  test('the evidence calls give an administrator neither files of another job nor other files of the job', async () => {
    const { jobId, fileId } = belongings;
    const nowhere = [
      `/api/admin/jobs/${jobId}/evidence/${fileId}`,
      `/api/admin/jobs/${randomUUID()}/evidence/${evidenceId}`,
      `/api/admin/jobs/${randomUUID()}/evidence`,
    ];
    for (const path of nowhere) expect(await app.get(path, admin.cookie)).toMatchObject({ status: 404 });
  });

  test('evidence reaches an administrator as a list and as downloads, which no browser renders [files-are-downloads]', async () => {
    const { jobId } = belongings;
    const list = await app.get(`/api/admin/jobs/${jobId}/evidence`, admin.cookie);
    expect(list.body['files']).toEqual([
      {
        id: evidenceId,
        name: `${SECRET}.txt`,
        rowNumber: 1,
        requestId: null,
        size: SECRET.length,
        createdAt: expect.any(String),
      },
    ]);
    const file = await app.get(`/api/admin/jobs/${jobId}/evidence/${evidenceId}`, admin.cookie);
    expect(file).toMatchObject({ status: 200, text: SECRET });
    expect(Object.fromEntries(file.headers)).toMatchObject({
      // A page of the portal, but never displayed on the platform's own address.
      'content-type': 'application/octet-stream',
      'content-disposition': expect.stringContaining('attachment'),
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });
});

/**
 * This runs last, because its calls change and delete data. It shows that the calls before were refused because of
 * their caller alone.
 */
describe('the owner', () => {
  test.each(owned)('the owner can call %s', async (...route) => {
    const { status, text } = await send(route, owner.cookie);
    expect([401, 403, 404], text).not.toContain(status);
  });
});
