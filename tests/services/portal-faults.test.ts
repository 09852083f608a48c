/**
 * EXP Search on the real stack while the portal fails in different ways: every outcome, charge and message, and no
 * password in any file.
 */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JobDetail, JobProgress, JobRow } from '#contracts/calls/jobs/jobs-answers.ts';
import type { Notification } from '#contracts/calls/messaging-answers.ts';
import type { Customer } from '#temporal/local/customer.ts';
import { historyTexts } from '#tests/harness/history-texts.ts';
import type { FaultSwitch } from '#tests/harness/sandbox.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';

const COST_CREDITS = 0.5;
const JOB_TIMEOUT_MS = 180_000;
const PORTAL = 'bangladesh_bank_exp';
/** None of these may be found anywhere afterwards; the first belongs to no user. */
const passwords = ['kingfisher-canary-2291', 'padma1234', 'locked1234', 'otp1234'] as const;
const [wrongPassword] = passwords;

let stack: TestStack;
let customer: Customer;

beforeAll(async () => {
  stack = await startTestStack({ LOG_LEVEL: 'debug', CHALLENGE_WAIT_MS: '2000' });
  customer = await stack.demo();
});
beforeEach(async () => {
  await stack.seed();
  await customer.saveLogin(PORTAL, 'padma', 'padma1234');
});
afterEach(async () => {
  await stack.control('DELETE', '/faults');
  await stack.resumePortals();
});

type Exp = readonly [adCode: string, serial: string];
const exps = (first: number, count: number): Exp[] =>
  Array.from({ length: count }, (_, index) => ['1084', String(first + index)]);
const numberOf = ([adCode, serial]: Exp): string => `${adCode}-${serial}-2026`;

async function start(wanted: Exp[]) {
  const lines = wanted.map((exp) => [...exp, '2026'].join(','));
  const file = new File([['ad_code,exp_serial,exp_year', ...lines].join('\n')], 'exps.csv');
  return customer.start(await customer.preview('exp-search', file));
}

async function run(wanted: Exp[]): Promise<{ job: JobDetail; rows: JobRow[] }> {
  const { jobId } = await start(wanted);
  return ended(jobId);
}

async function ended(jobId: string): Promise<{ job: JobDetail; rows: JobRow[] }> {
  const job = await customer.follow(jobId, JOB_TIMEOUT_MS);
  return { job, rows: await customer.rows(jobId) };
}

const setFault = (fault: FaultSwitch): Promise<void> =>
  stack.control('POST', '/faults', { portal: 'bb-exp', ...fault });
const outcomes = (rows: JobRow[]): string[] => rows.map(({ outcome }) => outcome);
const credits = async (): Promise<{ credits: number; reservedCredits: number }> =>
  (
    await customer.read<{ user: { credits: number; reservedCredits: number } }>(
      `/api/users/${customer.userId}`,
    )
  ).user;
const logins = async (): Promise<string[]> =>
  (await stack.journal()).map(({ kind }) => kind).filter((kind) => kind.startsWith('log'));

async function stateOf(jobId: string): Promise<JobProgress> {
  return (await customer.read<{ job: JobProgress }>(`/api/jobs/${jobId}/status`)).job;
}

async function untilParked(jobId: string): Promise<JobProgress> {
  await until('the job to be parked', async () => (await stateOf(jobId)).state === 'parked', JOB_TIMEOUT_MS);
  return stateOf(jobId);
}

async function lastNotification(): Promise<Notification | undefined> {
  return (await customer.read<{ data: Notification[] }>(`/api/notifications/${customer.userId}`)).data[0];
}

/** All rows were found, each once, in the order of the sheet, each with its own form. */
function expectAllFound({ job, rows }: { job: JobDetail; rows: JobRow[] }, wanted: Exp[]): void {
  const different = new Set(wanted.map(numberOf)).size;
  expect(job).toMatchObject({ state: 'completed', creditsUsed: different * COST_CREDITS });
  expect(
    rows.map((row) => [row.outcome, row.portalReference, row.documents.map(({ name }) => name)]),
  ).toEqual(
    wanted.map((exp) => ['SUCCESS', numberOf(exp), [`EXP_${numberOf(exp).replaceAll('-', '_')}.pdf`]]),
  );
}

