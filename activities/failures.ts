/** Converts expected errors to Temporal failures, using the codes of the error catalogue. */
import { ApplicationFailure } from '@temporalio/activity';
import { DomainError } from '#contracts/errors.ts';

/**
 * Converts a DomainError to a non-retryable failure whose type is the error's code, and whose second detail is its
 * message as data. Other errors stay retryable.
 */
export function toFailure(error: unknown): unknown {
  if (!(error instanceof DomainError)) return error;
  return ApplicationFailure.create({
    message: error.message,
    type: error.code,
    nonRetryable: true,
    details: [error.details, error.said],
  });
}
