/**
 * A test process that answers with its pid on the socket that it is handed, as API and sandbox do; ECHO_START_MS is the
 * time that it takes to start.
 */
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { handedSockets } from '#api/adapters/handed-sockets.ts';

await delay(Number(process.env['ECHO_START_MS'] ?? 0));
const { http } = await handedSockets();
const server = createServer((_request, response) => response.end(String(process.pid)));
server.listen(http, () => process.send?.('ready'));
process.once('disconnect', () => process.exit(0));
