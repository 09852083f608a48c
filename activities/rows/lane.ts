/** Works rows one after the other in one portal session, and stores the end or the waiting state of each. */
import { isDatabaseUnavailable } from '#api/adapters/database-unavailable.ts';
import { inSpan } from '#api/adapters/tracing.ts';
import { withinMs } from '#api/adapters/within-ms.ts';
import { setRowAside, type WorkedJob } from '#api/domain/jobs/job-steps.ts';
import { keepAttempts, type OpenRow } from '#api/domain/jobs/row-records.ts';
import type { Claim } from '#api/domain/portals/portal-leases.ts';
import { markPortal, noteFault } from '#api/domain/portals/portal-states.ts';
import { pauseChangedPortal } from '#api/domain/portals/portals.ts';
import type { RowOutcome } from '#contracts/jobs/jobs.ts';
import { limits } from '#contracts/limits.ts';
import { english } from '#contracts/messages/render.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { isPracticePortal, portalAt } from '#contracts/portals/practice-portals.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import type { ServiceId } from '#services/catalogue.ts';
import type { RowResult } from '#services/runner.ts';
import { runners } from '#services/runners.ts';
import { freeFormerPages } from '#activities/browser/memory.ts';
import { PortalFault, type Ask } from '#activities/portals/contract.ts';
import { filingEffectMs } from '#activities/portals/portals.ts';
import { captureEvidence, type Evidence } from '#activities/portals/evidence.ts';
import { textsInForce, type PageTexts } from '#activities/portals/page-texts.ts';
import { pageMaps } from '#activities/portals/page-maps.ts';
import type { PooledSession } from '#activities/sessions/pool.ts';
import { LoginChanged } from '#activities/sessions/sign-in.ts';
import { sharedPortal } from '#activities/sessions/shared-portal.ts';
import type { RowCounts } from '#workflows/messages.ts';
import type { ChunkEnd } from './chunk-end.ts';
import type { ChunkProgress } from './chunk-progress.ts';
import { storeEvidence } from './stored-documents.ts';
import type { EqualRows } from './equal-rows.ts';
import { FilingNotAllowed, type FilingEnd } from './filing.ts';
import { endAfterLastTry } from './filing-waits.ts';
import { judgedBeside, rowActions } from './row-actions.ts';
import type { ChunkDeps } from './chunk.ts';
import { RowPace } from './pace.ts';
import type { RowQueue } from './queue.ts';
import { createRowRun, type RowRun } from './run.ts';

/** Attempts before the job waits: a single lost answer is not an outage. */
const TRIES_BEFORE_WAITING = 2;
const EVIDENCE_MS = 15_000;

/** What the sessions of a chunk share. */
export type ChunkParts = {
  job: WorkedJob;
  service: ServiceDefinition;
  /** Null for services without a portal. */
  claim: Claim | null;
  /** Aborted when the job is cancelled, the worker stops, or the lease is lost. */
  signal: AbortSignal;
  ask: Ask;
  equalRows: EqualRows;
  progress: ChunkProgress;
  begunAt: Date;
  /** Returns why the chunk ends before its next row, if it does. */
  earlyEnd: () => Promise<ChunkEnd | null>;
};

/** Why a row was not worked: the chunk ends, or this session is given back before the row begins. */
type Unhandled = ChunkEnd | 'session given back';

export class RowLane {
  readonly #deps: ChunkDeps;
  readonly #chunk: ChunkParts;
  readonly #queue: RowQueue;
  readonly #run: RowRun;
  /** Null for services without a portal. */
  readonly #pace: RowPace | null;
  #session: PooledSession | null = null;
  /** Login scope with which the session was opened. */
  #scope = '';
  #loginEvidence: Evidence | null = null;
  #rowsSinceFreed = 0;
  /** Resolves when the end of the last row that was looked up is stored. */
  #storing: Promise<void> = Promise.resolve();
  readonly #mayGoOn: () => boolean;

