/**
 * A backup and what is restored from it: the database is as of the moment, and what portals have had since is found
 * there instead of filed again.
 */
import { ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { adjustCredits, balancesOf, verifyLedger } from '#api/domain/credits/ledger.ts';
import { addressOf } from '#prisma/embedded-session.ts';
import { endLeftoverPostgres, runningPort, startEmbeddedPostgres } from '#prisma/embedded.ts';
import { findService } from '#services/catalogue.ts';
import { archiveSettings } from '#temporal/local/backups.ts';
import { freePort } from '#temporal/local/ports.ts';
import { postgresDirectory } from '#temporal/local/postgres-part.ts';
import { backUp, restore } from '#temporal/local/restoring.ts';
import { keptSecrets } from '#temporal/local/secrets.ts';
import { adjustment } from '#tests/factories.ts';
import { copyAsBefore } from '#tests/harness/former-state.ts';
import { atRest, type StartedService } from '#tests/harness/resting-jobs.ts';
import { previewSheet, template } from '#tests/harness/stack-samples.ts';
import { startTestStack, type TestStack } from '#tests/harness/stack.ts';
import { until } from '#tests/harness/until.ts';

const HELD_MS = 600_000;
const DOUBT_MS = 10_000;
const CREDITS = 10_000_000n;
/** Every migration from here on only adds to what there was (docs/production.md). */
const EARLIER_THAN = '0031_refused_rows';

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

test('a backup of an earlier version gets the migrations since, and what portals have had meanwhile is found there', async () => {
  await stack.resumePortals();
  await stack.seed();
  const customer = await stack.demo();
  const preview = await previewSheet(customer, service, await template(customer, service, 'csv'));
  await stack.control('POST', '/faults', { portal: 'bb-exp', kind: 'answer-late', ms: HELD_MS, skip: 1 });
  const begun = { service, customer, jobId: (await customer.start(preview)).jobId };
  await until('the second filing to be under way', async () => (await stack.held()).length > 0);
  const { directory } = stack;
  const data = postgresDirectory(directory);
  const password = keptSecrets(directory).POSTGRES_PASSWORD;
  const url = addressOf(runningPort(data) ?? expect.fail('PostgreSQL runs.'), password, 'chalan');
  await copyAsBefore(url, 'former', EARLIER_THAN);
  await stack.control('DELETE', '/faults');
  expect((await atRest(begun)).job.state).toBe('completed');
  const filed = await commits();

  await stack.whileStopped(async () => {
    const settings = archiveSettings(backups);
    const server = await startEmbeddedPostgres({
      directory: data,
      port: await freePort(),
      password,
      settings,
    });
    const client = new pg.Client({ connectionString: server.url('postgres') });
    await client.connect();
    await client.query('ALTER DATABASE chalan RENAME TO present');
    await client.query('ALTER DATABASE former RENAME TO chalan');
    await client.end();
    await backUp(directory, backups);
    await server.stop();
    const restored = await restore({ directory, backups, to: 'latest', doubtMs: DOUBT_MS });
    expect(restored).toMatchObject({ openJobs: 1, inDoubt: 1 });
    expect(restored.migrations[0]).toBe(EARLIER_THAN);
  });

  await stack.resumePortals();
  const again = await atRest({ ...begun, customer: await stack.demo() });
  expect(again.job.state).toBe('completed');
  expect(await commits()).toEqual(filed);
  expect(await verifyLedger(stack.db)).toEqual([]);
});

test('a restore whose PostgreSQL cannot be ended moves nothing under it, and says what a person does then', async () => {
  const { directory } = stack;
  const names = () => [...readdirSync(directory), ...readdirSync(path.join(backups, 'log'))].toSorted();
  await stack.whileStopped(async () => {
    const stopped = names();
    // As of a process that waits for a disk that is gone.
    const kill = vi.spyOn(ChildProcess.prototype, 'kill').mockReturnValue(true);
    const sentence = await restore({ directory, backups, to: 'latest', doubtMs: Infinity })
      .then(() => '', String)
      .finally(() => kill.mockRestore());
    const steps =
      /cannot be stopped: .* remove (\S+), rename (\S+) to it, remove what begins with (\d{8}) from (\S+)\.$/;
    const [, data = '', aside = '', timeline = '', log = ''] = steps.exec(sentence) ?? expect.fail(sentence);
    expect([data, log]).toEqual([postgresDirectory(directory), path.join(backups, 'log')]);
    expect([existsSync(data), existsSync(aside)]).toEqual([true, true]);

    await endLeftoverPostgres(data);
    rmSync(data, { recursive: true });
    renameSync(aside, data);
    for (const name of readdirSync(log)) if (name.startsWith(timeline)) rmSync(path.join(log, name));
    expect(names()).toEqual(stopped);
  });
  expect(await verifyLedger(stack.db)).toEqual([]);
});

test('a directory without the keys of its portal logins is not restored', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'chalan-keyless-'));
  await expect(restore({ directory, backups, to: 'latest' })).rejects.toThrow('secrets.json');
  expect(readdirSync(directory)).toEqual([]);
  rmSync(directory, { recursive: true });
});
