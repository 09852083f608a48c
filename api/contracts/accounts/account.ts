/**
 * Schemas of the calls of spec section 7 "Users" that need the current password, and of the proof of ownership that
 * other calls require too.
 */
import { z } from 'zod';
import { clientMessages } from '#contracts/client-messages.ts';
import { limits } from '#contracts/limits.ts';

export const currentPassword = z
  .string(clientMessages.currentPasswordRequired)
  .min(1, clientMessages.currentPasswordRequired)
  .max(limits.passwordLengthMax);

export const changePasswordBody = z
  .object({
    currentPassword,
    newPassword: z
      .string(clientMessages.newPasswordRequired)
      .min(1, clientMessages.newPasswordRequired)
      .min(limits.passwordLengthMin, clientMessages.newPasswordTooShort)
      .max(limits.passwordLengthMax, 'Password must be at most 128 characters long.'),
  })
  .refine(({ currentPassword: current, newPassword }) => newPassword !== current, {
    error: clientMessages.newPasswordSame,
    path: ['newPassword'],
  });
export type ChangePasswordBody = z.infer<typeof changePasswordBody>;

/** Proof that the request comes from the account's owner. `code` is required if two-step sign-in is on. */
export const ownerProof = z.object({ currentPassword, code: z.string().trim().max(64).default('') });
export type OwnerProof = z.infer<typeof ownerProof>;

/** The user types the email address to confirm that the deletion is intended. */
export const deleteAccountBody = ownerProof.extend({
  email: z.string('Please type your email address.').trim().toLowerCase().max(254),
});
export type DeleteAccountBody = z.infer<typeof deleteAccountBody>;
