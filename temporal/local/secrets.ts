/** Secrets of a data directory, created once, so that sessions, saved portal logins and servers survive a restart. */
import { randomBytes } from 'node:crypto';
import { newPushPrivateKey } from '#api/push-keys.ts';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const makers = {
  AUTH_SECRET: () => randomBytes(32).toString('hex'),
  VAULT_KEYS: () => `local:${randomBytes(32).toString('base64')}`,
  POSTGRES_PASSWORD: () => randomBytes(24).toString('base64url'),
  PUSH_PRIVATE_KEY: newPushPrivateKey,
  /** The Temporal server of another data directory does not have this namespace and refuses our workers and clients. */
  TEMPORAL_NAMESPACE: () => `chalan-${randomBytes(4).toString('hex')}`,
};

export type Secrets = Record<keyof typeof makers, string>;

const fileIn = (directory: string): string => path.join(directory, 'secrets.json');

/** Returns whether a data directory has secrets of its own. */
export const hasSecrets = (directory: string): boolean => existsSync(fileIn(directory));

/** Reads the secrets of a data directory and creates missing ones. */
export function keptSecrets(directory: string): Secrets {
  const file = fileIn(directory);
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {};
  const secrets: Secrets = {
    AUTH_SECRET: kept.AUTH_SECRET ?? makers.AUTH_SECRET(),
    VAULT_KEYS: kept.VAULT_KEYS ?? makers.VAULT_KEYS(),
    POSTGRES_PASSWORD: kept.POSTGRES_PASSWORD ?? makers.POSTGRES_PASSWORD(),
    PUSH_PRIVATE_KEY: kept.PUSH_PRIVATE_KEY ?? makers.PUSH_PRIVATE_KEY(),
    TEMPORAL_NAMESPACE: kept.TEMPORAL_NAMESPACE ?? makers.TEMPORAL_NAMESPACE(),
  };
  if (!Object.keys(secrets).every((name) => name in kept)) writeSecrets(file, secrets);
  return secrets;
}

/** Makes the next start use a new Temporal namespace, in which no earlier workflow runs. */
export function renewNamespace(directory: string): void {
  const secrets = { ...keptSecrets(directory), TEMPORAL_NAMESPACE: makers.TEMPORAL_NAMESPACE() };
  writeSecrets(fileIn(directory), secrets);
}

function writeSecrets(file: string, secrets: Secrets): void {
  // Written to a draft file and renamed, so that a killed start leaves the old or the new secrets, never a partial
  // file.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(secrets), { mode: 0o600 });
  renameSync(draft, file);
}
