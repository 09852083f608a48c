/** A crowd before one portal: 2,000 waiting jobs of 300 customers, admitted fairly and seen by all. */
import type { JobProgress } from '#contracts/calls/jobs/jobs-answers.ts';
import type { Database } from '#prisma/client.ts';
import { perSecond, quantile, report, type BenchStack } from '../measure.ts';
import { decider, newVisitors, of, PORTAL, start, type Site, type Visitor } from './starts.ts';

const CUSTOMERS = 300;
const WAITING_JOBS = Number(process.env['BENCH_WAITING'] ?? 2_000);
const STARTS_IN_FLIGHT = 8;
const POLL_PERIOD_MS = 2_000;
const POLL_MS = 20_000;
/** This many jobs are admitted before the others are stopped. */
const LET_IN = 600;
const LET_IN_TIMEOUT_MS = 600_000;
const SESSIONS_MAX = 4;

export async function benchWaiting(bench: BenchStack): Promise<void> {
  const site = { app: bench.stack.addresses.app, db: bench.db };
  const decide = await decider(site);
  const visitors = await newVisitors(site.db, CUSTOMERS);
  await decide(`/api/admin/portals/${PORTAL}/pause`, {});
  const jobs = await fillTheLine(site, visitors);
  await pollPositions(site, jobs);
  const resumedAt = new Date();
  await decide(`/api/admin/portals/${PORTAL}/resume`, {});
  await measureAdmissions(site.db, resumedAt);
  const begun = performance.now();
  const { stopped } = await decide('/api/admin/jobs/stop', { target: { portal: PORTAL } });
  await untilEnded(site.db);
  report('all other jobs stopped and settled', {
    jobs: stopped ?? 0,
    seconds: (performance.now() - begun) / 1000,
  });
}

async function fillTheLine(
  site: Site,
  visitors: readonly Visitor[],
): Promise<{ jobId: string; visitor: Visitor }[]> {
  const jobs: { jobId: string; visitor: Visitor }[] = [];
  const times: number[] = [];
  const missing = WAITING_JOBS - (await site.db.job.count({ where: { portal: PORTAL } }));
  const rate = await perSecond(missing, STARTS_IN_FLIGHT, async (n) => {
    const visitor = of(visitors, n);
    const started = await start(site, visitor);
    if ('refused' in started) throw new Error(started.refused);
    times.push(started.ms);
    jobs.push({ jobId: started.jobId, visitor });
  });
  report(`starts while ${WAITING_JOBS} jobs come to wait`, {
    'per second': rate,
    'p50 ms': quantile(times, 0.5),
    'p99 ms': quantile(times, 0.99),
  });
  return jobs;
}

/** Every customer polls the status of a job every two seconds, as the page does. */
async function pollPositions({ app }: Site, jobs: { jobId: string; visitor: Visitor }[]): Promise<void> {
  const times: number[] = [];
  const positions = new Set<number>();
  const until = Date.now() + POLL_MS;
  const poll = async (index: number): Promise<void> => {
    const { jobId, visitor } = of(jobs, index);
    await new Promise((resolve) => setTimeout(resolve, (index / CUSTOMERS) * POLL_PERIOD_MS));
    while (Date.now() < until) {
      const begun = performance.now();
      const answer = await fetch(`${app}/api/jobs/${jobId}/status`, {
        headers: { authorization: visitor.authorization },
      });
      const { job } = (await answer.json()) as { job: JobProgress };
      times.push(performance.now() - begun);
      if (job.queuePosition !== null) positions.add(job.queuePosition);
      await new Promise((resolve) => setTimeout(resolve, POLL_PERIOD_MS));
    }
  };
  await Promise.all(Array.from({ length: CUSTOMERS }, (_, index) => poll(index)));
  report(
    `positions of ${WAITING_JOBS} waiting jobs, ${CUSTOMERS} customers every 2 s (wanted: p99 below 1 s)`,
    {
      'p50 ms': quantile(times, 0.5),
      'p99 ms': quantile(times, 0.99),
      calls: times.length,
      'positions seen': positions.size,
    },
  );
}

/** The next job begins in a slot that another leaves: the k-th end is followed by the (k + slots)-th begin. */
async function measureAdmissions(db: Database, resumedAt: Date): Promise<void> {
  const deadline = Date.now() + LET_IN_TIMEOUT_MS;
  const ended = () => db.job.count({ where: { portal: PORTAL, finishedAt: { gt: resumedAt } } });
  while ((await ended()) < LET_IN) {
    if (Date.now() > deadline) throw new Error('The jobs were not let in in time.');
    await new Promise((resolve) => setTimeout(resolve, POLL_PERIOD_MS / 4));
  }
  const jobs = await db.job.findMany({
    where: { portal: PORTAL, finishedAt: { gt: resumedAt } },
    orderBy: { startedAt: 'asc' },
    select: { userId: true, startedAt: true, finishedAt: true },
    take: LET_IN,
  });
  const begins = jobs.map(({ startedAt }) => startedAt?.getTime() ?? Number.NaN);
  const ends = jobs.map(({ finishedAt }) => finishedAt?.getTime() ?? Number.NaN).toSorted((a, b) => a - b);
  const gaps = begins.slice(SESSIONS_MAX).map((begin, index) => begin - (ends[index] ?? Number.NaN));
  const jobsOf = new Map<string, number>();
  for (const { userId } of jobs) jobsOf.set(userId, (jobsOf.get(userId) ?? 0) + 1);
  const perCustomer = [...jobsOf.values()];
  report(
    `places that were left and taken again before ${WAITING_JOBS} waiting jobs (wanted: p99 below 1 s)`,
    {
      'p50 ms': quantile(gaps, 0.5),
      'p99 ms': quantile(gaps, 0.99),
      jobs: jobs.length,
      customers: perCustomer.length,
      'fewest jobs of one': Math.min(...perCustomer),
      'most jobs of one': Math.max(...perCustomer),
    },
  );
}

async function untilEnded(db: Database): Promise<void> {
  const deadline = Date.now() + LET_IN_TIMEOUT_MS;
  while ((await db.job.count({ where: { portal: PORTAL, finishedAt: null } })) > 0) {
    if (Date.now() > deadline) throw new Error('The stopped jobs did not end in time.');
    await new Promise((resolve) => setTimeout(resolve, POLL_PERIOD_MS / 4));
  }
}
