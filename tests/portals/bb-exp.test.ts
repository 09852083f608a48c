/** Contract of the Bangladesh Bank EXP adapter and of EXP Search, against the sandbox portal. */
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { PDFDocument } from 'pdf-lib';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { todaysThird } from '#tests/harness/depth.ts';
import { saying } from '#tests/harness/saying.ts';
import { config } from '#activities/portals/bb-exp/config.ts';
import { bbExpPortal } from '#activities/portals/bb-exp/portal.ts';
import { type LoginResult, type PortalLogin, type PortalSession } from '#activities/portals/contract.ts';
import { captureEvidence } from '#activities/portals/evidence.ts';
import type { RowResult } from '#services/runner.ts';
import { detailColumns } from '#services/exp-search/details.ts';
import { expSearch } from '#services/exp-search/run.ts';
import { useBrowser } from '#tests/harness/browser.ts';
import { nobodyAnswers, runContext } from '#tests/harness/run-context.ts';
import { ending } from '#tests/harness/row-ends.ts';
import { startSandbox, type FaultSwitch } from '#tests/harness/sandbox.ts';

const good = { username: 'padma', password: 'padma1234' };
const known = { ad_code: '1084', exp_serial: '004501', exp_year: '2026' };
const openSession = useBrowser();
const sandbox = await startSandbox();
const patience = { ...config.timeouts };

beforeAll(() => {
  config.timeouts.elementMs = 2_000;
});
afterEach(async () => {
  Object.assign(config.timeouts, patience, { elementMs: 2_000 });
  await sandbox.clearFaults();
  await sandbox.moveClock({ reset: true });
});

const logIn = (session: PortalSession, login: PortalLogin): Promise<LoginResult> =>
  bbExpPortal.login(session, login, nobodyAnswers);
const open = (): Promise<PortalSession> => openSession(sandbox.url('bb-exp'));

async function loggedIn(): Promise<PortalSession> {
  const session = await open();
  expect(await logIn(session, good)).toEqual({ outcome: 'ok' });
  return session;
}

const missing = { ...known, exp_serial: '009999' };
let shared: PortalSession | undefined;
/** A session that the fault tests share, on the search page, as for any row but the first. */
async function onSearchPage(): Promise<PortalSession> {
  const session = (shared ??= await openSession(sandbox.url('bb-exp'), { keep: true }));
  if ((await ending(search(session, missing))).outcome === 'NOT_FOUND') return session;
  expect(await logIn(session, good)).toEqual({ outcome: 'ok' });
  expect(await ending(search(session, missing))).toMatchObject({ outcome: 'NOT_FOUND' });
  return session;
}

function search(
  session: PortalSession,
  row = known,
  signal = new AbortController().signal,
): Promise<RowResult> {
  return expSearch.run(row, runContext({ session, signal }));
}

async function refusals(): Promise<number> {
  return (await sandbox.journal()).filter(({ kind }) => kind === 'login-refused').length;
}

describe('login', () => {
  test('four wrong passwords lock the account for half an hour, for the right password too', async () => {
    const session = await open();
    const right = { username: 'nordic', password: 'nordic1234' };
    const wrong = { ...right, password: 'wrong' };
    const outcomes: string[] = [];
    for (let n = 0; n < 4; n += 1) outcomes.push((await logIn(session, wrong)).outcome);
    expect(outcomes).toEqual([...Array.from({ length: 3 }, () => 'CREDENTIALS_INVALID'), 'ACCOUNT_LOCKED']);
    expect(await logIn(session, right)).toMatchObject({ outcome: 'ACCOUNT_LOCKED' });
    await sandbox.moveClock({ advanceMs: 31 * 60_000 });
    expect(await logIn(session, right)).toEqual({ outcome: 'ok' });
  });

  const faults: [FaultSwitch, string][] = [
    [{ kind: 'layout-changed', route: 'home' }, 'PORTAL_CHANGED'],
    [{ kind: 'captcha-on', route: 'login' }, 'HUMAN_REQUIRED'],
  ];
  test.each(todaysThird(faults))('a login that meets %o ends as %s', async (fault, outcome) => {
    const session = await open();
    const before = await refusals();
    await sandbox.setFault(fault);
    expect(await logIn(session, good)).toMatchObject({
      outcome,
      message: saying(/./),
    });
    expect(await refusals()).toBe(before);
  });

  test('a portal that cannot be reached is PORTAL_DOWN, and the same login works when it is back', async () => {
    const session = await open();
    await sandbox.stop('SIGKILL');
    try {
      expect(await logIn(session, good)).toMatchObject({ outcome: 'PORTAL_DOWN' });
    } finally {
      await sandbox.start();
    }
    expect(await logIn(session, good)).toEqual({ outcome: 'ok' });
  });

  test('a logout ends the session on the portal and never fails', async () => {
    await sandbox.seed();
    const session = await loggedIn();
    await bbExpPortal.logout(session);
    await bbExpPortal.logout(session);
    expect((await sandbox.journal()).map(({ kind }) => kind)).toEqual(['login', 'logout']);
  });
});

