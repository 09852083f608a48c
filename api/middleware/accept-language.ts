/** Reads which of our languages a browser prefers. */
import type { Context } from 'hono';
import { parseAccept } from 'hono/utils/accept';
import { interfaceLanguages } from '#contracts/accounts/preference-choices.ts';
import type { Preferences } from '#contracts/calls/accounts-answers.ts';

/** Returns the first supported language of the Accept-Language header, or null if there is none. */
export function acceptedLanguage(c: Context): Preferences['language'] {
  const preferred = parseAccept(c.req.header('accept-language') ?? '')
    .filter(({ q }) => q > 0)
    .map(({ type }) => type.split('-')[0]?.toLowerCase());
  const first = preferred.find((tag) => interfaceLanguages.some((known) => known === tag));
  return interfaceLanguages.find((known) => known === first) ?? null;
}
