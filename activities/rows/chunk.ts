/** Works a chunk of a job's rows in one portal session, or in several where the portal allows it. */
import type { Deps } from '#api/deps.ts';
import { haltReason, openRowCounts, type WorkedJob } from '#api/domain/jobs/job-steps.ts';
import { workableRows, type OpenRow } from '#api/domain/jobs/row-records.ts';
import { stopAboutFilings } from '#api/domain/jobs/stuck-jobs.ts';
import { dropClaimed } from '#api/domain/portals/portal-leases.ts';
import { grantFreeLeases } from '#api/domain/portals/lease-grants.ts';
import { createSemaphore } from '#api/domain/semaphore.ts';
import { limits } from '#contracts/limits.ts';
import type { ServiceDefinition } from '#services/contract.ts';
import { createAsker } from '#activities/challenges.ts';
import type { SessionPool } from '#activities/sessions/pool.ts';
import { LoginChanged } from '#activities/sessions/sign-in.ts';
import type { Slot } from './beside-slots.ts';
import type { ChunkEnd } from './chunk-end.ts';
import { ChunkProgress } from './chunk-progress.ts';
import { EqualRows } from './equal-rows.ts';
import { ExtraSessions, type ExtraRoom } from './extra-sessions.ts';
import { FilingNotAllowed } from './filing.ts';
import type { LeaseKeeper } from './lease-keeper.ts';
import { RowLane, type ChunkParts } from './lane.ts';
import { RowQueue } from './queue.ts';

const HALT_LOOK_PERIOD_MS = 2_000;

export type ChunkDeps = Pick<
  Deps,
  'db' | 'env' | 'files' | 'vault' | 'temporal' | 'workflows' | 'logger' | 'clock' | 'mailer' | 'metrics'
> & {
  sessions: SessionPool;
  extraRoom: ExtraRoom;
  /** The task queue of this worker process alone; null if the process works no portals. */
  ownQueue: string | null;
  /** Aborted when the process must stop; its work then continues on another worker. */
  draining: AbortSignal;
};

export type ChunkGiven = {
  job: WorkedJob;
  service: ServiceDefinition;
  /** Null for services without a portal. */
  lease: LeaseKeeper | null;
  slot: Slot;
};

export class Chunk {
  readonly #deps: ChunkDeps;
  readonly #job: WorkedJob;
  readonly #service: ServiceDefinition;
  readonly #lease: LeaseKeeper | null;
  readonly #slot: Slot;
  readonly #parts: ChunkParts;
  readonly #progress: ChunkProgress;
  readonly #begunAtMs = performance.now();
  /** Stops the other sessions when one has failed. */
  readonly #failing = new AbortController();
  #failure: { error: unknown } | null = null;
  /** Why no session takes another row. */
  #end: ChunkEnd | null = null;
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  /** Sessions that work rows now. */
  #lanes = 0;
  /** Those of them that have not taken their first row. */
  readonly #startingLanes = new Set<RowLane>();

