/** Writes what Temporal's SDK warns of to the log of the process. */
import { DefaultLogger } from '@temporalio/worker';
import type { Logger } from '#api/adapters/logger.ts';
import { taskQueues } from '#workflows/ids.ts';

/** What the SDK says of each queue without workflows. It is so by design for all queues but one. */
const NO_WORKFLOWS = 'No workflows registered, not polling for workflow tasks';

export const sdkLogger = (logger: Logger): DefaultLogger =>
  new DefaultLogger('WARN', ({ level, message, meta }) => {
    if (message === NO_WORKFLOWS && meta?.['taskQueue'] !== taskQueues.main) return;
    logger[level === 'ERROR' ? 'error' : 'warn']({ temporal: meta }, message);
  });
