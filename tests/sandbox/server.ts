/** Starts the sandbox: `SANDBOX_PORT=4100 SANDBOX_IMAP_PORT=4143 SANDBOX_DIR=.data/sandbox tsx tests/sandbox/server.ts`. */
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createAdaptorServer } from '@hono/node-server';
import { handedSockets } from '#api/adapters/handed-sockets.ts';
import { createBkashSimulator } from './bkash/simulator.ts';
import { createSandbox, portalTools } from './framework/app.ts';
import { openStore } from './framework/store.ts';
import { deltaBank } from './portals/bank-ci/portal.ts';
import { startMailServer } from './portals/mailbox/imap/server.ts';
import { mailbox } from './portals/mailbox/portal.ts';
import { portals } from './portals/registry.ts';
import { Grants } from './mail-providers/grants.ts';
import { createMailProviders } from './mail-providers/service.ts';
import { createPushService } from './push/service.ts';

const STOP_MS = 2_000;
const directory = process.env['SANDBOX_DIR'] ?? path.join(tmpdir(), 'chalan-sandbox');
const store = openStore(directory);
const bkash = createBkashSimulator({ directory, ipnTarget: process.env['BKASH_IPN_TARGET'] });
const grants = new Grants();
const app = createSandbox([...portals, deltaBank], store)
  .route('/bkash', bkash.app)
  .route('/push', createPushService())
  .route('/mail-providers', createMailProviders(grants));
const host = process.env['SANDBOX_HOST'] ?? '127.0.0.1';
const sockets = await handedSockets();
const holder = (accessToken: string): string | null => grants.holder(accessToken);
const mailOptions = { key: mailbox.key, tools: { ...portalTools(mailbox, store), holder }, store };
const mailServers = [
  await startMailServer(
    { ...mailOptions, security: 'plain' },
    sockets['imap'] ?? { host, port: Number(process.env['SANDBOX_IMAP_PORT'] ?? 4143) },
  ),
];
/** The same mailbox with encryption, where a port is named for it. */
for (const [security, variable] of [
  ['tls', 'SANDBOX_IMAPS_PORT'],
  ['starttls', 'SANDBOX_STARTTLS_PORT'],
] as const) {
  const port = Number(process.env[variable]);
  if (port) mailServers.push(await startMailServer({ ...mailOptions, security }, { host, port }));
}

const server = createAdaptorServer({ fetch: app.fetch });
server.listen(sockets['http'] ?? { host, port: Number(process.env['SANDBOX_PORT'] ?? 4100) }, () => {
  const { port } = server.address() as AddressInfo;
  process.stdout.write(`${JSON.stringify({ listening: `http://127.0.0.1:${port}` })}\n`);
  process.send?.('ready');
});

function stop(): void {
  store.saveNow();
  bkash.stop();
  for (const mailServer of mailServers) mailServer.stop();
  setTimeout(() => process.exit(0), STOP_MS).unref();
  server.close(() => process.exit(0));
  if ('closeAllConnections' in server) server.closeAllConnections();
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
// Stops when the process that started it has ended, however it ended.
process.once('disconnect', stop);
