/** Business constants and limits of spec section 9, with their units in the name. */

export const KIB = 1024;
export const MIB = 1024 * KIB;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export const limits = {
  uploadBytesMax: 50 * MIB,
  /** As long as most file systems take it. */
  fileNameLengthMax: 255,
  /** Rows of one job; more are refused with TOO_MANY_ROWS. */
  rowsPerJobMax: 10_000,
  columnsMax: 200,
  cellCharactersMax: 5_000,
  previewRows: 20,
  previewProblemsMax: 500,
  zipEntriesMax: 2_000,
  zipUnpackedBytesMax: 500 * MIB,
  zipRatioMax: 100,
  /** Below this an archive's ratio is no danger: a small sheet of equal rows packs very well. */
  zipRatioFreeBytes: 2 * MIB,
  /** Sheets are read in threads, a few at a time; each thread has a heap and a time limit, and the others wait. */
  sheetUnpackedBytesMax: 100 * MIB,
  sheetReadMsMax: 20_000,
  sheetReadHeapMibMax: 512,
  sheetReadersMax: 2,
  sheetReadersWaitingMax: 300,
  /**
   * Uploads that one API process reads at once, counted by the memory that each may take: a large one is read alone. All
   * others wait on the disk, and customers take turns.
   */
  readingsAtOnceMax: 2,
  readingBytesAtOnceMax: 48 * MIB,
  readingsWaitingMax: 300,
  readingsWaitingPerCustomerMax: 40,
  readingRetryS: 10,
  /** Uploads that one customer sends and has read at a time, and that a process receives at a time; each holds a piece of its file. */
  uploadsAtOncePerCustomerMax: 8,
  uploadsAtOnceMax: 200,
  uploadsRetryS: 10,
  /** An upload that sends nothing for so long is given up. */
  uploadSilentMs: 30_000,
  /** What is left of a refused request is read and thrown away for so long, so that its sender hears the answer. */
  refusedBodyMs: 10_000,
  /** Forms up to this size, such as a start on an upload of before, are not counted among the uploads at a time. */
  smallFormBytesMax: 64 * KIB,
  /** Fields beside the files of a form. */
  formFieldsMax: 20,
  formFieldBytesMax: 16 * KIB,
  /** The files of an upload are counted in blocks, each before it is received. */
  uploadBlockBytes: 4 * MIB,
  /** A folder of received files that is older belongs to a process that has died. */
  incomingRetentionMs: HOUR_MS,
  /** Parts of a workbook above it are handed to the reading thread instead of copied. */
  bytesHandedOverMin: 1 * MIB,
  /** Lines of a CSV with the blank ones. */
  sheetLinesMax: 100_000,
  headingCharactersMax: 200,
  /** Documents of a job that are put together in one PDF; the rest stay single files. */
  combinedPdfBytesMax: 200 * MIB,
  pdfPagesMax: 500,
  /** Scanned pages of a PDF that are recognised; more stay unread, and are named. */
  ocrPagesMax: 50,
  /** PDF readers cut a password off after so many bytes. */
  pdfPasswordLengthMax: 127,
  /** What customers change in the tables of one PDF. */
  tablesDrawnMax: 50,
  tablesDroppedMax: 2_000,
  columnsDrawnMax: 60,
  tablePicturePixelsMax: 2_200_000,
  /** A PDF's page may be larger than the 14,400 pt of the standard. */
  pagePointsMax: 100_000,
  requestBytesMax: 60 * MIB,
  jsonBytesMax: 1 * MIB,
  /** The rows of a whole sheet as JSON. */
  sheetJsonBytesMax: 10 * MIB,

  /** One statement of the API: a list or a search that takes longer ends with a refusal. */
  statementMsMax: 30_000,
  /** Files and exports that one caller downloads at a time from one process. */
  downloadsAtOncePerCustomerMax: 6,
  downloadsRetryS: 5,

  workHistoryPageSizeMax: 50,
  workHistoryPageSize: 3,
  notificationsListMax: 20,
  jobRowsPageSizeMax: 200,

  blogPageSize: 12,
  blogPageSizeMax: 100,
  contactMessagesPageSize: 50,
  contactMessagesPageSizeMax: 100,
  /** A picture of a post; with its form, a little more. */
  imageBytesMax: 5 * MIB,
  imageRequestBytesMax: 5 * MIB + 64 * KIB,

  uploadRetentionMs: DAY_MS,
  resultRetentionMs: 7 * DAY_MS,
  logRetentionMs: 90 * DAY_MS,
  /** Seven years, however their leap days fall. */
  paymentRetentionMs: (7 * 365 + 2) * DAY_MS,
  /** How far back the preview looks for rows that were filed before. */
  earlierFilingsMs: 90 * DAY_MS,
  draftRetentionMs: HOUR_MS,
  credentialDraftRetentionMs: 10 * 60_000,

  verificationLinkMs: DAY_MS,
  /** A request for a second administrator ends after it. */
  approvalMs: DAY_MS,
  /** What an administrator moves alone is summed over it. */
  aloneWindowMs: DAY_MS,
  /** Accounts whose address nobody has confirmed by then are removed. */
  unverifiedRetentionMs: 7 * DAY_MS,
  resetLinkMs: HOUR_MS,
  /** A session ends when it was not used for so long, and at the latest so long after the sign-in. */
  sessionMs: 7 * DAY_MS,
  sessionAbsoluteMs: 30 * DAY_MS,
  /** How long a new API token works, where its owner chooses nothing else, and at most. */
  apiTokenDaysDefault: 90,
  apiTokenDaysMax: 365,
  /** Address ranges that one API token may be used from. */
  apiTokenRangesMax: 20,
  apiTokenServicesMax: 100,
  /** Smallest and largest credit cap of an API token. */
  apiTokenCapCreditsMin: 1,
  apiTokenCapCreditsMax: 10_000_000,
  /** How long a browser is known that nobody signs in with; browsers keep no cookie longer. */
  deviceCookieMs: 400 * DAY_MS,
  /** Of one account; those that were not used for the longest time are forgotten. */
  knownDevicesMax: 50,
  passwordLengthMin: 6,
  passwordLengthMax: 128,
  /** Each takes 128 MiB for the time of its work. */
  passwordHashesAtOnceMax: 2,
  passwordHashesWaitingMax: 40,

  /** A place on a portal is taken back from a worker that has not renewed it for so long. */
  leaseSilentMs: 30_000,
  /** The next worker of the same job may go on after a shorter silence: the place does not change hands. */
  leaseTakeoverMs: 20_000,
  leaseRenewMs: 3_000,
  /** A place that was granted and that nobody works under yet: every worker may be busy. */
  leaseUnclaimedMs: 10 * 60_000,
  /**
   * Refusals of a portal login in a row after which no job tries it before somebody has tested it by hand, and after which
   * nobody tests it either: at one more, portals lock the account.
   */
  loginRefusalsForJobs: 2,
  loginRefusalsMax: 3,
  loginRefusalsKeptMs: DAY_MS,
  /** Longest time between the click that files and its request: later than this, the process was frozen in between. */
  clickToRequestMs: 8_000,
  /** The first look-up after a lost answer comes at once; each further one waits twice as long as the one before. */
  confirmFirstWaitMs: 5_000,
  confirmWaitMaxMs: 60_000,
  /** Filings are read back from the portal after an hour and after a day. */
  firstTwinCheckMs: HOUR_MS,
  secondTwinCheckMs: DAY_MS,

  /** A browser that started without its isolation is shown to administrators for so long. */
  unsandboxedShownMs: DAY_MS,

  /** Longest time between the claim of a call that moves money and its request: later, the process was frozen in between. */
  paymentSendMs: 5_000,
  /**
   * How long after a call that moves money was let go bKash may still act on it, in minutes of PURCHASE_MINUTE_MS. bKash
   * answers within half a minute; a second execute of a payment is refused by bKash, a second refund is made.
   */
  executeSettleMinutes: 15,
  refundSettleMinutes: 6 * 60,

  /** Rows that one activity works before it hands back to the workflow. */
  rowsPerChunk: 100,
  rowAttemptsMax: 3,
  /** Runs of one job, the first included: failed rows can be run again so many times less one. */
  runsPerJobMax: 10,
  /** Failed rows that are corrected in the browser at once; more are corrected in the file. */
  correctedRowsMax: 500,
  /** Jobs that an administrator runs again together, and how many of them a minute. */
  bulkRetryJobsMax: 1_000,
  bulkRetryJobsPerMinute: 30,
  /** So long a counted bulk retry can be started. */
  bulkRetryCountMs: HOUR_MS / 2,
  /** A session that has worked so many chunks logs in anew: the browser's side of it only grows. */
  chunksPerSessionMax: 3,
  /** A browser that has opened so many contexts is replaced: its memory only grows. */
  contextsPerBrowserMax: 100,
} as const;

