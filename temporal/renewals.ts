/**
 * Notices that an operator, or the system that runs the processes, has replaced the certificates or the API key by which
 * Temporal is reached.
 */
import { readFileSync } from 'node:fs';
import { apiKeyOf, certificateFiles, type TemporalSettings } from './client.ts';

const LOOK_MS = 30_000;

type Renewals = {
  /** The key is used from now on; a client asks for it by itself. */
  onApiKey?: (apiKey: string) => void;
  /** A connection keeps its certificates, so the process ends in good order and is started again. */
  onCertificates: () => void;
};

/** Looks at the files until the returned function is called. A file that cannot be read is looked at again later. */
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
      // It is being replaced at this moment.
    }
  }, lookMs).unref();
  return () => clearInterval(timer);
}
