/** Rate limits for whatever can be guessed, is costly or reaches other people. */

/** Allowed attempts (`points`) per window in seconds; the key is an address, the caller's IP address, or both. */
export const rateLimits = {
  /** Failed sign-ins: per account and network or known browser together, and per network. */
  signInPerAddress: { points: 10, windowS: 15 * 60 },
  signInPerIp: { points: 100, windowS: 15 * 60 },
  /**
   * Failed sign-ins from networks and browsers that are new to the account: per account, and for all accounts together.
   */
  signInPerAccount: { points: 20, windowS: 15 * 60 },
  signInOfService: { points: 3_000, windowS: 15 * 60 },
  /** Passkey challenges and failed responses. Signatures cannot be guessed, so this only limits the load. */
  passkeySignInPerIp: { points: 200, windowS: 15 * 60 },
  /** Mails per day that report a sign-in on a new device. */
  newDeviceMailPerUser: { points: 5, windowS: 24 * 3_600 },
  /** Mails that a signed-out caller can trigger: to one address from one network, and from all networks together. */
  mailPerAddress: { points: 5, windowS: 3_600 },
  mailFromAnywhere: { points: 30, windowS: 3_600 },
  mailPerIp: { points: 60, windowS: 3_600 },
  registrationPerIp: { points: 60, windowS: 3_600 },
  /** Pages rendered and areas read for customers who check the tables of a PDF. */
  tableWorkPerUser: { points: 600, windowS: 15 * 60 },
  /** Exports of changed tables, which are free. */
  tableExportPerJob: { points: 60, windowS: 3_600 },
  /** Each makes a request to the mailbox's provider. */
  mailboxConsentPerUser: { points: 20, windowS: 15 * 60 },
  /** Portals lock accounts after a few wrong passwords. */
  credentialTestPerUser: { points: 10, windowS: 15 * 60 },
  /** Probes that administrators ask for; each may sign in to the portal. */
  probePerPortal: { points: 6, windowS: 3_600 },
  /** Attempts to enter the current password, for example by somebody who found a signed-in desktop. */
  passwordCheckPerUser: { points: 10, windowS: 15 * 60 },
  /** KiB that a customer uploads, including refused requests: before the first purchase, and after it. */
  uploadKibPerTrialUser: { points: 500 * 1_024, windowS: 24 * 3_600 },
  uploadKibPerUser: { points: 5_000 * 1_024, windowS: 24 * 3_600 },
  /** Password attempts of a customer on locked PDFs. */
  pdfPasswordPerUser: { points: 60, windowS: 3_600 },
  /** Searches of jobs, each of which may read many rows. */
  jobSearchPerUser: { points: 120, windowS: 60 },
  /** Calls that send a customer's inputs on a live page; each has several inputs. */
  liveInputsPerUser: { points: 600, windowS: 60 },
  liveControlPerUser: { points: 60, windowS: 60 },
  /** Second-factor codes, from any network. */
  secondFactorPerUser: { points: 10, windowS: 15 * 60 },
  /** Each export reads everything that is stored about a customer. */
  dataExportPerUser: { points: 5, windowS: 3_600 },
  /** Each call creates a payment at bKash. */
  paymentPerUser: { points: 20, windowS: 15 * 60 },
  /** A waiting dialog queries every 2 s, and may be open in several tabs. */
  paymentQueryPerUser: { points: 3_000, windowS: 15 * 60 },
  /** Returns of a browser from bKash; the purchase is notified of each. */
  paymentReturnPerPayment: { points: 40, windowS: 15 * 60 },
  /** Many payers may share an office's address. */
  paymentResultPerIp: { points: 6_000, windowS: 15 * 60 },
  /** Messages of the contact form, by account or, without one, by network. */
  contactMessage: { points: 5, windowS: 3_600 },
  /** One view per reader, post and day; the key is a digest that identifies nobody. */
  blogView: { points: 1, windowS: 24 * 3_600 },
  blogViewsPerIp: { points: 600, windowS: 3_600 },
  paymentNoticePerIp: { points: 3_000, windowS: 15 * 60 },
  /** Calls per API token, and failed attempts with tokens per network. */
  apiTokenPerToken: { points: 600, windowS: 60 },
  apiTokenGuessPerIp: { points: 60, windowS: 15 * 60 },
  /** New tokens, webhooks and schedules: each causes a lookup, a file or a message. */
  systemsChangePerUser: { points: 60, windowS: 15 * 60 },
  /** Test events and repeated deliveries. */
  webhookSendPerUser: { points: 30, windowS: 15 * 60 },
} as const satisfies Record<string, { points: number; windowS: number }>;

export type RateLimitName = keyof typeof rateLimits;
/** Limits that are counted per calling customer or per network. */
export type CallerLimit = Extract<RateLimitName, `${string}PerUser` | `${string}PerIp`>;
