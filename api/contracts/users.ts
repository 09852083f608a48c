/** Calls of spec section 7 "Users" that a customer makes for itself. */
import { z } from 'zod';
import { printable } from './auth.ts';

export const userIdPath = z.object({ id: z.string().regex(/^[\w-]{1,100}$/, 'This is no user id.') });

const required = (charactersMax: number) =>
  z
    .string('All fields are required')
    .trim()
    .min(1, 'All fields are required')
    .max(charactersMax)
    .regex(printable, 'Please use letters, digits and punctuation only.');

export const profileBody = z.object({ name: required(120), company: required(120), mobile: required(20) });
export type Profile = z.infer<typeof profileBody>;
