/** Schemas of the calls about personal API tokens, with which customers' own systems call the API. */
import { z } from 'zod';
import { ownerProof } from '#contracts/accounts/account.ts';
import { printable } from '#contracts/accounts/auth.ts';
import { limits } from '#contracts/limits.ts';

export const apiScopes = ['jobs:read', 'jobs:write', 'credits:read'] as const;
export type ApiScope = (typeof apiScopes)[number];

export const isApiScope = (text: string): text is ApiScope => apiScopes.some((scope) => scope === text);

/** Maximum number of active tokens per customer. */
export const apiTokensMax = 10;
/**
 * Maximum number of tokens in the list. Ended tokens stay in it for a while, so that their last use can be looked up.
 */
export const apiTokensListMax = 50;
export const apiTokenNameMax = 60;

/** An address range; a single address is a range too. */
const addressRange = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => {
    if (text.includes('/')) return text;
    return text.includes(':') ? `${text}/128` : `${text}/32`;
  })
  .pipe(
    z.union(
      [z.cidrv4(), z.cidrv6()],
      'Please write addresses as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32.',
    ),
  );

const unique = (texts: string[]): string[] => [...new Set(texts)];

export const apiTokenRequest = z.object({
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
  expiresInDays: z.number().int().min(1).max(limits.apiTokenDaysMax).default(limits.apiTokenDaysDefault),
  /** Services that the token may be used for; null for all services, including future ones. */
  serviceIds: z
    .array(z.string().min(1).max(100))
    .min(1, 'Please choose at least one service.')
    .max(limits.apiTokenServicesMax)
    .transform(unique)
    .nullable()
    .default(null),
  /** Total credits that the token's calls may reserve, less returned credits; null for no separate cap. */
  creditCap: z
    .number()
    .min(limits.apiTokenCapCreditsMin)
    .max(limits.apiTokenCapCreditsMax)
    .multipleOf(0.01, 'Please write credits with two decimals at most.')
    .nullable()
    .default(null),
  /** CIDR ranges that the token may be used from; empty for any address. */
  addressRanges: z.array(addressRange).max(limits.apiTokenRangesMax).transform(unique).default([]),
});
export type ApiTokenRequest = z.infer<typeof apiTokenRequest>;
export const apiTokenBody = apiTokenRequest.extend(ownerProof.shape);
export type ApiTokenBody = z.infer<typeof apiTokenBody>;

export const apiTokenPath = z.object({ id: z.uuid() });
