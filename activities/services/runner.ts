/** What a service does: works one row and says how it ended. */
import type { RowOutcome } from '#contracts/jobs/jobs.ts';
import type { Ask, PortalSession } from '#activities/portals/contract.ts';
import type { Mailbox } from '#activities/portals/mailbox/mailbox.ts';
import type { RowData } from './contract.ts';

/** A file that a row produced; the name follows portals.md 1.2 and is made unique by the caller. */
export type RowDocument = { name: string; contentType: string; bytes: Uint8Array };

export type OutputValues = Record<string, string | number | null>;

export type RowResult = {
  outcome: RowOutcome;
  /** One sentence for the customer; a portal's own refusal verbatim. */
  message: string;
  portalReference?: string;
  /** Output columns of the service by name. */
  values?: OutputValues;
  /** Lines of the further sheets (`outputSheets`), by sheet. */
  sheets?: Record<string, OutputValues[]>;
  documents?: RowDocument[];
};

export type RunContext = {
  /** Logged-in session of the service's portal; absent for services without one. */
  session?: PortalSession;
  /** In place of a session, for services whose portal is a mailbox. */
  mailbox?: Mailbox;
  /** Bytes of the row's own file, for services whose rows are files. */
  readFile?: () => Promise<Uint8Array>;
  /** A document that a cell names: a file of the ZIP that came with the sheet, or `service:key` of an earlier result. */
  readDocument: (reference: string) => Promise<NamedFile | null>;
  /** Thousandths of a per cent by which a scheme pays for a day's shipments; null where no rate is announced. */
  incentiveRate: (scheme: string, day: string) => Promise<number | null>;
  /** Asks a person, who has some minutes. Throws PortalFault HUMAN_REQUIRED when nobody answers. */
  ask: Ask;
  /** Aborted when the job is cancelled or the worker stops. */
  signal: AbortSignal;
};
export type NamedFile = { name: string; bytes: Uint8Array };

type Columns = {
  /** Output columns in the order of the result workbook, after the fixed ones of portals.md 1.2. */
  outputColumns: readonly string[];
  /** Further sheets of the result workbook and their columns, for what a row has several of. */
  outputSheets?: Record<string, readonly string[]>;
};

/** Works one row of a service with effect `read`; it may be worked again at any time. */
export type ReadRunner = Columns & { run: (row: RowData, context: RunContext) => Promise<RowResult> };

/** What the portal has under the natural key of a filing; `seen` is what the look-up left on the page for the filing. */
export type Found<Seen = unknown> =
  | { found: 'absent'; seen?: Seen }
  /** `twins`: what else the portal has of the same filing, which it should have once. */
  | { found: 'equal'; result: Omit<RowResult, 'outcome'>; twins?: readonly string[] }
  | { found: 'different'; message: string; portalReference?: string }
  /** It was filed, and the portal's people have turned it down. */
  | { found: 'refused'; message: string; portalReference: string };

export type SubmitContext = RunContext & {
  session: PortalSession;
  /** What earlier tries left: the number the portal gave before filing, and whether the filing click was made. */
  earlier: { reference: string | null; committed: boolean };
  /** Keeps a number that the portal gives before it files, so that the look-up can ask for it. */
  noteReference: (reference: string) => Promise<void>;
  /** Around the one click that files, and nothing else: written down before, so that a lost answer is looked up first. */
  commit: <T>(click: () => Promise<T>) => Promise<T>;
};

/** Files rows of a service with effect `submit`: one row, or the rows of one `groupBy` key, all with one result. */
export type SubmitRunner<Seen = unknown> = Columns & {
  /** The look-up of portals.md 1.3; changes nothing on the portal. */
  check(rows: Filing, context: SubmitContext): Promise<Found<Seen>>;
  /** Fills the form and files it with `context.commit`; asked right after `check` found nothing, and goes on from there. */
  run(rows: Filing, context: SubmitContext, seen: Seen | undefined): Promise<RowResult>;
};
export type Filing = readonly [RowData, ...RowData[]];

export type Runner = ReadRunner | SubmitRunner;
