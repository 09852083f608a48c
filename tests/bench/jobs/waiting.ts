/**
 * A crowd before one portal: 100 concurrent starts, then 2,000 waiting jobs of 300 customers, admitted fairly and seen
 * by all.
 */
import type { JobProgress, StartedJob } from '#contracts/calls/jobs-answers.ts';
import { createToken } from '#api/domain/integrations/api-tokens.ts';
import type { Database } from '#prisma/client.ts';
import { signIn } from '#temporal/local/customer.ts';
import { createUser, newTokenRequest } from '#tests/factories.ts';
import { perSecond, quantile, report, type BenchStack } from '../measure.ts';

const STARTS_AT_ONCE = 100;
const CUSTOMERS = 300;
const WAITING_JOBS = Number(process.env['BENCH_WAITING'] ?? 2_000);
const STARTS_IN_FLIGHT = 8;
const POLL_PERIOD_MS = 2_000;
const POLL_MS = 20_000;
/** This many jobs are admitted before the others are stopped. */
const LET_IN = 600;
const LET_IN_TIMEOUT_MS = 600_000;
const SERVICE = 'damco-tracking-maersk';
const PORTAL = 'maersk-track';
const SESSIONS_MAX = 4;
const COST = 1;

type Visitor = { userId: string; authorization: string };
type Site = { app: string; db: Database };

export async function benchWaiting(bench: BenchStack): Promise<void> {
  const site = { app: bench.stack.addresses.app, db: bench.db };
  const admin = await signIn(site.app, 'admin@chalan.test', 'admin1234');
  const decide = (path: string, body: object): Promise<{ stopped?: number }> =>
    admin.call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ reason: 'Bench', ...body }),
    });
  const visitors: Visitor[] = [];
  for (let n = 0; n < CUSTOMERS; n += 1) visitors.push(await newVisitor(site.db));
  await decide(`/api/admin/portals/${PORTAL}/pause`, {});
  await startAtOnce(site, visitors);
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

async function newVisitor(db: Database): Promise<Visitor> {
  const { id: userId } = await createUser(db, { creditsHundredths: 10_000n });
  const request = newTokenRequest({ name: 'Bench', scopes: ['jobs:read', 'jobs:write'] });
  const { token } = await createToken(db, userId, request, new Date());
  return { userId, authorization: `Bearer ${token}` };
}

const of = <T>(list: readonly T[], index: number): T => {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('The list is empty.');
  return found;
};

let lines = 0;
async function start(
  { app }: Site,
  { authorization }: Visitor,
): Promise<{ jobId: string; ms: number } | { refused: string; ms: number }> {
  const body = new FormData();
  lines += 1;
  body.set('serviceId', SERVICE);
  body.set('totalCredits', String(COST));
  body.set('file', new File([`tracking_no,reference\nMRKU5295187,W${lines}\n`], 'boxes.csv'));
  const begun = performance.now();
  const answer = await fetch(`${app}/api/process-automation`, {
    method: 'POST',
    body,
    headers: { authorization },
  });
  const started = (await answer.json()) as StartedJob & { code?: string };
  const ms = performance.now() - begun;
  return answer.ok ? { jobId: started.jobId, ms } : { refused: `${answer.status} ${started.code}`, ms };
}

async function startAtOnce(site: Site, visitors: readonly Visitor[]): Promise<void> {
  // Warms up the JavaScript engines, which compile what they run often.
  await perSecond(STARTS_AT_ONCE, STARTS_IN_FLIGHT, async (n) => void (await start(site, of(visitors, n))));
  const begun = performance.now();
  const answers = await Promise.all(
    Array.from({ length: STARTS_AT_ONCE }, (_, n) => start(site, of(visitors, n))),
  );
  const refused = answers.flatMap((answer) => ('refused' in answer ? [answer.refused] : []));
  report(`${STARTS_AT_ONCE} starts at once on one portal (wanted: all admitted within 3 s)`, {
    seconds: (performance.now() - begun) / 1000,
    'p50 s':
      quantile(
        answers.map(({ ms }) => ms),
        0.5,
      ) / 1000,
    refused: refused.length,
    why: [...new Set(refused)].join(' ') || 'nothing',
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
