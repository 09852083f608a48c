/** What a service does: works one row and says how it ended. */
import type { RowOutcome } from '#contracts/jobs.ts';
import type { PortalSession } from '#activities/portals/contract.ts';
import type { RowData } from './contract.ts';

/** A file that a row produced; the name follows portals.md 1.2 and is made unique by the caller. */
export type RowDocument = { name: string; contentType: string; bytes: Uint8Array };

export type RowResult = {
  outcome: RowOutcome;
  /** One sentence for the customer; a portal's own refusal verbatim. */
  message: string;
  portalReference?: string;
  /** Output columns of the service by name. */
  values?: Record<string, string | number | null>;
  documents?: RowDocument[];
};

export type RunContext = {
  /** Logged-in session of the service's portal; absent for services without one. */
  session?: PortalSession;
  /** Bytes of the row's own file, for services whose rows are files. */
  readFile?: () => Promise<Uint8Array>;
  /** Aborted when the job is cancelled or the worker stops. */
  signal: AbortSignal;
};

export type Runner = {
  /** Output columns in the order of the result workbook, after the fixed ones of portals.md 1.2. */
  outputColumns: readonly string[];
  run: (row: RowData, context: RunContext) => Promise<RowResult>;
};
