/** Temporal namespaces of the run's Temporal server, so that no file meets the workflows of another. */
import { isGrpcServiceError, type Client } from '@temporalio/client';
import { msToTs } from '@temporalio/common/lib/time.js';
import { ensureSearchAttributes } from '#temporal/search-attributes.ts';
import { until } from './until.ts';

/** The gRPC status code for a namespace that a part of the server does not know yet. */
const NOT_FOUND = 5;

/** Opens the client's namespace and waits until workflows can be started in it. */
export async function openNamespace(client: Client, namespace: string): Promise<void> {
  await client.connection.workflowService.registerNamespace({
    namespace,
    workflowExecutionRetentionPeriod: msToTs('1 day'),
  });
  await until(`namespace ${namespace}`, () => isKnown(client));
  await ensureSearchAttributes(client, namespace);
}

/** Each part of the server keeps its own list of namespaces and renews it every few seconds. */
async function isKnown(client: Client): Promise<boolean> {
  try {
    await client.workflow.count();
    return true;
  } catch (error) {
    if (isGrpcServiceError(error) && error.code === NOT_FOUND) return false;
    throw error;
  }
}
