/**
 * What people and workers wait for on a database of 100,000 jobs with 10,000,000 rows, against one of 1,000 jobs: the same
 * calls of the domain in turns, for the same customer and for the one with the most jobs. It also measures the bytes of a
 * record and of its indexes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openFileStore } from '#api/adapters/files.ts';
import type { Env } from '#api/env.ts';
import { openDatabase } from '#prisma/client.ts';
import { storedJobsSql, storedRowsSql } from '#tests/harness/stored-jobs.ts';
import { bulkSettings, runSql, withDatabase } from './database.ts';
import { quantile, median, report } from '../measure.ts';
import { statements, type Site, type Statement } from './stored-statements.ts';

const LARGE = { jobs: Number(process.env['BENCH_JOBS'] ?? 100_000), customers: 2_000 };
const SMALL = { jobs: 1_000, customers: 20 };
const CONNECTIONS = 3;
/** As many connections as a small machine has cores write the rows. */
const WRITERS = 2;
const CALLS = 60;
const WARM_UP = 8;
/** A slow call is not repeated for longer than this. */
const STATEMENT_BUDGET_MS = 20_000;
const FLAT_RATIO = 1.2;
const settings = { ...bulkSettings, shared_buffers: '1GB', maintenance_work_mem: '512MB' };

export async function benchTenMillion(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'chalan-bench-files-'));
  try {
    await withStored(SMALL, folder, (small) => withStored(LARGE, folder, (large) => compare(large, small)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function withStored(
  stored: typeof LARGE,
  folder: string,
  measure: (site: Site) => Promise<void>,
): Promise<void> {
  return withDatabase({ settings, seeds: storedJobsSql(stored) }, async (url) => {
    const begun = performance.now();
    await writeRows(url, stored.jobs);
    const db = openDatabase(url, CONNECTIONS);
    try {
      const files = await openFileStore({ FILES_DIR: folder } as Env);
      report(`${stored.jobs} jobs`, { 'seconds to write the rows': (performance.now() - begun) / 1000 });
      await measure({ db, files, clock: () => new Date(), ...stored });
    } finally {
      await db.$disconnect();
    }
  });
}

/** The key of the rows is made afterwards, which is much faster than adding ten million of them one by one. */
async function writeRows(url: string, jobs: number): Promise<void> {
  await runSql(url, 'ALTER TABLE job_rows DROP CONSTRAINT job_rows_pkey');
  const share = Math.ceil(jobs / WRITERS);
  const writers = Array.from({ length: WRITERS }, (_, writer) =>
    runSql(url, storedRowsSql(writer * share + 1, Math.min(jobs, (writer + 1) * share))),
  );
  await Promise.all(writers);
  await runSql(url, 'ALTER TABLE job_rows ADD PRIMARY KEY (job_id, row_number)');
  for (const upkeep of ['DROP TABLE made', 'VACUUM ANALYZE', 'CHECKPOINT']) await runSql(url, upkeep);
  await reportSizes(url, jobs);
}

/** Bytes of each large table and of its indexes, by record. */
async function reportSizes(url: string, jobs: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; records: number; heap: number; indexes: number }>(`
      SELECT relname AS name, reltuples::float8 AS records, pg_table_size(oid)::float8 AS heap,
        pg_indexes_size(oid)::float8 AS indexes
      FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND reltuples >= ${jobs / 2}
      ORDER BY pg_total_relation_size(oid) DESC`);
    for (const { name, records, heap, indexes } of rows)
      report(`${name}, ${jobs} jobs`, {
        records: String(records),
        'bytes of a record': heap / records,
        'bytes of its index entries': indexes / records,
      });
  } finally {
    await client.end();
  }
}

async function compare(large: Site, small: Site): Promise<void> {
  const steep: string[] = [];
  const only = process.env['BENCH_ONLY'] ?? '';
  for (const statement of statements.filter(({ name }) => name.includes(only))) {
    const { largeMs, smallMs } = await timed(statement, { large, small });
    const ratio = median(largeMs) / median(smallMs);
    if (ratio > FLAT_RATIO) steep.push(statement.name);
    report(`${ratio > FLAT_RATIO ? 'NOT FLAT ' : ''}${statement.name}`, {
      [`ms with ${large.jobs} jobs`]: median(largeMs),
      [`ms with ${small.jobs}`]: median(smallMs),
      ratio,
      'p95 ms': quantile(largeMs, 0.95),
      calls: String(largeMs.length),
    });
  }
  report(`of ${statements.length} calls (wanted: ratio at most ${FLAT_RATIO})`, {
    'not flat': steep.length === 0 ? 'none' : `${steep.length}: ${steep.join('; ')}`,
  });
}

/** Calls both sides in turns, so that what else the machine does meets both. */
async function timed(
  { call, calls = CALLS }: Statement,
  { large, small }: { large: Site; small: Site },
): Promise<{ largeMs: number[]; smallMs: number[] }> {
  const largeMs: number[] = [];
  const smallMs: number[] = [];
  const warmUp = Math.min(WARM_UP, calls);
  const begun = performance.now();
  for (let count = 0; count < warmUp + calls; count += 1) {
    const taken = { small: await durationOf(call, small), large: await durationOf(call, large) };
    if (count < warmUp) continue;
    largeMs.push(taken.large);
    smallMs.push(taken.small);
    if (performance.now() - begun > STATEMENT_BUDGET_MS) break;
  }
  return { largeMs, smallMs };
}

/** What a call needs is prepared before the clock runs. */
async function durationOf(call: Statement['call'], site: Site): Promise<number> {
  const prepared = await call(site);
  const begun = performance.now();
  await prepared();
  return performance.now() - begun;
}
