/** Filters of a list in the address, so that a reload or a colleague sees the same lines. */
import { useSearchParams } from 'react-router-dom';

/** The value under a name if it is one of the known ones. */
export function oneOf<T extends string>(known: readonly T[], value: string | null): T | undefined {
  return known.find((candidate) => candidate === value);
}

export function pageIn(query: URLSearchParams): number {
  return Math.max(1, Number.parseInt(query.get('page') ?? '1', 10) || 1);
}

/** The address with some filters changed; null takes one out. Another filter starts at the first page again. */
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
  // From the address itself: what this render has seen lacks a filter that was chosen a moment ago.
  const change = (changes: Record<string, string | null>) =>
    setQuery(withFilters(new URLSearchParams(location.search), changes), { replace: true });
  return { query, change };
}