describe('a login that the portal refuses', () => {
  it.each([
    ['a wrong password', 'padma', wrongPassword, 'CREDENTIALS_INVALID', /Invalid Login Credentials/],
    ['a locked account', 'locked', 'locked1234', 'ACCOUNT_LOCKED', /Account locked/],
  ])(
    '%s ends the job after one try, returns every credit and notifies the customer',
    async (_, user, password, code, words) => {
      await customer.saveLogin(PORTAL, user, password);
      const before = await credits();
      const { job, rows } = await run(exps(110_000, 3));
      expect(job).toMatchObject({ status: 'failed', errorCode: code, creditsUsed: 0, creditsReturned: 1.5 });
      expect(job.errorMessage).toMatch(words);
      expect(outcomes(rows)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED']);
      expect(await logins()).toEqual(['login-refused']);
      expect(await credits()).toMatchObject({ credits: before.credits, reservedCredits: 0 });
      expect(await lastNotification()).toMatchObject({
        type: 'credential_failure',
        message: expect.stringMatching(words),
        action_url: '/dashboard?tab=credentials',
      });
    },
  );

  it('a one-time password that nobody gives ends the job with that message and returns every credit', async () => {
    await customer.saveLogin(PORTAL, 'otp', 'otp1234');
    const before = await credits();
    const { job } = await run(exps(110_010, 2));
    expect(job).toMatchObject({
      status: 'failed',
      errorCode: 'HUMAN_REQUIRED',
      errorMessage: expect.stringMatching(/^Nobody answered in time: .*one-time password/),
      creditsUsed: 0,
    });
    expect(await credits()).toMatchObject({ credits: before.credits, reservedCredits: 0 });
    expect(await lastNotification()).toMatchObject({ message: expect.stringMatching('one-time password') });
  });
});

describe('a portal that is down', () => {
  it.each([
    ['from the start', 0],
    ['in the middle of the job', 25],
  ])(
    'a portal that is down %s parks the job with its credits, and the job resumes by itself',
    async (_, skip) => {
      const wanted = exps(110_100 + skip, 8);
      await setFault({ kind: 'http503-maintenance', times: -1, skip });
      const before = await credits();
      const { jobId } = await start(wanted);
      const parked = await untilParked(jobId);
      expect(parked).toMatchObject({
        waiting: { kind: 'portal_down', message: expect.stringMatching('maintenance') },
        creditsReserved: 4,
        creditsUsed: 0,
      });
      expect(Date.parse(parked.waiting?.since ?? '')).toBeLessThanOrEqual(Date.now());
      expect(await credits()).toMatchObject({ credits: before.credits - 4, reservedCredits: 4 });
      if (skip > 0) expect(parked.rowsDone).toBeGreaterThan(0);
      await stack.control('DELETE', '/faults');
      expectAllFound(await ended(jobId), wanted);
      expect(await credits()).toMatchObject({ credits: before.credits - 4, reservedCredits: 0 });
    },
  );
});

describe('a portal that loses its way', () => {
  it.each(['search.submit', 'pdf'])(
    'a session lost at %s is opened again, and the job continues at the same row',
    async (route) => {
      const wanted = exps(110_200, 6);
      await setFault({ kind: 'session-drop', route, skip: 2, times: 1 });
      expectAllFound(await run(wanted), wanted);
      expect(await logins()).toEqual(['login', 'login', 'logout']);
    },
  );

  it('a rebuilt page makes the job wait with evidence for the team only, and no row is lost', async () => {
    await setFault({ kind: 'layout-changed', route: 'search', skip: 5, times: -1 });
    const wanted = exps(110_300, 6);
    const { jobId } = await start(wanted);
    await untilPaused(jobId);
    const { rowsDone } = await stateOf(jobId);
    expect(rowsDone).toBeGreaterThan(0);
    expect(rowsDone).toBeLessThan(6);
    await mended();
    const end = await ended(jobId);
    expectAllFound(end, wanted);
    await expectEvidence(end.job);
  });

  it('a rebuilt login page also leaves evidence, without the password that was typed', async () => {
    await setFault({ kind: 'layout-changed', route: 'home', times: -1 });
    const wanted = exps(110_310, 2);
    const { jobId } = await start(wanted);
    await untilPaused(jobId);
    await mended();
    const end = await ended(jobId);
    expectAllFound(end, wanted);
    await expectEvidence(end.job);
  });
});

const untilPaused = (jobId: string): Promise<void> =>
  until(
    'the job to wait for the changed portal',
    async () => (await stateOf(jobId)).waiting?.kind === 'portal_paused',
    JOB_TIMEOUT_MS,
  );

async function mended(): Promise<void> {
  await stack.control('DELETE', '/faults');
  await stack.resumePortals();
}

/** A screenshot and the page are kept for administrators; the customer neither sees nor receives them. */
async function expectEvidence(job: JobDetail): Promise<void> {
  const evidence = await stack.db.jobFile.findMany({ where: { jobId: job.jobId, kind: 'evidence' } });
  expect(evidence.map(({ contentType }) => contentType).toSorted()).toEqual([
    'image/png',
    'text/html; charset=utf-8',
  ]);
  const html = evidence.find(({ name }) => name.endsWith('.html'));
  const page = readFileSync(path.join(stack.directory, 'files', html?.fileKey ?? ''), 'utf8');
  expect(page).toContain('SANDBOX');
  for (const password of passwords) expect(page).not.toContain(password);
  expect(job.files.map(({ kind }) => kind)).not.toContain('evidence');
  for (const { id } of evidence) {
    await expect(customer.download(`/api/jobs/${job.jobId}/files/${id}`)).rejects.toThrow('404');
  }
}

describe('a row that ends without a form', () => {
  it('a form that arrives empty or as a web page three times costs nothing and affects no other row', async () => {
    await setFault({ kind: 'empty-file', route: 'pdf', skip: 1, times: 3 });
    await setFault({ kind: 'html-instead-of-pdf', route: 'pdf', skip: 1, times: 3 });
    const { job, rows } = await run(exps(110_400, 5));
    expect(rows.map((row) => [row.outcome, row.charged, row.documents.length])).toEqual([
      ['SUCCESS', true, 1],
      ['BAD_DOWNLOAD', false, 0],
      ['SUCCESS', true, 1],
      ['BAD_DOWNLOAD', false, 0],
      ['SUCCESS', true, 1],
    ]);
    expect(rows.map(({ attempts }) => attempts)).toEqual([1, 3, 1, 3, 1]);
    expect(job).toMatchObject({ state: 'completed', creditsUsed: 1.5, creditsReturned: 1 });
  });

  it('a row that the portal answers is charged: for an unknown EXP and for a forbidden branch', async () => {
    const { job, rows } = await run([
      ['1084', '110500'],
      ['1084', '009999'],
      ['3333', '110501'],
    ]);
    expect(rows.map((row) => [row.outcome, row.charged])).toEqual([
      ['SUCCESS', true],
      ['NOT_FOUND', true],
      ['REJECTED', true],
    ]);
    expect(job).toMatchObject({ state: 'completed', rowsFailed: 2, creditsUsed: 1.5, creditsReturned: 0 });
  });
});

it('a login is used by one job at a time: the second job waits, sees its position, and opens no session', async () => {
  await setFault({ kind: 'slow', route: 'login', ms: 4_000 });
  const first = await start(exps(110_600, 6));
  const second = await start(exps(110_700, 3));
  expect(first).toMatchObject({ immediate: true, queuePosition: null });
  expect(second).toMatchObject({ immediate: false, queuePosition: 1 });
  expect(await stateOf(second.jobId)).toMatchObject({ state: 'queued', queuePosition: 1 });
  expectAllFound(await ended(first.jobId), exps(110_600, 6));
  expectAllFound(await ended(second.jobId), exps(110_700, 3));
  expect(await logins()).toEqual(['login', 'logout', 'login', 'logout']);
});

it('rows for the same EXP ask the portal once and are charged once, and each gets its form', async () => {
  const [first, second] = [exps(110_800, 1), exps(110_801, 1)];
  const wanted = [...first, ...second, ...first];
  expectAllFound(await run(wanted), wanted);
  expect((await stack.journal()).filter(({ kind }) => kind === 'lookup')).toHaveLength(2);
});

describe('testing a login', () => {
  const test = async (username: string, password: string) => {
    const response = await fetch(`${stack.app}/api/credentials/test`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: customer.cookie },
      body: JSON.stringify({ portalName: PORTAL, username, password }),
    });
    return { status: response.status, body: (await response.json()) as { code?: string; message: string } };
  };

  it('testing a good login signs in once and signs out again', async () => {
    expect(await test('padma', 'padma1234')).toMatchObject({
      status: 200,
      body: { message: 'Credentials are valid and working!' },
    });
    expect(await logins()).toEqual(['login', 'logout']);
  });

  it("testing a bad login repeats the portal's reason after one try", async () => {
    expect(await test('padma', wrongPassword)).toMatchObject({
      status: 422,
      body: { code: 'CREDENTIALS_TEST_FAILED', message: 'Invalid Login Credentials' },
    });
    expect(await logins()).toEqual(['login-refused']);
  });

  it('testing a login does not call it bad because the portal is down', async () => {
    await setFault({ kind: 'http503-maintenance', times: -1 });
    expect(await test('padma', 'padma1234')).toMatchObject({
      status: 503,
      body: { code: 'CREDENTIALS_TEST_UNAVAILABLE', message: expect.stringMatching('maintenance') },
    });
  });
});

