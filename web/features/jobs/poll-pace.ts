/** Decides how often running jobs are polled: seldom while events arrive, and as often as without them once they break. */
import { timings } from '#contracts/client-timings.ts';
import { limits } from '#contracts/limits.ts';

/** Two pulses may be late before the connection counts as broken. */
const silenceMs = 2.5 * limits.jobFeedPulseMs;
let heardAtMs = Number.NEGATIVE_INFINITY;

export function noteEvent(): void {
  heardAtMs = performance.now();
}

export function noteSilence(): void {
  heardAtMs = Number.NEGATIVE_INFINITY;
}

export const runningPollMs = (): number =>
  performance.now() - heardAtMs < silenceMs ? timings.jobPollWithEventsMs : timings.jobPollMs;
