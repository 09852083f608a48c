/** The sandbox's slow and late faults, for one filing of every service that files, with plain requests. */
import { once } from 'node:events';
import net from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startSandbox } from '#tests/harness/sandbox.ts';
import { services } from '#services/catalogue.ts';
import type { JournalEntry } from '#tests/sandbox/framework/store.ts';
import { portals } from '#tests/sandbox/portals/registry.ts';
import { sandboxFilings } from './sandbox-filings/all.ts';
import { signedIn, type SandboxFiling, type SignedIn } from './sandbox-filings/filing.ts';
import { createVisitor, type Answer } from './sandbox-filings/visitor.ts';

/** Longer than any test: waiting requests continue when the faults are cleared. */
const HELD_MS = 600_000;
const LISTED_MS = 300_000;
const until = { timeout: 10_000 };

const sandbox = await startSandbox();
beforeEach(() => sandbox.seed());
afterEach(() => sandbox.clearFaults());

const visit = (filing: SandboxFiling): Promise<SignedIn> => signedIn(filing, sandbox.url(filing.portal));

async function commits({ portal }: SandboxFiling): Promise<JournalEntry[]> {
  return (await sandbox.journal(portal)).filter(({ kind }) => kind === 'commit');
}

const untilHeld = (kind: string, count = 1): Promise<void> =>
  vi.waitFor(async () => {
    const { held } = await sandbox.state();
    expect(held.filter((each) => each.kind === kind)).toHaveLength(count);
  }, until);

const untilFiled = (filing: SandboxFiling, count = 1): Promise<void> =>
  vi.waitFor(async () => expect(await commits(filing)).toHaveLength(count), until);

/** The answer that the client receives, or that it received none. */
const outcomeOf = (answer: Promise<Answer>): Promise<string> =>
  answer.then(
    ({ html }) => html,
    () => 'the connection is gone',
  );

async function file(visitor: SignedIn, signal?: AbortSignal): Promise<string> {
  const { path, fields } = await visitor.prepare();
  return outcomeOf(visitor.send(path, fields, signal));
}

test('every service that files is tested here', () => {
  const filing = services.filter(({ effect }) => effect === 'submit').map(({ id }) => id);
  expect(sandboxFilings.map(({ service }) => service).toSorted()).toEqual(filing.toSorted());
});

