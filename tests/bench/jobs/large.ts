/**
 * A large job: the worker's memory, the length of its workflow's history, and its time per row against a small job's.
 */
import { execFileSync } from 'node:child_process';
import { Client, Connection } from '@temporalio/client';
import { jobWorkflowId } from '#workflows/ids.ts';
import { msPerRow, report, slopeOf, type BenchStack } from '../measure.ts';

const SMALL_ROWS = 100;
const JOB_TIMEOUT_MS = 90 * 60_000;
/** Rows until the worker's engines have compiled what they run often, and its heaps have reached a stable size. */
const SETTLED_ROWS = 200;
const GOAL_ROWS = 10_000;

type Sample = { rows: number; megabytes: number };

export async function benchLargeJob(bench: BenchStack, rows: number): Promise<void> {
  const small = await run(bench, 100_000, SMALL_ROWS);
  const large = await run(bench, 100_000, rows);
  const { address, namespace } = bench.stack.addresses.temporal;
  const connection = await Connection.connect({ address });
  const client = new Client({ connection, namespace });
  const handle = client.workflow.getHandle(jobWorkflowId('exp-search', large.jobId));
  const { historyLength } = await handle.describe();
  await connection.close();
  const settled = large.samples.filter((sample) => sample.rows >= SETTLED_ROWS);
  const growthPerRow = slopeOf(settled.map(({ rows, megabytes }) => ({ x: rows, y: megabytes })));
  report(
    `a job of ${rows} rows (wanted for ${GOAL_ROWS}: growth below 250 MB, history below 10000, time per row within 20 %)`,
    {
      'worker growth MB': large.growthMb,
      [`MB per ${GOAL_ROWS} rows behind the first ${SETTLED_ROWS}`]: growthPerRow * GOAL_ROWS,
      'history events': historyLength,
      'events per row': historyLength / rows,
      'ms per row': large.msPerRow,
      [`of the last ${SMALL_ROWS}`]: large.msPerLastRow,
      'of a job of 100': small.msPerRow,
      ratio: large.msPerRow / small.msPerRow,
    },
  );
}

async function run({ customer, db, stack }: BenchStack, first: number, rows: number) {
  const lines = Array.from({ length: rows }, (_, index) => `1084,${first + index},2026`);
  const preview = await customer.preview(
    'exp-search',
    new File([['ad_code,exp_serial,exp_year', ...lines].join('\n')], 'large.csv'),
  );
  const workerPid = stack.parts.find(({ name }) => name === 'worker')?.pid() ?? 0;
  const before = residentMb(workerPid);
  const samples: Sample[] = [];
  const { jobId } = await customer.start(preview);
  const job = await customer.follow(jobId, JOB_TIMEOUT_MS, ({ rowsDone }) => {
    samples.push({ rows: rowsDone, megabytes: residentMb(workerPid) });
  });
  if (job.rowsSucceeded !== rows) throw new Error(`Only ${job.rowsSucceeded} of ${rows} rows were found.`);
  return {
    jobId,
    samples,
    growthMb: Math.max(...samples.map(({ megabytes }) => megabytes)) - before,
    msPerRow: await msPerRow(db, jobId),
    msPerLastRow: await msPerRow(db, jobId, rows - SMALL_ROWS),
  };
}

/** The memory of the worker process itself, without its browser. */
function residentMb(pid: number): number {
  return Number(execFileSync('ps', ['-p', String(pid), '-o', 'rss='], { encoding: 'utf8' })) / 1024;
}
