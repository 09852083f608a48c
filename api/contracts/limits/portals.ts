/** Limits of portals: what administrators can set, probes, pictures and history. */
import { MIB } from '#contracts/byte-sizes.ts';
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts';

export const limitsOfPortals = {
  credentialDraftRetentionMs: 10 * 60_000,
  /** How long a customer may take at a mailbox's provider, and how long the provider may take to answer. */
  mailboxConsentMs: 10 * 60_000,
  mailProviderAnswerMs: 20_000,

  /** Five schemes with two periods a year reach this number in a century. */
  incentiveRatesListMax: 1_000,

  referenceOwnersListMax: 50,
  /** References that an administrator assigns with one request. */
  referencesAtOnceMax: 1_000,

  /** The highest values that administrators can set as limits of a portal. */
  portalSessionsMax: 20,
  portalSessionsPerJobMax: 8,
  portalActionsPerMinuteMax: 600,
  portalPauseBetweenRowsMsMax: 60_000,
  portalHolidaysMax: 60,
  portalHolidayNameLengthMax: 80,
  /** Page requests that the first row of a chunk is expected to make; the next rows are expected to make as many. */
  rowActionsExpected: 5,

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
} as const;
