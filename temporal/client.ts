/** Creates one Temporal client per process, and the connection options that client and worker share. */
import { Client, Connection } from '@temporalio/client';
import type { Env } from '#api/env.ts';

export type Temporal = Client;

export type TemporalSettings = Pick<
  Env,
  'TEMPORAL_ADDRESS' | 'TEMPORAL_NAMESPACE' | 'TEMPORAL_TLS' | 'TEMPORAL_API_KEY'
>;

/** An API key requires TLS, so it is used with a key even if TEMPORAL_TLS is not set. */
export function connectionOptions(env: TemporalSettings): { address: string; tls?: true; apiKey?: string } {
  return {
    address: env.TEMPORAL_ADDRESS,
    ...(env.TEMPORAL_TLS || env.TEMPORAL_API_KEY ? { tls: true } : {}),
    ...(env.TEMPORAL_API_KEY ? { apiKey: env.TEMPORAL_API_KEY } : {}),
  };
}

/**
 * Connects lazily, so that the API responds (and its health check reports the failure) while Temporal is unavailable.
 */
export async function connectTemporal(env: TemporalSettings): Promise<Temporal> {
  return new Client({
    connection: Connection.lazy(connectionOptions(env)),
    namespace: env.TEMPORAL_NAMESPACE,
  });
}
