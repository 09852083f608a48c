/** The simulator on its own port, in the test's process; `url` is the client's base URL. */
import { once } from 'node:events';
import { serve } from '@hono/node-server';
import { freePort } from '#temporal/local/ports.ts';
import { createBkashSimulator, type BkashSimulator } from './simulator.ts';

export type ServedBkash = BkashSimulator & { url: string; stop: () => Promise<void> };

export async function serveBkash(
  options: Parameters<typeof createBkashSimulator>[0] = {},
): Promise<ServedBkash> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const simulator = createBkashSimulator({ publicUrl: url, ...options });
  const server = serve({ fetch: simulator.app.fetch, hostname: '127.0.0.1', port });
  await once(server, 'listening');
  return {
    ...simulator,
    url,
    stop: async () => {
      simulator.stop();
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}
