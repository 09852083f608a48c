/** How long portals that file are waited for, unless a portal's own config says otherwise; a fresh object for each. */
export const filingTimeouts = () => ({
  navigationMs: 45_000,
  elementMs: 5_000,
  /** The whole click that files, with its answer. */
  filingMs: 120_000,
  /** After that, how long the portal may still act on what it was sent. */
  settleMs: 360_000,
  downloadMs: 60_000,
  logoutMs: 5_000,
});
