/**
 * Lists which process reads which environment variable, and which of them are secrets. Variables not listed here are
 * for both processes.
 */

import { portals } from '#activities/portals/catalogue.ts';
import {
  addressVariable,
  hasOfficialInterface,
  hasPages,
  hostsVariable,
  interfaceAddressVariable,
  interfaceKeyVariable,
} from '#activities/portals/facts.ts';

export type Part = 'api' | 'worker';

/** What a worker process can do. Each is work of its own kind, for which machines can be added by themselves. */
export const workerRoles = ['workflows', 'rows', 'portals', 'practice', 'outbound'] as const;
export type WorkerRole = (typeof workerRoles)[number];

const withInterface = portals.filter(hasOfficialInterface).map(({ key }) => key);
/** Our keys for the portals' official interfaces. */
const interfaceKeys = withInterface.map(interfaceKeyVariable);

const ofOnePart: Record<Part, readonly string[]> = {
  api: [
    'HOST',
    'PORT',
    'TRUSTED_PROXIES',
    'TEMPORAL_UI_URL',
    'AUTH_SECRET',
    'PASSWORD_HASH_LOG2_N',
    'SUPPORT_EMAIL',
    'BKASH_IPN_TOPIC',
    'BKASH_IPN_CERTIFICATE_URL',
    'SANDBOX_URL',
  ],
  worker: [
    ...portals.map(({ key }) => addressVariable(key)),
    ...portals.filter(hasPages).map(({ key }) => hostsVariable(key)),
    ...withInterface.map(interfaceAddressVariable),
    ...interfaceKeys,
    'CHALLENGE_WAIT_MS',
    'CHROMIUM_PATH',
    'ALLOW_UNSANDBOXED_BROWSER',
    'WORKER_QUEUES',
    'WORKER_BUILD_ID',
    'TEMPORAL_METRICS_ADDRESS',
    'WORKFLOW_BUNDLE',
    'WORKFLOW_CACHE_MAX',
    'PORTAL_EFFECT_MS',
    'PUSH_PRIVATE_KEY',
    'PUSH_SUBJECT',
    'MAILBOX_CA_FILE',
  ],
};

/** Secrets of both processes; the addresses of databases and mail servers contain passwords. */
const secretsOfBoth = [
  'DATABASE_URL',
  'TEMPORAL_API_KEY',
  'VAULT_KEYS',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'BKASH_USERNAME',
  'BKASH_PASSWORD',
  'BKASH_APP_KEY',
  'BKASH_APP_SECRET',
  'GOOGLE_OAUTH_CLIENT_SECRET',
  'MICROSOFT_OAUTH_CLIENT_SECRET',
  // They prove to a collector who sends.
  'OTEL_EXPORTER_OTLP_HEADERS',
];
/** Secrets of migrations and of the databases themselves. */
const secretsOfNeither = [
  'APP_DATABASE_URL',
  'POSTGRES_PASSWORD',
  'APP_POSTGRES_PASSWORD',
  'TEMPORAL_POSTGRES_PASSWORD',
];

export const secretVariables = [
  ...secretsOfBoth,
  'AUTH_SECRET',
  'PUSH_PRIVATE_KEY',
  ...interfaceKeys,
  ...secretsOfNeither,
] as const;

const other: Record<Part, Part> = { api: 'worker', worker: 'api' };

/** Returns the variables that a process of this part does not read. */
export const foreignTo = (part: Part): readonly string[] => [...ofOnePart[other[part]], ...secretsOfNeither];

type Variables = Record<string, string | undefined>;

/** Returns the environment for a process of this part. */
export function environmentFor(part: Part, environment: Variables): Variables {
  return without(environment, foreignTo(part));
}

/** Returns an environment without the platform's secrets, for processes that need none of them. */
export const withoutSecrets = (environment: Variables): Variables => without(environment, secretVariables);

function without(environment: Variables, names: readonly string[]): Variables {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !names.includes(name)));
}

/**
 * Removes all secrets from an environment after it was read, so that code that runs later in this process, and its
 * child processes, do not find them. Returns the names of those that this part did not need. The process's initial
 * environment stays readable for its own user.
 */
export function dropSecrets(part: Part, environment: Variables): string[] {
  const given = secretVariables.filter((name) => environment[name]);
  for (const name of secretVariables) delete environment[name];
  return given.filter((name) => foreignTo(part).includes(name));
}
