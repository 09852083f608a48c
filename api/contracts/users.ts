/** Calls of spec section 7 "Users" that a customer makes for itself. */
import { z } from 'zod';

export const userIdPath = z.object({ id: z.string().min(1).max(100) });

const required = (charactersMax: number) =>
  z.string('All fields are required').trim().min(1, 'All fields are required').max(charactersMax);

export const profileBody = z.object({ name: required(120), company: required(120), mobile: required(20) });
export type Profile = z.infer<typeof profileBody>;
