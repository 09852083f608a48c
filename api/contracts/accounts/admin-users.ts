/** Calls of spec section 7 "Users" that administrators make: list, change, export and import of users. */
import { z } from 'zod';
import { ownerProof } from './account.ts';
import { printable } from './auth.ts';
import { credentialBody } from '#contracts/portals/credentials.ts';
import { credentialPortals } from '#contracts/portals/portal-logins.ts';
import { profileBody, userIdPath } from './users.ts';

export const userStatuses = ['active', 'suspended'] as const;
export const verifications = ['verified', 'unverified'] as const;

/** The search looks into name, email, company and mobile. */
export const usersQuery = z.object({
  search: z.string().trim().max(100).regex(printable).optional(),
  status: z.enum(userStatuses).optional(),
  verification: z.enum(verifications).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
});
export type UsersQuery = z.infer<typeof usersQuery>;

/** Why an administrator does something; the bodies of the specification have none, the client always sends one. */
export const optionalReason = z
  .string()
  .trim()
  .max(255)
  .regex(printable, 'Please use letters, digits and punctuation only.')
  .default('');
export const reasonBody = z.object({ reason: optionalReason });

export const managedLoginPath = userIdPath.extend({ portal: z.enum(credentialPortals) });
/** `hasConsent`: the company has agreed that the platform works on the portal with this login. */
export const managedLoginBody = credentialBody
  .pick({ username: true, password: true })
  .extend({ hasConsent: z.literal(true, 'The company must have agreed to it.'), reason: optionalReason })
  .extend(ownerProof.shape);
export type ManagedLoginBody = z.infer<typeof managedLoginBody>;
export const removeManagedLoginBody = reasonBody.extend(ownerProof.shape);

const balanceMaxCredits = 10_000_000;

const balance = z
  .number('Credits must be a number.')
  .min(0, 'Credits can not be below zero.')
  .max(balanceMaxCredits, `Credits can be ${balanceMaxCredits} at most.`)
  .multipleOf(0.01, 'Credits can have two decimals at most.');

/** What of a user can be set; `totalSpent` and `lastActivity` may be sent, but are told by payments and sign-ins. */
const settable = {
  ...profileBody.partial().shape,
  credits: balance.optional(),
  status: z.enum(userStatuses).optional(),
};

/** `seenCredits`: the balance that the new one was thought of for; another one refuses the change. */
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
/** Users of one file; more are imported in parts. */
const importUsersMax = 500;

/** As an export has them. Whoever is named by an id needs no address, and the other way round. */
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
  .max(importUsersMax, `A file can have ${importUsersMax} users at most.`);

export const importPreviewBody = z.object({ users });
/** `digest` is the one of the preview: another state of the users refuses the import. */
export const importBody = z.object({ users, digest: z.string().length(64), reason: optionalReason });

export const importFields = ['name', 'company', 'mobile', 'status', 'isAdmin', 'credits'] as const;
export type ImportField = (typeof importFields)[number];
export type FieldValue = string | number | boolean;
