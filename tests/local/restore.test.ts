/**
 * A backup and what is restored from it: the database is as of the moment, and what portals have had since is found
 * there instead of filed again.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adjustCredits, balancesOf, verifyLedger } from '#api/domain/credits/ledger.ts';
import { findService } from '#services/catalogue.ts';
import { backUp, restore } from '#temporal/local/restoring.ts';
import { adjustment } from '#tests/factories.ts';
import { atRest, type StartedService } from '#tests/harness/resting-jobs.ts';
import { previewSheet, template } from '#tests/harness/stack-samples.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';

const HELD_MS = 600_000;
const DOUBT_MS = 10_000;
const CREDITS = 10_000_000n;

const backups = mkdtempSync(path.join(tmpdir(), 'chalan-backups-'));
// PostgreSQL runs as a separate user where the tests run as root.
chmodSync(backups, 0o755);
const service = findService('exp-issue') ?? expect.fail('The service exists.');
let stack: TestStack;
let started: StartedService;

afterAll(() => rmSync(backups, { recursive: true, force: true }));

const commits = async () => (await stack.journal()).filter(({ kind }) => kind === 'commit');
const moment = async (): Promise<Date> => {
  const [read] = await stack.db.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  return read?.now ?? expect.fail('The database tells its time.');
};

/** Backs up, files the first row, and holds the second one at the portal. */
beforeAll(async () => {
  stack = await startTestStack({ BACKUP_DIR: backups, PORTAL_EFFECT_MS: String(DOUBT_MS) });
  const customer = await stack.demo();
  await adjustCredits(stack.db, adjustment(customer.userId, 'add', CREDITS));
  await backUp(stack.directory, backups);
  const preview = await previewSheet(customer, service, await template(customer, service, 'csv'));
  await stack.control('POST', '/faults', { portal: 'bb-exp', kind: 'answer-late', ms: HELD_MS, skip: 1 });
  const { jobId } = await customer.start(preview);
  started = { service, customer, jobId };
  await until('the second filing to be under way', async () => (await stack.held()).length > 0);
});

test('a database restored to a moment before filings were recorded finds each of them on its portal, and files none twice', async () => {
  const before = await stack.db.jobRow.findMany({ where: { jobId: started.jobId } });
  const to = await moment();
  await stack.control('DELETE', '/faults');
  const first = await atRest(started);
  expect(first.job.state).toBe('completed');
  const filed = await commits();
  expect(filed.length).toBeGreaterThan(before.filter(({ outcome }) => outcome !== null).length);

  await stack.whileStopped(async () => {
    const restored = await restore({ directory: stack.directory, backups, to, doubtMs: DOUBT_MS });
    expect(restored).toMatchObject({ openJobs: 1, inDoubt: 1 });
    expect(existsSync(restored.aside ?? '')).toBe(true);
  });

  const open = await stack.db.jobRow.findMany({ where: { jobId: started.jobId } });
  expect(open.map(({ outcome }) => outcome)).toEqual(before.map(({ outcome }) => outcome));
  await stack.resumePortals();
  const customer = await stack.demo();
  const again = await atRest({ ...started, customer });
  expect(again.job.state).toBe('completed');
  expect(await commits()).toEqual(filed);
  const references = (rows: typeof first.rows) => rows.map(({ portalReference }) => portalReference);
  expect(references(again.rows)).toEqual(references(first.rows));
  expect(await verifyLedger(stack.db)).toEqual([]);
});

test('a restore that is not possible, or fails, changes nothing', async () => {
  const names = () => [...readdirSync(stack.directory), ...readdirSync(path.join(backups, 'log'))].toSorted();
  const { directory } = stack;
  await stack.whileStopped(async () => {
    const stopped = names();
    const refused = async (options: { to: Date | 'latest'; doubtMs?: number }, reason: RegExp) => {
      await expect(restore({ directory, backups, ...options })).rejects.toThrow(reason);
      expect(names()).toEqual(stopped);
    };
    await refused({ to: new Date(0) }, /No backup/);
    await refused({ to: new Date() }, /does not reach/);
    // The database is replayed by then, and has a log of its own.
    await refused({ to: 'latest', doubtMs: Infinity }, /./);
  });
});

test('what is done after a restore can be restored, up to the last change, when the disk is lost', async () => {
  const { directory } = stack;
  const { userId } = started.customer;
  const state = async () => ({
    credits: await balancesOf(stack.db, userId),
    rows: await stack.db.jobRow.findMany({
      where: { jobId: started.jobId },
      orderBy: { rowNumber: 'asc' },
      select: { outcome: true, portalReference: true },
    }),
  });
  await adjustCredits(stack.db, adjustment(userId, 'add', 4_200n));
  const before = await state();
  await stack.whileStopped(async () => {
    for (const name of readdirSync(directory))
      if (/^(postgres|temporal\.sqlite)/.test(name)) rmSync(path.join(directory, name), { recursive: true });
    const restored = await restore({ directory, backups, to: 'latest', doubtMs: DOUBT_MS });
    expect(restored).toMatchObject({ aside: null, openJobs: 0 });
  });
  expect(await state()).toEqual(before);
  expect(await verifyLedger(stack.db)).toEqual([]);
});

test('a directory without the keys of its portal logins is not restored', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'chalan-keyless-'));
  await expect(restore({ directory, backups, to: 'latest' })).rejects.toThrow('secrets.json');
  expect(readdirSync(directory)).toEqual([]);
  rmSync(directory, { recursive: true });
});
