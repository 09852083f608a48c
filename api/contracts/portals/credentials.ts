/** Schemas of the calls of spec section 7 "Portal credentials". The password is write-only. */
import { z } from 'zod';
import { credentialPortals } from './portal-logins.ts';

export const credentialBody = z.object({
  userId: z.string().optional(),
  portalName: z.enum(credentialPortals, { error: 'This portal does not exist.' }),
  username: z.string().trim().min(1, 'Username is required').max(200),
  password: z.string().min(1, 'Password is required').max(500),
});
/**
 * `consent`: the customer allows the platform to act on the portal with this login (portals.md 9.7); it is needed only
 * once.
 */
export const saveCredentialBody = credentialBody.extend({ consent: z.boolean().optional() });
