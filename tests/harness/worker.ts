/**
 * The application of `app.ts` with its workers, in a Temporal namespace that no other file uses. Use at the top of a
 * file: `const app = await startAppWithWorkers()`; the workers stop when the file ends.
 */
import { randomUUID } from 'node:crypto';
import { isGrpcServiceError } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { afterAll } from 'vitest';
import type { Temporal } from '#temporal/client.ts';
import { ensureSearchAttributes } from '#temporal/search-attributes.ts';
import { startWorkers } from '#temporal/workers.ts';
import { startTestApp } from './app.ts';
import { until } from './until.ts';

/** The gRPC status code for a namespace that a part of the server does not know yet. */
const NOT_FOUND = 5;

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

export async function startAppWithWorkers(env: Record<string, string> = {}): Promise<TestApp> {
  const namespace = `test-${randomUUID()}`;
  const app = await startTestApp({ env: { ...env, TEMPORAL_NAMESPACE: namespace } });
  await openNamespace(app.deps.temporal, namespace);
  // Refusals are expected here, and the SDK would print each of them.
  Runtime.install({ shutdownSignals: [], logger: new DefaultLogger('ERROR') });
  const workers = await startWorkers(app.deps, '.cache');
  afterAll(async () => {
    workers.shutdown();
    await workers.finished;
  });
  return app;
}

async function openNamespace(temporal: Temporal, namespace: string): Promise<void> {
  await temporal.connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: msToTs('1 day'),
  });
  await until(`namespace ${namespace}`, () => isKnown(temporal));
  await ensureSearchAttributes(temporal, namespace);
}

/** Each part of the server keeps its own list of namespaces and renews it every few seconds. */
async function isKnown(temporal: Temporal): Promise<boolean> {
  try {
    await temporal.workflow.count();
    return true;
  } catch (error) {
    if (isGrpcServiceError(error) && error.code === NOT_FOUND) return false;
    throw error;
  }
}
