/** Creates one Temporal client per process, and the connection options that client and worker share. */
import { readFileSync } from 'node:fs';
import { Client, Connection, type WorkflowClientInterceptor } from '@temporalio/client';
import type { DataConverter } from '@temporalio/common';
import type { Env } from '#api/env.ts';

export type Temporal = Client;

/** The connection settings; all but address and namespace have defaults. */
export type TemporalSettings = Pick<Env, 'TEMPORAL_ADDRESS' | 'TEMPORAL_NAMESPACE'> &
  Partial<
    Pick<
      Env,
      | 'TEMPORAL_TLS'
      | 'TEMPORAL_TLS_CA_FILE'
      | 'TEMPORAL_TLS_CERT_FILE'
      | 'TEMPORAL_TLS_KEY_FILE'
      | 'TEMPORAL_TLS_SERVER_NAME'
      | 'TEMPORAL_API_KEY'
      | 'TEMPORAL_API_KEY_FILE'
    >
  >;

type Tls = {
  serverNameOverride?: string;
  serverRootCACertificate?: Buffer;
  clientCertPair?: { crt: Buffer; key: Buffer };
};
type ConnectionSettings = { address: string; tls?: true | Tls; apiKey?: string };

/** Reads the certificates and the API key from their files. A key or a certificate requires TLS. */
export function connectionOptions(env: TemporalSettings): ConnectionSettings {
  const tls = tlsOf(env);
  const apiKey = apiKeyOf(env);
  const usesTls = env.TEMPORAL_TLS || apiKey !== undefined || Object.keys(tls).length > 0;
  return {
    address: env.TEMPORAL_ADDRESS,
    ...(usesTls ? { tls: Object.keys(tls).length > 0 ? tls : true } : {}),
    ...(apiKey === undefined ? {} : { apiKey }),
  };
}

function tlsOf(env: TemporalSettings): Tls {
  const { TEMPORAL_TLS_SERVER_NAME: name, TEMPORAL_TLS_CA_FILE: authority } = env;
  const { TEMPORAL_TLS_CERT_FILE: certificate, TEMPORAL_TLS_KEY_FILE: key } = env;
  return {
    ...(name ? { serverNameOverride: name } : {}),
    ...(authority ? { serverRootCACertificate: readFileSync(authority) } : {}),
    ...(certificate && key
      ? { clientCertPair: { crt: readFileSync(certificate), key: readFileSync(key) } }
      : {}),
  };
}

/** Returns the present API key: from its file, if one is set. */
export function apiKeyOf({
  TEMPORAL_API_KEY_FILE: file,
  TEMPORAL_API_KEY: key,
}: TemporalSettings): string | undefined {
  return file ? readFileSync(file, 'utf8').trim() : key || undefined;
}

/** The files whose change needs a new connection. */
export const certificateFiles = (env: TemporalSettings): string[] =>
  [env.TEMPORAL_TLS_CA_FILE, env.TEMPORAL_TLS_CERT_FILE, env.TEMPORAL_TLS_KEY_FILE].filter(
    (file) => file !== undefined,
  );

/**
 * Connects lazily, so that the API responds (and its health check reports the failure) while Temporal is unavailable.
 */
export async function connectTemporal(
  env: TemporalSettings,
  dataConverter?: DataConverter,
  interceptors: WorkflowClientInterceptor[] = [],
): Promise<Temporal> {
  const { apiKey, ...options } = connectionOptions(env);
  return new Client({
    // The key is read at each call, so that a new one takes effect immediately.
    connection: Connection.lazy({
      ...options,
      ...(apiKey === undefined ? {} : { apiKey: () => apiKeyOf(env) ?? apiKey }),
    }),
    namespace: env.TEMPORAL_NAMESPACE,
    ...(dataConverter ? { dataConverter } : {}),
    interceptors: { workflow: interceptors },
  });
}
