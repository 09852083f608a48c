/**
 * The only network access of a browser context: a SOCKS proxy in the worker that reaches the hosts and ports of one
 * portal and nothing else. During a filing it lets a single connection through, because Chromium silently resends a form,
 * uploads included, when the reused connection it chose turns out to be closed.
 */
import { once } from 'node:events';
import net from 'node:net';
import type { BrowserContext } from 'playwright';
import type { Address } from '#api/adapters/checked-addresses.ts';
import type { Listen, Servers } from './network.ts';
import type { Destination, Destinations } from './destinations.ts';

export type Egress = {
  /** Proxy address for the browser context. */
  address: string;
  /** What the context may reach, and what it may do there. */
  destinations: Destinations;
  /**
   * Prepares for the filing request to `url`: closes open connections, so that the request must open a new one, and
   * holds back all connections but the first one to this host until `answered`.
   */
  allowOneSend: (url: string) => void;
  /**
   * Lets the browser send the filing on to `url`, as the portal asks (307, 308). On the same host it uses the
   * filing's connection. On another host of the portal itself, the first connection to it takes the place of the
   * filing's; any other host stays closed until `answered`.
   */
  sendOn: (url: string) => void;
  /** Ends the restriction once the portal has begun to answer or the request is over. */
  answered: () => void;
  /** Whether any byte was sent to the portal since `allowOneSend`. */
  hasSent: () => boolean;
  /** Resolves when the filing's connection has closed. Chromium reports nothing while it waits to resend. */
  filingClosed: () => Promise<void>;
  close: () => void;
};

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443, 'ws:': 80, 'wss:': 443 };

export function destinationOfUrl(text: string): Destination {
  const { protocol, hostname, port } = new URL(text);
  return { host: hostname.toLowerCase(), port: port === '' ? (DEFAULT_PORTS[protocol] ?? 0) : Number(port) };
}

export const keyOf = ({ host, port }: Destination): string => `${host}:${port}`;

const egresses = new WeakMap<BrowserContext, Egress>();

/** Returns the egress proxy of a context that the browser pool opened. */
export function egressOf(context: BrowserContext): Egress {
  const egress = egresses.get(context);
  if (!egress) throw new Error('The browser context has no way out of its own.');
  return egress;
}

/** Ties the egress proxy to the context: it closes together with it. */
export function bindEgress(context: BrowserContext, egress: Egress): void {
  egresses.set(context, egress);
  context.once('close', () => egress.close());
}

/**
 * A gap this long between two ticks means that the process was frozen, so that data still waiting to be sent may be
 * too late.
 */
const FROZEN_MS = 5_000;
const TICK_MS = 500;
const CONNECT_TIMEOUT_MS = 30_000;

/** Message constants of SOCKS 5 (RFC 1928). */
const socks = {
  version: 5,
  connect: 1,
  ipv4: 1,
  domain: 3,
  ipv6: 4,
  noAuthentication: Buffer.from([5, 0]),
  succeeded: Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]),
  refused: Buffer.from([5, 2, 0, 1, 0, 0, 0, 0, 0, 0]),
  unreachable: Buffer.from([5, 4, 0, 1, 0, 0, 0, 0, 0, 0]),
} as const;

/** Opens an egress proxy to `destinations` on an address the browser can reach. */
export async function openEgress(destinations: Destinations, listen: Listen): Promise<Egress> {
  return new SocksEgress(await listen(), destinations);
}

type Waiting = { to: string; resume: () => void };

class SocksEgress implements Egress {
  readonly destinations: Destinations;
  readonly #servers: readonly net.Server[];
  readonly #clients = new Set<net.Socket>();
  /** Null while all connections are allowed; otherwise the filing's connection, or `none` until it is opened. */
  #filing: net.Socket | 'none' | null = null;
  /** Host and port that the filing is sent to. */
  #filesAt = '';
  #waiting: Waiting[] = [];
  #sent = false;
  #hasClosed = false;
  #closedListeners: (() => void)[] = [];
  /** Whether the process was frozen since the filing was allowed. Its connection may not even have been opened then. */
  #isTooLate = false;
  #tickedAtMs = performance.now();
  readonly #ticker = setInterval(() => this.#noticeFreeze(), TICK_MS).unref();
  readonly address: string;

