/** Ends of tries that could not read whether the portal has a filing. */
import type { Deps } from '#api/deps.ts';
import { PortalFault } from '#activities/portals/contract.ts';
import { rowActions } from './row-actions.ts';
import { endAfterLastTry } from './filing-waits.ts';
import type { FilingEnd } from './filing.ts';

/**
 * Makes a try at a filing. A fault that would end the row, such as a list that is too long to read, ends only a row
 * that was certainly not sent, or that a person has vouched for: the portal may have the filing of any other.
 */
export async function unlessSent(
  db: Deps['db'],
  row: { jobId: string; rowNumber: number; effectMs: number; vouchedAt: Date | null },
  file: () => Promise<FilingEnd>,
): Promise<FilingEnd> {
  try {
    return await file();
  } catch (error) {
    if (!(error instanceof PortalFault) || rowActions[error.outcome] !== 'end') throw error;
    return endAfterLastTry(db, row, { outcome: error.outcome, message: error.said });
  }
}
