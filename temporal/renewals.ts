/**
 * Watches for new certificates or a new API key for Temporal, which an operator or the hosting system has put in place.
 */
import { readFileSync } from 'node:fs';
import { apiKeyOf, certificateFiles, type TemporalSettings } from './client.ts';

const LOOK_MS = 30_000;
/** All processes may share the files, and must not all end in the same moment. */
const SPREAD_MS = 10 * 60_000;

type Renewals = {
  /** Called with the new key. Clients need no call, because they read the key themselves. */
  onApiKey?: (apiKey: string) => void;
  /** A connection keeps its certificates, so the process should end gracefully and be started again. */
  onCertificates: () => void;
};
type Times = { lookMs?: number; spreadMs?: number; random?: () => number };

/**
 * Checks the files until the returned function is called. A file that cannot be read is checked again later. New
 * certificates are reported after a random part of `spreadMs`, once.
 */
export function watchRenewals(
  env: TemporalSettings,
  { onApiKey, onCertificates }: Renewals,
  { lookMs = LOOK_MS, spreadMs = SPREAD_MS, random = Math.random }: Times = {},
): () => void {
  const certificates = (): string =>
    certificateFiles(env)
      .map((file) => readFileSync(file, 'utf8'))
      .join();
  let known = { apiKey: apiKeyOf(env), certificates: certificates() };
  let ending: NodeJS.Timeout | null = null;
  const look = (): void => {
    const found = { apiKey: apiKeyOf(env), certificates: certificates() };
    if (found.apiKey !== undefined && found.apiKey !== known.apiKey) onApiKey?.(found.apiKey);
    if (found.certificates !== known.certificates)
      ending ??= setTimeout(onCertificates, random() * spreadMs).unref();
    known = found;
  };
  const timer = setInterval(() => {
    try {
      look();
    } catch {
      // The file is just being replaced.
    }
  }, lookMs).unref();
  return () => {
    clearInterval(timer);
    if (ending) clearTimeout(ending);
  };
}
