/**
 * Reads filings back from their portal an hour and a day after they were made, or after their row ended without an
 * answer; each should exist exactly once. As long as a row lacks the number of its filing, it is looked for again.
 */
import { Context } from '@temporalio/activity';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { Deps } from '#api/deps.ts';
import {
  dueFilings,
  dueLogins,
  noteReadBack,
  postponeReadBack,
  postponeReadBacks,
  type DueFiling,
  type DueLogin,
} from '#api/domain/jobs/filings/read-backs.ts';
import { bothSpellings } from '#api/domain/jobs/filings/intent-keys.ts';
import { noteLateFiling } from '#api/domain/jobs/filings/late-filings.ts';
import { readClosures } from '#api/domain/portals/opening-hours.ts';
import { filedRow, type FiledRow } from '#api/domain/jobs/row-records.ts';
import { reportDisappeared, reportTwins, reportUnchecked } from '#api/domain/jobs/filings/filing-reports.ts';
import { findService, type ServiceId } from '#services/catalogue.ts';
import type { PortalPlace } from '#contracts/portals/practice-portals.ts';
import type { PortalKey, ServiceDefinition } from '#services/contract.ts';
import type { FiledResult, Found, SubmitContext, SubmitRunner } from '#services/runner.ts';
import { runners } from '#services/runners.ts';
import { taskQueues, twinCheckWorkflowId } from '#workflows/ids.ts';
import { collect } from './collect-results.ts';
import { beating } from './heartbeats.ts';
import { underLease, type LeaseKeeper } from './rows/lease-keeper.ts';
import { PortalFault, type PortalSession } from './portals/contract.ts';
import { nobodyAnswers } from './portals/questions.ts';
import { RowPace } from './rows/pace.ts';
import { filingOf } from './rows/filing-keys.ts';
import { createRowContext } from './rows/run.ts';
import type { PooledSession, SessionPool } from './sessions/pool.ts';
import { LoginChanged } from './sessions/sign-in.ts';
import { lateDocuments } from './late-documents.ts';
import { underPageMap } from './applied-page-maps.ts';

type CheckDeps = Pick<Deps, 'db' | 'env' | 'files' | 'vault' | 'temporal' | 'logger' | 'clock'> & {
  sessions: SessionPool;
};

export type TwinCheckActivities = ReturnType<typeof twinCheckActivities>;

/** Number of logins for which one round starts visits; the next round takes the rest. */
const LOGINS_MAX = 50;
/** Number of filings per visit, because the customer's own jobs wait meanwhile; the next visit reads the rest. */
const FILINGS_PER_VISIT = 25;

export function twinCheckActivities(deps: CheckDeps) {
  return {
    /**
     * Starts a visit for every login with due filings and no visit in progress, on portals that let somebody in. Reports
     * the filings that can no longer be looked up.
     */
    startTwinChecks: (): Promise<void> => beating(() => startTwinChecks(deps)),

    /** Reads filings back under the visit's portal lease. Filings that cannot be read now are retried later. */
    readFilingsBack: (visit: DueLogin): Promise<void> => beating(() => readFilingsBack(deps, visit)),
  };
}

async function startTwinChecks(deps: CheckDeps): Promise<void> {
  const { db, temporal, clock } = deps;
  await reportUnchecked(deps);
  const closed = [...(await readClosures(db, clock())).keys()];
  for (const visit of await dueLogins(db, { count: LOGINS_MAX, closed })) {
    const { portal, userId } = visit;
    try {
      await temporal.workflow.start('twinCheck', {
        taskQueue: taskQueues.main,
        workflowId: twinCheckWorkflowId(portal, userId),
        args: [visit],
      });
    } catch (error) {
      if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    }
  }
}

async function readFilingsBack(deps: CheckDeps, visit: DueLogin): Promise<void> {
  const { cancellationSignal } = Context.current();
  const leased = { portal: visit.portal, signal: cancellationSignal };
  await underLease(deps, leased, async ({ lease, signal }) => {
    const reader = new FilingReader(deps, visit, lease);
    try {
      await underPageMap(deps, visit.portal as PortalPlace, () => reader.read(signal));
    } catch (error) {
      cancellationSignal.throwIfAborted();
      deps.logger.warn({ ...visit, err: error }, 'filings could not be read back');
      await postponeReadBacks(deps.db, visit, { needsCustomer: needsCustomer(error) });
    } finally {
      await reader.close();
    }
  });
}

/** Whether the portal lets nobody in until the customer enters a code or corrects the login. */
const needsCustomer = (error: unknown): boolean =>
  error instanceof PortalFault &&
  ['CREDENTIALS_INVALID', 'ACCOUNT_LOCKED', 'HUMAN_REQUIRED'].includes(error.outcome);

type Filed = FiledRow & {
  filing: DueFiling;
  service: ServiceDefinition & { portal: PortalKey };
  runner: SubmitRunner;
};

class FilingReader {
  readonly #deps: CheckDeps;
  readonly #visit: DueLogin;
  readonly #lease: LeaseKeeper;
  readonly #pace: RowPace;
  #session: (PooledSession & PortalSession) | null = null;
  #scope = '';
  /**
   * Jobs of which a row was changed: their result tables contain the messages and numbers of their rows. Those of a large
   * job are left to the reconciler, because this visit holds the customer's lease on the portal, and so are all jobs if
   * the visit fails.
   */
  readonly #changedJobs = new Set<string>();

  constructor(deps: CheckDeps, visit: DueLogin, lease: LeaseKeeper) {
    this.#deps = deps;
    this.#visit = visit;
    this.#lease = lease;
    this.#pace = new RowPace(deps.db, lease.claim);
  }

