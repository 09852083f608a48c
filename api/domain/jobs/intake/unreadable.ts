/** The refusal of a file that cannot be taken as it is. */
import { DomainError } from '#contracts/errors.ts';

/** `sentence` says what is wrong with the file and what would be right, in the customer's words. */
export function unreadable(sentence: string, cause?: unknown): DomainError {
  return new DomainError('FILE_UNREADABLE', { message: sentence, cause });
}
