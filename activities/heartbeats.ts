/**
 * Heartbeats for activities that wait for another system, so that the loss of their worker is noticed within seconds.
 */
import { asyncLocalStorage } from '@temporalio/activity';

const HEARTBEAT_MS = 3_000;

/** Sends one heartbeat. Does nothing outside an activity, for example in a test that calls the work directly. */
export function beat(): void {
  asyncLocalStorage.getStore()?.heartbeat();
}

/** Runs the work and sends heartbeats until it ends. */
export async function beating<Result>(work: () => Promise<Result>): Promise<Result> {
  const timer = setInterval(beat, HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