describe('a row that the portal refuses', () => {
  test('an EXP that does not exist is NOT_FOUND, and the next row is processed', async () => {
    const session = await loggedIn();
    expect(await search(session, missing)).toEqual({ outcome: 'NOT_FOUND', message: 'No data found.' });
    expect(await search(session)).toMatchObject({ outcome: 'SUCCESS' });
    expect(await search(session, missing)).toEqual({ outcome: 'NOT_FOUND', message: 'No data found.' });
  });

  test('a branch that the login may not see is REJECTED in the words of the portal', async () => {
    const result = await search(await loggedIn(), { ...known, ad_code: '3109' });
    expect(result).toEqual({ outcome: 'REJECTED', message: 'You are not authorized for this AD.' });
  });

  test('a login without the menu entry stops the job instead of spending credits on each row', async () => {
    const session = await open();
    await logIn(session, { username: 'noperm', password: 'noperm1234' });
    expect(await ending(search(session))).toMatchObject({
      outcome: 'CREDENTIALS_INVALID',
      message: saying('no permission'),
    });
  });
});

describe('a fault of the portal in the middle of a row', () => {
  const faults: [FaultSwitch, string][] = [
    [{ kind: 'http500', route: 'search' }, 'PORTAL_BUSY'],
    [{ kind: 'http500', route: 'report' }, 'PORTAL_BUSY'],
    [{ kind: 'http500', route: 'pdf' }, 'PORTAL_BUSY'],
    [{ kind: 'http503-maintenance', route: 'search.submit' }, 'PORTAL_DOWN'],
    [{ kind: 'http503-maintenance', route: 'pdf' }, 'PORTAL_DOWN'],
    // A single drop is invisible: Chromium repeats a request whose reused connection was cut.
    [{ kind: 'drop-connection', route: 'search', times: -1 }, 'PORTAL_DOWN'],
    [{ kind: 'drop-connection', route: 'pdf', times: -1 }, 'PORTAL_DOWN'],
    [{ kind: 'blank-page', route: 'search' }, 'PORTAL_BUSY'],
    [{ kind: 'blank-page', route: 'report' }, 'PORTAL_BUSY'],
    [{ kind: 'session-drop', route: 'search.submit' }, 'SESSION_EXPIRED'],
    [{ kind: 'session-drop', route: 'report' }, 'SESSION_EXPIRED'],
    [{ kind: 'session-drop', route: 'pdf' }, 'SESSION_EXPIRED'],
    [{ kind: 'html-instead-of-pdf', route: 'pdf' }, 'BAD_DOWNLOAD'],
    [{ kind: 'empty-file', route: 'pdf' }, 'BAD_DOWNLOAD'],
    [{ kind: 'layout-changed', route: 'search' }, 'PORTAL_CHANGED'],
    [{ kind: 'layout-changed', route: 'report' }, 'PORTAL_CHANGED'],
  ];
  test.each(todaysThird(faults))(
    '%o gives %s, and the next row is looked up or asks for a new login',
    async (fault, outcome) => {
      const session = await onSearchPage();
      await sandbox.setFault(fault);
      expect(await ending(search(session))).toMatchObject({ outcome });
      await sandbox.clearFaults();
      const next = await ending(search(session, missing));
      // Where no menu was left, the row asks for a new login; `onSearchPage` shows that this helps.
      expect(['NOT_FOUND', 'SESSION_EXPIRED']).toContain(next.outcome);
      await onSearchPage();
    },
  );

  test.each(['search', 'pdf'])('a %s request that is not answered in time gives TIMEOUT', async (route) => {
    const session = await onSearchPage();
    Object.assign(config.timeouts, { navigationMs: 700, downloadMs: 700 });
    await sandbox.setFault({ kind: 'slow', route, ms: 20_000 });
    expect(await ending(search(session))).toMatchObject({ outcome: 'TIMEOUT' });
  });

  test("a fault on the way back to the search page leaves the row's result unchanged", async () => {
    const session = await onSearchPage();
    // The search is submitted, shown and left; the third request is the way back.
    await sandbox.setFault({ kind: 'http500', route: 'search', skip: 2 });
    expect(await search(session)).toMatchObject({ outcome: 'SUCCESS', documents: [{}] });
    expect((await sandbox.state()).faults).toEqual([]);
  });

  test('a session ends after twenty idle minutes', async () => {
    const session = await onSearchPage();
    await sandbox.moveClock({ advanceMs: 21 * 60_000 });
    expect(await ending(search(session))).toEqual({
      outcome: 'SESSION_EXPIRED',
      message: 'Your session has ended.',
    });
  });

  test('a later login elsewhere ends the session, and a new login continues', async () => {
    await sandbox.seed({ settings: { singleSession: true } });
    const session = await loggedIn();
    await search(session);
    await loggedIn();
    expect(await ending(search(session))).toEqual({
      outcome: 'SESSION_EXPIRED',
      message: 'You have been logged out: signed in elsewhere',
    });
    await logIn(session, good);
    expect(await search(session)).toMatchObject({ outcome: 'SUCCESS' });
  });
});

