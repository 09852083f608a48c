/**
 * Carries a message through a schema: the schema library knows texts only, so that a problem's message is written as
 * JSON and read back from the first issue.
 */
import type { z } from 'zod';
import { isMessage, type Message } from './message.ts';

/** For the error text of a check of a schema. */
export const asIssue = (message: Message): string => JSON.stringify(message);

/** Reads the message of the first problem; null for a problem that a schema found without a message of ours. */
export function messageOfIssue(error: z.ZodError): Message | null {
  const text = error.issues[0]?.message ?? '';
  try {
    const read: unknown = JSON.parse(text);
    return isMessage(read) ? read : null;
  } catch {
    return null;
  }
}
