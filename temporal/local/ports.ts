/** Free TCP ports on this machine. */
import net from 'node:net';

const TRIES_MAX = 200;

/** A port that nothing listens on, chosen by the system. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** `wanted`, or the next free port above it that is not in `taken`. */
export async function nextFreePort(wanted: number, taken: ReadonlySet<number> = new Set()): Promise<number> {
  for (let port = wanted; port < wanted + TRIES_MAX; port += 1) {
    if (!taken.has(port) && (await isFree(port))) return port;
  }
  throw new Error(`No free port between ${wanted} and ${wanted + TRIES_MAX}.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = net.createServer();
    server.once('error', () => resolve(false));
    // All addresses: a server bound to 0.0.0.0 must count as busy.
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
