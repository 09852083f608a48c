/** Works a chunk of a job's rows one after the other, and stores the end or the waiting state of each. */
import { Context } from '@temporalio/activity';
import type { Deps } from '#api/deps.ts';
import {
  endRow,
  haltReason,
  openRowCounts,
  setRowAside,
  type WorkedJob,
} from '#api/domain/jobs/job-steps.ts';
import { keepAttempts, openRowsOfGroup, workableRows, type OpenRow } from '#api/domain/jobs/row-records.ts';
import { rowCountsOf } from '#api/domain/jobs/worked-jobs.ts';
import { dropLeases } from '#api/domain/portals/portal-leases.ts';
import { markPortal, noteFault } from '#api/domain/portals/portal-states.ts';
import { wakeVisitors } from '#api/domain/portals/portal-visitors.ts';
import { pauseChangedPortal } from '#api/domain/portals/portals.ts';
import type { RowOutcome } from '#contracts/jobs/jobs.ts';
import { limits } from '#contracts/limits.ts';
import { english } from '#contracts/messages/render.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import type { ServiceId } from '#services/catalogue.ts';
import type { RowDocument, RowResult } from '#services/runner.ts';
import { runners } from '#services/runners.ts';
import { jobWorkflowId } from '#workflows/ids.ts';
import type { RowCounts } from '#workflows/messages.ts';
import { createAsker } from './challenges.ts';
import { storeDocuments, storeEvidence } from './documents.ts';
import { freeFormerPages } from './browser-memory.ts';
import type { ChunkEnd } from './chunk-end.ts';
import { EqualRows } from './equal-rows.ts';
import { faultPoint } from './fault-points.ts';
import { OwnerChanged, type FilingEnd } from './filing.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import { PortalFault, type Ask } from './portals/contract.ts';
import { captureEvidence, type Evidence } from './portals/evidence.ts';
import { rowActions } from './row-actions.ts';
import { RowPace } from './row-pace.ts';
import { createRowRun, type RowRun } from './row-run.ts';
import { PlaceLost, type SessionPool, type PooledSession } from './sessions.ts';

const SIGNAL_PERIOD_MS = 5_000;
const HALT_LOOK_PERIOD_MS = 2_000;
/** One lost answer is not an outage: the row is retried immediately before the job waits. */
const TRIES_BEFORE_WAITING = 2;
const EVIDENCE_MS = 15_000;

export type ChunkDeps = Pick<
  Deps,
  'db' | 'env' | 'files' | 'vault' | 'temporal' | 'workflows' | 'logger' | 'clock' | 'mailer'
> & {
  sessions: SessionPool;
};

export class Chunk {
  readonly #deps: ChunkDeps;
  readonly #job: WorkedJob;
  readonly #service: ServiceDefinition;
  readonly #lease: LeaseKeeper | null;
  /** Aborted when the job is cancelled, the worker stops, or the portal slot is lost. */
  readonly #signal: AbortSignal;
  readonly #ask: Ask;
  readonly #run: RowRun;
  readonly #equalRows: EqualRows;
  /** Null for services without a portal. */
  readonly #pace: RowPace | null;
  readonly #begunAtMs = performance.now();
  readonly #begunAt: Date;
  #session: PooledSession | null = null;
  /** Login scope with which the session was opened. */
  #scope = '';
  #loginEvidence: Evidence | null = null;
  /** The counts after the last row; null when they must be read from the database. */
  #latest: RowCounts | null = null;
  #workedRows = 0;
  #rowsSinceFreed = 0;
  readonly #handledGroups = new Set<number>();
  /** Rows of this chunk that wait for another look-up, and when each is due. */
  #aside: { row: OpenRow; dueAtMs: number }[] = [];
  #signalledAtMs = Date.now();
  #lookedAtMs = 0;

