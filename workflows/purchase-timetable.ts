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

/** How long a refund that bKash does not list is looked for, once a day when the timetable is over. */
const REFUND_FOLLOWED_DAYS = 60;

/** When bKash's list is looked at for a refund whose answer was lost, and at the end of its settling time. */
export function looksForRefund(
  { sentAtMs, settlesAtMs }: { sentAtMs: number; settlesAtMs: number },
  minuteMs: number,
): number[] {
  const days = Array.from(
    { length: REFUND_FOLLOWED_DAYS - 1 },
    (_, index) => sentAtMs + (index + 2) * MINUTES_PER_DAY * minuteMs,
  );
  const early = [...checksAfterLoss(sentAtMs, minuteMs), ...checksAfterOpening(sentAtMs, minuteMs)];
  return [...early, settlesAtMs, ...days].toSorted((one, other) => one - other);
}

/** When bKash's list is compared with ours for the last time: as long after the end as a refund takes to settle. */
export function lastComparisonOf(refund: {
  sentAtMs: number;
  settlesAtMs: number;
  endedAtMs: number;
}): number {
  return refund.endedAtMs + (refund.settlesAtMs - refund.sentAtMs);
}

/** After this a payment is over although bKash did not say so: the last check and the days of silence behind it. */
export function silenceDeadlineOf(openedAtMs: number, minuteMs: number): number {
  return openedAtMs + (MINUTES_PER_DAY + MARGIN_MINUTES + SILENCE_MINUTES) * minuteMs;
}
