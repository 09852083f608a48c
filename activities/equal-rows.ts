/** Looks up rows with the same query only once (portals.md 1.3). */
import type { Deps } from '#api/deps.ts';
import { endRow } from '#api/domain/jobs/job-steps.ts';
import type { RowOutcome } from '#contracts/jobs/jobs.ts';
import { sheetMessages } from '#contracts/jobs/sheet-messages.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import type { RowResult } from '#services/runner.ts';
import type { RowCounts } from '#workflows/messages.ts';
import type { OpenRow } from './row-run.ts';

const answeredOutcomes = ['SUCCESS', 'NOT_FOUND', 'REJECTED'];

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
    this.#repeatedKeys ??= await this.#readRepeatedKeys();
    if (!this.#repeatedKeys.has(row.naturalKey)) return null;
    const { db, clock } = this.#deps;
    const equal = await db.jobRow.findFirst({
      where: {
        jobId: this.#jobId,
        naturalKey: row.naturalKey,
        rowNumber: { lt: row.rowNumber },
        outcome: { in: answeredOutcomes },
      },
    });
    if (!equal) return null;
    const counts = await endRow(db, {
      jobId: this.#jobId,
      rowNumber: row.rowNumber,
      outcome: equal.outcome as RowOutcome,
      message: equal.message === '' ? sheetMessages.sameAsRow({ row: equal.rowNumber }) : equal.message,
      attempts: row.attempts,
      now: clock(),
      portalReference: equal.portalReference ?? undefined,
      values: (equal.values ?? undefined) as RowResult['values'],
      sheets: (equal.sheets ?? undefined) as RowResult['sheets'],
      sharedDocuments: equal.documents as { name: string }[],
    });
    return { counts };
  }

  async #readRepeatedKeys(): Promise<Set<string>> {
    const keys = await this.#deps.db.jobRow.groupBy({
      by: ['naturalKey'],
      where: { jobId: this.#jobId, naturalKey: { not: null } },
      having: { naturalKey: { _count: { gt: 1 } } },
    });
    return new Set(keys.flatMap(({ naturalKey }) => naturalKey ?? []));
  }
}