describe.each(sandboxFilings.map((filing) => [filing.service, filing] as const))('%s', (_service, filing) => {
  const { portal, route } = filing;

  test('a filing without a fault is answered, journalled with its key and session, and found', async () => {
    const visitor = await visit(filing);
    expect(await visitor.hasFound()).toBe(false);
    expect(await file(visitor)).toMatch(filing.done);
    expect(await visitor.hasFound()).toBe(true);
    const [commit, ...others] = await commits(filing);
    expect(others).toEqual([]);
    expect(commit).toMatchObject({ key: filing.key, user: expect.stringMatching(/^padma/) });
    expect(commit?.session).toMatch(/^\d+$/);
    expect(Date.parse(commit?.requestedAt ?? '')).toBeLessThanOrEqual(Date.parse(commit?.at ?? ''));
  });

  test('a filing whose answer is late is stored immediately', async () => {
    await sandbox.setFault({ portal, kind: 'answer-late', ms: HELD_MS });
    const answer = file(await visit(filing));
    await untilHeld('answer-late');
    expect(await commits(filing)).toHaveLength(1);
    expect(await (await visit(filing)).hasFound()).toBe(true);
    await sandbox.clearFaults();
    expect(await answer).toMatch(filing.done);
    expect(await commits(filing)).toHaveLength(1);
  });

  test('a filing that is stored late is answered after it was stored', async () => {
    await sandbox.setFault({ portal, kind: 'store-late', ms: HELD_MS });
    const answer = file(await visit(filing));
    await untilHeld('store-late');
    expect(await (await visit(filing)).hasFound()).toBe(false);
    expect(await commits(filing)).toEqual([]);
    await sandbox.clearFaults();
    expect(await answer).toMatch(filing.done);
    expect(await commits(filing)).toHaveLength(1);
  });

  test('a filing that is stored late is stored although its client is gone', async () => {
    await sandbox.setFault({ portal, kind: 'store-late', ms: HELD_MS });
    const client = new AbortController();
    const answer = file(await visit(filing), client.signal);
    await untilHeld('store-late');
    client.abort();
    expect(await answer).toBe('the connection is gone');
    expect(await commits(filing)).toEqual([]);
    await sandbox.clearFaults();
    await untilFiled(filing);
    expect(await (await visit(filing)).hasFound()).toBe(true);
  });

  test('a filing whose connection is cut immediately is still stored later', async () => {
    await sandbox.setFault({ portal, kind: 'store-late', ms: HELD_MS, drop: true });
    expect(await file(await visit(filing))).toBe('the connection is gone');
    await untilHeld('store-late');
    expect(await commits(filing)).toEqual([]);
    await sandbox.clearFaults();
    await untilFiled(filing);
    expect(await (await visit(filing)).hasFound()).toBe(true);
  });

  test('a filing that is listed late is found at once by the session that was answered, later by the others', async () => {
    await sandbox.setFault({ portal, kind: 'listed-late', ms: LISTED_MS, times: -1 });
    const [filer, other, twin] = [await visit(filing), await visit(filing), await visit(filing)];
    expect(await file(filer)).toMatch(filing.done);
    expect(await filer.hasFound()).toBe(true);
    expect(await other.hasFound()).toBe(false);
    const again = await file(twin);
    if (filing.takesTwins) expect(again).toMatch(filing.done);
    else expect(again).not.toMatch(filing.done);
    const keys = (await commits(filing)).map(({ key }) => key);
    expect(keys).toEqual(filing.takesTwins ? [filing.key, filing.key] : [filing.key]);
    expect(await other.hasFound()).toBe(false);
    await sandbox.moveClock({ advanceMs: LISTED_MS });
    expect(await other.hasFound()).toBe(true);
  });

  test('a filing that is listed late and whose answer was lost is found late by its own session too', async () => {
    await sandbox.setFault({ portal, kind: 'listed-late', ms: LISTED_MS });
    await sandbox.setFault({ portal, kind: 'drop-connection', afterCommit: true });
    const filer = await visit(filing);
    expect(await file(filer)).toBe('the connection is gone');
    await untilFiled(filing);
    expect(await filer.hasFound()).toBe(false);
    await sandbox.moveClock({ advanceMs: LISTED_MS });
    expect(await filer.hasFound()).toBe(true);
  });

  test('a filing that is hidden from its filer is shown by its answer and found later', async () => {
    await sandbox.setFault({ portal, kind: 'listed-late', ms: LISTED_MS, hiddenFromFiler: true });
    const filer = await visit(filing);
    expect(await file(filer)).toMatch(filing.done);
    expect(await filer.hasFound()).toBe(false);
    await sandbox.moveClock({ advanceMs: LISTED_MS });
    expect(await filer.hasFound()).toBe(true);
  });

  test('a filing that meets a freeze is stored after it although its client is gone', async () => {
    const [patient, other] = [await visit(filing), await visit(filing)];
    const { path, fields } = await patient.prepare();
    await sandbox.setFault({ portal, kind: 'freeze', ms: HELD_MS });
    const client = new AbortController();
    const lost = outcomeOf(patient.send(path, fields, client.signal));
    await untilHeld('freeze');
    const look = other.hasFound();
    await untilHeld('freeze', 2);
    client.abort();
    expect(await lost).toBe('the connection is gone');
    expect(await commits(filing)).toEqual([]);
    await sandbox.clearFaults();
    await look;
    await untilFiled(filing);
    expect(await other.hasFound()).toBe(true);
  });

  test('a late fault that is aimed at the route of the filing holds nothing but the filing', async () => {
    await sandbox.setFault({ portal, kind: 'store-late', route, ms: HELD_MS });
    await visit(filing);
    const answer = file(await visit(filing));
    await untilHeld('store-late');
    expect((await sandbox.state()).held).toEqual([{ portal, route, kind: 'store-late' }]);
    await sandbox.clearFaults();
    expect(await answer).toMatch(filing.done);
  });
});

