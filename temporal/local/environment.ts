/**
 * Builds the environment of the one-machine stack's own processes: given values take precedence over what the stack
 * started.
 */
import path from 'node:path';
import { portals } from '#activities/portals/catalogue.ts';
import { addressVariable } from '#activities/portals/facts.ts';
import { pushPublicKey } from '#api/push-keys.ts';
import { sandboxBkash } from './sandbox-bkash.ts';
import type { Secrets } from './secrets.ts';

export type Environment = Record<string, string | undefined>;

/** Addresses and directories of the stack's parts. */
export type Addresses = {
  directory: string;
  secrets: Secrets;
  database: { url: string; isOurs: boolean };
  temporal: { address: string; namespace: string; uiUrl: string | undefined };
  ports: { app: number; sandbox: number; imap: number };
};

/** Returns the environment with secrets of the data directory and addresses of the stack's own servers. */
export function environmentOf({ directory, secrets, database, temporal, ports }: Addresses): Environment {
  const sandbox = `http://127.0.0.1:${ports.sandbox}`;
  return {
    ...process.env,
    AUTH_SECRET: secrets.AUTH_SECRET,
    VAULT_KEYS: secrets.VAULT_KEYS,
    ...pushKeys(secrets),
    CHALAN_EMBEDDED: database.isOurs ? '1' : '',
    CHALAN_CACHE: path.resolve('.cache'),
    PORT: String(ports.app),
    APP_URL: process.env['APP_URL'] || `http://localhost:${ports.app}`,
    DATABASE_URL: database.url,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: temporal.namespace,
    TEMPORAL_UI_URL: process.env['TEMPORAL_UI_URL'] || temporal.uiUrl,
    FILES_DIR: process.env['FILES_DIR'] || path.join(directory, 'files'),
    MAILBOX_DIR: process.env['MAILBOX_DIR'] || path.join(directory, 'mailbox'),
    SANDBOX_PORT: String(ports.sandbox),
    SANDBOX_IMAP_PORT: String(ports.imap),
    SANDBOX_DIR: path.join(directory, 'sandbox'),
    SANDBOX_URL: sandbox,
    // Users who try the stack have no authenticator app for its administrator, whose password is known anyway.
    ADMINS_WITHOUT_FACTOR: process.env['ADMINS_WITHOUT_FACTOR'] || (database.isOurs ? 'true' : ''),
    // A payer who closes the window after entering the PIN still wants the purchase.
    BKASH_EXECUTE_LATE: process.env['BKASH_EXECUTE_LATE'] || 'true',
    BKASH_EXECUTE_AGAIN: process.env['BKASH_EXECUTE_AGAIN'] || 'true',
    ...sandboxPortals(sandbox, `imap://127.0.0.1:${ports.imap}`),
    PRACTICE_PORTALS_URL: process.env['PRACTICE_PORTALS_URL'] ?? sandbox,
    PRACTICE_MAILBOX_URL: process.env['PRACTICE_MAILBOX_URL'] ?? `imap://127.0.0.1:${ports.imap}`,
    ...sandboxMailProviders(sandbox),
    // The credentials of a real merchant are not mixed with the sandbox's.
    ...(process.env['BKASH_USERNAME'] ? {} : sandboxBkash(sandbox)),
    BKASH_IPN_TARGET: `http://127.0.0.1:${ports.app}/api/bkash/ipn`,
  };
}

/** An installation's own keys are not mixed with those of the data directory. */
const pushKeys = ({ PUSH_PRIVATE_KEY }: Secrets): Record<string, string> =>
  process.env['PUSH_PRIVATE_KEY']
    ? {}
    : {
        PUSH_PUBLIC_KEY: pushPublicKey(PUSH_PRIVATE_KEY),
        PUSH_PRIVATE_KEY,
        PUSH_SUBJECT: 'mailto:operator@chalan.test',
      };

/** Mailboxes may be on this machine, and the sandbox stands in for their providers unless a real client is given. */
function sandboxMailProviders(sandbox: string): Record<string, string> {
  if (process.env['NODE_ENV'] === 'production') return {};
  const { GOOGLE_OAUTH_CLIENT_ID, MICROSOFT_OAUTH_CLIENT_ID } = process.env;
  const client = { id: 'sandbox-client', secret: 'sandbox-secret' };
  return {
    MAILBOXES_TO_PRIVATE: process.env['MAILBOXES_TO_PRIVATE'] || 'true',
    ...(GOOGLE_OAUTH_CLIENT_ID || MICROSOFT_OAUTH_CLIENT_ID
      ? {}
      : {
          MAIL_PROVIDERS_URL: `${sandbox}/mail-providers`,
          GOOGLE_OAUTH_CLIENT_ID: client.id,
          GOOGLE_OAUTH_CLIENT_SECRET: client.secret,
          MICROSOFT_OAUTH_CLIENT_ID: client.id,
          MICROSOFT_OAUTH_CLIENT_SECRET: client.secret,
        }),
  };
}

/** The sandbox simulates every portal that has no address of its own. */
function sandboxPortals(sandbox: string, mailbox: string): Record<string, string> {
  const addresses = portals.map(({ key, ...facts }): [string, string] => [
    addressVariable(key),
    'protocol' in facts ? mailbox : `${sandbox}/${key}`,
  ]);
  return Object.fromEntries(addresses.map(([name, value]) => [name, process.env[name] || value]));
}
