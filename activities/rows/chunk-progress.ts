/**
 * Records the results of a chunk's rows: ends each row once, keeps the job's counts, and reports them to the workflow.
 */
import { deleteUnrecorded } from '#api/domain/jobs/job-files.ts';
import { endRow, type WorkedJob } from '#api/domain/jobs/job-steps.ts';
import { openRowsOfGroup, type OpenRow } from '#api/domain/jobs/row-records.ts';
import { rowCountsOf } from '#api/domain/jobs/worked-jobs.ts';
import { createSemaphore } from '#api/domain/semaphore.ts';
import { limits } from '#contracts/limits.ts';
import type { RowResult } from '#services/runner.ts';
import { jobWorkflowId } from '#workflows/ids.ts';
import type { RowCounts } from '#workflows/messages.ts';
import { faultPoint } from '#activities/fault-points.ts';
import { beat } from './beside-slots.ts';
import { storeDocuments } from './stored-documents.ts';
import type { ChunkDeps } from './chunk.ts';

const SIGNAL_PERIOD_MS = 5_000;

export class ChunkProgress {
  readonly #deps: ChunkDeps;
  readonly #job: WorkedJob;
  /** The counts after the last row; null when they must be read from the database. */
  #latest: RowCounts | null = null;
  #workedRows = 0;
  #signalledAtMs = performance.now();
  /** Ends of rows that are being stored, or could not be. */
  readonly #storing = new Set<Promise<void>>();
  readonly #oneByOne = createSemaphore({ atOnceMax: 1, waitingMax: limits.portalSessionsPerJobMax });

  constructor(deps: ChunkDeps, job: WorkedJob) {
    this.#deps = deps;
    this.#job = job;
  }

  /** Number of rows that this chunk has ended. */
  get workedRows(): number {
    return this.#workedRows;
  }

  async counts(): Promise<RowCounts> {
    return this.#latest ?? rowCountsOf(this.#deps.db, this.#job.id);
  }

  /** Keeps the highest counts, because sessions that end rows at the same time may report them out of order. */
  note(counts: RowCounts | null): void {
    if (counts === null || counts.done >= (this.#latest?.done ?? 0)) this.#latest = counts;
  }

  /** Waits until all rows that have ended so far are stored; throws if one of them could not be. */
  async rowsStored(): Promise<void> {
    await Promise.all(this.#storing);
  }

  /** Ends the row and the rows that are filed together with it. */
  async endRow(row: OpenRow, result: RowResult): Promise<void> {
    const storing = this.#storeEnd(row, result);
    this.#storing.add(storing);
    await storing;
    this.#storing.delete(storing);
  }

  async #storeEnd(row: OpenRow, result: RowResult): Promise<void> {
    // One at a time: document names must be unique in the job, and two concurrent sessions could choose the same one.
    if (result.documents?.length) await this.#oneByOne(() => this.#endRow(row, result));
    else await this.#endRow(row, result);
  }

  async #endRow(row: OpenRow, result: RowResult): Promise<void> {
    const { db, clock } = this.#deps;
    const documents = await storeDocuments(this.#deps, {
      job: this.#job,
      rowNumber: row.rowNumber,
      documents: result.documents ?? [],
      origin: { attempt: this.#job.attempt },
    });
    const end = {
      jobId: this.#job.id,
      attempt: this.#job.attempt,
      outcome: result.outcome,
      message: result.message,
      attempts: row.attempts,
      now: clock(),
      portalReference: result.portalReference,
      values: result.values,
      sheets: result.sheets,
    };
    const counts = await endRow(db, { ...end, rowNumber: row.rowNumber, documents });
    if (counts === null && documents.length > 0) await deleteUnrecorded(this.#deps, this.#job.id, documents);
    this.note(counts);
    faultPoint('row ended');
    this.#workedRows += 1;
    if (row.groupRow === null) return;
    const sharedDocuments = documents.map(({ name }) => ({ name }));
    for (const rowNumber of await openRowsOfGroup(db, { jobId: this.#job.id, groupRow: row.groupRow })) {
      this.note(await endRow(db, { ...end, rowNumber, sharedDocuments }));
      this.#workedRows += 1;
    }
  }

  /**
   * Reports progress. Each heartbeat carries the row; the workflow is signalled only every few seconds to keep its
   * history short.
   */
  async report(rowNumber: number): Promise<void> {
    beat({ rowNumber });
    if (performance.now() - this.#signalledAtMs < SIGNAL_PERIOD_MS) return;
    this.#signalledAtMs = performance.now();
    const workflow = this.#deps.temporal.workflow.getHandle(jobWorkflowId(this.#job.serviceId, this.#job.id));
    await workflow.signal('rowsWorked', await this.counts());
  }
}
