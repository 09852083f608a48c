/**
 * Entry point of the worker process: reads the environment, builds the dependencies, and runs workers until a signal
 * ends it.
 */
import { Runtime } from '@temporalio/worker';
import { portalAddresses } from '#activities/portals/portals.ts';
import { createMetrics, inAll, serveMetrics } from '#api/adapters/metrics.ts';
import { buildWorkerDeps } from '#api/deps.ts';
import { recordPortalAddresses } from '#api/domain/portals/portal-addresses.ts';
import { countObjectiveEvents } from '#api/domain/site/error-budgets.ts';
import { limits } from '#contracts/limits.ts';
import { requireVault } from '#api/domain/portals/vault-start.ts';
import { readWorkerEnv, sayForeign } from '#api/env.ts';
import { sdkLogger } from './sdk-log.ts';
import { startWorkers } from './workers.ts';

// Customers' files must not be readable for other users of this machine.
process.umask(0o077);
const { env, foreign } = readWorkerEnv();
const deps = await buildWorkerDeps(env, 'worker', { statementMs: limits.workerStatementMsMax });
sayForeign(deps.logger, foreign);
await requireVault(deps);
// Other roles need no portal, so their environment need not name any.
if (env.WORKER_QUEUES.includes('portals')) await recordPortalAddresses(deps.db, portalAddresses(env));
const metrics = env.METRICS_ADDRESS ? createMetrics('worker', { spans: deps.tracing?.counts }) : null;
if (metrics && env.METRICS_ADDRESS) serveMetrics(metrics, env.METRICS_ADDRESS).unref();
const events = countObjectiveEvents(deps);
Runtime.install({
  ...(env.TEMPORAL_METRICS_ADDRESS
    ? { telemetryOptions: { metrics: { prometheus: { bindAddress: env.TEMPORAL_METRICS_ADDRESS } } } }
    : {}),
  // Signals are handled below.
  shutdownSignals: [],
  logger: sdkLogger(deps.logger),
});
const group = await startWorkers(
  { ...deps, metrics: inAll(metrics ? [events, metrics] : [events]) },
  process.env['CHALAN_CACHE'] ?? '.cache',
);
process.once('SIGTERM', group.shutdown);
process.once('SIGINT', group.shutdown);
// Ends with the parent process, however that died.
process.once('disconnect', group.shutdown);
deps.logger.info('worker ready');
process.send?.('ready');
await group.finished.catch((error: unknown) => {
  deps.logger.fatal({ err: error }, 'worker failed');
  process.exitCode = 1;
});
await Promise.all([events.close().then(() => deps.db.$disconnect()), deps.tracing?.close()]);
process.exit();
