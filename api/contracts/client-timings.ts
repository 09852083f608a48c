/** Delays and periods of the client, of spec section 9 "Timings" and others. */

export const timings = {
  jobPollMs: 2_000,
  /** Applies while the server pushes changes. */
  jobPollWithEventsMs: 10_000,
  notificationPollMs: 30_000,
  completionRefreshMs: 1_000,
  contactSuccessMs: 5_000,
  toastMs: 5_000,
  signInCloseMs: 500,
  forgotPasswordCloseMs: 3_000,
  resetRedirectMs: 3_000,
  profileSavedMs: 3_000,
  verifyCountdownS: 5,
  credentialsCloseMs: 2_000,
  credentialsDeletedCloseMs: 1_500,
  workHistoryAttempts: 3,
  workHistoryRetryMs: 500,
  workHistoryRetryFactor: 1.5,
  paymentWindowCheckMs: 1_000,
  paymentQueryMs: 2_000,
  paymentSuccessMs: 2_000,
  /** Ten minutes of queries; afterwards, bKash's answer arrives as a notification. */
  paymentQueriesMax: 300,
} as const;
