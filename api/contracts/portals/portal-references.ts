/**
 * Schemas of the administrators' calls about the owners of references: look up by number, give to a company, take away.
 */
import { z } from 'zod';
import { ownerProof } from '#contracts/accounts/account.ts';
import { optionalReason } from '#contracts/accounts/admin-users.ts';
import { printable } from '#contracts/accounts/auth.ts';

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
