/** Stands in the browser's network and opens listening sockets there, which it hands to the worker (network.ts). */
import net from 'node:net';

process.on('message', (port) => {
  const server = net.createServer();
  // The worker's copy stays open.
  server.listen(Number(port), '127.0.0.1', () => process.send?.('socket', server, {}, () => server.close()));
});
// Signals are ignored, because sessions still log out after them: the worker ends this process with the browser.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
process.once('disconnect', () => process.exit());
process.send?.('ready');
