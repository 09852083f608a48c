/** Pure functions that compute when bKash is queried about a payment or a refund whose outcome is unknown. */

const MINUTES_PER_DAY = 24 * 60;
/** Added to the 24 hours for which bKash's payment page is valid. */
const MARGIN_MINUTES = 2 * 60;
/** How long queries continue after that if bKash does not answer at all. */
const SILENCE_MINUTES = 3 * MINUTES_PER_DAY;
const HOURLY_MINUTES = Array.from(
  { length: (MINUTES_PER_DAY + MARGIN_MINUTES) / 60 - 1 },
  (_, index) => 60 * (index + 2),
);
const EARLY_MINUTES = [2, 5, 15, 60];
const BURST_SECONDS = [5, 10, 20, 40];

/** Returns the check times: 2, 5, 15 and 60 minutes after opening, then hourly until one day plus the margin. */
export function checksAfterOpening(openedAtMs: number, minuteMs: number): number[] {
  return [...EARLY_MINUTES, ...HOURLY_MINUTES].map((minutes) => openedAtMs + minutes * minuteMs);
}

/** Times of the queries soon after an answer was lost; the outcome is often available within a minute. */
export function checksAfterLoss(lostAtMs: number, minuteMs: number): number[] {
  return BURST_SECONDS.map((seconds) => lostAtMs + Math.ceil((seconds * minuteMs) / 60));
}

/** How many days to look for a refund that bKash does not list: once a day after the regular timetable ends. */
const REFUND_FOLLOWED_DAYS = 60;

/**
 * Returns the times at which to look for a refund with a lost answer in bKash's list, including the end of its settling
 * time. If it settles after whole hours, that end is also an hourly time, and bKash is asked twice. The second query is
 * harmless, and removing it would break the replay of recorded histories.
 */
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

/** Time of the last comparison of bKash's list with ours: one settling time after the refund ended. */
export function lastComparisonOf(refund: {
  sentAtMs: number;
  settlesAtMs: number;
  endedAtMs: number;
}): number {
  return refund.endedAtMs + (refund.settlesAtMs - refund.sentAtMs);
}

/**
 * Time after which a payment ends even without an answer from bKash: the last check plus the days of silence allowed.
 */
export function silenceDeadlineOf(openedAtMs: number, minuteMs: number): number {
  return openedAtMs + (MINUTES_PER_DAY + MARGIN_MINUTES + SILENCE_MINUTES) * minuteMs;
}
