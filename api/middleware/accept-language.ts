/** The language that a browser asks for, among those that we have. */
import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { interfaceLanguages } from '#contracts/accounts/preferences.ts';
import type { Preferences } from '#contracts/calls/account-answers.ts';

/** Null for a caller that asks for none of ours. */
export function acceptedLanguage(c: Context): Preferences['language'] {
  const wished = parseAccept(c.req.header('accept-language') ?? '')
    .filter(({ q }) => q > 0)
    .map(({ type }) => type.split('-')[0]?.toLowerCase());
  const first = wished.find((tag) => interfaceLanguages.some((known) => known === tag));
  return interfaceLanguages.find((known) => known === first) ?? null;
}
