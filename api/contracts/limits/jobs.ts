/** Limits of jobs: their size, starts, rows, feeds and lists. */
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts';

export const limitsOfJobs = {
  /** Maximum rows per job; larger uploads are refused with TOO_MANY_ROWS. */
  rowsPerJobMax: 10_000,

  /** Practice runs are free. They are small and few, and take no places of paid work. */
  practiceRowsMax: 20,
  practiceJobsPerDayMax: 10,
  practiceSessionsMax: 2,
  practiceGiveUpMs: 15 * 60_000,

  previewRows: 20,
  /** Later rows that a preview shows because they have a problem or were corrected. */
  previewFurtherRows: 100,
  previewProblemsMax: 500,

  /**
   * Starts of jobs that one process admits at the same time. Others wait their turn for a short time and are then
   * refused, so that a crowd waits for seconds at most.
   */
  startsAtOnceMax: 24,
  startsWaitingMax: 500,
  startWaitMsMax: 2_000,
  startRetryS: 2,

  /** Concurrent downloads of files and exports per caller and process. */
  downloadsAtOncePerCustomerMax: 6,
  downloadsRetryS: 5,
  jobFeedsPerCustomerMax: 10,
  /** Maximum jobs of all listeners of a process together. */
  jobFeedJobsMax: 5_000,
  jobFeedPeriodMs: 1_000,
  /** A listener reconnects after this time, so that it stops listening once its session has ended. */
  jobFeedMs: 60_000,
  /** Proxies close connections on which nothing is sent. */
  jobFeedPulseMs: 15_000,

  workHistoryPageSizeMax: 50,
  /** Spec section 9. */
  workHistoryPageSize: 3,

  /** Lists without pages: the newest or first entries up to these numbers. */
  bulkRetriesListMax: 10,
  bulkRetryRefusalsListMax: 100,
  failureGroupsListMax: 20,
  jobEventsListMax: 200,
  jobResultFilesListMax: 200,
  /** Further rows that failed in the same way need no pictures. */
  evidenceListMax: 500,

  /** Places at the front of a portal's queue that are read together, once a second; others are read one by one. */
  queuePositionsReadMax: 1_000,
  jobRowsPageSizeMax: 200,

  /** Spec section 9. */
  resultRetentionMs: 7 * DAY_MS,

  /** Rows that one activity processes before control returns to the workflow. */
  rowsPerChunk: 100,
  /** A chunk that has taken this long leaves its other rows to the next one, well before its activity times out. */
  chunkMsMax: HOUR_MS / 2,
  /** The browser frees the memory of a portal session's former pages after this many rows. */
  rowsPerMemoryRelease: 20,
  rowAttemptsMax: 3,
  /** A row that finds the portal changed is tried again whenever the portal is resumed, up to this many attempts. */
  changedAttemptsMax: 5,
  /** Maximum runs of one job, including the first: failed rows can be run again one time fewer than this. */
  runsPerJobMax: 10,
  /** Maximum failed rows that can be corrected in the browser at once; more are corrected in the file. */
  correctedRowsMax: 500,
  /** Corrections of one sheet before its job is started; each may concern many rows. */
  sheetEditsMax: 500,
  /** Maximum jobs in one bulk retry by an administrator, and how many of them start per minute. */
  bulkRetryJobsMax: 1_000,
  bulkRetryJobsPerMinute: 30,
  /** A bulk retry can be started for this long after its preview. */
  bulkRetryCountMs: HOUR_MS / 2,
  /** Additional portal sessions on a worker, beyond the first one of each job. */
  extraSessionsPerWorkerMax: 8,
  /** A portal session logs in again after this many chunks, because its browser context only grows. */
  chunksPerSessionMax: 3,
  /** A browser is replaced after this many contexts, because its memory only grows. */
  contextsPerBrowserMax: 100,
} as const;
