/** Calls about where a customer is signed in. */
import { z } from 'zod';

export const sessionPath = z.object({ userId: z.string().min(1).max(100), id: z.string().min(1).max(100) });

/** More sign-ins than anybody has at once; the oldest beyond them are not listed. */
export const sessionsListMax = 100;
