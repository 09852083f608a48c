/** Limits of uploads: how they are received, and how sheets, archives and forms are read. */
import { KIB, MIB } from '#contracts/byte-sizes.ts';
import { DAY_MS, HOUR_MS } from '#contracts/durations.ts';

export const limitsOfUploads = {
  /** Spec section 9. */
  uploadBytesMax: 50 * MIB,
  /** Most file systems allow names of this length. */
  fileNameLengthMax: 255,

  columnsMax: 200,
  cellCharactersMax: 5_000,

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

  requestBytesMax: 60 * MIB,
  jsonBytesMax: 1 * MIB,
  /** Maximum size of a sheet's rows as JSON. */
  sheetJsonBytesMax: 10 * MIB,

  /** An hourly run deletes uploads, and spec section 9 promises that they are deleted within a day. */
  uploadRetentionMs: DAY_MS - HOUR_MS,
  draftRetentionMs: HOUR_MS,
} as const;
