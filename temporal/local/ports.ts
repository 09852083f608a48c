/**
 * Allocates TCP ports of this machine. Another program may take a port right after it was found free. Therefore ports
 * are either held by us until our process gets the listening socket, or found by the server itself, which binds the
 * port or ends.
 */
import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import net from 'node:net';

/** The address on which parts of one machine listen for each other. */
export const LOOPBACK = '127.0.0.1';
/** Number of ports, from the wanted one upwards, that are tried. */
const PORTS_MAX = 200;
/** The largest number that TCP has for a port. */
const PORT_MAX = 65_535;
/** Linux uses ports from 32768 for outgoing connections, other systems from 49152. */
const FREE_PORTS = { from: 15_000, to: 32_000 };
/** Maximum attempts to start a server that loses its port to another program before its own bind. */
const STARTS_MAX = 8;
/** A server that does not respond within this time, not even with a refusal, occupies the port. */
const CONNECT_TIMEOUT_MS = 1_000;

/**
 * Returns a port that nothing listens on, from a range that no system uses for outgoing connections. These could
 * otherwise take the port before the intended server does.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS_MAX; tries += 1) {
    const port = randomInt(FREE_PORTS.from, FREE_PORTS.to);
    const server = await listenIfFree(port, LOOPBACK);
    if (!server) continue;
    await close(server);
    return port;
  }
  throw noPort(FREE_PORTS.from);
}

/** Returns the port that the environment names, or the usual one. Throws if what it names is no port. */
export function wantedPort(name: string, usual: number): number {
  const given = process.env[name] || String(usual);
  const port = Number(given);
  if (!Number.isInteger(port) || port < 1 || port > PORT_MAX)
    throw new Error(`${name} must be a port from 1 to ${PORT_MAX}; it is "${given}".`);
  return port;
}

/** A port that we hold for a child process, which receives its listening socket. */
export type HeldPort = {
  port: number;
  /**
   * Sends the socket to a child when it requests it by `handedSockets`; until then connections are closed. Afterwards
   * the port is freed when the child ends.
   */
  handTo: (child: ChildProcess, name: string) => Promise<void>;
  release: () => Promise<void>;
};

/** Binds `wanted`, or the next port above it that is free; without `host`, on all addresses of the machine. */
export async function holdPort(wanted: number, host?: string): Promise<HeldPort> {
  let held: net.Server | null = await listenFrom(wanted, host);
  const { port } = held.address() as net.AddressInfo;
  const release = async (): Promise<void> => {
    const server = held;
    held = null;
    if (server) await close(server);
  };
  return {
    port,
    release,
    handTo: async (child, name) => {
      const asked = socketRequest(child, name);
      held ??= await listenAgain(port, host);
      await asked;
      await send(child, { socket: name }, held);
      await release();
    },
  };
}

async function listenFrom(wanted: number, host?: string): Promise<net.Server> {
  for (let port = wanted; port < wanted + PORTS_MAX; port += 1) {
    const server = await listenIfFree(port, host);
    if (server) return server;
  }
  throw noPort(wanted);
}

async function listenIfFree(port: number, host?: string): Promise<net.Server | null> {
  // Some systems let one program listen on all addresses and another one on a single address of the same port.
  if (await isAnswered(port)) return null;
  return listen(port, host).catch((error: unknown) => {
    if (isTaken(error)) return null;
    throw error;
  });
}

async function listenAgain(port: number, host?: string): Promise<net.Server> {
  return listen(port, host).catch((error: unknown) => {
    throw isTaken(error) ? takenMeanwhile(port, error) : error;
  });
}

function listen(port: number, host?: string): Promise<net.Server> {
  return new Promise((resolve, reject) => {
    // Connections are closed until the socket has its process.
    const server = net.createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen({ port, host }, () => resolve(server.unref()));
  });
}

