/** Looks up rows with the same query only once (portals.md 1.3). */
import type { Deps } from '#api/deps.ts';
import { endRow } from '#api/domain/jobs/job-steps.ts';
import { earlierAnswer, repeatedKeys, type OpenRow } from '#api/domain/jobs/row-records.ts';
import { sheetMessages } from '#contracts/jobs/sheet-messages.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import type { RowCounts } from '#workflows/messages.ts';

export class EqualRows {
  readonly #deps: Pick<Deps, 'db' | 'clock'>;
  readonly #jobId: string;
  readonly #isRead: boolean;
  /** Natural keys that occur in several rows of the job. Read once, when the first row needs them. */
  #repeatedKeys: ReadonlySet<string> | null = null;

  constructor(deps: Pick<Deps, 'db' | 'clock'>, jobId: string, { effect }: ServiceDefinition) {
    this.#deps = deps;
    this.#jobId = jobId;
    this.#isRead = effect === 'read';
  }

  /** Ends the row with the result of an equal earlier row; null if there is none. */
  async answer(row: OpenRow): Promise<{ counts: RowCounts | null } | null> {
    if (!this.#isRead || row.naturalKey === null) return null;
    const { db, clock } = this.#deps;
    const jobId = this.#jobId;
    this.#repeatedKeys ??= await repeatedKeys(db, jobId);
    if (!this.#repeatedKeys.has(row.naturalKey)) return null;
    const equal = await earlierAnswer(db, { jobId, naturalKey: row.naturalKey, rowNumber: row.rowNumber });
    if (!equal) return null;
    const counts = await endRow(db, {
      jobId,
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
}
