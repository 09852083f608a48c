/**
 * Rows per second of three worker processes against one, with jobs that mostly wait for portals: these answer so late that
 * a small machine can work all the sessions.
 */
import { creditsFromHundredths } from '#contracts/credits/credits.ts';
import { noPortalLimits } from '#contracts/portals/portal-limits.ts';
import { findService } from '#services/catalogue.ts';
import { signIn } from '#temporal/local/customer.ts';
import { knownContainers } from '#tests/harness/containers.ts';
import { controlSandbox, endOf, perSecond, report, type BenchStack, type EndedJob } from '../measure.ts';
import { newVisitors, of, type Visitor } from '../jobs/starts.ts';

/** With less, what a small machine measures is its processor: browsers take it for themselves. */
const LATENCY_MS = Number(process.env['BENCH_LATENCY_MS'] ?? 8_000);
/** Portals without a login, so that one customer's jobs run at the same time; a worker takes eight jobs. */
const services = [
  {
    portal: 'maersk-track',
    serviceId: 'damco-tracking-maersk',
    lines: (box: string) => box,
    head: 'tracking_no',
  },
  {
    portal: 'cpa',
    serviceId: 'ctg-port-tracking',
    lines: (box: string) => `${box},IMPORT`,
    head: 'container_no,direction',
  },
];
const SESSIONS_MAX = 20;
const WORKERS = 3;
const JOBS = 48;
const STARTS_IN_FLIGHT = 4;
const FIRST_SERIAL = 500_000;
/** Between the serials of two jobs, of which only some are valid numbers. */
const SERIALS_APART = 40;
const JOB_TIMEOUT_MS = 20 * 60_000;

export async function benchWorkers(bench: BenchStack, rows: number): Promise<void> {
  await allowSessions(bench);
  for (const { portal } of services)
    await controlSandbox(bench, 'faults', { portal, kind: 'slow', ms: LATENCY_MS, times: -1 });
  const visitors = await newVisitors(bench.db, JOBS);
  const measured = async (): Promise<number> => {
    // Browsers start with the first jobs of a worker.
    await rowsPerSecond(bench, visitors, 1);
    return rowsPerSecond(bench, visitors, rows);
  };
  const others: Awaited<ReturnType<typeof bench.stack.startWorker>>[] = [];
  try {
    const one = await measured();
    for (let worker = 1; worker < WORKERS; worker += 1) others.push(await bench.stack.startWorker());
    const three = await measured();
    report(
      `rows per second of ${JOBS} jobs on portals that answer in ${LATENCY_MS} ms (wanted: ratio at least 2.5)`,
      {
        [`${WORKERS} workers`]: three,
        'one worker': one,
        ratio: three / one,
      },
    );
  } finally {
    await Promise.all(others.map((worker) => worker.stop()));
    await controlSandbox(bench, 'faults', null);
  }
}

async function allowSessions({ stack }: BenchStack): Promise<void> {
  const admin = await signIn(stack.addresses.app, 'admin@chalan.test', 'admin1234');
  for (const { portal } of services)
    await admin.call(`/api/admin/portals/${portal}/limits`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        ...noPortalLimits,
        sessionsMax: SESSIONS_MAX,
        sessionsPerJobMax: 1,
        reason: 'Bench',
      }),
    });
}

let lastSerial = FIRST_SERIAL;

/** From the first start to the end of the last job. */
async function rowsPerSecond(bench: BenchStack, visitors: readonly Visitor[], rows: number): Promise<number> {
  const begun = performance.now();
  const ends: Promise<EndedJob>[] = [];
  await perSecond(JOBS, STARTS_IN_FLIGHT, async (index) => {
    const jobId = await start(bench, of(visitors, index), { ...of(services, index), rows });
    ends.push(endOf(bench.db, jobId, JOB_TIMEOUT_MS));
  });
  const ended = await Promise.all(ends);
  const bad = ended.filter(({ rowsSucceeded }) => rowsSucceeded < rows);
  if (bad.length > 0)
    throw new Error(`${bad.length} jobs did not do all their rows: ${bad[0]?.errorMessage}`);
  return (JOBS * rows) / ((performance.now() - begun) / 1000);
}

async function start(
  { stack }: BenchStack,
  { authorization }: Visitor,
  { serviceId, head, lines, rows }: (typeof services)[number] & { rows: number },
): Promise<string> {
  lastSerial += SERIALS_APART;
  const body = new FormData();
  body.set('serviceId', serviceId);
  const boxes = knownContainers(rows, lastSerial);
  body.set('file', new File([[head, ...boxes.map(lines)].join('\n')], 'boxes.csv'));
  body.set(
    'totalCredits',
    String(creditsFromHundredths((findService(serviceId)?.defaultCostHundredths ?? 0) * rows)),
  );
  const url = `${stack.addresses.app}/api/process-automation`;
  const answer = await fetch(url, { method: 'POST', body, headers: { authorization } });
  const { jobId, message } = (await answer.json()) as { jobId: string; message: string };
  if (!answer.ok) throw new Error(message);
  return jobId;
}
