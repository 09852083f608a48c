/**
 * What a job and a row cost: processor time of each part, history, and what PostgreSQL writes; and the memory of a session
 * of a portal.
 */
import { Client, Connection } from '@temporalio/client';
import { browsersBelow, descendants, memoryMibOf, processorMsOf } from '#tests/harness/proc.ts';
import { knownContainers, trackingSheet } from '#tests/harness/containers.ts';
import { jobWorkflowId } from '#workflows/ids.ts';
import { endOf, perSecond, pidOf, report, type BenchStack } from '../measure.ts';
import { onePage, runJob, watchJobs } from './throughput.ts';
import { newVisitors, of } from './starts.ts';

const JOBS = 200;
const WARM_UP = 150;
const IN_FLIGHT = 8;
const FEW_ROWS = 10;
const MANY_ROWS = 110;
/** Serials that the sandbox has a record of each, and the first container. */
const FIRST_EXP = 100_000;
const FIRST_CONTAINER = 300_000;
const JOB_TIMEOUT_MS = 20 * 60_000;
const CALLS = 500;
const SESSIONS = [1, 4];
const SESSION_ROWS = 8;
const LOOK_MS = 250;
const KIB = 1024;

type Costs = {
  api: number;
  worker: number;
  browser: number;
  temporal: number;
  postgres: number;
  walBytes: number;
  databaseBytes: number;
};

export async function benchCosts(bench: BenchStack): Promise<void> {
  await ofOneRowJobs(bench);
  await ofReads(bench);
  await ofRows(bench);
  await ofSessions(bench);
}

async function ofOneRowJobs(bench: BenchStack): Promise<void> {
  const sample = onePage();
  const watch = watchJobs(bench);
  const jobs: string[] = [];
  const run = async (): Promise<void> => void jobs.push(await runJob(bench, sample, watch.ended));
  try {
    await perSecond(WARM_UP, IN_FLIGHT, run);
    const costs = await costsOf(bench, () => perSecond(JOBS, IN_FLIGHT, run));
    const history = await historyOf(bench, jobWorkflowId('pdf-excel-converter', of(jobs, jobs.length - 1)));
    report('a one-row job without a portal', { ...shared(costs, JOBS), ...history });
  } finally {
    watch.stop();
  }
}

/** The call that pages make most. */
async function ofReads(bench: BenchStack): Promise<void> {
  const { customer } = bench;
  const { id } = await bench.db.job.findFirstOrThrow({ where: { userId: customer.userId } });
  const read = async (): Promise<void> => void (await customer.call(`/api/jobs/${id}/status`));
  await perSecond(CALLS, IN_FLIGHT, read);
  const costs = await costsOf(bench, () => perSecond(CALLS, IN_FLIGHT, read));
  report('a read of the state of a job', shared(costs, CALLS));
}

/** The difference between a job of many rows and one of few, so that login and result files do not count. */
async function ofRows(bench: BenchStack): Promise<void> {
  let serial = FIRST_EXP;
  const run = async (rows: number): Promise<string> => {
    const lines = Array.from({ length: rows }, () => `1084,${(serial += 1)},2026`);
    const sheet = new File([['ad_code,exp_serial,exp_year', ...lines].join('\n')], 'rows.csv');
    const { jobId } = await bench.customer.start(await bench.customer.preview('exp-search', sheet));
    const { rowsSucceeded } = await endOf(bench.db, jobId, JOB_TIMEOUT_MS);
    if (rowsSucceeded !== rows) throw new Error(`Only ${rowsSucceeded} of ${rows} rows were found.`);
    return jobWorkflowId('exp-search', jobId);
  };
  await run(FEW_ROWS);
  const ids: string[] = [];
  const measured = (count: number) => costsOf(bench, async () => void ids.push(await run(count)));
  const [few, many] = [await measured(FEW_ROWS), await measured(MANY_ROWS)];
  const [fewer, more] = [await historyOf(bench, of(ids, 0)), await historyOf(bench, of(ids, 1))];
  const rows = MANY_ROWS - FEW_ROWS;
  const ofRow = Object.fromEntries(
    Object.entries(shared(many, 1)).map(([name, cost]) => [
      name,
      (cost - (shared(few, 1)[name] ?? Number.NaN)) / rows,
    ]),
  );
  report('a row of a search on a portal, with its document', {
    ...ofRow,
    'history events': (more['history events'] - fewer['history events']) / rows,
    'history KiB': (more['history KiB'] - fewer['history KiB']) / rows,
  });
  report(`a job of ${FEW_ROWS} such rows, with login and files`, { ...shared(few, 1), ...fewer });
}

