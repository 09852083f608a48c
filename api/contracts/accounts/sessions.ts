/** Limits of the calls about where a customer is signed in. */
import { z } from 'zod';

export const sessionPath = z.object({ userId: z.string().min(1).max(100), id: z.string().min(1).max(100) });

/** Maximum number of sessions in the list; older ones are not listed. Nobody has as many sessions at once. */
export const sessionsListMax = 100;
