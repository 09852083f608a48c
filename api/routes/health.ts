/**
 * GET /api/health: returns 200 if all parts respond, and otherwise 503 with the failed part. For process managers there
 * are also `/healthz`, which says that this process runs, and `/readyz`, which says that it can serve requests; neither
 * needs a worker.
 */
import { Hono } from 'hono';
import { probeDatabase } from '#api/adapters/database-probe.ts';
import type { Deps } from '#api/deps.ts';
import type { AppEnv } from '#api/middleware/app-env.ts';
import { taskQueues } from '#workflows/ids.ts';

const CHECK_TIMEOUT_MS = 3_000;
/** A worker whose last poll is older than this counts as gone; workers poll at least once a minute. */
const POLLER_FRESH_MS = 90_000;

type Check = 'ok' | 'failed';

export function processRoutes(deps: Deps) {
  return new Hono<AppEnv>()
    .get('/healthz', (c) => c.text('ok'))
    .get('/readyz', async (c) => {
      const ready = deps.stopping.aborted ? 'failed' : await check(() => probeDatabase(deps.db));
      return ready === 'ok' ? c.text('ok') : c.text('unavailable', 503);
    });
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

async function check(work: () => Promise<unknown>): Promise<Check> {
  const timeout = new Promise<'failed'>((resolve) =>
    setTimeout(() => resolve('failed'), CHECK_TIMEOUT_MS).unref(),
  );
  const done = work().then(
    () => 'ok' as const,
    () => 'failed' as const,
  );
  return Promise.race([done, timeout]);
}