  constructor(
    deps: ChunkDeps,
    { job, service, lease }: { job: WorkedJob; service: ServiceDefinition; lease: LeaseKeeper | null },
  ) {
    this.#deps = deps;
    this.#begunAt = deps.clock();
    this.#job = job;
    this.#service = service;
    this.#lease = lease;
    const { cancellationSignal } = Context.current();
    this.#signal = lease ? AbortSignal.any([cancellationSignal, lease.lost]) : cancellationSignal;
    this.#ask = createAsker(deps, job, this.#signal);
    this.#equalRows = new EqualRows(deps, job.id, service);
    this.#pace = lease && new RowPace(deps.db, lease.claim);
    this.#run = createRowRun(deps, {
      job,
      service,
      runner: runners[service.id as ServiceId],
      ask: this.#ask,
      signal: this.#signal,
      claim: lease?.claim ?? null,
      onUncertain: (row, cause) => this.#keepUncertain(row, cause),
    });
  }

  async work(rowsMax: number): Promise<ChunkEnd> {
    let goesOn = false;
    try {
      const end = await this.#ended(await this.#workRows(rowsMax));
      goesOn = end.end === 'more';
      return end;
    } catch (error) {
      Context.current().cancellationSignal.throwIfAborted();
      if (error instanceof OwnerChanged) return await this.#halted();
      if (error instanceof PlaceLost) await this.#givePlaceBack();
      else if (!this.#lease?.lost.aborted) throw error;
      return { end: 'place lost', rows: await this.#counts() };
    } finally {
      // Every other end releases the job's portal slot, and no session may outlive the slot.
      if (!goesOn) await this.#dropSession();
      if (this.#session) await this.#deps.sessions.giveBack(this.#session);
    }
  }

  /** Nobody decides about a practice run: one that is stuck has failed. */
  async #ended(end: ChunkEnd): Promise<ChunkEnd> {
    if (end.end !== 'stuck' || !this.#job.isPractice) return end;
    return { end: 'stopped', code: 'INTERNAL_ERROR', message: end.message, rows: await this.#counts() };
  }

  /** Determines why the right to file was refused: the job must not continue, or another worker holds the slot. */
  async #halted(): Promise<ChunkEnd> {
    const reason = await haltReason(this.#deps.db, this.#job.id, this.#deps.clock());
    const ends = { stopped: 'cancelled', paused: 'paused' } as const;
    return { end: reason ? ends[reason] : 'place lost', rows: await this.#counts() };
  }

  /** Releases a slot that was granted for a login the customer has since replaced. */
  async #givePlaceBack(): Promise<void> {
    const { holder } = this.#lease?.claim ?? {};
    if (holder) await wakeVisitors(this.#deps, await dropLeases(this.#deps.db, holder));
  }

  async #workRows(rowsMax: number): Promise<ChunkEnd> {
    const { db, clock } = this.#deps;
    const rows = await workableRows(db, { jobId: this.#job.id, rowsMax, now: clock() });
    for (let row = this.#next(rows); row; row = this.#next(rows)) {
      const earlyEnd = await this.#earlyEnd();
      if (earlyEnd) return earlyEnd;
      // Already ended or set aside together with the earlier row of the same filing.
      if (row.groupRow !== null && this.#handledGroups.has(row.groupRow)) continue;
      const interrupted = await this.#workRow(row);
      if (interrupted) return interrupted;
      await this.#freeMemory();
      // The chunk's result reports its last row.
      if (rows.length > 0) await this.#report(row.rowNumber);
    }
    return this.#end();
  }

  async #freeMemory(): Promise<void> {
    this.#rowsSinceFreed += 1;
    if (this.#rowsSinceFreed < limits.rowsPerMemoryRelease) return;
    this.#rowsSinceFreed = 0;
    if (this.#session && 'page' in this.#session) await freeFormerPages(this.#session);
  }

  /** A filing that is due for a look-up comes before rows that have not started. */
  #next(rows: OpenRow[]): OpenRow | undefined {
    const due = this.#aside.find(({ dueAtMs }) => dueAtMs <= Date.now());
    if (!due) return rows.shift();
    this.#aside = this.#aside.filter((each) => each !== due);
    if (due.row.groupRow !== null) this.#handledGroups.delete(due.row.groupRow);
    return due.row;
  }

  async #end(): Promise<ChunkEnd> {
    const rows = await this.#counts();
    if (rows.done >= rows.total) return { end: 'finished', rows };
    const open = await openRowCounts(this.#deps.db, this.#job.id);
    if (open.workable > 0) return { end: 'more', rows };
    const { confirming, nextLookInMs, forPerson } = open;
    if (confirming > 0 && nextLookInMs !== null)
      return { end: 'confirming', lookInMs: Math.ceil(nextLookInMs), waitingRows: confirming, rows };
    const message = jobMessages.filingsLeftNoTrace({ rows: forPerson });
    return { end: 'stuck', message, rows };
  }

  /** Returns why the chunk ends before its next row, if it does. The database is asked every two seconds. */
  async #earlyEnd(): Promise<ChunkEnd | null> {
    const isLong = performance.now() - this.#begunAtMs > limits.chunkMsMax;
    if (isLong) return { end: 'more', rows: await this.#counts() };
    if (Date.now() - this.#lookedAtMs < HALT_LOOK_PERIOD_MS) return null;
    this.#lookedAtMs = Date.now();
    const reason = await haltReason(this.#deps.db, this.#job.id, this.#deps.clock());
    return reason === null ? null : this.#halted();
  }

  /** Works one row. Returns null if the row has ended or was set aside; otherwise the reason why the chunk stops. */
  async #workRow(row: OpenRow): Promise<ChunkEnd | null> {
    const equal = await this.#equalRows.answer(row);
    if (equal) {
      this.#latest = equal.counts;
      return null;
    }
    const work = (): Promise<ChunkEnd | null> => this.#workOpenRow(row);
    return this.#pace?.work(work, { signal: this.#signal, earlyEnd: () => this.#earlyEnd() }) ?? work();
  }

  async #workOpenRow(row: OpenRow): Promise<ChunkEnd | null> {
    for (let tries = 1; ; tries += 1) {
      this.#signal.throwIfAborted();
      row.attempts += 1;
      const result = await this.#tryOnce(row);
      switch (rowActions[result.outcome]) {
        case 'end':
          await this.#endRow(row, result);
          return null;
        case 'again':
          if (tries < limits.rowAttemptsMax) break;
          await this.#endRow(row, result);
          return null;
        case 'again, then a person':
          if (tries < limits.rowAttemptsMax) break;
          await this.#storeEvidence(row, result.outcome);
          return { end: 'stuck', message: result.message, rows: await this.#counts() };
        case 'wait':
          if (tries < TRIES_BEFORE_WAITING) {
            await noteFault(this.#deps, this.#job.portal, english(result.message));
            break;
          }
          return this.#portalDown(result);
        case 'stop the job':
          return this.#stopped(row, result);
        case 'set aside':
          await this.#dropSession();
          if (result.aside?.why === 'confirming' && result.aside.lookInMs === 0) break;
          await this.#setAside(row, result);
          return null;
      }
      if (result.outcome !== 'BAD_DOWNLOAD') await this.#dropSession();
    }
  }

  async #portalDown({ message }: RowResult): Promise<ChunkEnd> {
    await markPortal(this.#deps, this.#job.portal, 'down', english(message));
    return { end: 'portal down', message, rows: await this.#counts(), workedRows: this.#workedRows };
  }

  async #stopped(row: OpenRow, { outcome, message }: RowResult): Promise<ChunkEnd> {
    await this.#storeEvidence(row, outcome);
    const stopped = { end: 'stopped', code: outcome, message, rows: await this.#counts() } as const;
    const { id: jobId, isPractice } = this.#job;
    const { portal } = this.#service;
    // Nobody watches practice portals, so theirs are not paused.
    if (outcome !== 'PORTAL_CHANGED' || !portal || isPractice) return stopped;
    const begunAt = this.#begunAt;
    await pauseChangedPortal(this.#deps, { portal, begunAt, noticedAs: jobId, what: message });
    // The job waits until the portal is resumed, or goes on at once if it was mended in the meantime. A row that finds it
    // changed again and again is given up.
    if (row.attempts >= limits.changedAttemptsMax) return stopped;
    await keepAttempts(this.#deps.db, { jobId, rowNumber: row.rowNumber, attempts: row.attempts });
    return { end: 'paused', rows: stopped.rows };
  }

  async #setAside(row: OpenRow, { message, aside }: FilingEnd): Promise<void> {
    const dueAtMs = aside?.why === 'confirming' ? Date.now() + aside.lookInMs : null;
    await setRowAside(this.#deps.db, {
      jobId: this.#job.id,
      rowNumber: row.rowNumber,
      groupRow: row.groupRow,
      message,
      attempts: row.attempts,
      aside: aside?.why ?? 'person',
      lookAt: dueAtMs === null ? null : new Date(dueAtMs),
    });
    if (dueAtMs !== null) this.#aside.push({ row, dueAtMs });
    if (row.groupRow !== null) this.#handledGroups.add(row.groupRow);
  }

  async #tryOnce(row: OpenRow): Promise<FilingEnd> {
    try {
      await this.#openSession(row);
      return await this.#run(row, this.#session);
    } catch (error) {
      if (error instanceof OwnerChanged || error instanceof PlaceLost) throw error;
      this.#signal.throwIfAborted();
      if (error instanceof PortalFault) {
        this.#loginEvidence = error.evidence;
        return { outcome: error.outcome, message: error.said };
      }
      this.#deps.logger.error(
        { jobId: this.#job.id, userId: this.#job.userId, rowNumber: row.rowNumber, err: error },
        'row failed',
      );
      return {
        outcome: 'INTERNAL_ERROR',
        message: jobMessages.rowFailed({ row: row.rowNumber }),
      };
    }
  }

  async #openSession({ data }: OpenRow): Promise<void> {
    const { sessionScope } = this.#service;
    const { portal } = this.#job;
    if (!portal) return;
    const scope = sessionScope?.(data) ?? '';
    if (this.#session && scope !== this.#scope) await this.#dropSession();
    if (this.#session) return;
    this.#scope = scope;
    const { userId, id: jobId } = this.#job;
    const claimed = this.#lease?.claim.login ?? null;
    this.#session = await this.#deps.sessions.open({ portal, userId, jobId, scope, claimed, ask: this.#ask });
    this.#pace?.watch(this.#session);
    await markPortal(this.#deps, portal, 'up', '');
  }

  async #endRow(row: OpenRow, result: RowResult): Promise<void> {
    const documents = await this.#storeDocuments(row.rowNumber, result.documents ?? []);
    const end = {
      jobId: this.#job.id,
      outcome: result.outcome,
      message: result.message,
      attempts: row.attempts,
      now: this.#deps.clock(),
      portalReference: result.portalReference,
      values: result.values,
      sheets: result.sheets,
    };
    this.#latest = await endRow(this.#deps.db, { ...end, rowNumber: row.rowNumber, documents });
    faultPoint('row ended');
    this.#workedRows += 1;
    if (row.groupRow === null) return;
    const sharedDocuments = documents.map(({ name }) => ({ name }));
    const group = { jobId: this.#job.id, groupRow: row.groupRow };
    for (const rowNumber of await openRowsOfGroup(this.#deps.db, group)) {
      this.#latest = await endRow(this.#deps.db, { ...end, rowNumber, sharedDocuments });
      this.#workedRows += 1;
    }
    this.#handledGroups.add(row.groupRow);
  }

  #storeDocuments(rowNumber: number, documents: RowDocument[]) {
    return storeDocuments(this.#deps, { job: this.#job, rowNumber, documents });
  }

  /** Stores what the page shows when the answer to a filing was lost, because a person may have to decide from it. */
  async #keepUncertain(row: OpenRow, cause: unknown): Promise<void> {
    const { logger } = this.#deps;
    logger.warn(
      { jobId: this.#job.id, rowNumber: row.rowNumber, err: cause },
      'the answer to a filing was lost',
    );
    const late = new Promise<void>((resolve) => setTimeout(resolve, EVIDENCE_MS).unref());
    await Promise.race([this.#storeEvidence(row, 'UNCERTAIN'), late]);
  }

  async #storeEvidence(row: OpenRow, step: RowOutcome): Promise<void> {
    const page = this.#session && 'page' in this.#session ? this.#session.page : null;
    const ofLogin = this.#loginEvidence;
    const capture = page ? () => captureEvidence(page) : ofLogin && (async () => ofLogin);
    if (!capture) return;
    await storeEvidence(this.#deps, { jobId: this.#job.id, rowNumber: row.rowNumber, step, capture });
  }

  async #dropSession(): Promise<void> {
    if (!this.#session) return;
    const session = this.#session;
    this.#session = null;
    await this.#deps.sessions.close(session);
  }

  async #counts(): Promise<RowCounts> {
    return this.#latest ?? rowCountsOf(this.#deps.db, this.#job.id);
  }

  /**
   * Reports progress. Each heartbeat carries the row; the workflow is signalled only every few seconds to keep its
   * history short.
   */
  async #report(rowNumber: number): Promise<void> {
    Context.current().heartbeat({ rowNumber });
    if (Date.now() - this.#signalledAtMs < SIGNAL_PERIOD_MS) return;
    this.#signalledAtMs = Date.now();
    const { temporal } = this.#deps;
    const workflow = temporal.workflow.getHandle(jobWorkflowId(this.#job.serviceId, this.#job.id));
    await workflow.signal('rowsWorked', await this.#counts());
  }
}
