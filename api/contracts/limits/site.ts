/** Limits of the site, and of what all areas share: searches, database statements, logs. */
import { KIB, MIB } from '#contracts/byte-sizes.ts';
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts';

export const limitsOfSite = {
  /** The searches of jobs have their own: job-list-rules.ts. */
  searchCharactersMax: 100,

  /** Time limit of one database statement of the API; a list or search that takes longer is refused. */
  statementMsMax: 30_000,
  /** The same for a worker, whose housekeeping covers whole tables. */
  workerStatementMsMax: HOUR_MS / 4,

  /** Lists without pages: the newest or first entries up to these numbers. */
  failingWebhooksListMax: 5,
  longestWaitingListMax: 5,

  /** Far more than the blog will have. */
  sitemapPostsMax: 5_000,

  blogPageSize: 12,
  blogPageSizeMax: 100,
  /** Spec section 9. */
  contactMessagesPageSize: 50,
  contactMessagesPageSizeMax: 100,
  /** Maximum size of a blog post's picture; the whole form may be slightly larger. */
  imageBytesMax: 5 * MIB,
  imageRequestBytesMax: 5 * MIB + 64 * KIB,

  /** Spec section 9. */
  logRetentionMs: 90 * DAY_MS,

  /** Payloads that Temporal's UI may have decrypted in one request: those of a page of a history. */
  payloadsAtOnceMax: 500,
  payloadCharactersMax: 4_000_000,
} as const;
