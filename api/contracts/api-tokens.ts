/** Calls about personal API tokens, by which customers' own systems call the API. */
import { z } from 'zod';
import { printable } from './auth.ts';

export const apiScopes = ['jobs:read', 'jobs:write', 'credits:read'] as const;
export type ApiScope = (typeof apiScopes)[number];

export const isApiScope = (text: string): text is ApiScope => apiScopes.some((scope) => scope === text);

/** Tokens of one customer that work at a time. */
export const apiTokensMax = 10;
/** Ended tokens stay in the list for a while, so that "last used" can be looked up. */
export const apiTokensListMax = 50;
export const apiTokenNameMax = 60;
const EXPIRY_DAYS_MAX = 366;

export const apiTokenBody = z.object({
  name: z
    .string('Please give the token a name.')
    .trim()
    .min(1, 'Please give the token a name.')
    .max(apiTokenNameMax)
    .regex(printable, 'Please use letters, digits and punctuation only.'),
  scopes: z
    .array(z.enum(apiScopes))
    .min(1, 'Please choose at least one thing that the token may do.')
    .max(apiScopes.length)
    .transform((scopes) => apiScopes.filter((scope) => scopes.includes(scope))),
  /** Null for a token without an end. */
  expiresInDays: z.number().int().min(1).max(EXPIRY_DAYS_MAX).nullable(),
});
export type ApiTokenBody = z.infer<typeof apiTokenBody>;

export const apiTokenPath = z.object({ id: z.uuid() });

export type ApiTokenView = {
  id: string;
  name: string;
  /** Its first characters. */
  prefix: string;
  scopes: ApiScope[];
  state: 'active' | 'expired' | 'revoked';
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
};

/** `token` is told this once. */
export type CreatedApiToken = { success: true; token: string; apiToken: ApiTokenView };
