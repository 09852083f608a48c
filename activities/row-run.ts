/** One try of a row: a look-up as it is, a filing under the protocol that files once. */
import type { Deps } from '#api/deps.ts';
import { forgottenIntentKeys, intentKey } from '#api/domain/intents.ts';
import { rateOn } from '#api/domain/incentive-rates.ts';
import type { ServiceDefinition, RowData } from '#services/contract.ts';
import type { Filing, NamedFile, RowResult, RunContext, Runner } from '#services/runner.ts';
import { createDocumentReader } from './attachments.ts';
import { fileOnce } from './filing.ts';
import type { Ask } from './portals/contract.ts';
import { createRowReader } from './row-files.ts';
import type { PooledSession } from './sessions.ts';

type RunDeps = Pick<Deps, 'db' | 'env' | 'files' | 'vault' | 'logger'>;
type Job = { id: string; userId: string; serviceId: string; uploadId: string };
export type OpenRow = {
  rowNumber: number;
  data: RowData;
  naturalKey: string | null;
  groupRow: number | null;
  attempts: number;
};

export type RowRun = (row: OpenRow, session: PooledSession | null) => Promise<RowResult>;

/** What the rows of a chunk share is read once. */
export function createRowRun(
  deps: RunDeps,
  given: { job: Job; service: ServiceDefinition; runner: Runner; ask: Ask; signal: AbortSignal },
): RowRun {
  const { job, service, runner, ask, signal } = given;
  const readFile = createRowReader(deps, job.uploadId);
  const readDocument = createDocumentReader(deps, job);
  return async (row, session) => {
    const context = {
      signal,
      ask,
      readDocument: (reference: string): Promise<NamedFile | null> => readDocument(reference),
      incentiveRate: (scheme: string, day: string) => rateOn(deps.db, scheme, day),
      readFile: () => readFile(row.data),
    } satisfies RunContext;
    if (!('check' in runner)) return runner.run(row.data, { ...context, ...openedOf(session) });
    if (!session || !('page' in session))
      throw new Error(`${service.id} files on a portal and needs a session.`);
    const { rows, naturalKey } = await filingOf(deps, job.id, row);
    const filing = [session.login, service.id, naturalKey ?? `${job.id}:${row.rowNumber}`] as const;
    return fileOnce({
      db: deps.db,
      runner,
      rows,
      context: { ...context, session },
      portal: session.portal,
      key: intentKey(...filing),
      forgottenKeys: forgottenIntentKeys(deps.vault, ...filing),
      by: { userId: job.userId, jobId: job.id, rowNumber: row.rowNumber },
      onUncertain: (err) =>
        deps.logger.warn({ jobId: job.id, rowNumber: row.rowNumber, err }, 'the answer to a filing was lost'),
    });
  };
}

/** What a look-up works with: pages, or a mailbox. */
function openedOf(session: PooledSession | null): Pick<RunContext, 'session' | 'mailbox'> {
  if (!session) return {};
  return 'mailbox' in session ? { mailbox: session.mailbox } : { session };
}

type GroupedRows = { rows: Filing; naturalKey: string | null };

/** All rows that are filed with this one, also those that have ended already; the first one's key is the filing's. */
async function filingOf({ db }: RunDeps, jobId: string, row: OpenRow): Promise<GroupedRows> {
  if (row.groupRow === null) return { rows: [row.data], naturalKey: row.naturalKey };
  const rows = await db.jobRow.findMany({
    where: { jobId, groupRow: row.groupRow },
    orderBy: { rowNumber: 'asc' },
    select: { data: true, naturalKey: true },
  });
  const [first = row.data, ...others] = rows.map(({ data }) => data as RowData);
  return { rows: [first, ...others], naturalKey: rows[0]?.naturalKey ?? row.naturalKey };
}
