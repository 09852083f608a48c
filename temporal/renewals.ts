/**
 * Watches for new certificates or a new API key for Temporal, which an operator or the hosting system has put in place.
 */
import { readFileSync } from 'node:fs';
import { apiKeyOf, certificateFiles, type TemporalSettings } from './client.ts';

const LOOK_MS = 30_000;

type Renewals = {
  /** Called with the new key. Clients need no call, because they read the key themselves. */
  onApiKey?: (apiKey: string) => void;
  /** A connection keeps its certificates, so the process should end gracefully and be started again. */
  onCertificates: () => void;
};

/** Checks the files until the returned function is called. A file that cannot be read is checked again later. */
export function watchRenewals(
  env: TemporalSettings,
  { onApiKey, onCertificates }: Renewals,
  lookMs: number = LOOK_MS,
): () => void {
  const certificates = (): string =>
    certificateFiles(env)
      .map((file) => readFileSync(file, 'utf8'))
      .join();
  let known = { apiKey: apiKeyOf(env), certificates: certificates() };
  const look = (): void => {
    const found = { apiKey: apiKeyOf(env), certificates: certificates() };
    if (found.apiKey !== undefined && found.apiKey !== known.apiKey) onApiKey?.(found.apiKey);
    if (found.certificates !== known.certificates) onCertificates();
    known = found;
  };
  const timer = setInterval(() => {
    try {
      look();
    } catch {
      // The file is just being replaced.
    }
  }, lookMs).unref();
  return () => clearInterval(timer);
}