  constructor(servers: Servers, destinations: Destinations) {
    this.destinations = destinations;
    this.#servers = servers;
    for (const server of servers)
      server.unref().on('connection', (client) => void this.#serve(client).catch(() => client.destroy()));
    const { address, port } = servers[0].address() as net.AddressInfo;
    this.address = `socks5://${address}:${port}`;
  }

  allowOneSend(url: string): void {
    for (const client of this.#clients) client.destroy();
    this.#filing = 'none';
    this.#filesAt = keyOf(destinationOfUrl(url));
    this.#sent = false;
    this.#hasClosed = false;
    this.#closedListeners = [];
    this.#isTooLate = false;
    this.#tickedAtMs = performance.now();
  }

  sendOn(url: string): void {
    const to = keyOf(destinationOfUrl(url));
    if (this.#filing === null || to === this.#filesAt || !this.destinations.isOwn(url)) return;
    this.#filing = 'none';
    this.#filesAt = to;
    this.#hasClosed = false;
    const next = this.#waiting.findIndex((waiting) => waiting.to === to);
    if (next !== -1) this.#waiting.splice(next, 1)[0]?.resume();
  }

  answered(): void {
    this.#filing = null;
    for (const { resume } of this.#waiting.splice(0)) resume();
  }

  hasSent(): boolean {
    return this.#sent;
  }

  filingClosed(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#hasClosed) resolve();
      else this.#closedListeners.push(resolve);
    });
  }

  close(): void {
    clearInterval(this.#ticker);
    for (const server of this.#servers) server.close();
    for (const client of this.#clients) client.destroy();
    this.#waiting = [];
  }

  async #serve(client: net.Socket): Promise<void> {
    this.#clients.add(client);
    client.once('close', () => this.#clients.delete(client));
    client.on('error', () => client.destroy());
    client.setNoDelay(true);
    const destination = await readDestination(client);
    if (!destination || !this.destinations.allows(destination)) {
      client.end(socks.refused);
      return;
    }
    await this.#turnOf(client, keyOf(destination));
    if (client.destroyed) return;
    const addresses = await this.destinations.addressesOf(destination).catch(() => null);
    if (!addresses) {
      client.end(socks.refused);
      return;
    }
    const portal = await connect(addresses, destination.port);
    if (!portal) {
      client.end(socks.unreachable);
      return;
    }
    if (client.destroyed) portal.destroy();
    else this.#join(client, portal);
  }

  /** Waits while a filing is under way, unless the connection is the one that carries it. */
  async #turnOf(client: net.Socket, to: string): Promise<void> {
    const isFilings = (): boolean => this.#filing === 'none' && this.#filesAt === to && !client.destroyed;
    while (this.#filing !== null && !isFilings())
      await new Promise<void>((resume) => this.#waiting.push({ to, resume }));
    if (!isFilings()) return;
    this.#filing = client;
    client.once('close', () => {
      if (this.#filing !== client) return;
      this.#hasClosed = true;
      for (const notify of this.#closedListeners.splice(0)) notify();
    });
  }

  /** Forwards data to the portal chunk by chunk, so that after a freeze a filing is aborted rather than sent late. */
  #join(client: net.Socket, portal: net.Socket): void {
    portal.on('error', () => portal.destroy());
    portal.once('close', () => client.destroy());
    client.once('close', () => portal.destroy());
    client.on('data', (bytes) => {
      if (this.#filing === client && this.#hasBecomeTooLate()) {
        client.destroy();
        return;
      }
      if (this.#filing === client) this.#sent = true;
      if (!portal.write(bytes)) client.pause();
    });
    portal.on('drain', () => client.resume());
    portal.pipe(client);
    client.write(socks.succeeded);
  }

  #hasBecomeTooLate(): boolean {
    this.#noticeFreeze();
    return this.#isTooLate;
  }

  #noticeFreeze(): void {
    const nowMs = performance.now();
    if (nowMs - this.#tickedAtMs > FROZEN_MS && this.#filing !== null) this.#isTooLate = true;
    this.#tickedAtMs = nowMs;
  }
}

/** Performs the SOCKS handshake and returns the destination; null for anything except a CONNECT request. */
async function readDestination(client: net.Socket): Promise<Destination | null> {
  const greeting = await nextBytes(client);
  if (greeting[0] !== socks.version) return null;
  client.write(socks.noAuthentication);
  const request = await nextBytes(client);
  if (request[0] !== socks.version || request[1] !== socks.connect) return null;
  return destinationOf(request);
}

async function nextBytes(client: net.Socket): Promise<Buffer> {
  const gone = new AbortController();
  const giveUp = (): void => gone.abort();
  client.once('close', giveUp);
  try {
    const [bytes] = (await once(client, 'data', { signal: gone.signal })) as [Buffer];
    return bytes;
  } finally {
    client.off('close', giveUp);
  }
}

function destinationOf(request: Buffer): Destination | null {
  const address = request.subarray(4);
  const ends = { [socks.ipv4]: 4, [socks.ipv6]: 16, [socks.domain]: 1 + (address[0] ?? 0) };
  const end = ends[request[3] as keyof typeof ends];
  if (end === undefined || address.length < end + 2) return null;
  const port = address.readUInt16BE(end);
  if (request[3] === socks.domain) return { host: address.toString('latin1', 1, end).toLowerCase(), port };
  if (request[3] === socks.ipv4) return { host: address.subarray(0, end).join('.'), port };
  const groups = Array.from({ length: 8 }, (_, n) => address.readUInt16BE(n * 2).toString(16));
  return { host: new URL(`http://[${groups.join(':')}]`).hostname, port };
}

/** Connects to one of the addresses that were checked, whatever the name resolves to by now (DNS rebinding). */
async function connect(
  addresses: readonly [Address, ...Address[]],
  port: number,
): Promise<net.Socket | null> {
  const [{ address, family }] = addresses;
  const socket = net.connect({
    // Node looks every name up with the function below.
    host: 'checked.invalid',
    port,
    noDelay: true,
    lookup: (_name, options, done) => {
      if (options.all) done(null, [...addresses]);
      else done(null, address, family);
    },
  });
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS) });
    return socket;
  } catch {
    socket.destroy();
    return null;
  }
}
