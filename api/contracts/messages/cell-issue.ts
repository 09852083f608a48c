/**
 * Carries a message through a schema. The schema library knows only texts, so the message of a problem is written as
 * JSON and read back from the first issue.
 */
import type { z } from 'zod';
import { isMessage, type Message } from './message.ts';

/** Returns the error text for a schema's check. */
export const asIssue = (message: Message): string => JSON.stringify(message);

/** Returns the message of the first problem; null if the schema found it without a message of ours. */
export function messageOfIssue(error: z.ZodError): Message | null {
  const text = error.issues[0]?.message ?? '';
  try {
    const read: unknown = JSON.parse(text);
    return isMessage(read) ? read : null;
  } catch {
    return null;
  }
}
