/**
 * Schemas of the administrators' calls about the owners of references: look up by number, give to a company one by one or
 * many at once, take away.
 */
import { z } from 'zod';
import { ownerProof } from '#contracts/accounts/account.ts';
import { optionalReason } from '#contracts/accounts/admin-users.ts';
import { printable } from '#contracts/accounts/auth.ts';
import { limits } from '#contracts/limits.ts';

/** Kinds of numbers that belong to one company and that others could guess. */
export const referenceKinds = [
  'exp',
  'erc',
  'bin',
  'order',
  'shipping order',
  'house bill',
  'receipt',
  'permit',
  'enterprise',
  'rex',
] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

const value = z.string().trim().toUpperCase().min(2).max(80).regex(printable);

export const referencesQuery = z.object({ value });

export const referenceBody = ownerProof.extend({
  kind: z.enum(referenceKinds),
  value,
  userId: z.string().min(1).max(64),
  reason: optionalReason,
});
export type ReferenceBody = z.infer<typeof referenceBody>;

export const referencesBody = referenceBody
  .omit({ value: true })
  .extend({ values: z.array(value).min(1).max(limits.referencesAtOnceMax) });
export type ReferencesBody = z.infer<typeof referencesBody>;

/**
 * `given` and `held` count references: those that the company has now, and those that it had before. `foreign` are
 * references of other companies, which stay with them.
 */
export const givenReferences = z.object({ given: z.int(), held: z.int(), foreign: z.array(z.string()) });
export type GivenReferences = z.infer<typeof givenReferences>;
