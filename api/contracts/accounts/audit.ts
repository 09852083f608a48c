/** Schemas of the administrators' calls about the log of administrators' changes. */
import { z } from 'zod';
import { limits } from '#contracts/limits.ts';
import { printable } from './auth.ts';
import type { FieldValue } from './admin-users.ts';

const words = z.string().trim().max(limits.searchCharactersMax).regex(printable).optional();

/**
 * `who` is the name or email address of an administrator. `subject` is a full subject, or only its kind, such as
 * `user`. `search` matches all fields.
 */
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
