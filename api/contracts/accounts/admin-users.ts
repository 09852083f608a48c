/** Schemas of the calls of spec section 7 "Users" for administrators: list, change, export and import users. */
import { z } from 'zod';
import { ownerProof } from './account.ts';
import { printable } from './auth.ts';
import { credentialBody, credentialName } from '#contracts/portals/credentials.ts';
import { limits } from '#contracts/limits.ts';
import { profileBody, userIdPath } from './users.ts';
import { reasonLengthMax } from './reason-rules.ts';

export const userStatuses = ['active', 'suspended'] as const;
export const verifications = ['verified', 'unverified'] as const;

/** `search` matches the name, email, company and mobile number. */
export const usersQuery = z.object({
  search: z.string().trim().max(limits.searchCharactersMax).regex(printable).optional(),
  status: z.enum(userStatuses).optional(),
  verification: z.enum(verifications).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});
export type UsersQuery = z.infer<typeof usersQuery>;

/**
 * Why an administrator makes a change. The specification's bodies have no such field, but the client always sends it.
 */
export const optionalReason = z
  .string()
  .trim()
  .max(reasonLengthMax)
  .regex(printable, 'Please use letters, digits and punctuation only.')
  .default('');
export const reasonBody = z.object({ reason: optionalReason });

export const managedLoginPath = userIdPath.extend({ portal: credentialName });
/** `hasConsent`: the company has agreed that the platform acts on the portal with this login. */
export const managedLoginBody = credentialBody
  .pick({ username: true, password: true })
  .extend({ hasConsent: z.literal(true, 'The company must have agreed to it.'), reason: optionalReason })
  .extend(ownerProof.shape);
export type ManagedLoginBody = z.infer<typeof managedLoginBody>;
export const removeManagedLoginBody = reasonBody.extend(ownerProof.shape);

const balanceMaxCredits = 10_000_000;

const balance = z
  .number('Credits must be a number.')
  .min(0, 'Credits cannot be below zero.')
  .max(balanceMaxCredits, `Credits can be ${balanceMaxCredits} at most.`)
  .multipleOf(0.01, 'Credits can have two decimals at most.');

/**
 * The fields of a user that can be set. `totalSpent` and `lastActivity` may be sent but are ignored, because they are
 * derived from payments and sign-ins.
 */
const settable = {
  ...profileBody.partial().shape,
  credits: balance.optional(),
  status: z.enum(userStatuses).optional(),
};

/**
 * `seenCredits` is the balance on which the new one is based; the change is refused if the balance is different by now.
 */
export const updateUserBody = z.strictObject({
  ...settable,
  totalSpent: z.number().optional(),
  lastActivity: z.string().nullable().optional(),
  is_admin: z.boolean().optional(),
  seenCredits: z.number().optional(),
  reason: optionalReason,
});
export type UpdateUserBody = z.infer<typeof updateUserBody>;

// ── Export and import ───────────────────────────────────────────────────────────────────────────────────────

export const exportUsersMax = 20_000;
/** Maximum number of users that one import changes: an administrator looks through all of them. */
export const importChangesMax = 500;

/** A user as the export writes it. A user with an id needs no email address, and the other way round. */
const importedUser = z
  .object({
    ...settable,
    id: z.string().max(100).optional(),
    email: z.string().trim().toLowerCase().max(254).optional(),
    isAdmin: z.boolean().optional(),
    is_admin: z.boolean().optional(),
  })
  .refine(({ id, email }) => id !== undefined || email !== undefined, 'A user has neither id nor email.');
export type ImportedUser = z.infer<typeof importedUser>;

const users = z
  .array(importedUser, 'The file has no list of users.')
  .max(exportUsersMax, `A file can have ${exportUsersMax} users at most.`);

export const importPreviewBody = z.object({ users });
/** `digest` is that of the preview; the import is refused if the users have changed since. */
export const importBody = z.object({ users, digest: z.string().length(64), reason: optionalReason });

export const importFields = ['name', 'company', 'mobile', 'status', 'isAdmin', 'credits'] as const;
export type ImportField = (typeof importFields)[number];
export type FieldValue = string | number | boolean;
