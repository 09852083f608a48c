/** Calls about where a customer is signed in. */
import { z } from 'zod';

export const sessionPath = z.object({ userId: z.string().min(1).max(100), id: z.string().min(1).max(100) });

/** More sign-ins than anybody has at once; the oldest beyond them are not listed. */
export const sessionsListMax = 100;

export type OwnSession = {
  id: string;
  /** "Chrome" and "Windows"; null where the browser does not say. */
  browser: string | null;
  system: string | null;
  /** The network's part only: "203.0.113.x". */
  address: string | null;
  signedInAt: string;
  /** To a quarter of an hour. */
  lastUsedAt: string;
  /** The one that asks. */
  current: boolean;
};
