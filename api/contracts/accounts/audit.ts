/** Calls of administrators about the log of what administrators change. */
import { z } from 'zod';
import { printable } from './auth.ts';
import type { FieldValue } from './admin-users.ts';

const words = z.string().trim().max(100).regex(printable).optional();

/** `who`: name or email of an administrator. `subject` is a whole one, or its kind: `user`. `search` looks into all. */
export const auditQuery = z.object({
  who: words,
  action: words,
  subject: words,
  search: words,
  dateFrom: z.iso.date().optional(),
  dateTo: z.iso.date().optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(100_000).default(0),
});
export type AuditQuery = z.infer<typeof auditQuery>;

export type AuditValues = Record<string, FieldValue | null>;
