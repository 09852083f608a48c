/**
 * Heartbeats for activities that wait for another system, so that the loss of their worker is noticed within seconds.
 */
import { asyncLocalStorage } from '@temporalio/activity';
import { beat } from './rows/beside-slots.ts';

const HEARTBEAT_MS = 3_000;

/**
 * Runs the work and sends heartbeats until it ends. The signal is aborted when the activity is cancelled or given to
 * another worker; outside an activity, there is none.
 */
export async function beating<Result>(
  work: (signal: AbortSignal | undefined) => Promise<Result>,
): Promise<Result> {
  const timer = setInterval(() => beat(), HEARTBEAT_MS);
  try {
    return await work(asyncLocalStorage.getStore()?.cancellationSignal);
  } finally {
    clearInterval(timer);
  }
}