  async read(signal: AbortSignal): Promise<void> {
    const { db } = this.#deps;
    for (const filing of await dueFilings(db, this.#visit, FILINGS_PER_VISIT)) {
      signal.throwIfAborted();
      const filed = await this.#filed(filing);
      const earlyEnd = async (): Promise<null> => null;
      const read = (of: Filed) =>
        this.#pace.work(() => this.#tryToReadBack(of, signal), { signal, earlyEnd });
      const lacking = filed && (await read(filed));
      if (lacking) await postponeReadBack(db, filing.id, lacking);
      else await noteReadBack(db, filing.id);
    }
    for (const jobId of this.#changedJobs) await collect(this.#deps, jobId, { leavesLarge: true });
  }

  /**
   * A failing portal ends the visit; one unreadable filing, for example with a deleted document, does not. Returns what
   * of the filing cannot be read now, but later; null if it has been read.
   */
  async #tryToReadBack(filed: Filed, signal: AbortSignal): Promise<'pages' | 'document' | null> {
    try {
      await this.#readBack(filed, signal);
      return null;
    } catch (error) {
      const lacking = this.#lackingOfOneFiling(error);
      const isOfPortal = error instanceof PortalFault && !lacking;
      if (isOfPortal || error instanceof LoginChanged || signal.aborted) throw error;
      const { jobId, rowNumber } = filed.filing;
      this.#deps.logger.warn({ jobId, rowNumber, err: error }, 'a filing could not be read back');
      await this.close();
      return lacking;
    }
  }

  /**
   * What of one filing cannot be read, for example a list that is too long; null for other errors. Without a session,
   * the portal has let nobody in.
   */
  #lackingOfOneFiling(error: unknown): 'pages' | 'document' | null {
    if (!this.#session || !(error instanceof PortalFault)) return null;
    if (error.outcome === 'BAD_DOWNLOAD') return 'document';
    return error.outcome === 'INPUT_INVALID' || error.outcome === 'PORTAL_CHANGED' ? 'pages' : null;
  }

  async close(): Promise<void> {
    if (this.#session) await this.#deps.sessions.close(this.#session);
    this.#session = null;
  }

  /** Returns null if the rows have been deleted or the service no longer exists. */
  async #filed(filing: DueFiling): Promise<Filed | null> {
    const filed = await filedRow(this.#deps.db, filing);
    const service = filed && findService(filed.job.serviceId);
    const runner = service && runners[service.id as ServiceId];
    if (!service?.portal || !runner || !('check' in runner)) return null;
    return { filing, service: { ...service, portal: service.portal }, runner, ...filed };
  }

  async #readBack(filed: Filed, signal: AbortSignal): Promise<void> {
    const { filing, service, runner, job, row } = filed;
    const session = await this.#open(filed);
    const { rows, naturalKey } = await filingOf(this.#deps, { jobId: job.id, service }, row);
    // The customer has changed the login, and the new one need not show what the old one filed.
    const parts = { login: session.login, serviceId: service.id, naturalKey };
    if (!bothSpellings(parts).includes(filing.key)) return;
    const rowContext = createRowContext(this.#deps, { job, signal, ask: nobodyAnswers })(
      row.data,
      row.rowNumber,
    );
    const context: SubmitContext = {
      ...rowContext,
      session,
      // Without its document a filing cannot be identified, which does not mean that it has disappeared.
      readDocument: async (reference) => {
        const document = await rowContext.readDocument(reference);
        if (!document || !('bytes' in document)) throw new Error('The document of the filing is not known.');
        return document;
      },
      earlier: { reference: filing.reference, committed: true },
      noteReference: async () => undefined,
      commit: () => Promise.reject(new Error('A look-up files nothing.')),
    };
    await this.#report(filed, await runner.check(rows, context));
  }

  async #open({ service, job: { id: jobId }, row }: Filed): Promise<PooledSession & PortalSession> {
    const portal = this.#visit.portal as PortalPlace;
    const { userId } = this.#visit;
    const scope = service.sessionScope?.(row.data) ?? '';
    if (this.#session && scope === this.#scope) return this.#session;
    await this.close();
    const claimed = this.#lease.claim.login;
    const session = await this.#deps.sessions.open({
      portal,
      userId,
      scope,
      jobId,
      claimed,
      ask: nobodyAnswers,
    });
    if (!('page' in session)) throw new Error(`${portal} has no pages.`);
    this.#scope = scope;
    this.#session = session;
    this.#pace.watch(session);
    return session;
  }

  async #report({ filing, service, job, row }: Filed, found: Found): Promise<void> {
    const { reference, commits } = filing;
    const about = { portal: this.#visit.portal as PortalPlace, service, job, row };
    if (found.found === 'absent' && filing.isConfirmed)
      return reportDisappeared(this.#deps, { ...about, reference });
    if (found.found !== 'equal') return;
    const { twins = [], result } = found;
    if (twins.length > 0) await reportTwins(this.#deps, { ...about, references: twins, commits });
    if (twins.length === 0) await this.#giveNumber(filing, result);
    if (!filing.isConfirmed) return;
    const known = [result.portalReference, ...twins];
    if (reference !== null && result.portalReference !== undefined && !known.includes(reference))
      await reportDisappeared(this.#deps, { ...about, reference });
  }

  async #giveNumber(filing: DueFiling, shown: FiledResult): Promise<void> {
    const documents = lateDocuments(this.#deps, filing, shown);
    for (const jobId of await noteLateFiling(this.#deps.db, filing, shown, documents))
      this.#changedJobs.add(jobId);
  }
}