function close(server: net.Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Resolves when the child is ready to serve. If it ends before that, its exit reports it. */
function socketRequest(child: ChildProcess, name: string): Promise<void> {
  return new Promise((resolve) => {
    const hear = (message: unknown): void => {
      if (!isSocketRequest(message, name)) return;
      child.off('message', hear);
      resolve();
    };
    child.on('message', hear);
  });
}

const isSocketRequest = (message: unknown, name: string): boolean =>
  typeof message === 'object' && message !== null && 'wants' in message && message.wants === name;

function send(child: ChildProcess, message: { socket: string }, socket: net.Server): Promise<void> {
  return new Promise((resolve, reject) =>
    child.send(message, socket, (error) => (error ? reject(error) : resolve())),
  );
}

/** A server ended before it was ready, for example because another program has taken its port. */
export class EndedWhileStarting extends Error {
  override name = 'EndedWhileStarting';
}

export type KeptPorts<Name extends string, Running> = {
  /** Finds ports at the first start and keeps them at later starts. */
  start: () => Promise<Running>;
  /** The ports on which the server was started. */
  ports: () => Record<Name, number>;
};

/**
 * Manages the ports of a server that binds them itself and ends if it cannot.
 * @param start rejects with `EndedWhileStarting` if the server ended, and resolves only if the server that responds is
 * the one that it started
 */
export function keepPorts<Name extends string, Running>(
  wanted: Record<Name, number>,
  start: (ports: Record<Name, number>) => Promise<Running>,
): KeptPorts<Name, Running> {
  let kept: Record<Name, number> | null = null;
  const find = async (): Promise<Running> => {
    let candidates = await freePorts(wanted);
    for (let tries = 1; ; tries += 1) {
      try {
        const running = await start(candidates);
        kept = candidates;
        return running;
      } catch (error) {
        if (!(error instanceof EndedWhileStarting) || tries === STARTS_MAX) throw error;
        candidates = await freePorts(above(candidates));
      }
    }
  };
  const stay = async (ports: Record<Name, number>): Promise<Running> => {
    try {
      return await start(ports);
    } catch (error) {
      if (!(error instanceof EndedWhileStarting)) throw error;
      for (const port of portsOf(ports)) if (await isAnswered(port)) throw takenMeanwhile(port, error);
      throw error;
    }
  };
  return {
    start: () => (kept ? stay(kept) : find()),
    ports: () => {
      if (!kept) throw new Error('The server has no port before its first start.');
      return kept;
    },
  };
}

/** Returns for each name the wanted port, or the next one above it on which nothing responds. */
async function freePorts<Name extends string>(wanted: Record<Name, number>): Promise<Record<Name, number>> {
  const chosen: Record<string, number> = {};
  for (const [name, port] of Object.entries<number>(wanted)) {
    chosen[name] = await nextFreePort(port, new Set(Object.values(chosen)));
  }
  return chosen;
}

/** Checks by connecting, because even a short bind would make another program's bind fail. */
async function nextFreePort(wanted: number, chosen: ReadonlySet<number>): Promise<number> {
  for (let port = wanted; port < wanted + PORTS_MAX; port += 1) {
    if (!chosen.has(port) && !(await isAnswered(port))) return port;
  }
  throw noPort(wanted);
}

function isAnswered(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: LOOPBACK, timeout: CONNECT_TIMEOUT_MS });
    const answer = (answered: boolean): void => {
      socket.destroy();
      resolve(answered);
    };
    socket.once('connect', () => answer(true));
    // A busy process may see the timeout before a response that has already arrived, so the response is read first.
    socket.once('timeout', () => setImmediate(() => answer(true)));
    socket.once('error', () => answer(false));
  });
}

function above<Name extends string>(ports: Record<Name, number>): Record<Name, number> {
  const entries = Object.entries<number>(ports).map(([name, port]) => [name, port + 1]);
  return Object.fromEntries(entries) as Record<Name, number>;
}

function portsOf(ports: Record<string, number>): number[] {
  return Object.values(ports);
}

function isTaken(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code;
  return code === 'EADDRINUSE' || code === 'EACCES';
}

function takenMeanwhile(port: number, cause: unknown): Error {
  return new Error(`Port ${port} was taken by another program meanwhile.`, { cause });
}

function noPort(wanted: number): Error {
  return new Error(`No free port between ${wanted} and ${wanted + PORTS_MAX}.`);
}
