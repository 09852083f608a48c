/** Decides which starts the customer must confirm. */
import type { ServiceSummary } from '#services/contract.ts';

/** A start with more filings than this must be confirmed. */
const filingsWithoutQuestionMax = 20;

/** Returns whether a start of the service with so many rows must be confirmed. */
export function needsFilingQuestion(effect: ServiceSummary['effect'], billableRows: number): boolean {
  return effect === 'submit' && billableRows > filingsWithoutQuestionMax;
}
