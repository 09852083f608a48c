/** The calls that are measured on few and on many stored jobs, as the routes, the workers and housekeeping make them. */
import { randomUUID } from 'node:crypto';
import { DAY_MS } from '#contracts/durations.ts';
import type { FileStore } from '#api/adapters/files.ts';
import { listEntries } from '#api/domain/accounts/audit.ts';
import { deleteUnverified } from '#api/domain/accounts/registration.ts';
import { creditHistory } from '#api/domain/credits/credit-history.ts';
import { auditLedger } from '#api/domain/credits/ledger-audit.ts';
import { strayReservations, verifyLedger } from '#api/domain/credits/ledger.ts';
import { deleteDeliveries } from '#api/domain/integrations/webhook-deliveries.ts';
import { countJobs, listJobs } from '#api/domain/jobs/admin-jobs.ts';
import { finish } from '#api/domain/jobs/job-ending.ts';
import { jobList } from '#api/domain/jobs/job-list.ts';
import { openJob } from '#api/domain/jobs/job-opening.ts';
import { jobsWithoutFiles, unfinishedJobs } from '#api/domain/jobs/job-repairs.ts';
import { deleteJobEvents, deleteResults, deleteUploads } from '#api/domain/jobs/job-retention.ts';
import { endRow, haltReason, markRunning } from '#api/domain/jobs/job-steps.ts';
import { detailView, rowsView, type RowsQuery } from '#api/domain/jobs/job-views.ts';
import { workableRows } from '#api/domain/jobs/row-records.ts';
import { workHistoryView } from '#api/domain/jobs/work-history.ts';
import { deleteNotifications, listNotifications, unreadCount } from '#api/domain/messaging/notifications.ts';
import { adminOverview } from '#api/domain/site/admin-overview.ts';
import { auditQuery } from '#contracts/accounts/audit.ts';
import { creditHistoryQuery } from '#contracts/credits/credit-history.ts';
import { adminJobsFilter, adminJobsQuery } from '#contracts/jobs/admin-jobs.ts';
import { jobListQuery } from '#contracts/jobs/jobs.ts';
import { quote } from '#contracts/messages/message.ts';
import type { Database } from '#prisma/client.ts';
import {
  expNumberOf,
  LARGEST_CUSTOMER,
  SAME_CUSTOMER,
  SAME_CUSTOMER_JOBS,
} from '#tests/harness/stored-jobs.ts';
import { jobWorkflowId } from '#workflows/ids.ts';

export type Site = { db: Database; files: FileStore; clock: () => Date; jobs: number; customers: number };
/** `call` prepares a call, which it returns. */
export type Statement = {
  name: string;
  calls?: number;
  call: (site: Site) => Promise<() => Promise<unknown>>;
};

const SERVICE = 'exp-search';
const PORTAL = 'bb-exp';
const ROWS = 20;
const SESSIONS_MAX = 1_000_000;
const FEW = 5;
const EXPIRED_JOBS = 10;

/** A job like those that a start leaves before it is admitted. */
async function draft({ db }: Site): Promise<string> {
  const upload = { userId: SAME_CUSTOMER, serviceId: SERVICE, fileName: 'a.csv', fileKey: randomUUID() };
  const { id: uploadId } = await db.upload.create({ data: { ...upload, sizeBytes: 1, sha256: '' } });
  const { id } = await db.job.create({
    data: {
      userId: SAME_CUSTOMER,
      serviceId: SERVICE,
      serviceName: 'EXP Search',
      uploadId,
      fileName: 'a.csv',
      portal: PORTAL,
      rowsTotal: ROWS,
      costPerRow: 50,
    },
  });
  const data = { ad_code: '1084', exp_serial: '004501', exp_year: '2026' };
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    jobId: id,
    rowNumber: index + 1,
    source: data,
    data,
  }));
  await db.jobRow.createMany({ data: rows });
  return id;
}

const admission = ({ db }: Site, jobId: string): Promise<unknown> => {
  const holder = jobWorkflowId(SERVICE, jobId);
  const lease = { portal: PORTAL, login: holder, holder, userId: SAME_CUSTOMER, sessionsMax: SESSIONS_MAX };
  return openJob(db, { jobId, attempt: 1, lease });
};

