/** Works a chunk of a job's rows, one after the other, and writes down how each ended. */
import { ApplicationFailure, Context } from '@temporalio/activity';
import type { Deps } from '#api/deps.ts';
import { endRow, markRunning, type WorkedJob } from '#api/domain/job-steps.ts';
import { isPaused, pauseChangedPortal } from '#api/domain/portals.ts';
import type { RowOutcome } from '#contracts/jobs.ts';
import { limits } from '#contracts/limits.ts';
import { say } from '#contracts/say.ts';
import type { ServiceDefinition, RowData } from '#services/contract.ts';
import { findService, type ServiceId } from '#services/catalogue.ts';
import type { RowDocument, RowResult } from '#services/runner.ts';
import { runners } from '#services/runners.ts';
import { jobWorkflowId } from '#workflows/ids.ts';
import type { RowCounts } from '#workflows/messages.ts';
import { createAsker } from './challenges.ts';
import { passPoint } from './fault-points.ts';
import { PortalFault, type Ask } from './portals/contract.ts';
import { captureEvidence, type Evidence } from './portals/evidence.ts';
import { collect, hasTables } from './collect-results.ts';
import { storeDocuments, storeEvidence } from './documents.ts';
import { markPortal, noteFault } from './portal-states.ts';
import { createRowRun, type OpenRow, type RowRun } from './row-run.ts';
import type { SessionPool, PooledSession } from './sessions.ts';

/** How a chunk ended; `rows` are the job's counts after it. With `finished`, the result files are written too. */
export type ChunkEnd =
  | { end: 'more' | 'finished' | 'paused'; rows: RowCounts }
  | { end: 'portal down'; message: string; rows: RowCounts; workedRows: number }
  | { end: 'stopped'; code: RowOutcome; message: string; rows: RowCounts }
  | { end: 'stuck'; message: string; rows?: RowCounts };

export type RowActivities = ReturnType<typeof rowActivities>;

const HEARTBEAT_MS = 3_000;
const SIGNAL_PERIOD_MS = 5_000;
const PAUSE_LOOK_PERIOD_MS = 2_000;

/** Ends of a row that end the whole job: trying on would lock an account or repeat the same failure. */
const stoppingOutcomes: ReadonlySet<RowOutcome> = new Set([
  'CREDENTIALS_INVALID',
  'ACCOUNT_LOCKED',
  'HUMAN_REQUIRED',
  'PORTAL_CHANGED',
]);
/** Ends that say the portal does not answer: the job waits and goes on at the same row. */
const waitingOutcomes: ReadonlySet<RowOutcome> = new Set(['PORTAL_DOWN', 'PORTAL_BUSY', 'TIMEOUT']);

/** One lost answer is not an outage: the row is tried again at once before the job waits. */
const TRIES_BEFORE_WAITING = 2;

type ChunkDeps = Pick<Deps, 'db' | 'env' | 'files' | 'vault' | 'temporal' | 'logger' | 'clock'> & {
  sessions: SessionPool;
};

export function rowActivities(deps: ChunkDeps) {
  return {
    runRows: async (input: { jobId: string; rowsMax: number }): Promise<ChunkEnd> => {
      const job = await markRunning(deps.db, input.jobId, deps.clock());
      const service = findService(job.serviceId);
      if (!service)
        throw ApplicationFailure.nonRetryable(
          `Service ${job.serviceId} cannot be run.`,
          'SERVICE_NOT_AVAILABLE',
        );
      const beat = setInterval(() => Context.current().heartbeat(), HEARTBEAT_MS);
      try {
        const end = await new Chunk(deps, job, service).work(input.rowsMax);
        // Most jobs end here: their files are written without another step through the server.
        if (end.end === 'finished' && hasTables(service, job))
          await collect(deps, { jobId: job.id, state: 'completed' });
        return end;
      } finally {
        clearInterval(beat);
      }
    },
  };
}

