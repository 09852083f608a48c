/**
 * GET /api/health: returns 200 if all parts respond, and otherwise 503 with the failed part. For process managers there
 * are also `/healthz`, which says that this process runs, and `/readyz`, which says that it can serve requests; neither
 * needs a worker.
 */
import { Hono } from 'hono';
import { probeDatabase } from '#api/adapters/database-probe.ts';
import type { Logger } from '#api/adapters/logger.ts';
import { withinMs } from '#api/adapters/within-ms.ts';
import type { Deps } from '#api/deps.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { taskQueues } from '#workflows/ids.ts';

const CHECK_TIMEOUT_MS = 3_000;
/** A worker whose last poll is older than this counts as gone; workers poll at least once a minute. */
const POLLER_FRESH_MS = 90_000;

type Check = 'ok' | 'failed';

export function processRoutes(deps: Deps) {
  const noteReadiness = readinessLog(deps.logger);
  return new Hono<AppEnv>()
    .get('/healthz', (c) => c.text('ok'))
    .get('/readyz', async (c) => {
      const problem = deps.stopping.aborted ? 'stopping' : await problemOf(() => probeDatabase(deps.db));
      noteReadiness(problem);
      return problem === null ? c.text('ok') : c.text('unavailable', 503);
    });
}

/** Logs that the process can no longer serve requests, or can again, once for each change and not for each probe. */
function readinessLog(logger: Logger): (problem: unknown) => void {
  let wasReady = true;
  return (problem) => {
    const isReady = problem === null;
    if (isReady === wasReady) return;
    wasReady = isReady;
    if (isReady) logger.info('ready for requests again');
    else if (problem === 'stopping') logger.info('takes no more requests: it is stopping');
    else logger.error({ err: problem }, 'not ready for requests');
  };
}

export function healthRoutes(deps: Deps) {
  return new Hono<AppEnv>().get('/', async (c) => {
    const [database, temporal, worker, files] = await Promise.all([
      check(() => probeDatabase(deps.db)),
      check(() => deps.temporal.workflowService.getSystemInfo({})),
      check(() => requireWorker(deps)),
      check(() => deps.files.ready()),
    ]);
    const checks = { database, temporal, worker, files };
    const healthy = Object.values(checks).every((result) => result === 'ok');
    return c.json({ success: healthy, status: healthy ? 'ok' : 'unavailable', checks }, healthy ? 200 : 503);
  });
}

async function requireWorker({ temporal, env }: Deps): Promise<void> {
  const { pollers } = await temporal.workflowService.describeTaskQueue({
    namespace: env.TEMPORAL_NAMESPACE,
    taskQueue: { name: taskQueues.main },
    taskQueueType: 1,
  });
  const newestMs = Math.max(
    0,
    ...(pollers ?? []).map((poller) => Number(poller.lastAccessTime?.seconds ?? 0) * 1000),
  );
  if (Date.now() - newestMs > POLLER_FRESH_MS) throw new Error('No worker polls.');
}

const check = async (work: () => Promise<unknown>): Promise<Check> =>
  (await problemOf(work)) === null ? 'ok' : 'failed';

/** Returns why the work failed or was not done in time; null if it was done. */
async function problemOf(work: () => Promise<unknown>): Promise<unknown> {
  const done = work().then(
    () => null,
    (error: unknown) => error ?? new Error('It failed without a reason.'),
  );
  return withinMs(CHECK_TIMEOUT_MS, done, () => new Error(`No answer within ${CHECK_TIMEOUT_MS} ms.`));
}