async function admitted(site: Site): Promise<string> {
  const jobId = await draft(site);
  await admission(site, jobId);
  return jobId;
}

async function running(site: Site): Promise<string> {
  const jobId = await admitted(site);
  await markRunning(site.db, { jobId, attempt: 1 }, site.clock());
  return jobId;
}

async function end(site: Site, jobId: string): Promise<void> {
  const how = { state: 'completed', errorCode: null, errorMessage: null } as const;
  await finish(site.db, { jobId, attempt: 1, ...how, now: site.clock() });
}

/** The job of the customer that is the same on both sides, with the rows of a large one. */
const largeJob = ({ db }: Site) =>
  db.job.findFirstOrThrow({ where: { userId: SAME_CUSTOMER }, orderBy: { rowsTotal: 'desc' } });

async function pages(generator: AsyncGenerator<unknown[]>): Promise<void> {
  for await (const page of generator) if (page.length === 0) throw new Error('A page is empty.');
}

const read = (name: string, work: (site: Site) => Promise<unknown>, calls?: number): Statement => ({
  name,
  ...(calls === undefined ? {} : { calls }),
  call: async (site) => () => work(site),
});

const work: Statement[] = [
  {
    name: 'start: reservation and admission',
    call: async (site) => {
      const jobId = await draft(site);
      return () => admission(site, jobId);
    },
  },
  {
    name: 'worker: begins a job, with its rows',
    call: async (site) => {
      const jobId = await admitted(site);
      return async () => {
        await markRunning(site.db, { jobId, attempt: 1 }, site.clock());
        await workableRows(site.db, { jobId, attempt: 1, rowsMax: ROWS });
      };
    },
  },
  {
    name: 'worker: a row',
    call: async (site) => {
      const jobId = await running(site);
      const row = { jobId, rowNumber: 1, outcome: 'SUCCESS', message: quote('Found'), attempts: 1 } as const;
      return async () => {
        await haltReason(site.db, { jobId, attempt: 1 }, site.clock());
        await endRow(site.db, { ...row, now: site.clock(), values: { exp_date: '2026-01-05' } });
      };
    },
  },
  {
    name: 'worker: end of a job, with its settlement',
    call: async (site) => {
      const jobId = await running(site);
      return () => end(site, jobId);
    },
  },
];

const reconciler: Statement[] = [
  read('reconciler: open jobs', ({ db }) => pages(unfinishedJobs(db))),
  read('reconciler: jobs without files', ({ db }) => pages(jobsWithoutFiles(db))),
  read('reconciler: stray reservations', ({ db }) => pages(strayReservations(db))),
  // The first calls, which are not counted, verify everything.
  read('ledger: verification of what is new', ({ db }) =>
    auditLedger(db, {
      now: new Date(),
      report: (problem) => {
        throw new Error(problem);
      },
    }),
  ),
  read(
    'ledger: verification at once',
    async ({ db }) => {
      const [problem] = await verifyLedger(db);
      if (problem !== undefined) throw new Error(problem);
    },
    FEW,
  ),
];

const listOf = (userId: string, query: Record<string, unknown>) => (site: Site) =>
  jobList(site.db, { id: userId }, jobListQuery.parse(query), { now: site.clock() });
const exp = ({ jobs }: Site): string => expNumberOf(Math.floor(jobs / SAME_CUSTOMER_JOBS), 1_234);

const rowsOf = (query: Partial<RowsQuery>) => async (site: Site) => {
  const job = await largeJob(site);
  return () => rowsView(site.db, job, { page: 1, limit: 50, outcome: 'all', ...query });
};