/** Memory of the browser while one job and while several work on a portal without a login. */
async function ofSessions(bench: BenchStack): Promise<void> {
  const peaks: number[] = [];
  for (const sessions of SESSIONS) peaks.push(await peakMib(bench, sessions));
  const [one = Number.NaN, several = Number.NaN] = peaks;
  const [fewest = 1, most = 1] = SESSIONS;
  report('memory of the browser in MiB', {
    [`with ${fewest} session`]: one,
    [`with ${most}`]: several,
    'of a session': (several - one) / (most - fewest),
  });
}

async function peakMib(bench: BenchStack, sessions: number): Promise<number> {
  const worker = pidOf(bench, 'worker');
  let peak = 0;
  const timer = setInterval(() => {
    const now = browsersBelow(worker).reduce((sum, pid) => sum + memoryMibOf(pid), 0);
    peak = Math.max(peak, now);
  }, LOOK_MS);
  try {
    const visitors = await newVisitors(bench.db, sessions);
    await Promise.all(
      visitors.map(async (visitor, index) => {
        const first = FIRST_CONTAINER + index * SESSION_ROWS * 20;
        const body = new FormData();
        body.set('serviceId', 'damco-tracking-maersk');
        body.set('totalCredits', String(SESSION_ROWS));
        body.set('file', trackingSheet(knownContainers(SESSION_ROWS, first)));
        const headers = { authorization: visitor.authorization };
        const answer = await fetch(`${bench.stack.addresses.app}/api/process-automation`, {
          method: 'POST',
          body,
          headers,
        });
        const { jobId, message } = (await answer.json()) as { jobId: string; message: string };
        if (!answer.ok) throw new Error(message);
        await endOf(bench.db, jobId, JOB_TIMEOUT_MS);
      }),
    );
  } finally {
    clearInterval(timer);
  }
  return peak;
}

async function costsOf(bench: BenchStack, work: () => Promise<unknown>): Promise<Costs> {
  const before = await soFar(bench);
  await work();
  const after = await soFar(bench);
  const names = Object.keys(after) as (keyof Costs)[];
  return Object.fromEntries(names.map((name) => [name, after[name] - before[name]])) as Costs;
}

async function soFar(bench: BenchStack): Promise<Costs> {
  const spent = (pids: readonly string[]): number => pids.reduce((sum, pid) => sum + processorMsOf(pid), 0);
  const tree = (part: string): number => {
    const pid = pidOf(bench, part);
    return spent([pid, ...descendants(pid)]);
  };
  const browser = spent(browsersBelow(pidOf(bench, 'worker')));
  const [written] = await bench.db.$queryRaw<{ wal: number; size: number }[]>`
    SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 AS wal,
      pg_database_size(current_database())::float8 AS size`;
  return {
    api: tree('api'),
    worker: tree('worker') - browser,
    browser,
    temporal: tree('temporal'),
    postgres: tree('postgres'),
    walBytes: written?.wal ?? Number.NaN,
    databaseBytes: written?.size ?? Number.NaN,
  };
}

function shared(costs: Costs, count: number): Record<string, number> {
  const { walBytes, databaseBytes, ...spentMs } = costs;
  return {
    ...Object.fromEntries(Object.entries(spentMs).map(([part, ms]) => [`${part} ms`, ms / count])),
    'WAL KiB': walBytes / count / KIB,
    'database KiB': databaseBytes / count / KIB,
  };
}

async function historyOf(
  { stack }: BenchStack,
  workflowId: string,
): Promise<{ 'history events': number; 'history KiB': number }> {
  const { address, namespace } = stack.addresses.temporal;
  const connection = await Connection.connect({ address });
  try {
    const handle = new Client({ connection, namespace }).workflow.getHandle(workflowId);
    const { historyLength, historySize = Number.NaN } = await handle.describe();
    return { 'history events': historyLength, 'history KiB': historySize / KIB };
  } finally {
    await connection.close();
  }
}
