/** A large job: the worker's memory, the length of its workflow's history, and its time per row against a small job's. */
import { execFileSync } from 'node:child_process';
import { Client, Connection } from '@temporalio/client';
import { jobWorkflowId } from '#workflows/ids.ts';
import { report, type BenchStack } from './measure.ts';

const SMALL_ROWS = 100;
const JOB_TIMEOUT_MS = 90 * 60_000;

export async function benchLargeJob(bench: BenchStack, rows: number): Promise<void> {
  const small = await run(bench, 100_000, SMALL_ROWS);
  const large = await run(bench, 100_000, rows);
  const connection = await Connection.connect({ address: bench.stack.temporalAddress });
  const handle = new Client({ connection }).workflow.getHandle(jobWorkflowId('exp-search', large.jobId));
  const { historyLength } = await handle.describe();
  await connection.close();
  report(
    `a job of ${rows} rows (wanted: growth below 250 MB, history below 10000, time per row within 20 %)`,
    {
      'worker growth MB': large.growthMb,
      'history events': historyLength,
      'ms per row': large.msPerRow,
      'ms per row of 100': small.msPerRow,
      ratio: large.msPerRow / small.msPerRow,
    },
  );
}

async function run({ customer, stack }: BenchStack, first: number, rows: number) {
  const lines = Array.from({ length: rows }, (_, index) => `1084,${first + index},2026`);
  const preview = await customer.preview(
    'exp-search',
    new File([['ad_code,exp_serial,exp_year', ...lines].join('\n')], 'large.csv'),
  );
  const workerPid = stack.parts.find(({ name }) => name === 'worker')?.pid() ?? 0;
  const before = residentMb(workerPid);
  let most = before;
  const { jobId } = await customer.start(preview);
  const job = await customer.follow(jobId, JOB_TIMEOUT_MS, () => {
    most = Math.max(most, residentMb(workerPid));
  });
  if (job.rowsSucceeded !== rows) throw new Error(`Only ${job.rowsSucceeded} of ${rows} rows were found.`);
  const tookMs = Date.parse(job.finishedAt ?? '') - Date.parse(job.startedAt ?? '');
  return { jobId, growthMb: most - before, msPerRow: tookMs / rows };
}

/** The worker process itself, without its browser. */
function residentMb(pid: number): number {
  return Number(execFileSync('ps', ['-p', String(pid), '-o', 'rss='], { encoding: 'utf8' })) / 1024;
}
