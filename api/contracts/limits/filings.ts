/** Limits and periods of leases, of refused logins and of filings. */
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts';

export const limitsOfFilings = {
  /** How far back the preview looks for rows that were already filed. */
  earlierFilingsMs: 90 * DAY_MS,

  /** A portal lease is taken back from a worker that has not renewed it for this long. */
  leaseSilentMs: 30_000,
  /** The next worker of the same job may take over after a shorter silence, because the lease stays with the job. */
  leaseTakeoverMs: 20_000,
  leaseRenewMs: 3_000,
  /** Timeout of a lease that was granted but that no worker has claimed; every worker may be busy. */
  leaseUnclaimedMs: 10 * 60_000,
  /** The workflow of such a lease is signalled again after this time, because the signal may have been lost. */
  leaseRemindMs: 20_000,
  /**
   * Consecutive refusals of a portal login after which jobs no longer use it until it has been tested by hand, and
   * after which it is no longer tested either: after one more refusal, portals lock the account.
   */
  loginRefusalsForJobs: 2,
  loginRefusalsMax: 3,
  loginRefusalsKeptMs: DAY_MS,
  /**
   * Maximum time between the click that files and its request. A longer time means that the process was frozen in
   * between.
   */
  clickToRequestMs: 8_000,
  /** After a restore, a filing that the lost time may have sent is looked up for this long before it counts as absent. */
  restoredDoubtMs: 15 * 60_000,
  /** The first lookup after a lost answer is immediate; the wait before each further one doubles. */
  confirmFirstWaitMs: 5_000,
  confirmWaitMaxMs: 60_000,
  /** Filings are read back from the portal after these times to find duplicates. */
  firstTwinCheckMs: HOUR_MS,
  secondTwinCheckMs: DAY_MS,
} as const;
