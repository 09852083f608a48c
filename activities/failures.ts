/** Translates expected errors into Temporal's, by the code of the catalogue. */
import { ApplicationFailure } from '@temporalio/activity';
import { DomainError } from '#contracts/errors.ts';

/** A DomainError is final: its code becomes the failure's type. Everything else may be tried again. */
export function toFailure(error: unknown): unknown {
  if (!(error instanceof DomainError)) return error;
  return ApplicationFailure.create({
    message: error.message,
    type: error.code,
    nonRetryable: true,
    details: [error.details],
  });
}
