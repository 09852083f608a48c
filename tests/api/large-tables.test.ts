/**
 * What is stored already costs upkeep and lists nothing: they read through indexes, few records however many there are.
 * Retention deletes all that is due in one run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFileStore } from '#api/adapters/files.ts';
import { deleteUnverified } from '#api/domain/accounts/registration.ts';
import { auditLedger } from '#api/domain/credits/ledger-audit.ts';
import { strayReservations, verifyLedger } from '#api/domain/credits/ledger.ts';
import { deleteDeliveries } from '#api/domain/integrations/webhook-deliveries.ts';
import { noteLateFiling } from '#api/domain/jobs/filings/late-filings.ts';
import { countJobs } from '#api/domain/jobs/admin-jobs.ts';
import { jobList } from '#api/domain/jobs/job-list.ts';
import { jobsWithoutFiles, unfinishedJobs } from '#api/domain/jobs/job-repairs.ts';
import { deleteJobEvents, deleteResults, deleteUploads } from '#api/domain/jobs/job-retention.ts';
import { workHistoryView } from '#api/domain/jobs/work-history.ts';
import { deleteNotifications, unreadCount } from '#api/domain/messaging/notifications.ts';
import { verifyPayments } from '#api/domain/payments/payment-checks.ts';
import { errorBudgets } from '#api/domain/site/error-budgets.ts';
import type { Env } from '#api/env.ts';
import { adminJobsFilter } from '#contracts/jobs/admin-jobs.ts';
import { jobListQuery } from '#contracts/jobs/jobs.ts';
import { HOUR_MS } from '#contracts/durations.ts';
import { limits } from '#contracts/limits.ts';
import { quote } from '#contracts/messages/message.ts';
import { OBJECTIVE_DAYS, objectiveNames } from '#contracts/site/objectives.ts';
import { openDatabase } from '#prisma/client.ts';
import { createUser } from '#tests/factories.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import {
  expNumberOf,
  LARGEST_CUSTOMER,
  SAME_CUSTOMER,
  SAME_CUSTOMER_JOBS,
  storedJobsSql,
  storedRowsSql,
} from '#tests/harness/stored-jobs.ts';

const JOBS = 2_000;
/** A batch of timeline entries, which are read by their numbers. */
const RECORDS_READ_MAX = 1_000;
const PREPARING_TIMEOUT_MS = 120_000;
/** More than two batches. */
const EXPIRED_JOBS = 1_100;
const COUNTED_JOBS = 100;
const COUNTED_DAYS = 2_000;
const DOCUMENTS = 5_000;
/** Compared with each other, they are many times more than may be read. */
const SHEET_ROWS = 200;

const { url } = await createTestDatabase();
/** One connection, whose statistics can be written out at any time. */
const db = openDatabase(url, 1);
const folder = mkdtempSync(path.join(tmpdir(), 'chalan-large-tables-'));
const files = await openFileStore({ FILES_DIR: folder } as Env);
const clock = (): Date => new Date();
const ago = (ms: number): Date => new Date(Date.now() - ms);

beforeAll(async () => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const stored = storedJobsSql({ jobs: JOBS, customers: 40, largeJobRows: 50 });
  for (const sql of [...stored, storedRowsSql(1, JOBS), 'DROP TABLE made', 'ANALYZE'])
    await client.query(sql);
  await client.end();
}, PREPARING_TIMEOUT_MS);
afterAll(async () => {
  await db.$disconnect();
  rmSync(folder, { recursive: true, force: true });
});

/** Records that were read from a table or an index so far, by table. */
async function recordsRead(): Promise<Map<string, number>> {
  await db.$queryRaw`SELECT pg_stat_force_next_flush()::text`;
  const tables = await db.$queryRaw<{ name: string; records: number }[]>`
    SELECT t.relname AS name, (t.seq_tup_read + coalesce(sum(i.idx_tup_read), 0))::float8 AS records
    FROM pg_stat_user_tables t LEFT JOIN pg_stat_user_indexes i USING (relid) GROUP BY t.relname, t.seq_tup_read`;
  return new Map(tables.map(({ name, records }) => [name, records]));
}

/** Records of files that were fetched from their table, and not from an index alone. */
async function filesFetched(): Promise<number> {
  await db.$queryRaw`SELECT pg_stat_force_next_flush()::text`;
  const [found] = await db.$queryRaw<{ fetched: number }[]>`
    SELECT (idx_tup_fetch + seq_tup_read)::float8 AS fetched FROM pg_stat_user_tables WHERE relname = 'job_files'`;
  return found?.fetched ?? Number.NaN;
}

/** After so many times, the database may keep one plan of a statement for all values. */
const TIMES_UNTIL_PLANNED = 7;

/** Returns the tables of which `work` reads more than `most` records. */
async function readMuchOf(most: number, work: () => Promise<unknown>): Promise<string[]> {
  for (let times = 0; times < TIMES_UNTIL_PLANNED; times += 1) await work();
  const before = await recordsRead();
  await work();
  const after = await recordsRead();
  return [...after]
    .filter(([name, records]) => records - (before.get(name) ?? 0) > most)
    .map(([name]) => name);
}

