/** Receives listening sockets from the parent process, so that no other program can take their ports. */
import net from 'node:net';

export type HandedSockets = Partial<Record<string, net.Server>>;

/**
 * Requests the sockets that CHALAN_SOCKETS names and resolves with them, or with none if the process opens its own.
 * Call it only when the process is about to serve: as soon as it holds a socket, callers are connected to it. Rejects
 * if the parent process disconnects first.
 */
export function handedSockets(): Promise<HandedSockets> {
  const names = (process.env['CHALAN_SOCKETS'] ?? '').split(',').filter((name) => name !== '');
  const sockets: HandedSockets = {};
  if (names.length === 0) return Promise.resolve(sockets);
  return new Promise((resolve, reject) => {
    const receive = (message: unknown, handle: unknown): void => {
      if (!isHandOver(message) || !(handle instanceof net.Server)) return;
      sockets[message.socket] = handle;
      // Connections that arrive before a server has taken over the socket are closed instead of being kept waiting.
      handle.on('connection', (socket) => socket.destroy());
      if (!names.every((name) => sockets[name])) return;
      process.off('message', receive);
      process.off('disconnect', giveUp);
      resolve(sockets);
    };
    const giveUp = (): void => reject(new Error('The starter of this process has gone.'));
    process.on('message', receive);
    process.once('disconnect', giveUp);
    for (const name of names) process.send?.({ wants: name });
  });
}

function isHandOver(message: unknown): message is { socket: string } {
  return typeof message === 'object' && message !== null && 'socket' in message;
}
