/** When bKash is asked about a payment or a refund whose end is not known: pure. */

const MINUTES_PER_DAY = 24 * 60;
/** On top of the day that bKash's page is good for. */
const MARGIN_MINUTES = 2 * 60;
/** How long a payment is asked about after that while bKash does not answer at all. */
const SILENCE_MINUTES = 3 * MINUTES_PER_DAY;
const HOURLY_MINUTES = Array.from(
  { length: (MINUTES_PER_DAY + MARGIN_MINUTES) / 60 - 1 },
  (_, index) => 60 * (index + 2),
);
const EARLY_MINUTES = [2, 5, 15, 60];
const BURST_SECONDS = [5, 10, 20, 40];

/** 2, 5, 15 and 60 minutes after the payment was opened, then every hour to a day and the margin. */
export function checksAfterOpening(openedAtMs: number, minuteMs: number): number[] {
  return [...EARLY_MINUTES, ...HOURLY_MINUTES].map((minutes) => openedAtMs + minutes * minuteMs);
}

/** Soon after an answer was lost: it is often known within a minute. */
export function checksAfterLoss(lostAtMs: number, minuteMs: number): number[] {
  return BURST_SECONDS.map((seconds) => lostAtMs + Math.ceil((seconds * minuteMs) / 60));
}

/** After this a payment is over although bKash did not say so: the last check and the days of silence behind it. */
export function silenceDeadlineOf(openedAtMs: number, minuteMs: number): number {
  return openedAtMs + (MINUTES_PER_DAY + MARGIN_MINUTES + SILENCE_MINUTES) * minuteMs;
}
