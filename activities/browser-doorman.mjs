/** Stands in the browser's network and opens listening sockets there, which it hands to the worker (browser-network.ts). */
import net from 'node:net';

process.on('message', (port) => {
  const server = net.createServer();
  // The worker's copy stays open.
  server.listen(Number(port), '127.0.0.1', () => process.send?.('socket', server, {}, () => server.close()));
});
// The browser needs its network until the worker has let it go: sessions log out after the signal.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit());
process.send?.('ready');
