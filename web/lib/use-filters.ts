/** Keeps a list's filters in the address, so that a reload or a colleague who opens the link sees the same records. */
import { useSearchParams } from 'react-router-dom';
import { limits } from '#contracts/limits.ts';

/** Returns the value if it is one of the known values. */
export function oneOf<T extends string>(known: readonly T[], value: string | null): T | undefined {
  return known.find((candidate) => candidate === value);
}

export function pageIn(query: URLSearchParams): number {
  return Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1);
}

/** Returns the text of a search, cut to the length that the server accepts. */
export const searchIn = (query: URLSearchParams, name = 'search'): string =>
  (query.get(name) ?? '').trim().slice(0, limits.searchCharactersMax);

/** Returns the query with some filters changed; null removes a filter. Changing a filter returns to the first page. */
export function withFilters(query: URLSearchParams, changes: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(query);
  if (!('page' in changes)) next.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name);
    else next.set(name, value);
  }
  return next;
}

export function useFilters() {
  const [query, setQuery] = useSearchParams();
  // Reads the current address, because the query of this render lacks a filter that was chosen a moment ago.
  const change = (changes: Record<string, string | null>) =>
    setQuery(withFilters(new URLSearchParams(location.search), changes), { replace: true });
  return { query, change };
}
