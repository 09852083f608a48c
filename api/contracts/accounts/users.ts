/**
 * Schemas of the calls of spec section 7 "Users": a customer's own, and an administrator's about a customer's credits.
 */
import { z } from 'zod';
import { limits } from '#contracts/limits.ts';
import { printable, tooLong } from './auth.ts';

export const userIdPath = z.object({ id: z.string().regex(/^[\w-]{1,100}$/, 'This is not a user ID.') });

const required = (field: string, charactersMax: number) =>
  z
    .string('All fields are required')
    .trim()
    .min(1, 'All fields are required')
    .max(charactersMax, tooLong(field, charactersMax))
    .regex(printable, 'Please use letters, digits and punctuation only.');

export const profileBody = z.object({
  name: required('Name', limits.nameCharactersMax),
  company: required('Company', limits.nameCharactersMax),
  mobile: required('Mobile', limits.mobileCharactersMax),
});
export type Profile = z.infer<typeof profileBody>;

/** Largest manual adjustment. */
const ADJUSTMENT_MAX_CREDITS = 1_000_000;

export const adjustCreditsBody = z.object({
  credits: z
    .number('Credits must be a number.')
    .positive('Credits must be above zero.')
    .max(ADJUSTMENT_MAX_CREDITS, `Credits can be ${ADJUSTMENT_MAX_CREDITS} at most.`)
    .multipleOf(0.01, 'Credits can have two decimals at most.'),
  operation: z.enum(['add', 'deduct']),
  reason: z
    .string()
    .trim()
    .max(255)
    .regex(printable, 'Please use letters, digits and punctuation only.')
    .optional(),
});
export type AdjustCreditsBody = z.infer<typeof adjustCreditsBody>;
