/** A process of a test that answers its pid on the socket that it is handed, as API and sandbox do. */
import { createServer } from 'node:http';
import { handedSockets } from '#api/adapters/handed-sockets.ts';

const { http } = await handedSockets();
const server = createServer((_request, response) => response.end(String(process.pid)));
server.listen(http, () => process.send?.('ready'));
process.once('disconnect', () => process.exit(0));