  constructor(deps: ChunkDeps, { job, service, lease, slot }: ChunkGiven) {
    this.#deps = deps;
    this.#job = job;
    this.#service = service;
    this.#lease = lease;
    this.#slot = slot;
    this.#progress = new ChunkProgress(deps, job);
    const signals = [slot.signal, this.#failing.signal, ...(lease ? [lease.lost] : [])];
    const signal = AbortSignal.any(signals);
    const ask = createAsker(deps, job, signal);
    const askInTurn = createSemaphore({ atOnceMax: 1, waitingMax: limits.portalSessionsPerJobMax });
    this.#parts = {
      job,
      service,
      claim: lease?.claim ?? null,
      signal,
      // A job can show only one question at a time.
      ask: (question) =>
        askInTurn(() => {
          // As long as other sessions of the job work rows, they need the slot.
          if (this.#lanes === 1) slot.leave();
          return ask(question);
        }),
      equalRows: new EqualRows({ ...deps, rowsStored: () => this.#progress.rowsStored() }, job, service),
      progress: this.#progress,
      begunAt: deps.clock(),
      earlyEnd: () => this.#earlyEnd(),
    };
  }

  get #run(): { jobId: string; attempt: number } {
    return { jobId: this.#job.id, attempt: this.#job.attempt };
  }

  async work(rowsMax: number): Promise<ChunkEnd> {
    const rows = await workableRows(this.#deps.db, { ...this.#run, rowsMax });
    const queue = new RowQueue(rows);
    const lane = new RowLane(this.#deps, this.#parts, queue, () => true);
    try {
      const end = await this.#ended(await this.#workRows(queue, lane));
      return end.end === 'more' ? await this.#kept(end, lane) : end;
    } catch (error) {
      this.#slot.signal.throwIfAborted();
      if (error instanceof FilingNotAllowed) return await this.#halted();
      if (error instanceof LoginChanged) await this.#dropLease();
      else if (!this.#lease?.lost.aborted) throw error;
      return { end: 'place lost', rows: await this.#progress.counts() };
    } finally {
      // Every other end releases the job's lease, and no session may outlive the lease.
      await lane.close();
    }
  }

  /** Keeps the session for the next chunk, which then runs on this worker, unless the worker is about to stop. */
  async #kept(end: Extract<ChunkEnd, { end: 'more' }>, lane: RowLane): Promise<ChunkEnd> {
    const { draining, ownQueue } = this.#deps;
    if (draining.aborted || !(await lane.giveBack())) return end;
    return ownQueue === null || this.#job.isPractice ? end : { ...end, queue: ownQueue };
  }

  /** Turns a stuck practice run into a failed one, because nobody decides about it. */
  async #ended(end: ChunkEnd): Promise<ChunkEnd> {
    const rows = await this.#progress.counts();
    if (end.end === 'portal down') return { ...end, rows, workedRows: this.#progress.workedRows };
    if (end.end !== 'stuck' || !this.#job.isPractice) return { ...end, rows };
    return { end: 'stopped', code: 'INTERNAL_ERROR', message: end.message, rows };
  }

  /** Determines why the right to file was refused: the job must not continue, or another worker holds the lease. */
  async #halted(): Promise<ChunkEnd> {
    const reason = await haltReason(this.#deps.db, this.#run, this.#deps.clock());
    const ends = { stopped: 'cancelled', paused: 'paused' } as const;
    return { end: reason ? ends[reason] : 'place lost', rows: await this.#progress.counts() };
  }

  /** Releases a lease that was granted for a login the customer has since replaced. */
  async #dropLease(): Promise<void> {
    const claim = this.#lease?.claim;
    if (claim) await grantFreeLeases(this.#deps, await dropClaimed(this.#deps.db, claim));
  }

  /** Works the rows in the session of the job's lease, and in further sessions as long as there are leases for them. */
  async #workRows(queue: RowQueue, lane: RowLane): Promise<ChunkEnd> {
    const claim = this.#parts.claim;
    const isShared = claim !== null && queue.length > 1;
    const extra = isShared
      ? ExtraSessions.of(this.#deps, { job: this.#job, service: this.#service, claim })
      : null;
    this.#startingLanes.add(lane);
    extra?.begin({
      rowsLeft: () => (this.#isEnding() ? 0 : Math.max(0, queue.length - this.#startingLanes.size)),
      work: async (mayGoOn) => {
        const further = new RowLane(this.#deps, this.#parts, queue, mayGoOn);
        this.#startingLanes.add(further);
        try {
          await this.#workLane(queue, further, mayGoOn);
        } finally {
          await further.close();
        }
      },
    });
    try {
      await this.#workLane(queue, lane, () => true);
    } finally {
      await extra?.end();
    }
    if (this.#failure) throw this.#failure.error;
    return this.#end ?? this.#endOfRows();
  }

  #isEnding(): boolean {
    return this.#end !== null || this.#failure !== null;
  }

  /** Sets the chunk's end. The first reason counts; the other sessions finish their current rows. */
  #endWith(end: ChunkEnd | null): void {
    this.#end ??= end;
  }

  /** Takes rows until none is left, the chunk ends, or the session may not continue. Never throws. */
  async #workLane(queue: RowQueue, lane: RowLane, mayGoOn: () => boolean): Promise<void> {
    this.#lanes += 1;
    try {
      try {
        await this.#workQueue(queue, lane, mayGoOn);
      } finally {
        await lane.rowStored();
      }
    } catch (error) {
      this.#failure ??= { error };
      this.#failing.abort(error);
    } finally {
      this.#lanes -= 1;
      this.#startingLanes.delete(lane);
    }
  }

  async #workQueue(queue: RowQueue, lane: RowLane, mayGoOn: () => boolean): Promise<void> {
    while (!this.#isEnding() && mayGoOn()) {
      this.#endWith(await this.#earlyEnd());
      const row = this.#isEnding() ? undefined : await queue.take();
      this.#startingLanes.delete(lane);
      // Another session may have ended the chunk while this one waited for a row.
      if (!row || this.#isEnding()) return;
      this.#endWith(await this.#workRow(queue, lane, row));
      // The chunk's result reports its last row.
      if (queue.length > 0) await this.#progress.report(row.rowNumber);
    }
  }

  async #workRow(queue: RowQueue, lane: RowLane, row: OpenRow): Promise<ChunkEnd | null> {
    let isHandled = false;
    try {
      const end = await lane.work(row);
      isHandled = end === null;
      return end === 'session given back' ? null : end;
    } finally {
      queue.release(row, isHandled);
    }
  }

  async #endOfRows(): Promise<ChunkEnd> {
    const rows = await this.#progress.counts();
    if (rows.done >= rows.total) return { end: 'finished', rows };
    const open = await openRowCounts(this.#deps.db, this.#job.id);
    if (open.workable > 0) return { end: 'more', rows };
    const { confirming, nextLookInMs } = open;
    if (confirming > 0 && nextLookInMs !== null)
      return { end: 'confirming', lookInMs: Math.ceil(nextLookInMs), waitingRows: confirming, rows };
    return { end: 'stuck', message: stopAboutFilings(open), about: { filings: open.forPerson }, rows };
  }

  /** Returns why the chunk ends before its next row, if it does. The database is asked every two seconds. */
  async #earlyEnd(): Promise<ChunkEnd | null> {
    if (this.#end) return this.#end;
    const isLong = performance.now() - this.#begunAtMs > limits.chunkMsMax;
    if (isLong || this.#deps.draining.aborted) return { end: 'more', rows: await this.#progress.counts() };
    if (performance.now() - this.#lookedAtMs < HALT_LOOK_PERIOD_MS) return null;
    this.#lookedAtMs = performance.now();
    const reason = await haltReason(this.#deps.db, this.#run, this.#deps.clock());
    return reason === null ? null : this.#halted();
  }
}
