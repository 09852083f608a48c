/** Fetches the documents of a filing that the portal has numbered late, for the rows that get the number. */
import type { Deps } from '#api/deps.ts';
import type { LateDocuments } from '#api/domain/jobs/filings/late-filings.ts';
import type { DueFiling } from '#api/domain/jobs/filings/read-backs.ts';
import { jobMessages } from '#contracts/jobs/messages.ts';
import { deleteUnrecorded } from '#api/domain/jobs/job-files.ts';
import type { FiledResult, RowResult } from '#services/runner.ts';
import { PortalFault } from './portals/contract.ts';
import { withoutDocuments } from './rows/filed-documents.ts';
import { rowActions } from './rows/row-actions.ts';
import { storeDocuments } from './rows/stored-documents.ts';

/**
 * Returns what stores the documents of the filing, which the session's page shows. They are fetched once, when the first
 * row needs them.
 */
export function lateDocuments(
  deps: Pick<Deps, 'db' | 'files'>,
  filing: Pick<DueFiling, 'reference'>,
  shown: FiledResult,
): LateDocuments {
  let fetched: Promise<RowResult> | null = null;
  return {
    store: async ({ job, rowNumber }) => {
      fetched ??= withLateDocuments(filing, shown);
      const { message, documents = [] } = await fetched;
      const origin = { attempt: job.attempt };
      const stored = await storeDocuments(deps, { job, rowNumber, documents, origin }).catch(
        (error: unknown) => {
          throw notHad(error);
        },
      );
      return { message, stored };
    },
    discard: ({ job }, stored) => deleteUnrecorded(deps, job.id, stored),
  };
}

/** What is wrong on our side, such as a full disk, lets the row wait for its documents too. */
const notHad = (cause: unknown): PortalFault =>
  new PortalFault('BAD_DOWNLOAD', jobMessages.documentsMissing(), { cause });

/**
 * Throws PortalFault if the documents cannot be had, but another visit may have them. If an earlier visit has already
 * noted the filing's number, the rows have waited for them long enough and get it without them.
 */
async function withLateDocuments(
  { reference }: Pick<DueFiling, 'reference'>,
  { fetchDocuments, ...listed }: FiledResult,
): Promise<RowResult> {
  const end: RowResult = { ...listed, outcome: 'SUCCESS' };
  try {
    const fetched = (await fetchDocuments?.()) ?? [];
    return { ...end, documents: [...(end.documents ?? []), ...fetched] };
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error;
    const fault = error instanceof PortalFault ? error : notHad(error);
    if (reference === null && rowActions[fault.outcome] !== 'end') throw fault;
    return withoutDocuments(end, fault.said);
  }
}
