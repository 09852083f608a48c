/** Limits and periods of accounts, sign-in, administrators and API tokens. */
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts';

export const limitsOfAccounts = {
  /** In credits. */
  creditAlertThresholdMax: 1_000_000,

  /** Spec section 9. */
  notificationsListMax: 20,
  /** The list has no pages: of the open requests it shows those that expire next, of the others the newest. */
  approvalsListMax: 100,

  /** Spec section 9. */
  verificationLinkMs: DAY_MS,
  /** A request for a second administrator's confirmation expires after this time. */
  approvalMs: DAY_MS,
  /** Period over which the amounts that an administrator moves alone are added up. */
  aloneWindowMs: DAY_MS,
  /**
   * How long an administrator whom another one suspended alone still counts as a second administrator, so that the
   * suspension gives nobody the power to act alone; also the time in which an administrator may suspend one.
   */
  suspendedAloneMs: 7 * DAY_MS,
  /** Accounts whose email address is still unconfirmed after this time are removed. */
  unverifiedRetentionMs: 7 * DAY_MS,
  resetLinkMs: HOUR_MS,
  /** A session ends after this time without use, and at the latest after the absolute time since the sign-in. */
  sessionMs: 7 * DAY_MS,
  sessionAbsoluteMs: 30 * DAY_MS,
  /** Default and maximum lifetime of a new API token. */
  apiTokenDaysDefault: 90,
  apiTokenDaysMax: 365,
  /** Maximum number of address ranges that one API token may be used from. */
  apiTokenRangesMax: 20,
  apiTokenServicesMax: 100,
  /** Smallest and largest credit cap of an API token. */
  apiTokenCapCreditsMin: 1,
  apiTokenCapCreditsMax: 10_000_000,
  /** How long an unused browser stays known; browsers keep cookies no longer than this. */
  deviceCookieMs: 400 * DAY_MS,
  /** Maximum number of known browsers per account; the least recently used are forgotten. */
  knownDevicesMax: 50,
  /** Further registrations of an unconfirmed address, each with another password; the oldest are forgotten. */
  rivalRegistrationsMax: 3,
  /** Number of accounts, older than the marks of trial credits, that one run of housekeeping marks. */
  trialMarksPerRunMax: 1_000,
  nameCharactersMax: 120,
  mobileCharactersMax: 20,
  passwordLengthMin: 6,
  passwordLengthMax: 128,
  /** Each hash needs 128 MiB while it is computed. */
  passwordHashesAtOnceMax: 2,
  passwordHashesWaitingMax: 40,
} as const;
