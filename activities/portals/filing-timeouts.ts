/**
 * Default timeouts for portals on which filings are made. Returns a new object each time, so that a portal's config
 * may change it.
 */
export const filingTimeouts = () => ({
  navigationMs: 45_000,
  elementMs: 5_000,
  /** Time limit for the whole submitting click including its answer. */
  filingMs: 120_000,
  /** How long after that the portal may still act on the request. */
  settleMs: 360_000,
  downloadMs: 60_000,
  logoutMs: 5_000,
});
