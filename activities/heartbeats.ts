/** Heartbeats of activities that wait for somebody else, so that the end of their worker is noticed within seconds. */
import { asyncLocalStorage } from '@temporalio/activity';

const HEARTBEAT_MS = 3_000;

/** Heartbeats once; nothing outside of an activity, as where a test calls the work itself. */
export function beat(): void {
  asyncLocalStorage.getStore()?.heartbeat();
}

/** Heartbeats until the work has ended. */
export async function beating<Result>(work: () => Promise<Result>): Promise<Result> {
  const timer = setInterval(beat, HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
