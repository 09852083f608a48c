/** Schemas that many responses share. */
import { z } from 'zod';

export const moment = z.iso.datetime();
export const optionalMoment = moment.nullable();
export const count = z.number().int();
export const credits = z.number().describe('Credits with two decimals.');
export const person = z.object({ id: z.string(), name: z.string(), email: z.string() });
