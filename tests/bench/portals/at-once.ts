/** Rows per second of one worker with four sessions on four portals that answer in 200 ms, against one session at a time. */
import { baselineScripts } from '../baseline/scripts.ts';
import type { BaselineScript } from '../baseline/script.ts';
import {
  controlSandbox,
  endOf,
  msPerRow,
  report,
  sheetOf,
  type BenchStack,
  type EndedJob,
} from '../measure.ts';

const LATENCY_MS = 200;
/** Rows of each service that are run first, to measure how long its rows take here and now. */
const TRIAL_ROWS = 4;
const ROWS_MAX = 60;
const JOB_TIMEOUT_MS = 10 * 60_000;

/** Look-ups of records that the sandbox has on its first day. */
const serviceIds = [
  'exp-search',
  'hm-einvoice-download',
  'bepza-ep-download',
  'myshipment-tracking',
] as const;
const portals = ['bb-exp', 'hm', 'bepza', 'myshipment'];

/** A job takes `fixedMs` for its login and its result files, and `rowMs` for each row. */
type Work = { serviceId: string; script: BaselineScript; fixedMs: number; rowMs: number };

export async function benchFourPortals(bench: BenchStack): Promise<void> {
  for (const portal of portals)
    await controlSandbox(bench, 'faults', { portal, kind: 'slow', ms: LATENCY_MS, times: -1 });
  try {
    await measure(bench);
  } finally {
    await controlSandbox(bench, 'faults', null);
  }
}

async function measure(bench: BenchStack): Promise<void> {
  // The worker's browser starts with the first job.
  await measureService(bench, serviceIds[0]);
  const works: Work[] = [];
  for (const serviceId of serviceIds) works.push(await measureService(bench, serviceId));
  const shares = shareOut(works);
  const total = shares.reduce((sum, { rows }) => sum + rows, 0);
  const one: EndedJob[] = [];
  for (const share of shares) one.push(await runJob(bench, share));
  const alone = total / one.reduce((sum, job) => sum + secondsOf([job]), 0);
  const together = total / secondsOf(await Promise.all(shares.map((share) => runJob(bench, share))));
  report('rows per second, four sessions on four portals that answer in 200 ms (wanted: ratio at least 3)', {
    rows: shares.map(({ rows }) => rows).join(' + '),
    together,
    alone,
    ratio: together / alone,
  });
}

/** Gives each job rows for the same duration; otherwise the others would wait for the slowest of the four. */
function shareOut(works: readonly Work[]): (Work & { rows: number })[] {
  const longestMs = works.map(
    ({ script: { rowsMax = ROWS_MAX }, fixedMs, rowMs }) => fixedMs + rowsMax * rowMs,
  );
  const sharedMs = Math.min(...longestMs);
  return works.map((work) => ({
    ...work,
    rows: Math.max(1, Math.round((sharedMs - work.fixedMs) / work.rowMs)),
  }));
}

async function measureService(bench: BenchStack, serviceId: (typeof serviceIds)[number]): Promise<Work> {
  const work = { serviceId, script: baselineScripts[serviceId] };
  const job = await runJob(bench, { ...work, rows: TRIAL_ROWS });
  const rowMs = await msPerRow(bench.db, job.id);
  return { ...work, rowMs, fixedMs: secondsOf([job]) * 1000 - rowMs * TRIAL_ROWS };
}

/** Seconds from the start of the first job to the end of the last. */
function secondsOf(jobs: readonly EndedJob[]): number {
  const begun = Math.min(...jobs.map(({ createdAt }) => createdAt.getTime()));
  const ended = Math.max(...jobs.map(({ finishedAt }) => finishedAt.getTime()));
  return (ended - begun) / 1000;
}

async function runJob(
  { customer, db }: BenchStack,
  { serviceId, script, rows }: Pick<Work, 'serviceId' | 'script'> & { rows: number },
): Promise<EndedJob> {
  const sheet = sheetOf(Array.from({ length: rows }, (_, place) => script.cells(place)));
  const { jobId } = await customer.start(await customer.preview(serviceId, sheet));
  const job = await endOf(db, jobId, JOB_TIMEOUT_MS);
  if (job.state !== 'completed') throw new Error(`${serviceId} ended as ${job.state}: ${job.errorMessage}`);
  return job;
}
