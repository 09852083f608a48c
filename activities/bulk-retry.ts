/** Steps of a bulk retry: begin, start one job, end. Each is idempotent. */
import type { Deps } from '#api/deps.ts';
import * as bulkRetries from '#api/domain/jobs/bulk-retry-turns.ts';
import { toFailure } from './failures.ts';

type BulkRetryDeps = Pick<Deps, 'db' | 'env' | 'files' | 'vault' | 'workflows' | 'clock' | 'logger'>;

export type BulkRetryActivities = ReturnType<typeof bulkRetryActivities>;

export function bulkRetryActivities(deps: BulkRetryDeps) {
  return {
    /** Returns the number of jobs. */
    beginBulkRetry: (input: { bulkRetryId: string; adminId: string; reason: string }) =>
      bulkRetries.beginBulkRetry(deps, input).catch((error: unknown) => Promise.reject(toFailure(error))),

    /** Restarts the job at this position of the list, unless an administrator has stopped the bulk retry. */
    takeBulkRetryTurn: (input: { bulkRetryId: string; turn: number }) =>
      bulkRetries.takeBulkRetryTurn(deps, input),

    endBulkRetry: (input: { bulkRetryId: string }) => bulkRetries.endBulkRetry(deps, input),
  };
}
