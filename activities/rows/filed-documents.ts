/** Documents of filings that the portal has: the filing succeeds without them if they cannot be had. */
import { jobMessages } from '#contracts/jobs/messages.ts';
import { sequence, type Message } from '#contracts/messages/message.ts';
import type { FilingResult, RowResult } from '#services/runner.ts';
import { PortalFault } from '#activities/portals/contract.ts';
import { rowActions } from './row-actions.ts';
import type { FilingEnd } from './filing.ts';

export type FilingEndOnPage = FilingEnd & Pick<FilingResult, 'fetchDocuments'>;

/**
 * Fetches the documents of a filing whose end is stored. A failure that a further try may mend keeps the result; after
 * one that no try can mend, the filing ends without its documents.
 */
export async function withDocuments({ fetchDocuments, ...end }: FilingEndOnPage): Promise<FilingEnd> {
  if (!fetchDocuments) return end;
  try {
    return { ...end, documents: [...(end.documents ?? []), ...(await fetchDocuments())] };
  } catch (error) {
    if (!(error instanceof PortalFault)) throw error;
    const action = rowActions[error.outcome];
    if (action === 'end') return withoutDocuments(end, error.said);
    if (action !== 'again' || end.portalReference === undefined) throw error;
    return { outcome: error.outcome, message: error.said, filed: end };
  }
}

export const withoutDocuments = (filed: RowResult, why: Message): RowResult => ({
  ...filed,
  message: sequence(filed.message, jobMessages.documentsMissing(), why),
});
