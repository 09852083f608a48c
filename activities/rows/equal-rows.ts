/** Looks up equal rows only once (portals.md 1.3). */
import type { Deps } from '#api/deps.ts';
import { endRow, type WorkedJob } from '#api/domain/jobs/job-steps.ts';
import {
  answerOfRow,
  earlierAnswer,
  repeatedKeys,
  type KnownAnswer,
  type OpenRow,
} from '#api/domain/jobs/row-records.ts';
import { sheetMessages } from '#contracts/jobs/sheet-messages.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import type { RowCounts } from '#workflows/messages.ts';

type EqualRowsDeps = Pick<Deps, 'db' | 'clock'> & {
  /** Waits until the rows that have ended so far are stored. */
  rowsStored: () => Promise<void>;
};

type EqualRowsJob = Pick<WorkedJob, 'id' | 'attempt' | 'rowsTotal'>;

export class EqualRows {
  readonly #deps: EqualRowsDeps;
  readonly #job: EqualRowsJob;
  readonly #isRead: boolean;
  /** Natural keys that occur in several rows of the job. Read once, when the first row needs them. */
  #repeatedKeys: ReadonlySet<string> | null = null;

  constructor(deps: EqualRowsDeps, job: EqualRowsJob, { effect }: ServiceDefinition) {
    this.#deps = deps;
    this.#job = job;
    this.#isRead = effect === 'read';
  }

  /**
   * Ends the row with the result of its equal row, if that has ended; returns null if the row must be worked itself.
   */
  async answer(row: OpenRow): Promise<{ counts: RowCounts | null } | null> {
    const { db, clock } = this.#deps;
    const { id: jobId, attempt } = this.#job;
    const equal = await this.#equalRow(row);
    if (!equal) return null;
    const counts = await endRow(db, {
      jobId,
      attempt,
      rowNumber: row.rowNumber,
      outcome: equal.outcome,
      message: equal.message ?? sheetMessages.sameAsRow({ row: equal.rowNumber }),
      attempts: row.attempts,
      now: clock(),
      portalReference: equal.portalReference ?? undefined,
      values: equal.values ?? undefined,
      sheets: equal.sheets ?? undefined,
      sharedDocuments: equal.documents,
    });
    return { counts };
  }

  async #equalRow({ rowNumber, naturalKey, sameAsRow }: OpenRow): Promise<KnownAnswer | null> {
    const { id: jobId, rowsTotal } = this.#job;
    if (!this.#isRead || naturalKey === null || rowsTotal === 1) return null;
    const { db, rowsStored } = this.#deps;
    if (sameAsRow === null) {
      this.#repeatedKeys ??= await repeatedKeys(db, jobId);
      if (!this.#repeatedKeys.has(naturalKey)) return null;
    }
    // The equal row may be the one whose end is being stored.
    await rowsStored();
    return sameAsRow === null
      ? earlierAnswer(db, { jobId, naturalKey, rowNumber })
      : answerOfRow(db, { jobId, rowNumber: sameAsRow });
  }
}