async function all<Item>(pages: AsyncGenerator<Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of pages) items.push(...page);
  return items;
}

test('the records that this file makes are those of a sound ledger', async () => {
  expect(await verifyLedger(db)).toEqual([]);
  expect(await db.jobRow.count()).toBeGreaterThan(JOBS);
});

describe('large tables', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['the look for open jobs', () => all(unfinishedJobs(db))],
    ['the look for jobs without files', () => all(jobsWithoutFiles(db))],
    ['the look for stray reservations', () => all(strayReservations(db))],
    ['the verification of the ledger', () => auditLedger(db, { now: clock(), report: expect.unreachable })],
    ['the verification of payments', () => verifyPayments(db)],
    ['the deletion of uploads', () => deleteUploads({ db, files, clock }, ago(limits.uploadRetentionMs * 2))],
    ['the deletion of results', () => deleteResults({ db, files, clock }, clock())],
    ['the deletion of timelines', () => deleteJobEvents(db, ago(limits.logRetentionMs))],
    ['the deletion of notifications', () => deleteNotifications(db, ago(limits.logRetentionMs))],
    ['the deletion of deliveries', () => deleteDeliveries(db, ago(limits.logRetentionMs))],
    ['the deletion of unverified accounts', () => deleteUnverified(db, ago(limits.unverifiedRetentionMs))],
  ])('%s reads few records while nothing is due, however many are stored', async (_, work) => {
    expect(await readMuchOf(RECORDS_READ_MAX, work)).toEqual([]);
  });

  test.each(['', expNumberOf(JOBS / SAME_CUSTOMER_JOBS, 5)])(
    'the list of a customer’s jobs reads few records of others, searched for "%s"',
    async (q) => {
      const owner = { id: SAME_CUSTOMER };
      const list = () => jobList(db, owner, jobListQuery.parse(q === '' ? {} : { q }), { now: clock() });
      const own = await db.jobRow.count({ where: { job: { userId: SAME_CUSTOMER } } });
      expect(await readMuchOf(q === '' ? RECORDS_READ_MAX : own * 2, list)).toEqual([]);
      expect((await list()).jobs).not.toEqual([]);
    },
  );

  test('the work history reads the first names of a job’s documents, however many it has', async () => {
    const { id: jobId } = await db.job.findFirstOrThrow({
      where: { userId: SAME_CUSTOMER, finishedAt: { not: null } },
      orderBy: { createdAt: 'desc' },
    });
    const documents = Array.from(
      { length: DOCUMENTS },
      (_, place) => `${String(place).padStart(5, '0')}.pdf`,
    );
    await db.jobFile.createMany({
      data: documents.map((name) => ({
        jobId,
        kind: 'document',
        name,
        fileKey: name,
        contentType: 'application/pdf',
        sizeBytes: 1,
      })),
    });
    // The index alone says how many there are once the table has been vacuumed.
    await db.$executeRaw`VACUUM job_files`;
    const history = () => workHistoryView(db, { id: SAME_CUSTOMER }, { page: 1, limit: 50 }, clock());
    for (let times = 0; times < TIMES_UNTIL_PLANNED; times += 1) await history();
    const before = await filesFetched();
    const { workHistory } = await history();
    expect((await filesFetched()) - before).toBeLessThan(RECORDS_READ_MAX);
    const item = workHistory.find(({ id }) => id === jobId);
    const results = await db.jobFile.findMany({
      where: { jobId, kind: 'result' },
      orderBy: { name: 'asc' },
      select: { name: true },
    });
    expect(item?.filesGeneratedCount).toBe(DOCUMENTS + results.length);
    const names = [...results.map(({ name }) => name), ...documents];
    expect(item?.resultFiles).toEqual(names.slice(0, item?.resultFiles.length));
    expect(item?.resultFiles).toHaveLength(20);
  });

  test('the look for rows of the same record compares only those of the same key', async () => {
    const { id: userId } = await createUser(db);
    const upload = {
      userId,
      serviceId: 'exp-issue',
      fileName: 'a.csv',
      fileKey: 'a',
      sizeBytes: 1,
      sha256: '',
    };
    const { id: uploadId } = await db.upload.create({ data: upload });
    const sheets = [];
    for (const state of ['completed', 'failed']) {
      const { id } = await db.job.create({
        data: {
          userId,
          uploadId,
          serviceId: 'exp-issue',
          serviceName: 'EXP Issue',
          fileName: 'a.csv',
          portal: 'bb-exp',
          state,
          rowsTotal: SHEET_ROWS,
          costPerRow: 100,
          headers: ['invoice'],
          finishedAt: clock(),
        },
      });
      const rows = Array.from({ length: SHEET_ROWS }, (_, index) => ({
        jobId: id,
        rowNumber: index + 1,
        source: {},
        data: { invoice: `INV-${index}` },
        naturalKey: `INV-${index}`,
        groupRow: index + 1,
        outcome: 'ALREADY_DONE',
      }));
      await db.jobRow.createMany({ data: rows });
      sheets.push(id);
    }
    const [jobId = '', again = ''] = sheets;
    const intent = { portal: 'bb-exp', key: 'padma|INV-0', userId, jobId, rowNumber: 1, state: 'done' };
    const { id } = await db.portalIntent.create({ data: { ...intent, commits: 1, sentAt: ago(HOUR_MS) } });
    const filing = { id, jobId, rowNumber: 1, commits: 1, isConfirmed: true };
    const given: string[] = [];
    await db.$executeRaw`ANALYZE job_rows`;
    const note = async () =>
      given.push(
        ...(await noteLateFiling(db, filing, { message: quote('Listed.'), portalReference: 'P-1' })),
      );
    expect(await readMuchOf(RECORDS_READ_MAX, note)).toEqual([]);
    expect(given).toEqual([jobId, again]);
    await db.job.deleteMany({ where: { userId } });
  });

  test('the counts of administrators read no more jobs than they count, which are the newest ones', async () => {
    const counted = (max: number) => countJobs(db, adminJobsFilter.parse({}), max);
    const sumOf = ({ counts }: Awaited<ReturnType<typeof counted>>) =>
      counts.reduce((sum, { count }) => sum + count, 0);
    expect(await readMuchOf(RECORDS_READ_MAX, () => counted(COUNTED_JOBS))).toEqual([]);
    const some = await counted(COUNTED_JOBS);
    expect({ sum: sumOf(some), isMore: some.isMore }).toEqual({ sum: COUNTED_JOBS, isMore: true });
    // Jobs that have not ended are the newest.
    expect(some.counts.find(({ state }) => state === 'waiting')?.count).toBe(
      await db.job.count({ where: { state: 'queued' } }),
    );
    const all = await counted(JOBS);
    expect({ sum: sumOf(all), isMore: all.isMore }).toEqual({ sum: JOBS, isMore: false });
  });

  test('the error budgets are read from the days that they are about, however long events have been counted', async () => {
    await db.$executeRaw`
      INSERT INTO objective_days (objective, day, good, total)
      SELECT name, current_date - ago, 1, 1
      FROM unnest(${[...objectiveNames]}::text[]) name, generate_series(0, ${COUNTED_DAYS}::integer) ago`;
    await db.$executeRaw`ANALYZE objective_days`;
    // Days in Dhaka begin earlier than those of the database.
    const days = objectiveNames.length * (OBJECTIVE_DAYS + 1);
    expect(await readMuchOf(days, () => errorBudgets(db, clock()))).toEqual([]);
    const all = (await errorBudgets(db, clock())).map(({ events }) => events);
    expect(Math.min(...all)).toBeGreaterThanOrEqual(OBJECTIVE_DAYS - 1);
    expect(Math.max(...all)).toBeLessThanOrEqual(OBJECTIVE_DAYS);
  });

  test('the number of unread notifications is read from those that are unread', async () => {
    const where = { userId: LARGEST_CUSTOMER };
    const unread = await db.notification.count({ where: { ...where, isRead: false } });
    expect(await db.notification.count({ where })).toBeGreaterThan(unread * 4);
    const count = async () => expect(await unreadCount(db, LARGEST_CUSTOMER)).toBe(unread);
    expect(await readMuchOf(unread * 2, count)).toEqual([]);
  });
});

