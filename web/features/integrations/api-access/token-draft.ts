/** Defines the state of the token form and converts it to a request body. */
import { apiTokenRequest, type ApiScope, type ApiTokenRequest } from '#contracts/integrations/api-tokens.ts';
import { limits } from '#contracts/limits.ts';
import { typedDecimal } from '#web/lib/numbers.ts';

export type TokenDraft = {
  name: string;
  scopes: ApiScope[];
  expiresInDays: number;
  /** Null means all services. */
  serviceIds: string[] | null;
  /** As typed; empty means no cap. */
  cap: string;
  /** As typed, one per line; empty means any address. */
  ranges: string;
};

export const lifetimesDays = [30, limits.apiTokenDaysDefault, 180, limits.apiTokenDaysMax] as const;

export const newTokenDraft: TokenDraft = {
  name: '',
  scopes: ['jobs:read'],
  expiresInDays: limits.apiTokenDaysDefault,
  serviceIds: null,
  cap: '',
  ranges: '',
};

export function capIn(text: string): ApiTokenRequest['creditCap'] | 'wrong' {
  if (text.trim() === '') return null;
  const { success, data } = apiTokenRequest.shape.creditCap.safeParse(typedDecimal(text) ?? undefined);
  return success && data !== null ? data : 'wrong';
}

export function rangesIn(text: string): string[] | 'wrong' {
  const lines = text.split(/[\s,;]+/).filter((line) => line !== '');
  const { success, data } = apiTokenRequest.shape.addressRanges.safeParse(lines);
  return success ? data : 'wrong';
}

/** Returns null while a field is missing or invalid. */
export function requestOf({ name, cap, ranges, ...rest }: TokenDraft): ApiTokenRequest | null {
  const [creditCap, addressRanges] = [capIn(cap), rangesIn(ranges)];
  const isChosen = rest.scopes.length > 0 && rest.serviceIds?.length !== 0;
  if (name.trim() === '' || !isChosen || creditCap === 'wrong' || addressRanges === 'wrong') return null;
  return { ...rest, name: name.trim(), creditCap, addressRanges };
}
