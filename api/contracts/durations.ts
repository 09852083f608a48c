/** Lengths of time in milliseconds. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** How far the clock of Dhaka, which has no daylight saving time, is ahead of UTC. */
export const DHAKA_OFFSET_MS = 6 * HOUR_MS;
