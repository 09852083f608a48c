/** An expected failure that is explained by a message of the catalogue. */
import { DomainError, errorCatalogue, type ErrorCode } from '#contracts/errors.ts';
import { ERROR_KEYS, quote, type Message } from './message.ts';
import { english } from './render.ts';

/** Builds the failure. Its text is English, for API clients; our client renders the message. */
export const refusal = (
  code: ErrorCode,
  said: Message,
  options: { details?: Record<string, unknown>; cause?: unknown } = {},
): DomainError => new DomainError(code, { ...options, message: english(said), said });

/** Returns the message of a failure, for a notification or a record. */
export function messageOf({ said, code, message }: DomainError): Message {
  if (said) return said;
  return message === errorCatalogue[code].message ? { key: `${ERROR_KEYS}${code}` } : quote(message);
}
