/** Schemas of the calls of spec section 7 "Auth" and of the user that they return. */
import { z } from 'zod';
import { limits } from '#contracts/limits.ts';
import { interfaceLanguages } from './preference-choices.ts';

const email = z.string().trim().toLowerCase().max(254).pipe(z.email('Please enter a valid email address.'));
const newPassword = z
  .string()
  .min(limits.passwordLengthMin, 'Password must be at least 6 characters long.')
  .max(limits.passwordLengthMax, 'Password must be at most 128 characters long.');
export const tooLong = (field: string, charactersMax: number): string =>
  `${field} can have ${charactersMax} characters at most`;
/** Excludes control characters: the database cannot store NUL, and no name needs the others. */
export const printable = /^\P{Cc}*$/u;
const shortText = (field: string, charactersMax: number) =>
  z
    .string(`${field} is required`)
    .trim()
    .min(1, `${field} is required`)
    .max(charactersMax, tooLong(field, charactersMax))
    .regex(printable, `${field} has characters that can't be used`);

/** Six digits from the authenticator app, or a recovery code. */
export const secondFactorCode = z
  .string('Please enter the code.')
  .trim()
  .min(1, 'Please enter the code.')
  .max(60);
/** `code` is required only if the account has a second factor. */
export const loginBody = z.object({
  email,
  password: z.string().min(1, 'Password is required').max(limits.passwordLengthMax),
  code: secondFactorCode.optional(),
});
export const registerBody = z.object({
  email,
  password: newPassword,
  name: shortText('Name', limits.nameCharactersMax),
  company: shortText('Company', limits.nameCharactersMax),
  mobile: shortText('Mobile', limits.mobileCharactersMax),
  /** The language of the interface, in which the first mails are written. */
  language: z.enum(interfaceLanguages).optional(),
});
export const emailBody = z.object({ email });
export const resetPasswordBody = z.object({
  token: z.string().min(1, 'Invalid or missing reset token').max(500),
  newPassword,
});
export const verifyEmailBody = z.object({
  token: z.string().min(1, 'Invalid verification link. No token provided.').max(2_000),
  /** Needed only if the address was registered with several passwords. */
  password: z.string().min(1, 'Password is required').max(limits.passwordLengthMax).optional(),
});

/**
 * State of the second factor in an administrator's session. `proved`: shown when the session was opened, or set up in
 * it. `unproved`: the account has a factor that this session has not shown. `missing`: the account has none.
 */
export const adminFactors = ['proved', 'unproved', 'missing'] as const;
export type AdminFactor = (typeof adminFactors)[number];
