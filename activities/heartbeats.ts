/**
 * Heartbeats for activities that wait for another system, so that the loss of their worker is noticed within seconds.
 */
import { beat } from './beside-slots.ts';

const HEARTBEAT_MS = 3_000;

/** Runs the work and sends heartbeats until it ends. */
export async function beating<Result>(work: () => Promise<Result>): Promise<Result> {
  const timer = setInterval(() => beat(), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