  constructor(deps: ChunkDeps, chunk: ChunkParts, queue: RowQueue, mayGoOn: () => boolean) {
    this.#deps = deps;
    this.#chunk = chunk;
    this.#queue = queue;
    this.#mayGoOn = mayGoOn;
    this.#pace = chunk.claim && new RowPace(deps.db, chunk.claim);
    this.#run = createRowRun(deps, {
      ...chunk,
      runner: runners[chunk.service.id as ServiceId],
      onUncertain: (row, cause) => this.#keepUncertain(row, cause),
    });
  }

  /** Works one row. Returns null if the row has ended or was set aside. */
  async work(row: OpenRow): Promise<Unhandled | null> {
    const { equalRows, progress, signal } = this.#chunk;
    const equal = await equalRows.answer(row);
    if (equal) {
      progress.note(equal.counts);
      return null;
    }
    const work = (): Promise<Unhandled | null> => this.#workOpenRow(row);
    const end = await (this.#pace?.work(work, { signal, earlyEnd: () => this.#earlyEnd() }) ?? work());
    await this.#freeMemory();
    return end;
  }

  async #earlyEnd(): Promise<Unhandled | null> {
    return (await this.#chunk.earlyEnd()) ?? (this.#mayGoOn() ? null : 'session given back');
  }

  /** Keeps the session for the job's next chunk; returns false if it has none, or one that cannot be kept. */
  async giveBack(): Promise<boolean> {
    const session = this.#session;
    this.#session = null;
    return session !== null && (await this.#deps.sessions.giveBack(session, this.#chunk.claim));
  }

  async close(): Promise<void> {
    const session = this.#session;
    this.#session = null;
    if (session) await this.#deps.sessions.close(session);
  }

  async #workOpenRow(row: OpenRow): Promise<ChunkEnd | null> {
    const { signal } = this.#chunk;
    const begunAtMs = performance.now();
    let before: FilingEnd | null = null;
    for (let tries = 1; ; tries += 1) {
      signal.throwIfAborted();
      row.attempts += 1;
      const result: FilingEnd = judgedBeside(before, await this.#tryOnce(row));
      before = result;
      switch (rowActions[result.outcome]) {
        case 'end':
          await this.#endRow(row, result, begunAtMs);
          return null;
        case 'again':
          if (tries < limits.rowAttemptsMax) break;
          await this.#giveUp(row, result, begunAtMs);
          return null;
        case 'again, then a person':
          if (tries < limits.rowAttemptsMax) break;
          await this.#storeEvidence(row, result.outcome);
          return this.#stuck(row, result);
        case 'wait':
          if (tries < TRIES_BEFORE_WAITING) {
            await noteFault(this.#deps, await this.#sharedPortal(), english(result.message));
            break;
          }
          return this.#portalDown(result);
        case 'stop the job':
          return this.#stopped(row, result);
        case 'set aside':
          await this.close();
          if (result.aside?.why === 'confirming' && result.aside.lookInMs === 0) break;
          await this.#setAside(row, result);
          return null;
      }
      if (result.outcome !== 'BAD_DOWNLOAD') await this.close();
    }
  }

  /** Ends a row whose tries are used up, or sets it aside if the portal may have its filing. */
  async #giveUp(row: OpenRow, result: FilingEnd, begunAtMs: number): Promise<void> {
    const { job, service } = this.#chunk;
    // Without a portal, nothing was filed.
    const effectMs = service.effect === 'read' || !job.portal ? null : filingEffectMs(this.#deps, job.portal);
    const ref = { jobId: job.id, rowNumber: row.rowNumber };
    const end =
      effectMs === null ? result : await endAfterLastTry(this.#deps.db, { ...ref, effectMs }, result);
    if (!end.aside) return this.#endRow(row, end, begunAtMs);
    await this.close();
    await this.#setAside(row, end);
  }

  /**
   * The end of a row that was only looked up is stored while the session works the next one. If the process dies in
   * between, the row is looked up again. A filing goes on only when its end is stored.
   */
  async #endRow(row: OpenRow, result: RowResult, begunAtMs: number): Promise<void> {
    await this.rowStored();
    const storing = this.#storeEnd(row, result, begunAtMs);
    this.#storing = storing;
    // A failure is thrown to whoever waits for the end, which may be later.
    storing.catch(() => undefined);
    if (this.#chunk.service.effect !== 'read') await storing;
    this.#queue.groupHandled(row);
  }

  async #storeEnd(row: OpenRow, result: RowResult, begunAtMs: number): Promise<void> {
    await this.#chunk.progress.endRow(row, result);
    this.#deps.metrics?.rowEnded(this.#chunk.job.portal, performance.now() - begunAtMs);
  }

  /** Waits until the end of the last row is stored; throws if that failed. */
  rowStored(): Promise<void> {
    return this.#storing;
  }

  /** Counts the row before too, whose end may still be being stored. */
  async #counts(): Promise<RowCounts> {
    await this.rowStored();
    return this.#chunk.progress.counts();
  }

  async #portalDown({ message }: RowResult): Promise<ChunkEnd> {
    const { progress } = this.#chunk;
    await markPortal(this.#deps, await this.#sharedPortal(), 'down', english(message));
    const rows = await this.#counts();
    return { end: 'portal down', message, rows, workedRows: progress.workedRows };
  }

  async #stuck({ rowNumber }: OpenRow, { message }: RowResult): Promise<ChunkEnd> {
    return { end: 'stuck', message, about: { row: rowNumber }, rows: await this.#counts() };
  }

  async #stopped(row: OpenRow, { outcome, message }: RowResult): Promise<ChunkEnd> {
    const { job, begunAt } = this.#chunk;
    await this.#storeEvidence(row, outcome);
    const stopped = { end: 'stopped', code: outcome, message, rows: await this.#counts() } as const;
    const { id: jobId, portal } = job;
    // Practice portals are not monitored, so they are not paused.
    const isWatched = portal !== null && !isPracticePortal(portal);
    if (outcome !== 'PORTAL_CHANGED' || !isWatched || !(await this.#sharedPortal())) return stopped;
    await pauseChangedPortal(this.#deps, { portal, begunAt, noticedAs: jobId, what: message });
    // The job waits until the portal is resumed, or continues at once if it was mended meanwhile. A row that finds the
    // portal changed again and again is given up.
    if (row.attempts >= limits.changedAttemptsMax) return stopped;
    await keepAttempts(this.#deps.db, { jobId, rowNumber: row.rowNumber, attempts: row.attempts });
    return { end: 'paused', rows: stopped.rows };
  }

  async #setAside(row: OpenRow, { message, aside }: FilingEnd): Promise<void> {
    const lookInMs = aside?.why === 'confirming' ? aside.lookInMs : null;
    await setRowAside(this.#deps.db, {
      jobId: this.#chunk.job.id,
      attempt: this.#chunk.job.attempt,
      rowNumber: row.rowNumber,
      groupRow: row.groupRow,
      message,
      attempts: row.attempts,
      aside: aside?.why ?? 'person',
      lookInMs,
    });
    this.#queue.setAside(row, lookInMs);
  }

  /** Each try is a span, and the steps on the portal are spans within it. */
  #tryOnce(row: OpenRow): Promise<FilingEnd> {
    const { id: jobId, serviceId: service, portal, requestId } = this.#chunk.job;
    return inSpan('row', { service, portal, jobId, requestId, rowNumber: row.rowNumber }, async (span) => {
      const end = await this.#tried(row);
      span.note({ outcome: end.outcome });
      return end;
    });
  }

  async #tried(row: OpenRow): Promise<FilingEnd> {
    const { job, signal } = this.#chunk;
    try {
      await this.#openSession(row);
      return await this.#run(row, this.#session);
    } catch (error) {
      if (error instanceof FilingNotAllowed || error instanceof LoginChanged) throw error;
      signal.throwIfAborted();
      if (error instanceof PortalFault) {
        this.#loginEvidence = error.evidence;
        return { outcome: error.outcome, message: error.said };
      }
      // This is not the row's failure: the chunk is retried, as it is when its progress cannot be stored.
      if (isDatabaseUnavailable(error)) throw error;
      this.#deps.logger.error(
        { jobId: job.id, userId: job.userId, rowNumber: row.rowNumber, err: error },
        'row failed',
      );
      return {
        outcome: 'INTERNAL_ERROR',
        message: jobMessages.rowFailed({ row: row.rowNumber }),
      };
    }
  }

  async #openSession({ data }: OpenRow): Promise<void> {
    const { job, service, claim, ask } = this.#chunk;
    const { portal, userId, id: jobId } = job;
    if (!portal) return;
    const scope = service.sessionScope?.(data) ?? '';
    if (this.#session && scope !== this.#scope) await this.close();
    if (this.#session) return;
    this.#scope = scope;
    const claimed = claim?.login ?? null;
    this.#session = await this.#deps.sessions.open({ portal, userId, jobId, scope, claimed, ask });
    this.#pace?.watch(this.#session);
    await markPortal(this.#deps, await this.#sharedPortal(), 'up', '');
  }

  #sharedPortal = () => sharedPortal(this.#deps, this.#chunk.job);

  async #freeMemory(): Promise<void> {
    this.#rowsSinceFreed += 1;
    if (this.#rowsSinceFreed < limits.rowsPerMemoryRelease) return;
    this.#rowsSinceFreed = 0;
    if (this.#session && 'page' in this.#session) await freeFormerPages(this.#session);
  }

  /** Stores what the page shows when the answer to a filing was lost, because a person may have to decide from it. */
  async #keepUncertain(row: OpenRow, cause: unknown): Promise<void> {
    this.#deps.metrics?.filed(false);
    this.#deps.logger.warn(
      { jobId: this.#chunk.job.id, rowNumber: row.rowNumber, err: cause },
      'the answer to a filing was lost',
    );
    await withinMs(EVIDENCE_MS, this.#storeEvidence(row, 'UNCERTAIN'), () => undefined);
  }

  /**
   * Returns the texts to search on a page that has changed, for the administrators who repair the map; null for other
   * outcomes.
   */
  #textsOf(step: RowOutcome): PageTexts | null {
    const portal = this.#session?.portal;
    if (step !== 'PORTAL_CHANGED' || !portal || isPracticePortal(portal)) return null;
    return textsInForce(pageMaps[portalAt(portal)]);
  }

  async #storeEvidence(row: OpenRow, step: RowOutcome): Promise<void> {
    const page = this.#session && 'page' in this.#session ? this.#session.page : null;
    const ofLogin = this.#loginEvidence;
    const capture = page
      ? () => captureEvidence(page, this.#textsOf(step))
      : ofLogin && (async () => ofLogin);
    if (!capture) return;
    const { id: jobId, requestId } = this.#chunk.job;
    await storeEvidence(this.#deps, { jobId, requestId, rowNumber: row.rowNumber, step, capture });
  }
}
