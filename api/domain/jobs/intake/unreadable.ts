/** The error for a file that cannot be accepted as it is. */
import { DomainError } from '#contracts/errors.ts';

/** `sentence` tells the customer what is wrong with the file and how to correct it. */
export function unreadable(sentence: string, cause?: unknown): DomainError {
  return new DomainError('FILE_UNREADABLE', { message: sentence, cause });
}
