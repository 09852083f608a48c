/** Business constants and limits of spec section 9, with their units in the name. */
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts';

export const KIB = 1024;
export const MIB = 1024 * KIB;

export const limits = {
  uploadBytesMax: 50 * MIB,
  /** Most file systems allow names of this length. */
  fileNameLengthMax: 255,
  /** Maximum rows per job; larger uploads are refused with TOO_MANY_ROWS. */
  rowsPerJobMax: 10_000,
  columnsMax: 200,
  /** Practice runs are free. They are small and few, and take no places of paid work. */
  practiceRowsMax: 20,
  practiceJobsPerDayMax: 10,
  practiceSessionsMax: 2,
  practiceGiveUpMs: 15 * 60_000,
  cellCharactersMax: 5_000,
  previewRows: 20,
  /** Later rows that a preview shows because they have a problem or were corrected. */
  previewFurtherRows: 100,
  previewProblemsMax: 500,
  zipEntriesMax: 2_000,
  zipUnpackedBytesMax: 500 * MIB,
  zipRatioMax: 100,
  /** Up to this size an archive's compression ratio is not checked: a small sheet of equal rows has a high one. */
  zipRatioFreeBytes: 2 * MIB,
  /**
   * Sheets are read in a limited number of threads; each thread has a heap limit and a time limit, and other sheets
   * wait.
   */
  sheetUnpackedBytesMax: 100 * MIB,
  sheetReadMsMax: 20_000,
  sheetReadHeapMibMax: 512,
  sheetReadersMax: 2,
  sheetReadersWaitingMax: 300,
  /**
   * Concurrent reads of uploads per API process, limited by the memory that each may need: a large upload is read
   * alone. Others wait on disk, and customers take turns.
   */
  readingsAtOnceMax: 2,
  readingBytesAtOnceMax: 48 * MIB,
  readingsWaitingMax: 300,
  readingsWaitingPerCustomerMax: 40,
  readingRetryS: 10,
  /**
   * Starts of jobs that one process admits at the same time. Others wait their turn for a short time and are then
   * refused, so that a crowd waits for seconds at most.
   */
  startsAtOnceMax: 24,
  startsWaitingMax: 500,
  startWaitMsMax: 2_000,
  startRetryS: 2,
  /** Concurrent uploads per customer (sent and read) and per process (received); each holds a part in memory. */
  uploadsAtOncePerCustomerMax: 8,
  uploadsAtOnceMax: 200,
  uploadsRetryS: 10,
  /** An upload that sends nothing for this long is aborted. */
  uploadSilentMs: 30_000,
  /** The rest of a refused request is read and discarded for this long, so that the sender reads the response. */
  refusedBodyMs: 10_000,
  /** Forms up to this size, such as the start of a job from an earlier upload, do not count as concurrent uploads. */
  smallFormBytesMax: 64 * KIB,
  /** Maximum number of fields beside a form's files. */
  formFieldsMax: 20,
  formFieldBytesMax: 16 * KIB,
  /** An upload is charged to the quota in blocks of this size, each before it is received. */
  uploadBlockBytes: 4 * MIB,
  /** A folder of received files that is older than this belongs to a process that has died. */
  incomingRetentionMs: HOUR_MS,
  /** In this time the largest request arrives on the slowest line that is supported. */
  requestMsMax: HOUR_MS / 2,
  slowestLineBitsPerS: 300_000,
  /** Parts of a workbook above this size are transferred to the reading thread instead of copied. */
  bytesHandedOverMin: 1 * MIB,
  /** Maximum lines of a CSV, including blank ones. */
  sheetLinesMax: 100_000,
  headingCharactersMax: 200,
  /** Columns of a service whose headings a customer names by hand; no service has more columns. */
  mappedColumnsMax: 60,
  /** Maximum total size of a job's documents that are combined in one PDF; the rest remain single files. */
  combinedPdfBytesMax: 200 * MIB,
  pdfPagesMax: 500,
  /** Maximum number of scanned pages per PDF for OCR; further pages are not read, and are reported. */
  ocrPagesMax: 50,
  /** PDF readers truncate passwords at this many bytes. */
  pdfPasswordLengthMax: 127,
  /** Limits of a customer's changes to the tables of one PDF. */
  tablesDrawnMax: 50,
  tablesDroppedMax: 2_000,
  /** Limits of a customer's corrections of the tables of one PDF; rows beyond `tableRowsShownMax` are not shown. */
  tableCorrectionsMax: 500,
  tableCorrectionsCharactersMax: 100_000,
  tableCellCharactersMax: 2_000,
  tableRowsMax: 100_000,
  tableRowsShownMax: 2_000,
  tableColumnsMax: 200,
  tableHeaderRowsMax: 20,
  tableDoubtsShownMax: 300,
  /** PDF layouts whose corrections a customer keeps; the one unused for the longest time makes room. */
  keptLayoutsMax: 100,
  keptTablesMax: 100,
  keptMarksMax: 40,
  keptTextCharactersMax: 120,
  /** A kept layout is deleted when no PDF has used it for this long. */
  keptLayoutRetentionMs: 365 * DAY_MS,
  columnsDrawnMax: 60,
  rowsDrawnMax: 500,
  tablePicturePixelsMax: 2_200_000,
  /** Pages of a PDF may exceed the standard's limit of 14,400 pt. */
  pagePointsMax: 100_000,
  requestBytesMax: 60 * MIB,
  jsonBytesMax: 1 * MIB,
  /** Maximum size of a sheet's rows as JSON. */
  sheetJsonBytesMax: 10 * MIB,

  /** Time limit of one database statement of the API; a list or search that takes longer is refused. */
  statementMsMax: 30_000,
  /** The same for a worker, whose housekeeping covers whole tables. */
  workerStatementMsMax: HOUR_MS / 4,
  /** In credits. */
  creditAlertThresholdMax: 1_000_000,
  /** Concurrent downloads of files and exports per caller and process. */
  downloadsAtOncePerCustomerMax: 6,
  jobFeedsPerCustomerMax: 10,
  /** Maximum jobs of all listeners of a process together. */
  jobFeedJobsMax: 5_000,
  jobFeedPeriodMs: 1_000,
  /** A listener reconnects after this time, so that it stops listening once its session has ended. */
  jobFeedMs: 60_000,
  /** Proxies close connections on which nothing is sent. */
  jobFeedPulseMs: 15_000,
  downloadsRetryS: 5,

  /**
   * A portal's live page that a customer works on. Pictures are sent at most once in each period, and only while
   * somebody watches. The page is no larger than this, in pixels.
   */
  liveFramePeriodMs: 250,
  liveFrameBytesMax: 400 * KIB,
  /** Quality of the pictures as JPEG, in per cent. */
  liveFrameQuality: 50,
  livePagePixelsMax: 4_096,
  liveInputsPerCallMax: 20,
  /** Calls whose inputs the page has not yet processed; further ones are refused. */
  liveCallsWaitingMax: 20,
  liveTextLengthMax: 200,
  liveDragPointsMax: 50,
  /** A window that has not shown the page for this long has lost control of it. */
  liveControlMs: 8_000,
  liveViewsPerCustomerMax: 4,
  /** How often a process looks for new pictures, and a worker for new inputs. */
  livePollMs: 150,
  /** A customer who has not opened the page after this share of the waiting time, in per cent, is reminded. */
  liveReminderPercent: 50,

  /** The searches of jobs have their own: job-list-rules.ts. */
  searchCharactersMax: 100,
  workHistoryPageSizeMax: 50,
  workHistoryPageSize: 3,
  notificationsListMax: 20,
  /** Lists without pages: the newest or first entries up to these numbers. */
  approvalsListMax: 100,
  bulkRetriesListMax: 10,
  bulkRetryRefusalsListMax: 100,
  failingWebhooksListMax: 5,
  longestWaitingListMax: 5,
  /** Further rows that failed in the same way need no pictures. */
  evidenceListMax: 500,
  failureGroupsListMax: 20,
  /** Five schemes with two periods a year reach this number in a century. */
  incentiveRatesListMax: 1_000,
  jobEventsListMax: 200,
  jobResultFilesListMax: 200,
  referenceOwnersListMax: 50,
  /** References that an administrator assigns with one request. */
  referencesAtOnceMax: 1_000,
  /** bKash accepts fewer refunds of one payment; refused ones are stored too. */
  refundsPerPaymentListMax: 100,
  /** Far more than the blog will have. */
  sitemapPostsMax: 5_000,
  unmatchedNoticesListMax: 200,
  /** Maximum number of queries that polling browsers may cause per payment; its timetable continues. */
  polledQueriesPerPaymentMax: 20,
  /** Places at the front of a portal's queue that are read together, once a second; others are read one by one. */
  queuePositionsReadMax: 1_000,
  jobRowsPageSizeMax: 200,

  blogPageSize: 12,
  blogPageSizeMax: 100,
  contactMessagesPageSize: 50,
  contactMessagesPageSizeMax: 100,
  /** Maximum size of a blog post's picture; the whole form may be slightly larger. */
  imageBytesMax: 5 * MIB,
  imageRequestBytesMax: 5 * MIB + 64 * KIB,

  /** An hourly run deletes them, and they are promised to be deleted within a day. */
  uploadRetentionMs: DAY_MS - HOUR_MS,
  resultRetentionMs: 7 * DAY_MS,
  logRetentionMs: 90 * DAY_MS,
  /** Seven years, which contain at most two leap days. */
  paymentRetentionMs: (7 * 365 + 2) * DAY_MS,
  /** How far back the preview looks for rows that were already filed. */
  earlierFilingsMs: 90 * DAY_MS,
  draftRetentionMs: HOUR_MS,
  credentialDraftRetentionMs: 10 * 60_000,
  /** How long a customer may take at a mailbox's provider, and how long the provider may take to answer. */
  mailboxConsentMs: 10 * 60_000,
  mailProviderAnswerMs: 20_000,

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

  /** The highest values that administrators can set as limits of a portal. */
  portalSessionsMax: 20,
  portalSessionsPerJobMax: 8,
  portalActionsPerMinuteMax: 600,
  portalPauseBetweenRowsMsMax: 60_000,
  portalHolidaysMax: 60,
  portalHolidayNameLengthMax: 80,
  /** Page requests that the first row of a chunk is expected to make; the next rows are expected to make as many. */
  rowActionsExpected: 5,
  /** A chunk that has taken this long leaves its other rows to the next one, well before its activity times out. */
  chunkMsMax: HOUR_MS / 2,

  /** Customers are notified that a portal works again if it was unusable for this long, at most this many of them. */
  portalBackAfterMs: 5 * 60_000,
  portalBackNoticesMax: 1_000,
  /** Largest response of a portal's official interface; for a page of events, a tenth of it. */
  officialAnswerBytesMax: 4 * MIB,
  /** Longest pause requested by an official interface that is waited for within the row. */
  officialRestMsMax: 10_000,

  /** Outages of portals are kept and shown for this many days; no more than this many are read at once. */
  portalHistoryDays: 90,
  portalOutagesReadMax: 10_000,
  /** Versions of a page map, and pages on which jobs found a portal changed, that administrators are shown. */
  pageMapVersionsListMax: 20,
  changedPagesListMax: 5,
  /** Probes behind a sign-in: the interval between two of them, and the time limit of a requested one. */
  probeWalkMinutes: 60,
  probeWalkMinutesMin: 15,
  probeWalkMinutesMax: 24 * 60,
  probeLoginCharactersMax: 200,
  askedProbeMsMax: 30 * 60_000,
  /**
   * Pictures of pages: their maximum height and size, and boxes per text. A picture of a good entrance is renewed after
   * the first period. After the second, a page that has what its adapter needs but lacks something else replaces its
   * last good picture. A picture that is not renewed is deleted after the third.
   */
  pagePictureHeightPx: 6_000,
  pagePictureBytesMax: 4 * MIB,
  elementBoxesMax: 5,
  goodPictureRenewedMs: 6 * HOUR_MS,
  goodPictureKeptMs: DAY_MS,
  pagePictureRetentionMs: 30 * DAY_MS,
  /** Maximum pages of one portal that are shown. */
  portalPagesListMax: 40,
  /** Longest note of an administrator on an item of a portal's go-live list, in characters. */
  portalCheckNoteLengthMax: 300,
  /** Requests of a page that are kept with its recording. */
  recordedRequestsMax: 200,
  /** Number of a portal's recently ended jobs from which the figures of a service are measured. */
  measuredJobsMax: 500,

  /** A browser that started without its sandbox is shown to administrators for this long. */
  unsandboxedShownMs: DAY_MS,

  /**
   * Maximum time between the claim of a call that moves money and its request. A longer time means that the process was
   * frozen in between.
   */
  paymentSendMs: 5_000,
  /**
   * How long bKash may still act on a call that moves money after it was released, in units of PURCHASE_MINUTE_MS.
   * bKash answers within half a minute; it refuses a second execute of a payment, but it carries out a second refund.
   */
  executeSettleMinutes: 15,
  refundSettleMinutes: 6 * 60,
  /** Payloads that Temporal's UI may have decrypted in one request: those of a page of a history. */
  payloadsAtOnceMax: 500,
  payloadCharactersMax: 4_000_000,
  /** Rows that one activity processes before control returns to the workflow. */
  rowsPerChunk: 100,
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

/** Delays and periods of the client, spec section 9 "Timings". */
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
