/** The interface of a service's runner: processes one row and reports its outcome. */
import type { RowOutcome } from '#contracts/jobs/jobs.ts';
import type { KeptLayout } from '#contracts/jobs/kept-layouts.ts';
import type { TablesLayout } from '#contracts/jobs/pdf-tables.ts';
import type { Message } from '#contracts/messages/message.ts';
import type { Ask, OfficialInterface, PortalSession } from '#activities/portals/contract.ts';
import type { Mailbox } from '#activities/portals/mailbox/mailbox.ts';
import type { RowData } from './contract.ts';

/** A file produced by a row. The name follows portals.md 1.2, and the caller makes it unique. */
export type RowDocument = { name: string; contentType: string; bytes: Uint8Array };

export type OutputValues = Record<string, string | number | null>;

export type RowResult = {
  outcome: RowOutcome;
  /** One sentence for the customer; a refusal by the portal is quoted verbatim. */
  message: Message;
  portalReference?: string;
  /** Output columns of the service by name. */
  values?: OutputValues;
  /** Lines of the additional sheets (`outputSheets`), keyed by sheet. */
  sheets?: Record<string, OutputValues[]>;
  documents?: RowDocument[];
};

/** What the portal shows of a filing. */
export type FiledResult = Omit<RowResult, 'outcome'> & {
  /**
   * Downloads further documents from the page that shows the filing. It is called when the filing is known to be made,
   * so that a document that cannot be had does not hide the filing.
   */
  fetchDocuments?: () => Promise<RowDocument[]>;
};
/** The result of a click that files, or of why none was made. */
export type FilingResult = RowResult & Pick<FiledResult, 'fetchDocuments'>;

export type RunContext = {
  /** Logged-in session of the service's portal; absent for services without a portal. */
  session?: PortalSession;
  /** Replaces the session for services whose portal is a mailbox. */
  mailbox?: Mailbox;
  /** Replaces the session where the official interface of the service's portal is configured. */
  official?: OfficialInterface;
  /** Bytes of the row's own file, for services whose rows are files. */
  readFile?: () => Promise<Uint8Array>;
  /**
   * Reads a document that a cell names: a file of the ZIP uploaded with the sheet, or `service:key` or
   * `service:key:file` of an earlier result.
   */
  readDocument: (reference: string) => Promise<NamedDocument>;
  /** Returns the rate of a scheme for shipments of a day in thousandths of a per cent; null if none is announced. */
  incentiveRate: (scheme: string, day: string) => Promise<number | null>;
  /** Returns the customer's company as forms name the exporter; the person's name if none is saved. */
  exporterName: () => Promise<string>;
  /** Returns the customer's corrections of earlier PDFs, which are applied to PDFs of the same layout. */
  keptLayouts: () => Promise<KeptLayout[]>;
  /**
   * Stores the corrections that were applied to the row's tables and the numbers of the pages that were recognised, so
   * that the page which shows the tables has the same ones.
   */
  noteTables: (layout: TablesLayout | null, recognisedPages: readonly number[]) => Promise<void>;
  /** Asks a person, who has a few minutes. Throws PortalFault HUMAN_REQUIRED if nobody answers. */
  ask: Ask;
  /** Aborted when the job is cancelled or the worker stops. */
  signal: AbortSignal;
};
export type NamedFile = { name: string; bytes: Uint8Array };
/** The document that a cell names; null if there is none, or the names of all that fit if it is not clear which. */
export type NamedDocument = NamedFile | { several: string[] } | null;

type Columns = {
  /** Output columns in the order of the result workbook, after the fixed columns of portals.md 1.2. */
  outputColumns: readonly string[];
  /** Additional sheets of the result workbook and their columns, for values that a row can have several of. */
  outputSheets?: Record<string, readonly string[]>;
};

/** Processes one row of a service with effect `read`; may be repeated at any time. */
export type ReadRunner = Columns & { run: (row: RowData, context: RunContext) => Promise<RowResult> };

/** What the portal has under the natural key of a filing. `seen` is what the look-up left on the page for `run`. */
export type Found<Seen = unknown> =
  | { found: 'absent'; seen?: Seen }
  /** `twins` are further records of the same filing, which should exist only once. */
  | { found: 'equal'; result: FiledResult; twins?: readonly string[] }
  | { found: 'different'; message: Message; portalReference?: string }
  /** The filing exists, and the portal's staff have rejected it. */
  | { found: 'refused'; message: Message; portalReference: string };

export type SubmitContext = RunContext & {
  session: PortalSession;
  /** State left by earlier attempts: the number assigned before filing, and whether the submitting click was made. */
  earlier: { reference: string | null; committed: boolean };
  /**
   * Stores a number that the portal assigns before it files, so that a later look-up can use it. After the submitting
   * click, the number is the portal's confirmation of the filing.
   */
  noteReference: (reference: string) => Promise<void>;
  /**
   * Wraps the single submitting click and nothing else. The intent is stored before it, so that a lost answer leads
   * to a look-up first.
   */
  commit: <T>(click: () => Promise<T>) => Promise<T>;
};

/** Files rows of a service with effect `submit`: one row, or all rows of one `groupBy` key, with a common result. */
export type SubmitRunner<Seen = unknown> = Columns & {
  /** Looks the filing up (portals.md 1.3); changes nothing on the portal. */
  check(rows: Filing, context: SubmitContext): Promise<Found<Seen>>;
  /**
   * Fills in the form and files it through `context.commit`. Called directly after `check` found nothing, on the page
   * that it left.
   */
  run(rows: Filing, context: SubmitContext, seen: Seen | undefined): Promise<FilingResult>;
  /** Makes the documents that the customer hands in, without the portal (`preparesDocuments`). */
  prepare?(rows: Filing, context: RunContext): Promise<RowResult>;
};
export type Filing = readonly [RowData, ...RowData[]];

export type Runner = ReadRunner | SubmitRunner;
