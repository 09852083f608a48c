/**
 * The application of `app.ts` with its workers, in a Temporal namespace that no other file uses. Use at the top of a
 * file: `const app = await startAppWithWorkers()`; the workers stop when the file ends.
 */
import { randomUUID } from 'node:crypto';
import { DefaultLogger, Runtime } from '@temporalio/worker';
import { afterAll } from 'vitest';
import type { Deps } from '#api/deps.ts';
import { startWorkers } from '#temporal/workers.ts';
import { startTestApp } from './app.ts';
import { openNamespace } from './namespace.ts';

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

/** `deps` replaces parts of the application and of its workers, such as their clock. */
export async function startAppWithWorkers(
  env: Record<string, string> = {},
  deps: Partial<Deps> = {},
): Promise<TestApp> {
  const namespace = `test-${randomUUID()}`;
  const app = await startTestApp({ env: { ...env, TEMPORAL_NAMESPACE: namespace }, deps });
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
