/** Creates the HTTP server of the API process. */
import { createAdaptorServer } from '@hono/node-server';
import { limits } from '#contracts/limits.ts';

/** Creates the server. By default Node.js would cut off every request that takes longer than five minutes to arrive. */
export const createHttpServer = (fetch: Parameters<typeof createAdaptorServer>[0]['fetch']) =>
  createAdaptorServer({ fetch, serverOptions: { requestTimeout: limits.requestMsMax } });
