/**
 * Rows per second of one job in four sessions, against the same rows in one session, on a portal whose every answer takes
 * half a second: with quicker answers the two cores of a small machine are measured, and not the waiting.
 */
import { signIn } from '#temporal/local/customer.ts';
import { noPortalLimits } from '#contracts/portals/portal-limits.ts';
import { knownContainers, trackingSheet } from '#tests/harness/containers.ts';
import { controlSandbox, endOf, report, type BenchStack } from '../measure.ts';

const PORTAL = 'maersk-track';
const SERVICE = 'damco-tracking-maersk';
const LATENCY_MS = Number(process.env['BENCH_LATENCY_MS'] ?? 500);
const SESSIONS = 4;
const WARM_UP_ROWS = 4;
const FIRST_SERIAL = 400_000;
const JOB_TIMEOUT_MS = 20 * 60_000;

export async function benchSessionsOfAJob(bench: BenchStack, rows: number): Promise<void> {
  await controlSandbox(bench, 'faults', { portal: PORTAL, kind: 'slow', ms: LATENCY_MS, times: -1 });
  try {
    // The worker's browser starts with the first job.
    await rowsPerSecond(bench, { rows: WARM_UP_ROWS, sessionsPerJobMax: 1 });
    const one = await rowsPerSecond(bench, { rows, sessionsPerJobMax: 1 });
    const four = await rowsPerSecond(bench, { rows, sessionsPerJobMax: SESSIONS });
    report(
      `rows per second of one job on a portal that answers in ${LATENCY_MS} ms (wanted: ratio at least 3)`,
      {
        rows: String(rows),
        'four sessions': four,
        'one session': one,
        ratio: four / one,
      },
    );
  } finally {
    await controlSandbox(bench, 'faults', null);
  }
}

/** From the start of the job to its end, with its login and its result files. */
async function rowsPerSecond(
  { stack, customer, db }: BenchStack,
  { rows, sessionsPerJobMax }: { rows: number; sessionsPerJobMax: number },
): Promise<number> {
  const admin = await signIn(stack.addresses.app, 'admin@chalan.test', 'admin1234');
  await admin.call(`/api/admin/portals/${PORTAL}/limits`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...noPortalLimits, sessionsMax: SESSIONS, sessionsPerJobMax, reason: 'Bench' }),
  });
  const sheet = trackingSheet(knownContainers(rows, FIRST_SERIAL));
  const { jobId } = await customer.start(await customer.preview(SERVICE, sheet));
  const job = await endOf(db, jobId, JOB_TIMEOUT_MS);
  if (job.rowsSucceeded !== rows)
    throw new Error(`Only ${job.rowsSucceeded} rows succeeded: ${job.errorMessage}`);
  return rows / ((job.finishedAt.getTime() - job.createdAt.getTime()) / 1000);
}
