/** Reads the Idempotency-Key header. A request that is repeated with the same key takes effect once. */
import type { Context } from 'hono';
import { z } from 'zod';
import { refusal } from '#contracts/messages/refusal.ts';
import { requestMessages } from '#contracts/request-messages.ts';

const keySchema = z
  .string()
  .min(8)
  .max(100)
  .regex(/^[!-~]+$/);

/** Returns the key, or null if the header is absent. Throws INVALID_INPUT if the key is malformed. */
export function idempotencyKeyOf(c: Context): string | null {
  const header = c.req.header('idempotency-key');
  if (header === undefined) return null;
  const parsed = keySchema.safeParse(header);
  if (!parsed.success) throw refusal('INVALID_INPUT', requestMessages.keyLength());
  return parsed.data;
}
