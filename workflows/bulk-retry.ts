/**
 * Retries the jobs an administrator selected, one after the other at a fixed rate, until each has been started once.
 */
import { continueAsNew, proxyActivities, sleep, workflowInfo } from '@temporalio/workflow';
import type { Activities } from '#activities/index.ts';
import type { BulkRetryInput } from './messages.ts';
import * as policies from './policies.ts';

const { beginBulkRetry, takeBulkRetryTurn, endBulkRetry } = proxyActivities<Activities>(policies.bulkRetry);

/** The administrator's request to stop is stored in the database and checked before each job. */
export async function bulkRetry(input: BulkRetryInput): Promise<void> {
  const { bulkRetryId, pauseMs } = input;
  const total = input.carried?.total ?? (await beginBulkRetry(input));
  for (let turn = input.carried?.nextTurn ?? 0; turn < total; turn += 1) {
    const { stopped } = await takeBulkRetryTurn({ bulkRetryId, turn });
    if (stopped) break;
    if (turn + 1 < total) await sleep(pauseMs);
    if (workflowInfo().continueAsNewSuggested) {
      await continueAsNew<typeof bulkRetry>({ ...input, carried: { total, nextTurn: turn + 1 } });
    }
  }
  await endBulkRetry({ bulkRetryId });
}
