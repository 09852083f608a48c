/** Starts the sandbox: `SANDBOX_PORT=4100 SANDBOX_IMAP_PORT=4143 SANDBOX_DIR=.data/sandbox tsx tests/sandbox/server.ts`. */
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { handedSockets } from '#api/adapters/handed-sockets.ts';
import { createBkashSimulator } from './bkash/simulator.ts';
import { createSandbox, portalTools } from './framework/app.ts';
import { openStore } from './framework/store.ts';
import { startMailServer } from './portals/mailbox/imap/server.ts';
import { mailbox } from './portals/mailbox/portal.ts';
import { portals } from './portals/registry.ts';
import { createPushService } from './push/service.ts';

const STOP_MS = 2_000;
const directory = process.env['SANDBOX_DIR'] ?? path.join(tmpdir(), 'chalan-sandbox');
const store = openStore(directory);
const bkash = createBkashSimulator({ directory, ipnTarget: process.env['BKASH_IPN_TARGET'] });
const app = createSandbox(portals, store).route('/bkash', bkash.app).route('/push', createPushService());
const host = process.env['SANDBOX_HOST'] ?? '127.0.0.1';
const sockets = await handedSockets();
const mailServer = await startMailServer(
  { key: mailbox.key, tools: portalTools(mailbox, store), store },
  sockets['imap'] ?? { host, port: Number(process.env['SANDBOX_IMAP_PORT'] ?? 4143) },
);

const server = createAdaptorServer({ fetch: app.fetch });
server.listen(sockets['http'] ?? { host, port: Number(process.env['SANDBOX_PORT'] ?? 4100) }, () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ listening: `http://127.0.0.1:${port}` })}\n`);
  process.send?.('ready');
});

function stop(): void {
  store.saveNow();
  bkash.stop();
  mailServer.stop();
  setTimeout(() => process.exit(0), STOP_MS).unref();
  server.close(() => process.exit(0));
  if ('closeAllConnections' in server) server.closeAllConnections();
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
// Stops when the process that started it has ended, however it ended.
process.once('disconnect', stop);