describe('the retention of many jobs', () => {
  const expired = { filesDeletedAt: { not: null } };

  test('all results that are due are deleted in one run, and no other ones', async () => {
    const due = await db.job.findMany({
      where: { expiresAt: { not: null } },
      orderBy: { expiresAt: 'asc' },
      take: EXPIRED_JOBS + 1,
    });
    await deleteResults({ db, files, clock }, due.at(-1)!.expiresAt!);
    expect(await db.job.count({ where: expired })).toBe(EXPIRED_JOBS);
    expect(await db.jobRow.count({ where: { job: expired } })).toBe(0);
  });

  test('all uploads that are due are deleted in one run, but those of open jobs', async () => {
    await db.upload.updateMany({ data: { deletedAt: null } });
    await deleteUploads({ db, files, clock }, clock());
    const open = await db.job.count({ where: { finishedAt: null } });
    expect(open).toBeGreaterThan(0);
    expect(await db.upload.count({ where: { deletedAt: null } })).toBe(open);
  });

  test('all entries of timelines that are due are deleted in one run, and no later ones', async () => {
    const middle = ago((limits.resultRetentionMs * 3) / 7);
    const later = await db.jobEvent.count({ where: { at: { gte: middle } } });
    await deleteJobEvents(db, middle);
    expect(await db.jobEvent.count()).toBe(later);
    expect(later).toBeGreaterThan(0);
  });
});
