/**
 * The administrators' list of 1,000,000 jobs of 2,000 customers: each filter, the counts by state, and the count of a
 * bulk retry.
 */
import { countJobs, listJobs } from '#api/domain/jobs/admin-jobs.ts';
import { countBulkRetry } from '#api/domain/jobs/bulk-retry.ts';
import { DomainError } from '#contracts/errors.ts';
import { adminJobsFilter, adminJobsQuery } from '#contracts/jobs/admin-jobs.ts';
import { openDatabase, type Database } from '#prisma/client.ts';
import { services } from '#services/catalogue.ts';
import { bulkSettings, withDatabase } from './database.ts';
import { median, quantile, report } from '../measure.ts';

const JOBS = 1_000_000;
const CUSTOMERS = 2_000;
const CALLS = 10;
const COUNTS = 3;
const CONNECTIONS = 3;

/** What an administrator types or chooses. */
const filters: Record<string, Record<string, string>> = {
  service: { serviceId: 'exp-search' },
  portal: { portal: 'bank-ci' },
  'failed state': { state: 'failed' },
  'frequent error': { errorCode: 'PORTAL_DOWN' },
  'rare error': { errorCode: 'PORTAL_CHANGED' },
  'one customer': { customer: 'customer-1234@' },
  'many customers': { customer: 'customer-1' },
  'old days': { dateFrom: '2026-07-01', dateTo: '2026-07-02' },
  'file name': { text: 'list 999' },
  'no file name': { text: 'nowhere to be found' },
  'all at once': {
    serviceId: 'exp-search',
    state: 'failed',
    customer: 'customer-12',
    dateFrom: '2026-09-01',
  },
};

export async function benchAdminJobs(): Promise<void> {
  await withDatabase({ settings: bulkSettings, seeds: [jobsSql()] }, async (url) => {
    const db = openDatabase(url, CONNECTIONS);
    try {
      await compare(db);
    } finally {
      await db.$disconnect();
    }
  });
}

async function compare(db: Database): Promise<void> {
  const unfiltered = await pageMs(db, {});
  for (const [name, filter] of Object.entries(filters)) await measure(db, name, filter, unfiltered);
}

const pageMs = (db: Database, given: Record<string, string>): Promise<number[]> =>
  times(CALLS, () => listJobs(db, adminJobsQuery.parse(given)));

async function measure(
  db: Database,
  name: string,
  given: Record<string, string>,
  unfiltered: readonly number[],
): Promise<void> {
  const filter = adminJobsFilter.parse(given);
  const pages = await pageMs(db, given);
  const counts = await times(COUNTS, () => countJobs(db, filter));
  const now = () => new Date('2026-11-21T00:00:00Z');
  const bulk = await times(1, () => countBulkRetry({ db, clock: now }, { adminId: 'bench', filter }));
  report(`administrators' jobs of 1,000,000, filter: ${name}`, {
    'page ms': median(pages),
    'unfiltered ms': median(unfiltered),
    ratio: median(pages) / median(unfiltered),
    'p95 ms': quantile(pages, 0.95),
    'counts ms': median(counts),
    'bulk count ms': median(bulk),
  });
}

async function times(calls: number, call: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let count = 0; count < calls; count += 1) {
    const begun = performance.now();
    // A query that takes too long is refused: its figure is the limit of 8 s.
    await call().catch((error: unknown) => {
      if (!(error instanceof DomainError)) throw error;
    });
    taken.push(performance.now() - begun);
  }
  return taken;
}

/** One job every 15 s; nine of ten end well, the rest in the usual other ways. Files are kept for a week. */
function jobsSql(): string {
  const job = `md5('job-' || i)::uuid`;
  const at = `timestamptz '2026-11-21T00:00:00Z' - (${JOBS} - i) * interval '15 seconds'`;
  const list = services.map(({ id, portal }) => `('${id}', ${portal === null ? 'NULL' : `'${portal}'`})`);
  return `
    INSERT INTO users (id, email, name, email_verified, updated_at)
    SELECT 'user-' || c, 'customer-' || c || '@example.test', 'Customer ' || c, true, now()
    FROM generate_series(1, ${CUSTOMERS}) c;
    INSERT INTO uploads (id, user_id, service_id, file_name, file_key, size_bytes, sha256)
    SELECT md5('upload-' || c)::uuid, 'user-' || c, 'exp-search', 'list.csv', 'key', 1, ''
    FROM generate_series(1, ${CUSTOMERS}) c;
    CREATE TEMP TABLE known AS
      SELECT row_number() OVER () - 1 AS place, id, portal FROM (VALUES ${list.join(', ')}) AS known (id, portal);
    INSERT INTO jobs (id, user_id, service_id, service_name, upload_id, file_name, portal, state, rows_total, rows_done,
      rows_succeeded, rows_failed, cost_per_row_hundredths, error_code, created_at, finished_at, expires_at, files_deleted_at)
    SELECT ${job}, 'user-' || customer, known.id, known.id, md5('upload-' || customer)::uuid, 'list ' || i || '.csv',
      known.portal, state, 1, 1, CASE state WHEN 'completed' THEN 1 ELSE 0 END, CASE state WHEN 'completed' THEN 0 ELSE 1 END, 50,
      CASE WHEN state = 'failed' THEN CASE WHEN i % 10000 = 0 THEN 'PORTAL_CHANGED' ELSE 'PORTAL_DOWN' END END,
      at, at, at + interval '7 days', CASE WHEN at < timestamptz '2026-11-14T00:00:00Z' THEN at END
    FROM (
      SELECT i, ${at} AS at, 1 + (i::bigint * 7919) % ${CUSTOMERS} AS customer, (i * 31 / 7) % ${services.length} AS place,
        CASE WHEN i % 20 = 0 THEN 'failed' WHEN i % 37 = 0 THEN 'cancelled' ELSE 'completed' END AS state
      FROM generate_series(1, ${JOBS}) i
    ) made JOIN known USING (place);
    INSERT INTO job_rows (job_id, row_number, source, data, outcome, charged)
    SELECT id, 1, '{}', '{}', CASE state WHEN 'completed' THEN 'SUCCESS' WHEN 'cancelled' THEN 'CANCELLED' ELSE error_code END,
      state = 'completed'
    FROM jobs WHERE files_deleted_at IS NULL;`;
}