describe('evidence', () => {
  test('the evidence shows the page but no password, neither in the picture nor in the source', async () => {
    const session = await open();
    await session.page.goto(`${session.baseUrl}${config.loginPath}`);
    const password = session.page.getByLabel('Password');
    await password.fill('s3cret-pass');
    // Some portals send the password back or have a "show password" switch; this simulates both.
    await password.evaluate((field: { setAttribute: (name: string, value: string) => void }) => {
      field.setAttribute('value', 's3cret-pass');
      field.setAttribute('type', 'text');
    });
    const { html, screenshotPng } = await captureEvidence(session.page, null);
    expect(html).toContain('Online EXP Login');
    expect(html).not.toContain('s3cret-pass');
    expect(await password.inputValue()).toBe('');
    expect(Buffer.from(screenshotPng).subarray(1, 4).toString()).toBe('PNG');
  });
});

test('a browser that dies during the login does not reveal the password in its error', async () => {
  const session = await open();
  await session.page.addInitScript({
    content:
      "addEventListener('DOMContentLoaded', () => { document.querySelector('[type=password]').disabled = true; })",
  });
  config.timeouts.elementMs = 60_000;
  const login = logIn(session, { username: 'padma', password: 's3cret-pass' });
  const error = login.then(
    () => undefined,
    (error: unknown) => error,
  );
  await expect.poll(() => session.page.getByLabel('Username').inputValue()).toBe('padma');
  await session.context.close();
  expect(inspect(await error, { depth: null })).not.toContain('s3cret-pass');
  expect(await error).toBeInstanceOf(Error);
});

describe('a session of the browser', () => {
  test('a browser session reaches only the host of the portal [portal-host-only]', async () => {
    const session = await loggedIn();
    const elsewhere = sandbox.url('bb-exp').replace('127.0.0.1', 'localhost');
    await expect(session.page.goto(elsewhere)).rejects.toThrow('ERR_SOCKS');
    await expect(session.context.request.get(elsewhere)).rejects.toThrow('NotAllowed');
  });
});

describe('EXP Search', () => {
  test('a cancelled job sends nothing more to the portal', async () => {
    await sandbox.seed();
    const session = await loggedIn();
    await expect(search(session, known, AbortSignal.abort())).rejects.toThrow('aborted');
    expect((await sandbox.journal()).map(({ kind }) => kind)).toEqual(['login']);
  });

  const folder = new URL('../../activities/services/exp-search/', import.meta.url);
  test("the sample's rows give exactly the expected values and documents, with one download each", async () => {
    const expected = JSON.parse(readFileSync(new URL('expected.json', folder), 'utf8')) as {
      rows: { portalReference: string; values: { portal_status: string } }[];
    };
    const [header = '', ...lines] = readFileSync(new URL('sample.csv', folder), 'utf8').trim().split(/\r?\n/);
    await sandbox.seed();
    const session = await loggedIn();
    const results: unknown[] = [];
    for (const line of lines) {
      const cells = line.split(',');
      const row = Object.fromEntries(header.split(',').map((name, n) => [name, cells[n] || '2026']));
      const { documents = [], ...result } = await search(session, row as typeof known);
      for (const { bytes } of documents) expect((await PDFDocument.load(bytes)).getPageCount()).toBe(1);
      results.push({ ...result, documents: documents.map(({ name }) => name) });
      expect(Object.keys(result.values ?? {})).toEqual(detailColumns);
    }
    expect(results).toEqual(
      expected.rows.map((row) => ({
        ...row,
        message: `EXP ${row.portalReference} was found: ${row.values.portal_status}.`,
      })),
    );
    const journal = await sandbox.journal();
    const downloads = journal.filter(({ kind }) => kind === 'download').map(({ key }) => key);
    expect(downloads).toEqual(results.map((result) => (result as RowResult).portalReference));
    expect(journal.filter(({ kind }) => kind === 'lookup')).toHaveLength(lines.length);
  });
});

test('the sandbox keeps its journal and faults when it is killed', async () => {
  const session = await loggedIn();
  await search(session);
  const before = await sandbox.journal();
  await sandbox.setFault({ kind: 'captcha-on', times: -1 });
  await sandbox.stop('SIGKILL');
  await sandbox.start();
  expect(await sandbox.journal()).toEqual(before);
  expect((await sandbox.state()).faults).toMatchObject([{ kind: 'captcha-on', times: -1 }]);
});