class Chunk {
  readonly #deps: ChunkDeps;
  readonly #job: WorkedJob;
  readonly #service: ServiceDefinition;
  readonly #ask: Ask;
  readonly #run: RowRun;
  #session: PooledSession | null = null;
  /** Part of the login that the session was opened with. */
  #scope = '';
  #loginEvidence: Evidence | null = null;
  /** The counts that the last row left; null when they have to be read. */
  #latest: RowCounts | null = null;
  #workedRows = 0;
  readonly #filedGroups = new Set<number>();
  /** Natural keys that several rows of the job have; null until they are read, once per chunk. */
  #repeatedKeys: ReadonlySet<string> | null = null;
  #signalledAtMs = Date.now();
  #lookedAtMs = 0;

  constructor(deps: ChunkDeps, job: WorkedJob, service: ServiceDefinition) {
    this.#deps = deps;
    this.#job = job;
    this.#service = service;
    const signal = Context.current().cancellationSignal;
    this.#ask = createAsker(deps, job, signal);
    const runner = runners[service.id as ServiceId];
    this.#run = createRowRun(deps, { job, service, runner, ask: this.#ask, signal });
  }

  async work(rowsMax: number): Promise<ChunkEnd> {
    let goesOn = false;
    try {
      const end = await this.#workRows(rowsMax);
      goesOn = end.end === 'more';
      return end;
    } finally {
      // With every other end the job gives its slot on the portal back: no session may outlive it.
      if (!goesOn) await this.#dropSession();
      if (this.#session) await this.#deps.sessions.giveBack(this.#session);
    }
  }

  async #workRows(rowsMax: number): Promise<ChunkEnd> {
    const rows = await this.#openRows(rowsMax);
    for (const row of rows) {
      if (await this.#mustStop()) return { end: 'paused', rows: await this.#counts() };
      // Filed with an earlier row, and ended with it.
      if (row.groupRow !== null && this.#filedGroups.has(row.groupRow)) continue;
      const interrupted = await this.#workRow(row);
      if (interrupted) return interrupted;
      // The chunk's own answer reports its last row.
      if (row !== rows.at(-1)) await this.#report(row.rowNumber);
    }
    const counts = await this.#counts();
    return { end: counts.done >= counts.total ? 'finished' : 'more', rows: counts };
  }

  /** Whether the portal was paused meanwhile: looked at now and then, not for every row. */
  async #mustStop(): Promise<boolean> {
    const { portal } = this.#service;
    if (!portal || Date.now() - this.#lookedAtMs < PAUSE_LOOK_PERIOD_MS) return false;
    this.#lookedAtMs = Date.now();
    return isPaused(this.#deps.db, portal);
  }

  async #openRows(rowsMax: number): Promise<OpenRow[]> {
    const rows = await this.#deps.db.jobRow.findMany({
      where: { jobId: this.#job.id, outcome: null },
      orderBy: { rowNumber: 'asc' },
      take: rowsMax,
      select: { rowNumber: true, data: true, naturalKey: true, groupRow: true, attempts: true },
    });
    return rows.map((row) => ({ ...row, data: row.data as RowData }));
  }

  /** Null when the row has its end; otherwise why the chunk stops here. */
  async #workRow(row: OpenRow): Promise<ChunkEnd | null> {
    if (await this.#answerFromEqualRow(row)) return null;
    let attempts = row.attempts;
    let isUncertain = false;
    for (let attempt = 1; ; attempt += 1) {
      // A filing whose answer was lost is looked up even when the job is being cancelled.
      if (!isUncertain) Context.current().cancellationSignal.throwIfAborted();
      attempts += 1;
      const result = await this.#tryOnce(row);
      isUncertain = result.outcome === 'UNCERTAIN';
      if (waitingOutcomes.has(result.outcome) && attempt < TRIES_BEFORE_WAITING) {
        await noteFault(this.#deps, this.#service.portal, result.message);
        await this.#dropSession();
        continue;
      }
      if (waitingOutcomes.has(result.outcome)) {
        await markPortal(this.#deps, this.#service.portal, 'down', result.message);
        await this.#dropSession();
        return {
          end: 'portal down',
          message: result.message,
          rows: await this.#counts(),
          workedRows: this.#workedRows,
        };
      }
      if (stoppingOutcomes.has(result.outcome)) {
        await this.#storeEvidence(row, result.outcome);
        if (result.outcome === 'PORTAL_CHANGED') await this.#pausePortal(result.message);
        await this.#dropSession();
        return { end: 'stopped', code: result.outcome, message: result.message, rows: await this.#counts() };
      }
      const repeatable =
        result.outcome === 'SESSION_EXPIRED' ||
        // Tried again means: looked up first (filing.ts).
        result.outcome === 'UNCERTAIN' ||
        result.outcome === 'BAD_DOWNLOAD' ||
        result.outcome === 'INTERNAL_ERROR';
      if (repeatable && attempt < limits.rowAttemptsMax) {
        if (result.outcome !== 'BAD_DOWNLOAD') await this.#dropSession();
        continue;
      }
      if (result.outcome === 'INTERNAL_ERROR' || result.outcome === 'UNCERTAIN') {
        await this.#storeEvidence(row, result.outcome);
        return { end: 'stuck', message: result.message, rows: await this.#counts() };
      }
      await this.#endRow(row, result, attempts);
      return null;
    }
  }

  async #tryOnce(row: OpenRow): Promise<RowResult> {
    const signal = Context.current().cancellationSignal;
    try {
      await this.#openSession(row);
      return await this.#run(row, this.#session);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof PortalFault) {
        this.#loginEvidence = error.evidence;
        return { outcome: error.outcome, message: error.message };
      }
      this.#deps.logger.error(
        { jobId: this.#job.id, userId: this.#job.userId, rowNumber: row.rowNumber, err: error },
        'row failed',
      );
      return {
        outcome: 'INTERNAL_ERROR',
        message: say('Row {#row} could not be worked. Our team looks into it.', { row: row.rowNumber }),
      };
    }
  }

  async #openSession({ data }: OpenRow): Promise<void> {
    const { portal, sessionScope } = this.#service;
    if (!portal) return;
    const scope = sessionScope?.(data) ?? '';
    if (this.#session && scope !== this.#scope) await this.#dropSession();
    if (this.#session) return;
    this.#scope = scope;
    const { userId } = this.#job;
    this.#session = await this.#deps.sessions.open({ portal, userId, scope, ask: this.#ask });
    await markPortal(this.#deps, portal, 'up', '');
  }

  /** Rows that ask the same question are asked once (portals.md 1.3). */
  async #answerFromEqualRow(row: OpenRow): Promise<boolean> {
    if (this.#service.effect !== 'read' || row.naturalKey === null) return false;
    this.#repeatedKeys ??= await this.#readRepeatedKeys();
    if (!this.#repeatedKeys.has(row.naturalKey)) return false;
    const equal = await this.#deps.db.jobRow.findFirst({
      where: {
        jobId: this.#job.id,
        naturalKey: row.naturalKey,
        rowNumber: { lt: row.rowNumber },
        outcome: { in: ['SUCCESS', 'NOT_FOUND', 'REJECTED'] },
      },
    });
    if (!equal) return false;
    const { rowNumber } = equal;
    this.#latest = await endRow(this.#deps.db, {
      jobId: this.#job.id,
      rowNumber: row.rowNumber,
      outcome: equal.outcome as RowOutcome,
      message: equal.message === '' ? say('Same as row {#row}', { row: rowNumber }) : equal.message,
      attempts: row.attempts,
      now: this.#deps.clock(),
      portalReference: equal.portalReference ?? undefined,
      values: (equal.values ?? undefined) as RowResult['values'],
      sheets: (equal.sheets ?? undefined) as RowResult['sheets'],
      sharedDocuments: equal.documents as { name: string }[],
    });
    return true;
  }

  async #readRepeatedKeys(): Promise<Set<string>> {
    const keys = await this.#deps.db.jobRow.groupBy({
      by: ['naturalKey'],
      where: { jobId: this.#job.id, naturalKey: { not: null } },
      having: { naturalKey: { _count: { gt: 1 } } },
    });
    return new Set(keys.flatMap(({ naturalKey }) => naturalKey ?? []));
  }

