/** Fetches and caches the certificates that sign payment notifications. The caller has already checked the address. */
import { readBounded } from '#api/adapters/http-answers.ts';
import type { Fetch } from './http.ts';

const CERTIFICATE_MAX_BYTES = 16 * 1024;
const FETCH_TIMEOUT_MS = 5_000;
/** Maximum number of cached certificates. Amazon changes its certificate about once a year. */
const CERTIFICATES_MAX = 8;

/** Returns a function that fetches the PEM at an address and throws if there is none; failures are not cached. */
export function createCertificateFetch(options: { fetch?: Fetch } = {}): (url: string) => Promise<string> {
  const { fetch = globalThis.fetch } = options;
  const kept = new Map<string, Promise<string>>();
  return (url) => {
    const known = kept.get(url);
    if (known) return known;
    const [oldest] = kept.keys();
    if (oldest !== undefined && kept.size >= CERTIFICATES_MAX) kept.delete(oldest);
    const fetched = fetchText(fetch, url);
    kept.set(url, fetched);
    fetched.catch(() => kept.delete(url));
    return fetched;
  };
}

async function fetchText(fetch: Fetch, url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  const text = response.ok ? await readBounded(response, CERTIFICATE_MAX_BYTES) : null;
  if (text === null) throw new Error(`No certificate at ${url} (HTTP ${response.status}).`);
  return text;
}
