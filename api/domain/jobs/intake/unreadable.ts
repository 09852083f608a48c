/** The error for a file that cannot be accepted as it is. */
import type { DomainError } from '#contracts/errors.ts';
import type { Message } from '#contracts/messages/message.ts';
import { refusal } from '#contracts/messages/refusal.ts';

/** `message` tells the customer what is wrong with the file and how to correct it. */
export const unreadable = (message: Message, cause?: unknown): DomainError =>
  refusal('FILE_UNREADABLE', message, { cause });