  async #endRow(row: OpenRow, result: RowResult, attempts: number): Promise<void> {
    const documents = await this.#storeDocuments(row.rowNumber, result.documents ?? []);
    const end = {
      jobId: this.#job.id,
      outcome: result.outcome,
      message: result.message,
      attempts,
      now: this.#deps.clock(),
      portalReference: result.portalReference,
      values: result.values,
      sheets: result.sheets,
    };
    this.#latest = await endRow(this.#deps.db, { ...end, rowNumber: row.rowNumber, documents });
    passPoint('row ended');
    this.#workedRows += 1;
    if (row.groupRow === null) return;
    const sharedDocuments = documents.map(({ name }) => ({ name }));
    for (const rowNumber of await this.#openRowsOfGroup(row.groupRow)) {
      this.#latest = await endRow(this.#deps.db, { ...end, rowNumber, sharedDocuments });
      this.#workedRows += 1;
    }
    this.#filedGroups.add(row.groupRow);
  }

  async #openRowsOfGroup(groupRow: number): Promise<number[]> {
    const rows = await this.#deps.db.jobRow.findMany({
      where: { jobId: this.#job.id, groupRow, outcome: null },
      orderBy: { rowNumber: 'asc' },
      select: { rowNumber: true },
    });
    return rows.map(({ rowNumber }) => rowNumber);
  }

  #storeDocuments(rowNumber: number, documents: RowDocument[]) {
    return storeDocuments(this.#deps, { job: this.#job, rowNumber, documents });
  }

  async #storeEvidence(row: OpenRow, outcome: RowOutcome): Promise<void> {
    const page = this.#session && 'page' in this.#session ? this.#session.page : null;
    const ofLogin = this.#loginEvidence;
    const capture = page ? () => captureEvidence(page) : ofLogin && (async () => ofLogin);
    if (!capture) return;
    await storeEvidence(this.#deps, {
      jobId: this.#job.id,
      rowNumber: row.rowNumber,
      step: outcome,
      capture,
    });
  }

  /** No other job runs into a portal that we no longer understand. */
  async #pausePortal(what: string): Promise<void> {
    const { portal } = this.#service;
    if (portal) await pauseChangedPortal(this.#deps, { portal, jobId: this.#job.id, what });
  }

  async #dropSession(): Promise<void> {
    if (!this.#session) return;
    const session = this.#session;
    this.#session = null;
    await this.#deps.sessions.close(session);
  }

  async #counts(): Promise<RowCounts> {
    if (this.#latest) return this.#latest;
    const job = await this.#deps.db.job.findUniqueOrThrow({ where: { id: this.#job.id } });
    return { total: job.rowsTotal, done: job.rowsDone, succeeded: job.rowsSucceeded, failed: job.rowsFailed };
  }

  /** Heartbeats carry the row; the workflow hears of progress every few seconds, so that its history stays short. */
  async #report(rowNumber: number): Promise<void> {
    Context.current().heartbeat({ rowNumber });
    if (Date.now() - this.#signalledAtMs < SIGNAL_PERIOD_MS) return;
    this.#signalledAtMs = Date.now();
    const { temporal } = this.#deps;
    const workflow = temporal.workflow.getHandle(jobWorkflowId(this.#job.serviceId, this.#job.id));
    await workflow.signal('rowsWorked', await this.#counts());
  }
}