describe('a freeze', () => {
  const places = portals.map(({ key }) => key).filter((key) => key !== 'mailbox');

  test.each(places)('a frozen %s answers no request before the freeze ends', async (portal) => {
    const visitor = createVisitor(sandbox.url(portal));
    await sandbox.setFault({ portal, kind: 'freeze', ms: HELD_MS });
    const answers = [visitor.open(''), visitor.open('')];
    await untilHeld('freeze', 2);
    await sandbox.clearFaults();
    for (const { status } of await Promise.all(answers)) expect(status).toBeLessThan(500);
  });

  test('a freeze that stops several requests ends by itself and counts as one fault', async () => {
    const visitor = createVisitor(sandbox.url('cpa'));
    await sandbox.setFault({ portal: 'cpa', kind: 'freeze', ms: 400 });
    const answers = await Promise.all([visitor.open(''), visitor.open('')]);
    expect(answers).toHaveLength(2);
    expect((await sandbox.state()).faults).toEqual([]);
  });

  test('a freeze of one route leaves the other routes alone', async () => {
    const filing = sandboxFilings[0]!;
    await sandbox.setFault({ kind: 'freeze', route: 'list', ms: HELD_MS });
    const visitor = await visit(filing);
    const look = visitor.hasFound();
    await untilHeld('freeze');
    expect(await file(await visit(filing))).toMatch(filing.done);
    await sandbox.clearFaults();
    expect(await look).toBe(true);
  });

  test('a freeze drops a page whose client has gone away', async () => {
    const filing = sandboxFilings[0]!;
    const visitor = await visit(filing);
    await sandbox.setFault({ kind: 'freeze', route: 'list', ms: HELD_MS });
    const client = new AbortController();
    const session = (await visitor.prepare()).fields['p_instance'];
    const list = `${sandbox.url('bb-exp')}/ords/f?p=112:95:${String(session)}::NO::P95_INVOICE_NO:LATE`;
    const lost = fetch(list, { signal: client.signal }).catch(() => undefined);
    await untilHeld('freeze');
    client.abort();
    await lost;
    await sandbox.clearFaults();
    expect((await sandbox.state()).held).toEqual([]);
    expect((await sandbox.journal()).filter(({ kind }) => kind === 'lookup')).toEqual([]);
  });
});

test('a filing whose client goes away before it was read completely leaves nothing behind', async () => {
  const filing = sandboxFilings[0]!;
  const visitor = await visit(filing);
  const { fields } = await visitor.prepare();
  const body = new URLSearchParams(fields as Record<string, string>).toString();
  const { host, hostname, port } = new URL(sandbox.url('bb-exp'));
  const socket = net.connect(Number(port), hostname);
  socket.write(
    `POST /bb-exp/ords/wwv_flow.accept HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/x-www-form-urlencoded\r\n` +
      `content-length: ${body.length}\r\n\r\n${body.slice(0, -1)}`,
  );
  await once(socket, 'connect');
  socket.end();
  await once(socket.resume(), 'close');
  expect(await file(visitor)).toMatch(filing.done);
  expect(await commits(filing)).toHaveLength(1);
});

test('a frozen mailbox makes a client wait for its greeting', async () => {
  await sandbox.setFault({ portal: 'mailbox', kind: 'freeze', ms: HELD_MS });
  const { hostname, port } = new URL(sandbox.url('mailbox'));
  const socket = net.connect(Number(port), hostname);
  await untilHeld('freeze');
  await sandbox.clearFaults();
  const [greeting] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  expect(greeting.toString()).toMatch(/^\* OK /);
});

describe('a filing that a fault keeps waiting', () => {
  const filing = sandboxFilings[0]!;

  test('a waiting filing is not stored in a portal that was seeded again', async () => {
    await sandbox.setFault({ kind: 'store-late', ms: HELD_MS });
    const answer = file(await visit(filing));
    await untilHeld('store-late');
    await sandbox.seed();
    expect(await answer).toContain('Online EXP Login');
    expect(await commits(filing)).toEqual([]);
  });

  test('a waiting filing is stored when its time is over, and the journal shows how late', async () => {
    const ms = 400;
    await sandbox.setFault({ kind: 'store-late', ms, drop: true });
    await file(await visit(filing));
    await untilFiled(filing);
    const [commit] = await commits(filing);
    const lateMs = Date.parse(commit?.at ?? '') - Date.parse(commit?.requestedAt ?? '');
    // A timer may fire slightly early.
    expect(lateMs).toBeGreaterThanOrEqual(ms - 10);
  });

  test('a waiting filing is lost when the sandbox stops, and an unlisted one stays unlisted', async () => {
    await sandbox.setFault({ kind: 'listed-late', ms: LISTED_MS });
    await file(await visit(filing));
    await sandbox.setFault({ kind: 'store-late', ms: HELD_MS });
    const answer = file(await visit(filing));
    await untilHeld('store-late');
    await sandbox.stop('SIGKILL');
    expect(await answer).toBe('the connection is gone');
    await sandbox.start();
    expect(await commits(filing)).toHaveLength(1);
    const other = await visit(filing);
    expect(await other.hasFound()).toBe(false);
    await sandbox.moveClock({ advanceMs: LISTED_MS });
    expect(await other.hasFound()).toBe(true);
  });

  test('a waiting filing is refused if its session has ended meanwhile', async () => {
    await sandbox.seed({ settings: { singleSession: true } });
    await sandbox.setFault({ kind: 'store-late', ms: HELD_MS });
    const answer = file(await visit(filing));
    await untilHeld('store-late');
    await visit(filing);
    await sandbox.clearFaults();
    expect(await answer).toContain('You have been logged out: signed in elsewhere');
    expect(await commits(filing)).toEqual([]);
  });
});
