/** Runs one attempt at a row: look-ups directly, filings under the exactly-once protocol. */
import { inSpan } from '#api/adapters/tracing.ts';
import type { Deps } from '#api/deps.ts';
import type { UsedLogin } from '#api/domain/jobs/filings/click-permission.ts';
import { isUnderWay } from '#api/domain/jobs/filings/intents.ts';
import type { OpenRow } from '#api/domain/jobs/row-records.ts';
import { keptLayoutsOf } from '#api/domain/jobs/kept-layouts.ts';
import { exporterName } from '#api/domain/accounts/exporter-name.ts';
import { rateOn } from '#api/domain/portals/incentive-rates.ts';
import { reportRepeated, reportTwins } from '#api/domain/jobs/filings/filing-reports.ts';
import type { ServiceDefinition, RowData } from '#services/contract.ts';
import type { RunContext, Runner } from '#services/runner.ts';
import { isPracticePortal, type PortalPlace } from '#contracts/portals/practice-portals.ts';
import type { Claim } from '#api/domain/portals/portal-leases.ts';
import type { Ask } from '#activities/portals/contract.ts';
import { credentialOf, filingEffectMs } from '#activities/portals/portals.ts';
import type { PooledSession } from '#activities/sessions/pool.ts';
import { openedIn } from '#activities/sessions/sign-in.ts';
import { createDocumentReader } from './document-reader.ts';
import { filingKeysOf, filingOf } from './filing-keys.ts';
import { fileOnce, type FilingEnd } from './filing.ts';
import { noteTables } from './kept-tables.ts';
import { unlessSent } from './unread-filing.ts';
import { createReferenceGuard } from './reference-guard.ts';
import { createRowReader } from './file-reader.ts';

type RunDeps = Pick<Deps, 'db' | 'env' | 'files' | 'vault' | 'logger' | 'metrics'>;
type Given = {
  job: Job;
  service: ServiceDefinition;
  runner: Runner;
  ask: Ask;
  signal: AbortSignal;
  /** Null for services without a portal. */
  claim: Claim | null;
  onUncertain: (row: OpenRow, cause: unknown) => Promise<void>;
};
type Job = {
  id: string;
  userId: string;
  serviceId: string;
  uploadId: string;
  isPractice: boolean;
  /** Null for services without a portal, and for jobs that only prepare documents. */
  portal: PortalPlace | null;
};

export type RowRun = (row: OpenRow, session: PooledSession | null) => Promise<FilingEnd>;

/** Returns the function that runs one row in a session, which is null for services without a portal. */
export function createRowRun(deps: RunDeps, given: Given): RowRun {
  const { job, service, runner, ask, signal, claim, onUncertain } = given;
  const contextOf = createRowContext(deps, { job, ask, signal });
  const withOwnReferences = createReferenceGuard(deps.db, { ...job, service });
  return async (row, session) => {
    const context = contextOf(row.data, row.rowNumber);
    if (!('check' in runner)) {
      const asked = [row.data];
      return withOwnReferences(asked, session, () =>
        inSpan('search', {}, () => runner.run(row.data, { ...context, ...openedIn(session) })),
      );
    }
    if (!job.portal && runner.prepare) return runner.prepare([row.data], context);
    if (!session || !('page' in session) || !claim)
      throw new Error(`${service.id} files on a portal and needs a session and a lease there.`);
    const { rows, ...naturalKeys } = await filingOf(deps, { jobId: job.id, service }, row);
    const keys = await filingKeysOf(deps, { job, service, session }, naturalKeys, row);
    const effectMs = filingEffectMs(deps, session.portal);
    const by = { userId: job.userId, jobId: job.id, rowNumber: row.rowNumber };
    const fileOrFind = (): Promise<FilingEnd> =>
      fileOnce({
        db: deps.db,
        runner,
        rows,
        context: { ...context, session },
        portal: session.portal,
        keys,
        by,
        login: usedLogin(session),
        claim,
        effectMs,
        vouchedAt: row.vouchedAt,
        refusesTwins: service.refusesTwins ?? false,
        onAnswered: () => deps.metrics?.filed(true),
        onUncertain: (cause) => onUncertain(row, cause),
        onRepeated: (sends) => reportRepeated(deps, { portal: session.portal, service, job, row, sends }),
        onTwins: (found) => reportTwins(deps, { portal: session.portal, service, job, row, ...found }),
      });
    const file = (): Promise<FilingEnd> =>
      unlessSent(deps.db, { ...by, effectMs, vouchedAt: row.vouchedAt }, fileOrFind);
    // The references were checked before the filing was sent; its outcome must be determined in any case.
    const which = { portal: session.portal, keys: [keys.key, ...keys.formerKeys], jobId: job.id };
    return (await isUnderWay(deps.db, which)) ? file() : withOwnReferences(rows, session, file);
  };
}

/** A practice portal has no saved login. */
function usedLogin({ portal, login: username }: PooledSession): UsedLogin | null {
  const credentials = isPracticePortal(portal) ? null : credentialOf(portal);
  return credentials && { portal: credentials, username };
}

/** Builds the context in which rows run, apart from the session. Data shared by the rows of a job is read once. */
export function createRowContext(
  deps: RunDeps,
  { job, ask, signal }: Pick<Given, 'ask' | 'signal'> & { job: Omit<Job, 'portal'> },
): (data: RowData, rowNumber: number) => RunContext {
  const readFile = createRowReader(deps, job.uploadId);
  const readDocument = createDocumentReader(deps, job);
  return (data, rowNumber) => ({
    signal,
    ask,
    readDocument,
    exporterName: () => exporterName(deps.db, job.userId),
    incentiveRate: (scheme, day) => rateOn(deps.db, scheme, day),
    readFile: () => readFile(data),
    keptLayouts: () => keptLayoutsOf(deps.db, job.userId),
    noteTables: (layout, recognisedPages) =>
      noteTables(deps, { ...job, rowNumber }, { layout, recognisedPages }),
  });
}
