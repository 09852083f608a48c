/** Calls of administrators about whose a reference is: looked up by its number, given to a company, taken from it. */
import { z } from 'zod';
import { ownerProof } from '#contracts/accounts/account.ts';
import { optionalReason } from '#contracts/accounts/admin-users.ts';
import { printable } from '#contracts/accounts/auth.ts';

/** Numbers that one company has and others could guess. */
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
