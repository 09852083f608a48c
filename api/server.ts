/** Entry point of the API process: reads the environment, builds the dependencies and listens. */
import { createMetrics, inAll, serveMetrics } from './adapters/metrics.ts';
import { handedSockets } from './adapters/handed-sockets.ts';
import { createHttpServer } from './adapters/http-server.ts';
import { builtClientFolder, createPageRenderer } from './adapters/page-renderer.ts';
import { createApp } from './app.ts';
import { buildDeps } from './deps.ts';
import { platformState } from './domain/site/platform-state.ts';
import { countObjectiveEvents } from './domain/site/error-budgets.ts';
import { logUnusedTexts } from './domain/portals/page-map-changes.ts';
import { requireVault } from './domain/portals/vault-start.ts';
import { hasDevelopmentHelpers, readEnv, sayForeign } from './env.ts';
import { limits } from '#contracts/limits.ts';
import { watchRenewals } from '#temporal/renewals.ts';
import { seedDemo } from '#prisma/seed.ts';

const SHUTDOWN_TIMEOUT_MS = 10_000;

// Customers' files must not be readable for other users of this machine.
process.umask(0o077);
const { env, foreign } = readEnv();
const stopping = new AbortController();
const deps = await buildDeps(env, 'api', { statementMs: limits.statementMsMax, stopping: stopping.signal });
sayForeign(deps.logger, foreign);
await requireVault(deps);
await logUnusedTexts(deps);
// Deletes files that a dead process was receiving.
await deps.files.incoming.deleteAbandoned(new Date(Date.now() - limits.incomingRetentionMs));
if (hasDevelopmentHelpers(env)) await seedDemo(deps);

const { METRICS_ADDRESS: metricsAddress } = env;
const metrics = metricsAddress
  ? createMetrics('api', { platform: () => platformState(deps), spans: deps.tracing?.counts })
  : null;
const events = countObjectiveEvents(deps);
const metricsServer = metrics && metricsAddress ? serveMetrics(metrics, metricsAddress) : null;
const renderer = createPageRenderer(builtClientFolder, deps.logger);
// The code is loaded now, so that the first page is rendered as fast as the others. Without it, the process still
// serves the API.
await renderer.load();
const { http } = await handedSockets();
const app = createApp(
  { ...deps, metrics: inAll(metrics ? [events, metrics] : [events]) },
  builtClientFolder,
  renderer,
);
const server = createHttpServer(app.fetch);
server.listen(http ?? { port: env.PORT, host: env.HOST }, () => {
  deps.logger.info({ address: server.address() }, 'api ready');
  process.send?.('ready');
});

function stop(): void {
  setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS).unref();
  stopping.abort();
  metricsServer?.close();
  server.close(() => {
    void Promise.all([
      events.close().then(() => deps.db.$disconnect()),
      deps.temporal.connection.close(),
      deps.tracing?.close(),
    ]).finally(() => process.exit(0));
  });
  if ('closeIdleConnections' in server) server.closeIdleConnections();
}
watchRenewals(env, { onCertificates: stop });
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
// Ends with the parent process, however that died.
process.once('disconnect', stop);
