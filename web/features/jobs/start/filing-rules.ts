/** Decides what is filed, and which starts the customer must confirm. */
import type { JobDetail } from '#contracts/calls/jobs/jobs-answers.ts';
import type { ServiceSummary } from '#services/contract.ts';
import { findService } from '#web/lib/services.ts';

/** A start with more filings than this must be confirmed. */
const filingsWithoutQuestionMax = 20;

/**
 * Returns whether a start of the service with so many rows must be confirmed. Rows that are hidden in the workbook may not
 * be meant, so a file with any is always asked about.
 */
export function needsFilingQuestion(
  effect: ServiceSummary['effect'],
  billableRows: number,
  hiddenRows = 0,
): boolean {
  return effect === 'submit' && (billableRows > filingsWithoutQuestionMax || hiddenRows > 0);
}

/** Returns whether rows of the job that run again are filed at a portal of the real world. */
export const filesRows = ({
  serviceId,
  documentsOnly,
  isPractice,
}: Pick<JobDetail, 'serviceId' | 'documentsOnly' | 'isPractice'>): boolean =>
  !documentsOnly && !isPractice && findService(serviceId)?.effect === 'submit';