const ofCustomer = (customer: string, userId: string): Statement[] => [
  read(`${customer}: job list, first page`, listOf(userId, {})),
  read(`${customer}: job list, page 3, failed`, listOf(userId, { state: 'failed', page: 3 })),
  read(`${customer}: work history of the dashboard`, ({ db, clock }) =>
    workHistoryView(db, { id: userId }, { page: 1, limit: 3 }, clock()),
  ),
  read(`${customer}: credit history, first page`, ({ db }) =>
    creditHistory(db, userId, creditHistoryQuery.parse({})),
  ),
  read(`${customer}: credit history of a day`, ({ db, clock }) => {
    const dateFrom = clock().toISOString().slice(0, 10);
    return creditHistory(db, userId, creditHistoryQuery.parse({ dateFrom, dateTo: dateFrom }));
  }),
  read(`${customer}: notices`, async ({ db }) => {
    await unreadCount(db, userId);
    await listNotifications(db, userId, { limit: 20, offset: 0 });
  }),
  read(`${customer}: search of an EXP number`, (site) => listOf(userId, { q: exp(site) })(site), FEW),
];

const customers: Statement[] = [
  ...ofCustomer('same customer', SAME_CUSTOMER),
  {
    name: 'job page',
    call: async (site) => {
      const job = await largeJob(site);
      return () => detailView(site.db, job, site.clock());
    },
  },
  { name: 'job page: rows, first page', call: rowsOf({}) },
  { name: 'job page: rows, last page', call: rowsOf({ page: 100 }) },
  { name: 'job page: failed rows', call: rowsOf({ outcome: 'failed' }) },
  ...ofCustomer('largest customer', LARGEST_CUSTOMER),
];

const administrators: Statement[] = [
  read('administrators: jobs, first page', ({ db }) => listJobs(db, adminJobsQuery.parse({}))),
  read('administrators: jobs, failed', ({ db }) => listJobs(db, adminJobsQuery.parse({ state: 'failed' }))),
  read('administrators: jobs counted by state', ({ db }) => countJobs(db, adminJobsFilter.parse({}))),
  read('administrators: overview', (site) => adminOverview(site)),
  read('administrators: changes', ({ db }) => listEntries(db, auditQuery.parse({}))),
];

/** When the oldest uploads were made whose files are still kept. */
async function oldestUploads({ db }: Site, take: number): Promise<Date[]> {
  const oldest = await db.upload.findMany({
    where: { deletedAt: null },
    orderBy: { createdAt: 'asc' },
    take,
  });
  return oldest.map(({ createdAt }) => createdAt);
}

const retention: Statement[] = [
  {
    name: 'retention: uploads, none due',
    call: async (site) => {
      const [oldest] = await oldestUploads(site, 1);
      return () => deleteUploads(site, oldest ?? site.clock());
    },
  },
  read('retention: results, none due', (site) => deleteResults(site, site.clock())),
  read('retention: timelines, none due', ({ db }) => deleteJobEvents(db, new Date(Date.now() - 90 * DAY_MS))),
  read('retention: notices, none due', ({ db }) =>
    deleteNotifications(db, new Date(Date.now() - 90 * DAY_MS)),
  ),
  read('retention: deliveries, none due', ({ db }) =>
    deleteDeliveries(db, new Date(Date.now() - 90 * DAY_MS)),
  ),
  read('retention: accounts, none due', ({ db }) => deleteUnverified(db, new Date(Date.now() - 7 * DAY_MS))),
  {
    name: `retention: uploads of ${EXPIRED_JOBS} jobs`,
    calls: FEW,
    call: async (site) => {
      const before = (await oldestUploads(site, EXPIRED_JOBS + 1)).at(-1) ?? site.clock();
      return () => deleteUploads(site, before);
    },
  },
  {
    name: `retention: results of ${EXPIRED_JOBS} jobs`,
    calls: FEW,
    call: async (site) => {
      const due = await site.db.job.findMany({
        where: { filesDeletedAt: null, expiresAt: { not: null } },
        orderBy: { expiresAt: 'asc' },
        take: EXPIRED_JOBS + 1,
      });
      const now = due.at(-1)?.expiresAt ?? site.clock();
      return () => deleteResults(site, now);
    },
  },
];

export const statements: readonly Statement[] = [
  ...work,
  ...reconciler,
  ...customers,
  ...administrators,
  ...retention,
];