describe('no password of a portal is left', () => {
  it('no password of a portal is left in any workflow history', async () => {
    const temporal = await stack.temporal();
    const seen = new Set<string>();
    for await (const { workflowId, runId, type } of temporal.workflow.list()) {
      const history = await temporal.workflow.getHandle(workflowId, runId).fetchHistory();
      expectClean(await historyTexts(history, stack.dataConverter), inputFields[type] ?? '');
      seen.add(type);
    }
    expect([...seen]).toEqual(expect.arrayContaining(Object.keys(inputFields)));
  });

  it('no password of a portal is left in any table of the database', async () => {
    const tables = await stack.db.$queryRaw<{ name: string }[]>`
      SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`;
    const texts: string[] = [];
    for (const { name } of tables) {
      const rows = await stack.db.$queryRawUnsafe<{ text: string }[]>(
        `SELECT t::text AS text FROM "${name}" AS t`,
      );
      texts.push(...rows.map(({ text }) => text));
    }
    expectClean(texts.join('\n'), customer.userId);
  });

  it('no password of a portal is left in any log, result, evidence or other file of the platform', () => {
    const files = readdirSync(stack.directory, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      // The database has just been read table by table.
      .filter((file) => !file.startsWith(path.join(stack.directory, 'postgres')));
    for (const name of ['api.log', 'worker.log', 'temporal.log', 'temporal.sqlite']) {
      expect(files).toContain(path.join(stack.directory, name));
    }
    for (const file of files) {
      if (!existsSync(file)) continue;
      const bytes = readFileSync(file);
      expect(passwords.filter((password) => bytes.includes(password))).toEqual([]);
    }
  });
});

/** A field of the workflow's input, which stands in an encrypted payload only. */
const inputFields: Partial<Record<string, string>> = {
  serviceJob: 'rowsPerChunk',
  credentialTest: 'draftId',
};

/** `wellKnown` proves that the right text is searched. */
function expectClean(text: string, wellKnown: string): void {
  expect(text).toContain(wellKnown);
  expect(passwords.filter((password) => text.includes(password))).toEqual([]);
}