/** Delays and periods of the client, spec section 9 "Timings". */
export const timings = {
  jobPollMs: 2_000,
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
  /** Ten minutes of asking; bKash's answer then comes as a notification. */
  paymentQueriesMax: 300,
} as const;

/** Attempts within a window; the key is an address, the caller's IP, or both. */
export const rateLimits = {
  /** Failed sign-ins, by address and IP. */
  signInPerAddress: { points: 10, windowS: 15 * 60 },
  signInPerIp: { points: 100, windowS: 15 * 60 },
  /** Failed sign-ins from networks that the account is not signed in from: of one account, and of all together. */
  signInPerAccount: { points: 20, windowS: 15 * 60 },
  signInOfService: { points: 3_000, windowS: 15 * 60 },
  /** Questions for a passkey and answers that failed; what is signed can't be guessed, so this bounds the work. */
  passkeySignInPerIp: { points: 200, windowS: 15 * 60 },
  /** Mails that tell of a sign-in on a new device, a day. */
  newDeviceMailPerUser: { points: 5, windowS: 24 * 3_600 },
  /** Mails that someone signed out can cause: to an address from one network, and from all of them together. */
  mailPerAddress: { points: 5, windowS: 3_600 },
  mailFromAnywhere: { points: 30, windowS: 3_600 },
  mailPerIp: { points: 60, windowS: 3_600 },
  registrationPerIp: { points: 60, windowS: 3_600 },
  /** Pages that are drawn and areas that are read for customers who check the tables of a PDF. */
  tableWorkPerUser: { points: 600, windowS: 15 * 60 },
  /** Exports of changed tables, which are free. */
  tableExportPerJob: { points: 60, windowS: 3_600 },
  /** Portals lock accounts after a few wrong passwords. */
  credentialTestPerUser: { points: 10, windowS: 15 * 60 },
  /** Guesses at the current password by somebody who found a signed-in desktop. */
  passwordCheckPerUser: { points: 10, windowS: 15 * 60 },
  /** KiB of files that a customer uploads, also in requests that are refused: before the first purchase, and after it. */
  uploadKibPerTrialUser: { points: 500 * 1_024, windowS: 24 * 3_600 },
  uploadKibPerUser: { points: 5_000 * 1_024, windowS: 24 * 3_600 },
  /** Passwords that a customer tries on locked PDFs. */
  pdfPasswordPerUser: { points: 60, windowS: 3_600 },
  /** Codes of the second factor, wherever they come from. */
  secondFactorPerUser: { points: 10, windowS: 15 * 60 },
  /** Each reads everything that is kept about a customer. */
  dataExportPerUser: { points: 5, windowS: 3_600 },
  /** Each makes a payment at bKash. */
  paymentPerUser: { points: 20, windowS: 15 * 60 },
  /** A waiting dialog asks every 2 s, and may stand in more than one tab. */
  paymentQueryPerUser: { points: 3_000, windowS: 15 * 60 },
  /** Returns of a browser: each is told to the purchase. */
  paymentReturnPerPayment: { points: 40, windowS: 15 * 60 },
  /** Many payers may share an office's address. */
  paymentResultPerIp: { points: 6_000, windowS: 15 * 60 },
  /** Messages of the contact form, by account or else by address. */
  contactMessage: { points: 5, windowS: 3_600 },
  /** One reader of one post on one day; the key is a digest that names nobody. */
  blogView: { points: 1, windowS: 24 * 3_600 },
  blogViewsPerIp: { points: 600, windowS: 3_600 },
  paymentNoticePerIp: { points: 3_000, windowS: 15 * 60 },
  /** Calls of one API token, and guesses at tokens. */
  apiTokenPerToken: { points: 600, windowS: 60 },
  apiTokenGuessPerIp: { points: 60, windowS: 15 * 60 },
  /** New tokens, webhooks and schedules: each is a look-up, a file or a message. */
  systemsChangePerUser: { points: 60, windowS: 15 * 60 },
  /** Test events and deliveries that are sent again. */
  webhookSendPerUser: { points: 30, windowS: 15 * 60 },
} as const satisfies Record<string, { points: number; windowS: number }>;

export type RateLimitName = keyof typeof rateLimits;
/** Counted for the customer who calls, or for the network that a call comes from. */
export type CallerLimit = Extract<RateLimitName, `${string}PerUser` | `${string}PerIp`>;
